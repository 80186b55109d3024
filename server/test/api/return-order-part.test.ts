import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { decimal } from '../support/rewards.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { availableTiers, giveTiers } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const NOW = iso(START)
const later = (days: number): string => iso(START + days * DAY_MS)

const MUG_AND_TEA: Body = {
  Products: [
    { OriginalId: 'mug', ProductPrice: 40 },
    { OriginalId: 'tea', ProductPrice: 60 },
  ],
}
const part = (value: number, more: Body = {}): Body => ({ ValueToRefund: value, CancelKey: 'R-77', ...more })
const ofMug = (value: number) => ({ Products: [{ OriginalId: 'mug', ValueToRefund: value }] })
const pending: Body = { IsCompleted: false, OrderCompletedDate: null }

const NOTHING_MORE = { WrittenOff: { Points: 0, Cashback: 0 }, PointsReturned: 0, CashbackReturned: 0 }

/** An order of 100 that has earned 100 points worth R$ 10.00. */
async function open(more: Body = MUG_AND_TEA, settings = {}) {
  const shop = await test.open(program(), { settings })
  await shop.completed('o1', 'ana', 100, more)
  return shop
}

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await open()
    test.api.now = START + DAY_MS
    expect(await shop.returnPart('o1', part(40, ofMug(40)))).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        isCanceled: true,
        UpdatedAt: later(1),
        Status: 2,
        PointsTakenBack: 40,
        CashbackTakenBack: 4,
        ...NOTHING_MORE,
        RemainingTotal: 60,
      },
      HasError: false,
    })
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10', '-40 / -4 → 60 / 6'])
  })

  it('has a business code at the point of sale', async () => {
    const shop = await open()
    const answer = await shop.returnPartAtPos('o1', part(40))
    expect(answer).toEqual({
      ...(await shop.returnPart('o1', part(40))),
      Code: '07',
      CodeName: 'PartReturned',
      Severity: 0,
      HasWarning: false,
    })
    const again = await shop.returnPartAtPos('o1', part(40))
    const warning = { Severity: 1, HasWarning: true }
    expect(again).toEqual({ ...answer, Code: '05', CodeName: 'AlreadyReturned', ...warning })
    const whole = await shop.returnPartAtPos('o1', part(60, { CancelKey: 'rest' }))
    expect(whole).toMatchObject({ Code: '08', CodeName: 'WholeReturned', Severity: 0, HasWarning: false })
    await shop.completed('o2', 'ana', 100, pending)
    const nothing = await shop.returnPartAtPos('o2', part(1))
    expect(nothing).toMatchObject({ Code: '06', CodeName: 'NothingToTakeBack', ...warning, HasError: false })
    expect(nothing.Result).toMatchObject({
      isCanceled: true,
      Status: 1,
      PointsTakenBack: 0,
      RemainingTotal: 99,
    })
  })

  it('of the operation that reads the order tells its returns', async () => {
    const shop = await open()
    await shop.returned('o1', 25.5, { CancelKey: 'first' })
    test.api.now = START + DAY_MS
    await shop.returned('o1', 4, { CancelKey: 'second' })
    const { OrderTotal, ReturnedTotal, Returns, PointsGranted, Products } = await shop.getOrder('o1')
    expect({ OrderTotal, ReturnedTotal, PointsGranted }).toEqual({
      OrderTotal: 100,
      ReturnedTotal: 29.5,
      PointsGranted: 70,
    })
    expect(Returns).toEqual([
      { CancelKey: 'first', ValueToRefund: 25.5, Date: NOW, Points: 26, Cashback: 2.6 },
      { CancelKey: 'second', ValueToRefund: 4, Date: later(1), Points: 4, Cashback: 0.4 },
    ])
    expect(Products.map(({ ProductPrice }) => ProductPrice)).toEqual([40, 60])
    const { Items } = await shop.listOrders('ana')
    expect(Items?.[0]).toMatchObject({ ReturnedTotal: 29.5, Returns })
  })

  it.each([
    ['pt-BR', 'R$\u00a040,00 dele foram devolvidos (chave “R-77”)'],
    ['en', 'R$\u00a040.00 of it was returned (key “R-77”)'],
    ['es', 'se devolvieron 40,00\u00a0R$ de él (clave “R-77”)'],
  ])('of the history says why points were taken back, in %s', async (locale, text) => {
    const shop = await test.open(program(), { locale: locale as 'en' })
    await shop.completed('o1', 'ana', 100)
    await shop.returned('o1', 40, { CancelKey: 'R-77' })
    const [taken] = await shop.history('ana')
    expect(taken).toMatchObject({ Points: -40, PointType: 11, OrderId: 'o1', IsCanceled: false })
    expect(taken?.Explanation?.Lines.map(({ Kind, Points }) => [Kind, Points])).toEqual([
      ['partReturned', 0],
      ['recorded', -100],
      ['purchase', 60],
    ])
    expect(taken?.Explanation?.Lines[0]).toMatchObject({ Amount: 40, ReferenceId: 'R-77', Text: text })
  })
})

describe('is refused', () => {
  const rows: [string, number, string, string, Body][] = [
    ['an unknown order', 37, 'who', '01', part(1)],
    ['an order id that can’t be stored', 37, 'a\0b', '01', part(1)],
    ['a missing CancelKey', 7, 'CancelKey', '02', { ValueToRefund: 1 }],
    ['a blank CancelKey', 7, 'CancelKey', '02', part(1, { CancelKey: ' ' })],
    ['a CancelKey of a wrong type', 7, 'CancelKey', '02', part(1, { CancelKey: 5 })],
    ['a CancelKey that is too long', 10, 'CancelKey', '02', part(1, { CancelKey: 'x'.repeat(251) })],
    ['a missing value', 7, 'ValueToRefund', '02', { CancelKey: 'k' }],
    ['a value of 0', 9, 'ValueToRefund', '02', part(0)],
    ['a value below 0', 9, 'ValueToRefund', '02', part(-1)],
    ['a value of five decimals', 10, 'ValueToRefund', '02', part(0.00001)],
    ['a value that is out of range', 10, 'ValueToRefund', '02', part(1e11)],
    ['more than is left', 93, 'ValueToRefund is 100.01, more than the 100 that', '02', part(100.01)],
    [
      'lines that do not add up',
      10,
      'Products come to 30 in all, and ValueToRefund is 40',
      '02',
      part(40, ofMug(30)),
    ],
    [
      'more than the line',
      10,
      'Products[0].ValueToRefund is 41, more than the 40',
      '02',
      part(41, ofMug(41)),
    ],
    [
      'an unknown line',
      10,
      'Products[0].OriginalId hat is no line',
      '02',
      part(4, { Products: [{ OriginalId: 'hat', ValueToRefund: 4 }] }),
    ],
    [
      'a line without id',
      7,
      'Products[0].OriginalId',
      '02',
      part(4, { Products: [{ OriginalId: ' ', ValueToRefund: 4 }] }),
    ],
    [
      'a line without value',
      7,
      'Products[0].ValueToRefund',
      '02',
      part(4, { Products: [{ OriginalId: 'mug' }] }),
    ],
    [
      'a line of 0',
      9,
      'Products[1].ValueToRefund',
      '02',
      part(4, {
        Products: [
          { OriginalId: 'mug', ValueToRefund: 4 },
          { OriginalId: 'tea', ValueToRefund: 0 },
        ],
      }),
    ],
    [
      'too many lines',
      10,
      'Products',
      '02',
      part(501, { Products: Array(501).fill({ OriginalId: 'mug', ValueToRefund: 1 }) }),
    ],
    ['a wrong ShouldRefundRedeem', 7, 'ShouldRefundRedeem', '02', part(1, { ShouldRefundRedeem: 'yes' })],
  ]

  it.each(rows)('%s: %i', async (_what, code, says, posCode, body) => {
    const shop = await open()
    const before = await shop.everything()
    const order = code === 37 ? says : 'o1'
    const expected = refused({ code, says: code === 37 ? 'There is no order' : says })
    expect(await shop.returnPart(order, body)).toEqual(expected)
    const atPos = await shop.returnPartAtPos(order, body)
    expect(atPos).toMatchObject({ ...expected, Code: posCode, Severity: 2, HasWarning: false })
    expect(await shop.everything()).toEqual(before)
  })

  it('a key that was used with other content: 66', async () => {
    const shop = await open()
    await shop.returnPart('o1', part(40, ofMug(40)))
    const before = await shop.everything()
    for (const other of [part(41), part(40), part(40, { ...ofMug(40), ShouldRefundRedeem: true })]) {
      const expected = refused({ code: 66, says: 'CancelKey R-77 was used for another return' })
      expect(await shop.returnPart('o1', other)).toEqual(expected)
      expect(await shop.returnPartAtPos('o1', other)).toMatchObject({
        Code: '03',
        CodeName: 'CancelKeyConflict',
      })
    }
    expect(await shop.everything()).toEqual(before)
    // Of another order it is another key.
    await shop.completed('o2', 'ana', 100)
    expect(await shop.returnPart('o2', part(41))).toMatchObject({ HasError: false })
    expect(await shop.returnPart('o2', part(42))).toMatchObject({ ErrorCode: 66 })
  })

  it('an order that is cancelled: 33', async () => {
    const shop = await open()
    await shop.cancelled('o1')
    expect(await shop.returnPart('o1', part(1))).toEqual(refused({ code: 33, says: 'o1 is cancelled' }))
    expect(await shop.returnPartAtPos('o1', part(1))).toMatchObject({ Code: '02', CodeName: 'ReturnInvalid' })
  })

  it('another merchant’s order: as one that there is not', async () => {
    const [shop, other] = [await open(), await test.open()]
    expect(await other.returnPart('o1', part(1))).toEqual(refused({ code: 37, says: 'There is no order' }))
    await other.completed('o1', 'ana', 50)
    await other.returned('o1', 50)
    expect(await shop.getOrder('o1')).toMatchObject({ State: 2, ReturnedTotal: 0 })
  })
})

describe('the same return again', () => {
  it('has one effect, and is answered as the first time, also when the order has changed since', async () => {
    const shop = await open()
    const first = await shop.returnPart('o1', part(40, ofMug(40)))
    test.api.now = START + DAY_MS
    expect(await shop.returnPart('o1', part(40, ofMug(40)))).toEqual(first)
    await shop.returned('o1', 10)
    await shop.cancelled('o1')
    const before = await shop.everything()
    expect(await shop.returnPart('o1', part(40, ofMug(40)))).toEqual(first)
    expect(await shop.everything()).toEqual(before)
  })

  it('is the same whatever the settings have become', async () => {
    const shop = await open()
    const first = await shop.returnPart('o1', part(40))
    await test.reader.query(`update tenant set settings = '{"refundsRedeemOnReturn": true}' where id = $1`, [
      shop.tenantId,
    ])
    expect(await shop.returnPart('o1', part(40))).toEqual(first)
  })
})

describe('what is taken back', () => {
  it('is computed with the program and the facts that the order earned with', async () => {
    const bonuses = program(
      {},
      { id: 2, kind: 'product', ids: ['tea'], multiplier: '3' },
      { id: 3, kind: 'product', ids: ['mug'], points: '50' },
    )
    const shop = await test.open(bonuses)
    await shop.completed('o1', 'ana', 100, MUG_AND_TEA)
    await shop.publish(program({ points: '7' }))
    const balance = async () => (await shop.getPoints('ana')).PointsBalance
    expect(await balance()).toBe(100 + 120 + 50)
    await shop.returned('o1', 20, { Products: [{ OriginalId: 'tea', ValueToRefund: 20 }] })
    expect(await balance()).toBe(80 + 80 + 50)
    await shop.returned('o1', 40, ofMug(40))
    expect(await balance()).toBe(40 + 80)
  })

  it('is all of it below the minimum', async () => {
    const shop = await test.open(program({ minimumOrder: '80' }))
    await shop.completed('o1', 'ana', 100)
    expect(await shop.returned('o1', 20)).toMatchObject({ PointsTakenBack: 20 })
    expect(await shop.returned('o1', 0.01)).toMatchObject({
      PointsTakenBack: 80,
      Status: 2,
      RemainingTotal: 79.99,
    })
    const { PointsGranted, Explanation } = await shop.getOrder('o1')
    expect([PointsGranted, Explanation.NoneReason]).toEqual([0, 'belowMinimum'])
    expect(await shop.returned('o1', 79.99)).toMatchObject({ PointsTakenBack: 0, Status: 3 })
  })

  it('is first of the lot that waits, without an event', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    expect(await shop.returned('o1', 30)).toMatchObject({ PointsTakenBack: 30 })
    expect(await shop.story('ana')).toEqual([])
    test.api.now = START + 10 * DAY_MS
    expect((await shop.getPoints('ana')).PointsBalance).toBe(70)
  })

  it('is owed where it was spent', async () => {
    const shop = await open({})
    await shop.redeemed(await shop.makeReward(), 'ana')
    expect(await shop.returned('o1', 40)).toMatchObject({ PointsTakenBack: 40, ...NOTHING_MORE })
    expect((await shop.getPoints('ana')).PointsBalance).toBe(-40)
  })

  it('is written off where the merchant says so, and is never asked for again', async () => {
    const shop = await open({}, { takeBack: 'clamp' })
    await shop.redeemed(await shop.makeReward({ points: decimal(80) }), 'ana')
    expect(await shop.returned('o1', 50)).toMatchObject({
      PointsTakenBack: 20,
      CashbackTakenBack: 2,
      WrittenOff: { Points: 30, Cashback: 3 },
    })
    await shop.completed('o2', 'ana', 500)
    expect(await shop.returned('o1', 10)).toMatchObject({ PointsTakenBack: 10, ...NOTHING_MORE })
    expect(await shop.returned('o1', 40)).toMatchObject({ PointsTakenBack: 40, Status: 3 })
    expect((await shop.getPoints('ana')).PointsBalance).toBe(450)
  })

  it('counts less for tiers, on the day of the order', async () => {
    const shop = await test.open(program())
    await giveTiers(test.api, shop)
    await shop.completed('o1', 'ana', 600)
    test.api.now = START + 40 * DAY_MS
    await shop.returned('o1', 150)
    const { CurrentTier, NextTiers } = await availableTiers(shop, 'ana')
    // What was reached stays until its grace is over; what is left counts.
    expect(CurrentTier?.Name).toBe('Silver')
    expect(NextTiers[0]?.Goals[0]?.CurrentValue).toBe(450)
    await shop.returned('o1', 450)
    expect((await availableTiers(shop, 'ana')).CurrentTier?.Name).toBe('Bronze')
  })
})

describe('an order', () => {
  it('that is returned as a whole is cancelled', async () => {
    const shop = await open()
    await shop.returned('o1', 99.99)
    test.api.now = START + DAY_MS
    expect(await shop.returned('o1', 0.01)).toMatchObject({ isCanceled: true, Status: 3, RemainingTotal: 0 })
    const order = await shop.getOrder('o1')
    expect(order).toMatchObject({
      State: 3,
      IsCancelledOrReturned: true,
      OrderCancelledDate: later(1),
      OrderTotal: 100,
      ReturnedTotal: 100,
      PointsGranted: 0,
      Customer: { PointsBalance: 0, OrderCount: 0 },
    })
    expect((await shop.cancelOrder('o1')).Result).toMatchObject({ isCanceled: true, Status: 3 })
  })

  it('that is cancelled after a return loses what was still recorded', async () => {
    const shop = await open()
    await shop.returned('o1', 40)
    await shop.cancelled('o1')
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '-40 / -4 → 60 / 6',
      '-60 / -6 → 0 / 0',
    ])
    expect(await shop.getOrder('o1')).toMatchObject({ State: 3, ReturnedTotal: 40 })
  })

  it('that is pending keeps the sums, and earns on the rest when it completes', async () => {
    const shop = await open({ ...MUG_AND_TEA, ...pending })
    expect(await shop.returned('o1', 40, ofMug(40))).toMatchObject({ Status: 1, PointsTakenBack: 0 })
    expect(await shop.getOrder('o1')).toMatchObject({ State: 1, EstimatedBonus: { EstimatedPoints: 60 } })
    expect((await shop.completed('o1', 'ana', 100)).Customer.PointsBalance).toBe(60)
    expect(await shop.getOrder('o1')).toMatchObject({ State: 2, OrderTotal: 100, PointsGranted: 60 })
  })

  it('that is pending and returned as a whole is cancelled', async () => {
    const shop = await open(pending)
    expect(await shop.returned('o1', 100)).toMatchObject({ Status: 3, PointsTakenBack: 0 })
  })

  it('of someone who is not enrolled has nothing to take back', async () => {
    const shop = await open({ Customer: { OriginalId: 'ana', IsEnrolled: false } })
    expect(await shop.returnPartAtPos('o1', part(40))).toMatchObject({ Code: '06', Result: { Status: 4 } })
  })

  it('takes no points for what it has missed', async () => {
    const shop = await open()
    await shop.completed('o1', 'ana', 150, {
      Customer: { OriginalId: 'ana', IsEnrolled: false },
      UpdatedDate: later(1),
    })
    expect(await shop.returned('o1', 50)).toMatchObject({ PointsTakenBack: 0 })
    expect(await shop.returned('o1', 10)).toMatchObject({ PointsTakenBack: 10 })
  })
})

describe('gross stays gross', () => {
  const update = (total: number, more: Body = {}): Body => ({
    OrderTotal: total,
    UpdatedDate: later(1),
    ...more,
  })
  const send = (shop: Shop, body: Body) =>
    shop.placeOrder({ OriginalId: 'o1', Customer: { OriginalId: 'ana' }, ...body })

  async function openReturned() {
    const shop = await open()
    await shop.returned('o1', 40, ofMug(40))
    return shop
  }

  it('a later body is read as gross', async () => {
    const shop = await openReturned()
    const products = { Products: [{ OriginalId: 'mug', ProductPrice: 60 }] }
    expect(resultOf(await send(shop, update(120, products))).OrderTotal).toBe(120)
    expect(await shop.getOrder('o1')).toMatchObject({ ReturnedTotal: 40, PointsGranted: 80 })
    // Of the line there are 20 left.
    expect(await shop.returnPart('o1', part(21, { CancelKey: 'more', ...ofMug(21) }))).toMatchObject({
      ErrorCode: 10,
    })
    expect(await shop.returned('o1', 20, ofMug(20))).toMatchObject({
      PointsTakenBack: 20,
      RemainingTotal: 60,
    })
  })

  it('the same body again changes nothing', async () => {
    const shop = await openReturned()
    const before = await shop.everything()
    await shop.completed('o1', 'ana', 100, MUG_AND_TEA)
    expect(await shop.everything()).toEqual(before)
  })

  it('one that has already subtracted what was returned leaves total and lines as they are', async () => {
    const shop = await openReturned()
    const less = update(60, {
      OrderStatus: 'part returned',
      Products: [{ OriginalId: 'tea', ProductPrice: 60 }],
    })
    const order = resultOf(await send(shop, less))
    expect(order).toMatchObject({
      OrderTotal: 100,
      OrderStatus: 'part returned',
      Customer: { PointsBalance: 60 },
    })
    expect(order.Products.map(({ OriginalId }) => OriginalId)).toEqual(['mug', 'tea'])
    expect(await shop.getOrder('o1')).toMatchObject({ OrderTotal: 100, ReturnedTotal: 40, PointsGranted: 60 })
    expect(await shop.story('ana')).toHaveLength(2)
  })

  it('one below the returned sum is refused with both numbers: 36', async () => {
    const shop = await openReturned()
    const before = await shop.everything()
    const says = 'OrderTotal is 39.99, less than the 40 that was returned'
    expect(await send(shop, update(39.99))).toEqual(refused({ code: 36, says }))
    expect(await shop.everything()).toEqual(before)
  })

  it('one that leaves just what was returned leaves nothing, as a total of 0 does', async () => {
    const shop = await openReturned()
    resultOf(await send(shop, update(40)))
    expect(await shop.getOrder('o1')).toMatchObject({ State: 2, PointsGranted: 0 })
    expect(await shop.returnPart('o1', part(1, { CancelKey: 'more' }))).toMatchObject({ ErrorCode: 93 })
  })

  it('lines of one product are matched in the order in which they appear', async () => {
    const twice = [
      { OriginalId: 'mug', ProductPrice: 10 },
      { OriginalId: 'mug', ProductPrice: 30 },
    ]
    const shop = await test.open(program({}, { id: 2, kind: 'product', ids: ['mug'], points: '5' }))
    await shop.completed('o1', 'ana', 40, { Products: twice })
    // The first line has gone whole, and earns no bonus any more.
    await shop.returned('o1', 10, ofMug(10))
    expect(await shop.getOrder('o1')).toMatchObject({ PointsGranted: 30 + 5 })
    resultOf(await send(shop, update(60, { Products: [...twice, { OriginalId: 'hat', ProductPrice: 20 }] })))
    expect(await shop.getOrder('o1')).toMatchObject({ PointsGranted: 50 + 5 })
    expect(await shop.returned('o1', 30, ofMug(30))).toMatchObject({ PointsTakenBack: 35 })
  })

  it('a body after the whole was returned is as one of a cancelled order', async () => {
    const shop = await openReturned()
    await shop.returned('o1', 60)
    expect(resultOf(await send(shop, update(0)))).toMatchObject({ State: 3, OrderTotal: 100 })
    expect(await send(shop, update(10))).toEqual(refused({ code: 33, says: 'cancelled' }))
  })
})

describe('a coupon of the order', () => {
  it('stays used, until the whole is returned', async () => {
    const shop = await test.open(program())
    await shop.completed('first', 'ana', 500)
    const { couponCode } = await shop.redeemed(await shop.makeReward(), 'ana')
    await shop.completed('o1', 'ana', 100, { Coupon: couponCode })
    const answer = await shop.returned('o1', 40, { ShouldRefundRedeem: true })
    expect(answer).toMatchObject({ PointsReturned: 0, CashbackReturned: 0 })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'o1' })
    await shop.returned('o1', 60, { ShouldRefundRedeem: true })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, order: null, is_inactive: false })
  })

  /** Ana had 500 points worth R$ 50.00, and has redeemed R$ 10.01 of cashback, 100.1 points, for this order. */
  async function redeemCashback(settings = {}) {
    const shop = await test.open(program(), { settings })
    await shop.completed('first', 'ana', 500)
    const reward = await shop.makeReward({ type: 3, points: 0n, value: 0n })
    const { couponCode, originalKey } = await shop.redeemed(reward, 'ana', { Value: 10.01 })
    await shop.completed('o1', 'ana', 100, { Coupon: couponCode })
    return { shop, couponCode, originalKey }
  }
  const balanceOf = async (shop: Shop) => {
    const { PointsBalance, CashbackBalance } = await shop.getPoints('ana')
    return [PointsBalance, CashbackBalance]
  }

  it('gives redeemed cashback back in its share, in whole cents, and the rest with the whole', async () => {
    const { shop, couponCode } = await redeemCashback()
    expect(await balanceOf(shop)).toEqual([499.9, 49.99])
    const refund = { ShouldRefundRedeem: true }
    expect(await shop.returned('o1', 33, refund)).toMatchObject({
      PointsTakenBack: 33,
      PointsReturned: 33,
      CashbackReturned: 3.3,
    })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'o1', is_inactive: false })
    expect(await shop.returned('o1', 7)).toMatchObject({ PointsReturned: 0, CashbackReturned: 0 })
    // A part has gone back: it is never free again, and the rest goes back with the order.
    expect(await shop.returned('o1', 60)).toMatchObject({
      Status: 3,
      PointsReturned: 67.1,
      CashbackReturned: 6.71,
    })
    expect(await balanceOf(shop)).toEqual([500, 50])
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, order: null, is_inactive: true })
    const [back] = (await shop.history('ana')).filter(({ PointType }) => PointType === 7)
    expect(back).toMatchObject({ Points: 67.1 })
  })

  it('gives all of it back at once where the whole is returned at once', async () => {
    const { shop, couponCode } = await redeemCashback()
    const answer = await shop.returned('o1', 100, { ShouldRefundRedeem: true })
    expect(answer).toMatchObject({ Status: 3, PointsReturned: 100.1, CashbackReturned: 10.01 })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true })
  })

  it('gives it back by the merchant’s setting, unless the return says otherwise', async () => {
    const { shop } = await redeemCashback({ refundsRedeemOnReturn: true })
    expect(await shop.returned('o1', 10)).toMatchObject({ CashbackReturned: 1 })
    expect(await shop.returned('o1', 10, { ShouldRefundRedeem: false })).toMatchObject({
      CashbackReturned: 0,
    })
    expect(await shop.returned('o1', 10, { ShouldRefundRedeem: null })).toMatchObject({ CashbackReturned: 1 })
  })

  it('gives the rest back when the order is cancelled, by whichever operation', async () => {
    for (const cancel of ['operation', 'flag']) {
      const { shop, couponCode } = await redeemCashback()
      await shop.returned('o1', 50, { ShouldRefundRedeem: true })
      if (cancel === 'operation') await shop.cancelled('o1')
      else {
        const flags = { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: NOW }
        await shop.completed('o1', 'ana', 100, flags)
      }
      expect(await balanceOf(shop)).toEqual([500, 50])
      expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true })
    }
  })

  it('stays with its order once a part went back, also when the order names another code', async () => {
    const { shop, couponCode, originalKey } = await redeemCashback()
    await shop.returned('o1', 50, { ShouldRefundRedeem: true })
    await shop.completed('o1', 'ana', 100, { Coupon: 'OTHER', UpdatedDate: later(1) })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'o1' })
    expect(await shop.cancelRewardByKey(originalKey)).toEqual(refused({ code: 85, says: 'used' }))
    await shop.cancelled('o1')
    expect(await balanceOf(shop)).toEqual([500, 50])
  })

  it('never gives back more than it cost, also where the total has shrunk meanwhile', async () => {
    const { shop } = await redeemCashback()
    await shop.returned('o1', 50, { ShouldRefundRedeem: true })
    await shop.completed('o1', 'ana', 60, { UpdatedDate: later(1) })
    expect(await shop.returned('o1', 9, { ShouldRefundRedeem: true })).toMatchObject({
      CashbackReturned: 1.5,
    })
    await shop.completed('o1', 'ana', 59.5, { UpdatedDate: later(1) })
    expect(await shop.returned('o1', 0.5, { ShouldRefundRedeem: true })).toMatchObject({ Status: 3 })
    expect(await balanceOf(shop)).toEqual([500, 50])
  })

  it('explains what went back, in the merchant’s language', async () => {
    const { shop } = await redeemCashback()
    await shop.returned('o1', 50, { ShouldRefundRedeem: true, CancelKey: 'half' })
    const back = (await shop.history('ana')).find(({ PointType }) => PointType === 7)
    expect(back?.Explanation?.Lines).toMatchObject([
      {
        Kind: 'refunded',
        Amount: 5,
        Points: 50,
        Text: '+50 de volta da recompensa “R$ 10 off”: R$\u00a05,00 de cashback, porque uma parte do pedido foi devolvida',
      },
    ])
  })
})
