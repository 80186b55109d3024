import { describe, expect, it } from 'vitest'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { orders, spend } from '../support/tiers.ts'

const story = useStories()

const AURORA = { id: 2, kind: 'brand' as const, ids: ['aurora'], multiplier: '2' }
const NO_GIFT_CARDS = {
  id: 3,
  kind: 'exclude' as const,
  name: 'Gift cards',
  of: 'category' as const,
  ids: ['gift-card'],
}
const NO_SHIPPING = { id: 4, kind: 'exclude' as const, of: 'shipping' as const }
const BEANS = { OriginalId: 'beans', ProductPrice: 60, ProductBrand: { OriginalId: 'aurora' } }
const GIFT_CARD = { OriginalId: 'card', ProductPrice: 40 }

type Rules = Parameters<typeof program> extends [unknown?, ...infer Others] ? Others : never

async function openShop(...rules: Rules): Promise<Shop> {
  const shop = await story.open(program({}, AURORA, NO_GIFT_CARDS, ...rules))
  await shop.savedProduct('card', { ProductCategory: { OriginalId: 'gift-card', Name: 'Gift cards' } })
  return shop
}

const pointsOf = async (shop: Shop, order: string): Promise<number> =>
  (await shop.getOrder(order)).PointsGranted

describe('stories of exclusions', () => {
  it('gift cards do not count, whatever coupon lowers the order and however it comes back', async () => {
    const shop = await openShop()
    await shop.completed('x1', 'ana', 100, { Products: [BEANS, GIFT_CARD] })
    expect(await pointsOf(shop, 'x1')).toBe(120)
    for (const [id, Products] of [
      ['x2', [BEANS, GIFT_CARD]],
      ['x2-other-way', [GIFT_CARD, BEANS]],
    ] as const) {
      await shop.completed(id, 'ana', 80, { Products })
      expect(await pointsOf(shop, id)).toBe(96)
    }
    const x3 = await shop.returned('x2', 32, { Products: [{ OriginalId: 'card', ValueToRefund: 32 }] })
    expect(x3.PointsTakenBack).toBe(0)
    expect(await pointsOf(shop, 'x2')).toBe(96)
    const x4 = await shop.returned('x2-other-way', 40)
    expect(x4.PointsTakenBack).toBe(48)
    expect(await pointsOf(shop, 'x2-other-way')).toBe(48)
    const lines = [10, 10, 10].map((ProductPrice, index) => ({
      OriginalId: index === 1 ? 'card' : 'mug',
      ProductPrice,
    }))
    await shop.completed('x8', 'ana', 20, { Products: lines })
    expect(await pointsOf(shop, 'x8')).toBe(13)
  })

  it('gift cards do not count where a later message has what is left after a return, without them', async () => {
    const shop = await openShop()
    const order = shop.completeOrder('paid-later', 'ana', 100, { Products: [BEANS, GIFT_CARD] })
    await shop.placed({ ...order, IsCompleted: false, OrderCompletedDate: null })
    await shop.returned('paid-later', 10)
    await shop.placed({ ...order, OrderTotal: 90, Products: [{ ...BEANS, ProductPrice: 54 }] })
    expect(await pointsOf(shop, 'paid-later')).toBe(108)
  })

  it('shipping in the total does not count, and what is left of a returned order may be nothing that counts', async () => {
    const shop = await openShop(NO_SHIPPING, { id: 5, kind: 'firstPurchase', points: '7' })
    const sent = { Products: [BEANS, GIFT_CARD], ShippingValue: 15 }
    await shop.completed('x5', 'ana', 115, sent)
    expect(await pointsOf(shop, 'x5')).toBe(127)
    await shop.returned('x5', 60, { Products: [{ OriginalId: 'beans', ValueToRefund: 60 }] })
    const left = await shop.getOrder('x5')
    expect([left.PointsGranted, left.Explanation.NoneReason, left.State]).toEqual([0, 'excluded', 2])
    // Both of its records name the rules that left something out, and the order needs no line more.
    const named = left.Explanation.Lines.filter(({ Kind }) => Kind === 'exclude')
    expect(named.map(({ RuleId, Amount }) => [RuleId, Amount])).toEqual([
      [4, 15],
      [3, 40],
      [4, 15],
      [3, 40],
    ])
    // It is no purchase any more, so the next one is the first.
    await shop.completed('next', 'ana', 10)
    expect(await pointsOf(shop, 'next')).toBe(17)
  })

  it('an order of gift cards alone is no purchase, in no respect', async () => {
    const shop = await openShop({ id: 5, kind: 'firstPurchase', points: '7' })
    await shop.completed('x7', 'ana', 40, { Products: [GIFT_CARD] })
    const { PointsGranted, Explanation } = await shop.getOrder('x7')
    expect([PointsGranted, Explanation.NoneReason]).toEqual([0, 'excluded'])
    // No record could name the rule: the order does.
    expect(Explanation.Lines).toEqual([
      {
        Kind: 'exclude',
        RuleId: 3,
        Name: 'Gift cards',
        Amount: 40,
        Count: null,
        ReferenceId: null,
        Points: 0,
        Text: 'R$\u00a040,00 não contaram: categoria “gift-card” (regra “Gift cards”)',
      },
    ])
    const listed = await shop.listOrders('ana')
    expect(listed.Items?.[0]?.Explanation).toEqual(Explanation)
    await shop.completed('first', 'ana', 10)
    expect(await pointsOf(shop, 'first')).toBe(17)
    await shop.completed('second', 'ana', 10)
    expect(await pointsOf(shop, 'second')).toBe(10)
  })

  it('gift cards bring no one closer to a tier, unless only their points are left out', async () => {
    const tiers: readonly NewTier[] = [
      { name: 'Base', order: 1, isBase: true },
      { name: 'Regular', order: 2, goals: [orders(2)] },
      { name: 'Big', order: 3, goals: [spend(100)] },
    ]
    const tierAfter = async (outOf: ('points' | 'stamps' | 'tiers')[]): Promise<(string | null)[]> => {
      const shop = await story.open(program({}, { ...NO_GIFT_CARDS, outOf }), { tiers })
      await shop.savedProduct('card', { ProductCategory: { OriginalId: 'gift-card', Name: 'Gift cards' } })
      const reached: (string | null)[] = []
      for (const [id, total, Products] of [
        ['cards', 90, [{ ...GIFT_CARD, ProductPrice: 90 }]],
        ['mixed', 90, [GIFT_CARD, { OriginalId: 'mug', ProductPrice: 50 }]],
        ['mugs', 50, [{ OriginalId: 'mug', ProductPrice: 50 }]],
      ] as const) {
        reached.push((await shop.completed(id, 'ana', total, { Products })).Customer.TierName)
      }
      return reached
    }
    expect(await tierAfter(['points', 'tiers'])).toEqual(['Base', 'Base', 'Big'])
    expect(await tierAfter(['points'])).toEqual(['Base', 'Big', 'Big'])
  })

  it('what a shop marks or ships changes nothing, unless a rule leaves it out', async () => {
    const mug = { OriginalId: 'mug', ProductPrice: 40 }
    const sent = { Products: [{ ...BEANS, EarnsPoints: false, Quantity: 3 }, mug], ShippingValue: 40 }
    const plain = await story.open(program({}, AURORA))
    await plain.completed('o1', 'ana', 100, sent)
    expect(await pointsOf(plain, 'o1')).toBe(160)
    const marks = await story.open(program({}, AURORA, { id: 3, kind: 'exclude', of: 'marked' }))
    await marks.completed('o1', 'ana', 100, sent)
    expect(await pointsOf(marks, 'o1')).toBe(40)
    // Sent again without the mark, it earns the difference; sent again with it, that is taken back.
    story.api.now += 60_000
    await marks.completed('o1', 'ana', 100, { Products: [BEANS, mug], ShippingValue: 40 })
    expect(await pointsOf(marks, 'o1')).toBe(160)
    story.api.now += 60_000
    await marks.completed('o1', 'ana', 100, sent)
    expect(await pointsOf(marks, 'o1')).toBe(40)
  })

  it('an order on a day without points earns nothing at all, not even fixed bonuses', async () => {
    const shop = await story.open(
      program(
        {},
        { id: 2, kind: 'order', points: '50', when: { minimumOrder: '1' } },
        { id: 3, kind: 'exclude', of: 'all', when: { branches: ['outlet'] } },
      ),
    )
    await shop.completed('o1', 'ana', 10, { Branch: { OriginalId: 'outlet' } })
    await shop.completed('o2', 'ana', 10, { Branch: { OriginalId: 'centre' } })
    expect([await pointsOf(shop, 'o1'), await pointsOf(shop, 'o2')]).toEqual([0, 60])
  })

  it('the page of an excluded product promises no points', async () => {
    const shop = await openShop()
    await shop.savedProduct('mug')
    const asked = [
      { Id: 'card', Price: 40 },
      { Id: 'mug', Price: 40 },
    ]
    expect(await shop.productPoints(asked)).toMatchObject({ Result: [{ Points: 0 }, { Points: 40 }] })
  })
})
