/** Returns of parts of orders: the rules of the further operations 30 and 31. */
import { least, share, total, type Units, wholeCents } from './arithmetic.ts'
import { settleGifts, stamp } from './cards.ts'
import { refundPart } from './coupons.ts'
import { isZero, minus, sumOf, TYPE, zero } from './ledger.ts'
import { adjust } from './order-points.ts'
import { asItIs, cancelWhole, isWhollyReturned, lookAtTier } from './orders.ts'
import {
  type Customer,
  leftOf,
  leftOfLines,
  type Order,
  type Outcome,
  type PartToReturn,
  type ReturnMade,
  type Shop,
  STATE,
} from './shop.ts'

export interface Returned {
  readonly made: ReturnMade
  readonly isAgain: boolean
}

export function returnPart(shop: Shop, sent: PartToReturn, now: number): Outcome<Returned> {
  if (sent.value <= 0n) return { error: 9 }
  if (sent.lines && total(sent.lines.map(({ value }) => value)) !== sent.value) return { error: 10 }
  const order = shop.orders.get(sent.order)
  const customer = order && shop.customers.get(order.customer)
  if (!order || !customer) return { error: 37 }
  settleGifts(shop, customer, now)
  customer.account.settle(now)
  const made = order.returns.get(sent.key)
  if (made) return isSame(made.sent, sent) ? { done: { made, isAgain: true } } : { error: 66 }
  if (order.state === STATE.cancelled) return { error: 33 }
  if (sent.value > leftOf(order)) return { error: 93 }
  const taken = takenOfLines(order, sent)
  if (!taken) return { error: 10 }
  const done = carryOut(shop, order, customer, sent, taken, now)
  order.returns.set(sent.key, done)
  return { done: { made: done, isAgain: false } }
}

function isSame(before: PartToReturn, sent: PartToReturn): boolean {
  const lines = ({ lines: all }: PartToReturn) =>
    all?.map(({ product, value }) => `${product} ${value}`).join()
  return before.value === sent.value && before.refunds === sent.refunds && lines(before) === lines(sent)
}

/** What is taken of each line; null: they do not have it. */
function takenOfLines(order: Order, { value, lines }: PartToReturn): Units[] | null {
  const left = leftOfLines(order).map(({ price }) => price)
  if (!lines) return shared(left, value)
  const taken = left.map(() => 0n)
  for (const { product, value: named } of lines) {
    let wanted = named
    for (const [index, line] of order.lines.entries()) {
      if (line.product !== product) continue
      // Nobody can say what is left of a line whose price is not known.
      const there = left[index] ?? null
      const part = there === null ? wanted : least(wanted, there - (taken[index] ?? 0n))
      taken[index] = (taken[index] ?? 0n) + part
      wanted -= part
    }
    if (wanted > 0n) return null
  }
  return taken
}

/** In proportion, by whole cents; what that leaves over is taken from the last line, then from the one before it. */
function shared(left: readonly (Units | null)[], value: Units): Units[] {
  const all = total(left.map((price) => price ?? 0n))
  const wanted = least(value, all)
  const taken = left.map((price) => (all === 0n ? 0n : wholeCents(((price ?? 0n) * wanted) / all)))
  for (let index = left.length - 1; index >= 0; index -= 1) {
    const over = wanted - total(taken)
    taken[index] = (taken[index] ?? 0n) + least(over, (left[index] ?? 0n) - (taken[index] ?? 0n))
  }
  return taken
}

function carryOut(
  shop: Shop,
  order: Order,
  customer: Customer,
  sent: PartToReturn,
  taken: readonly Units[],
  now: number,
): ReturnMade {
  const { account } = customer
  const recordsBefore = account.records.length
  const writtenOffBefore = { ...(order.earned?.writtenOff ?? zero()) }
  const before = asItIs(order)
  keepReturned(order, sent.value, taken)
  const refunds = sent.refunds ?? shop.settings.refundsRedeem
  if (leftOf(order) === 0n) {
    cancelWhole(shop, order, before, customer, refunds, now)
  } else if (customer.erased === null) {
    if (refunds) refundShares(order, customer, sent.value, now)
    adjust(shop, order, customer, now, before)
    stamp(shop, order, before, customer, now)
    lookAtTier(shop, order, isWhollyReturned(before, order) ? before : null, customer, now)
  }
  const written = account.records.slice(recordsBefore)
  const back = written.filter(
    ({ type, order: id }) => id === order.id && (type === TYPE.orderAdjusted || type === TYPE.orderCancelled),
  )
  const writtenOff = minus(order.earned?.writtenOff ?? zero(), writtenOffBefore)
  return {
    sent,
    at: now,
    state: order.state,
    taken: minus(zero(), sumOf(back)),
    writtenOff,
    refunded: sumOf(written.filter(({ type }) => type === TYPE.redeemReturned)),
    remaining: leftOf(order),
    isTaken: back.length > 0 || !isZero(writtenOff),
  }
}

/** Only lines that the order has now are remembered. */
function keepReturned(order: Order, value: Units, taken: readonly Units[]): void {
  const returnedOf = new Map<string, Units[]>()
  for (const [index, { product }] of order.lines.entries()) {
    const own = returnedOf.get(product) ?? []
    const before = order.returnedOf.get(product)?.[own.length] ?? 0n
    returnedOf.set(product, [...own, before + (taken[index] ?? 0n)])
  }
  order.returned += value
  order.returnedOf = returnedOf
}

/** Of cashback that was redeemed for the order, as much as the value is of its total; cents are rounded down. */
function refundShares(order: Order, { account }: Customer, value: Units, now: number): void {
  for (const { redemption, order: usedBy } of order.linked) {
    if (!redemption || redemption.reward.points !== null || usedBy !== order.id) continue
    const part = wholeCents((redemption.cost.cashback * value) / order.total)
    if (!redemption.isReturned) refundPart(redemption, part, account, now)
  }
}

/** In whole cents. */
export function partOfLeft(order: Order, percent: number): Units {
  return wholeCents(share(leftOf(order), BigInt(percent), 100n))
}
