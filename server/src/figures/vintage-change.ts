import type { Amount } from '../accounts/account.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { OUTCOME, Source } from './rules/delta.ts'
import type { Month } from './rules/zones.ts'

/** What became of the points of a month in one month. */
export interface VintageChange {
  /** In which it happened. */
  readonly during: Month
  /** In which the points were issued. */
  readonly issued: Month
  readonly source: Source
  readonly outcome: (typeof OUTCOME)[keyof typeof OUTCOME]
  readonly amount: Amount
}

/** The money of sales that earned points, by month. */
export interface SalesOfMonth {
  readonly month: Month
  readonly sales: Decimal
}
