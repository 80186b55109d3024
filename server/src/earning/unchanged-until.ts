import type { Instant } from '../platform/clock.ts'
import { offsetAt } from '../platform/zone.ts'
import { failedByClock } from './holds.ts'
import { type Rule, whenOf } from './program.ts'
import { programAt, type Schedule } from './schedule.ts'

const MINUTE_MS = 60_000

/**
 * Until when the rules that count now go on as they are: the next moment at which another version takes effect, or at
 * which dates, days or hours of a rule begin or end; at most a minute ahead. Looked at and not computed, so a night in
 * which the clocks change is as any other.
 */
export function unchangedUntil(schedule: Schedule | undefined, now: Instant, timeZone: string): Instant {
  const nextMinute = startOfNextMinute(now, timeZone)
  const moments = [
    ...(schedule?.dated.map(({ effectiveAt }) => effectiveAt) ?? []),
    ...programAt(schedule, now).rules.flatMap((rule) => momentsOf(rule, { now, nextMinute, timeZone })),
  ]
  return moments.reduce((soonest, at) => (at > now && at < soonest ? at : soonest), now + MINUTE_MS)
}

interface Around {
  readonly now: Instant
  readonly nextMinute: Instant
  readonly timeZone: string
}

function momentsOf(rule: Rule, { now, nextMinute, timeZone }: Around): Instant[] {
  if (!rule.isActive) return []
  const when = whenOf(rule)
  const dates = [when?.from, when?.until].filter((at) => typeof at === 'number')
  if (rule.kind === 'campaign') dates.push(rule.startsAt, rule.endsAt)
  if (when === null || (when.days === null && when.hours === null)) return dates
  const holdsAt = (placedAt: Instant): boolean => failedByClock(when, { placedAt, timeZone }) === null
  return holdsAt(now) === holdsAt(nextMinute) ? dates : [...dates, nextMinute]
}

/** Of the clock on the wall, which alone days and hours go by. */
function startOfNextMinute(now: Instant, timeZone: string): Instant {
  const local = now + offsetAt(now, timeZone)
  return now + MINUTE_MS - (local - Math.floor(local / MINUTE_MS) * MINUTE_MS)
}
