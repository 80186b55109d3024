import { describe, expect, it } from 'vitest'
import { program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

/** A shop with a cashback reward, and Ana, who has so much cashback. */
async function shopWithCashback(cashback: number, takeBack: 'debt' | 'clamp' = 'debt') {
  const shop = await story.open(program(), { locale: 'en', settings: { takeBack } })
  await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
  story.on('2026-03-01T12:00:00Z')
  await shop.completed('o1', 'ana', cashback * 10)
  story.on('2026-03-09T10:00:00Z')
  return shop
}

/** A pending order that earns nothing yet. */
function pending(id: string, code: string | null, placed: string, more: object = {}) {
  return {
    OriginalId: id,
    OrderPlacementDate: placed,
    OrderTotal: 80,
    ...(code !== null && { Coupon: code }),
    Customer: { OriginalId: 'ana' },
    ...more,
  }
}

describe('stories of reservations', () => {
  it('an order gives its reserved code up: the basket holds it again, and its deadline releases it', async () => {
    const shop = await shopWithCashback(30)
    const { ExternalCode, RewardId } = await shop.reserved('ana', 'cart', { CashbackValue: 10 })
    await shop.placed(pending('o2', ExternalCode, '2026-03-09T10:01:00Z'))
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ OrderId: 'o2', ExpiresAt: null })
    await shop.placed(pending('o2', '', '2026-03-09T10:01:00Z', { OrderTotal: 90 }))
    expect(await shop.getRedeemed(RewardId)).toMatchObject({
      OrderId: null,
      IsCanceled: false,
      ExpiresAt: '2026-03-09T11:00:00.000Z',
    })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 20 })
    // The basket knows it, and another order may still buy with it.
    expect(await shop.refreshCheckout({ CustomerId: 'ana', CheckoutId: 'cart', Total: 90 })).toMatchObject({
      Code: '05',
      Result: { CashbackValue: 10 },
    })
    await shop.placed(pending('o3', ExternalCode, '2026-03-09T10:02:00Z'))
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ OrderId: 'o3', ExpiresAt: null })
    await shop.placed(pending('o3', '', '2026-03-09T10:02:00Z'))

    story.on('2026-03-11T10:00:00Z')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ IsCanceled: true, OrderId: null })
    await shop.cancelled('o2')
    await shop.cancelled('o3')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
  })

  it('an order gives its code up after the deadline: it is released at once, and may be taken again', async () => {
    const shop = await shopWithCashback(30)
    const { ExternalCode, RewardId } = await shop.reserved('ana', 'cart', { CashbackValue: 10 })
    await shop.placed(pending('o2', ExternalCode, '2026-03-09T10:01:00Z'))

    story.on('2026-03-09T12:00:00Z')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 20 })
    await shop.placed(pending('o2', '', '2026-03-09T10:01:00Z'))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ IsCanceled: true, OrderId: null })
    // The shop corrects itself: the customer has had the discount after all.
    await shop.placed(pending('o2', ExternalCode, '2026-03-09T10:01:00Z'))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 20 })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ IsCanceled: false, OrderId: 'o2' })
    await shop.cancelled('o2')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
  })

  it('a code is given up while another basket is reserved: it makes way, and nothing is lost', async () => {
    const shop = await shopWithCashback(30)
    const first = await shop.reserved('ana', 'A', { CashbackValue: 10 })
    await shop.placed(pending('oa', first.ExternalCode, '2026-03-09T10:01:00Z'))
    const second = await shop.reserved('ana', 'B', { CashbackValue: 15 })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 5 })
    await shop.placed(pending('oa', '', '2026-03-09T10:01:00Z'))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 15 })
    expect(await shop.getRedeemed(first.RewardId)).toMatchObject({ IsCanceled: true })
    // An order may exchange one reserved code for the other.
    await shop.placed(pending('oa', first.ExternalCode, '2026-03-09T10:01:00Z'))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 5 })
    await shop.placed(pending('oa', second.ExternalCode, '2026-03-09T10:01:00Z'))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 5 })
    expect(await shop.getRedeemed(first.RewardId)).toMatchObject({
      OrderId: null,
      ExpiresAt: '2026-03-09T11:00:00.000Z',
    })

    story.on('2026-03-10T10:00:00Z')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 15 })
  })

  it('an order exchanges one reservation for another, and the reward is counted once', async () => {
    const shop = await shopWithCashback(30)
    const date = '2026-03-09T10:01:00Z'
    const a = await shop.reserved('ana', 'A', { CashbackValue: 10 })
    const b = await shop.reserved('ana', 'B', { CashbackValue: 5 })
    await shop.reserved('ana', 'C', { CashbackValue: 1 })
    // Both were displaced: each message releases one of them and lets the other stand again. The ledger verifies.
    for (const { ExternalCode } of [a, b, a, b]) await shop.placed(pending('o2', ExternalCode, date))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 24 })
    expect(await shop.getRedeemed(a.RewardId)).toMatchObject({ IsCanceled: true, OrderId: null })
    expect(await shop.getRedeemed(b.RewardId)).toMatchObject({ IsCanceled: false, OrderId: 'o2' })
  })

  it('two tabs reserve the same cashback, and both orders pay for what they show', async () => {
    for (const takeBack of ['debt', 'clamp'] as const) {
      for (const isFirstBoughtFirst of [true, false]) {
        const shop = await shopWithCashback(10, takeBack)
        const a = await shop.reserved('ana', 'A', { CashbackValue: 10, Total: 90 })
        const b = await shop.reserved('ana', 'B', { CashbackValue: 10, Total: 90 })
        expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 0 })
        const buys = [() => shop.placed(pending('oa', a.ExternalCode, '2026-03-09T10:01:00Z'))]
        const buyB = () => shop.placed(pending('ob', b.ExternalCode, '2026-03-09T10:01:00Z'))
        if (isFirstBoughtFirst) buys.push(buyB)
        else buys.unshift(buyB)
        for (const buy of buys) await buy()
        expect(await shop.getPoints('ana'), takeBack).toMatchObject({ CashbackBalance: -10 })
        expect(await shop.getRedeemed(a.RewardId)).toMatchObject({ OrderId: 'oa', IsCanceled: false })
        expect(await shop.getRedeemed(b.RewardId)).toMatchObject({ OrderId: 'ob', IsCanceled: false })

        story.on('2026-03-12T10:00:00Z')
        expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -10 })
        await shop.cancelled('oa')
        await shop.cancelled('ob')
        expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 10, PointsBalance: 100 })
      }
    }
  })

  it('two tabs, and only the first is bought: it is paid for, also where nobody owes anything', async () => {
    for (const takeBack of ['debt', 'clamp'] as const) {
      const shop = await shopWithCashback(10, takeBack)
      const a = await shop.reserved('ana', 'A', { CashbackValue: 10, Total: 90 })
      await shop.reserved('ana', 'B', { CashbackValue: 10, Total: 90 })
      await shop.placed(pending('oa', a.ExternalCode, '2026-03-09T10:01:00Z'))

      story.on('2026-03-12T10:00:00Z') // The second one was forgotten.
      expect(await shop.getPoints('ana'), takeBack).toMatchObject({ CashbackBalance: 0, PointsBalance: 0 })
      await shop.cancelled('oa')
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 10, PointsBalance: 100 })
    }
  })

  it('a late order is paid for although another basket holds all there is', async () => {
    for (const takeBack of ['debt', 'clamp'] as const) {
      const shop = await shopWithCashback(10, takeBack)
      const a = await shop.reserved('ana', 'A', { CashbackValue: 10, ExpiresInMinutes: 5 })
      story.on('2026-03-09T10:06:00Z')
      await shop.reserved('ana', 'B', { CashbackValue: 10 })
      await shop.placed(pending('oa', a.ExternalCode, '2026-03-09T10:04:00Z'))
      story.on('2026-03-12T10:00:00Z')
      expect(await shop.getPoints('ana'), takeBack).toMatchObject({ CashbackBalance: 0, PointsBalance: 0 })
    }
  })

  it('a code that is owed is given up and taken again, twice, and each time the debt is forgiven', async () => {
    const shop = await shopWithCashback(10)
    const a = await shop.reserved('ana', 'A', { CashbackValue: 10 })
    const b = await shop.reserved('ana', 'B', { CashbackValue: 10 })
    const date = '2026-03-09T10:01:00Z'
    await shop.placed(pending('ob', b.ExternalCode, date))
    await shop.completed('o5', 'ana', 40) // Pays a part of what comes.
    story.on('2026-03-10T10:00:00Z')
    for (let round = 0; round < 3; round += 1) {
      await shop.placed(pending('oa', a.ExternalCode, date))
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -6, PointsBalance: -60 })
      await shop.placed(pending('oa', '', date))
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 4, PointsBalance: 40 })
    }
  })

  it('an order whose code is partly owed is returned: what went back is what was paid and what was forgiven', async () => {
    const shop = await shopWithCashback(30)
    const first = await shop.reserved('ana', 'A', { CashbackValue: 30 })
    story.on('2026-03-09T12:00:00Z')
    const second = await shop.reserved('ana', 'B', { CashbackValue: 20 })
    await shop.placed(pending('ob', second.ExternalCode, '2026-03-09T12:00:00Z'))
    await shop.placed(pending('oa', first.ExternalCode, '2026-03-09T10:01:00Z'))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -20 })

    const whole = { ShouldRefundRedeem: true, CancelKey: 'all' }
    const returned = await shop.returned('oa', 80, whole)
    expect(returned).toMatchObject({ CashbackReturned: 30, RemainingTotal: 0 })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 10 })
    expect(await shop.returned('oa', 80, whole)).toEqual(returned)
  })

  it('what an order of a list pays of a debt comes back with the next order of the same list', async () => {
    const shop = await shopWithCashback(10)
    const a = await shop.reserved('ana', 'A', { CashbackValue: 10 })
    const b = await shop.reserved('ana', 'B', { CashbackValue: 10 })
    const date = '2026-03-09T10:01:00Z'
    await shop.placed(pending('ob', b.ExternalCode, date))
    await shop.placed(pending('oa', a.ExternalCode, date))
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -10, PointsBalance: -100 })
    // 50 points pay a half; then the order is cancelled that owes the rest.
    await shop.placeOrders([
      pending('o5', null, date, { OrderTotal: 50, IsCompleted: true, OrderCompletedDate: date }),
      pending('oa', null, date, { IsCancelledOrReturned: true, OrderCancelledDate: date }),
    ])
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 5, PointsBalance: 50 })
  })

  it('a placement date ahead confirms what is reserved when the order is received', async () => {
    const shop = await shopWithCashback(30)
    const { Coupon, ExternalCode, RewardId } = await shop.reserved('ana', 'cart', { CashbackValue: 10 })
    await shop.placed(pending('o2', Coupon?.CouponCode ?? '', '2026-03-09T13:00:00Z'))
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ OrderId: 'o2', ExpiresAt: null })
    // The date is corrected, and the code said again by its other name.
    await shop.placed({ ...pending('o2', null, '2026-03-09T10:00:00Z'), OrderTotal: 81 })
    await shop.placed(pending('o2', ExternalCode, '2026-03-09T10:00:00Z'))

    story.on('2026-03-10T12:00:00Z')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 20 })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({
      OrderId: 'o2',
      IsCanceled: false,
      Coupon: { IsUsed: true },
    })
  })

  it('a placement date that is corrected later brings a released code back, whichever name it has', async () => {
    for (const name of ['ExternalCode', 'CouponCode'] as const) {
      const shop = await shopWithCashback(30)
      const reserved = await shop.reserved('ana', 'cart', { CashbackValue: 10 })
      const code = name === 'ExternalCode' ? reserved.ExternalCode : (reserved.Coupon?.CouponCode ?? '')
      story.on('2026-03-09T12:00:00Z') // Received after the deadline, and placed after it, as it seems.
      await shop.placed(pending('o2', code, '2026-03-09T11:30:00Z'))
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
      await shop.placed(pending('o2', null, '2026-03-09T10:30:00Z'))
      expect(await shop.getRedeemed(reserved.RewardId), name).toMatchObject({
        OrderId: 'o2',
        IsCanceled: false,
      })
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 20 })
      story.on('2026-03-10T12:00:00Z')
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 20 })
      await shop.cancelled('o2')
      expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
    }
  })

  it('a till undoes its use of a reserved code: the basket holds it again until its deadline', async () => {
    const shop = await shopWithCashback(30)
    const { ExternalCode, RewardId } = await shop.reserved('ana', 'cart', { CashbackValue: 10 })
    const sale = { CustomerId: 'ana', OrderId: 'T1' }
    await shop.useCoupon(ExternalCode, { ...sale, PurchaseValue: 80 })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ ExpiresAt: null })
    await shop.undoCoupon(ExternalCode, sale)
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ ExpiresAt: '2026-03-09T11:00:00.000Z' })
    await shop.useCoupon(ExternalCode, { ...sale, PurchaseValue: 80 })

    story.on('2026-03-10T12:00:00Z') // It is undone too late for the basket.
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 20 })
    expect(await shop.undoCoupon(ExternalCode, sale)).toMatchObject({ HasError: false })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 30 })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ IsCanceled: true })
  })
})
