/** What goals count, by day of the merchant's calendar. */
import { monthsLater } from '../../platform/calendar.ts'
import { type Decimal, decimalToNumber, minimum, ONE, ZERO } from '../../platform/decimal.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { GOAL_MEASURE, type Goal, type Tiers } from '../tier.ts'

/** What counts of a day, or changes what counts of it: then it may be below zero. */
export interface Gain {
  readonly day: LocalDate
  readonly spend: Decimal
  readonly orders: number
  readonly points: Decimal
}

/** At most one gain a day. */
export type Days = ReadonlyMap<LocalDate, Gain>

export const NO_DAYS: Days = new Map()

/** How much a customer has of what a goal counts. */
export type Progress = (goal: Goal) => Decimal

/** These days with more on some of them. */
export function plus(days: Days, gains: Iterable<Gain>): Days {
  const sums = new Map(days)
  for (const gain of gains) {
    const sum = sums.get(gain.day)
    sums.set(gain.day, sum ? added(sum, gain) : gain)
  }
  return sums
}

/** What these gains come to: nothing of a day on which they cancel each other out. */
export function sumByDay(gains: Iterable<Gain>): Gain[] {
  return [...plus(NO_DAYS, gains).values()].filter((gain) => !isNothing(gain))
}

function added(a: Gain, b: Gain): Gain {
  return { day: a.day, spend: a.spend + b.spend, orders: a.orders + b.orders, points: a.points + b.points }
}

export function negated({ day, spend, orders, points }: Gain): Gain {
  return { day, spend: -spend, orders: -orders, points: -points }
}

export function isNothing({ spend, orders, points }: Gain): boolean {
  return spend === ZERO && orders === 0 && points === ZERO
}

/** The first day that counts for a goal on this one: the same date so many months ago, its anniversary included. */
export function windowStart(day: LocalDate, months: number): LocalDate {
  return monthsLater(day, -months)
}

/** The first day that counts for any of these tiers on this day. */
export function longestWindowStart(tiers: Tiers, day: LocalDate): LocalDate {
  const months = tiers.flatMap(({ goals }) => goals.map((goal) => goal.months))
  return windowStart(day, Math.max(0, ...months))
}

/** What the customer has today. A completion that is dated ahead, by a clock that runs fast, counts already. */
export function progressToday(days: Days, today: LocalDate): Progress {
  return progressBetween(days, today, Number.POSITIVE_INFINITY)
}

/** What the customer had at the end of a day. */
export function progressAtEndOf(days: Days, day: LocalDate): Progress {
  return progressBetween(days, day, day)
}

function progressBetween(days: Days, day: LocalDate, last: LocalDate): Progress {
  return (goal) => {
    const first = windowStart(day, goal.months)
    let sum = ZERO
    for (const gain of days.values()) {
      if (gain.day >= first && gain.day <= last) sum += quantity(gain, goal)
    }
    return sum
  }
}

function quantity({ spend, orders, points }: Gain, { measure }: Goal): Decimal {
  switch (measure) {
    case GOAL_MEASURE.spend:
      return spend
    case GOAL_MEASURE.orders:
      return BigInt(orders) * ONE
    case GOAL_MEASURE.points:
      return points
  }
}

/** With two decimals, rounded down: 100 is reached, and nothing less. */
export function percentToGoal(value: Decimal, goal: Decimal): number {
  const hundredths = (value * 10_000n) / goal
  return decimalToNumber((minimum(hundredths > 0n ? hundredths : 0n, 10_000n) * ONE) / 100n)
}
