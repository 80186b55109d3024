/** What a merchant is promised about a move: nothing is given twice, nothing is lost, dates are those of the file. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { createLogger } from '../../src/platform/log.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { changeSettings } from '../../src/tenancy/manage/settings.ts'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import { runDaily } from '../../src/worker/daily.ts'
import { type ResultEnvelope, resultOf } from '../support/answers.ts'
import { createdCustomer, erasedCustomer } from '../support/customers.ts'
import { amount, day, importLines, outcomesOf } from '../support/imports.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD } from '../support/tiers.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const story = useStories()

/** The daily runs of these days, each in the morning. */
async function runDays(shop: Shop, from: string, days: number): Promise<void> {
  const [year = 0, month = 0, date = 0] = from.split('-').map(Number)
  for (let passed = 0; passed < days; passed += 1) {
    story.api.now = Date.UTC(year, month - 1, date + passed, 15)
    await runDailyNow(shop)
  }
}

async function runDailyNow(shop: Shop): Promise<void> {
  const clock = () => story.api.now
  const context = {
    ...{
      cells: story.api.cells,
      cell: MAIN_CELL,
      till: createTill({ database: story.database, clock }),
      clock,
    },
    log: createLogger({ level: 'silent', destination: process.stderr }),
    signal: new AbortController().signal,
    onDone: () => undefined,
    onEventRoom: () => undefined,
    onBacktestDifferences: () => undefined,
  }
  await runDaily(context, shop.tenantId)
}

/** What the customer has of each type of record, and how many coupons and stamps. */
async function givenTo(shop: Shop, customer: string) {
  const [row] = await story.query(
    `select
       (select coalesce(array_agg(type || ': ' || points::float order by id), '{}') from point_record as record
        where record.tenant_id = $1 and record.customer_id = customer.id) as records,
       (select count(*)::int from coupon where coupon.tenant_id = $1 and coupon.customer_id = customer.id) as coupons,
       (select count(*)::int from award where award.tenant_id = $1 and award.customer_id = customer.id) as awards,
       (select count(*)::int from stamp_record as record
        where record.tenant_id = $1 and record.customer_id = customer.id) as stamps
     from customer where tenant_id = $1 and original_id = $2`,
    [shop.tenantId, customer],
  )
  return row
}

const tierOf = async (shop: Shop, customer: string) =>
  resultOf(await shop.getCustomer(customer)).CurrentTier?.Name ?? null

describe('an import grants nothing', () => {
  it('of any rule, neither on its day nor in the daily runs after it', async () => {
    const shop = await story.open(null, { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-11-16T12:00:00Z')
    const reward = String(await shop.makeReward())
    const [, silver, gold] = shop.tierIds.map(String)
    await shop.publish(
      program(
        {},
        { id: 2, kind: 'firstPurchase', points: '70' },
        { id: 3, kind: 'card', name: 'Orders', counts: 'orders', stamps: 2, reward, when: SINCE_LONG },
        { id: 4, kind: 'signup', points: '20', reward },
        { id: 5, kind: 'birthday', points: '30', reward },
        { id: 6, kind: 'tierReached', ids: [silver ?? '', gold ?? ''], points: '40', reward },
        { id: 7, kind: 'referral', points: '100', friendPoints: '50' },
        { id: 8, kind: 'order', points: '9', when: { firstOrders: 3 } },
      ),
    )
    const more = { points: amount('1000'), spend: amount('2500'), orderCount: 3, isEnrolled: true }
    const lines = [
      // Joined and had a birthday in the days that the next daily runs look back at.
      {
        ...{ originalId: 'ana', birthday: { year: 1990, month: 11, day: 16 }, signupDate: day('2026-11-15') },
        ...{ enrolledDate: day('2026-11-15'), ...more },
      },
      { originalId: 'bea', birthday: { year: null, month: 11, day: 15 }, tier: 'gold', ...more },
      // Was given elsewhere what comes here in four days.
      { originalId: 'cai', birthday: { year: 1984, month: 11, day: 20 }, birthdayAwardedYear: 2026, ...more },
    ]
    expect(outcomesOf(await importLines(story.api, shop, lines))).toEqual(['created', 'created', 'created'])
    await runDays(shop, '2026-11-16', 8)
    const imported = { records: ['10: 1000'], coupons: 0, awards: 0, stamps: 0 }
    for (const customer of ['ana', 'bea', 'cai']) expect(await givenTo(shop, customer)).toEqual(imported)
    expect(await tierOf(shop, 'ana')).toBe('Gold')

    // Their next order is their fourth, and of no first purchase. It is the first thing that gives a stamp.
    await shop.completed('o1', 'ana', 10)
    expect((await givenTo(shop, 'ana'))?.records).toEqual(['10: 1000', '0: 10'])
    expect(await givenTo(shop, 'ana')).toMatchObject({ coupons: 0, awards: 0, stamps: 1 })

    // The birthday of the year after is a birthday as any other.
    story.on('2027-11-19T15:00:00Z')
    await runDailyNow(shop)
    story.on('2027-11-20T15:00:00Z')
    await runDailyNow(shop)
    expect((await givenTo(shop, 'cai'))?.records).toContain('2: 30')
  })

  it('to customers who were there, and takes nothing from them that they have yet to get', async () => {
    const shop = await story.open(program({}, { id: 5, kind: 'birthday', points: '30' }))
    story.on('2026-11-16T12:00:00Z')
    await shop.completed('o1', 'ana', 10, {
      Customer: { OriginalId: 'ana', BirthdayDate: '1990-12-01T00:00:00Z' },
    })
    await importLines(story.api, shop, [{ originalId: 'ana', points: amount('5') }])
    await runDays(shop, '2026-11-30', 3)
    expect((await givenTo(shop, 'ana'))?.records).toEqual(['0: 10', '10: 5', '2: 30'])
  })
})

const SINCE_LONG = { from: '2020-01-01T00:00:00Z' }

describe('balances keep the dates of the file', () => {
  it('to the day, through a change of clocks, and a reward spends what expires first', async () => {
    const shop = await story.open(program(), { timeZone: 'America/New_York' })
    story.on('2026-10-20T12:00:00Z')
    const lines = [
      { originalId: 'ana', points: amount('100'), expiresOn: day('2026-11-01') },
      { originalId: 'ana', points: amount('50'), cashback: amount('7.77'), expiresOn: day('2027-03-14') },
      { originalId: 'ana', pendingPoints: amount('25'), availableOn: day('2026-11-01') },
    ]
    await importLines(story.api, shop, lines)
    const records = await story.query(
      `select points::float, cashback::float, available_at::text as at, expires_at::text as until
       from point_record where tenant_id = $1 order by id`,
      [shop.tenantId],
    )
    // The first of November has 25 hours there, and the fourteenth of March 23.
    expect(records).toEqual([
      { points: 100, cashback: 10, at: expect.any(String), until: '2026-11-02 05:00:00+00' },
      { points: 50, cashback: 7.77, at: expect.any(String), until: '2027-03-15 04:00:00+00' },
      { points: 25, cashback: 2.5, at: '2026-11-01 04:00:00+00', until: null },
    ])
    const reward = await shop.makeReward({ points: 1_200_000n })
    await shop.redeemed(reward, 'ana')
    story.on('2026-11-03T12:00:00Z')
    const { Points, Cashback } = await pointsOf(shop, 'ana')
    // Twenty of the second lot went with the reward, and the third is available.
    expect(Points).toBe(55)
    expect(Cashback).toBeCloseTo(7.77 - 20 * (7.77 / 50) + 2.5, 1)
    story.on('2027-03-15T03:59:59Z')
    expect((await pointsOf(shop, 'ana')).Points).toBe(55)
    story.on('2027-03-15T04:00:00Z')
    expect((await pointsOf(shop, 'ana')).Points).toBe(25)
  })
})

async function pointsOf(shop: Shop, customer: string): Promise<{ Points: number; Cashback: number }> {
  const found = await shop.getPoints(customer)
  return { Points: found.PointsBalance, Cashback: found.CashbackBalance }
}

describe('a tier that was imported', () => {
  it('stays until its date whatever happens, and is looked at as any other from then on', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-11-16T12:00:00Z')
    await shop.completed('o1', 'ana', 600)
    await importLines(story.api, shop, [
      { originalId: 'ana', tier: 'GOLD', tierUntil: day('2027-02-28') },
      { originalId: 'bea', tier: 'silver', tierUntil: day('2027-02-28') },
    ])
    expect([await tierOf(shop, 'ana'), await tierOf(shop, 'bea')]).toEqual(['Gold', 'Silver'])
    await shop.cancelled('o1')
    expect(await tierOf(shop, 'ana')).toBe('Gold')
    await runDays(shop, '2026-11-17', 2)
    await story.api.cells.directory.transaction([shop.tenantId], (tx) =>
      changeSettings(
        tx,
        shop.tenantId as never,
        { timeZone: 'Asia/Tokyo' },
        { hasOrders: false, expected: null, clock: () => story.api.now },
      ),
    )
    await runDays(shop, '2027-02-26', 1)
    expect([await tierOf(shop, 'ana'), await tierOf(shop, 'bea')]).toEqual(['Gold', 'Silver'])
    // From its date on the usual review begins, with its days of grace.
    await runDays(shop, '2027-03-02', 2)
    expect(await tierOf(shop, 'ana')).toBe('Gold')
    await runDays(shop, '2027-04-05', 2)
    expect([await tierOf(shop, 'ana'), await tierOf(shop, 'bea')]).toEqual(['Bronze', 'Bronze'])
  })

  it('gives way to a higher one that is reached by goals', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-11-16T12:00:00Z')
    await importLines(story.api, shop, [
      { originalId: 'ana', tier: 'Silver', tierUntil: day('2030-01-01'), spend: amount('1900') },
    ])
    await shop.completed('o1', 'ana', 100)
    expect(await tierOf(shop, 'ana')).toBe('Gold')
    const [row] = await story.query(
      `select tier_held_until from customer where tenant_id = $1 and original_id = 'ana'`,
      [shop.tenantId],
    )
    expect(row?.tier_held_until).toBeNull()
  })
})

describe('what was spent elsewhere', () => {
  it('counts on its day, and no longer than what is spent here', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-11-16T12:00:00Z')
    const line = {
      originalId: 'ana',
      spend: amount('1999.99'),
      orderCount: 4,
      progressDay: dayOf('2026-03-10'),
    }
    await importLines(story.api, shop, [line])
    expect(await tierOf(shop, 'ana')).toBe('Silver')
    const { Customer } = await shop.completed('o1', 'ana', 0.01)
    expect(Customer).toMatchObject({ OrderCount: 5, TierName: 'Gold' })
    // Twelve months from its day; then the days of grace.
    await runDays(shop, '2027-03-09', 1)
    const below = async () =>
      (await story.query(`select tier_below_since from customer where tenant_id = $1`, [shop.tenantId]))[0]
        ?.tier_below_since
    expect(await below()).toBeNull()
    await runDays(shop, '2027-03-12', 1)
    expect(await below()).not.toBeNull()
    await runDays(shop, '2027-04-15', 1)
    expect(await tierOf(shop, 'ana')).toBe('Bronze')
  })
})

const dayOf = (text: string) => day(text).day

describe('webhooks of an import', () => {
  it('are not sent, while the log has every event and the next live one arrives', async () => {
    const shop = await story.open(program())
    const inbox = await Receiver.start()
    onTestFinished(() => inbox.stop())
    await subscribe(story.api, shop.tenantId, inbox.url)
    await shop.completed('o1', 'ana', 10)
    const lines = Array.from({ length: 30 }, (_, index) => ({
      originalId: index % 3 === 0 ? 'ana' : `c${index}`,
      points: amount('5'),
    }))
    await importLines(story.api, shop, lines)
    await shop.completed('o2', 'ana', 20)
    const delivery = await deliver(story.api)
    await until(async () => inbox.received.length === 2)
    await delivery.stop()
    expect(inbox.bodies<{ Points: number }>().map(({ Points }) => Points)).toEqual([10, 20])
    // The sequence tells a receiver that it missed some, which the log has.
    expect(inbox.received.map(({ sequence }) => sequence)).toEqual([1, 12])
    const answer = await shop.sendText<ResultEnvelope<Events>>('GET', '/v1/pvt/Events?Limit=100')
    const events = resultOf(answer).Items
    expect(events).toHaveLength(32)
    expect(events.filter((event) => event.Silent === true)).toHaveLength(30)
    expect(events.filter((event) => 'Silent' in event)).toHaveLength(30)
  })

  it('are sent, once each, where the merchant wants them', async () => {
    const shop = await story.open(program())
    const inbox = await Receiver.start()
    onTestFinished(() => inbox.stop())
    await subscribe(story.api, shop.tenantId, inbox.url)
    const lines = [1, 2, 3].map((index) => ({ originalId: `c${index}`, points: amount('5') }))
    await importLines(story.api, shop, [...lines, ...lines.slice(0, 1)], { options: { webhooks: 'send' } })
    await importLines(story.api, shop, lines, { importId: 2, options: { webhooks: 'send' } })
    const delivery = await deliver(story.api)
    await until(async () => inbox.received.length === 4)
    await delivery.stop()
    expect(inbox.received).toHaveLength(4)
  })
})

describe('an erased person', () => {
  it('is not brought back, by id, document or e-mail', async () => {
    const shop = await story.open(program())
    await createdCustomer(shop, { OriginalId: 'ana', Email: 'ana@x.com', Document: '52998224725' })
    await erasedCustomer(shop, 'ana')
    const lines = [
      { originalId: 'ana', points: amount('5') },
      { originalId: 'another', email: 'ANA@x.com', points: amount('5') },
      { document: '529.982.247-25', points: amount('5') },
    ]
    expect(outcomesOf(await importLines(story.api, shop, lines))).toEqual(Array(3).fill('erasedPerson'))
    const rows = await story.query(
      `select original_id, email, points_balance::float as points from customer where tenant_id = $1 and erased_at is null`,
      [shop.tenantId],
    )
    expect(rows).toEqual([])
  })
})

describe('the same lines at once', () => {
  it('have one effect each, from two tills', async () => {
    const shop = await story.open(program())
    const clock = () => story.api.now
    const lines = Array.from({ length: 60 }, (_, index) => ({
      originalId: `c${index % 20}`,
      points: amount(String(1 + (index % 7))),
    }))
    const sums = await Promise.all(
      [1, 2].map((importId) => {
        const till = createTill({ database: story.database, clock })
        return importLines(story.api, shop, lines, { importId, till })
      }),
    )
    const outcomes = sums.flatMap(outcomesOf)
    expect(outcomes.filter((outcome) => outcome === 'doneBefore')).toHaveLength(60)
    const [row] = await story.query(
      `select sum(points_balance)::float as points, count(*)::int as customers from customer where tenant_id = $1`,
      [shop.tenantId],
    )
    expect(row).toEqual({ points: lines.reduce((sum, _, index) => sum + 1 + (index % 7), 0), customers: 20 })
  })
})
