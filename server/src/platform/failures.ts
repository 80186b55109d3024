/**
 * For many things of which some may fail: the others are done all the same, and what failed is told at the end. It
 * keeps the first failure only, because there may be as many as there are customers.
 */
export interface Failures {
  /** Waits for all of them and returns what those came to that did not fail. */
  apartFrom<T>(promises: readonly Promise<T>[]): Promise<T[]>
  /** Throws if anything has failed. */
  raise(what: string): void
}

export function countFailures(): Failures {
  let count = 0
  let first: unknown
  return {
    async apartFrom(promises) {
      const outcomes = await Promise.allSettled(promises)
      return outcomes.flatMap((outcome) => {
        if (outcome.status === 'fulfilled') return [outcome.value]
        if (count === 0) first = outcome.reason
        count += 1
        return []
      })
    },
    raise(what) {
      if (count > 0) throw new Error(`${count} ${what}`, { cause: first })
    },
  }
}
