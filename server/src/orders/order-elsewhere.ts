import type { Amount } from '../accounts/account.ts'

/** What an imported order had earned in another system, and what of it was taken back here. */
export interface OrderElsewhere {
  readonly given: Amount
  /** Also what could not be taken any more, and was let go. */
  readonly taken: Amount
  /** The order is undone with its import, and this with it. */
  readonly isGone?: true
}
