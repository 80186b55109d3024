/** Orders: which message is newer, how an update is merged, which dates are refused, what a state means (decisions 3). */
import type { Units } from './arithmetic.ts'
import { DAY_MS } from './calendar.ts'
import { settleGifts, stamp } from './cards.ts'
import { useCoupons } from './coupons.ts'
import { adjust, earn, giveUp, moveLots } from './order-points.ts'
import { type Customer, type Line, leftOf, type Order, type Outcome, type Shop, STATE } from './shop.ts'
import { fallWith, promote } from './tiers.ts'

/** The body of an order. What is undefined is left out. */
export interface SentOrder {
  readonly id: string
  readonly customer: string
  /** The id by which its customer is named, of now or before. */
  readonly named?: string
  readonly isEnrolled?: boolean | null
  readonly status?: string | null
  readonly total?: Units | null
  readonly placedAt?: number | null
  readonly isCompleted?: boolean | null
  readonly completedAt?: number | null
  readonly isCancelled?: boolean | null
  readonly cancelledAt?: number | null
  readonly updatedAt?: number | null
  readonly lines?: readonly Line[] | null
  readonly coupon?: string | null
  readonly externalCoupon?: string | null
  readonly paymentMethod?: string | null
  readonly paymentMethods?: readonly { readonly id: string; readonly paid: Units }[] | null
  readonly branch?: string | null
  readonly shipping?: Units | null
}

export interface Placed {
  readonly order: Order
  readonly customer: Customer
}

/** The members of an order after a merge. */
type Merged = Omit<
  Order,
  'id' | 'customer' | 'state' | 'linked' | 'earned' | 'returned' | 'returnedOf' | 'returns'
> & {
  readonly isCompleted: boolean
  readonly isCancelled: boolean
  /** The id that the body has of its customer. */
  readonly customerId: string
}

export function placeOrder(shop: Shop, sent: SentOrder, now: number): Outcome<Placed> {
  if ((sent.total ?? 0n) < 0n || (sent.shipping ?? 0n) < 0n) return { error: 9 }
  if (sent.lines?.some(({ quantity = 1 }) => quantity < 1)) return { error: 10 }
  if (sent.isCompleted && sent.isCancelled) return { error: 13 }
  const known = shop.customers.get(sent.customer)
  if (known) settleGifts(shop, known, now)
  known?.account.settle(now)
  const stored = shop.orders.get(sent.id)
  const owner = stored && shop.customers.get(stored.customer)
  // What an erased customer had bought is as it is, whoever sends it.
  if (stored && owner && owner.erased !== null) return { done: { order: stored, customer: owner } }
  if (stored && (stored.customer !== sent.customer || !known)) return { error: 99 }
  const merged = merge(stored ?? null, sent, now)
  if (typeof merged === 'number') return { error: merged }
  if (!stored || !known) {
    const error = errorIn(null, merged, now)
    if (error !== null) return { error }
    const customer = known ?? shop.addCustomer(sent.customer, sent.isEnrolled ?? true, now)
    customer.isEnrolled = sent.isEnrolled ?? customer.isEnrolled
    const order = newOrder(shop, sent, customer, merged)
    take(shop, order, null, merged, customer, now)
    return { done: { order, customer } }
  }
  const error = update(shop, stored, sent, merged, known, now)
  return error === null ? { done: { order: stored, customer: known } } : { error }
}

/** The number of the error; null: it is done, if there was something to do. */
function update(
  shop: Shop,
  stored: Order,
  sent: SentOrder,
  merged: Merged,
  customer: Customer,
  now: number,
): number | null {
  const isCancelled = stored.state === STATE.cancelled
  // A second cancel answers as the first did.
  if (isCancelled && sent.isCancelled) return null
  const updatedAt = countedUpdate(sent, now)
  if (updatedAt !== null && updatedAt < stored.updatedAt) return null
  if (!isDifferent(stored, merged)) {
    // Nothing new, and also what counts as the time of receipt must not be newer each time it is sent again.
    if (!isCancelled && !isFarAhead(sent.updatedAt, now)) stored.updatedAt = merged.updatedAt
    return null
  }
  if (isCancelled) return 33
  const error = errorIn(stored, merged, now)
  if (error !== null) return error
  customer.isEnrolled = sent.isEnrolled ?? customer.isEnrolled
  take(shop, stored, asItIs(stored), merged, customer, now)
  return null
}

/** A copy that stays while the order changes. */
export function asItIs(order: Order): Order {
  return { ...order, earned: order.earned && { ...order.earned } }
}

function isFarAhead(date: number | null | undefined, now: number): boolean {
  return (date ?? 0) > now + DAY_MS
}

/** Up to a day ahead it is compared as sent, beyond that it is the time of receipt; null: it was not sent. */
function countedUpdate({ updatedAt }: SentOrder, now: number): number | null {
  if (updatedAt === undefined || updatedAt === null) return null
  return isFarAhead(updatedAt, now) ? now : updatedAt
}

/** What is left out or null keeps what is stored. The number of an error where a first body lacks something. */
function merge(stored: Order | null, sent: SentOrder, now: number): Merged | number {
  const placedAt = sent.placedAt ?? stored?.placedAt
  if (placedAt === undefined) return 8
  // A sender that has already subtracted what was returned says nothing new of total and lines.
  const isLess = stored !== null && stored.returned > 0n && sent.total === leftOf(stored)
  const total = (isLess ? null : sent.total) ?? stored?.total
  if (total === undefined) return 7
  const completedAt = sent.completedAt ?? stored?.completedAt ?? null
  const cancelledAt = sent.cancelledAt ?? stored?.cancelledAt ?? null
  const wasCompleted = stored?.state === STATE.complete || stored?.state === STATE.ignored
  const newest = Math.max(placedAt, completedAt ?? 0, cancelledAt ?? 0)
  return {
    status: sent.status ?? stored?.status ?? null,
    total,
    placedAt,
    isCompleted: wasCompleted || (sent.isCompleted ?? false),
    completedAt,
    isCancelled: sent.isCancelled ?? stored?.state === STATE.cancelled,
    customerId: sent.named ?? sent.customer,
    cancelledAt,
    updatedAt: countedUpdate(sent, now) ?? stored?.updatedAt ?? Math.min(newest, now),
    lines: isLess ? stored.lines : mergedLines(stored, sent, total),
    coupon: mergedCode(stored, stored?.coupon, sent.coupon),
    externalCoupon: mergedCode(stored, stored?.externalCoupon, sent.externalCoupon),
    paymentMethod: mergedPayment(stored, sent),
    branch: sent.branch ?? stored?.branch ?? null,
    shipping: sent.shipping ?? stored?.shipping ?? null,
  }
}

/** Serializers send empty lists on status updates: of an order that cost something, they keep the lines. */
function mergedLines(stored: Order | null, { lines }: SentOrder, total: Units): readonly Line[] {
  if (!lines || (lines.length === 0 && total > 0n)) return stored?.lines ?? []
  return lines
}

/** An empty code frees the coupon, but not of an order that is complete. */
function mergedCode(
  stored: Order | null,
  before: string | null | undefined,
  sent: string | null | undefined,
): string | null {
  if (sent === undefined || sent === null) return before ?? null
  if (sent.trim() !== '') return sent
  const isComplete = stored?.state === STATE.complete || stored?.state === STATE.ignored
  return isComplete ? (before ?? null) : null
}

/** Without one payment method, of several the one that paid most, and of equals the first. */
function mergedPayment(stored: Order | null, { paymentMethod, paymentMethods }: SentOrder): string | null {
  if (paymentMethod) return paymentMethod
  if (!paymentMethods) return stored?.paymentMethod ?? null
  let first: { readonly id: string; readonly paid: Units } | null = null
  for (const one of paymentMethods) if (!first || one.paid > first.paid) first = one
  return first?.id ?? null
}

/** Dates that are stored already are not looked at again: time has passed since. */
function errorIn(stored: Order | null, merged: Merged, now: number): number | null {
  const { isCompleted, completedAt, isCancelled, cancelledAt, placedAt } = merged
  if (stored && merged.total < stored.returned) return 36
  const isAhead = (name: 'placedAt' | 'completedAt' | 'cancelledAt'): boolean =>
    merged[name] !== (stored?.[name] ?? null) && isFarAhead(merged[name], now)
  if (isAhead('placedAt')) return 8
  if (isCompleted && completedAt === null) return 11
  if (isAhead('completedAt')) return 12
  if (isCompleted && completedAt !== null && completedAt < placedAt) return 12
  if (isCancelled && cancelledAt === null) return 14
  if (isAhead('cancelledAt')) return 15
  return isCancelled && cancelledAt !== null && cancelledAt < placedAt ? 15 : null
}

/** In something other than when it was updated, and its customer. */
function isDifferent(stored: Order, merged: Merged): boolean {
  const wasCompleted = stored.state === STATE.complete || stored.state === STATE.ignored
  if (merged.isCancelled !== (stored.state === STATE.cancelled)) return true
  if (merged.isCompleted !== wasCompleted) return true
  return (
    stored.status !== merged.status ||
    stored.completedAt !== merged.completedAt ||
    stored.cancelledAt !== merged.cancelledAt ||
    stored.coupon !== merged.coupon ||
    stored.externalCoupon !== merged.externalCoupon ||
    isDifferentForEarning(stored, merged)
  )
}

function isDifferentForEarning(stored: Order, merged: Merged): boolean {
  const content = (lines: readonly Line[]): string =>
    lines
      .map((line) => `${line.product} ${line.price} ${line.brand} ${line.isMarked} ${line.quantity ?? 1}`)
      .join()
  return (
    stored.total !== merged.total ||
    stored.placedAt !== merged.placedAt ||
    stored.paymentMethod !== merged.paymentMethod ||
    stored.branch !== merged.branch ||
    stored.shipping !== merged.shipping ||
    content(stored.lines) !== content(merged.lines)
  )
}

function newOrder(shop: Shop, { id, customer }: SentOrder, owner: Customer, merged: Merged): Order {
  const { isCompleted: _, isCancelled: __, customerId: ___, ...members } = merged
  const order: Order = {
    id,
    customer,
    state: STATE.pending,
    ...members,
    returned: 0n,
    returnedOf: new Map(),
    returns: new Map(),
    linked: [],
    earned: null,
  }
  shop.orders.set(id, order)
  owner.orders.push(order)
  return order
}

/** The order as it is from now on, and what follows for points, coupons and tiers. `before`: null for a new one. */
function take(
  shop: Shop,
  order: Order,
  before: Order | null,
  merged: Merged,
  customer: Customer,
  now: number,
): void {
  const { isCompleted, isCancelled, customerId, ...members } = merged
  Object.assign(order, members)
  if (isCancelled) {
    cancelled(shop, order, before ?? order, customer, now)
    return
  }
  if (isCompleted) customer.account.act(Math.min(order.completedAt ?? now, now))
  const wasCompleted = before?.state === STATE.complete || before?.state === STATE.ignored
  // What a complete order has used stays used, until it names another code.
  const hasSameCodes = before?.coupon === order.coupon && before.externalCoupon === order.externalCoupon
  if (!wasCompleted || !hasSameCodes) useCoupons(shop, order, customer, now)
  if (before && order.earned) {
    if (before.completedAt !== order.completedAt) moveLots(shop, order, customer, now)
    if (isDifferentForEarning(before, merged)) adjust(shop, order, customer, now, before)
  } else if (isCompleted && !wasCompleted) {
    order.state = customer.isEnrolled ? STATE.complete : STATE.ignored
    const ids = [customerId, customer.originalId]
    const isReturning = ids.some((id) => shop.isReturning(id, customer.email))
    if (customer.isEnrolled) earn(shop, order, customer, isReturning, now)
  }
  stamp(shop, order, before, customer, now)
  lookAtTier(shop, order, isWhollyReturned(before, order) ? before : null, customer, now)
}

/** Whether nothing is left that counts of an order that did. */
export function isWhollyReturned(before: Order | null, order: Order): before is Order {
  return before?.state === STATE.complete && countsFor(before) > 0n && countsFor(order) === 0n
}

function countsFor({ earned }: Order): Units {
  return earned?.countsForTiers ?? 0n
}

/** Up at once; down where nothing is left of an order that counted. */
export function lookAtTier(
  shop: Shop,
  order: Order,
  takenBack: Order | null,
  customer: Customer,
  now: number,
): void {
  if (!promote(shop, customer, now) && takenBack) fallWith(shop, customer, order, takenBack, now)
}

/** What was recorded is taken back, coupons are free, and tiers that it had brought fall. */
function cancelled(
  shop: Shop,
  order: Order,
  before: Order,
  customer: Customer,
  now: number,
  refundsRedeem = false,
): void {
  const hasCounted = before.state === STATE.complete
  order.state = STATE.cancelled
  useCoupons(shop, order, customer, now, refundsRedeem)
  giveUp(shop, order, customer, now)
  stamp(shop, order, before, customer, now)
  lookAtTier(shop, order, hasCounted ? before : null, customer, now)
}

export function cancelOrder(shop: Shop, id: string, cancelledAt: number | null, now: number): Outcome<Order> {
  const order = shop.orders.get(id)
  const customer = order && shop.customers.get(order.customer)
  if (!order || !customer) return { error: 37 }
  settleGifts(shop, customer, now)
  customer.account.settle(now)
  if (cancelledAt === null) return { error: 14 }
  // A second cancel answers as the first did, whatever date it says.
  if (order.state === STATE.cancelled) return { done: order }
  if (cancelledAt < order.placedAt || isFarAhead(cancelledAt, now)) return { error: 15 }
  const before = asItIs(order)
  order.cancelledAt = cancelledAt
  order.updatedAt = Math.max(order.updatedAt, now)
  // Nothing is left to take back from one who was erased, and nobody to give anything back to.
  if (customer.erased !== null) order.state = STATE.cancelled
  else cancelled(shop, order, before, customer, now)
  return { done: order }
}

/** The last part of it was returned: as a cancellation of now. */
export function cancelWhole(
  shop: Shop,
  order: Order,
  before: Order,
  customer: Customer,
  refundsRedeem: boolean,
  now: number,
): void {
  order.cancelledAt = Math.max(now, order.placedAt)
  order.updatedAt = Math.max(order.updatedAt, now)
  if (customer.erased !== null) order.state = STATE.cancelled
  else cancelled(shop, order, before, customer, now, refundsRedeem)
}
