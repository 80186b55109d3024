/** A coupon meets an order: used, stored, freed, given back. */
import { afterEach, describe, expect, it } from 'vitest'
import type { TenantSettings } from '../../src/tenancy/tenant.ts'
import { decimal } from '../support/rewards.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const opened: Shop[] = []

/** Ana has 500 points worth R$ 50.00 and has redeemed 100 of them for a coupon that is good for 10 days. */
async function open(settings: TenantSettings = {}, points = 500) {
  const shop = await test.open(program(), { settings })
  opened.push(shop)
  await shop.completed('first', 'ana', points)
  await shop.completed('other', 'bia', 500)
  const reward = await shop.makeReward({ couponValidDays: 10, codePrefix: 'dez-' })
  const redeemed = await shop.redeemed(reward, 'ana', { OriginalKey: 'cart-1' })
  return { shop, reward, ...redeemed }
}

afterEach(async () => {
  for (const shop of opened.splice(0)) expect(await shop.doubts()).toEqual([])
})

const FREE = { is_used: false, order: null, is_inactive: false }
const usedBy = (order: string) => ({ is_used: true, order, is_inactive: false })

describe('a code on an order', () => {
  it.each<[string, (codes: { externalCode: string; couponCode: string }) => Body]>([
    ['the external code', ({ externalCode }) => ({ Coupon: externalCode })],
    ['the external code in another case', ({ externalCode }) => ({ Coupon: externalCode.toLowerCase() })],
    ['the code of the coupon', ({ couponCode }) => ({ Coupon: couponCode })],
    ['the code in another case', ({ couponCode }) => ({ Coupon: couponCode.toUpperCase() })],
    ['the code in blanks', ({ couponCode }) => ({ Coupon: ` ${couponCode} ` })],
    ['either in ExternalCoupon', ({ externalCode }) => ({ Coupon: null, ExternalCoupon: externalCode })],
    ['beside another system’s coupon', ({ couponCode }) => ({ Coupon: 'OTHER', ExternalCoupon: couponCode })],
    ['both', ({ couponCode, externalCode }) => ({ Coupon: couponCode, ExternalCoupon: externalCode })],
  ])('%s marks the coupon used, and the order says what was sent', async (_case, body) => {
    const { shop, ...codes } = await open()
    const sent = body(codes)
    const order = await shop.completed('uses', 'ana', 10, sent)
    expect(order.Coupon).toBe(sent.Coupon ?? null)
    expect(await shop.coupon(codes.couponCode)).toMatchObject(usedBy('uses'))
  })

  it('of an order that is pending is used as well', async () => {
    const { shop, couponCode } = await open()
    await shop.completed('uses', 'ana', 10, {
      IsCompleted: false,
      OrderCompletedDate: null,
      Coupon: couponCode,
    })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
  })

  it('of two coupons of ours uses both', async () => {
    const { shop, reward, couponCode } = await open()
    const second = await shop.redeemed(reward, 'ana')
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode, ExternalCoupon: second.externalCode })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
    expect(await shop.coupon(second.couponCode)).toMatchObject(usedBy('uses'))
    await shop.cancelled('uses')
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
    expect(await shop.coupon(second.couponCode)).toMatchObject(FREE)
  })

  it('that a complete order keeps, because a blank was sent for it, stays used when the other one changes', async () => {
    const { shop, reward, couponCode, externalCode } = await open()
    const second = await shop.redeemed(reward, 'ana')
    await shop.completed('uses', 'ana', 10, { Coupon: externalCode, ExternalCoupon: externalCode })
    await shop.completed('uses', 'ana', 10, { Coupon: second.externalCode, ExternalCoupon: '' })
    expect(await shop.coupon(second.couponCode)).toMatchObject(usedBy('uses'))
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
  })

  it('that the merchant made is used as well', async () => {
    const { shop } = await open()
    await shop.createCoupon({ CouponCode: 'Gift', CouponType: 2, CustomerId: 'ana' })
    await shop.completed('uses', 'ana', 10, { Coupon: 'gift' })
    expect(await shop.coupon('gift')).toMatchObject(usedBy('uses'))
    await shop.cancelled('uses')
    expect(await shop.coupon('gift')).toMatchObject(FREE)
  })

  it('that is unknown, another’s, used, inactive or over never refuses the sale: it is stored, not used', async () => {
    const { shop, reward, couponCode, externalCode } = await open()
    expect((await shop.completed('unknown', 'ana', 10, { Coupon: 'WHO?' })).Coupon).toBe('WHO?')

    for (const [id, Coupon] of [
      ['by-code', couponCode],
      ['by-name', externalCode],
    ] as const) {
      const foreign = await shop.completed(id, 'bia', 10, { Coupon })
      expect(foreign).toMatchObject({ Coupon, State: 2 })
    }
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
    const newcomer = await shop.completed('newcomer', 'nobody-yet', 10, { Coupon: couponCode })
    expect(newcomer).toMatchObject({ Coupon: couponCode, State: 2 })

    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    await shop.completed('again', 'ana', 10, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
    // Whoever has not used it can't free it either.
    await shop.cancelled('again')
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))

    const inactive = await shop.redeemed(reward, 'ana')
    await shop.inactivate(inactive.couponCode)
    await shop.completed('inactive', 'ana', 10, { Coupon: inactive.couponCode })
    expect(await shop.coupon(inactive.couponCode)).toMatchObject({ is_used: false, order: null })

    const late = await shop.redeemed(reward, 'ana')
    test.api.now = Date.parse('2026-01-26T03:00:00Z')
    await shop.completed('late', 'ana', 10, { Coupon: late.couponCode })
    expect(await shop.coupon(late.couponCode)).toMatchObject(FREE)
  })

  it('is judged by the day of the purchase, not by the day on which we hear of it', async () => {
    const { shop, couponCode } = await open()
    test.api.now += 20 * DAY_MS
    await shop.completed('heard-late', 'ana', 10, {
      OrderPlacementDate: iso(START + 10 * DAY_MS),
      Coupon: couponCode,
    })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('heard-late'))
  })

  it('of another merchant is unknown here', async () => {
    const mine = await open()
    const theirs = await open()
    await theirs.shop.completed('uses', 'ana', 10, {
      Coupon: mine.couponCode,
      ExternalCoupon: mine.externalCode,
    })
    expect(await mine.shop.coupon(mine.couponCode)).toMatchObject(FREE)
  })
})

describe('the dates of a coupon', () => {
  // In São Paulo it is three hours earlier than in UTC.
  const placing = (date: string) => ({ OrderPlacementDate: date, OrderCompletedDate: date })

  it.each([
    ['2026-01-20T02:59:59Z', false],
    ['2026-01-20T03:00:00Z', true],
    ['2026-01-22T12:00:00Z', true],
    ['2026-01-26T02:59:59Z', true],
    ['2026-01-26T03:00:00Z', false],
  ])('that the merchant sent count by the day: an order placed at %s uses it: %j', async (placed, isUsed) => {
    const { shop } = await open()
    await shop.createCoupon({
      CouponCode: 'gift',
      CouponType: 2,
      CustomerId: 'ana',
      ValidDateStart: '2026-01-20T15:00:00-03:00',
      ValidDateEnd: '2026-01-25T08:00:00-03:00',
    })
    test.api.now += 20 * DAY_MS
    await shop.completed('uses', 'ana', 10, { ...placing(placed), Coupon: 'gift' })
    expect(await shop.coupon('gift')).toMatchObject(isUsed ? usedBy('uses') : FREE)
  })

  it.each([
    ['2026-01-26T02:59:59Z', true],
    ['2026-01-26T03:00:00Z', false],
  ])('that we issued end with their last day: an order placed at %s uses it: %j', async (placed, isUsed) => {
    const { shop, couponCode } = await open()
    test.api.now += 20 * DAY_MS
    await shop.completed('uses', 'ana', 10, { ...placing(placed), Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(isUsed ? usedBy('uses') : FREE)
  })

  it.each([
    ['2026-01-17T12:00:00Z', false],
    ['2026-01-18T12:00:00Z', true],
  ])(
    'that came with a code of a list count as well: an order placed at %s uses it: %j',
    async (placed, isUsed) => {
      const { shop } = await open()
      const reward = await shop.makeReward({ couponValidDays: 10 }, ['listed'])
      await test.reader.query(
        `update pre_generated_coupon set valid_from = '2026-01-18T20:00:00Z' where tenant_id = $1`,
        [shop.tenantId],
      )
      await shop.redeemed(reward, 'ana')
      test.api.now += 5 * DAY_MS
      await shop.completed('uses', 'ana', 10, { ...placing(placed), Coupon: 'listed' })
      expect(await shop.coupon('listed')).toMatchObject(isUsed ? usedBy('uses') : FREE)
    },
  )

  it('that we issued begin with no day: an order that was placed before may use it', async () => {
    const { shop, couponCode } = await open()
    const yesterday = iso(START - DAY_MS)
    await shop.completed('uses', 'ana', 10, { ...placing(yesterday), Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
  })
})

describe('an order that is sent again', () => {
  it('as it was keeps its coupon', async () => {
    const { shop, couponCode } = await open()
    const first = await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    expect(await shop.completed('uses', 'ana', 10, { Coupon: couponCode })).toEqual(first)
    test.api.now += 30 * DAY_MS
    const updated = await shop.completed('uses', 'ana', 10, {
      OrderPlacementDate: iso(START),
      OrderStatus: 'delivered',
      Coupon: couponCode,
    })
    expect(updated).toMatchObject({ Id: first.Id, OrderStatus: 'delivered' })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
  })

  it('with another code uses that one and frees the first', async () => {
    const { shop, reward, couponCode } = await open()
    const second = await shop.redeemed(reward, 'ana')
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    await shop.completed('uses', 'ana', 10, { Coupon: second.externalCode })
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
    expect(await shop.coupon(second.couponCode)).toMatchObject(usedBy('uses'))
  })

  it('with another code beside the one it has uses both, and frees only what it no longer names', async () => {
    const { shop, reward, couponCode, externalCode } = await open()
    const [second, third] = [await shop.redeemed(reward, 'ana'), await shop.redeemed(reward, 'ana')]
    await shop.completed('uses', 'ana', 10, { Coupon: externalCode })
    await shop.completed('uses', 'ana', 10, { ExternalCoupon: second.externalCode })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
    expect(await shop.coupon(second.couponCode)).toMatchObject(usedBy('uses'))
    await shop.completed('uses', 'ana', 10, { ExternalCoupon: third.couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
    expect(await shop.coupon(second.couponCode)).toMatchObject(FREE)
    expect(await shop.coupon(third.couponCode)).toMatchObject(usedBy('uses'))
  })

  it('without its coupon, or with a blank, has still used it', async () => {
    const { shop, couponCode } = await open()
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    for (const [index, Coupon] of [undefined, null, '', ' '].entries()) {
      const order = await shop.completed('uses', 'ana', 10, { Coupon, OrderStatus: `status ${index}` })
      expect(order.Coupon).toBe(couponCode)
    }
    await shop.completed('other-order', 'ana', 10, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
  })

  it.each([
    [undefined, false],
    [null, false],
    ['', true],
    ['NEW', true],
  ])('while it is pending frees its coupon by %j: %j', async (Coupon, isFreed) => {
    const { shop, couponCode } = await open()
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    await shop.completed('uses', 'ana', 10, { ...pending, Coupon: couponCode })
    await shop.completed('uses', 'ana', 10, { ...pending, Coupon, OrderStatus: 'paid' })
    expect(await shop.coupon(couponCode)).toMatchObject(isFreed ? FREE : usedBy('uses'))
  })

  it('with a code that was used elsewhere does not take it once that is free, for it was settled', async () => {
    const { shop, couponCode } = await open()
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    await shop.completed('late', 'ana', 10, { Coupon: couponCode })
    await shop.cancelled('uses')
    await shop.completed('late', 'ana', 10, { OrderStatus: 'delivered' })
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
  })

  it('after its coupon is over gives no points back, whatever it says of codes', async () => {
    const { shop, couponCode } = await open()
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    test.api.now += 30 * DAY_MS
    const sameDates = { OrderPlacementDate: iso(START), OrderCompletedDate: iso(START) }
    for (const more of [{ OrderStatus: 'delivered' }, { Coupon: '' }, { Coupon: 'OTHER' }]) {
      await shop.completed('uses', 'ana', 10, { ...sameDates, ...more })
      expect((await shop.events('ana')).at(-1)?.balance).toEqual([410, 41])
    }
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
  })

  it('but older changes nothing', async () => {
    const { shop, couponCode } = await open()
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    await shop.completed('uses', 'ana', 10, { UpdatedDate: iso(START - 1) })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('uses'))
  })
})

describe('an order that is cancelled', () => {
  it('frees its coupon for another order, and keeps its code', async () => {
    const { shop, couponCode } = await open()
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    await shop.cancelled('uses')
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
    await shop.cancelled('uses')
    await shop.completed('next', 'ana', 10, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('next'))
    await shop.cancelled('uses')
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy('next'))
    expect(await shop.story('ana')).toEqual([
      '+500 / +50 → 500 / 50',
      '-100 / -10 → 400 / 40',
      '+10 / +1 → 410 / 41',
      '-10 / -1 → 400 / 40',
      '+10 / +1 → 410 / 41',
    ])
  })

  it('frees it also when the cancellation comes as an order', async () => {
    const { shop, couponCode } = await open()
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    const cancelled = { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: iso(START) }
    const order = await shop.completed('uses', 'ana', 10, { ...cancelled, Coupon: couponCode })
    expect(order).toMatchObject({ State: 3, Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
    // One that comes already cancelled uses nothing.
    await shop.completed('never', 'ana', 10, { ...cancelled, Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
  })

  it.each(['by its operation', 'as an order'])(
    '%s gives the points of an expired coupon back, once',
    async (how) => {
      const { shop, couponCode, reward } = await open()
      await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
      test.api.now += 30 * DAY_MS
      if (how === 'by its operation') await shop.cancelled('uses')
      else {
        await shop.completed('uses', 'ana', 10, {
          OrderPlacementDate: iso(START),
          IsCompleted: false,
          IsCancelledOrReturned: true,
          OrderCancelledDate: iso(test.api.now),
        })
      }
      expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, order: null, is_inactive: true })
      expect(await shop.story('ana')).toEqual([
        '+500 / +50 → 500 / 50',
        '-100 / -10 → 400 / 40',
        '+10 / +1 → 410 / 41',
        '+100 / +10 → 510 / 51',
        '-10 / -1 → 500 / 50',
      ])
      expect((await shop.records('ana')).map(({ type }) => type)).toEqual([0, 6, 0, 7, 9])
      await shop.cancelled('uses')
      expect(await shop.events('ana')).toHaveLength(5)
      expect(await shop.returnReward('cart-1')).toBe(74)
      // The key stands for a redemption that is no more: whoever sends it again spends nothing and gets no coupon.
      expect(await shop.refusal(reward, 'ana', { OriginalKey: 'cart-1' })).toBe(47)
      expect(await shop.events('ana')).toHaveLength(5)
    },
  )

  it('keeps the points of an expired coupon where the tenant says so', async () => {
    const { shop, couponCode } = await open({ returnsPointsOfExpiredCoupon: false })
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    test.api.now += 30 * DAY_MS
    await shop.cancelled('uses')
    expect(await shop.coupon(couponCode)).toMatchObject(FREE)
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([400, 40])
  })

  it('frees an expired coupon of the merchant, for which no points were paid', async () => {
    const { shop } = await open()
    const ValidDateEnd = iso(START + DAY_MS)
    await shop.createCoupon({ CouponCode: 'gift', CouponType: 2, CustomerId: 'ana', ValidDateEnd })
    await shop.completed('uses', 'ana', 10, { Coupon: 'gift' })
    test.api.now += 5 * DAY_MS
    await shop.cancelled('uses')
    expect(await shop.coupon('gift')).toMatchObject(FREE)
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([400, 40])
  })

  it('lets an expired free reward be had again', async () => {
    const { shop } = await open()
    const reward = await shop.makeReward({ points: 0n, couponValidDays: 1, customerUsageLimit: 1 })
    const { couponCode } = await shop.redeemed(reward, 'ana')
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    await shop.completed('uses', 'ana', 10, { Coupon: couponCode })
    test.api.now += 5 * DAY_MS
    await shop.cancelled('uses')
    expect(await shop.refusal(reward, 'ana')).toBeNull()
  })

  it('is covered first by the points that go back', async () => {
    // Ana bought for 100, redeemed all of it, and used the coupon on an order that earned her nothing more.
    const { shop, couponCode } = await open({ takeBack: 'clamp' }, 100)
    await shop.completed('uses', 'ana', 80, { Coupon: couponCode })
    await shop.changedCashback('ana', -8)
    test.api.now += 30 * DAY_MS
    await shop.cancelled('uses')
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-100 / -10 → 0 / 0',
      '+80 / +8 → 80 / 8',
      '-80 / -8 → 0 / 0',
      '+100 / +10 → 100 / 10',
      '-80 / -8 → 20 / 2',
    ])
  })
})

describe('all at once, in one batch of the till', () => {
  it('an order with a coupon and its cancellation', async () => {
    const { shop, couponCode, externalCode } = await open()
    for (let round = 0; round < 20; round += 1) {
      const id = `at-once-${round}`
      const Coupon = round % 2 === 0 ? couponCode : externalCode
      await Promise.all([shop.completed(id, 'ana', 10, { Coupon }), shop.cancelOrder(id)])
      await shop.cancelled(id)
      expect(await shop.coupon(couponCode)).toMatchObject(FREE)
    }
  })

  it('an order that is heard of when its coupon is over, and its cancellation, give the points back', async () => {
    const { shop, reward } = await open({}, 5_000)
    const codes: string[] = []
    for (let round = 0; round < 10; round += 1) {
      codes.push((await shop.redeemed(reward, 'ana')).externalCode)
    }
    const OrderPlacementDate = iso(test.api.now)
    test.api.now += 60 * DAY_MS
    await Promise.all(
      codes.flatMap((Coupon, round) => [
        shop.completed(`late-${round}`, 'ana', 10, { OrderPlacementDate, Coupon }),
        shop.cancelOrder(`late-${round}`),
      ]),
    )
    for (let round = 0; round < 10; round += 1) await shop.cancelled(`late-${round}`)
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([4_900, 490])
  })

  it('20 orders with one coupon: one of them has used it', async () => {
    const { shop, couponCode, externalCode } = await open()
    const ids = Array.from({ length: 20 }, (_, index) => `same-${index}`)
    await Promise.all(
      ids.map((id, index) =>
        shop.completed(id, 'ana', 1, { Coupon: index % 2 === 0 ? couponCode : externalCode }),
      ),
    )
    const user = (await shop.coupon(couponCode))?.order ?? ''
    expect(ids).toContain(user)
    await Promise.all(ids.filter((id) => id !== user).map((id) => shop.cancelled(id)))
    expect(await shop.coupon(couponCode)).toMatchObject(usedBy(user))
  })

  it('a coupon that is made and an order that uses it', async () => {
    const { shop } = await open()
    const coupon = { CouponCode: 'made-now', CouponType: 2, CustomerId: 'ana' }
    await Promise.all([shop.createCoupon(coupon), shop.completed('uses', 'ana', 1, { Coupon: 'MADE-NOW' })])
    expect(await shop.coupon('made-now')).toMatchObject(usedBy('uses'))
  })

  it('costs that add up: 20 redemptions with points for 4', async () => {
    const { shop } = await open({}, 480)
    const reward = await shop.makeReward({ points: decimal(95) })
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.refusal(reward, 'ana')))
    expect(answers.filter((code) => code === null)).toHaveLength(4)
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([0, 0])
  })
})
