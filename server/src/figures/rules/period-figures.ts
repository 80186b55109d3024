import type { CustomerId } from '../../contract/ids.ts'
import type { LocalDate } from '../../platform/zone.ts'

/** The days of which active customers are counted, and those of repeat purchases. The numbers are stored. */
export const ACTIVE_DAYS = [7, 30, 90, 365] as const
export const REPEAT_DAYS = 365
export const PERIOD_KIND = { repeat: 1365 } as const

/** Customers who are counted once each, in some days that end with `day`. */
export interface PeriodFigure {
  readonly day: LocalDate
  /** One of `ACTIVE_DAYS`, or `PERIOD_KIND.repeat`. */
  readonly kind: number
  readonly value: number
  /** What it is a part of; 0: of nothing. */
  readonly base: number
}

/** What a customer bought in the 365 days that end with a day: how many orders, and on which day the last one. */
export interface Buyer {
  readonly customerId: CustomerId
  readonly isMember: boolean
  readonly orders: number
  readonly lastDay: LocalDate
}

export function periodFiguresOf(day: LocalDate, buyers: Iterable<Buyer>): PeriodFigure[] {
  const active = new Map<number, number>(ACTIVE_DAYS.map((days) => [days, 0]))
  let [members, repeated] = [0, 0]
  for (const { isMember, orders, lastDay } of buyers) {
    for (const days of ACTIVE_DAYS) if (lastDay > day - days) active.set(days, (active.get(days) ?? 0) + 1)
    if (!isMember) continue
    members += 1
    if (orders > 1) repeated += 1
  }
  return [
    ...[...active].map(([kind, value]) => ({ day, kind, value, base: 0 })),
    { day, kind: PERIOD_KIND.repeat, value: repeated, base: members },
  ]
}

/** The days whose figures are shown in the morning after `day`: beside each period the one before it. */
export function daysToCount(day: LocalDate): LocalDate[] {
  return [day, ...ACTIVE_DAYS.map((days) => day - days)]
}
