/** Coupons on orders, and those that a merchant makes: the last line of decisions 3. */
import { least, share, type Units } from './arithmetic.ts'
import type { ModelCoupon, ModelRedemption } from './counter.ts'
import { type Account, isZero, minus, type Use, zero } from './ledger.ts'
import { type Customer, type Order, type Outcome, type Shop, STATE } from './shop.ts'
import { promote } from './tiers.ts'

/**
 * Links what the codes of an order name, and frees what they no longer name. No code refuses a sale: one that is
 * unknown, foreign, used, inactive, over or not yet good is not linked. A cancelled order uses nothing, and the
 * points of what is over by then go back.
 *
 * The decisions do not say whether a code that was not linked is tried again by a later body without it. The server
 * tries the code of a coupon, and not the external code of a redemption; so does the model.
 */
export function useCoupons(
  shop: Shop,
  order: Order,
  inBody: readonly (string | null | undefined)[],
  { account }: Customer,
  now: number,
  refundsRedeem = false,
): void {
  const isCancelled = order.state === STATE.cancelled
  const codes = isCancelled ? [] : [order.coupon, order.externalCoupon].filter((code) => code !== null)
  const named = codes.map((code) => {
    const coupon = shop.counter.find(code, order.customer)
    const isTried = inBody.includes(code) || coupon?.order === order.id || isCodeOf(code, coupon)
    return isTried ? coupon : null
  })
  const used = new Set(named.filter((coupon) => coupon !== null && isForOrder(shop, coupon, order)))
  const left = order.linked.filter((coupon) => !used.has(coupon) && coupon.order === order.id)
  // Of which a part has gone back is never free again: it stays with its order.
  const kept = isCancelled ? [] : left.filter(({ redemption }) => redemption && isRefunded(redemption))
  const freed = left.filter((coupon) => !kept.includes(coupon))
  order.linked = [...used, ...kept].filter((coupon) => coupon !== null)
  for (const coupon of order.linked) {
    coupon.isUsed = true
    coupon.order = order.id
    coupon.usedFor = order.id
  }
  for (const coupon of freed) {
    coupon.isUsed = false
    coupon.order = null
    coupon.usedFor = null
    const { redemption } = coupon
    if (!isCancelled || !redemption || redemption.isReturned) continue
    const isAsked = refundsRedeem && redemption.reward.points === null
    if (!isAsked && !isRefunded(redemption) && !isOver(coupon, now)) continue
    redemption.isReturned = true
    coupon.isInactive = true
    giveBackRest(redemption, account, now)
  }
}

function isRefunded({ refunded }: ModelRedemption): boolean {
  return refunded.some((amount) => !isZero(amount))
}

/** What has not gone back yet. */
export function giveBackRest({ uses, refunded }: ModelRedemption, account: Account, now: number): void {
  const rest = uses.map(({ lot, amount }, index) => ({
    lot,
    amount: minus(amount, refunded[index] ?? zero()),
  }))
  const some = rest.filter(({ amount }) => !isZero(amount))
  if (some.length > 0) account.giveBack(some, now)
}

/**
 * Gives back cashback, at most what has not gone back, as if less had been redeemed: the lot that was used last gives
 * first, and with its cashback go the points that belong to it.
 */
export function refundPart(
  redemption: ModelRedemption,
  cashback: Units,
  account: Account,
  now: number,
): void {
  const { uses, refunded } = redemption
  const part: Use[] = []
  let wanted = cashback
  for (let index = uses.length - 1; index >= 0; index -= 1) {
    const { lot, amount } = uses[index] ?? { lot: null, amount: zero() }
    const before = refunded[index] ?? zero()
    const given = least(amount.cashback - before.cashback, wanted)
    if (!lot || given === 0n) continue
    const upTo = before.cashback + given
    const points = upTo === amount.cashback ? amount.points : share(amount.points, upTo, amount.cashback)
    part.unshift({ lot, amount: { points: points - before.points, cashback: given } })
    refunded[index] = { points, cashback: upTo }
    wanted -= given
  }
  if (part.length > 0) account.giveBack(part, now)
}

function isCodeOf(code: string, coupon: ModelCoupon | null): boolean {
  return coupon?.code.toUpperCase() === code.trim().toUpperCase()
}

/** The merchant's days count: that of the placement between that of the start and that of the end. */
function isForOrder(shop: Shop, coupon: ModelCoupon, { id, placedAt }: Order): boolean {
  if (coupon.order === id) return true
  // A till has used it for this sale: the customer has had the discount, whatever its dates.
  if (coupon.order === null && coupon.usedFor === id) return !coupon.isInactive
  if (coupon.isUsed || coupon.isInactive) return false
  return isGoodOn(shop, coupon, placedAt)
}

function isGoodOn(shop: Shop, coupon: ModelCoupon, at: number): boolean {
  const { validFrom, validUntil } = coupon
  const day = shop.dayOf(at)
  if (validFrom !== null && day < shop.dayOf(validFrom)) return false
  return validUntil === null || day <= shop.dayOf(lastMomentOf(coupon, validUntil))
}

/** What we issued ends at a midnight, and its last day is the one before. */
function lastMomentOf({ redemption }: ModelCoupon, validUntil: number): number {
  return redemption ? validUntil - 1 : validUntil
}

function isOver({ validUntil }: ModelCoupon, at: number): boolean {
  return validUntil !== null && validUntil <= at
}

export interface CouponToMake {
  readonly code: string
  readonly customer: string
  readonly value: Units
  readonly validFrom: number | null
  readonly validUntil: number | null
  /** Whether it brings its customer along. */
  readonly bringsCustomer: boolean
}

export function createCoupon(shop: Shop, sent: CouponToMake, now: number): Outcome<ModelCoupon> {
  const known = shop.customers.get(sent.customer)
  if (!known && !sent.bringsCustomer) return { error: 55 }
  known?.account.settle(now)
  const stored = shop.counter.has(sent.code)
  if (stored) {
    const isSame =
      stored.redemption === null &&
      stored.customer === sent.customer &&
      stored.value === sent.value &&
      stored.validFrom === sent.validFrom &&
      stored.validUntil === sent.validUntil
    return isSame ? { done: stored } : { error: 71 }
  }
  if (!known) promote(shop, shop.addCustomer(sent.customer, true, now), now)
  const { code, customer, value, validFrom, validUntil } = sent
  const coupon: ModelCoupon = {
    code,
    customer,
    value,
    validFrom,
    validUntil,
    isUsed: false,
    isInactive: false,
    order: null,
    usedFor: null,
    redemption: null,
  }
  shop.counter.add(coupon)
  return { done: coupon }
}

export function inactivate(shop: Shop, coupon: ModelCoupon | null, now: number): Outcome<ModelCoupon> {
  if (!coupon) return { error: 57 }
  shop.customers.get(coupon.customer)?.account.settle(now)
  if (coupon.usedFor !== null) return { error: 56 }
  coupon.isInactive = true
  return { done: coupon }
}

export interface UseToMake {
  readonly code: string
  readonly customer: string
  readonly sale: string
  readonly purchase: Units
  readonly otherDiscounts: Units
}

export interface Checked {
  readonly coupon: ModelCoupon
  readonly canUse: boolean
  /** What it takes off; null: there is no purchase to take it off. */
  readonly discount: Units | null
}

/** A coupon is used for a sale whose order was not sent: once for each sale, and no points move. */
export function useAtTill(shop: Shop, sent: UseToMake, now: number): Outcome<Checked> {
  shop.customers.get(sent.customer)?.account.settle(now)
  const coupon = shop.counter.find(sent.code, sent.customer)
  if (!coupon) return { error: shop.counter.isKnown(sent.code) ? 83 : 84 }
  const left = sent.purchase > sent.otherDiscounts ? sent.purchase - sent.otherDiscounts : 0n
  const checked = { coupon, canUse: true, discount: least(coupon.value, left) }
  if (coupon.isInactive) return { error: 86 }
  if (coupon.usedFor === sent.sale) return { done: checked }
  if (coupon.isUsed) return { error: 85 }
  if (!isGoodOn(shop, coupon, now)) return { error: 56 }
  // None of the rewards goes together with other discounts; what the merchant made itself does.
  if (coupon.redemption && sent.otherDiscounts > 0n) return { error: 88 }
  coupon.isUsed = true
  coupon.usedFor = sent.sale
  return { done: checked }
}

/** Frees it again, as long as no order is linked to it. */
export function undoAtTill(
  shop: Shop,
  { code, customer, sale }: Pick<UseToMake, 'code' | 'customer' | 'sale'>,
  now: number,
): Outcome<Checked> {
  shop.customers.get(customer)?.account.settle(now)
  const coupon = shop.counter.find(code, customer)
  if (!coupon) return { error: shop.counter.isKnown(code) ? 83 : 84 }
  if (coupon.isInactive) return { error: 86 }
  if (coupon.order !== null || (coupon.isUsed && coupon.usedFor !== sale)) return { error: 85 }
  coupon.isUsed = false
  coupon.usedFor = null
  return { done: { coupon, canUse: isGoodOn(shop, coupon, now), discount: null } }
}
