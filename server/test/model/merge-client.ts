/** What a client sends of persons who have two accounts. */

import { toNumber } from './arithmetic.ts'
import { isAwaitingGifts } from './awards.ts'
import type { ModelCommand, OwnCustomer, Scene } from './command.ts'
import { anyName } from './customer-client.ts'
import { type Essence, expectedOf } from './essence.ts'
import { mergeCustomers } from './merging.ts'
import { sendNewOrder } from './order-client.ts'
import type { Shop } from './shop.ts'

/**
 * The other account of the person ends, or this one does: whoever stays has both, and the client goes on with it. Of a
 * person who has one, the second begins with an order.
 */
export function mergeAny(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer, customers } = scene
  const own = customers.filter(({ person, id }) => person === customer.person && id !== customer.id)
  const [other] = own
  if (!other) return sendNewOrder({ ...scene, customer: scene.secondOf(customer) }, now)
  const [from, into] = random.chance(50) ? [customer, other] : [other, customer]
  // What is left of them is known by it.
  if (shop.customers.get(from.id)?.publicId === null) return sendNewOrder({ ...scene, customer: from }, now)
  // Of two accounts, nothing would tell which code is of which award.
  if ([from, into].every(({ id }) => isAwaiting(shop, id)))
    return sendNewOrder({ ...scene, customer: from }, now)
  const [name, intoName] = [from, into].map((one) => anyName({ ...scene, customer: one }))
  const outcome = mergeCustomers(shop, from.id, into.id, now)
  if ('done' in outcome) {
    takeOver(into, from)
    scene.forget(from)
  }
  return {
    shop: customer.shop,
    customer: into.id,
    action: 'merge',
    method: 'POST',
    path: `/v1/pvt/Customer/${name}/merge`,
    body: { Into: intoName, MergeKey: scene.newKey() },
    expected: expectedOf(outcome, ({ into: stays, points, pending, ...counts }) => ({
      customer: stays.originalId,
      points: toNumber(points),
      pending: toNumber(pending),
      ...counts,
      balance: toNumber(stays.account.balance.points),
    })),
    read: readMerge,
    traits: 'done' in outcome ? ['merged'] : ['not merged'],
  }
}

function isAwaiting({ customers }: Shop, id: string): boolean {
  const known = customers.get(id)
  return known !== undefined && isAwaitingGifts(known)
}

function readMerge(body: Readonly<Record<string, unknown>>): Essence {
  if (body.HasError) return { error: Number(body.ErrorCode) }
  const result = body.Result as {
    Customer: { OriginalId: string }
    Points: number
    PendingPoints: number
    Orders: number
    Redemptions: number
    Coupons: number
    PointsBalance: number
  }
  return {
    customer: result.Customer.OriginalId,
    points: result.Points,
    pending: result.PendingPoints,
    orders: result.Orders,
    redemptions: result.Redemptions,
    coupons: result.Coupons,
    balance: result.PointsBalance,
  }
}

function takeOver(into: OwnCustomer, from: OwnCustomer): void {
  for (const [id, sent] of from.orders) into.orders.set(id, { ...sent, customer: into.id })
  into.coupons.push(...from.coupons)
  into.sales.push(...from.sales)
}
