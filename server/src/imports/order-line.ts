/** A line of a file of orders: its values, and what it asks for. */
import type { Amount } from '../accounts/account.ts'
import type { SentOrder } from '../orders/sent-order.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { ImportedMoment } from './line.ts'

/** What one line says of a product. */
export interface ProductValues {
  readonly productId?: string
  readonly productName?: string
  readonly productPrice?: Decimal
  readonly quantity?: number
  readonly brandId?: string
  readonly brandName?: string
}

/** The typed values of one order, of all of its lines. A member that is blank or unmapped is absent. */
export interface OrderValues {
  readonly orderId?: string
  readonly originalId?: string
  readonly email?: string
  readonly document?: string
  readonly publicId?: string
  readonly name?: string
  readonly firstName?: string
  readonly lastName?: string
  readonly phone?: string
  readonly placedAt?: ImportedMoment
  readonly completedAt?: ImportedMoment
  readonly cancelledAt?: ImportedMoment
  readonly isCompleted?: boolean
  readonly isCancelled?: boolean
  /** As our own export has it. */
  readonly state?: string
  /** As the shop calls it. */
  readonly status?: string
  readonly total?: Decimal
  readonly returned?: Decimal
  readonly shipping?: Decimal
  readonly coupon?: string
  readonly paymentMethod?: string
  readonly branch?: string
  readonly salesPerson?: string
  readonly earnedPoints?: Decimal
  readonly earnedCashback?: Decimal
  /** One for each line that names a product. */
  readonly products?: readonly ProductValues[]
}

export interface OrderLine {
  readonly line: number
  readonly key: Buffer
  /** Its customer by the id that we have given; null: `sent` names the customer. */
  readonly publicId: string | null
  readonly sent: SentOrder
  /** It was complete while its customer was not enrolled: it never earns. */
  readonly isIgnored: boolean
  /** What was given for it elsewhere; null: nothing that is known. */
  readonly elsewhere: Amount | null
}
