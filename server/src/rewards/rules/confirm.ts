import type { Posting } from '../../accounts/rules/posting.ts'
import { RELEASED_BY, type Redemption, type RedemptionWithCoupon } from '../redemption.ts'
import { returnRedemption, type ToReturn } from './return.ts'

/** An order or a till uses the coupon of a reservation: it is held for good. */
export function confirm(redemption: Redemption): Redemption {
  return { ...redemption, expiresAt: null }
}

/**
 * The code of a confirmed reservation is given up: its basket holds it again until the deadline. It is released where
 * the deadline is over, and where another basket is reserved by now: a customer has one reservation at a time.
 */
export function putBack(
  given: ToReturn,
  { hasReservation }: { readonly hasReservation: boolean },
  posting: Posting,
): RedemptionWithCoupon {
  const { redemption, coupon } = given
  const deadline = coupon.validUntil ?? posting.now
  const isOver = deadline <= posting.now
  if (!isOver && !hasReservation) {
    posting.reserveUntil(deadline)
    return { redemption: { ...redemption, expiresAt: deadline }, coupon }
  }
  const returned = returnRedemption(given, posting, isOver ? RELEASED_BY.deadline : RELEASED_BY.reservation)
  // The deadline stays known, for an order that takes the code again.
  return { ...returned, redemption: { ...returned.redemption, expiresAt: deadline } }
}
