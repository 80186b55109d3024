import { setTimeout as sleep } from 'node:timers/promises'

/** The same, unless it takes longer: then it rejects as a connection does that timed out. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw Object.assign(new Error(`no answer within ${ms / 1_000} s`), { code: 'ETIMEDOUT' })
  })
  // It loses the race mostly, and then its result is not awaited.
  for (const one of [late, work]) one.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}
