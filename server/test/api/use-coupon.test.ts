/** A coupon at the till: asked about, used for a sale, and its use undone. */
import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())

const SALE = { CustomerId: 'ana', PurchaseValue: 80, OrderId: 'T3-1' }
const UNDO = { CustomerId: 'ana', OrderId: 'T3-1' }

/** Ana has redeemed a coupon of R$ 10, good for a day, for purchases from R$ 20. */
async function openWithCoupon(more = {}): Promise<{ shop: Shop; couponCode: string; externalCode: string }> {
  const shop = await test.open(program(), { locale: 'en' })
  await shop.completed('o1', 'ana', 100)
  const reward = await shop.makeReward({
    points: decimal(30),
    minimumPurchase: decimal(20),
    couponValidDays: 1,
    ...more,
  })
  return { shop, ...(await shop.redeemed(reward, 'ana', { OriginalKey: 'cart' })) }
}

const OWN_COUPON = {
  CouponCode: 'OWN',
  CouponType: 0,
  CouponValue: 5,
  CustomerId: 'ana',
  Customer: { OriginalId: 'ana' },
}

async function openWithOwn(more = {}): Promise<Shop> {
  const shop = await test.open(program())
  await shop.createCoupon({ ...OWN_COUPON, ...more })
  return shop
}

describe('validate', () => {
  it('has every member, and changes nothing', async () => {
    const { shop, couponCode, externalCode } = await openWithCoupon()
    const before = await shop.everything()
    const check = {
      CouponCode: couponCode,
      ExternalCode: externalCode,
      CouponType: 0,
      CouponValue: 10,
      DiscountValue: 10,
      CanUse: true,
      CannotUseReason: 0,
      Reason: null,
      CustomerId: 'ana',
      IsUsed: false,
      OrderId: null,
      ValidDateStart: iso(START),
      ValidDateEnd: '2026-01-17T02:59:59.000Z',
    }
    for (const code of [couponCode, externalCode.toLowerCase()]) {
      for (const CustomerId of ['ana', null]) {
        const { answer, sequence } = await shop.send(
          'POST',
          `/v1/pvt/POS/coupons/${code}/validate`,
          JSON.stringify({ CustomerId, PurchaseValue: 80, DiscountValue: null, Products: null }),
        )
        expect(answer).toEqual({ ErrorMessage: null, ErrorCode: null, Result: check, HasError: false })
        expect(sequence).toBe(2)
      }
    }
    expect(await shop.everything()).toEqual(before)
  })

  it.each([
    ['fixed value', { CouponType: 0, CouponValue: 10 }, {}, 10],
    ['fixed value, of a smaller purchase', { CouponType: 0, CouponValue: 10 }, { PurchaseValue: 7.5 }, 7.5],
    ['fixed value, of what is left', { CouponType: 0, CouponValue: 10 }, { DiscountValue: 75 }, 5],
    ['fixed value, of nothing', { CouponType: 0, CouponValue: 10 }, { DiscountValue: 90 }, 0],
    ['percent', { CouponType: 1, CouponValue: 12.5 }, { PurchaseValue: 80.1 }, 10.01],
    ['percent, all', { CouponType: 1, CouponValue: 100 }, { PurchaseValue: 0.05 }, 0.05],
    ['free shipping', { CouponType: 2, CouponValue: 0 }, {}, 0],
    ['others', { CouponType: 4, CouponValue: 3 }, {}, 0],
  ])('what it takes off: %s', async (_what, coupon, purchase, discount) => {
    const shop = await openWithOwn(coupon)
    expect(resultOf(await shop.validateCoupon('own', { PurchaseValue: 80, ...purchase }))).toMatchObject({
      ExternalCode: null,
      DiscountValue: discount,
      CanUse: true,
    })
  })

  it('says why it cannot be used', async () => {
    const { shop, couponCode } = await openWithCoupon()
    const asked = async (body = {}) => {
      const { CanUse, CannotUseReason, Reason } = resultOf(
        await shop.validateCoupon(couponCode, { PurchaseValue: 80, ...body }),
      )
      expect(CanUse).toBe(false)
      return [CannotUseReason, Reason]
    }
    expect(await asked({ PurchaseValue: 19.99 })).toEqual([2, expect.stringContaining('minimum')])
    expect(await asked({ DiscountValue: 1 })).toEqual([8, expect.stringContaining('combined')])
    resultOf(await shop.useCoupon(couponCode, SALE))
    expect(await asked()).toEqual([25, expect.stringContaining('used')])
    resultOf(await shop.undoCoupon(couponCode, UNDO))
    test.api.now = START + 2 * DAY_MS
    expect(await asked()).toEqual([24, expect.stringContaining('today')])
    resultOf(await shop.cancelRewardByKey('cart'))
    expect(await asked()).toEqual([26, expect.stringContaining('returned')])
  })

  it('a coupon that has not begun', async () => {
    const shop = await openWithOwn({ ValidDateStart: iso(START + DAY_MS) })
    expect(resultOf(await shop.validateCoupon('OWN', { PurchaseValue: 1 }))).toMatchObject({
      CannotUseReason: 24,
    })
  })
})

describe('use', () => {
  it('has every member, once for each sale', async () => {
    const { shop, couponCode, externalCode } = await openWithCoupon()
    const { answer, sequence } = await shop.send(
      'POST',
      `/v1/pvt/POS/coupons/${couponCode}/use`,
      JSON.stringify({ ...SALE, Branch: { OriginalId: 'north' }, SalesPerson: { Name: 'Bob' } }),
    )
    expect(sequence).toBe(2)
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        CouponCode: couponCode,
        ExternalCode: externalCode,
        CouponType: 0,
        CouponValue: 10,
        DiscountValue: 10,
        CanUse: true,
        CannotUseReason: 0,
        Reason: null,
        CustomerId: 'ana',
        IsUsed: true,
        OrderId: 'T3-1',
        ValidDateStart: iso(START),
        ValidDateEnd: '2026-01-17T02:59:59.000Z',
      },
      HasError: false,
    })
    const before = await shop.everything()
    test.api.now = START + 5 * DAY_MS
    // Sent again, also by its other name and after its end, it is answered the same.
    expect(await shop.useCoupon(externalCode, SALE)).toEqual(answer)
    expect(await shop.everything()).toEqual(before)
    expect(await shop.useCoupon(couponCode, { ...SALE, OrderId: 'T4-1' })).toEqual({
      ...refused({ code: 85, says: '' }),
      ErrorMessage: 'code: this coupon was used for sale T3-1.',
    })
  })

  it('the order of the sale is linked, any other finds it used', async () => {
    const { shop, couponCode } = await openWithCoupon()
    resultOf(await shop.useCoupon(couponCode, SALE))
    await shop.completed('other', 'ana', 50, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject({ order: null, used_for_order: 'T3-1' })
    // Long after its end: the customer has had the discount.
    test.api.now = START + 40 * DAY_MS
    await shop.completed('T3-1', 'ana', 70, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject({ order: 'T3-1', is_used: true })
    expect(await shop.undoCoupon(couponCode, UNDO)).toEqual(refused({ code: 85, says: 'cancel the order' }))
    expect(resultOf(await shop.useCoupon(couponCode, SALE))).toMatchObject({ IsUsed: true, OrderId: 'T3-1' })
  })

  it('an order that names no code is not asked about', async () => {
    const { shop, couponCode } = await openWithCoupon()
    resultOf(await shop.useCoupon(couponCode, SALE))
    await shop.completed('T3-1', 'ana', 70)
    expect(await shop.coupon(couponCode)).toMatchObject({ order: null, is_used: true })
    await shop.cancelled('T3-1')
    expect(await shop.coupon(couponCode)).toMatchObject({ order: null, is_used: true })
    expect(resultOf(await shop.undoCoupon(couponCode, UNDO))).toMatchObject({ IsUsed: false })
  })

  it('the cancelled order frees it', async () => {
    const { shop, couponCode } = await openWithCoupon()
    resultOf(await shop.useCoupon(couponCode, SALE))
    await shop.completed('T3-1', 'ana', 70, { Coupon: couponCode })
    await shop.cancelled('T3-1')
    expect(await shop.coupon(couponCode)).toMatchObject({ order: null, is_used: false, used_for_order: null })
    resultOf(await shop.useCoupon(couponCode, { ...SALE, OrderId: 'T3-2' }))
  })

  it('a coupon that an order has used names that order', async () => {
    const { shop, couponCode } = await openWithCoupon()
    await shop.completed('o2', 'ana', 70, { Coupon: couponCode })
    // As the version before this one has left it.
    await test.reader.query(
      'update coupon set used_for_order = null, used_at = null where tenant_id = $1 and is_used',
      [shop.tenantId],
    )
    expect(await shop.useCoupon(couponCode, SALE)).toEqual(refused({ code: 85, says: 'sale o2' }))
    expect(resultOf(await shop.useCoupon(couponCode, { ...SALE, OrderId: 'o2' }))).toMatchObject({
      OrderId: 'o2',
    })
  })

  it('while it is used it can be neither returned nor made inactive, and is the same coupon', async () => {
    const { shop, couponCode } = await openWithCoupon()
    resultOf(await shop.useCoupon(couponCode, SALE))
    expect(await shop.cancelRewardByKey('cart')).toEqual(refused({ code: 85, says: 'undo its use' }))
    expect((await shop.inactivate(couponCode)).ErrorMessages).toEqual([
      expect.stringMatching(/^56 .*undo its use/),
    ])
    expect(resultOf(await shop.getCoupon(couponCode))).toMatchObject({ IsUsed: true })
    const own = await openWithOwn()
    resultOf(await own.useCoupon('OWN', SALE))
    expect((await own.createCoupon(OWN_COUPON)).Items).toMatchObject([{ CouponCode: 'OWN', IsUsed: true }])
  })

  it('a coupon that the merchant has sent as used is used', async () => {
    const shop = await openWithOwn({ IsUsed: true })
    expect(await shop.useCoupon('OWN', SALE)).toEqual(refused({ code: 85, says: 'used before' }))
    expect(await shop.undoCoupon('OWN', UNDO)).toEqual(refused({ code: 85, says: 'used before' }))
  })

  it('a code that is the external code of one and the code of another: that of the customer', async () => {
    const { shop, externalCode } = await openWithCoupon()
    await shop.createCoupon({
      ...OWN_COUPON,
      CouponCode: externalCode,
      CustomerId: 'bob',
      Customer: { OriginalId: 'bob' },
    })
    const ofBob = resultOf(await shop.useCoupon(externalCode, { ...SALE, CustomerId: 'bob' }))
    expect(ofBob).toMatchObject({ CouponCode: externalCode, CouponValue: 5, CustomerId: 'bob' })
    const ofAna = resultOf(await shop.useCoupon(externalCode, SALE))
    expect(ofAna).toMatchObject({ ExternalCode: externalCode, CouponValue: 10, CustomerId: 'ana' })
  })

  it('leaves the points as they are', async () => {
    const { shop, couponCode } = await openWithCoupon()
    const events = await shop.story('ana')
    resultOf(await shop.useCoupon(couponCode, SALE))
    resultOf(await shop.undoCoupon(couponCode, UNDO))
    expect(await shop.story('ana')).toEqual(events)
  })
})

describe('undo', () => {
  it('has every member, and the same again is the same', async () => {
    const { shop, couponCode, externalCode } = await openWithCoupon()
    resultOf(await shop.useCoupon(couponCode, SALE))
    const undone = await shop.undoCoupon(externalCode, UNDO)
    expect(undone).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        CouponCode: couponCode,
        ExternalCode: externalCode,
        CouponType: 0,
        CouponValue: 10,
        DiscountValue: null,
        CanUse: true,
        CannotUseReason: 0,
        Reason: null,
        CustomerId: 'ana',
        IsUsed: false,
        OrderId: null,
        ValidDateStart: iso(START),
        ValidDateEnd: '2026-01-17T02:59:59.000Z',
      },
      HasError: false,
    })
    expect(await shop.undoCoupon(couponCode, UNDO)).toEqual(undone)
    resultOf(await shop.useCoupon(couponCode, { ...SALE, OrderId: 'T4-1' }))
    // The first sale's undo, sent once more, does not free what the second one uses.
    expect(await shop.undoCoupon(couponCode, UNDO)).toEqual(refused({ code: 85, says: 'sale T4-1' }))
  })

  it('works after its end', async () => {
    const { shop, couponCode } = await openWithCoupon()
    resultOf(await shop.useCoupon(couponCode, SALE))
    test.api.now = START + 5 * DAY_MS
    expect(resultOf(await shop.undoCoupon(couponCode, UNDO))).toMatchObject({
      IsUsed: false,
      CanUse: false,
      CannotUseReason: 24,
    })
  })
})

describe('refusals', () => {
  const CALLS = {
    validate: (shop: Shop, code: string, body: object) => shop.validateCoupon(code, { ...SALE, ...body }),
    use: (shop: Shop, code: string, body: object) => shop.useCoupon(code, { ...SALE, ...body }),
    undo: (shop: Shop, code: string, body: object) => shop.undoCoupon(code, { ...SALE, ...body }),
  }
  const EACH = Object.entries(CALLS)
  const CHANGING = EACH.filter(([name]) => name !== 'validate')

  it.each(EACH)('%s: an unknown code is 84', async (_name, call) => {
    for (const code of ['NEVER', '\0', '%', 'x'.repeat(300)]) {
      expect(await call(test.shop, code, {})).toEqual(refused({ code: 84, says: 'code' }))
    }
  })

  it.each(EACH)('%s: another customer’s coupon, or an unknown customer, is 83', async (_name, call) => {
    const { shop, couponCode } = await openWithCoupon()
    await shop.completed('o9', 'bob', 10)
    for (const CustomerId of ['bob', 'nobody']) {
      expect(await call(shop, couponCode, { CustomerId })).toEqual(refused({ code: 83, says: 'CustomerId' }))
    }
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false })
  })

  it.each(CHANGING)('%s: returned and inactive is 86', async (_name, call) => {
    const { shop, couponCode } = await openWithCoupon()
    resultOf(await shop.cancelRewardByKey('cart'))
    expect(await call(shop, couponCode, {})).toEqual(refused({ code: 86, says: 'returned' }))
    const own = await openWithOwn()
    await own.inactivate('OWN')
    expect(await call(own, 'OWN', {})).toEqual(refused({ code: 86, says: 'inactive' }))
  })

  it.each([
    [undefined, 88],
    [null, 88],
    [-0.01, 88],
    [19.99, 88],
    ['80', 7],
    [1e11, 10],
  ])('use: a PurchaseValue of %j is %i', async (PurchaseValue, code) => {
    const { shop, couponCode } = await openWithCoupon()
    expect(await shop.useCoupon(couponCode, { ...SALE, PurchaseValue })).toEqual(
      refused({ code, says: 'PurchaseValue' }),
    )
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false })
  })

  it.each([undefined, null, -0.01])('validate: a PurchaseValue of %j is 88', async (PurchaseValue) => {
    expect(await test.shop.validateCoupon('X', { PurchaseValue })).toEqual(
      refused({ code: 88, says: 'PurchaseValue' }),
    )
  })

  it('use: not with other discounts is 88, unless its reward says so', async () => {
    const { shop, couponCode } = await openWithCoupon()
    expect(await shop.useCoupon(couponCode, { ...SALE, DiscountValue: 1 })).toEqual(
      refused({ code: 88, says: 'DiscountValue' }),
    )
    const other = await openWithCoupon({ isCumulative: true })
    const used = resultOf(await other.shop.useCoupon(other.couponCode, { ...SALE, DiscountValue: 75 }))
    expect(used).toMatchObject({ DiscountValue: 5 })
  })

  it('use: outside its dates is 56', async () => {
    const { shop, couponCode } = await openWithCoupon()
    test.api.now = START + 2 * DAY_MS
    expect(await shop.useCoupon(couponCode, SALE)).toEqual(refused({ code: 56, says: 'today' }))
    const early = await openWithOwn({ ValidDateStart: iso(START + 9 * DAY_MS) })
    expect(await early.useCoupon('OWN', SALE)).toEqual(refused({ code: 56, says: 'today' }))
  })

  it.each(CHANGING)('%s: blank members are 7', async (_name, call) => {
    for (const member of ['CustomerId', 'OrderId']) {
      for (const value of [undefined, null, '', ' ']) {
        expect(await call(test.shop, 'X', { [member]: value })).toEqual(refused({ code: 7, says: member }))
      }
    }
    expect(await call(test.shop, 'X', { OrderId: 5 })).toEqual(refused({ code: 7, says: 'OrderId' }))
    expect(await call(test.shop, 'X', { OrderId: 'x'.repeat(251) })).toEqual(
      refused({ code: 10, says: 'OrderId' }),
    )
  })

  it.each(EACH)('%s: another tenant’s code is 84', async (_name, call) => {
    const { couponCode, externalCode, shop: other } = await openWithCoupon()
    const shop = await openWithOwn()
    for (const code of [couponCode, externalCode]) {
      expect(await call(shop, code, {})).toEqual(refused({ code: 84, says: 'code' }))
    }
    expect(await other.coupon(couponCode)).toMatchObject({ is_used: false })
  })
})
