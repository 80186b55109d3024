/**
 * For many things of which some may fail: the others are done all the same, and what failed is told at the end. It
 * keeps the first failure only, because there may be as many as there are customers.
 */
export interface Settling {
  /** Waits for all of them and returns what those came to that did not fail. */
  settle<T>(promises: readonly Promise<T>[]): Promise<T[]>
  /** Throws if anything has failed. */
  throwIfAny(what: string): void
}

export function settleAll(): Settling {
  let count = 0
  let first: unknown
  return {
    async settle(promises) {
      const outcomes = await Promise.allSettled(promises)
      return outcomes.flatMap((outcome) => {
        if (outcome.status === 'fulfilled') return [outcome.value]
        if (count === 0) first = outcome.reason
        count += 1
        return []
      })
    },
    throwIfAny(what) {
      if (count > 0) throw new Error(`${count} ${what}`, { cause: first })
    },
  }
}
