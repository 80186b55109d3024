/** Coupons on orders, and those that a merchant makes: the last line of decisions 3. */
import { least, share, type Units } from './arithmetic.ts'
import { isHeld, type ModelCoupon, type ModelRedemption, RELEASED_BY, type Redeemed } from './counter.ts'
import { type Account, type Amount, isZero, minus, plus, sumOf, TYPE, type Use, zero } from './ledger.ts'
import { type Customer, type Order, type Outcome, type Shop, STATE } from './shop.ts'
import { promote } from './tiers.ts'

/**
 * Links what the codes of an order name, and frees what they no longer name. No code refuses a sale: one that is
 * unknown, foreign, used, inactive, over or not yet good is not linked. A cancelled order uses nothing, and the
 * points of what is over by then go back. A code that was not linked is tried again by every later body: an
 * update is a merge, so the order still names it.
 */
export function useCoupons(
  shop: Shop,
  order: Order,
  customer: Customer,
  now: number,
  refundsRedeem = false,
): void {
  const { account } = customer
  const isCancelled = order.state === STATE.cancelled
  const codes = isCancelled ? [] : [order.coupon, order.externalCoupon].filter((code) => code !== null)
  const used = new Set<ModelCoupon>()
  for (const code of codes) {
    const coupon = shop.counter.find(code, order.customer)
    if (!coupon || used.has(coupon)) continue
    const isAgain = isInTimeFor(coupon, order, now)
    if (isAgain) standAgain(shop, coupon, customer, now)
    if (isAgain || isForOrder(shop, coupon, order)) used.add(coupon)
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
    if (!redemption || redemption.isReturned) continue
    if (!isCancelled) {
      putBack(coupon, customer, now)
      continue
    }
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

/** A customer has one reservation at a time. */
export function standingOf({ reserved }: Customer): Redeemed | null {
  return reserved.find(({ redemption }) => isHeld(redemption)) ?? null
}

/** It is reserved until then, and released if nothing happens. */
export function hold({ account }: Customer, { redemption, coupon }: Redeemed, until: number): void {
  redemption.deadline = until
  coupon.validUntil = until
  account.hold = {
    until,
    release: (at) => giveBackAll(redemption, coupon, account, RELEASED_BY.deadline, at),
  }
}

/**
 * The code of a reservation is given up: its basket has it again until the deadline. It is released where that is over,
 * or where another basket is reserved.
 */
function putBack(coupon: ModelCoupon, customer: Customer, now: number): void {
  const { redemption, validUntil } = coupon
  if (!redemption || redemption.checkout === null || validUntil === null) return
  const isOverNow = validUntil <= now
  if (!isOverNow && !standingOf(customer)) {
    hold(customer, { redemption, coupon }, validUntil)
    return
  }
  const by = isOverNow ? RELEASED_BY.deadline : RELEASED_BY.reservation
  giveBackAll(redemption, coupon, customer.account, by, now)
  redemption.deadline = validUntil
}

/**
 * Placed before the deadline or received before it, when that or another basket had released it: the customer has had
 * the discount.
 */
function isInTimeFor({ redemption, isUsed }: ModelCoupon, { placedAt }: Order, now: number): boolean {
  const by = redemption?.releasedBy
  if (isUsed || !redemption || (by !== RELEASED_BY.deadline && by !== RELEASED_BY.reservation)) return false
  return redemption.deadline !== null && Math.min(placedAt, now) < redemption.deadline
}

/** It costs what it did, as far as that is there. What another basket has or had is always owed. */
function standAgain(shop: Shop, coupon: ModelCoupon, customer: Customer, now: number): void {
  const { redemption } = coupon
  if (!redemption) return
  const isShared = redemption.releasedBy === RELEASED_BY.reservation || standingOf(customer) !== null
  const measure = redemption.reward.points === null ? 'cashback' : 'points'
  const spent = isZero(redemption.cost)
    ? null
    : customer.account.spendAgain(measure, redemption.cost, isShared || shop.settings.owes, now)
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
  account.act(now)
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

/** The merchant's days count: that of the placement between that of the start and that of the end. */
function isForOrder(shop: Shop, coupon: ModelCoupon, { id, placedAt }: Order): boolean {
  if (coupon.order === id) return true
  // A till has used it for this sale: the customer has had the discount, whatever its dates.
  if (coupon.order === null && coupon.usedFor === id) return !coupon.isInactive
  if (coupon.isUsed || coupon.isInactive) return false
  // What is reserved now is good for any order that comes now.
  if (coupon.redemption && coupon.redemption.checkout !== null) return true
  return isGoodOn(shop, coupon, placedAt)
}

/** The end of a reservation is a moment, that of other coupons a day. */
export function isGoodOn(shop: Shop, coupon: ModelCoupon, at: number): boolean {
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
  const isOfBasket = coupon.redemption !== null && coupon.redemption.checkout !== null
  if (coupon.isInactive && (coupon.isUsed || !isOfBasket)) return { error: 86 }
  if (coupon.order !== null || (coupon.isUsed && coupon.usedFor !== sale)) return { error: 85 }
  const owner = coupon.isUsed ? shop.customers.get(customer) : undefined
  coupon.isUsed = false
  coupon.usedFor = null
  if (owner && !coupon.redemption?.isReturned) putBack(coupon, owner, now)
  return { done: { coupon, canUse: !coupon.isInactive && isGoodOn(shop, coupon, now), discount: null } }
}
