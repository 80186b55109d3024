/** What is longer ends a timer at once. */
export const TIMER_MAX_MS = 2 ** 31 - 1
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

const REFUSED = ['ECONNREFUSED', 'ConnectionRefused', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** Whether nothing can have been sent, as while a server restarts. Each runtime says it in another place. */
export function isRefusedConnection(cause: unknown): boolean {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    const { code, message, errors } = error as Error & { code?: unknown; errors?: unknown }
    if (REFUSED.includes(String(code)) || /connection refused/i.test(message)) return true
    // One for each address of a name.
    if (Array.isArray(errors) && errors.length > 0) return errors.every((one) => isRefusedConnection(one))
  }
  return false
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', give)
        resolve()
      },
      Math.min(ms, TIMER_MAX_MS),
    )
    signal?.addEventListener('abort', give, { once: true })
  })
}
