/** A look at every customer, because what a tier asks for has changed. It may be cut off, and goes on where it was. */
export interface Look {
  /** Of the tiers. */
  readonly version: number
  readonly timeZone: string
  /** Whether the progress of everybody is counted again from orders and records. */
  readonly countsAgain: boolean
  /** The last customer that has been looked at; null: all have. */
  readonly afterId: number | null
}

/** The look that is due: null where everybody has been looked at since the tiers last changed. */
export function dueLook(last: Look | null, version: number, timeZone: string): Look | null {
  const isSameDays = last?.timeZone === timeZone
  if (last && isSameDays && last.version === version) return last.afterId === null ? null : last
  // One that was counting and has not come to its end begins again.
  const countsAgain = !last || !isSameDays || (last.countsAgain && last.afterId !== null)
  return { version, timeZone, countsAgain, afterId: 0 }
}
