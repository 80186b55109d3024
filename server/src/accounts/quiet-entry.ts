/**
 * What happens without an event, so that readers of the log would miss it: one row of `quiet_entry` each, written by the
 * till with everything else, and deleted when it is added to the figures. An order that earns at once has none.
 */
export const QUIET_KIND = {
  /** A credit that is pending: with its amount, and when it expires. */
  pendingCredit: 0,
  /** A pending lot has other dates now: with all that it has, and when it expires and would have expired. */
  pendingMove: 1,
  /** Something of pending lots was taken back or ended: with the amount, which is below zero. */
  takenWhilePending: 2,
  /** An order that changed without any record, or that was placed on another day than was known: with the days. */
  order: 3,
} as const

/** By the entry of an account that has no event. */
export const QUIET_KIND_OF = {
  credit: QUIET_KIND.pendingCredit,
  move: QUIET_KIND.pendingMove,
  debit: QUIET_KIND.takenWhilePending,
} as const
