/** A basket at checkout: reserved, looked at again, given up, confirmed by its order, or released at its deadline. */
import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Opened {
  readonly shop: Shop
  readonly cashback: number
}

/** Ana has 100 points, worth R$ 10, and the merchant a cashback reward. */
async function openWithAna(more = {}, settings = {}): Promise<Opened> {
  const shop = await test.open(program(), { locale: 'en', settings })
  const cashback = await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n, ...more })
  await shop.completed('o1', 'ana', 100)
  return { shop, cashback }
}

const BASKET = { CustomerId: 'ana', CheckoutId: 'cart-9' }
const outcomeOf = ({ Code, CodeName, Severity }: { Code: string; CodeName: string; Severity: number }) => [
  Code,
  CodeName,
  Severity,
]
const refusedWith = (code: string, name: string, errorCode: number, says: string) => ({
  ErrorMessage: expect.stringContaining(says),
  ErrorCode: errorCode,
  Result: null,
  Code: code,
  CodeName: name,
  Severity: 2,
  HasWarning: false,
  HasError: true,
})

const balanceOf = async (shop: Shop): Promise<number> => (await shop.getPoints('ana')).CashbackBalance

describe('reserve', () => {
  it('has every member', async () => {
    const { shop, cashback } = await openWithAna()
    const { answer, sequence } = await shop.send(
      'POST',
      '/v1/pvt/Checkout/redeem',
      JSON.stringify({
        ...BASKET,
        CashbackValue: 2.5,
        Total: 90,
        Token: 'x',
        RedeemOrigin: 1,
        Items: [{ ExternalProductId: 'mug', Value: 90, Quantity: 1 }],
      }),
    )
    expect(sequence).toBe(2)
    const deadline = iso(START + HOUR_MS)
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        RewardId: expect.any(Number),
        Point: { PointId: expect.any(Number), Quantity: -25, Metadatas: [] },
        ExternalCode: expect.any(String),
        OriginalKey: expect.stringMatching(/^cart-9:\d+$/),
        Coupon: {
          CouponCode: expect.any(String),
          CouponType: 0,
          CouponValue: 2.5,
          ValidDateStart: iso(START),
          ValidDateEnd: deadline,
        },
        ExpiresAt: deadline,
      },
      Code: '08',
      CodeName: 'CashbackApplied',
      Severity: 0,
      HasWarning: false,
      HasError: false,
    })
    const { RewardId, OriginalKey } = (answer as { Result: { RewardId: number; OriginalKey: string } }).Result
    expect(OriginalKey).toBe(`cart-9:${RewardId}`)
    expect(await shop.getRedeemed(RewardId)).toMatchObject({
      ExpiresAt: deadline,
      RewardConfigurationId: cashback,
    })
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10', '-25 / -2.5 → 75 / 7.5'])
  })

  it.each([
    ['the balance', {}, {}, 10],
    ['the basket', {}, { Total: 4.2 }, 4.2],
    ['the maximum', { cashbackMaximum: decimal(3) }, { Total: 50 }, 3],
    ['the share', { cashbackPurchasePercent: decimal(10) }, { Total: 50 }, 5],
  ])('without a value as much as %s allows', async (_what, reward, basket, value) => {
    const { shop } = await openWithAna(reward)
    expect(await shop.reserved('ana', 'cart-9', basket)).toMatchObject({ Coupon: { CouponValue: value } })
  })

  it('the same again is answered the same and starts the deadline anew', async () => {
    const { shop } = await openWithAna()
    const first = await shop.reserved('ana', 'cart-9', { CashbackValue: 4 })
    test.api.now = START + 40 * MINUTE_MS
    const again = await shop.reserve({ ...BASKET, CashbackValue: 4 })
    const deadline = iso(START + 100 * MINUTE_MS)
    expect(outcomeOf(again)).toEqual(['09', 'CashbackAlreadyApplied', 1])
    expect(again).toMatchObject({ HasWarning: true, HasError: false })
    expect(again.Result).toEqual({
      ...first,
      Coupon: { ...first.Coupon, ValidDateEnd: deadline },
      ExpiresAt: deadline,
    })
    test.api.now = START + 99 * MINUTE_MS
    expect(await balanceOf(shop)).toBe(6)
    test.api.now = START + 100 * MINUTE_MS
    expect(await balanceOf(shop)).toBe(10)
    expect(await shop.events('ana')).toHaveLength(3)
  })

  it('without a value the same basket is the same reservation', async () => {
    const { shop } = await openWithAna()
    const first = await shop.reserved('ana', 'cart-9', { Total: 6 })
    const again = await shop.reserve({ ...BASKET, Total: 6 })
    expect(again).toMatchObject({ Code: '09', Result: { RewardId: first.RewardId } })
    const other = await shop.reserve({ ...BASKET, Total: 5 })
    expect(other).toMatchObject({ Code: '08', Result: { Coupon: { CouponValue: 5 } } })
  })

  it('another value replaces it: one return, one debit', async () => {
    const { shop } = await openWithAna()
    const first = await shop.reserved('ana', 'cart-9', { CashbackValue: 8 })
    const second = await shop.reserved('ana', 'cart-9', { CashbackValue: 9 })
    expect(second.RewardId).not.toBe(first.RewardId)
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-80 / -8 → 20 / 2',
      '+80 / +8 → 100 / 10',
      '-90 / -9 → 10 / 1',
    ])
    expect(await shop.getRedeemed(first.RewardId)).toMatchObject({ IsCanceled: true, ExpiresAt: null })
  })

  it('for another basket releases the first in the same command', async () => {
    const { shop } = await openWithAna({ customerUsageLimit: 1, globalUsageLimit: 1 })
    const first = await shop.reserved('ana', 'cart-9', { CashbackValue: 8 })
    const second = await shop.reserved('ana', 'cart-10', { CashbackValue: 8 })
    expect(await balanceOf(shop)).toBe(2)
    expect(await shop.coupon(first.Coupon?.CouponCode ?? '')).toMatchObject({ is_inactive: true })
    expect(await shop.coupon(second.Coupon?.CouponCode ?? '')).toMatchObject({ is_inactive: false })
    expect(await shop.doubts()).toEqual([])
  })

  it('what is refused leaves the first as it is', async () => {
    const { shop } = await openWithAna()
    await shop.reserved('ana', 'cart-9', { CashbackValue: 8 })
    const before = await shop.everything()
    expect(await shop.reserve({ ...BASKET, CheckoutId: 'cart-10', CashbackValue: 10.01 })).toEqual(
      refusedWith('10', 'CashbackRefused', 93, 'Value'),
    )
    expect(await shop.everything()).toEqual(before)
  })

  it('a reward for points, of the web shop', async () => {
    const { shop } = await openWithAna()
    const mug = await shop.makeReward({ title: 'Mug', points: decimal(30), channel: 1 }, ['MUG-1', 'MUG-2'])
    const reserved = await shop.reserved('ana', 'cart-9', { RewardConfigurationId: mug })
    expect(reserved).toMatchObject({ Point: { Quantity: -30 }, Coupon: { CouponCode: 'MUG-1' } })
    const again = await shop.reserve({ ...BASKET, RewardConfigurationId: mug })
    expect(again).toMatchObject({ Code: '09' })
    test.api.now = START + HOUR_MS
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100 })
    // A code of a list is not given out again.
    expect(await shop.reserved('ana', 'cart-11', { RewardConfigurationId: mug })).toMatchObject({
      Coupon: { CouponCode: 'MUG-2' },
    })
  })

  it.each([
    [{ ExpiresInMinutes: 5 }, {}, 5],
    [{ ExpiresInMinutes: 4_320 }, {}, 4_320],
    [{}, { reservationMinutes: 15 }, 15],
    [{ ExpiresInMinutes: 30 }, { reservationMinutes: 15 }, 30],
  ])('the deadline of %j under %j', async (body, settings, minutes) => {
    const { shop } = await openWithAna({}, settings)
    const { ExpiresAt } = await shop.reserved('ana', 'cart-9', body)
    expect(ExpiresAt).toBe(iso(START + minutes * MINUTE_MS))
  })
})

describe('the deadline', () => {
  it('is settled by the first read, at its moment', async () => {
    const { shop } = await openWithAna()
    const { RewardId, Coupon } = await shop.reserved('ana', 'cart-9')
    test.api.now = START + HOUR_MS - 1
    expect(await balanceOf(shop)).toBe(0)
    test.api.now = START + 3 * HOUR_MS
    expect(await balanceOf(shop)).toBe(10)
    expect(await shop.getRedeemed(RewardId)).toMatchObject({
      IsCanceled: true,
      CanceledDate: iso(START + HOUR_MS),
      ExpiresAt: null,
    })
    expect(await shop.coupon(Coupon?.CouponCode ?? '')).toMatchObject({ is_inactive: true, is_used: false })
    expect((await shop.history('ana'))[0]).toMatchObject({ PointType: 7, Date: iso(START + HOUR_MS) })
  })

  it('is settled by the first command', async () => {
    const { shop } = await openWithAna()
    await shop.reserved('ana', 'cart-9')
    test.api.now = START + 2 * HOUR_MS
    await shop.changedCashback('ana', -10)
    expect(await balanceOf(shop)).toBe(0)
  })

  it('and what expires around it follow each other in time', async () => {
    const shop = await test.open(program({ validityDays: 1 }), { locale: 'en' })
    await shop.makeReward({ title: 'Cashback', type: 3, points: 0n, value: 0n })
    await shop.completed('o1', 'ana', 100) // Until the end of tomorrow.
    await shop.reserved('ana', 'cart-9', { CashbackValue: 4, ExpiresInMinutes: 4_320 })
    test.api.now = START + 10 * DAY_MS
    const history = await shop.history('ana')
    expect(history.map(({ PointType, Points }) => [PointType, Points])).toEqual([
      [8, -40],
      [7, 40],
      [8, -60],
      [6, -40],
      [0, 100],
    ])
    expect(history.map(({ Date: date }) => date).toSorted()).toEqual(
      history.map(({ Date: date }) => date).toReversed(),
    )
  })

  it('of a 100 customers is settled once, whoever asks', async () => {
    const { shop } = await openWithAna()
    await shop.reserved('ana', 'cart-9')
    test.api.now = START + 2 * HOUR_MS
    const balances = await Promise.all(Array.from({ length: 20 }, () => balanceOf(shop)))
    expect(new Set(balances)).toEqual(new Set([10]))
    expect(await shop.events('ana')).toHaveLength(3)
  })
})

describe('confirm', () => {
  it.each(['external', 'coupon'] as const)('by an order with its %s code, pending as it is', async (by) => {
    const { shop } = await openWithAna()
    const { ExternalCode, Coupon, RewardId } = await shop.reserved('ana', 'cart-9')
    const code = by === 'external' ? ExternalCode.toLowerCase() : (Coupon?.CouponCode ?? '')
    await shop.placed({
      OriginalId: 'o2',
      OrderTotal: 80,
      OrderPlacementDate: iso(START),
      Customer: { OriginalId: 'ana' },
      Coupon: code,
    })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({
      OrderId: 'o2',
      ExpiresAt: null,
      IsCanceled: false,
    })
    test.api.now = START + 5 * DAY_MS
    expect(await balanceOf(shop)).toBe(0)
    expect(await shop.removeCheckout(BASKET)).toMatchObject({ Code: '04', Result: { Success: false } })
    // The next basket is another matter.
    await shop.completed('o3', 'ana', 100)
    expect(await shop.reserve({ ...BASKET, CheckoutId: 'cart-10' })).toMatchObject({ Code: '08' })
  })

  it('its order cancelled gives the points back', async () => {
    const { shop } = await openWithAna()
    const { ExternalCode, RewardId } = await shop.reserved('ana', 'cart-9')
    await shop.completed('o2', 'ana', 80, { Coupon: ExternalCode })
    test.api.now = START + 5 * DAY_MS
    await shop.cancelled('o2')
    expect(await balanceOf(shop)).toBe(10)
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ IsCanceled: true })
  })

  it('by its use at a till', async () => {
    const { shop } = await openWithAna()
    const { ExternalCode } = await shop.reserved('ana', 'cart-9')
    resultOf(await shop.useCoupon(ExternalCode, { CustomerId: 'ana', PurchaseValue: 50, OrderId: 'T1' }))
    test.api.now = START + 5 * DAY_MS
    expect(await balanceOf(shop)).toBe(0)
  })

  it('33 releases it, and it can be reserved again', async () => {
    const { shop } = await openWithAna()
    const { RewardId } = await shop.reserved('ana', 'cart-9')
    expect(resultOf(await shop.cancelReward(RewardId))).toMatchObject({ IsCanceled: true, ExpiresAt: null })
    expect(await shop.reserve(BASKET)).toMatchObject({ Code: '08' })
  })
})

describe('a late order', () => {
  const late = async (settings = {}) => {
    const { shop } = await openWithAna({}, settings)
    const reserved = await shop.reserved('ana', 'cart-9', { CashbackValue: 8 })
    test.api.now = START + 2 * HOUR_MS
    expect(await balanceOf(shop)).toBe(10)
    const order = (placedAt: number, code = reserved.ExternalCode) =>
      shop.placed({
        OriginalId: 'o2',
        OrderTotal: 80,
        OrderPlacementDate: iso(placedAt),
        Customer: { OriginalId: 'ana' },
        Coupon: code,
      })
    return { shop, order, ...reserved }
  }

  it('placed in time stands again', async () => {
    const { shop, order, RewardId } = await late()
    await order(START + HOUR_MS - 1)
    expect(await shop.getRedeemed(RewardId)).toMatchObject({
      IsCanceled: false,
      OrderId: 'o2',
      ExpiresAt: null,
      Points: { Points: -80 },
    })
    expect(await balanceOf(shop)).toBe(2)
    expect((await shop.history('ana')).map(({ Title, Points }) => [Title, Points])).toEqual([
      ['Cashback', -80],
      ['Returned: Cashback', 80],
      ['Cashback', -80],
      ['Order o1', 100],
    ])
    await shop.cancelled('o2')
    expect(await balanceOf(shop)).toBe(10)
  })

  it('placed after the deadline does not', async () => {
    const { shop, order, RewardId } = await late()
    await order(START + HOUR_MS)
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ IsCanceled: true, OrderId: null })
    expect(await balanceOf(shop)).toBe(10)
  })

  it('what the balance lacks is owed, and forgiven when the order is cancelled', async () => {
    const { shop, order } = await late()
    await shop.changedCashback('ana', -7)
    await order(START)
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: -5, PointsBalance: -50 })
    await shop.cancelled('o2')
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 3, PointsBalance: 30 })
  })

  it('with nothing left all of it is owed, repaid by the next order, and given back whole', async () => {
    const { shop, order } = await late()
    await shop.changedCashback('ana', -10)
    await order(START)
    expect(await balanceOf(shop)).toBe(-8)
    await shop.completed('o3', 'ana', 50)
    expect(await balanceOf(shop)).toBe(-3)
    await shop.cancelled('o2')
    expect(await balanceOf(shop)).toBe(5)
  })

  it('or let go, where the merchant clamps', async () => {
    const { shop, order, RewardId } = await late({ takeBack: 'clamp' })
    await shop.changedCashback('ana', -7)
    await order(START)
    expect(await shop.getPoints('ana')).toMatchObject({ CashbackBalance: 0, PointsBalance: 0 })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ Points: { Points: -30 } })
    await shop.cancelled('o2')
    expect(await balanceOf(shop)).toBe(3)
  })

  it('after it was given up by the shop is only stored', async () => {
    const { shop } = await openWithAna()
    const { ExternalCode, RewardId } = await shop.reserved('ana', 'cart-9')
    await shop.removeCheckout(BASKET)
    await shop.completed('o2', 'ana', 80, { Coupon: ExternalCode })
    expect(await shop.getRedeemed(RewardId)).toMatchObject({ IsCanceled: true, OrderId: null })
  })
})

describe('refresh', () => {
  it('keeps what the basket carries', async () => {
    const { shop } = await openWithAna()
    await shop.reserved('ana', 'cart-9', { CashbackValue: 6, Total: 90 })
    test.api.now = START + 10 * MINUTE_MS
    const before = await shop.everything()
    expect(await shop.refreshCheckout({ ...BASKET, Total: 6 })).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        CashbackRemoved: false,
        CustomerMessage: null,
        CashbackValue: 6,
        MaxCashbackForCurrentPurchase: 6,
        ExpiresAt: iso(START + HOUR_MS),
      },
      Code: '05',
      CodeName: 'CashbackStillApplied',
      Severity: 1,
      HasWarning: true,
      HasError: false,
    })
    expect(await shop.refreshCheckout({ ...BASKET, Total: 90 })).toMatchObject({
      Result: { MaxCashbackForCurrentPurchase: 10 },
    })
    expect(await shop.refreshCheckout(BASKET)).toMatchObject({ Code: '05' })
    expect(await shop.everything()).toEqual(before)
  })

  it('releases what it does not, once', async () => {
    const { shop } = await openWithAna()
    await shop.reserved('ana', 'cart-9', { CashbackValue: 6 })
    const removed = await shop.refreshCheckout({ ...BASKET, Total: 5.99 })
    expect(outcomeOf(removed)).toEqual(['06', 'CashbackRemovedByCartChange', 1])
    expect(removed.Result).toEqual({
      CashbackRemoved: true,
      CustomerMessage: expect.stringContaining('changed'),
      CashbackValue: null,
      MaxCashbackForCurrentPurchase: 5.99,
      ExpiresAt: null,
    })
    expect(await shop.refreshCheckout({ ...BASKET, Total: 5.99 })).toEqual(removed)
    expect(await balanceOf(shop)).toBe(10)
    expect(await shop.events('ana')).toHaveLength(3)
  })

  it('a reward with a minimum', async () => {
    const { shop } = await openWithAna()
    const mug = await shop.makeReward({ points: decimal(30), minimumPurchase: decimal(50) })
    await shop.reserved('ana', 'cart-9', { RewardConfigurationId: mug, Total: 50 })
    expect(await shop.refreshCheckout({ ...BASKET, Total: 50 })).toMatchObject({ Code: '05' })
    expect(await shop.refreshCheckout({ ...BASKET, Total: 49 })).toMatchObject({ Code: '06' })
  })

  it('of a basket that is not known, or no longer reserved', async () => {
    const { shop } = await openWithAna()
    expect(await shop.refreshCheckout({ ...BASKET, Total: 5 })).toMatchObject({
      Code: '03',
      CodeName: 'CheckoutNotFound',
      Severity: 1,
      HasError: false,
      Result: { CashbackRemoved: false, CashbackValue: null, ExpiresAt: null },
    })
    await shop.reserved('ana', 'cart-9')
    test.api.now = START + HOUR_MS
    expect(await shop.refreshCheckout({ ...BASKET, Total: 5 })).toMatchObject({
      Code: '04',
      CodeName: 'CashbackNotApplied',
    })
  })
})

describe('remove', () => {
  it('gives the points back, and the same again is the same', async () => {
    const { shop } = await openWithAna()
    await shop.reserved('ana', 'cart-9', { CashbackValue: 6 })
    const { answer, sequence } = await shop.send(
      'POST',
      '/v1/pvt/Checkout/redeem/remove',
      JSON.stringify({ ...BASKET, Total: 90 }),
    )
    expect(sequence).toBe(3)
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: { Success: true, CustomerMessage: expect.stringContaining('balance') },
      Code: '07',
      CodeName: 'CashbackRemovedSuccessfully',
      Severity: 0,
      HasWarning: false,
      HasError: false,
    })
    expect(await shop.removeCheckout(BASKET)).toEqual(answer)
    expect(await balanceOf(shop)).toBe(10)
    expect(await shop.events('ana')).toHaveLength(3)
  })

  it('of a basket that is not known', async () => {
    const { shop } = await openWithAna()
    expect(await shop.removeCheckout(BASKET)).toMatchObject({
      Code: '03',
      HasError: false,
      Result: { Success: false },
    })
  })
})

describe('refusals', () => {
  const CALLS = [
    ['reserve', (shop: Shop, body: object) => shop.reserve({ ...BASKET, ...body })],
    ['refresh', (shop: Shop, body: object) => shop.refreshCheckout({ ...BASKET, ...body })],
    ['remove', (shop: Shop, body: object) => shop.removeCheckout({ ...BASKET, ...body })],
  ] as const

  it.each(CALLS)('%s: members', async (_name, call) => {
    for (const CheckoutId of [undefined, null, '', ' ']) {
      expect(await call(test.shop, { CheckoutId })).toEqual(
        refusedWith('02', 'CheckoutIdRequired', 7, 'CheckoutId'),
      )
    }
    expect(await call(test.shop, { CustomerId: '' })).toEqual(
      refusedWith('10', 'CashbackRefused', 7, 'CustomerId'),
    )
    expect(await call(test.shop, {})).toMatchObject({ ErrorCode: expect.any(Number), HasError: true })
    expect(await call(test.shop, { CustomerId: 'nobody' })).toEqual(
      refusedWith('01', 'CustomerNotFound', 59, 'nobody'),
    )
    for (const [body, code, says] of [
      [{ CheckoutId: 'x'.repeat(201) }, 10, 'CheckoutId'],
      [{ Total: -1 }, 10, 'Total'],
      [{ Total: '1' }, 7, 'Total'],
      [{ Items: {} }, 7, 'Items'],
    ] as const) {
      expect(await call(test.shop, body)).toEqual(refusedWith('10', 'CashbackRefused', code, says))
    }
  })

  it.each([
    [{ CashbackValue: 0 }, 70, 'Value'],
    [{ CashbackValue: 1.005 }, 70, 'Value'],
    [{ CashbackValue: 10.01 }, 93, 'Value'],
    [{ CashbackValue: 6.01 }, 93, 'Value'],
    [{ CashbackValue: 5, Total: 4.99 }, 93, 'Value'],
    [{ Total: 0 }, 93, 'PurchaseValue'],
    [{ RewardConfigurationId: 999_999 }, 82, 'RewardConfigurationId'],
    [{ ExpiresInMinutes: 4 }, 10, 'ExpiresInMinutes'],
    [{ ExpiresInMinutes: 4_321 }, 10, 'ExpiresInMinutes'],
    [{ OriginalKey: 'mine' }, 47, 'OriginalKey'],
  ])('reserve: %j is %i', async (body, code, says) => {
    const { shop } = await openWithAna({ cashbackMaximum: decimal(6) })
    await shop.redeemed(await shop.makeReward({ points: 0n }), 'ana', { OriginalKey: 'mine' })
    const before = await shop.everything()
    expect(await shop.reserve({ ...BASKET, ...body })).toEqual(
      refusedWith('10', 'CashbackRefused', code, says),
    )
    expect(await shop.everything()).toEqual(before)
  })

  it('reserve: no reward, off, of the till, inactive, nothing there, owed', async () => {
    const bare = await test.open(program())
    await bare.completed('o1', 'ana', 100)
    expect(await bare.reserve(BASKET)).toMatchObject({ ErrorCode: 82 })
    const till = await bare.makeReward({ type: 3, points: 0n, value: 0n, channel: 2 })
    expect(await bare.reserve(BASKET)).toMatchObject({ ErrorCode: 82 })
    expect(await bare.reserve({ ...BASKET, RewardConfigurationId: till })).toMatchObject({ ErrorCode: 82 })
    const off = await bare.makeReward({ isActive: false })
    expect(await bare.reserve({ ...BASKET, RewardConfigurationId: off })).toMatchObject({ ErrorCode: 82 })

    const { shop } = await openWithAna()
    await shop.changedCashback('ana', -10)
    expect(await shop.reserve(BASKET)).toMatchObject({ ErrorCode: 94 })
    await shop.cancelled('o1')
    expect(await shop.reserve(BASKET)).toMatchObject({ ErrorCode: 94 })
    await shop.publish({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    expect(await shop.reserve(BASKET)).toMatchObject({ ErrorCode: 69 })
  })

  it.each(CALLS)('%s: another tenant’s basket is not there', async (name, call) => {
    const { shop: other } = await openWithAna()
    await other.reserved('ana', 'cart-9')
    const before = await other.everything()
    const { shop } = await openWithAna()
    const answer = await call(shop, {})
    if (name === 'reserve') expect(answer).toMatchObject({ Code: '08' })
    else expect(answer).toMatchObject({ Code: '03' })
    expect(await other.everything()).toEqual(before)
  })
})
