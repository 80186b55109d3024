import { describe, expect, it } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthdays } from '../../src/actions/awards.ts'
import { localDate } from '../../src/platform/zone.ts'
import { iso, program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { tenantOf } from '../support/tiers.ts'

const story = useStories()

describe('stories of time', () => {
  it('midnight in São Paulo, on the days on which the clocks change, or would', async () => {
    const shop = await story.open(program({ validityDays: 30 }))
    for (const [id, boughtOn, lastMoment] of [
      // 3 November 2018 ended at one o'clock: the clocks skipped midnight.
      ['skipped', '2018-10-04T12:00:00Z', '2018-11-04T02:59:59.999Z'],
      // 16 February 2019 had 25 hours: it was eleven in the evening twice.
      ['twice', '2019-01-17T12:00:00Z', '2019-02-17T02:59:59.999Z'],
      // On 1 November 2026 the clocks would change, had the country not given that up.
      ['given-up', '2026-10-02T12:00:00Z', '2026-11-02T02:59:59.999Z'],
    ] as const) {
      story.on(boughtOn)
      await shop.completed(id, id, 100)
      story.on(lastMoment)
      expect((await shop.completed(`${id}-last`, id, 0)).Customer.PointsBalance, id).toBe(100)
      story.api.now += 1
      expect((await shop.completed(`${id}-after`, id, 0)).Customer.PointsBalance, id).toBe(0)
      const expiry = (await shop.events(id)).at(-1)
      expect(expiry).toMatchObject({ topic: 'Point_Removed', at: iso(Date.parse(lastMoment) + 1) })
    }
  })

  it('the last day is the same day wherever it is shown, for points and for coupons', async () => {
    const shop = await story.open(program({ validityDays: 30 }))
    const reward = await shop.makeReward({ couponValidDays: 10 })
    story.on('2026-01-15T12:00:00Z')
    await shop.completed('o1', 'ana', 150)
    const { item, couponCode } = await shop.redeemed(reward, 'ana', { OriginalKey: 'k' })
    // 23:59:59 in São Paulo, three hours behind.
    const couponEnd = '2026-01-26T02:59:59.000Z'
    expect(item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons[0]?.ValidDateEnd).toBe(couponEnd)
    const told = await shop.updateMetadata({ OriginalKey: 'k', Metadatas: [{ Name: 'a', Value: 'b' }] })
    expect(told.Result?.Coupon?.ValidDateEnd).toBe(couponEnd)
    expect((await shop.inactivate(couponCode)).Items?.[0]?.ValidDateEnd).toBe(couponEnd)

    const pointsEnd = '2026-02-15T02:59:59.000Z'
    const { PointsToExpire, PointHistory } = await shop.changedCashback('ana', 1)
    expect(PointsToExpire).toEqual([{ Points: 50, When: pointsEnd }])
    expect(PointHistory.map(({ ExpirationDate }) => ExpirationDate)).toEqual([null, null, pointsEnd])

    // An end that the merchant sent is shown as it was sent: with a coupon, and with a code of a list.
    const sentEnd = '2026-01-31T03:00:00.000Z'
    const made = {
      CouponCode: 'own',
      CouponType: 0,
      CouponValue: 5,
      CustomerId: 'ana',
      ValidDateEnd: sentEnd,
    }
    expect((await shop.createCoupon(made)).Items?.[0]?.ValidDateEnd).toBe(sentEnd)
    expect((await shop.inactivate('own')).Items?.[0]?.ValidDateEnd).toBe(sentEnd)
    const listed = await shop.makeReward({ couponValidDays: 10, points: 0n }, ['dated', 'undated'])
    await story.query(
      `update pre_generated_coupon set valid_until = $2 where tenant_id = $1 and code = 'dated'`,
      [shop.tenantId, sentEnd],
    )
    const ends = new Map<string, unknown>()
    for (let redemption = 0; redemption < 2; redemption++) {
      const one = await shop.redeemed(listed, 'ana')
      const shown = one.item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons[0]?.ValidDateEnd
      expect((await shop.inactivate(one.couponCode)).Items?.[0]?.ValidDateEnd).toBe(shown)
      ends.set(one.couponCode, shown)
    }
    expect(Object.fromEntries(ends)).toEqual({ dated: sentEnd, undated: couponEnd })
  })

  it('points that waited over New Year, while the program became another', async () => {
    const shop = await story.open(program({ waitingDays: 10, validityDays: 20 }))
    story.on('2025-12-28T18:00:00Z')
    await shop.completed('december', 'ana', 100)
    story.on('2026-01-02T12:00:00Z') // The new program pays at once, and half as much cashback.
    await shop.publish({
      ...program({ points: '2', validityDays: 5 }),
      cashback: { isOn: true, pointValue: '0.05' },
    })
    const january = await shop.completed('january', 'ana', 30)
    expect(january.Customer).toMatchObject({ PointsBalance: 60, Cashback: 3 })
    story.on('2026-01-07T02:59:59.999Z')
    expect((await shop.completed('nearly', 'ana', 0)).Customer.PointsBalance).toBe(60)
    story.on('2026-01-07T03:00:00Z') // Ten days after the day of the purchase, when the day begins.
    const opened = await shop.completed('opened', 'ana', 0)
    expect(opened.Customer).toMatchObject({ PointsBalance: 160, Cashback: 13 })
    story.on('2026-01-28T03:00:00Z') // Twenty days after that; those of January went on the 8th.
    expect((await shop.completed('over', 'ana', 0)).Customer).toMatchObject({
      PointsBalance: 0,
      Cashback: 0,
    })
    expect((await shop.events('ana')).map(({ at, points }) => `${at.slice(0, 16)} ${points}`)).toEqual([
      '2026-01-02T12:00 60',
      '2026-01-07T03:00 100',
      '2026-01-08T03:00 -60',
      '2026-01-28T03:00 -100',
    ])
  })

  it('a customer comes back after two years, and everything has happened in its time', async () => {
    const shop = await story.open(program({ waitingDays: 3, validityDays: 100 }))
    story.on('2024-01-10T12:00:00Z')
    await shop.completed('first', 'ana', 10)
    story.on('2024-01-20T12:00:00Z')
    await shop.completed('second', 'ana', 20)
    story.on('2024-01-21T12:00:00Z')
    await shop.completed('third', 'ana', 30)

    story.on('2026-01-15T12:00:00Z') // One small order settles all that was due since.
    const back = await shop.completed('back', 'ana', 5)
    expect(back.Customer).toMatchObject({ PointsBalance: 0, OrderCount: 4 })
    expect((await shop.events('ana')).map(({ at, points }) => `${at.slice(0, 16)} ${points}`)).toEqual([
      '2024-01-13T03:00 10',
      '2024-01-23T03:00 20',
      '2024-01-24T03:00 30',
      '2024-04-23T03:00 -10',
      '2024-05-03T03:00 -20',
      '2024-05-04T03:00 -30',
    ])
  })

  it('whether the worker or the customer comes first at midnight makes no difference', async () => {
    const shop = await story.open(program({ waitingDays: 1, validityDays: 2 }))
    story.on('2026-01-15T12:00:00Z')
    for (const customer of ['ana', 'bia']) {
      await shop.completed(`${customer}-1`, customer, 40)
      await shop.changedCashback(customer, 3)
    }
    const clock = () => story.api.now
    const sweep = new Sweep({ database: story.database, clock })
    const tenant = await tenantOf(story.api, shop)
    const sweepAt = async (date: string) => {
      story.on(date)
      return sweep.round([tenant])
    }
    expect(await sweepAt('2026-01-16T12:00:00Z')).toBe(2) // The worker is on time for both …
    story.on('2026-01-19T03:00:00Z') // … and at midnight two days later Bia is quicker.
    await shop.completed('bia-2', 'bia', 0)
    expect(await sweepAt('2026-01-19T03:00:01Z')).toBe(1)
    expect(await sweepAt('2026-01-19T03:00:02Z')).toBe(0)
    const [ana, bia] = await Promise.all([shop.events('ana'), shop.events('bia')])
    expect(ana).toEqual(bia)
    expect(ana.map(({ at, points }) => `${at.slice(0, 16)} ${points}`)).toEqual([
      '2026-01-15T12:00 30',
      '2026-01-16T03:00 40',
      '2026-01-19T03:00 -40',
    ])
  })

  it('an order of last month is heard of today: what it earned has partly been and gone', async () => {
    const shop = await story.open(program({ waitingDays: 2, validityDays: 14 }))
    const reward = await shop.makeReward({ points: 0n, couponValidDays: 10 })
    story.on('2026-01-02T12:00:00Z')
    await shop.completed('known', 'ana', 1)
    const { couponCode } = await shop.redeemed(reward, 'ana')

    story.on('2026-02-20T12:00:00Z') // Bought on 5 January with the coupon; the till was offline.
    const late = await shop.completed('late', 'ana', 100, {
      OrderPlacementDate: '2026-01-05T12:00:00Z',
      OrderCompletedDate: '2026-01-05T12:00:00Z',
      Coupon: couponCode,
    })
    expect(late.Customer.PointsBalance).toBe(0)
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'late' })
    const [, , credit, expiry] = await shop.records('ana')
    expect(credit).toMatchObject({ type: 0, points: 100, left: 0, expiresAt: '2026-01-22T03:00:00.000Z' })
    expect(expiry).toMatchObject({ type: 8, points: -100 })
  })

  it('a birthday on 29 February, in a year without one and in a year with one', async () => {
    const birthday = { id: 2, kind: 'birthday', points: '50', validityDays: 30 } as const
    const shop = await story.open(program({}, birthday))
    const tenant = await tenantOf(story.api, shop)
    const till = createTill({ database: story.database, clock: () => story.api.now })
    const morningOf = (date: string) => {
      story.on(`${date}T09:30:00Z`)
      const day = localDate(story.api.now, tenant.timeZone)
      return awardBirthdays([day], { database: story.database, till, tenant, now: story.api.now })
    }
    story.on('2027-01-10T12:00:00Z')
    const Customer = { OriginalId: 'leap', BirthdayDate: '1992-02-29' }
    await shop.completed('o1', 'leap', 0, { Customer })

    expect(await morningOf('2027-02-27')).toBe(0)
    expect(await morningOf('2027-02-28')).toBe(1)
    expect(await morningOf('2027-02-28')).toBe(0) // The morning may be done twice.
    expect(await morningOf('2027-03-01')).toBe(0)
    expect(await morningOf('2028-02-28')).toBe(0)
    expect(await morningOf('2028-02-29')).toBe(1)
    expect(
      (await shop.records('leap')).map(({ type, points, recordedAt }) => [
        type,
        points,
        recordedAt.slice(0, 10),
      ]),
    ).toEqual([
      [2, 50, '2027-02-28'],
      [8, -50, '2027-03-31'],
      [2, 50, '2028-02-29'],
    ])
  })
})
