import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { decimal } from '../support/rewards.ts'
import { program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const worth = (pointValue: string) => ({ cashback: { isOn: true, pointValue } })

describe('stories of money', () => {
  it('three lots of different worth pay for a reward, and each has its own back when the order returns', async () => {
    const shop = await story.open({ ...program({ validityDays: 90 }), ...worth('0.05') })
    const reward = await shop.makeReward({ points: decimal(130), couponValidDays: 10 })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('five-cents', 'ana', 50)
    story.on('2026-01-11T12:00:00Z')
    await shop.publish({ ...program({ validityDays: 90 }), ...worth('0.2') })
    await shop.completed('twenty-cents', 'ana', 50)
    story.on('2026-01-12T12:00:00Z')
    await shop.publish({ ...program({ validityDays: 90 }), ...worth('0.5') })
    await shop.completed('fifty-cents', 'ana', 50)
    const lots = async () =>
      (await shop.records('ana'))
        .filter(({ type }) => type === 0)
        .map(({ left, expiresAt }) => [left, expiresAt])
    const before = await lots()

    story.on('2026-01-13T12:00:00Z') // 50 at 5 cents, 50 at 20 and 30 at 50.
    const { couponCode, item } = await shop.redeemed(reward, 'ana')
    expect(item).toMatchObject({ PointBalance: 20, CashbackBalance: 10 })
    await shop.completed('with-coupon', 'ana', 0, { Coupon: couponCode })

    story.on('2026-02-01T12:00:00Z') // The coupon is over when the order comes back, so the points are.
    await shop.cancelled('with-coupon')
    expect(await lots()).toEqual(before)
    expect(await shop.story('ana')).toEqual([
      '+50 / +2.5 → 50 / 2.5',
      '+50 / +10 → 100 / 12.5',
      '+50 / +25 → 150 / 37.5',
      '-130 / -27.5 → 20 / 10',
      '+130 / +27.5 → 150 / 37.5',
    ])
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true, order: null })
  })

  it('the program changes between an order, its correction and its refund', async () => {
    const shop = await story.open(program())
    story.on('2026-01-10T12:00:00Z') // 1 point per R$ 1, worth 10 cents.
    await shop.completed('o1', 'ana', 200)
    story.on('2026-02-10T12:00:00Z') // From now on 3 points per R$ 1, worth 1 cent.
    await shop.publish({ ...program({ points: '3' }), ...worth('0.01') })
    await shop.completed('o2', 'ana', 100)
    story.on('2026-02-11T12:00:00Z') // One thing of the first order goes back: by the rule that it earned with.
    const smaller = await shop.completed('o1', 'ana', 150, { OrderPlacementDate: '2026-01-10T12:00:00Z' })
    expect(smaller.Customer).toMatchObject({ PointsBalance: 450, Cashback: 18 })
    story.on('2026-03-01T12:00:00Z') // Then all of it: what was recorded, not what it would earn today.
    await shop.cancelled('o1')
    expect(await shop.story('ana')).toEqual([
      '+200 / +20 → 200 / 20',
      '+300 / +3 → 500 / 23',
      '-50 / -5 → 450 / 18',
      '-150 / -15 → 300 / 3',
    ])
  })

  it('cashback of three programs is spent to the last ten-thousandth', async () => {
    const shop = await story.open({ ...program(), ...worth('0.0333') })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 7) // R$ 0.2331
    await shop.publish({ ...program(), ...worth('0.0777') })
    await shop.completed('o2', 'ana', 11) // R$ 0.8547
    await shop.publish({ ...program(), ...worth('0.1') })
    await shop.completed('o3', 'ana', 13) // R$ 1.30
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([31, 2.3878])
    await shop.changedCashback('ana', -1)
    await shop.changedCashback('ana', -1.3877)
    const tooMuch = { Value: 0.0002, OperationType: 1, Reason: 'r', ChangeKey: 'k' }
    expect(await shop.changeCashback('ana', tooMuch)).toEqual(refused({ code: 94, says: 'Value' }))
    const last = await shop.changedCashback('ana', -0.0001)
    expect(last).toMatchObject({ PointsBalance: 0, CashbackBalance: 0 })
  })

  it('a debt is repaid by a quiz, by an apology, and by the next order', async () => {
    const shop = await story.open(program())
    await makeQuiz(story.database, shop.tenantId, COFFEE_OR_TEA)
    const reward = await shop.makeReward({ points: decimal(200) })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 200)
    await shop.redeemed(reward, 'ana')
    story.on('2026-01-12T12:00:00Z') // The order goes back, its points are spent: she owes them.
    await shop.cancelled('o1')
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([-200, -20])
    expect(await shop.refusal(reward, 'ana')).toBe(47)

    story.on('2026-01-13T12:00:00Z')
    const [quiz] = resultOf(await listQuizzes(shop, '?customerId=ana'))
    if (!quiz) throw new Error('no quiz is open')
    expect(resultOf(await answerQuiz(shop, 'ana', fullAnswer(quiz))).PointsAwarded).toBe(50)
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([-150, -15])
    story.on('2026-01-14T12:00:00Z')
    expect(await shop.changedCashback('ana', 5)).toMatchObject({
      PointsBalance: -100,
      CashbackBalance: -10,
    })
    story.on('2026-01-15T12:00:00Z')
    const paid = await shop.completed('o2', 'ana', 130)
    expect(paid.Customer).toMatchObject({ PointsBalance: 30, Cashback: 3 })
    const [, , cancelled] = await shop.records('ana')
    expect(cancelled).toMatchObject({ type: 9, points: -200, owed: 0 })
  })

  it('a coupon of the merchant: made, used, exchanged, free again, and taken out of use', async () => {
    const shop = await story.open(program())
    story.on('2026-01-10T12:00:00Z') // It brings Ana along, who was not known.
    const coupon = (CouponCode: string) => ({
      CouponCode,
      CouponType: 0,
      CouponValue: 10,
      CustomerId: 'ana',
      Customer: { OriginalId: 'ana', Name: 'Ana' },
    })
    expect((await shop.createCoupon(coupon('HELLO'))).HasError).toBe(false)
    expect((await shop.createCoupon(coupon('AGAIN'))).HasError).toBe(false)
    expect(resultOf(await shop.getCustomer('ana')).Name).toBe('Ana')
    await shop.completed('o1', 'ana', 40, { Coupon: 'hello' })
    expect(await shop.coupon('HELLO')).toMatchObject({ is_used: true, order: 'o1' })
    expect((await shop.inactivate('HELLO')).HasError).toBe(true)

    story.on('2026-01-11T12:00:00Z') // The till has mistaken one for the other.
    await shop.completed('o1', 'ana', 40, { Coupon: 'AGAIN' })
    expect(await shop.coupon('HELLO')).toMatchObject({ is_used: false, order: null })
    expect(await shop.coupon('AGAIN')).toMatchObject({ is_used: true, order: 'o1' })
    expect((await shop.inactivate('hello')).Items).toMatchObject([{ CouponCode: 'HELLO', IsUsed: true }])

    story.on('2026-01-12T12:00:00Z') // What is out of use stays on the order as text, and nothing else.
    expect(await shop.completed('o2', 'ana', 10, { Coupon: 'HELLO' })).toMatchObject({ Coupon: 'HELLO' })
    expect(await shop.coupon('HELLO')).toMatchObject({ is_used: false, is_inactive: true })
  })

  it('an order with a coupon of one day is delivered five days later, by a message that says nothing else', async () => {
    const pix = { id: 2, kind: 'paymentMethod' as const, ids: ['pix'], points: '30' }
    const beans = { id: 3, kind: 'product' as const, ids: ['beans'], multiplier: '2' }
    const shop = await story.open(program({}, pix, beans))
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('first', 'ana', 150)
    const reward = await shop.makeReward({ couponValidDays: 1 })
    const { couponCode } = await shop.redeemed(reward, 'ana')
    const bought = await shop.completed('o1', 'ana', 200, {
      Coupon: couponCode,
      PaymentMethod: { OriginalId: 'pix' },
      Products: [{ OriginalId: 'beans', ProductPrice: 20 }],
    })
    expect(bought.Customer.PointsBalance).toBe(300)

    story.on('2026-01-15T12:00:00Z')
    const key = { OriginalId: 'o1', Customer: { OriginalId: 'ana' } }
    const status = { ...key, OrderStatus: 'delivered', UpdatedDate: '2026-01-15T12:00:00Z' }
    const delivered = await shop.placed(status)
    expect(delivered).toEqual({
      ...bought,
      OrderStatus: 'delivered',
      UpdatedDate: '2026-01-15T12:00:00.000Z',
    })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'o1' })
    await shop.completed('o2', 'ana', 0, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'o1' })
    const stored = await shop.everything()
    expect(await shop.placed(status)).toEqual({
      ...delivered,
      Customer: { ...delivered.Customer, OrderCount: 3 },
    })
    expect(await shop.everything()).toEqual(stored)

    story.on('2026-01-16T12:00:00Z') // It comes back: only now what the coupon cost goes back as well.
    await shop.cancelled('o1')
    expect(await shop.story('ana')).toEqual([
      '+150 / +15 → 150 / 15',
      '-100 / -10 → 50 / 5',
      '+250 / +25 → 300 / 30',
      '+100 / +10 → 400 / 40',
      '-250 / -25 → 150 / 15',
    ])
  })

  it('a flaky network: the same redemption is sent on three days and costs once', async () => {
    const shop = await story.open(program())
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 500)
    const reward = await shop.makeReward()
    const sent = { OriginalKey: 'app-7', Metadatas: [{ Name: 'device', Value: 'phone' }] }
    const first = await shop.redeemed(reward, 'ana', sent)
    for (const day of ['2026-01-11', '2026-02-11']) {
      story.on(`${day}T12:00:00Z`)
      const again = await shop.redeemed(reward, 'ana', sent)
      expect([again.couponCode, again.externalCode]).toEqual([first.couponCode, first.externalCode])
      expect(again.item.PointBalance).toBe(400)
    }
    const other = await shop.makeReward()
    expect(await shop.refusal(other, 'ana', sent)).toBe(47)
    await shop.completed('o2', 'bia', 500)
    expect(await shop.refusal(reward, 'bia', sent)).toBe(47)
    expect(await shop.story('ana')).toEqual(['+500 / +50 → 500 / 50', '-100 / -10 → 400 / 40'])
  })

  it('cashback is redeemed as far as a reward allows, then the rest, then there is none', async () => {
    const shop = await story.open(program())
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 170)
    const reward = await shop.makeReward({
      type: 3,
      points: 0n,
      value: 0n,
      cashbackMaximum: decimal(10),
    })
    expect(await shop.refusal(reward, 'ana', { Value: 10.01 })).toBe(70)
    const most = await shop.redeemed(reward, 'ana')
    expect(most.item).toMatchObject({ CashbackAmount: 10, CashbackBalance: 7, PointBalance: 70 })
    const part = await shop.redeemed(reward, 'ana', { Value: 2.5 })
    expect(part.item).toMatchObject({ CashbackAmount: 2.5, CashbackBalance: 4.5, PointBalance: 45 })
    const rest = await shop.redeemed(reward, 'ana')
    expect(rest.item).toMatchObject({ CashbackAmount: 4.5, CashbackBalance: 0, Enabled: false })
    expect(await shop.refusal(reward, 'ana')).toBe(70)
    await shop.publish({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    expect(await shop.refusal(reward, 'ana')).toBe(69)
  })

  it('points that come back after their time are gone in the same moment', async () => {
    const shop = await story.open(program({ validityDays: 20 }))
    story.on('2026-01-01T12:00:00Z')
    await shop.completed('old', 'ana', 60)
    story.on('2026-01-15T12:00:00Z')
    await shop.completed('young', 'ana', 60)
    const reward = await shop.makeReward({ couponValidDays: 5 })
    const { couponCode } = await shop.redeemed(reward, 'ana') // All of the old, 40 of the young.
    await shop.completed('used', 'ana', 0, { Coupon: couponCode })
    story.on('2026-01-25T12:00:00Z') // The old ones would have expired on the 22nd.
    await shop.cancelled('used')
    expect(
      (await shop.events('ana')).map(
        ({ at, points, balance }) => `${at.slice(0, 10)} ${points} → ${balance[0]}`,
      ),
    ).toEqual([
      '2026-01-01 60 → 60',
      '2026-01-15 60 → 120',
      '2026-01-15 -100 → 20',
      '2026-01-25 100 → 120',
      '2026-01-25 -60 → 60',
    ])
  })

  it('an order whose points paid for its own coupon comes back when both are over, and costs nothing more', async () => {
    const shop = await story.open(program({ validityDays: 10 }))
    const reward = await shop.makeReward({ couponValidDays: 5 })
    story.on('2026-01-01T12:00:00Z')
    await shop.completed('o1', 'ana', 120)
    const { couponCode } = await shop.redeemed(reward, 'ana')
    await shop.completed('o1', 'ana', 120, { Coupon: couponCode }) // The till sends it again, with the coupon.
    story.on('2026-01-15T12:00:00Z') // The 20 that were left have expired, and Ana has bought again.
    await shop.completed('o2', 'ana', 300)
    story.on('2026-01-16T12:00:00Z') // The 100 go back to the lot of the order, and expire there.
    await shop.cancelled('o1')
    expect((await shop.events('ana')).map(({ points, balance }) => `${points} → ${balance[0]}`)).toEqual([
      '120 → 120',
      '-100 → 20',
      '-20 → 0',
      '300 → 300',
      '100 → 400',
      '-100 → 300',
    ])
  })

  it('a customer leaves the program and comes back: what was theirs is still theirs', async () => {
    const shop = await story.open(program())
    const reward = await shop.makeReward()
    const enrolled = (IsEnrolled: boolean) => ({ Customer: { OriginalId: 'ana', IsEnrolled } })
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 150)
    story.on('2026-02-10T12:00:00Z')
    const left = await shop.completed('o2', 'ana', 80, enrolled(false))
    expect(left).toMatchObject({ State: 4, Customer: { PointsBalance: 150, IsEnrolled: false } })
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    story.on('2026-03-10T12:00:00Z')
    const back = await shop.completed('o3', 'ana', 10, enrolled(true))
    expect(back).toMatchObject({ State: 2, Customer: { PointsBalance: 160, IsEnrolled: true } })
    // What was bought meanwhile has not earned, and does not when it is sent again.
    const again = await shop.completed('o2', 'ana', 90, { OrderPlacementDate: '2026-02-10T12:00:00Z' })
    expect(again).toMatchObject({ State: 4, Customer: { PointsBalance: 160 } })
    expect((await shop.redeemed(reward, 'ana')).item.PointBalance).toBe(60)
  })

  it('an order is cancelled twice, updated late, and never earns again', async () => {
    const shop = await story.open(program())
    story.on('2026-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 100)
    story.on('2026-01-12T12:00:00Z')
    const first = await shop.cancelled('o1')
    story.on('2026-01-20T12:00:00Z')
    expect(await shop.cancelled('o1')).toEqual(first)
    // A message of the 11th that comes late says that it is complete; one of today is refused.
    const late = await shop.completed('o1', 'ana', 120, {
      OrderPlacementDate: '2026-01-10T12:00:00Z',
      UpdatedDate: '2026-01-11T12:00:00Z',
    })
    expect(late).toMatchObject({ State: 3, OrderTotal: 100 })
    const now = '2026-01-20T12:00:00Z'
    const today = {
      OriginalId: 'o1',
      OrderPlacementDate: now,
      OrderTotal: 120,
      Customer: { OriginalId: 'ana' },
    }
    expect(await shop.placeOrder(today)).toEqual(refused({ code: 33, says: 'Order o1' }))
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10', '-100 / -10 → 0 / 0'])
  })
})
