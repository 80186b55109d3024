/**
 * A review of all customers, because the goals of the tiers have changed. If it is interrupted, it goes on where it
 * was.
 */
export interface Review {
  /** Of the tiers. */
  readonly version: number
  readonly timeZone: string
  /** True if the progress of all customers is counted again from their orders and records. */
  readonly countsAgain: boolean
  /** The last customer that was reviewed; null: the review is complete. */
  readonly afterId: number | null
}

/** The review that is due; null: all customers have been reviewed since the tiers last changed. */
export function dueReview(last: Review | null, version: number, timeZone: string): Review | null {
  const isSameDays = last?.timeZone === timeZone
  if (last && isSameDays && last.version === version) return last.afterId === null ? null : last
  // A review that was counting again and is not complete begins again.
  const countsAgain = !last || !isSameDays || (last.countsAgain && last.afterId !== null)
  return { version, timeZone, countsAgain, afterId: 0 }
}
