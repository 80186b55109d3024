import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())

async function openWithCoupon(): Promise<{ shop: Shop; couponCode: string; externalCode: string }> {
  const shop = await test.open(program(), { locale: 'en' })
  await shop.completed('o1', 'ana', 100)
  const reward = await shop.makeReward({
    title: 'Mug',
    points: decimal(30),
    minimumPurchase: decimal(20),
    couponValidDays: 1,
  })
  return { shop, ...(await shop.redeemed(reward, 'ana')) }
}

describe('a coupon', () => {
  it('is read by its code or external code, in whatever case', async () => {
    const { shop, couponCode, externalCode } = await openWithCoupon()
    const item = {
      CouponCode: couponCode,
      CreatedDate: iso(START),
      IsUsed: false,
      CouponValue: 10,
      CustomerId: expect.any(Number),
      ValidDateStart: iso(START),
      ValidDateEnd: '2026-01-17T02:59:59.000Z',
      CouponType: 0,
    }
    for (const code of [couponCode, externalCode.toLowerCase(), ` ${couponCode.toLowerCase()} `]) {
      const { answer, sequence } = await shop.send('GET', `/v1/pvt/Coupons/${encodeURIComponent(code)}`)
      expect(answer).toEqual({ ErrorMessage: null, ErrorCode: null, Result: item, HasError: false })
      expect(sequence).toBe(2)
    }
    await shop.inactivate(couponCode)
    expect(resultOf(await shop.getCoupon(externalCode))).toMatchObject({ IsUsed: true })
  })

  it('has the terms of its reward', async () => {
    const { shop, couponCode, externalCode } = await openWithCoupon()
    const rules = {
      IsCumulative: false,
      Value: 10,
      Type: 0,
      Requirements: expect.stringContaining('Valid for purchases from'),
      BeginDate: iso(START),
      EndDate: '2026-01-17T02:59:59.000Z',
      Title: 'Mug',
      IsActive: true,
      MinValue: 20,
    }
    expect(await shop.getCouponRules(externalCode)).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: rules,
      HasError: false,
    })
    test.api.now = START + 2 * DAY_MS
    expect(resultOf(await shop.getCouponRules(couponCode))).toEqual({ ...rules, IsActive: false })
  })

  it('of the merchant has none but its dates', async () => {
    const shop = await test.open(program())
    await shop.createCoupon({
      CouponCode: 'OWN',
      CouponType: 1,
      CouponValue: 15,
      CustomerId: 'ana',
      Customer: { OriginalId: 'ana' },
    })
    expect(resultOf(await shop.getCouponRules('own'))).toEqual({
      IsCumulative: true,
      Value: 15,
      Type: 1,
      Requirements: null,
      BeginDate: null,
      EndDate: null,
      Title: null,
      IsActive: true,
      MinValue: null,
    })
  })
})

describe('refusals', () => {
  it.each(['NEVER', '%', '\0', 'x'.repeat(300)])('an unknown code is 57: %j', async (code) => {
    expect(await test.shop.getCoupon(code)).toEqual(refused({ code: 57, says: 'code' }))
    expect(await test.shop.getCouponRules(code)).toEqual(refused({ code: 57, says: 'code' }))
  })

  it('another tenant’s code is 57', async () => {
    const { couponCode, externalCode } = await openWithCoupon()
    for (const code of [couponCode, externalCode]) {
      expect(await test.shop.getCoupon(code)).toEqual(refused({ code: 57, says: 'code' }))
      expect(await test.shop.getCouponRules(code)).toEqual(refused({ code: 57, says: 'code' }))
    }
  })
})
