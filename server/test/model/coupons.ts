/** Coupons on orders, and those that a merchant makes: the last line of decisions 3. */
import { least, share, type Units } from './arithmetic.ts'
import { isHeld, type ModelCoupon, type ModelRedemption, RELEASED_BY } from './counter.ts'
import { type Account, type Amount, isZero, minus, plus, sumOf, TYPE, type Use, zero } from './ledger.ts'
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
  const used = new Set<ModelCoupon>()
  for (const [index, coupon] of named.entries()) {
    if (!coupon || used.has(coupon)) continue
    const isLate = inBody.includes(codes[index]) && isLateFor(coupon, order)
    if (isLate) standAgain(shop, coupon, account, now)
    if (isLate || isForOrder(shop, coupon, order)) used.add(coupon)
  }
  const left = order.linked.filter((coupon) => !used.has(coupon) && coupon.order === order.id)
  // Of which a part has gone back is never free again: it stays with its order.
  const kept = isCancelled ? [] : left.filter(({ redemption }) => redemption && isRefunded(redemption))
  const freed = left.filter((coupon) => !kept.includes(coupon))
  order.linked = [...used, ...kept]
  for (const coupon of order.linked) {
    coupon.isUsed = true
    coupon.order = order.id
    coupon.usedFor = order.id
    confirm(coupon, account)
  }
  for (const coupon of freed) {
    coupon.isUsed = false
    coupon.order = null
    coupon.usedFor = null
    const { redemption } = coupon
    if (!isCancelled || !redemption || redemption.isReturned) continue
    const isAsked = refundsRedeem && redemption.reward.points === null
    // What was reserved for this basket is of no use for another one.
    const isUseless = redemption.checkout !== null || isOver(coupon, now)
    if (!isAsked && !isRefunded(redemption) && !isUseless) continue
    giveBackAll(redemption, coupon, account, RELEASED_BY.cancellation, now)
  }
}

/** A reservation that is used is for good. */
function confirm({ redemption }: ModelCoupon, account: Account): void {
  if (!redemption || !isHeld(redemption)) return
  redemption.deadline = null
  account.hold = null
}

/** Placed in time, and sent when the deadline had released it: the customer has had the discount. */
function isLateFor({ redemption, isUsed }: ModelCoupon, { placedAt }: Order): boolean {
  if (isUsed || redemption?.releasedBy !== RELEASED_BY.deadline) return false
  return redemption.deadline !== null && placedAt < redemption.deadline
}

/** It costs what it did, as far as that is there. */
function standAgain(shop: Shop, coupon: ModelCoupon, account: Account, now: number): void {
  const { redemption } = coupon
  if (!redemption) return
  const measure = redemption.reward.points === null ? 'cashback' : 'points'
  const spent = isZero(redemption.cost)
    ? null
    : account.spendAgain(measure, redemption.cost, shop.settings.owes, now)
  redemption.uses = spent?.uses ?? []
  redemption.cost = spent?.cost ?? zero()
  redemption.again = spent?.record ?? null
  redemption.refunded = zero()
  redemption.isReturned = false
  redemption.deadline = null
  redemption.releasedBy = null
  coupon.isInactive = false
}

function isRefunded({ refunded }: ModelRedemption): boolean {
  return !isZero(refunded)
}

/**
 * Undoes a redemption: what has not gone back yet does, and its coupon is good for nothing. What is still owed for it is
 * forgiven, by a credit of as much; the decisions do not say how.
 */
export function giveBackAll(
  redemption: ModelRedemption,
  coupon: ModelCoupon,
  account: Account,
  by: number,
  now: number,
): void {
  if (isHeld(redemption)) account.hold = null
  redemption.isReturned = true
  if (redemption.checkout !== null) redemption.releasedBy = by
  coupon.isInactive = true
  const owed = { ...(redemption.again?.debt ?? zero()) }
  const uses = usesOf(redemption)
  const rest = lessThan(uses, lastUsed(uses, redemption.refunded.cashback))
  if (rest.length > 0) account.giveBack(rest, now)
  forgive(owed, account, now)
}

function forgive(amount: Amount, account: Account, now: number): void {
  if (isZero(amount)) return
  const terms = { type: TYPE.redeemReturned, order: null, availableAt: now, expiresAt: null }
  account.credit({ ...terms, amount }, now)
}

/** The lots that have paid for it. Of what stands again, those that paid first are the first to which something goes back. */
function usesOf({ uses, again }: ModelRedemption): readonly Use[] {
  return again ? [...uses, ...again.paid].reverse() : uses
}

/** So much cashback of the uses, the last first, as if less had been redeemed; with it go the points that belong to it. */
function lastUsed(uses: readonly Use[], cashback: Units): Amount[] {
  const taken = uses.map(zero)
  let wanted = cashback
  for (let index = uses.length - 1; index >= 0 && wanted > 0n; index -= 1) {
    const { amount } = uses[index] ?? { amount: zero() }
    // The sum would not tell whether it has gone back: it does with the whole.
    if (amount.cashback === 0n) continue
    const part = least(amount.cashback, wanted)
    const points = part === amount.cashback ? amount.points : share(amount.points, part, amount.cashback)
    taken[index] = { points, cashback: part }
    wanted -= part
  }
  return taken
}

function lessThan(uses: readonly Use[], amounts: readonly Amount[]): Use[] {
  const left = uses.map(({ lot, amount }, index) => ({
    lot,
    amount: minus(amount, amounts[index] ?? zero()),
  }))
  return left.filter(({ amount }) => !isZero(amount))
}

/** Gives back cashback to the lots that paid for it, at most what they have paid and what has not gone back. */
export function refundPart(
  redemption: ModelRedemption,
  cashback: Units,
  account: Account,
  now: number,
): void {
  const { refunded } = redemption
  const uses = usesOf(redemption)
  const before = lastUsed(uses, refunded.cashback)
  const after = lastUsed(uses, refunded.cashback + cashback)
  const part = lessThan(
    uses.map(({ lot }, index) => ({ lot, amount: after[index] ?? zero() })),
    before,
  )
  if (part.length === 0) return
  redemption.refunded = plus(refunded, sumOf(part))
  account.giveBack(part, now)
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

/** The end of a reservation is a moment, that of other coupons a day. */
function isGoodOn(shop: Shop, coupon: ModelCoupon, at: number): boolean {
  const { validFrom, validUntil, redemption } = coupon
  if (redemption && redemption.checkout !== null) return validUntil !== null && at < validUntil
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
  const account = shop.customers.get(coupon.customer)?.account
  if (account) confirm(coupon, account)
  return { done: checked }
}

/** Whether it could be used for a purchase; nothing changes. */
export function checkAtTill(shop: Shop, sent: Omit<UseToMake, 'sale'>, now: number): Outcome<Checked> {
  shop.customers.get(sent.customer)?.account.settle(now)
  const coupon = shop.counter.find(sent.code, sent.customer)
  if (!coupon) return { error: shop.counter.isKnown(sent.code) ? 83 : 84 }
  const left = sent.purchase > sent.otherDiscounts ? sent.purchase - sent.otherDiscounts : 0n
  const isTogether = coupon.redemption !== null && sent.otherDiscounts > 0n
  const canUse = !coupon.isInactive && !coupon.isUsed && isGoodOn(shop, coupon, now) && !isTogether
  return { done: { coupon, canUse, discount: least(coupon.value, left) } }
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
