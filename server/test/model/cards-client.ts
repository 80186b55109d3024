/** What the merchant's people see of a customer's cards. */
import { total, written } from './arithmetic.ts'
import type { Card } from './card.ts'
import type { ModelCommand, Scene } from './command.ts'
import type { Essence } from './essence.ts'
import { sendNewOrder } from './order-client.ts'

export function lookAtCards(scene: Scene, now: number): ModelCommand {
  const { shop, customer } = scene
  const known = shop.customers.get(customer.id)
  if (!known || known.cards.size === 0) return sendNewOrder(scene, now)
  const name = shop.nameOf(customer.id)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'look at cards',
    method: 'GET',
    path: 'stamp_card',
    ask: (desk) => desk.cardsOf(name),
    expected: Object.fromEntries([...known.cards].map(([id, card]) => [id, essenceOf(card, now)])),
    traits: ['looked at cards'],
  }
}

/** Stamps that are over are not there, whether or not they have been ended by now. */
function essenceOf({ lots, owed, standing }: Card, now: number): Essence {
  const good = lots.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  return { on: written(total(good.map(({ left }) => left))), owed: written(owed), completed: standing.length }
}
