import type { SentCustomer } from '../customers/sent-customer.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { Metadata, OrderProduct, Reference } from './order.ts'

/** What was said of an order, each member sound in itself. null: nothing, so what is stored stays. */
export interface SentOrder {
  readonly originalId: string
  readonly customer: SentCustomer
  readonly total: Decimal | null
  readonly placedAt: Instant | null
  readonly isCompleted: boolean | null
  readonly completedAt: Instant | null
  readonly isCancelled: boolean | null
  readonly cancelledAt: Instant | null
  readonly updatedAt: Instant | null
  readonly details: SentDetails
}

export interface SentDetails {
  readonly status: string | null
  readonly products: readonly OrderProduct[] | null
  /** '': there is none. */
  readonly coupon: string | null
  readonly externalCoupon: string | null
  readonly metadatas: readonly Metadata[] | null
  readonly paymentMethod: Reference | 'none' | null
  readonly branch: Reference | null
  readonly salesPerson: Reference | null
  readonly shipping: Decimal | null
}
