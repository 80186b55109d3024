import type { LocalizedText } from '../contract/locale.ts'
import type { Instant } from '../platform/clock.ts'
import {
  type LocalDate,
  localDate,
  localDateToText,
  offsetAt,
  parseInstant,
  startOfDay,
} from '../platform/zone.ts'
import { weekdayOf } from './holds.ts'
import { isLineBonus } from './kinds.ts'
import type { HourWindow, When } from './members.ts'
import { isOf, type Program, type Rule, whenOf } from './program.ts'
import type { ProgramContext, Warn, Warning } from './warning.ts'
import {
  aboveCap,
  EXCLUDED_ANYWAY,
  NEVER_HOLDS,
  removedTooSoon,
  SKIPPED_HOUR,
  UNSEEN_MARK,
  UNSEEN_SHIPPING,
} from './warning-texts.ts'
import { clockText } from './words.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Orders may still arrive that were placed in its time. */
const LATE_DAYS = 30

/** Rules that were over lately and are not there any more: orders that arrive late would lose them. */
export function warningsOfRemoved({ rules }: Program, { current, now }: ProgramContext): Warning[] {
  const stays = new Set(rules.flatMap(({ id, isActive }) => (isActive ? [id] : [])))
  return current.rules.flatMap((rule) => {
    const end = endOf(rule)
    if (!rule.isActive || stays.has(rule.id) || end === null) return []
    if (end > now || end + LATE_DAYS * DAY_MS <= now) return []
    const message = removedTooSoon(rule.name === '' ? String(rule.id) : rule.name)
    return [{ pointer: '/rules', name: 'removedTooSoon', message }]
  })
}

function endOf(rule: Rule): Instant | null {
  return rule.kind === 'campaign' ? rule.endsAt : (whenOf(rule)?.until ?? null)
}

/** What gives nothing because something else takes it. */
export function warningsOfLimits(
  rule: Rule,
  { index }: Program,
  { sent }: ProgramContext,
  warn: Warn,
): Warning[] {
  const found: Warning[] = []
  const say = (member: string, name: string, message: LocalizedText): void => {
    found.push(warn(member, name, message))
  }
  if (rule.kind === 'exclude' && sent) {
    if (rule.excluded.of === 'marked' && !sent.marks) say('/of', 'unseenMark', UNSEEN_MARK)
    if (rule.excluded.of === 'shipping' && !sent.shipping) say('/of', 'unseenShipping', UNSEEN_SHIPPING)
  }
  if (isOf(isLineBonus, rule)) {
    const { kind, ids } = rule
    const out = new Set(
      index.exclusions.points?.rules.flatMap(({ excluded, when }) =>
        excluded.of === kind && when === null ? excluded.ids : [],
      ),
    )
    if (ids.every((id) => out.has(id))) say('/ids', 'excludedAnyway', EXCLUDED_ANYWAY)
  }
  if ('bonus' in rule && rule.bonus.type === 'points') {
    const { points } = rule.bonus
    const cap = index.caps.find((one) => one.points < points)
    if (cap) say('/points', 'aboveCap', aboveCap(cap.name === '' ? String(cap.id) : cap.name))
  }
  return found
}

/** Days and hours that do not come. */
export function warningsOfClock(rule: Rule, { timeZone, now }: ProgramContext, warn: Warn): Warning[] {
  const when = whenOf(rule)
  if (when === null || (when.days === null && when.hours === null)) return []
  const { from, until } = when
  if (from !== null && until !== null && !comesWithin(when, from, until, timeZone)) {
    return [warn('/when', 'neverHolds', NEVER_HOLDS)]
  }
  const isSkipped = gapsIn(Math.max(now, from ?? now), until, timeZone).some((gap) => isWithin(when, gap))
  return isSkipped ? [warn('/when/hours', 'skippedHour', SKIPPED_HOUR)] : []
}

/** More days than these have every weekday. */
const LOOKED_AT_DAYS = 9

function comesWithin(when: When, from: Instant, until: Instant, timeZone: string): boolean {
  const first = localDate(from, timeZone) - 1
  const last = Math.min(localDate(until, timeZone), first + LOOKED_AT_DAYS)
  for (let day = first; day <= last; day += 1) {
    if (when.days !== null && !when.days.has(weekdayOf(day))) continue
    const windows = when.hours?.map((window) => onDay(window, day, timeZone)) ?? [
      [startOfDay(day, timeZone), startOfDay(day + 1, timeZone)] as const,
    ]
    if (windows.some(([begins, ends]) => begins < until && ends > from && begins < ends)) return true
  }
  return false
}

function onDay({ from, until }: HourWindow, day: LocalDate, timeZone: string): readonly [Instant, Instant] {
  const at = (minutes: number, on: LocalDate): Instant =>
    minutes === 24 * 60
      ? startOfDay(on + 1, timeZone)
      : (parseInstant(`${localDateToText(on)}T${clockText(minutes)}:00`, timeZone) ?? 0)
  return [at(from, day), at(until, from > until ? day + 1 : day)]
}

/** What a clock leaves out on a day: minutes of that day, or of the next one. */
interface Gap {
  readonly day: LocalDate
  readonly from: number
  readonly until: number
}

/** The clock changes of a year. */
function gapsIn(start: Instant, until: Instant | null, timeZone: string): Gap[] {
  const gaps: Gap[] = []
  const first = localDate(start, timeZone)
  for (let day = first; day < first + 366; day += 1) {
    const [begins, ends] = [startOfDay(day, timeZone), startOfDay(day + 1, timeZone)]
    if (until !== null && begins >= until) break
    const [before, after] = [offsetAt(begins, timeZone), offsetAt(ends, timeZone)]
    if (after <= before) continue
    const at = changeBetween(begins, ends, timeZone)
    const minuteOf = (offset: number): number => Math.round((at + offset - day * DAY_MS) / MINUTE_MS)
    gaps.push({ day, from: minuteOf(before), until: minuteOf(after) })
  }
  return gaps
}

/** When the clock changes, to the minute. */
function changeBetween(from: Instant, until: Instant, timeZone: string): Instant {
  const before = offsetAt(from, timeZone)
  let [low, high] = [from, until]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle, timeZone) === before) low = middle
    else high = middle
  }
  return high
}

/** Whether one of the windows lies in it, on that day. */
function isWithin({ days, hours }: When, gap: Gap): boolean {
  if (hours === null || (days !== null && !days.has(weekdayOf(gap.day)))) return false
  return hours.some(({ from, until }) => from < until && from >= gap.from && until <= gap.until)
}
