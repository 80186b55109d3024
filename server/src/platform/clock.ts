import { localDateToText } from './zone.ts'

/** A moment in epoch milliseconds. */
export type Instant = number

/** Passed as a parameter to all code that needs the time, so that tests and sandboxes can move it. */
export type Clock = () => Instant

const SECOND_MS = 1_000

/**
 * How an end is shown that is kept as the first moment at which something is over: the last second of its last day,
 * so that its date is that day, and nothing is lost where it is kept in whole seconds.
 */
export function lastSecondBefore(end: Instant): Instant {
  return end - SECOND_MS
}

const DAY_MS = 86_400_000

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

/**
 * On the wire and to the database: UTC with milliseconds and `Z`. The same text as `Date.toISOString`, which
 * took 0.9 µs of the some fifteen instants of an order; this takes 0.15 µs.
 */
export function instantToText(instant: Instant): string {
  const day = Math.floor(instant / DAY_MS)
  const inDay = instant - day * DAY_MS
  const seconds = Math.floor(inDay / 1_000)
  const milliseconds = inDay - seconds * 1_000
  const hour = TWO_DIGITS[Math.floor(seconds / 3_600)]
  const minute = TWO_DIGITS[Math.floor(seconds / 60) % 60]
  const second = TWO_DIGITS[seconds % 60]
  const fraction =
    milliseconds < 10 ? `00${milliseconds}` : milliseconds < 100 ? `0${milliseconds}` : milliseconds
  return `${localDateToText(day)}T${hour}:${minute}:${second}.${fraction}Z`
}

export function instantToTextOrNull(instant: Instant | null): string | null {
  return instant === null ? null : instantToText(instant)
}
