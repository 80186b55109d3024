import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const ENGLISH = { locale: 'en' } as const

/** Ana has 100 points, worth R$ 10. */
async function openWithAna(settings = {}): Promise<Shop> {
  const shop = await test.open(program(), { ...ENGLISH, ...settings })
  await shop.completed('o1', 'ana', 100, { Customer: { OriginalId: 'ana', Name: 'Ana' } })
  return shop
}

/** Why each reward can't be used, by title. */
async function reasons(shop: Shop, body: Record<string, unknown> = {}) {
  const { Rewards } = await shop.listForPurchase({ CustomerId: 'ana', PurchaseValue: 80, ...body })
  return Object.fromEntries(
    Rewards.map(({ Title, CanUse, CannotUseReason }) => {
      expect(CanUse).toBe(CannotUseReason === 0)
      return [Title, CannotUseReason]
    }),
  )
}

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await openWithAna()
    const fixed = await shop.makeReward({
      title: 'R$ 5 off',
      points: decimal(50),
      value: decimal(5),
      minimumPurchase: decimal(20),
      couponValidDays: 30,
    })
    const cashback = await shop.makeReward({
      title: 'Cashback',
      type: 3,
      points: 0n,
      value: 0n,
      cashbackMaximum: decimal(8),
      cashbackPurchasePercent: decimal(10),
      isCumulative: true,
      channel: 2,
    })
    const customer = resultOf(await shop.getCustomer('ana'))
    const { answer, sequence } = await shop.send(
      'POST',
      '/v1/pvt/POS/rewards/available',
      JSON.stringify({ CustomerId: 'ana', PurchaseValue: 62.55, DiscountValue: null, Products: null }),
    )
    expect(sequence).toBe(1)
    expect(answer).toEqual({
      Customer: customer,
      Rewards: [
        {
          Id: fixed,
          Title: 'R$ 5 off',
          RewardType: 1,
          Value: 5,
          Points: 50,
          CanSelectValue: false,
          IsCashback: false,
          Requirements: expect.stringMatching(
            /^Cannot be combined with other promotions\. Valid for purchases from R\$20\.00\. The coupon is valid for 30 days\.$/,
          ),
          AvailableCashback: 0,
          MaxCashbackForCurrentPurchase: 0,
          CanUse: true,
          CannotUseReason: 0,
          RewardCanBeCumulative: false,
        },
        {
          Id: cashback,
          Title: 'Cashback',
          RewardType: 3,
          Value: 0,
          Points: 0,
          CanSelectValue: true,
          IsCashback: true,
          Requirements: expect.stringMatching(/^Up to R\$8\.00 of cashback a purchase\.$/),
          AvailableCashback: 8,
          MaxCashbackForCurrentPurchase: 6.25,
          CanUse: true,
          CannotUseReason: 0,
          RewardCanBeCumulative: true,
        },
      ],
      HasRewards: true,
      CanUseReward: true,
      ShouldValidateCustomer: false,
      ShouldValidateCustomerSignup: false,
      AvailablePoints: 100,
      CashbackEnabled: true,
      AvailableCashback: 10,
      MaxCashbackForCurrentPurchase: 6.25,
      HasRestrictedItems: false,
      RestrictedValue: 0,
      EligibleValue: 62.55,
    })
  })

  it('changes nothing, and settles first', async () => {
    const shop = await test.open(program({ validityDays: 10 }), ENGLISH)
    await shop.completed('o1', 'ana', 100)
    await shop.makeReward({ title: 'Mug' })
    const before = await shop.everything()
    expect(await reasons(shop)).toEqual({ Mug: 0 })
    expect(await shop.everything()).toEqual(before)
    test.api.now = START + 11 * DAY_MS
    expect(await reasons(shop)).toEqual({ Mug: 1 })
  })

  it('lists active rewards of a till, in the order in which they were made', async () => {
    const shop = await openWithAna()
    for (const [title, more] of [
      ['All', { channel: 0 }],
      ['Online', { channel: 1 }],
      ['Till', { channel: 2 }],
      ['Inactive', { isActive: false }],
    ] as const) {
      await shop.makeReward({ title, ...more })
    }
    expect(Object.keys(await reasons(shop))).toEqual(['All', 'Till'])
  })

  it('of an unknown customer: no error, reason 4', async () => {
    const shop = await openWithAna()
    await shop.makeReward({ title: 'Mug' })
    expect(await shop.listForPurchase({ CustomerId: 'nobody', PurchaseValue: 0 })).toMatchObject({
      Customer: null,
      Rewards: [{ CanUse: false, CannotUseReason: 4, AvailableCashback: 0 }],
      HasRewards: true,
      CanUseReward: false,
      AvailablePoints: 0,
      AvailableCashback: 0,
    })
  })

  it('of a merchant without rewards', async () => {
    const shop = await openWithAna()
    expect(await shop.listForPurchase({ CustomerId: 'ana', PurchaseValue: 1 })).toMatchObject({
      Rewards: [],
      HasRewards: false,
      CanUseReward: false,
      MaxCashbackForCurrentPurchase: 0,
    })
  })
})

describe('the reason', () => {
  it('is what operation 3 looks at', async () => {
    const shop = await openWithAna()
    await giveTiers(test.api, shop)
    const [tier] = await test.reader.query<{ id: string }>(
      'select id from tier where tenant_id = $1 and not is_base order by id limit 1',
      [shop.tenantId],
    )
    await shop.makeReward({ title: 'dear', points: decimal(101) })
    await shop.makeReward({ title: 'early', validFrom: START + DAY_MS })
    await shop.makeReward({ title: 'late', validUntil: START })
    await shop.makeReward({ title: 'no codes' }, [])
    const gone = await shop.makeReward({ title: 'gone', points: 0n, globalUsageLimit: 1 })
    await shop.redeemed(gone, 'ana')
    const once = await shop.makeReward({ title: 'once', points: 0n, customerUsageLimit: 1 })
    await shop.redeemed(once, 'ana')
    const tiered = await shop.makeReward({ title: 'tiered' })
    await test.reader.query(
      'insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id) values ($1, $2, $3)',
      [shop.tenantId, tiered, tier?.id],
    )
    expect(await reasons(shop)).toEqual({
      dear: 1,
      early: 24,
      late: 24,
      'no codes': 23,
      gone: 20,
      once: 20,
      tiered: 21,
    })
  })

  it('is 22 while something is owed, and 7 for one who is not enrolled', async () => {
    const shop = await openWithAna()
    await shop.makeReward({ title: 'Mug', points: decimal(10) })
    await shop.changedPoints('ana', -90)
    await shop.cancelled('o1')
    expect(await reasons(shop)).toEqual({ Mug: 22 })
    await shop.placed({
      OriginalId: 'o2',
      OrderTotal: 5,
      OrderPlacementDate: iso(START),
      Customer: { OriginalId: 'ana', IsEnrolled: false },
    })
    expect(await reasons(shop)).toEqual({ Mug: 7 })
  })

  it('is the purchase', async () => {
    const shop = await openWithAna()
    await shop.makeReward({ title: 'from 50', minimumPurchase: decimal(50) })
    await shop.makeReward({ title: 'with others', isCumulative: true })
    await shop.makeReward({ title: 'alone' })
    await shop.makeReward({ title: 'percent', type: 0, isCumulative: true })
    expect(await reasons(shop, { PurchaseValue: 50 })).toEqual({
      'from 50': 0,
      'with others': 0,
      alone: 0,
      percent: 0,
    })
    expect(await reasons(shop, { PurchaseValue: 49.99, DiscountValue: 0.01 })).toEqual({
      'from 50': 2,
      'with others': 0,
      alone: 8,
      percent: 0,
    })
    expect(await reasons(shop, { PurchaseValue: 60, DiscountValue: 50.01 })).toEqual({
      'from 50': 8,
      'with others': 5,
      alone: 8,
      percent: 0,
    })
  })

  it('of cashback is 3 where none is left, none is allowed, or it is off', async () => {
    const shop = await openWithAna()
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n, isCumulative: true })
    expect(await reasons(shop)).toEqual({ Cashback: 0 })
    expect(await reasons(shop, { PurchaseValue: 0 })).toEqual({ Cashback: 3 })
    expect(await reasons(shop, { PurchaseValue: 5, DiscountValue: 5 })).toEqual({ Cashback: 3 })
    await shop.changedCashback('ana', -10)
    expect(await reasons(shop)).toEqual({ Cashback: 3 })
    await shop.publish({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    expect(await reasons(shop)).toEqual({ Cashback: 3 })
    expect(await shop.listForPurchase({ CustomerId: 'ana', PurchaseValue: 5 })).toMatchObject({
      CashbackEnabled: false,
      AvailableCashback: 0,
    })
  })

  it('what is offered is granted', async () => {
    const shop = await openWithAna()
    await shop.makeReward({ title: 'Mug', points: decimal(30), minimumPurchase: decimal(50) })
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n, cashbackMaximum: decimal(3) })
    const { Rewards } = await shop.listForPurchase({ CustomerId: 'ana', PurchaseValue: 50 })
    for (const { Id, MaxCashbackForCurrentPurchase: most, IsCashback } of Rewards) {
      const value = IsCashback ? { Value: most } : {}
      const body = { CustomerId: 'ana', PurchaseValue: 50, ...value }
      expect(resultOf(await shop.redeemAtTill(Id, body))).toMatchObject({ Coupon: {} })
    }
  })
})

describe('refusals', () => {
  it.each([undefined, null, -0.01])('a PurchaseValue that is missing or below 0 is 88: %j', async (value) => {
    expect(await test.shop.listForPurchase({ CustomerId: 'ana', PurchaseValue: value })).toEqual(
      refused({ code: 88, says: 'PurchaseValue' }),
    )
  })

  it.each([undefined, null, '', ' '])('a blank CustomerId is 7: %j', async (CustomerId) => {
    expect(await test.shop.listForPurchase({ CustomerId, PurchaseValue: 1 })).toEqual(
      refused({ code: 7, says: 'CustomerId' }),
    )
  })

  it.each([
    [{ PurchaseValue: '1' }, 7, 'PurchaseValue'],
    [{ PurchaseValue: 1e11 }, 10, 'PurchaseValue'],
    [{ PurchaseValue: 1, DiscountValue: -1 }, 10, 'DiscountValue'],
    [{ PurchaseValue: 1, Products: {} }, 7, 'Products'],
    [{ PurchaseValue: 1, Products: Array(501).fill({}) }, 10, 'Products'],
    [{ PurchaseValue: 1, CustomerId: 'x'.repeat(251) }, 10, 'CustomerId'],
    [{ PurchaseValue: 1, CustomerId: '\0' }, 7, 'CustomerId'],
  ] as const)('%j is %i', async (body, code, says) => {
    expect(await test.shop.listForPurchase({ CustomerId: 'ana', ...body })).toEqual(refused({ code, says }))
  })

  it('another tenant’s customer and rewards are not there', async () => {
    const other = await openWithAna()
    await other.makeReward({ title: 'Mug' })
    expect(await test.shop.listForPurchase({ CustomerId: 'ana', PurchaseValue: 1 })).toMatchObject({
      Customer: null,
      Rewards: [],
    })
  })
})
