import { isNothing } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { CustomerId, OrderId } from '../../contract/ids.ts'
import { type Coupon, codeKey, hasBegun, isOpen, isOver, UNUSED } from '../../coupons/coupon.ts'
import type { Instant } from '../../platform/clock.ts'
import { RELEASED_BY, type Redemption } from '../../rewards/redemption.ts'
import { returnRedemption, standAgain } from '../../rewards/rules/return.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { LinkedCoupon, OrderDetails } from '../order.ts'

/** What is known of the coupons that an order names or has used. */
export interface LoadedCoupons {
  /** What a code may mean, in the order in which it is tried. */
  named(code: string): readonly Coupon[]
  linked(link: LinkedCoupon): LinkedFacts
}

export interface LinkedFacts {
  readonly coupon: Coupon | undefined
  /** Of a coupon that a redemption issued. */
  readonly redemption: Redemption | undefined
  readonly spent: GiveBack | undefined
}

export interface AppliedCoupons {
  /** The coupons that the order has used from now on. */
  readonly links: readonly LinkedCoupon[]
  /** Those that are different now. */
  readonly coupons: readonly Coupon[]
  /** Redemptions that were undone, because their coupons can't be used any more. */
  readonly returns: readonly Redemption[]
  /** Reservations that were released, and stand again because the order was placed in time. */
  readonly restored: readonly Redemption[]
}

export const NONE_RESTORED: readonly Redemption[] = []

export interface CouponsInput {
  readonly tenant: Tenant
  readonly orderId: OrderId
  /** Its id in the merchant's store. */
  readonly orderKey: string
  readonly customerId: CustomerId
  readonly placedAt: Instant
  /** The codes on the order as it now is; none when it is cancelled. */
  readonly codes: readonly string[]
  /** What it had used before. */
  readonly links: readonly LinkedCoupon[]
  /** Only then do the points of a coupon that can't be used any more go back. */
  readonly isCancelled: boolean
  /** For what stands again; a cancellation has none. */
  readonly programVersion?: number
  /** Whether redeemed cashback goes back also where its coupon could be used again. */
  readonly refundsRedeem?: boolean
}

/** Blank ones are no codes. */
export function codesOf({
  coupon,
  externalCoupon,
}: Pick<OrderDetails, 'coupon' | 'externalCoupon'>): string[] {
  return [coupon, externalCoupon].filter((code) => code !== null).filter((code) => code !== '')
}

/** Marks the coupons that an order uses and frees those that it no longer does. No code ever refuses a sale. */
export function applyCoupons(loaded: LoadedCoupons, input: CouponsInput, posting: Posting): AppliedCoupons {
  const { codes, links } = input
  // As most orders are.
  if (codes.length === 0 && links.length === 0) {
    return { links, coupons: [], returns: [], restored: NONE_RESTORED }
  }
  const used = new Map<string, Coupon>()
  const restored: Redemption[] = []
  for (const code of codes) {
    const coupon = loaded.named(code).find((one) => one.customerId === input.customerId)
    if (!coupon) continue
    const key = codeKey(coupon.code)
    if (isForOrder(coupon, input)) used.set(key, coupon)
    else if (!used.has(key)) {
      const late = loaded.linked({ couponKey: key, redemptionKey: coupon.redemptionKey }).redemption
      if (!late || !isLateFor(late, input)) continue
      const { tenant, programVersion = 0 } = input
      const policy = tenant.settings.takeBack ?? 'debt'
      restored.push(standAgain(late, { policy, programVersion }, posting))
      used.set(key, { ...coupon, inactivatedAt: null })
    }
  }
  const taken = [...used.values()]
    .filter(({ orderId }) => orderId !== input.orderId)
    .map((coupon) => ({
      ...coupon,
      isUsed: true,
      orderId: input.orderId,
      usedFor: input.orderKey,
      usedAt: coupon.usedAt ?? posting.now,
    }))
  const left = links.filter(({ couponKey }) => !used.has(couponKey))
  const { freed, returns, kept } = freeCoupons(loaded, left, input, posting)
  const usedLinks = [...used].map(([couponKey, { redemptionKey }]) => ({ couponKey, redemptionKey }))
  return { coupons: [...taken, ...freed], returns, restored, links: [...usedLinks, ...kept] }
}

/**
 * The day of the purchase counts: an order may be sent to us long after it was made. What a till has used for this sale
 * is its own, whatever the dates say: the customer has had the discount.
 */
function isForOrder(coupon: Coupon, { orderId, orderKey, placedAt, tenant }: CouponsInput): boolean {
  if (coupon.orderId === orderId || isUsedAtTillFor(coupon, orderKey)) return true
  return (
    isOpen(coupon) &&
    hasBegun(coupon, placedAt, tenant.timeZone) &&
    !isOver(coupon, placedAt, tenant.timeZone)
  )
}

/** Placed in time, and sent after the deadline had released it: the customer has had the discount. */
function isLateFor({ releasedBy, expiresAt }: Redemption, { placedAt }: CouponsInput): boolean {
  return releasedBy === RELEASED_BY.deadline && expiresAt !== null && placedAt < expiresAt
}

function isUsedAtTillFor({ orderId, usedFor, inactivatedAt }: Coupon, orderKey: string): boolean {
  return orderId === null && usedFor === orderKey && inactivatedAt === null
}

/**
 * A coupon whose order is cancelled after its end is of no use, and so is one that was for this basket alone: its points
 * go back, unless the settings say no. One of which a part has gone back is never free again: it stays with its order,
 * and the rest goes back with that.
 */
function freeCoupons(
  loaded: LoadedCoupons,
  links: readonly LinkedCoupon[],
  input: CouponsInput,
  posting: Posting,
): { freed: Coupon[]; returns: Redemption[]; kept: LinkedCoupon[] } {
  const freed: Coupon[] = []
  const returns: Redemption[] = []
  const kept: LinkedCoupon[] = []
  for (const link of links) {
    const { coupon, redemption, spent } = loaded.linked(link)
    if (coupon?.orderId !== input.orderId) continue
    const free = { ...coupon, ...UNUSED }
    if (redemption && !input.isCancelled && !isNothing(redemption.refunded)) {
      kept.push(link)
    } else if (redemption && isReturned(redemption, coupon, input, posting.now)) {
      const returned = returnRedemption({ redemption, coupon: free, spent }, posting)
      freed.push(returned.coupon)
      returns.push(returned.redemption)
    } else {
      freed.push(free)
    }
  }
  return { freed, returns, kept }
}

function isReturned(
  { returnedAt, refunded, unit }: Redemption,
  coupon: Coupon,
  { tenant, isCancelled, refundsRedeem = false }: CouponsInput,
  now: Instant,
): boolean {
  if (!isCancelled || returnedAt !== null) return false
  if (!isNothing(refunded) || (refundsRedeem && unit === 'cashback')) return true
  const isUseless = coupon.issued?.isReservation || isOver(coupon, now, tenant.timeZone)
  return isUseless && (tenant.settings.returnsPointsOfExpiredCoupon ?? true)
}
