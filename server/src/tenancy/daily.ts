import type { Instant } from '../platform/clock.ts'
import { type LocalDate, localDate, localDateToText, parseInstant } from '../platform/zone.ts'

/** By the merchant's own clocks: the day is no longer the night before, and has not begun to sell. */
const MORNING = '06:00'

/** Further back nothing is made up for. A day less than a year, so that nobody has two birthdays in it. */
const DAYS_MAX = 365

/** The last day whose morning has come. */
export function lastDailyRun(now: Instant, timeZone: string): LocalDate {
  const today = localDate(now, timeZone)
  const morning = parseInstant(`${localDateToText(today)}T${MORNING}`, timeZone)
  return morning !== null && now < morning ? today - 1 : today
}

/**
 * The days that a morning is about: those since the last one that was worked through, and that one again, for
 * what became known of it later. Only today where there was none yet, or where a sandbox went back in time.
 */
export function daysOfDailyRun(done: LocalDate | null, today: LocalDate): LocalDate[] {
  const first = done === null || done > today ? today : Math.max(done, today - DAYS_MAX + 1)
  return Array.from({ length: today - first + 1 }, (_, index) => first + index)
}
