import { describe, expect, it } from 'vitest'
import { refusedCoupon } from '../support/answers.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()

async function open(): Promise<Shop> {
  const shop = await test.open(program())
  await shop.completed('first', 'ana', 500)
  await shop.createCoupon({ CouponCode: 'Açaí-10', CouponType: 0, CouponValue: 10, CustomerId: 'ana' })
  return shop
}

describe('inactivating a coupon', () => {
  it('answers the coupon, from now on used up', async () => {
    const shop = await open()
    expect(await shop.inactivate('Açaí-10')).toStrictEqual({
      Items: [
        {
          CouponCode: 'Açaí-10',
          CreatedDate: expect.any(String),
          IsUsed: true,
          CouponValue: 10,
          CustomerId: expect.any(Number),
          ValidDateStart: null,
          ValidDateEnd: null,
          CouponType: 0,
        },
      ],
      TotalItemCount: 1,
      PageSize: 1,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
    expect(await shop.coupon('AÇAÍ-10')).toMatchObject({ is_inactive: true, is_used: false, order: null })
  })

  it('once: again, in whatever case, it answers as the first time', async () => {
    const shop = await open()
    const first = await shop.inactivate('AÇAÍ-10')
    test.api.now += DAY_MS
    expect(await shop.inactivate('açaí-10')).toEqual(first)
  })

  it('keeps orders from using it', async () => {
    const shop = await open()
    await shop.inactivate('açaí-10')
    const order = await shop.completed('o', 'ana', 10, { Coupon: 'açaí-10' })
    expect(order.Coupon).toBe('açaí-10')
    expect(await shop.coupon('AÇAÍ-10')).toMatchObject({ is_used: false, order: null })
  })

  it('of a redemption gives no points back', async () => {
    const shop = await open()
    const { couponCode } = await shop.redeemed(await shop.makeReward(), 'ana')
    expect((await shop.inactivate(couponCode)).Items).toMatchObject([
      { CouponCode: couponCode, IsUsed: true },
    ])
    expect(await shop.story('ana')).toEqual(['+500 / +50 → 500 / 50', '-100 / -10 → 400 / 40'])
  })

  it('that was made as used elsewhere is no matter', async () => {
    const shop = await open()
    await shop.createCoupon({ CouponCode: 'gone', CouponType: 2, IsUsed: true, CustomerId: 'ana' })
    expect((await shop.inactivate('gone')).HasError).toBe(false)
  })

  it('that an order has used is refused with 56, until the order is cancelled', async () => {
    const shop = await open()
    await shop.completed('o', 'ana', 10, { Coupon: 'AÇAÍ-10' })
    expect(await shop.inactivate('açaí-10')).toEqual(refusedCoupon({ code: 56, says: 'order' }))
    await shop.cancelled('o')
    expect((await shop.inactivate('açaí-10')).HasError).toBe(false)
  })

  it.each(['nothing', 'Acai-10', 'x'.repeat(1_000), 'a\0b', '%', '../x'])(
    '%j is unknown: 57',
    async (code) => {
      const shop = await open()
      expect(await shop.inactivate(code)).toEqual(refusedCoupon({ code: 57, says: '' }))
    },
  )

  it('a code that waits in a list is no coupon yet: 57', async () => {
    const shop = await open()
    await shop.makeReward({}, ['waiting-1'])
    expect(await shop.inactivate('waiting-1')).toEqual(refusedCoupon({ code: 57, says: 'waiting-1' }))
  })

  it('of another merchant is unknown: 57', async () => {
    const [mine, theirs] = [await open(), await open()]
    await mine.createCoupon({ CouponCode: 'mine', CouponType: 2, CustomerId: 'ana' })
    expect(await theirs.inactivate('mine')).toEqual(refusedCoupon({ code: 57, says: 'mine' }))
    expect(await mine.coupon('mine')).toMatchObject({ is_inactive: false })
  })
})
