import type { Customer } from '../../accounts/customer.ts'
import { monthsLater } from '../../platform/calendar.ts'
import type { Instant } from '../../platform/clock.ts'
import { type LocalDate, startOfDay } from '../../platform/zone.ts'
import { decidePromotion, decideTier } from '../../tiers/rules/change-tier.ts'
import { type Days, type Gain, plus, progressToday, windowStart } from '../../tiers/rules/progress.ts'
import { currentTier, GOAL_MEASURE, type Tier, type Tiers } from '../../tiers/tier.ts'

export interface ReplayInput {
  readonly tiers: Tiers
  /** As they are. Their tier is not looked at. */
  readonly customer: Customer
  /** The tier at the beginning; null: none. */
  readonly firstTierId: number | null
  /** All that counted, from long before the beginning on. */
  readonly days: Days
  readonly firstDay: LocalDate
  readonly now: Instant
  readonly today: LocalDate
  readonly timeZone: string
  readonly graceDays: number
}

/** Whether a program can move anybody: spend and orders are what they are, whatever the rules. */
export function countsPoints(tiers: Tiers): boolean {
  return tiers.some(({ goals }) => goals.some(({ measure }) => measure === GOAL_MEASURE.points))
}

/**
 * The tier that a customer is in now, if what counts is `days`: promotions on the day on which a goal is reached, and
 * falls when the days of grace are over, as the till and the daily run decide them.
 */
export function replayTier(input: ReplayInput): Tier | null {
  const { tiers, customer, firstTierId, days, now, today, timeZone, graceDays } = input
  const isHeld = tiers.some(({ id, isBase }) => id === firstTierId && !isBase)
  const tier = isHeld && firstTierId !== null ? { id: firstTierId, since: 0, belowSince: null } : null
  let replayed: Customer = { ...customer, tier }
  for (const day of daysToLookAt(input)) {
    const at = day === today ? now : startOfDay(day, timeZone)
    // The daily run comes before the orders of its day.
    const context = { tiers, customer: replayed, days: until(days, day - 1), timeZone, graceDays, sweptAt: 0 }
    replayed = decideTier(context, at).customer
    if (days.has(day)) {
      replayed = decidePromotion(tiers, replayed, progressToday(until(days, day), day), at).customer
    }
  }
  return currentTier(tiers, replayed)
}

/**
 * On which something is gained, is seen by the daily run (which ends a grace period that had begun), no longer counts, or
 * has been missed for as long as the grace period.
 */
function daysToLookAt({ tiers, days, firstDay, today, graceDays }: ReplayInput): LocalDate[] {
  const months = new Set(tiers.flatMap(({ goals }) => goals.map((goal) => goal.months)))
  const found = new Set<LocalDate>([today])
  for (const day of days.keys()) {
    found.add(day).add(day + 1)
    for (const window of months) {
      const over = firstDayWithout(day, window)
      found.add(over).add(over + graceDays)
    }
  }
  return [...found].filter((day) => day >= firstDay && day <= today).toSorted((a, b) => a - b)
}

function firstDayWithout(day: LocalDate, months: number): LocalDate {
  let without = monthsLater(day, months)
  while (windowStart(without, months) <= day) without += 1
  return without
}

function until(days: Days, last: LocalDate): Days {
  return new Map([...days].filter(([day]) => day <= last))
}

/** The same days with what another program gives more or less. */
export function withMorePoints(days: Days, more: Iterable<Pick<Gain, 'day' | 'points'>>): Days {
  return plus(
    days,
    [...more].map(({ day, points }) => ({ day, points, spend: 0n, orders: 0 })),
  )
}
