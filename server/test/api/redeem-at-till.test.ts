import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())

/** Ana has 100 points, worth R$ 10. */
async function openWithAna(): Promise<Shop> {
  const shop = await test.open(program())
  await shop.completed('o1', 'ana', 100)
  return shop
}

const cashbackOf = (shop: Shop, more = {}): Promise<number> =>
  shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n, ...more })

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await openWithAna()
    const reward = await shop.makeReward({ points: decimal(30), couponValidDays: 10, codePrefix: 'MUG-' })
    const { answer, sequence } = await shop.send(
      'POST',
      `/v1/pvt/POS/rewards/${reward}/redeem`,
      JSON.stringify({
        CustomerId: 'ana',
        OriginalKey: 'till-1',
        Metadatas: [{ Name: 'till', Value: '3' }],
        RedeemOrigin: 5,
        Branch: { OriginalId: 'north', Name: 'North' },
        SalesPerson: { OriginalId: 'bob' },
        ForceGenerateCoupon: false,
        PurchaseValue: 80,
      }),
    )
    expect(sequence).toBe(2)
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        RewardId: expect.any(Number),
        Point: { PointId: expect.any(Number), Quantity: -30, Metadatas: [{ Name: 'till', Value: '3' }] },
        ExternalCode: expect.stringMatching(/^[2-9A-Z]{16}$/),
        OriginalKey: 'till-1',
        Coupon: {
          CouponCode: expect.stringMatching(/^MUG-[2-9A-Z]{10}$/),
          CouponType: 0,
          CouponValue: 10,
          ValidDateStart: iso(START),
          ValidDateEnd: '2026-01-26T02:59:59.000Z',
        },
      },
      HasError: false,
    })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 70 })
  })

  it('once for each key, and the same as elsewhere', async () => {
    const shop = await openWithAna()
    const reward = await shop.makeReward({ points: decimal(30) })
    const body = { CustomerId: 'ana', OriginalKey: 'till-1' }
    const first = await shop.redeemAtTill(reward, body)
    expect(await shop.redeemAtTill(reward, body)).toEqual(first)
    const { couponCode, externalCode } = await shop.redeemed(reward, 'ana', { OriginalKey: 'till-1' })
    expect(resultOf(first)).toMatchObject({ ExternalCode: externalCode, Coupon: { CouponCode: couponCode } })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 70 })
    expect(await shop.redeemAtTill(reward, { CustomerId: 'ana' })).toMatchObject({ HasError: false })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 40 })
  })

  it('the key is known also when the reward is no longer one of the till', async () => {
    const shop = await openWithAna()
    const reward = await shop.makeReward({ points: decimal(30) })
    const first = await shop.redeemAtTill(reward, { CustomerId: 'ana', OriginalKey: 'k' })
    await test.reader.query(
      'update reward_configuration set reward_channel = 1 where tenant_id = $1 and id = $2',
      [shop.tenantId, reward],
    )
    expect(await shop.redeemAtTill(reward, { CustomerId: 'ana', OriginalKey: 'k' })).toEqual(first)
    expect(await shop.redeemAtTill(reward, { CustomerId: 'ana', OriginalKey: 'l' })).toEqual(
      refused({ code: 87, says: String(reward) }),
    )
  })
})

describe('cashback', () => {
  it.each([
    ['a value', { Value: 2.5 }, 2.5],
    ['points', { Points: 25 }, 2.5],
    ['points, rounded down to cents', { Points: 25.09 }, 2.5],
    ['both, where they agree', { Points: 25, Value: 2.5 }, 2.5],
    ['nothing: the most', {}, 10],
    ['nothing: the most of the purchase', { PurchaseValue: 7.5 }, 7.5],
  ])('by %s', async (_by, body, paid) => {
    const shop = await openWithAna()
    const result = resultOf(
      await shop.redeemAtTill(await cashbackOf(shop), { CustomerId: 'ana', OriginalKey: 'k', ...body }),
    )
    expect(result).toMatchObject({ Point: { Quantity: -paid * 10 }, Coupon: { CouponValue: paid } })
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 10 - paid })
  })

  it.each([
    [{ Value: 0 }, 89, 'Value'],
    [{ Value: -1 }, 89, 'Value'],
    [{ Value: 1.005 }, 89, 'Value'],
    [{ Points: 0 }, 89, 'Points'],
    [{ Points: -5 }, 89, 'Points'],
    [{ Points: 0.01 }, 89, 'Value'],
    [{ Points: 25, Value: 2.51 }, 92, 'Points'],
    [{ Value: 6.01 }, 93, 'Value'],
    [{ Value: 3.01, PurchaseValue: 3 }, 93, 'Value'],
    [{ Value: 5.01, PurchaseValue: 10 }, 93, 'Value'],
    [{ PurchaseValue: 0 }, 93, 'PurchaseValue'],
    [{ Value: 10.01 }, 94, 'Value'],
  ])('%j is %i', async (body, code, says) => {
    const shop = await openWithAna()
    const reward = await cashbackOf(shop, {
      cashbackMaximum: decimal(6),
      cashbackPurchasePercent: decimal(50),
    })
    const before = await shop.everything()
    expect(await shop.redeemAtTill(reward, { CustomerId: 'ana', OriginalKey: 'k', ...body })).toEqual(
      refused({ code, says }),
    )
    expect(await shop.everything()).toEqual(before)
  })

  it('is 69 while it is off, 94 where there is none, 47 under another value', async () => {
    const shop = await openWithAna()
    const reward = await cashbackOf(shop)
    const body = { CustomerId: 'ana', OriginalKey: 'k', Value: 10 }
    const first = resultOf(await shop.redeemAtTill(reward, body))
    expect(resultOf(await shop.redeemAtTill(reward, { ...body, Value: null }))).toEqual(first)
    expect(resultOf(await shop.redeemAtTill(reward, { ...body, Value: null, Points: 100 }))).toEqual(first)
    expect(await shop.redeemAtTill(reward, { ...body, Value: 9 })).toEqual(
      refused({ code: 47, says: 'OriginalKey' }),
    )
    expect(await shop.redeemAtTill(reward, { CustomerId: 'ana' })).toEqual(
      refused({ code: 94, says: 'cent' }),
    )
    await shop.publish({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    expect(await shop.redeemAtTill(reward, { CustomerId: 'ana' })).toEqual(
      refused({ code: 69, says: 'Cashback' }),
    )
  })
})

describe('refusals', () => {
  it.each(['0', '999999999', '-1', 'x', '1.5', '%00'])('no such reward is 87: %s', async (id) => {
    expect(await test.shop.redeemAtTill(id, { CustomerId: 'ana' })).toEqual(refused({ code: 87, says: 'id' }))
  })

  it('one of the online channel is 87, an unknown customer 46', async () => {
    const shop = await openWithAna()
    const online = await shop.makeReward({ channel: 1 })
    expect(await shop.redeemAtTill(online, { CustomerId: 'ana' })).toEqual(refused({ code: 87, says: 'id' }))
    const till = await shop.makeReward({ channel: 2 })
    expect(await shop.redeemAtTill(till, { CustomerId: 'nobody' })).toEqual(
      refused({ code: 46, says: 'CustomerId' }),
    )
  })

  it('too few points, and in debt, are 94', async () => {
    const shop = await openWithAna()
    const dear = await shop.makeReward({ points: decimal(100.5) })
    expect(await shop.redeemAtTill(dear, { CustomerId: 'ana' })).toEqual(
      refused({ code: 94, says: 'CustomerId' }),
    )
    await shop.changedPoints('ana', -90)
    await shop.cancelled('o1')
    expect(await shop.redeemAtTill(await shop.makeReward({ points: 0n }), { CustomerId: 'ana' })).toEqual(
      refused({ code: 94, says: 'owes' }),
    )
  })

  it('a purchase below the minimum, or below 0, is 88', async () => {
    const shop = await openWithAna()
    const reward = await shop.makeReward({ points: 0n, minimumPurchase: decimal(50) })
    for (const PurchaseValue of [49.99, 0, -1]) {
      expect(await shop.redeemAtTill(reward, { CustomerId: 'ana', PurchaseValue })).toEqual(
        refused({ code: 88, says: 'PurchaseValue' }),
      )
    }
    for (const PurchaseValue of [50, null, undefined]) {
      resultOf(await shop.redeemAtTill(reward, { CustomerId: 'ana', PurchaseValue }))
    }
  })

  it('all else is 47', async () => {
    const shop = await openWithAna()
    for (const more of [
      { isActive: false },
      { validFrom: START + DAY_MS },
      { validUntil: START },
      { globalUsageLimit: 1 },
      { customerUsageLimit: 1 },
    ]) {
      const reward = await shop.makeReward({ points: 0n, ...more })
      if ('globalUsageLimit' in more || 'customerUsageLimit' in more) await shop.redeemed(reward, 'ana')
      expect(await shop.redeemAtTill(reward, { CustomerId: 'ana' })).toMatchObject({ ErrorCode: 47 })
    }
    const empty = await shop.makeReward({ points: 0n }, [])
    expect(await shop.redeemAtTill(empty, { CustomerId: 'ana' })).toEqual(
      refused({ code: 47, says: 'coupons' }),
    )
  })

  it.each([
    [{ CustomerId: '' }, 7, 'CustomerId'],
    [{ CustomerId: 7 }, 7, 'CustomerId'],
    [{ Value: '1' }, 7, 'Value'],
    [{ RedeemOrigin: 6 }, 10, 'RedeemOrigin'],
    [{ RedeemOrigin: -1 }, 10, 'RedeemOrigin'],
    [{ RedeemOrigin: 1.5 }, 7, 'RedeemOrigin'],
    [{ Metadatas: [{ Value: 'x' }] }, 7, 'Metadatas[0].Name'],
    [{ OriginalKey: 'x'.repeat(251) }, 10, 'OriginalKey'],
    [{ Branch: 'north' }, 7, 'Branch'],
  ])('%j is %i', async (body, code, says) => {
    expect(await test.shop.redeemAtTill(1, { CustomerId: 'ana', ...body })).toEqual(refused({ code, says }))
  })

  it('another tenant’s reward is 87, its customer 46, its key free', async () => {
    const other = await openWithAna()
    const foreign = await other.makeReward({ points: 0n })
    resultOf(await other.redeemAtTill(foreign, { CustomerId: 'ana', OriginalKey: 'k' }))
    const shop = await test.open(program())
    const own = await shop.makeReward({ points: 0n })
    expect(await shop.redeemAtTill(foreign, { CustomerId: 'ana' })).toEqual(refused({ code: 87, says: 'id' }))
    expect(await shop.redeemAtTill(own, { CustomerId: 'ana' })).toEqual(
      refused({ code: 46, says: 'CustomerId' }),
    )
    await shop.completed('o1', 'ana', 1)
    resultOf(await shop.redeemAtTill(own, { CustomerId: 'ana', OriginalKey: 'k' }))
  })
})
