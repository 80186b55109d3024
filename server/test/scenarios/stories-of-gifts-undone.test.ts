/** Gifts whose ground is gone: whatever the order in which sales are taken back, the same is left. */
import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/answers.ts'
import { giftsOf, usableCode } from '../support/awards.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { spend } from '../support/tiers.ts'

const story = useStories()

async function openCard(takeBack: 'debt' | 'clamp', card: object = {}) {
  const shop = await story.open(program({}), { settings: { takeBack } })
  const reward = await shop.makeReward({ title: 'House coffee' })
  const { points: _, ...coffeeCard } = COFFEE_CARD
  await shop.publish(program({}, { ...coffeeCard, reward: String(reward), ...card }))
  return shop
}

async function buys(shop: Shop, id: string, quantity: number) {
  story.api.now += 60_000
  await shop.completed(id, 'ana', 8 * quantity, coffees(quantity))
  await shop.history('ana')
}

async function uses(shop: Shop, id: string) {
  story.api.now += 60_000
  await shop.completed(id, 'ana', 5, { Products: [], Coupon: await usableCode(story.query, shop) })
}

async function cancels(shop: Shop, ...ids: readonly string[]) {
  for (const id of ids) {
    story.api.now += 60_000
    await shop.cancelled(id)
    await shop.history('ana')
  }
}

/** Stamps on the card, and what became of its coupons, oldest first. */
async function stateOf(shop: Shop) {
  const [card] = await story.query(
    `select card.balance::float as stamps
     from stamp_card as card join customer on customer.tenant_id = $1 and customer.id = card.customer_id
     where card.tenant_id = $1 and customer.original_id = 'ana'`,
    [shop.tenantId],
  )
  const gifts = await giftsOf(story.query, shop)
  return [card?.stamps, ...gifts.map((text) => text.replace(/^.*: /, ''))]
}

/** A card that A and B have filled, and whose coupon was used by the order U. */
async function usedCard(takeBack: 'debt' | 'clamp', card: object = {}) {
  const shop = await openCard(takeBack, card)
  await buys(shop, 'a', 4)
  await buys(shop, 'b', 6)
  await uses(shop, 'u')
  return shop
}

const ORDERS = [
  ['a', 'b', 'u'],
  ['a', 'u', 'b'],
  ['b', 'a', 'u'],
  ['b', 'u', 'a'],
  ['u', 'a', 'b'],
  ['u', 'b', 'a'],
]

describe.each(['debt', 'clamp'] as const)('a card whose coupon was used, with %s', (takeBack) => {
  it.each(ORDERS)('leaves nothing when %s, %s and %s are cancelled', async (...ids) => {
    const shop = await usedCard(takeBack)
    await cancels(shop, ...ids)
    expect(await stateOf(shop)).toEqual([0, 'undone, inactive'])
  })

  it.each([
    ['a', 'u'],
    ['u', 'a'],
  ])('leaves what the other order gave when %s and %s are cancelled', async (...ids) => {
    const shop = await usedCard(takeBack)
    await cancels(shop, ...ids)
    expect(await stateOf(shop)).toEqual([6, 'undone, inactive'])
    await buys(shop, 'c', 4)
    expect(await stateOf(shop)).toEqual([0, 'undone, inactive', 'given'])
  })

  it('is full again with what came meanwhile', async () => {
    const shop = await usedCard(takeBack)
    await cancels(shop, 'a')
    await buys(shop, 'c', 7)
    await cancels(shop, 'u')
    // With debt, the stamps of C have paid for the coupon, which is the customer's again.
    const expected = takeBack === 'debt' ? [3, 'given'] : [3, 'undone, inactive', 'given']
    expect(await stateOf(shop)).toEqual(expected)
  })

  it('is looked at when a till undoes the use', async () => {
    const shop = await openCard(takeBack)
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    const code = await usableCode(story.query, shop)
    const sale = { CustomerId: 'ana', OrderId: 'till-1', PurchaseValue: 8 }
    resultOf(await shop.useCoupon(code, sale))
    await cancels(shop, 'a')
    resultOf(await shop.undoCoupon(code, sale))
    await shop.history('ana')
    expect(await stateOf(shop)).toEqual([6, 'undone, inactive'])
  })

  it('keeps a coupon that was used again', async () => {
    const shop = await usedCard(takeBack)
    await cancels(shop, 'u')
    await uses(shop, 'u2')
    await cancels(shop, 'a')
    expect(await stateOf(shop)).toEqual([takeBack === 'debt' ? -4 : 0, 'given, used'])
  })

  it('owes nothing for a gift that the shop itself has returned', async () => {
    const shop = await openCard(takeBack)
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    const [redemption] = await story.query('select original_key from redemption where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(await shop.returnReward(String(redemption?.original_key))).toBe(null)
    await cancels(shop, 'a')
    expect(await stateOf(shop)).toEqual([6, 'undone, inactive'])
    await cancels(shop, 'b')
    expect(await stateOf(shop)).toEqual([0, 'undone, inactive'])
  })

  it('undoes an old coupon that is free, however many newer ones were used', async () => {
    const shop = await openCard(takeBack, { stamps: 2 })
    await buys(shop, 'first', 2)
    const kept = await usableCode(story.query, shop)
    for (let number = 1; number <= 22; number += 1) {
      await buys(shop, `o${number}`, 2)
      await uses(shop, `u${number}`)
    }
    await cancels(shop, 'o22')
    const [coupon] = await story.query(
      'select inactivated_at is not null as is_inactive from coupon where tenant_id = $1 and code = $2',
      [shop.tenantId, kept],
    )
    expect(coupon).toEqual({ is_inactive: true })
    expect((await stateOf(shop))[0]).toBe(0)
  })
})

async function openTiers() {
  const shop = await story.open(program({}), {
    tiers: [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Silver', order: 2, goals: [spend(500)] },
    ],
  })
  const reward = String(await shop.makeReward({ title: 'House coffee' }))
  const ids = [String(shop.tierIds[1])]
  await shop.publish(program({}, { id: 11, kind: 'tierReached', ids, reward } as never))
  const pays = async (id: string, total: number, more: Record<string, unknown> = {}) => {
    story.api.now += 60_000
    await shop.completed(id, 'ana', total, more)
    await shop.history('ana')
  }
  const gifts = async () => (await giftsOf(story.query, shop)).map((text) => text.replace(/^tier \d+: /, ''))
  return { shop, pays, gifts }
}

describe('the gift of a tier', () => {
  it.each([
    ['x', 'u'],
    ['u', 'x'],
  ])(
    'is gone when %s and %s are cancelled, the sale that reached it and the one that used it',
    async (...ids) => {
      const { shop, pays, gifts } = await openTiers()
      await pays('x', 600)
      await uses(shop, 'u')
      await cancels(shop, ...ids)
      expect(await gifts()).toEqual(['undone, inactive'])
      await pays('again', 600)
      expect(await gifts()).toEqual(['undone, inactive', 'given'])
    },
  )

  it('stays if the tier was reached again before its coupon was free, and goes with the last sale', async () => {
    const { shop, pays, gifts } = await openTiers()
    await pays('x', 600)
    await uses(shop, 'u')
    await cancels(shop, 'x')
    await pays('x2', 600)
    await cancels(shop, 'u')
    expect(await gifts()).toEqual(['given'])
    await cancels(shop, 'x2')
    expect(await gifts()).toEqual(['undone, inactive'])
  })

  it.each([
    ['x', 'y'],
    ['y', 'x'],
  ])('is gone when %s and %s are cancelled, each of which reached it', async (...ids) => {
    const { shop, pays, gifts } = await openTiers()
    await pays('x', 600)
    story.api.now += 3 * 86_400_000
    await pays('y', 600)
    story.api.now += 3 * 86_400_000
    await cancels(shop, ...ids)
    expect(await gifts()).toEqual(['undone, inactive'])
  })

  it('stays when another sale still reaches it, and when what is cancelled never mattered', async () => {
    const { shop, pays, gifts } = await openTiers()
    await pays('x', 600)
    await pays('y', 600)
    await pays('small', 20)
    await cancels(shop, 'x')
    await cancels(shop, 'small')
    expect(await gifts()).toEqual(['given'])
  })

  it('is not given for sales of before it was promised', async () => {
    const { shop, pays, gifts } = await openTiers()
    const before = new Date(story.api.now - 40 * 86_400_000).toISOString()
    await pays('old', 600, { OrderPlacementDate: before, OrderCompletedDate: before })
    expect(await gifts()).toEqual([])
    expect((await shop.completed('new', 'ana', 10)).Customer.TierName).toBe('Silver')
    expect(await gifts()).toEqual([])
  })
})
