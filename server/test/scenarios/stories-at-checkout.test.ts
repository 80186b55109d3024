import { describe, expect, it } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

describe('stories at checkout', () => {
  it('a basket is reserved, abandoned, released, reserved again, and bought late', async () => {
    const shop = await story.open(program({ validityDays: 90 }), { locale: 'en' })
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    const basket = { CustomerId: 'ana', CheckoutId: 'cart-9' }
    story.on('2026-03-01T12:00:00Z')
    await shop.completed('o1', 'ana', 300) // Worth R$ 30.

    story.on('2026-03-09T10:00:00Z') // Ana fills a basket, and uses what she has.
    const first = await shop.reserved('ana', 'cart-9', { Total: 90 })
    expect(first).toMatchObject({ Coupon: { CouponValue: 30 }, ExpiresAt: '2026-03-09T11:00:00.000Z' })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 0 })
    // She takes something out of it: R$ 20 are left to pay, and the shop is told that it is too much now.
    expect(await shop.refreshCheckout({ ...basket, Total: 20 })).toMatchObject({
      Code: '06',
      Result: { CashbackRemoved: true, MaxCashbackForCurrentPurchase: 20 },
    })
    await shop.reserved('ana', 'cart-9', { Total: 20 })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 10 })

    story.on('2026-03-09T12:30:00Z') // The bell rings, and the basket is forgotten.
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30, PointsBalance: 300 })
    expect(await shop.removeCheckout(basket)).toMatchObject({ Code: '04', Result: { Success: false } })

    story.on('2026-03-10T09:00:00Z') // The next morning, the same basket.
    const again = await shop.reserved('ana', 'cart-9', {
      CashbackValue: 12.5,
      Total: 90,
      ExpiresInMinutes: 5,
    })
    expect(again.Point.Quantity).toBe(-125)
    // She pays at 9:04. The shop's queue is stuck, and the order comes at noon.
    story.on('2026-03-10T12:00:00Z')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
    await shop.placed({
      OriginalId: 'o2',
      OrderPlacementDate: '2026-03-10T09:04:00Z',
      OrderCompletedDate: '2026-03-10T09:04:00Z',
      IsCompleted: true,
      OrderTotal: 77.5,
      Coupon: again.ExternalCode,
      Customer: { OriginalId: 'ana' },
    })
    expect(await shop.getPoints('ana')).toMatchObject({
      CashbackBalance: 25.2,
      PointsBalance: 300 - 125 + 77,
    })
    expect(await shop.getRedeemed(again.RewardId)).toMatchObject({ OrderId: 'o2', IsCanceled: false })
    // Sent once more, nothing happens.
    await shop.completed('o2', 'ana', 77.5, { Coupon: again.ExternalCode })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 25.2 })

    story.on('2026-03-20T12:00:00Z') // Everything comes back.
    await shop.cancelled('o2')
    expect(await shop.getPoints('ana')).toMatchObject({
      CashbackBalance: 30,
      PointsBalance: 300,
      PointsToExpire: [{ Points: 300, When: '2026-05-31T02:59:59.000Z' }],
    })
  })

  it('a basket is bought late when nothing is left, comes back in parts, and nothing is lost', async () => {
    const shop = await story.open(program(), { locale: 'en', settings: { takeBack: 'debt' } })
    const cashback = await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    story.on('2026-03-01T12:00:00Z')
    await shop.completed('o1', 'ana', 100) // Worth R$ 10.
    const { ExternalCode } = await shop.reserved('ana', 'cart-9', { CashbackValue: 10, ExpiresInMinutes: 5 })

    story.on('2026-03-02T12:00:00Z') // It was released, and she has spent it elsewhere.
    await shop.redeemed(cashback, 'ana')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 0, PointsBalance: 0 })
    // The order of yesterday comes, and waits for its payment: it earns nothing yet.
    const order = {
      OriginalId: 'o2',
      OrderPlacementDate: '2026-03-01T12:03:00Z',
      OrderTotal: 40,
      Coupon: ExternalCode,
      Customer: { OriginalId: 'ana' },
    }
    await shop.placed(order)
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -10, PointsBalance: -100 })
    // A quarter of it comes back. She has paid nothing for it yet, so nothing goes back.
    const part = { ValueToRefund: 10, ShouldRefundRedeem: true }
    expect(await shop.returnPart('o2', { ...part, CancelKey: 'r1' })).toMatchObject({
      Result: { CashbackReturned: 0, PointsReturned: 0, RemainingTotal: 30 },
    })
    // She earns 50 points, which pay a part; then another quarter comes back, and pays a part again.
    await shop.completed('o3', 'ana', 50)
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -5, PointsBalance: -50 })
    expect(await shop.returnPart('o2', { ...part, CancelKey: 'r2' })).toMatchObject({
      Result: { CashbackReturned: 2.5, PointsReturned: 25 },
    })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -2.5, PointsBalance: -25 })
    await shop.completed('o4', 'ana', 20)
    expect(await shop.returnPart('o2', { ...part, CancelKey: 'r3' })).toMatchObject({
      Result: { CashbackReturned: 2.5, PointsReturned: 25 },
    })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 2, PointsBalance: 20 })
    // The rest is cancelled: in all she has back what it cost, and what she has earned.
    await shop.cancelled('o2')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 7, PointsBalance: 70 })
  })

  it('whether the worker or the customer comes first after the deadline makes no difference', async () => {
    const stories: string[][] = []
    for (const isWorkerFirst of [true, false]) {
      const shop = await story.open(program(), { locale: 'en' })
      await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
      story.on('2026-03-09T10:00:00Z')
      for (const name of ['ana', 'bob', 'eva']) {
        await shop.completed(`o-${name}`, name, 100)
        await shop.reserved(name, `cart-${name}`)
      }
      story.on('2026-03-09T12:00:00Z')
      if (isWorkerFirst) {
        const tenant = await story.database.transaction([], (tx) => findTenant(tx, shop.tenantId))
        if (!tenant) throw new Error('the merchant is gone')
        const clock = () => story.api.now
        const sweep = new Sweep({ database: story.database, clock, ...REWARDS_DUE })
        expect(await sweep.dueSince([tenant])).toBe(Date.parse('2026-03-09T11:00:00Z'))
        expect(await sweep.round([tenant])).toBe(3)
        expect(await sweep.dueSince([tenant])).toBe(null)
        expect(await sweep.round([tenant])).toBe(0)
      }
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 10 })
      const [released] = await shop.history('ana')
      expect(released).toMatchObject({ PointType: 7, Date: '2026-03-09T11:00:00.000Z' })
      stories.push(await shop.story('ana'))
    }
    expect(stories[0]).toEqual(stories[1])
  })
})
