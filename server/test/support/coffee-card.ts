import type { Body, ProgramToPublish } from './shop.ts'

type CardToPublish = Extract<ProgramToPublish['rules'][number], { kind: 'card' }>

/** Ten coffees earn 100 points. */
export const COFFEE_CARD: CardToPublish = {
  id: 12,
  kind: 'card',
  name: 'Coffee card',
  counts: 'items',
  of: 'product',
  ids: ['coffee'],
  stamps: 10,
  points: '100',
}

/** R$ 300 spent earn 100 points, once. */
export const SPEND_CARD: CardToPublish = {
  id: 13,
  kind: 'card',
  name: 'November',
  counts: 'spend',
  perAmount: '300',
  stamps: 1,
  once: true,
  points: '100',
}

/** What an order of so many coffees has. */
export const coffees = (quantity: number, price = 8 * quantity): Body => ({
  Products: [{ OriginalId: 'coffee', Title: 'Coffee', ProductPrice: price, Quantity: quantity }],
})
