import type { Instant } from '../platform/clock.ts'
import { type LocalDate, localDate, localDateToText, parseInstant } from '../platform/zone.ts'

/** On the merchant's clocks: late visits of the evening before are over, and the shop has not opened yet. */
const HOUR_OF_RUN = '06:00'

/** Days further back are not made up for. One day less than a year, so that no customer has two birthdays in it. */
const DAYS_MAX = 365

/** The day of the last run that should be done by now. */
export function lastDailyRun(now: Instant, timeZone: string): LocalDate {
  const today = localDate(now, timeZone)
  const runAt = parseInstant(`${localDateToText(today)}T${HOUR_OF_RUN}`, timeZone)
  return runAt !== null && now < runAt ? today - 1 : today
}

/**
 * The days that a run is about: those since the last run that was done, and the day of that run again, for what became
 * known about it later. Only today where no run was done yet, or where the clock of a sandbox was set back.
 */
export function daysOfDailyRun(done: LocalDate | null, today: LocalDate): LocalDate[] {
  const first = done === null || done > today ? today : Math.max(done, today - DAYS_MAX + 1)
  return Array.from({ length: today - first + 1 }, (_, index) => first + index)
}
