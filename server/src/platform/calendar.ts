import type { LocalDate } from './zone.ts'

/* Months and years of calendar days, which know no zone. */

const DAY_MS = 86_400_000

/** The same date so many months later, or earlier; where a month has no such date, its last. */
export function monthsLater(date: LocalDate, months: number): LocalDate {
  const { year, month, day } = partsOf(date)
  const last = lastOfMonth(date, months)
  return Math.min(dateOf(year, month + months, day), last)
}

/** The last day of the month that comes so many months later. */
export function lastOfMonth(date: LocalDate, monthsLater: number): LocalDate {
  const { year, month } = partsOf(date)
  return dateOf(year, month + monthsLater + 1, 1) - 1
}

/** A day that every year has, such as 03-31, in the year of this date or so many years later. */
export function dayOfYear(monthAndDay: string, date: LocalDate, yearsLater: number): LocalDate {
  const [month = 1, day = 1] = monthAndDay.split('-').map(Number)
  return dateOf(partsOf(date).year + yearsLater, month - 1, day)
}

function partsOf(date: LocalDate): { year: number; month: number; day: number } {
  const parts = new Date(date * DAY_MS)
  return { year: parts.getUTCFullYear(), month: parts.getUTCMonth(), day: parts.getUTCDate() }
}

/** Months count from 0, and may lie outside of their year. */
function dateOf(year: number, month: number, day: number): LocalDate {
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month, day) / DAY_MS
}
