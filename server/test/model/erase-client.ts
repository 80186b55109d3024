/** What a client sends of persons who want to be forgotten, and of what they had bought. */
import type { ModelCommand, Scene } from './command.ts'
import { anyName } from './customer-client.ts'
import { erase } from './erasing.ts'
import { expectedOf, text } from './essence.ts'
import { cancel, place, sendNewOrder } from './order-client.ts'
import { changedOrder } from './order-maker.ts'
import { returnOf } from './return-client.ts'
import type { Customer } from './shop.ts'
import { cancelOf } from './undo-client.ts'

/** By any id that the customer has had; of one who is not there, it is an error. */
export function eraseAny(scene: Scene, now: number): ModelCommand {
  const { shop, customer } = scene
  const known = shop.customers.get(customer.id)
  // What is left is known by it.
  if (known && known.publicId === null) return sendNewOrder(scene, now)
  const name = anyName(scene)
  const outcome = erase(shop, customer.id, now)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'erase',
    method: 'DELETE',
    path: `/v1/pvt/Customer/${name}`,
    body: {},
    expected: expectedOf(outcome, (at) => ({ isErased: true, at: text(at) })),
    traits: 'done' in outcome ? ['erased'] : ['erased nobody'],
  }
}

/** Orders and redemptions of those who were erased, which come again or are cancelled. */
export function touchErased(scene: Scene, now: number): ModelCommand {
  const { random, shop, customer } = scene
  const left = [...shop.customers.values()].filter(({ erased }) => erased === customer.id)
  const one = left.length > 0 ? random.one(left) : null
  const command = one && touch(scene, one, now)
  return command ? { ...command, traits: ['of an erased person'] } : sendNewOrder(scene, now)
}

function touch(scene: Scene, { orders }: Customer, now: number): ModelCommand | null {
  const { random, customer } = scene
  const order = orders.length > 0 ? random.one(orders) : null
  const kind = random.weighted({ repeat: 25, change: 25, cancel: 15, part: 25, redemption: 10 })
  if (kind === 'redemption') {
    const keys = customer.coupons.flatMap(({ redemption }) => redemption?.key ?? [])
    return keys.length > 0 ? cancelOf(scene, random.one(keys), now) : null
  }
  if (!order) return null
  const sent = customer.orders.get(order.id)
  switch (kind) {
    case 'repeat':
      return sent ? place(scene, { ...sent, customer: customer.id }, 'repeat of erased', now) : null
    case 'change':
      return place(
        scene,
        { ...changedOrder(scene, order, now), customer: customer.id },
        'update of erased',
        now,
      )
    case 'cancel':
      return cancel(scene, order.id, Math.max(now, order.placedAt), now)
    case 'part':
      return returnOf(scene, order, now)
  }
}
