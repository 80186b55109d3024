import type { Amount, Origin } from '../accounts/account.ts'
import type { CustomerId, OrderId, RecordId } from '../contract/ids.ts'
import type { AdjustmentReason } from '../earning/explanation.ts'
import type { Exceeds } from '../people/approval.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { SentChange } from './change.ts'

/** What one of the merchant's people gives a customer, or takes, sound in itself. */
export interface Adjustment extends Pick<SentChange, 'kind' | 'unit' | 'quantity'> {
  readonly reason: AdjustmentReason
  readonly note: string | null
  /** The order that it is about, by its id in the merchant's store. */
  readonly orderKey: string | null
  /** Of what is given; null: for ever. */
  readonly validityDays: number | null
}

/** More lots than these are not listed. */
export const USES_MAX = 100

/** An adjustment as it was made. */
export interface MadeAdjustment {
  readonly customerId: CustomerId
  readonly unit: SentChange['unit']
  readonly recordId: RecordId
  readonly reason: string
  readonly note: string | null
  readonly requestHash: Buffer
  /** Who made it, as `person:7`. */
  readonly madeBy: string
  readonly approvedBy: string | null
  readonly orderId: OrderId | null
  /** What its record holds. */
  readonly recorded: Amount
  readonly expiresAt: Instant | null
  /** The first of the lots that it has used. */
  readonly used: readonly (Origin & { readonly expiresAt: Instant | null })[]
}

/** What a person has adjusted without approval, and may. */
export interface AdjustmentLimits {
  /** Of one customer within 24 hours, in points; null: as much as they like. */
  readonly above: Decimal | null
  /** Of all customers. */
  readonly perDay: Decimal | null
}

export interface AdjustedSoFar {
  readonly ofCustomer: Decimal
  readonly inAll: Decimal
}

/** How much an adjustment is, for the limits: in points, and where it has none, in money. */
export function sizeOf({ points, cashback }: Amount): Decimal {
  const size = points === 0n ? cashback : points
  return size < 0n ? -size : size
}

/** Which limit it would exceed; null: none. */
export function exceededBy(
  size: Decimal,
  { above, perDay }: AdjustmentLimits,
  { ofCustomer, inAll }: AdjustedSoFar,
): Exceeds | null {
  if (above !== null && size > above) return 'change'
  // Splitting does not help.
  if (above !== null && ofCustomer + size > above) return 'customer'
  return perDay !== null && inAll + size > perDay ? 'day' : null
}
