import type { Instant } from '../../platform/clock.ts'
import { type LocalDate, localDate, localDateToText } from '../../platform/zone.ts'

/** A merchant's time zone from a moment on. Days that were counted keep the zone that was in force. */
export interface ZoneSpan {
  readonly since: Instant
  readonly timeZone: string
}

/** A calendar month as a number that people can read: 202610. */
export type Month = number

/** The day on which something counts, in the zone in force at that moment. */
export function dayOf(at: Instant, spans: readonly ZoneSpan[]): LocalDate {
  return localDate(at, zoneAt(at, spans))
}

export function monthOf(day: LocalDate): Month {
  const text = localDateToText(day)
  return Number(text.slice(0, 4)) * 100 + Number(text.slice(5, 7))
}

/** The day of `at`, in the zone in force at `inForceAt`: a change of the zone moves no lot to another day. */
export function dayAsOf(at: Instant, inForceAt: Instant, spans: readonly ZoneSpan[]): LocalDate {
  return localDate(at, zoneAt(inForceAt, spans))
}

/** Its month. */
export function monthAsOf(at: Instant, inForceAt: Instant, spans: readonly ZoneSpan[]): Month {
  return monthOf(dayAsOf(at, inForceAt, spans))
}

/** The spans are in the order of time. What lies before the first is in the first. */
function zoneAt(at: Instant, spans: readonly ZoneSpan[]): string {
  const span = spans.findLast(({ since }) => since <= at) ?? spans[0]
  if (!span) throw new Error('the merchant has no time zone')
  return span.timeZone
}
