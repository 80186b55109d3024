import type { Customer } from '../../accounts/customer.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import { type Coupon, UNUSED } from '../../coupons/coupon.ts'
import {
  type At,
  type CouponCheck,
  type CouponObstacle,
  type CouponOfReward,
  type CouponUseReason,
  discountOf,
  whyUnusable,
} from './check-coupon.ts'
import type { Purchase } from './purchase.ts'

export interface UseOfCoupon {
  readonly customer: Customer
  readonly purchase: Purchase
  /** The sale, by its id in the merchant's store. */
  readonly orderKey: string
}

/** Marks a coupon as used for a sale whose order was not sent yet, once. No points move: it was paid before. */
export function decideUse(
  known: CouponOfReward,
  { customer, purchase, orderKey }: UseOfCoupon,
  at: At,
): CouponCheck | Refusal<CouponUseReason> {
  const { coupon } = known
  const discount = discountOf(coupon, purchase)
  // The same again is answered as the first time, also when its dates are over by now.
  const isAgain = coupon.inactivatedAt === null && coupon.usedFor === orderKey
  if (isAgain) return { ...known, customer, obstacle: null, discount }
  const obstacle = whyUnusable(known, purchase, at)
  if (obstacle !== null) return refusalOf(obstacle, coupon)
  const used = { ...coupon, isUsed: true, usedFor: orderKey, usedAt: at.now }
  return { ...known, coupon: used, customer, obstacle: null, discount }
}

/** Frees a coupon again that was used for a sale, as long as no order of it was sent. */
export function decideUndo(
  known: CouponOfReward,
  { customer, orderKey }: Omit<UseOfCoupon, 'purchase'>,
  at: At,
): CouponCheck | Refusal<CouponUseReason> {
  const { coupon } = known
  // Undoing a use too late for its basket has released it: the same again is answered as the first time.
  const isReleased = coupon.inactivatedAt !== null && !coupon.isUsed && coupon.issued?.isReservation
  if (coupon.inactivatedAt !== null && !isReleased) return refusalOf('inactive', coupon)
  if (coupon.orderId !== null) {
    const message = `code: order ${coupon.usedFor} has used this coupon: cancel the order.`
    return refusal('coupon-used', message, 'code')
  }
  if (coupon.isUsed && coupon.usedFor !== orderKey) return refusalOf('used', coupon)
  const free = coupon.isUsed ? { ...known, coupon: { ...coupon, ...UNUSED } } : known
  return { ...free, customer, obstacle: whyUnusable(free, null, at), discount: null }
}

function refusalOf(obstacle: CouponObstacle, { usedFor }: Coupon): Refusal<CouponUseReason> {
  switch (obstacle) {
    case 'used': {
      const whose = usedFor === null ? 'was used before' : `was used for sale ${usedFor}`
      return refusal('coupon-used', `code: this coupon ${whose}.`, 'code')
    }
    case 'inactive':
      return refusal('coupon-inactive', 'code: this coupon was returned or made inactive.', 'code')
    case 'outsideDates':
      return refusal('outside-dates', 'code: this coupon is not valid today.', 'code')
    case 'belowMinimum': {
      const message = 'PurchaseValue is below the minimum of this coupon.'
      return refusal('purchase-unfit', message, 'PurchaseValue')
    }
    case 'notCumulative': {
      const message = 'DiscountValue: this coupon cannot be combined with other discounts.'
      return refusal('purchase-unfit', message, 'DiscountValue')
    }
  }
}
