/** Erasing a person: what is left names nobody, and nothing of it can be spent (the further operation 21). */

import { dropAwards } from './awards.ts'
import { endCards } from './cards.ts'
import { RELEASED_BY } from './counter.ts'
import { giveBackAll, standingOf } from './coupons.ts'
import type { Outcome, Shop } from './shop.ts'

export function erase(shop: Shop, id: string, now: number): Outcome<number> {
  const customer = shop.customers.get(id)
  if (!customer) return { error: 59 }
  const { account } = customer
  account.settle(now)
  const standing = standingOf(customer)
  if (standing) giveBackAll(standing.redemption, standing.coupon, account, RELEASED_BY.shop, now)
  account.expireAll(now)
  endCards(customer, now)
  dropAwards(customer, now)
  for (const coupon of shop.counter.coupons) {
    if (coupon.customer === id && !coupon.isUsed) coupon.isInactive = true
  }
  for (const name of customer.names) shop.erasedIds.add(name)
  if (customer.email !== null) shop.erasedEmails.add(customer.email.toLowerCase())
  forget(shop, id)
  return { done: now }
}

/** All that there was is that of a customer with an id that nobody has. */
function forget(shop: Shop, id: string): void {
  const customer = shop.customers.get(id)
  if (!customer || customer.publicId === null)
    throw new Error(`the server has not told the public id of ${id}`)
  const left = `erased-${customer.publicId}`
  shop.customers.delete(id)
  shop.customers.set(left, customer)
  shop.counter.moveAll(id, left)
  for (const order of customer.orders) order.customer = left
  for (const made of shop.changes.values()) if (made.customer === id) made.customer = left
  customer.erased = id
  customer.id = left
  customer.originalId = left
  for (const { merged } of shop.customers.values()) if (merged?.into === customer) merged.named = null
  customer.names.clear()
  customer.names.add(left)
  customer.name = null
  customer.email = null
  customer.isEnrolled = false
  customer.tier = null
}
