import { isNothing } from '../../accounts/account.ts'
import type { GiveBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { CustomerId, OrderId } from '../../contract/ids.ts'
import { type Coupon, codeKey, hasBegun, isOpen, isOver, UNUSED } from '../../coupons/coupon.ts'
import type { Instant } from '../../platform/clock.ts'
import {
  isReserved,
  RELEASED_BY,
  type Redemption,
  type RedemptionWithCoupon,
} from '../../rewards/redemption.ts'
import { confirm, putBack } from '../../rewards/rules/confirm.ts'
import { returnRedemption, standAgain, type ToReturn } from '../../rewards/rules/return.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { LinkedCoupon, OrderDetails } from '../order.ts'

/** What is known of the coupons that an order names or has used. */
export interface LoadedCoupons {
  /** What a code may mean, in the order in which it is tried. */
  named(code: string): readonly Coupon[]
  linked(link: LinkedCoupon): LinkedFacts
  /** Whether a basket of the customer is reserved now. */
  readonly hasReservation: boolean
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
  /** Reservations that were released, and stand again because the order came or was placed in time. */
  readonly restored: readonly Redemption[]
  /** Reservations that the order uses: they have no deadline any more. */
  readonly confirmed: readonly Redemption[]
  /** Reservations whose codes it gives up: their baskets hold them again. */
  readonly held: readonly ToReturn[]
}

const NONE: readonly never[] = []

/** What an order has used stays as it is. */
export function sameCoupons(links: readonly LinkedCoupon[]): AppliedCoupons {
  return { links, coupons: NONE, returns: NONE, restored: NONE, confirmed: NONE, held: NONE }
}

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
  if (codes.length === 0 && links.length === 0) return sameCoupons(links)
  const { used, restored } = useCoupons(loaded, input, posting)
  const taken = [...used.values()]
    .filter(({ orderId }) => orderId !== input.orderId)
    .map((coupon) => ({
      ...coupon,
      isUsed: true,
      orderId: input.orderId,
      usedFor: input.orderKey,
      usedAt: coupon.usedAt ?? posting.now,
    }))
  const confirmed = taken.flatMap((coupon) => confirmedBy(loaded, coupon))
  const left = links.filter(({ couponKey }) => !used.has(couponKey))
  const hasReservation = loaded.hasReservation && confirmed.length === 0
  const freed = freeCoupons({ ...loaded, hasReservation }, left, input, posting)
  const usedLinks = [...used].map(([couponKey, { redemptionKey }]) => ({ couponKey, redemptionKey }))
  return {
    links: [...usedLinks, ...freed.kept],
    coupons: [...taken, ...freed.coupons],
    returns: freed.returns,
    restored,
    confirmed,
    held: freed.held,
  }
}

interface UsedCoupons {
  readonly used: ReadonlyMap<string, Coupon>
  readonly restored: readonly Redemption[]
}

/** The coupons that an order may use, by their keys. */
function useCoupons(loaded: LoadedCoupons, input: CouponsInput, posting: Posting): UsedCoupons {
  const used = new Map<string, Coupon>()
  const restored: Redemption[] = []
  for (const code of input.codes) {
    const coupon = loaded.named(code).find((one) => one.customerId === input.customerId)
    if (!coupon) continue
    const key = codeKey(coupon.code)
    if (isForOrder(coupon, input)) used.set(key, coupon)
    else if (!used.has(key)) {
      const released = loaded.linked({ couponKey: key, redemptionKey: coupon.redemptionKey }).redemption
      if (!released || !isInTimeFor(released, input, posting.now)) continue
      const { programVersion = 0 } = input
      const policy = policyFor(released, input.tenant, loaded.hasReservation)
      restored.push(standAgain(released, { policy, programVersion }, posting))
      used.set(key, { ...coupon, inactivatedAt: null })
    }
  }
  return { used, restored }
}

/** A reservation that is used by an order is held for good, so that no deadline releases what the order shows. */
function confirmedBy(loaded: LoadedCoupons, { code, issued, redemptionKey }: Coupon): Redemption[] {
  if (!issued?.isReservation) return []
  const { redemption } = loaded.linked({ couponKey: codeKey(code), redemptionKey })
  if (!redemption) throw new Error(`the reservation of coupon ${code} was not loaded`)
  return isReserved(redemption) ? [confirm(redemption)] : []
}

/**
 * The day of the purchase counts: an order may be sent to us long after it was made. What a till has used for this sale
 * is its own, whatever the dates say: the customer has had the discount. A reservation is open as long as it stands,
 * and then the moment of receipt decides.
 */
function isForOrder(coupon: Coupon, { orderId, orderKey, placedAt, tenant }: CouponsInput): boolean {
  if (coupon.orderId === orderId || isUsedAtTillFor(coupon, orderKey)) return true
  if (!isOpen(coupon)) return false
  if (coupon.issued?.isReservation) return true
  return hasBegun(coupon, placedAt, tenant.timeZone) && !isOver(coupon, placedAt, tenant.timeZone)
}

/**
 * Placed before the deadline, or received before it: the customer has had the discount. What another basket or the
 * deadline has released stands again then; what the shop has given up does not.
 */
function isInTimeFor(
  { releasedBy, expiresAt }: Redemption,
  { placedAt }: CouponsInput,
  now: Instant,
): boolean {
  const isReleased = releasedBy === RELEASED_BY.deadline || releasedBy === RELEASED_BY.reservation
  return isReleased && expiresAt !== null && Math.min(placedAt, now) < expiresAt
}

/**
 * Two baskets never share the same points: what one of them holds or has taken is owed by the other, also where the
 * merchant lets go what can't be taken back. Otherwise each further basket would be a discount that is not paid for.
 */
function policyFor({ releasedBy }: Redemption, tenant: Tenant, hasReservation: boolean): 'debt' | 'clamp' {
  if (hasReservation || releasedBy === RELEASED_BY.reservation) return 'debt'
  return tenant.settings.takeBack ?? 'debt'
}

function isUsedAtTillFor({ orderId, usedFor, inactivatedAt }: Coupon, orderKey: string): boolean {
  return orderId === null && usedFor === orderKey && inactivatedAt === null
}

interface FreedCoupons {
  readonly coupons: readonly Coupon[]
  readonly returns: readonly Redemption[]
  readonly held: readonly ToReturn[]
  readonly kept: readonly LinkedCoupon[]
}

/**
 * A coupon whose order is cancelled after its end is of no use, and so is one that was for this basket alone: its points
 * go back, unless the settings say no. A reserved code that is given up goes back to its basket. One of which a part has
 * gone back is never free again: it stays with its order, and the rest goes back with that.
 */
function freeCoupons(
  loaded: LoadedCoupons,
  links: readonly LinkedCoupon[],
  input: CouponsInput,
  posting: Posting,
): FreedCoupons {
  const coupons: Coupon[] = []
  const returns: Redemption[] = []
  const held: ToReturn[] = []
  const kept: LinkedCoupon[] = []
  for (const link of links) {
    const { coupon, redemption, spent } = loaded.linked(link)
    if (coupon?.orderId !== input.orderId) continue
    const free = { ...coupon, ...UNUSED }
    if (redemption && !input.isCancelled && !isNothing(redemption.refunded)) {
      kept.push(link)
      continue
    }
    const given = redemption && { redemption, coupon: free, spent }
    const hasReservation = loaded.hasReservation || held.length > 0
    const changed = given && undo(given, { ...input, hasReservation }, posting)
    coupons.push(changed?.coupon ?? free)
    if (changed && isReserved(changed.redemption)) held.push({ ...changed, spent })
    else if (changed) returns.push(changed.redemption)
  }
  return { coupons, returns, held, kept }
}

/** What becomes of the redemption of a coupon that is free again; null: nothing. */
function undo(
  given: ToReturn,
  input: CouponsInput & { readonly hasReservation: boolean },
  posting: Posting,
): RedemptionWithCoupon | null {
  if (isReturned(given, input, posting.now)) return returnRedemption(given, posting)
  return isHeldAgain(given, input, posting.now) ? putBack(given, input, posting) : null
}

function isReturned(
  { redemption: { returnedAt, refunded, unit }, coupon }: ToReturn,
  { tenant, isCancelled, refundsRedeem = false }: CouponsInput,
  now: Instant,
): boolean {
  if (!isCancelled || returnedAt !== null) return false
  if (!isNothing(refunded) || (refundsRedeem && unit === 'cashback')) return true
  const isUseless = coupon.issued?.isReservation || isOver(coupon, now, tenant.timeZone)
  return isUseless && (tenant.settings.returnsPointsOfExpiredCoupon ?? true)
}

/** Where a merchant keeps the points of coupons that have expired, a cancelled order gives back only what has not. */
function isHeldAgain(
  { redemption: { returnedAt }, coupon }: ToReturn,
  { tenant, isCancelled }: CouponsInput,
  now: Instant,
): boolean {
  if (!coupon.issued?.isReservation || returnedAt !== null) return false
  return !isCancelled || !isOver(coupon, now, tenant.timeZone)
}
