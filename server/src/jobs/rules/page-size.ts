/** Of one statement, and so of one page. */
export const ROWS_MAX = 1_000
/** No transaction should be open for longer: readers of the event log wait for the oldest one. */
const TOO_LONG_MS = 200
const AIM_MS = 100
/** A page that runs commands holds no transaction meanwhile. It is short enough to be paused and to make way soon. */
const OF_COMMANDS = { tooLongMs: 1_000, aimMs: 500 }
const FIRST_COMMANDS = 200

/** How many rows a turn begins with. A page that failed may have been too large. */
export function firstRows(failures: number): number {
  return fewerAfter(failures, ROWS_MAX)
}

/** The same of pages that run a command for each row. */
export function firstCommands(failures: number): number {
  return fewerAfter(failures, FIRST_COMMANDS)
}

function fewerAfter(failures: number, rows: number): number {
  return Math.max(1, Math.floor(rows / 2 ** Math.min(failures, 10)))
}

/** How many rows the next page should have, after one that took so long. */
export function nextRows(rows: number, tookMs: number): number {
  return adapted(rows, tookMs, { tooLongMs: TOO_LONG_MS, aimMs: AIM_MS })
}

export function nextCommands(rows: number, tookMs: number): number {
  return adapted(rows, tookMs, OF_COMMANDS)
}

function adapted(rows: number, tookMs: number, { tooLongMs, aimMs }: typeof OF_COMMANDS): number {
  if (tookMs > tooLongMs) return Math.max(1, Math.floor(rows / 2))
  return tookMs < aimMs / 2 ? Math.min(ROWS_MAX, rows * 2) : rows
}
