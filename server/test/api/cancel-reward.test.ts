import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())

/** Ana has 100 points and has redeemed 30 of them. */
async function redeemedMug(shop: Shop, more = {}) {
  await shop.completed('o1', 'ana', 100, { Customer: { OriginalId: 'ana', Name: 'Ana' } })
  const reward = await shop.makeReward({ points: 300_000n, title: 'Mug' })
  const names = await shop.redeemed(reward, 'ana', { OriginalKey: 'cart-1', ...more })
  const [item] = (await shop.listRewards('ana')).Items ?? []
  return { reward, id: item?.Id ?? 0, ...names }
}

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await test.open(program())
    const { reward, id, couponCode, externalCode } = await redeemedMug(shop)
    const customer = resultOf(await shop.getCustomer('ana'))
    test.api.now = START + DAY_MS
    const { answer, sequence } = await shop.send('DELETE', `/v1/pvt/POS/rewards/${id}`)
    expect(sequence).toBe(3)
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        Id: id,
        Customer: customer,
        ExternalCode: externalCode,
        CashValue: 10,
        IsCanceled: true,
        RedeemDate: iso(START),
        Points: { Id: expect.any(Number), Points: -30, Type: 6, EventKey: 'cart-1' },
        RewardConfigurationId: reward,
        Title: 'Mug',
        OriginalKey: 'cart-1',
        Coupon: {
          CouponCode: couponCode,
          CreatedDate: iso(START),
          IsUsed: true,
          CouponValue: 10,
          CustomerId: expect.any(Number),
          ValidDateStart: iso(START),
          ValidDateEnd: null,
          CouponType: 0,
        },
        OrderId: null,
        CanceledDate: iso(START + DAY_MS),
        ExpiresAt: null,
      },
      HasError: false,
    })
    expect(await shop.getRedeemed(id)).toEqual((answer as { Result: unknown }).Result)
  })

  it.each(['number', 'key'])('by its %s the points go back', async (by) => {
    const shop = await test.open(program({ validityDays: 30 }))
    const { id } = await redeemedMug(shop)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 70 })
    const cancelled = by === 'key' ? await shop.cancelRewardByKey('cart-1') : await shop.cancelReward(id)
    expect(resultOf(cancelled)).toMatchObject({ Id: id, OriginalKey: 'cart-1', IsCanceled: true })
    expect(await shop.getPoints('ana')).toMatchObject({
      PointsBalance: 100,
      CashbackBalance: 10,
      PointsToExpire: [{ Points: 100, When: '2026-02-15T02:59:59.000Z' }],
    })
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-30 / -3 → 70 / 7',
      '+30 / +3 → 100 / 10',
    ])
    expect(await shop.doubts()).toEqual([])
  })

  it('what has expired meanwhile expires again at once', async () => {
    const shop = await test.open(program({ validityDays: 10 }))
    const { id } = await redeemedMug(shop)
    test.api.now = START + 11 * DAY_MS
    resultOf(await shop.cancelReward(id))
    expect((await shop.history('ana')).map(({ Points, PointType }) => [PointType, Points])).toEqual([
      [8, -30],
      [7, 30],
      [8, -70],
      [6, -30],
      [0, 100],
    ])
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 0 })
  })

  it('the coupon can no longer be used, and the reward can be redeemed once more', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    const reward = await shop.makeReward({ points: 300_000n, globalUsageLimit: 1 })
    const { couponCode } = await shop.redeemed(reward, 'ana', { OriginalKey: 'cart-1' })
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    resultOf(await shop.cancelRewardByKey('cart-1'))
    await shop.completed('o2', 'ana', 10, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true, order: null })
    expect(await shop.refusal(reward, 'ana', { OriginalKey: 'cart-1' })).toBe(47)
    expect(await shop.refusal(reward, 'ana', { OriginalKey: 'cart-2' })).toBe(null)
  })

  it('one that cost nothing', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(await shop.makeReward({ points: 0n }), 'ana', { OriginalKey: 'free' })
    expect(resultOf(await shop.cancelRewardByKey('free'))).toMatchObject({
      IsCanceled: true,
      Points: { Id: null, Points: 0, Type: 6 },
    })
  })
})

describe('refusals', () => {
  it.each(['0', '999999999', '-1', 'x', '1.5', '9'.repeat(40), '%00'])(
    'an unknown number is 73: %s',
    async (id) => {
      expect(await test.shop.cancelReward(id)).toEqual(refused({ code: 73, says: 'id' }))
    },
  )

  it.each(['never', 'x'.repeat(300), '\0'])('an unknown key is 73: %j', async (key) => {
    expect(await test.shop.cancelRewardByKey(key)).toEqual(refused({ code: 73, says: 'OriginalKey' }))
  })

  it.each(['', '?OriginalKey=', '?OriginalKey=%20', '?OriginalKey=a&OriginalKey=b'])(
    'a missing key is 7: %j',
    async (query) => {
      expect(await test.shop.sendText('DELETE', `/v1/pvt/POS/rewards${query}`)).toEqual(
        refused({ code: 7, says: 'OriginalKey' }),
      )
    },
  )

  it('a second cancel is 74, by either name', async () => {
    const shop = await test.open(program())
    const { id } = await redeemedMug(shop)
    resultOf(await shop.cancelReward(id))
    const before = await shop.everything()
    expect(await shop.cancelReward(id)).toEqual(refused({ code: 74, says: 'cart-1' }))
    expect(await shop.cancelRewardByKey('cart-1')).toEqual(refused({ code: 74, says: 'cart-1' }))
    expect(await shop.everything()).toEqual(before)
  })

  it('one whose coupon was used is 85, until its order is cancelled', async () => {
    const shop = await test.open(program())
    const { id, couponCode } = await redeemedMug(shop)
    await shop.completed('o2', 'ana', 50, { Coupon: couponCode })
    expect(await shop.cancelReward(id)).toEqual(refused({ code: 85, says: couponCode }))
    await shop.cancelled('o2')
    expect(resultOf(await shop.cancelReward(id))).toMatchObject({ IsCanceled: true, OrderId: null })
  })

  it('another tenant’s number and key are 73', async () => {
    const other = await test.open(program())
    const { id } = await redeemedMug(other)
    expect(await test.shop.cancelReward(id)).toEqual(refused({ code: 73, says: 'id' }))
    expect(await test.shop.cancelRewardByKey('cart-1')).toEqual(refused({ code: 73, says: 'OriginalKey' }))
    expect(await other.getRedeemed(id)).toMatchObject({ IsCanceled: false })
  })

  it('at the same moment it is cancelled once', async () => {
    const shop = await test.open(program())
    const { id } = await redeemedMug(shop)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 === 0 ? shop.cancelReward(id) : shop.cancelRewardByKey('cart-1'),
      ),
    )
    expect(answers.map(({ ErrorCode }) => ErrorCode).sort()).toEqual([74, 74, 74, 74, 74, null])
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100 })
  })
})
