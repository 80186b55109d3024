import type { StoredChanges } from './rules/changes.ts'
import type { StoredTotals } from './rules/totals.ts'

/** Which program is tried out. */
export type CandidateOf = 'draft' | 'file' | { readonly version: number }

/** As the job keeps it: small, and no person is named. */
export interface BacktestInput {
  readonly of: CandidateOf
  /** Days of the merchant, both included. */
  readonly from: string
  readonly to: string
}

/** What the check of the range found: whether orders earned what their own program gives. */
export interface CheckSum {
  readonly orders: number
  readonly differences: number
  readonly incomparable: number
  /** The first that differ, by their ids in the merchant's store. */
  readonly first: readonly string[]
}

export const NOTHING_CHECKED: CheckSum = { orders: 0, differences: 0, incomparable: 0, first: [] }

/** How many orders that differ are named. */
export const NAMED_MAX = 20

/** What a backtest comes to, as it is stored: decimals are text, customers are numbers. */
export interface BacktestResult {
  readonly totals: StoredTotals
  readonly customers: StoredChanges
  readonly check: CheckSum
  /** The versions of the program by which the orders have earned. */
  readonly versions: readonly number[]
}
