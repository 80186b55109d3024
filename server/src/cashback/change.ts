import type { Decimal } from '../platform/decimal.ts'

/** A change of a customer's cashback, sound in itself. */
export interface SentChange {
  readonly kind: 'add' | 'remove'
  /** Above zero. */
  readonly value: Decimal
  readonly reason: string
  readonly changeKey: string
}
