const FIRST_DELAY_MS = 500
const DELAY_MAX_MS = 30_000
/** A process that has lived for so long was well: its end is the first of a new series. */
const WELL_AFTER_MS = 60_000

export interface Restart {
  /** Ends in a row of processes that did not live long. */
  readonly failures: number
  readonly delayMs: number
}

/** When to start a process again that ended by itself: each time twice as late, while they end soon. */
export function restartAfter(failuresBefore: number, livedMs: number): Restart {
  const failures = livedMs >= WELL_AFTER_MS ? 1 : failuresBefore + 1
  return { failures, delayMs: Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (failures - 1)) }
}
