import type { Amount } from '../accounts/account.ts'
import type { RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { OrderState, ReturnedLine } from './order.ts'

/** What was said of a return of a part of an order, sound in itself. */
export interface SentReturn {
  /** The merchant's name for it: unique for the order. */
  readonly cancelKey: string
  /** Above zero. */
  readonly value: Decimal
  /** They add up to the value. null: of no lines in particular. */
  readonly lines: readonly ReturnedLine[] | null
  /** Whether redeemed cashback goes back with it. null: as the merchant's settings say. */
  readonly refundsRedeem: boolean | null
}

/** A return as it was made. */
export interface OrderReturn {
  readonly sent: SentReturn
  /** Of what was taken back; null: nothing was. */
  readonly recordId: RecordId | null
  readonly taken: Amount
  /** What should have been taken back, was spent and was written off. */
  readonly writtenOff: Amount
  readonly refunds: readonly RedeemRefund[]
  /** Of the order, after it. */
  readonly remaining: Decimal
  readonly state: OrderState
  readonly at: Instant
}

/** What went back of a redemption whose coupon the order had used. */
export interface RedeemRefund {
  readonly redemptionKey: string
  readonly recordId: RecordId
  readonly amount: Amount
}
