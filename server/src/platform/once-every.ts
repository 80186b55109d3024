import type { Clock, Instant } from './clock.ts'

/** Asks at most once in so many milliseconds: other callers in that time get the same answer, or the same failure. */
export function onceEvery<T>(everyMs: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let askedAt: Instant = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | null = null
  return () => {
    if (!answer || clock() - askedAt >= everyMs) {
      askedAt = clock()
      answer = ask()
    }
    return answer
  }
}
