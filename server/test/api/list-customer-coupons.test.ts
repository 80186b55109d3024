import { describe, expect, it } from 'vitest'
import { refusedPage } from '../support/answers.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const url = '/v1/pvt/Customer/ana/availablecoupons'

async function give(shop: Shop, code: string, more: Body = {}): Promise<void> {
  const coupon = { CouponCode: code, CouponType: 0, CouponValue: 10, CustomerId: 'ana', ...more }
  expect(await shop.createCoupon(coupon)).toMatchObject({ HasError: false })
}

const codes = async (shop: Shop, query = '') =>
  (await shop.listCoupons('ana', query)).Items?.map(({ CouponCode }) => CouponCode)

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    await give(shop, 'Welcome', { ValidDateStart: iso(START), ValidDateEnd: iso(START + DAY_MS) })
    const { answer, sequence } = await shop.send('GET', url)
    expect(sequence).toBe(1)
    expect(answer).toEqual({
      Items: [
        {
          CouponCode: 'Welcome',
          CreatedDate: iso(START),
          IsUsed: false,
          CouponValue: 10,
          CustomerId: expect.any(Number),
          ValidDateStart: iso(START),
          ValidDateEnd: iso(START + DAY_MS),
          CouponType: 0,
        },
      ],
      TotalItemCount: 1,
      PageSize: 10,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
  })

  it('leaves out what is used, inactive or over, unless All is asked for', async () => {
    const shop = await test.open(program())
    await shop.completed('o1', 'ana', 100)
    await give(shop, 'USED')
    await shop.completed('o2', 'ana', 10, { Coupon: 'USED' })
    await give(shop, 'INACTIVE')
    await shop.inactivate('INACTIVE')
    await give(shop, 'OVER', { ValidDateEnd: iso(START - DAY_MS) })
    await give(shop, 'TODAY', { ValidDateEnd: iso(START - 1_000) })
    await give(shop, 'LATER', { ValidDateStart: iso(START + DAY_MS) })
    const { couponCode } = await shop.redeemed(
      await shop.makeReward({ points: 10_000n, couponValidDays: 5 }),
      'ana',
    )
    expect(await codes(shop)).toEqual([couponCode, 'LATER', 'TODAY'])
    expect(await codes(shop, '?All=true')).toEqual([couponCode, 'LATER', 'TODAY', 'OVER', 'INACTIVE', 'USED'])
    expect(await codes(shop, '?All=false')).toEqual([couponCode, 'LATER', 'TODAY'])
    // The coupon that we issued is good to the last second of its last day.
    const end = (await shop.listCoupons('ana')).Items?.[0]?.ValidDateEnd ?? ''
    test.api.now = Date.parse(end)
    expect(await codes(shop)).toEqual([couponCode, 'LATER'])
    test.api.now = Date.parse(end) + 1_000
    expect(await codes(shop)).toEqual(['LATER'])
  })

  it('newest first, page by page', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    for (const code of ['A', 'B', 'C']) await give(shop, code)
    expect(await codes(shop, '?PageSize=2')).toEqual(['C', 'B'])
    expect(await codes(shop, '?PageSize=2&PageNumber=2')).toEqual(['A'])
    expect(await shop.listCoupons('ana', '?PageSize=2&PageNumber=9')).toMatchObject({
      Items: [],
      TotalItemCount: 3,
    })
    expect(await shop.listCoupons('ana', '?PageSize=2')).toMatchObject({
      TotalItemCount: 3,
      HasNextPage: true,
    })
  })

  it('POST answers the same', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    for (const code of ['A', 'B', 'C']) await give(shop, code)
    await shop.inactivate('B')
    const asked = await shop.listCoupons('ana', '?PageSize=2&All=true')
    expect(await shop.sendText('POST', url, JSON.stringify({ PageSize: 2, All: true }))).toEqual(asked)
    expect(await shop.sendText('POST', `${url}?PageSize=2&All=true`)).toEqual(asked)
    expect(await shop.sendText('POST', url)).toEqual(await shop.listCoupons('ana'))
    expect(await shop.sendText('POST', url, '{"All":"x"}')).toEqual(refusedPage({ code: 7, says: 'All' }))
    expect(await shop.sendText('POST', url, '{"PageSize":99}')).toEqual(
      refusedPage({ code: 45, says: 'PageSize' }),
    )
  })
})

describe('refusals', () => {
  it.each([
    ['?PageSize=0', 45, 'PageSize'],
    ['?PageSize=51', 45, 'PageSize'],
    ['?PageNumber=0', 9, 'PageNumber'],
    ['?PageSize=50&PageNumber=201', 10, 'PageNumber'],
    ['?All=maybe', 7, 'All'],
  ])('%s is %i', async (query, code, says) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.listCoupons('ana', query)).toEqual(refusedPage({ code, says }))
  })

  it('an unknown customer is 59, and another tenant’s', async () => {
    const other = await test.open()
    await other.completed('o1', 'only-there', 1)
    for (const id of ['nobody', 'only-there', '\0']) {
      expect(await test.shop.listCoupons(id)).toEqual(refusedPage({ code: 59, says: 'customer' }))
    }
  })
})
