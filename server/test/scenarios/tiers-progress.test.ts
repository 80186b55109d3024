/** What counts for goals, on which day, and that it raises at once, whatever brought it. */

import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthdays, awardSignups } from '../../src/actions/awards.ts'
import { grantAction } from '../../src/actions/grant.ts'
import { localDate } from '../../src/platform/zone.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { resultOf } from '../support/answers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { availableTiers, points, spend, sweepNow, tenantOf } from '../support/tiers.ts'

const story = useStories()

/** Everybody is Silver with 100 points in 12 months, and Gold with 1,000. */
const IN_POINTS: readonly NewTier[] = [
  { name: 'Bronze', order: 1, isBase: true },
  { name: 'Silver', order: 2, goals: [points(100)] },
  { name: 'Gold', order: 3, goals: [points(1_000)] },
]

const tierOf = async (shop: Shop, customer = 'ana') =>
  resultOf(await shop.getCustomer(customer)).CurrentTier?.Name ?? null

async function night(date: string, shop: Shop): Promise<string | null> {
  story.on(`${date}T07:00:00Z`)
  await sweepNow(story.api, shop)
  return tierOf(shop)
}

/** What the customer has of the first goal above the base tier. */
const counted = async (shop: Shop) => (await availableTiers(shop, 'ana')).AllTiers[1]?.Goals[0]?.CurrentValue

const rows = (shop: Shop) =>
  story.query(
    `select to_char(day, 'YYYY-MM-DD') as day, spend::float, orders, points::float
     from tier_progress where tenant_id = $1 order by customer_id, day`,
    [shop.tenantId],
  )

describe('progress in points', () => {
  it('purchases that left the window are cancelled, and take nothing from those of this year', async () => {
    const shop = await story.open(program(), { tiers: IN_POINTS })
    story.on('2026-01-15T12:00:00Z')
    await shop.completed('o1', 'ana', 1_000)
    expect(await tierOf(shop)).toBe('Gold')
    story.on('2027-01-10T12:00:00Z')
    await shop.completed('o2', 'ana', 1_000)
    expect(await night('2027-02-01', shop)).toBe('Gold')
    await shop.cancelled('o1')
    expect(await counted(shop)).toBe(1_000)
    expect(await night('2027-04-01', shop)).toBe('Gold')
    // Nor does it keep somebody from a tier who has not been there yet.
    story.on('2026-01-15T12:00:00Z')
    await shop.completed('b1', 'bia', 99)
    story.on('2027-02-01T12:00:00Z')
    await shop.cancelled('b1')
    expect((await shop.completed('b2', 'bia', 100)).Customer.TierName).toBe('Silver')
  })

  it('an order of 2020 that is sent today brings no customer to Gold', async () => {
    const shop = await story.open(program(), { tiers: IN_POINTS })
    story.on('2026-01-15T12:00:00Z')
    const old = { OrderPlacementDate: '2020-05-01T12:00:00Z', OrderCompletedDate: '2020-05-02T12:00:00Z' }
    expect((await shop.completed('o1', 'ana', 5_000, old)).Customer.TierName).toBe('Bronze')
    expect(await counted(shop)).toBe(0)
    expect(await night('2026-01-16', shop)).toBe('Bronze')
    expect(await rows(shop)).toEqual([{ day: '2020-05-02', spend: 5_000, orders: 1, points: 5_000 }])
  })

  it('is of the last twelve months, to the end of the anniversary', async () => {
    // Without a grace period nothing is read that lies before the window.
    const settings = { tierGraceDays: 0 }
    const shop = await story.open(program(), { tiers: IN_POINTS, settings })
    for (const customer of ['ana', 'bia']) {
      story.on('2026-01-15T12:00:00Z')
      await shop.completed(`first of ${customer}`, customer, 60)
      story.on(customer === 'ana' ? '2027-01-16T02:59:59.999Z' : '2027-01-16T03:00:00Z')
      await shop.completed(`second of ${customer}`, customer, 40)
    }
    expect([await tierOf(shop, 'ana'), await tierOf(shop, 'bia')]).toEqual(['Silver', 'Bronze'])
  })

  it('lies on the day of completion, and an order that changes changes that day', async () => {
    const shop = await story.open(program(), { tiers: IN_POINTS })
    story.on('2026-01-20T12:00:00Z')
    const dates = { OrderPlacementDate: '2026-01-10T12:00:00Z', OrderCompletedDate: '2026-01-15T02:00:00Z' }
    await shop.completed('o1', 'ana', 50, dates)
    expect(await rows(shop)).toEqual([{ day: '2026-01-14', spend: 50, orders: 1, points: 50 }])
    story.on('2026-03-20T12:00:00Z')
    await shop.completed('o1', 'ana', 20, dates)
    expect(await rows(shop)).toEqual([{ day: '2026-01-14', spend: 20, orders: 1, points: 20 }])
    await shop.completed('o2', 'ana', 5)
    await shop.cancelled('o1')
    expect(await rows(shop)).toEqual([
      { day: '2026-01-14', spend: 0, orders: 0, points: 0 },
      { day: '2026-03-20', spend: 5, orders: 1, points: 5 },
    ])
  })

  it('follows an order that the same list completes, moves to another day and cancels', async () => {
    const shop = await story.open(program(), { tiers: IN_POINTS })
    story.on('2026-01-20T12:00:00Z')
    const placed = { OrderPlacementDate: '2026-01-10T12:00:00Z' }
    const moved = { ...placed, OrderCompletedDate: '2026-01-15T12:00:00Z' }
    const date = '2026-01-20T12:00:00Z'
    const cancelled = { ...placed, IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: date }
    // The first order keeps the others waiting, so that those meet in one batch.
    const { FailedCount } = await shop.placeOrders([
      shop.completeOrder('first', 'ana', 1),
      shop.completeOrder('o1', 'ana', 90, placed),
      shop.completeOrder('o1', 'ana', 90, moved),
      shop.completeOrder('o2', 'ana', 100, placed),
      shop.completeOrder('o2', 'ana', 100, cancelled),
    ])
    expect(FailedCount).toBe(0)
    expect((await rows(shop)).filter(({ orders }) => orders !== 0)).toEqual([
      { day: '2026-01-15', spend: 90, orders: 1, points: 90 },
      { day: '2026-01-20', spend: 1, orders: 1, points: 1 },
    ])
    expect(await tierOf(shop)).toBe('Bronze')
  })

  it('is one row for all that a customer does on a day, and none for a merchant without tiers', async () => {
    const shop = await story.open(program(), { tiers: IN_POINTS })
    story.on('2026-01-20T12:00:00Z')
    await Promise.all(Array.from({ length: 60 }, (_, index) => shop.completed(`o${index}`, 'ana', 1)))
    await shop.changedCashback('ana', 1)
    expect(await rows(shop)).toEqual([{ day: '2026-01-20', spend: 60, orders: 60, points: 70 }])
    const other = await story.open(program())
    await other.completed('o1', 'ana', 100)
    expect(await rows(other)).toEqual([])
  })
})

describe('an upgrade', () => {
  it('a friend, a review, a birthday, a signup and a gift each promote at once', async () => {
    const rules = [
      { id: 2, kind: 'referral', points: '100' },
      { id: 3, kind: 'custom', key: 'review', points: '100' },
      { id: 4, kind: 'birthday', points: '100' },
      { id: 5, kind: 'signup', points: '100' },
    ] as const
    const shop = await story.open(program({}), { tiers: IN_POINTS })
    const tenant = await tenantOf(story.api, shop)
    const till = createTill({ database: story.database, clock: () => story.api.now })
    const awards = () => ({ database: story.database, till, tenant, now: story.api.now })
    story.on('2026-01-20T12:00:00Z')
    for (const customer of ['friend', 'review', 'birthday', 'gift']) {
      const Customer = { OriginalId: customer, BirthdayDate: '1990-01-20' }
      await shop.completed(`of ${customer}`, customer, 1, { Customer })
    }
    await shop.completed('of late', 'late', 1, { Customer: { OriginalId: 'late', IsEnrolled: false } })
    // Who has enrolled before the rule is welcomed by none.
    story.api.now += 60_000
    await shop.publish(program({}, ...rules))
    await till.run(grantAction, { tenant, customer: 'friend', action: 'referral', key: 'bruno' })
    expect(await tierOf(shop, 'friend')).toBe('Silver')
    await till.run(grantAction, { tenant, customer: 'review', action: 'review', key: 'r1' })
    expect(await tierOf(shop, 'review')).toBe('Silver')
    await shop.changedCashback('gift', 9.8)
    expect(await tierOf(shop, 'gift')).toBe('Bronze')
    await shop.changedCashback('gift', 0.1)
    expect(await tierOf(shop, 'gift')).toBe('Silver')
    // What is removed was spent, and takes nothing back.
    await shop.changedCashback('gift', -10)
    story.on('2026-01-21T07:00:00Z')
    await sweepNow(story.api, shop)
    expect(await tierOf(shop, 'gift')).toBe('Silver')
    // A customer of the shop who enrols later is welcomed by the morning's job; a new one with the first order.
    story.api.now = Date.now()
    await shop.completed('joins', 'late', 0, { Customer: { OriginalId: 'late', IsEnrolled: true } })
    await awardSignups(0, awards())
    expect(await tierOf(shop, 'late')).toBe('Silver')
    expect((await shop.completed('of new', 'new', 0)).Customer.TierName).toBe('Silver')
    expect(await tierOf(shop, 'birthday')).toBe('Bronze')
    await awardBirthdays([localDate(Date.parse('2026-01-20T12:00:00Z'), tenant.timeZone)], awards())
    expect(await tierOf(shop, 'birthday')).toBe('Silver')
  })

  it('a coupon that brings a new customer along raises them by what welcomes them', async () => {
    const welcome = { id: 5, kind: 'signup', points: '100' } as const
    const shop = await story.open(program({}, welcome), { tiers: IN_POINTS })
    story.on('2026-01-20T12:00:00Z')
    const coupon = { CouponCode: 'HELLO', CouponType: 0, CouponValue: 5, CustomerId: 'ana' }
    const body = JSON.stringify({ ...coupon, Customer: { OriginalId: 'ana' } })
    await shop.sendText('POST', '/v1/pvt/Coupons', body)
    expect(await tierOf(shop)).toBe('Silver')
    expect(await counted(shop)).toBe(100)
  })

  it('comes with a completion date that is corrected', async () => {
    const shop = await story.open(program(), {
      tiers: [
        { name: 'Bronze', order: 1, isBase: true },
        { name: 'Silver', order: 2, goals: [spend(100)] },
      ],
    })
    story.on('2026-01-20T12:00:00Z')
    const placed = { OrderPlacementDate: '2020-01-01T12:00:00Z' }
    const wrong = { ...placed, OrderCompletedDate: '2020-01-20T12:00:00Z' }
    expect((await shop.completed('o1', 'ana', 100, wrong)).Customer.TierName).toBe('Bronze')
    const right = { ...placed, OrderCompletedDate: '2026-01-20T12:00:00Z' }
    story.on('2026-01-20T13:00:00Z')
    expect((await shop.completed('o1', 'ana', 100, right)).Customer.TierName).toBe('Silver')
    expect(await rows(shop)).toEqual([
      { day: '2020-01-20', spend: 0, orders: 0, points: 0 },
      { day: '2026-01-20', spend: 100, orders: 1, points: 100 },
    ])
  })
})
