import type { CardRule } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { type LocalDate, localDate, startOfDay } from '../../platform/zone.ts'

/** When stamps of a day end: so many days after it, or some days after the card has closed, whichever is first. */
export function stampEnd(
  { stampsGoodDays, when, graceDays }: Pick<CardRule, 'stampsGoodDays' | 'when' | 'graceDays'>,
  day: LocalDate,
  timeZone: string,
): Instant | null {
  const until = when?.until ?? null
  const last = [
    ...(stampsGoodDays === null ? [] : [day + stampsGoodDays]),
    ...(until === null ? [] : [localDate(until - 1, timeZone) + graceDays]),
  ]
  return last.length === 0 ? null : startOfDay(Math.min(...last) + 1, timeZone)
}
