import { describe, expect, it } from 'vitest'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const COFFEES = {
  id: 12,
  kind: 'card' as const,
  name: 'Coffee card',
  counts: 'items' as const,
  of: 'product' as const,
  ids: ['coffee'],
  stamps: 10,
  points: '100',
}

const coffees = (quantity: number, price = 8 * quantity) => ({
  Products: [{ OriginalId: 'coffee', Title: 'Coffee', ProductPrice: price, Quantity: quantity }],
})

/** Sends an order of so many coffees at R$ 8. */
async function buys(shop: Shop, id: string, quantity: number, more: Record<string, unknown> = {}) {
  story.api.now += 60_000
  await shop.completed(id, 'ana', 8 * quantity, { ...coffees(quantity), ...more })
}

/** How many stamps are on the card, how many prizes stand, and what they gave. */
async function cardOf(shop: Shop) {
  const [row] = await story.query(
    `select card.balance::float as balance, card.completed,
       (select count(*)::int from award where tenant_id = $1 and state = 1) as prizes,
       (select coalesce(sum(points), 0)::float from point_record where tenant_id = $1 and type = 13) as points
     from stamp_card as card where card.tenant_id = $1 and rule_id = 12`,
    [shop.tenantId],
  )
  return row
}

describe('stories of cards', () => {
  it('C1: ten coffees give a prize, and a return takes it back', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    expect(await cardOf(shop)).toEqual({ balance: 0, completed: 1, prizes: 1, points: 100 })
    await shop.cancelled('a')
    expect(await cardOf(shop)).toEqual({ balance: 6, completed: 0, prizes: 0, points: 0 })
    await buys(shop, 'c', 4)
    expect(await cardOf(shop)).toEqual({ balance: 0, completed: 1, prizes: 1, points: 100 })
  })
})
