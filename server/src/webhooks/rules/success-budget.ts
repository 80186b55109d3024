import type { Instant } from '../../platform/clock.ts'

/** So many successes a second are kept in the long run, and a burst of a few minutes at once. */
const PER_SECOND = 10
const BURST = 5_000
/** Beyond that, one in so many. */
const SAMPLE = 100

/**
 * Which successes a worker keeps for people to look at: every one, unless there are so many that keeping them would
 * cost as much as sending them.
 */
export class SuccessBudget {
  #left = BURST
  #filledAt: Instant
  #leftOut = 0

  constructor(now: Instant) {
    this.#filledAt = now
  }

  /** Whether this success is kept. */
  take(now: Instant): boolean {
    const more = (Math.max(0, now - this.#filledAt) / 1_000) * PER_SECOND
    this.#left = Math.min(BURST, this.#left + more)
    this.#filledAt = now
    if (this.#left >= 1) {
      this.#left -= 1
      return true
    }
    this.#leftOut += 1
    return this.#leftOut % SAMPLE === 0
  }
}
