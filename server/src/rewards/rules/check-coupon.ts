import type { Customer } from '../../accounts/customer.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import { COUPON_TYPE, type Coupon, hasBegun, isOver } from '../../coupons/coupon.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, minimum, ONE, proportion, roundTo, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Reward } from '../reward.ts'
import { leftToPay, type Purchase, type PurchaseObstacle, whyNotForPurchase } from './purchase.ts'

/** Why a coupon is not used at a till, or its use not undone. */
export const COUPON_USE_REASONS = [
  'coupon-unknown',
  'customer-mismatch',
  'coupon-used',
  'coupon-inactive',
  'purchase-unfit',
  'outside-dates',
] as const
export type CouponUseReason = (typeof COUPON_USE_REASONS)[number]

export type CouponObstacle = 'used' | 'inactive' | 'outsideDates' | PurchaseObstacle

/** A coupon, and the reward that was redeemed for it; the merchant's own coupons have none. */
export interface CouponOfReward {
  readonly coupon: Coupon
  readonly reward: Reward | null
}

/** How a coupon stands for a purchase. */
export interface CouponCheck extends CouponOfReward {
  readonly customer: Customer
  /** null: it can be used. */
  readonly obstacle: CouponObstacle | null
  /** What it takes off; null: nothing is known of the purchase. */
  readonly discount: Decimal | null
}

/** Of what a code may mean, in the order in which it is tried, that of the customer. */
export function ownCoupon(
  named: readonly Coupon[],
  customer: Pick<Customer, 'id'> | null,
  code: string,
): Coupon | Refusal<CouponUseReason> {
  const own = named.find(({ customerId }) => customerId === customer?.id)
  if (own) return own
  return named.length > 0
    ? refusal('customer-mismatch', 'CustomerId: this coupon belongs to another customer.', 'CustomerId')
    : refusal('coupon-unknown', `code: there is no coupon with the code ${code}.`, 'code')
}

export interface At {
  readonly tenant: Tenant
  readonly now: Instant
}

/** Dates count by the day, as for an order of now. */
export function whyUnusable(
  { coupon, reward }: CouponOfReward,
  purchase: Purchase | null,
  { tenant, now }: At,
): CouponObstacle | null {
  if (coupon.inactivatedAt !== null) return 'inactive'
  if (coupon.isUsed) return 'used'
  const { timeZone } = tenant
  if (!hasBegun(coupon, now, timeZone) || isOver(coupon, now, timeZone)) return 'outsideDates'
  return reward && purchase && whyNotForPurchase(reward, purchase)
}

const HUNDRED: Decimal = 100n * ONE

/** What a coupon takes off a purchase: never more than is left to pay. Shipping is no part of it. */
export function discountOf({ type, value }: Coupon, purchase: Purchase): Decimal {
  const left = leftToPay(purchase)
  if (type === COUPON_TYPE.fixedValue) return minimum(value, left)
  return type === COUPON_TYPE.percent ? minimum(roundTo(proportion(left, value, HUNDRED), 2), left) : ZERO
}
