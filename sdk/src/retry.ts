const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 5_000
/** Answered in place of an operation, or by what stands before the server; all else is the same the next time. */
const PASSING = [408, 425, 429, 500, 502, 503, 504]

export function isPassing(status: number): boolean {
  return PASSING.includes(status)
}

/**
 * How long to wait after an attempt that failed: twice as long each time, and a random part of it, so that all who
 * failed together do not come back together. What the server asks for is never shortened.
 */
export function waitAfter(attempt: number, retryAfterMs: number | null, random: number): number {
  const most = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
  return (retryAfterMs ?? 0) + most * (0.5 + random / 2)
}

/** `Retry-After` in seconds or as a date; null: missing, or no such thing. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(at - now, 0)
}
