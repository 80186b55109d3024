import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { type Body, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD } from '../support/tiers.ts'

const story = useStories()

const LINES = ['shirt', 'trousers', 'belt', 'socks', 'hat']
const PRICES = [80, 120, 40, 10, 50]
const FIVE_LINES: Body = {
  Products: LINES.map((OriginalId, index) => ({ OriginalId, ProductPrice: PRICES[index] })),
}

const returnLines = (shop: Shop, key: string, ...lines: [string, number][]) => ({
  key,
  send: () =>
    shop.returnPart('o1', {
      CancelKey: key,
      ValueToRefund: lines.reduce((sum, [, value]) => sum + value, 0),
      Products: lines.map(([OriginalId, ValueToRefund]) => ({ OriginalId, ValueToRefund })),
    }),
})

const balanceOf = async (shop: Shop) => (await shop.getPoints('ana')).PointsBalance

describe('stories of returns', () => {
  it('two lines of five are returned after some points were spent, then the rest is cancelled', async () => {
    const rules = program(
      { waitingDays: 2 },
      { id: 2, kind: 'product', ids: ['trousers'], multiplier: '2' },
      { id: 3, kind: 'product', ids: ['socks'], points: '25' },
    )
    const shop = await story.open(rules, { locale: 'en', tiers: BRONZE_SILVER_GOLD })
    const mug = await shop.makeReward({ points: decimal(400), title: 'Mug' })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 300, FIVE_LINES)

    story.on('2026-01-13T12:00:00Z') // 300, 120 more for the trousers, 25 for the socks; 400 become a mug.
    expect(await balanceOf(shop)).toBe(445)
    await shop.redeemed(mug, 'ana')
    expect(await balanceOf(shop)).toBe(45)

    story.on('2026-01-20T12:00:00Z') // The trousers do not fit, and neither do the socks. The till loses its line.
    const { send } = returnLines(shop, 'R-1', ['trousers', 120], ['socks', 10])
    const first = await send()
    expect(resultOf(first)).toMatchObject({
      Status: 2,
      PointsTakenBack: 130 + 120 + 25,
      RemainingTotal: 170,
      WrittenOff: { Points: 0, Cashback: 0 },
    })
    expect(await send()).toEqual(first)
    expect(await balanceOf(shop)).toBe(45 - 275)

    // The shop's system sends the order as it now sees it, and then as it always has.
    const kept = [0, 2, 4].map((line) => ({ OriginalId: LINES[line], ProductPrice: PRICES[line] }))
    await shop.completed('o1', 'ana', 170, { Products: kept, UpdatedDate: '2026-01-20T13:00:00Z' })
    await shop.completed('o1', 'ana', 300, { ...FIVE_LINES, UpdatedDate: '2026-01-20T14:00:00Z' })
    expect(await balanceOf(shop)).toBe(-230)
    expect(await shop.getOrder('o1')).toMatchObject({
      OrderTotal: 300,
      ReturnedTotal: 130,
      PointsGranted: 170,
    })

    story.on('2026-01-25T12:00:00Z') // What she buys next repays.
    await shop.completed('o2', 'ana', 250)
    story.on('2026-01-28T12:00:00Z')
    expect(await balanceOf(shop)).toBe(20)

    story.on('2026-02-01T12:00:00Z') // And the rest of the first order comes back.
    await shop.cancelled('o1')
    expect(await send()).toEqual(first)
    const more = await returnLines(shop, 'R-2', ['hat', 50]).send()
    expect(more).toEqual(refused({ code: 33, says: 'cancelled' }))
    expect(await balanceOf(shop)).toBe(20 - 170)
    expect(await shop.getOrder('o1')).toMatchObject({ State: 3, PointsGranted: 0, ReturnedTotal: 130 })
    const titles = (await shop.history('ana')).map(({ Title, Points }) => `${Points} ${Title}`)
    expect(titles.filter((title) => title.includes('o1'))).toEqual([
      '-170 Order o1 cancelled',
      '-275 Order o1 changed',
      '445 Order o1',
    ])
  })

  it('cashback that paid for an order comes back part by part, to lots that have their own ends', async () => {
    const shop = await story.open(program({ validityDays: 30 }), {
      settings: { refundsRedeemOnReturn: true },
    })
    const cashback = await shop.makeReward({ type: 3, points: 0n, value: 0n })
    story.on('2026-01-01T12:00:00Z')
    await shop.completed('old', 'ana', 60)
    story.on('2026-01-20T12:00:00Z')
    await shop.completed('young', 'ana', 60)
    // R$ 6.00 of the old lot and R$ 4.00 of the young one.
    const { couponCode } = await shop.redeemed(cashback, 'ana', { Value: 10 })
    await shop.completed('o1', 'ana', 100, { Coupon: couponCode })
    expect((await shop.getPoints('ana')).PointsToExpire.map(({ Points }) => Points)).toEqual([20 + 100])

    // As if less had been redeemed: the young lot, which was used last, is the first to have its own back.
    expect(await shop.returned('o1', 50)).toMatchObject({ CashbackReturned: 5, PointsReturned: 50 })
    expect((await shop.getPoints('ana')).PointsToExpire.map(({ Points }) => Points)).toEqual([10, 60 + 50])

    story.on('2026-02-05T12:00:00Z') // The old lot is over: what still comes back to it expires in the same moment.
    expect(await shop.returned('o1', 50)).toMatchObject({ Status: 3, CashbackReturned: 5 })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 60, CashbackBalance: 6 })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true })
  })

  it('an order that is returned before it is complete earns on the rest, and falls from its tier with the last part', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    const tier = async () => resultOf(await shop.getCustomer('ana')).CurrentTier?.Name
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 700, { IsCompleted: false, OrderCompletedDate: null })
    expect(await shop.returned('o1', 150)).toMatchObject({ Status: 1, PointsTakenBack: 0 })
    story.on('2026-01-12T12:00:00Z')
    await shop.completed('o1', 'ana', 700)
    expect([await balanceOf(shop), await tier()]).toEqual([550, 'Silver'])
    await shop.returned('o1', 100)
    expect([await balanceOf(shop), await tier()]).toEqual([450, 'Silver'])
    expect(await shop.returned('o1', 450)).toMatchObject({ Status: 3, PointsTakenBack: 450 })
    expect([await balanceOf(shop), await tier()]).toEqual([0, 'Bronze'])
  })
})
