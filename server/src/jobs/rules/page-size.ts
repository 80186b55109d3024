/** Of one statement, and so of one page. */
export const ROWS_MAX = 1_000
/** No transaction should be open for longer: readers of the event log wait for the oldest one. */
const TOO_LONG_MS = 200
const AIM_MS = 100

/**
 * A page that runs commands holds no transaction while it does. It is this long at most, so that it can be paused and
 * makes way for others soon.
 */
export const TILL_PAGE_MS = 500

/** How many rows a turn begins with. A page that failed may have been too large. */
export function firstRows(failures: number): number {
  return Math.max(1, Math.floor(ROWS_MAX / 2 ** Math.min(failures, 10)))
}

/** How many rows the next page should have, after one that took so long. */
export function nextRows(rows: number, tookMs: number): number {
  if (tookMs > TOO_LONG_MS) return Math.max(1, Math.floor(rows / 2))
  return tookMs < AIM_MS / 2 ? Math.min(ROWS_MAX, rows * 2) : rows
}
