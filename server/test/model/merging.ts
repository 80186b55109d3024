/** Two customers who are one person: all that the one has is the other's (the further operation 64). */
import type { Units } from './arithmetic.ts'
import { mergeCards } from './cards.ts'
import { standingOf } from './coupons.ts'
import { sumOf } from './ledger.ts'
import type { Customer, Outcome, Shop } from './shop.ts'
import { promote } from './tiers.ts'

export interface Merged {
  readonly into: Customer
  readonly points: Units
  readonly pending: Units
  readonly orders: number
  readonly redemptions: number
  readonly coupons: number
}

export function mergeCustomers(shop: Shop, fromId: string, intoId: string, now: number): Outcome<Merged> {
  const from = shop.customers.get(fromId)
  const into = shop.customers.get(intoId)
  if (!from || !into) return { error: 59 }
  if (from === into) return { error: 41 }
  from.account.settle(now)
  into.account.settle(now)
  if (standingOf(from)) return { error: 41 }
  const waiting = from.account.lots.filter(({ isWaiting }) => isWaiting)
  const coupons = shop.counter.coupons.filter(({ customer }) => customer === fromId)
  const told = {
    into,
    points: from.account.balance.points,
    pending: sumOf(waiting.map(({ left }) => ({ amount: left }))).points,
    orders: from.orders.length,
    redemptions: coupons.filter(({ redemption }) => redemption).length,
    coupons: coupons.length,
  }
  into.account.takeOver(from.account, now)
  mergeCards(from, into, now)
  moveBelongings(shop, from, into)
  if (from.tier && from.tier.tier.order > (into.tier?.tier.order ?? -1)) into.tier = from.tier
  into.name ??= from.name
  into.email ??= from.email
  leave(shop, from, into)
  promote(shop, into, now)
  return { done: told }
}

function moveBelongings(shop: Shop, from: Customer, into: Customer): void {
  for (const order of from.orders.splice(0)) {
    order.customer = into.id
    into.orders.push(order)
  }
  for (const [key, day] of from.reviews) if (!into.reviews.has(key)) into.reviews.set(key, day)
  for (const [basket, reserved] of from.baskets) into.baskets.set(basket, reserved)
  into.reserved.push(...from.reserved.splice(0))
  into.adjusted.push(...from.adjusted.splice(0))
  for (const made of shop.changes.values()) if (made.customer === from.id) made.customer = into.id
  // A quiz that both have answered stays answered by both.
  const left = leftOf(from)
  for (const { answeredBy } of shop.counter.quizzes) {
    if (answeredBy.has(from.id) && answeredBy.has(into.id)) {
      answeredBy.delete(from.id)
      answeredBy.add(left)
    }
  }
  shop.counter.moveAll(from.id, into.id)
}

/** Nobody, with an id of nobody's. */
function leave(shop: Shop, from: Customer, into: Customer): void {
  for (const name of from.names) into.names.add(name)
  const isKept = from.email?.toLowerCase() === into.email?.toLowerCase()
  for (const contact of isKept ? [] : [from.email, from.email?.toLowerCase()]) {
    if (contact && !isTaken(shop, contact)) into.names.add(contact)
  }
  for (const other of shop.customers.values()) {
    if (other.merged?.into === from) other.merged.into = into
  }
  const left = leftOf(from)
  shop.customers.delete(from.id)
  shop.customers.set(left, from)
  from.merged = { into, named: from.originalId }
  from.id = left
  from.originalId = left
  from.names.clear()
  from.names.add(left)
  from.name = null
  from.email = null
  from.isEnrolled = false
  from.tier = null
}

function isTaken(shop: Shop, id: string): boolean {
  return [...shop.customers.values()].some(({ names }) => names.has(id))
}

function leftOf({ publicId }: Customer): string {
  if (publicId === null) throw new Error('the server has not told the public id')
  return `merged-${publicId}`
}
