import type { Instant } from '../../platform/clock.ts'
import { type LocalDate, localDate } from '../../platform/zone.ts'

const DAY_MS = 86_400_000

/** A day of any year: 1224 is Christmas Eve. */
export type DayOfYear = number

const LEAP_DAY: DayOfYear = 229
const DAY_BEFORE_LEAP_DAY: DayOfYear = 228

/** 1 January 1900: an earlier date is the default of some form. */
const EARLIEST: LocalDate = Date.UTC(1900, 0, 1) / DAY_MS

/**
 * The date that was meant by a birthday. Many shops send a date as midnight in UTC, which west of Greenwich is
 * the evening before: a birthday at that very moment is the date it says.
 */
function dateMeant(birthday: Instant, timeZone: string): LocalDate {
  return birthday % DAY_MS === 0 ? birthday / DAY_MS : localDate(birthday, timeZone)
}

/** The day that was meant by a stored birthday. */
export function birthdayOf(birthday: Instant, timeZone: string): DayOfYear {
  return dayOfYear(dateMeant(birthday, timeZone))
}

/** Whether a customer of today may have been born then. */
export function isBirthday(birthday: Instant, timeZone: string, now: Instant): boolean {
  const date = dateMeant(birthday, timeZone)
  return date >= EARLIEST && date <= localDate(now, timeZone)
}

/** Whether two moments mean the same day of birth. */
export function isSameBirthday(a: Instant, b: Instant, timeZone: string): boolean {
  return dateMeant(a, timeZone) === dateMeant(b, timeZone)
}

/** The birthdays that are kept on a date: on 28 February those of 29 February too, in years without one. */
export function birthdaysOn(date: LocalDate): DayOfYear[] {
  const day = dayOfYear(date)
  const isLeapDayToday = day === DAY_BEFORE_LEAP_DAY && dayOfYear(date + 1) !== LEAP_DAY
  return isLeapDayToday ? [day, LEAP_DAY] : [day]
}

/** The days in UTC on which birthdays kept on these dates may be stored: those, and a day to either side. */
export function daysInUtc(dates: readonly LocalDate[]): Set<DayOfYear> {
  return new Set(dates.flatMap((date) => [dayOfYear(date - 1), ...birthdaysOn(date), dayOfYear(date + 1)]))
}

export function yearOf(date: LocalDate): number {
  return new Date(date * DAY_MS).getUTCFullYear()
}

/**
 * The year of the last birthday up to a day: that of this year, or of the year before. It may be rewarded by a run that
 * makes up for missed days.
 */
export function yearOfLastBirthday(birthday: Instant, today: LocalDate, timeZone: string): number {
  const year = yearOf(today)
  const isOver =
    birthdayOf(birthday, timeZone) <= dayOfYear(today) ||
    birthdaysOn(today).includes(birthdayOf(birthday, timeZone))
  return isOver ? year : year - 1
}

function dayOfYear(date: LocalDate): DayOfYear {
  const day = new Date(date * DAY_MS)
  return (day.getUTCMonth() + 1) * 100 + day.getUTCDate()
}
