import { localDate, startOfDay } from '../platform/zone.ts'

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
