import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

describe('stories at the till', () => {
  it('a coupon is used at the till, the sale is undone, and the coupon is used online', async () => {
    const shop = await story.open(program(), { locale: 'en' })
    const mug = await shop.makeReward({ points: decimal(50), title: 'R$ 10 off', couponValidDays: 30 })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 100)

    story.on('2026-01-11T12:00:00Z') // At the till, with a basket of R$ 80.
    const basket = { CustomerId: 'ana', PurchaseValue: 80 }
    const { Rewards } = await shop.listForPurchase(basket)
    expect(Rewards).toMatchObject([{ Id: mug, CanUse: true }])
    const { Coupon, ExternalCode } = resultOf(
      await shop.redeemAtTill(mug, { ...basket, OriginalKey: 'till-3-000912' }),
    )
    const code = Coupon?.CouponCode ?? ''
    expect(resultOf(await shop.validateCoupon(code, basket))).toMatchObject({
      DiscountValue: 10,
      CanUse: true,
    })
    const sale = { ...basket, OrderId: 'T3-000912' }
    expect(resultOf(await shop.useCoupon(code, sale))).toMatchObject({ IsUsed: true, OrderId: 'T3-000912' })

    // Another till, with the same slip of paper.
    expect(await shop.useCoupon(code, { ...sale, OrderId: 'T4-000001' })).toEqual(
      refused({ code: 85, says: 'T3-000912' }),
    )
    // The card is declined, and Ana leaves.
    expect(resultOf(await shop.undoCoupon(code, { CustomerId: 'ana', OrderId: 'T3-000912' }))).toMatchObject({
      IsUsed: false,
      CanUse: true,
    })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 50 })

    story.on('2026-01-12T20:00:00Z') // At home, in the web shop.
    await shop.completed('web-1', 'ana', 70, { Coupon: ExternalCode })
    expect(await shop.coupon(code)).toMatchObject({ order: 'web-1', is_used: true })
    // The till's order comes after all, by a queue that was stuck: the sale is stored, the coupon is not its own.
    await shop.completed('T3-000912', 'ana', 80, { Coupon: code })
    expect(await shop.coupon(code)).toMatchObject({ order: 'web-1' })
    expect(await shop.useCoupon(code, sale)).toEqual(refused({ code: 85, says: 'web-1' }))
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 50 + 70 + 80 })
    expect(await shop.getRedeemed(await redeemedId(shop))).toMatchObject({
      OrderId: 'web-1',
      IsCanceled: false,
    })
  })

  it('a till that lost its line sends everything twice, and the customer pays once', async () => {
    const shop = await story.open(program(), { locale: 'en' })
    const cashback = await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 100) // Worth R$ 10.

    const redeem = { CustomerId: 'ana', OriginalKey: 'till-1', Value: 6, PurchaseValue: 50 }
    const first = await shop.redeemAtTill(cashback, redeem)
    expect(await shop.redeemAtTill(cashback, redeem)).toEqual(first)
    const code = resultOf(first).Coupon?.CouponCode ?? ''
    const sale = { CustomerId: 'ana', PurchaseValue: 50, OrderId: 'T1-1' }
    const used = await shop.useCoupon(code, sale)
    expect(await shop.useCoupon(code, sale)).toEqual(used)
    for (let times = 0; times < 2; times += 1) await shop.completed('T1-1', 'ana', 44, { Coupon: code })
    expect(await shop.useCoupon(code, sale)).toEqual(used)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100 - 60 + 44, CashbackBalance: 8.4 })

    // Ana brings everything back: the order frees the coupon, and only then can the cashback go back.
    expect(await shop.cancelRewardByKey('till-1')).toEqual(refused({ code: 85, says: 'cancel its order' }))
    await shop.cancelled('T1-1')
    resultOf(await shop.cancelRewardByKey('till-1'))
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100, CashbackBalance: 10 })
  })
})

async function redeemedId(shop: Awaited<ReturnType<typeof story.open>>): Promise<number> {
  const [redeemed] = (await shop.listRewards('ana')).Items ?? []
  return redeemed?.Id ?? 0
}
