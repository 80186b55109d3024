/** What rules look at of an order, and what they may ask of it. */
import type { Units } from './arithmetic.ts'
import type { Weekday } from './calendar.ts'

/** Where a product stands. */
export interface Place {
  readonly brand: string | null
  /** Its own and all above it. */
  readonly categories: readonly string[]
}

export interface EarningLine extends Place {
  readonly product: string
  /** What is left of it. */
  readonly price: Units | null
  readonly sentPrice: Units | null
  readonly returned: Units
  readonly isMarked: boolean
  /** How many items it is. */
  readonly quantity: number
}

/** All of it must be true of an order when it was placed. */
export interface When {
  readonly from?: number
  /** The first moment after it. */
  readonly until?: number
  readonly days?: readonly Weekday[]
  /** Before midnight, or over it: then they are those of the day on which they began. */
  readonly hours?: { readonly from: string; readonly until: string }
  readonly minimumOrder?: Units
  readonly firstOrders?: number
}

/** All that the points of an order depend on. */
export interface Facts {
  /** What is left of it. */
  readonly total: Units
  /** As it was sent. */
  readonly sent: Units
  readonly shipping: Units | null
  readonly placedAt: number
  readonly lines: readonly EarningLine[]
  readonly paymentMethod: string | null
  readonly branch: string | null
  /** The tier that its customer was in, and what its benefits multiplied by. */
  readonly tier: { readonly name: string; readonly multiplier: Units | null } | null
  readonly isFirstPurchase: boolean
  /** The how-manieth of the customer's orders it was; null: the customer was erased before, so nobody knows. */
  readonly number: number | null
  readonly timeZone: string
}
