import type { Instant } from '../../platform/clock.ts'
import { type LocalDate, startOfDay } from '../../platform/zone.ts'
import type { Period } from './period.ts'
import type { ZoneSpan } from './zones.ts'

/** A part of a day, from a moment on and until before another one. */
export interface DayRange {
  readonly from: Instant
  readonly to: Instant
}

/**
 * When a day of a merchant was. Where the zone changed it may have been twice, longer or shorter: each moment belongs to
 * one day.
 */
export function rangesOfDay(day: LocalDate, spans: readonly ZoneSpan[]): DayRange[] {
  return rangesOfPeriod({ from: day, to: day }, spans)
}

/** The same of all days of a period together: one range for each zone that was in force in it. */
export function rangesOfPeriod(period: Period, spans: readonly ZoneSpan[]): DayRange[] {
  return rangesIn(spans, period.from, (timeZone) => startOfDay(period.to + 1, timeZone))
}

/** When a day and all days behind it are: the last range has no end. */
export function rangesSince(day: LocalDate, spans: readonly ZoneSpan[]): DayRange[] {
  return rangesIn(spans, day, () => Number.POSITIVE_INFINITY)
}

function rangesIn(
  spans: readonly ZoneSpan[],
  first: LocalDate,
  endIn: (timeZone: string) => Instant,
): DayRange[] {
  return spans.flatMap(({ since, timeZone }, index) => {
    const from = Math.max(startOfDay(first, timeZone), index === 0 ? Number.NEGATIVE_INFINITY : since)
    const to = Math.min(endIn(timeZone), spans[index + 1]?.since ?? Number.POSITIVE_INFINITY)
    return from < to ? [{ from, to }] : []
  })
}
