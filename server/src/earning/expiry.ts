import { dayOfYear, lastOfMonth } from '../platform/calendar.ts'
import { type LocalDate, localDate, startOfDay } from '../platform/zone.ts'
import type { GoodUntil } from './validity.ts'

/** When points become available: at once, or at the start of a day of the tenant's calendar. */
export function opensAt(earnedAt: number, waitingDays: number, timeZone: string): number {
  return waitingDays === 0 ? earnedAt : startOfDay(localDate(earnedAt, timeZone) + waitingDays, timeZone)
}

/**
 * The instant from which points are expired, or null for never: they are good for the whole of the last day
 * in the tenant's zone, so it is the start of the day after, whatever the clocks do in between.
 */
export function expiresAt(availableAt: number, validityDays: number | null, timeZone: string): number | null {
  if (validityDays === null) return null
  return startOfDay(localDate(availableAt, timeZone) + validityDays + 1, timeZone)
}

/**
 * The same for points that are good until the end of a month or a day of the year. It counts from the day on which they
 * were earned; where that would be over before they can be used, the next such day is meant.
 */
export function endOfGoodUntil(
  goodUntil: GoodUntil,
  { earnedAt, availableAt }: { readonly earnedAt: number; readonly availableAt: number },
  timeZone: string,
): number {
  const last = lastGoodDay(goodUntil, localDate(earnedAt, timeZone), localDate(availableAt, timeZone))
  return startOfDay(last + 1, timeZone)
}

function lastGoodDay(goodUntil: GoodUntil, earned: LocalDate, opened: LocalDate): LocalDate {
  if ('monthEnd' in goodUntil) {
    return Math.max(lastOfMonth(earned, goodUntil.monthEnd), lastOfMonth(opened, 0))
  }
  const { yearDay, years } = goodUntil
  const wanted = dayOfYear(yearDay, earned, years)
  if (wanted >= opened) return wanted
  const ofThatYear = dayOfYear(yearDay, opened, 0)
  return ofThatYear >= opened ? ofThatYear : dayOfYear(yearDay, opened, 1)
}
