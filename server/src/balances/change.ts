import type { Amount, Unit } from '../accounts/account.ts'
import type { CustomerId, RecordId } from '../contract/ids.ts'
import type { Decimal } from '../platform/decimal.ts'

/** A change of a customer's balance by hand, sound in itself. */
export interface SentChange {
  readonly kind: 'add' | 'remove'
  readonly unit: Unit
  /** Of the unit; above zero. */
  readonly quantity: Decimal
  readonly reason: string
  readonly changeKey: string
}

/** A change as the merchant's backend made it. */
export interface BalanceChange {
  readonly customerId: CustomerId
  readonly unit: Unit
  readonly recordId: RecordId
  readonly reason: string
  /** What its record holds. */
  readonly recorded: Amount
}
