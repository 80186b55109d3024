import { type Amount, NOTHING } from '../accounts/account.ts'
import type { CustomerId, OrderId } from '../contract/ids.ts'
import type { Taken } from '../earning/taken.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'

export const ORDER_STATE = { initial: 0, pending: 1, complete: 2, cancelled: 3, ignored: 4 } as const
export type OrderState = (typeof ORDER_STATE)[keyof typeof ORDER_STATE]

export const ORDER_ORIGIN = { platform: 0, externalApi: 1, file: 2 } as const
export type OrderOrigin = (typeof ORDER_ORIGIN)[keyof typeof ORDER_ORIGIN]

export const PRODUCTS_MAX = 500
export const METADATAS_MAX = 50
export const PAYMENT_METHODS_MAX = 50
export const QUANTITY_MAX = 999

export interface OrderProduct {
  readonly originalId: string
  readonly title: string | null
  readonly url: string | null
  readonly imageUrl: string | null
  readonly isActive: boolean
  readonly price: Decimal | null
  readonly brandId: string | null
  readonly brandName: string | null
  /** How many items the line is; missing: one. */
  readonly quantity?: number
  /** The shop says that it should earn nothing, which counts where a rule leaves such lines out. */
  readonly isMarked?: true
}

export interface Reference {
  readonly originalId: string | null
  readonly name: string | null
}

export interface Metadata {
  readonly name: string
  readonly value: string | null
}

/** A coupon that an order has used, by its key, and the redemption that issued it, if one did. */
export interface LinkedCoupon {
  readonly couponKey: string
  readonly redemptionKey: string | null
}

/** What was given back of one line. Of several lines of a product, the first entry is that of the first line. */
export interface ReturnedLine {
  readonly productId: string
  readonly value: Decimal
}

/** What is kept of an order beside its columns. */
export interface OrderDetails {
  readonly status: string | null
  readonly products: readonly OrderProduct[]
  readonly coupon: string | null
  readonly externalCoupon: string | null
  readonly metadatas: readonly Metadata[]
  readonly paymentMethod: Reference | null
  readonly branch: Reference | null
  readonly salesPerson: Reference | null
  /** What of the total is shipping, for shops that include it; null: they did not say. */
  readonly shipping: Decimal | null
  readonly linkedCoupons: readonly LinkedCoupon[]
  /** Of products of which something was returned. */
  readonly returnedLines: readonly ReturnedLine[]
  /** It was the first order of a customer who had been referred, and counted for that. */
  readonly isReferred?: true
  /** Of an order that is complete and earned nothing. */
  readonly nothingBecause: NothingBecause | null
}

export type NothingBecause =
  | 'no-purchase-rule'
  | 'below-minimum'
  | 'excluded'
  | 'capped'
  | 'less-than-a-point'
  | 'not-enrolled'
  // It was complete elsewhere, before it was imported.
  | 'imported'

export interface Order {
  readonly id: OrderId
  readonly originalId: string
  readonly customerId: CustomerId
  readonly state: OrderState
  readonly origin: OrderOrigin
  /** As it was sent, whatever was returned since. */
  readonly total: Decimal
  /** What was given back of the total. */
  readonly returned: Decimal
  readonly placedAt: Instant
  readonly completedAt: Instant | null
  readonly cancelledAt: Instant | null
  readonly updatedAt: Instant
  /** How it earned; null: it has not. */
  readonly earned: EarnedWith | null
  readonly details: OrderDetails
}

/** What an order's points depended on beside its own content, for computing a difference later. */
export interface EarnedWith {
  readonly programVersion: number
  readonly tierId: number | null
  /** Of the benefits of that tier, which a merchant may change; null: they multiplied nothing. */
  readonly tierMultiplier: Decimal | null
  readonly isFirstPurchase: boolean
  /** The how-manieth of the customer's orders it was; null: no rule asked. */
  readonly number: number | null
  /** By whose clock its days and hours went; null: no rule asked. */
  readonly timeZone: string | null
  /** From when its days count, where the date of completion lay ahead of us; null: from that date. */
  readonly countsFrom: Instant | null
  /**
   * Where its lines stood in the catalogue, as far as rules asked for it: those in a brand or category that a rule
   * names. null: no rule asked.
   */
  readonly places: readonly LinePlace[] | null
  /** What should have been taken back, was spent and was let go: it is never asked for again. */
  readonly writtenOff: Amount
  /** What it grew by while its customer was not enrolled: it never earns that. */
  readonly missedPoints: Decimal
  /** What it has taken of limits and caps. */
  readonly taken: readonly Taken[]
  /** What of it does not count for tiers; null: nothing is left out. */
  readonly leftOutOfTiers: Decimal | null
  /** Its date of completion was corrected after it had earned: a lot that was in use then keeps its older dates. */
  readonly isRedated?: true
}

export const NOTHING_TAKEN: readonly Taken[] = []

/** No program has it: an order that was imported without earning never earns. */
const NO_VERSION = 0

/** How an order that was complete elsewhere counts here: as a purchase without points. */
export const EARNED_ELSEWHERE: EarnedWith = {
  programVersion: NO_VERSION,
  ...{ tierId: null, tierMultiplier: null, isFirstPurchase: false, number: null, timeZone: null },
  ...{ countsFrom: null, places: null, writtenOff: NOTHING, missedPoints: ZERO },
  ...{ taken: NOTHING_TAKEN, leftOutOfTiers: null },
}

/** Whether it was imported without earning. */
export function hasEarnedElsewhere({ origin, earned }: Pick<Order, 'origin' | 'earned'>): boolean {
  return origin === ORDER_ORIGIN.file && earned?.programVersion === NO_VERSION
}

export interface LinePlace {
  readonly productId: string
  readonly brandId: string | null
  readonly categoryIds: readonly string[]
}

/** What of an order counts for tiers; null: nothing, because of what is left out. */
export function countedForTiers(order: Pick<Order, 'total' | 'returned' | 'earned'>): Decimal | null {
  const left = remainingTotal(order)
  const leftOut = order.earned?.leftOutOfTiers ?? null
  if (leftOut === null) return left
  return leftOut < left ? left - leftOut : null
}

/** Whether it counts as one of the customer's purchases: not one of which nothing counts. */
export function isPurchase({ state, details }: Pick<Order, 'state' | 'details'>): boolean {
  return state === ORDER_STATE.complete && details.nothingBecause !== 'excluded'
}

/** What is left of an order: rules look at this. */
export function remainingTotal({ total, returned }: Pick<Order, 'total' | 'returned'>): Decimal {
  return returned === ZERO ? total : total - returned
}
