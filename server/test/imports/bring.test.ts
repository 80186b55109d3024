/** What an import may do, and what it must never do. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthdays, awardSignups } from '../../src/actions/awards.ts'
import { localDate } from '../../src/platform/zone.ts'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import { type ResultEnvelope, resultOf } from '../support/answers.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { amount, day, type ImportToTest, importLines, outcomesOf, undoImport } from '../support/imports.ts'
import { Receiver } from '../support/receiver.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD, sweepNow, tenantOf } from '../support/tiers.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const story = useStories()
const bring = (shop: Shop, lines: Parameters<typeof importLines>[2], how: ImportToTest = {}) =>
  importLines(story.api, shop, lines, how)

/** What the daily run does that could give something, for some days. */
async function nights(shop: Shop, count: number): Promise<void> {
  for (let night = 0; night < count; night += 1) {
    story.api.now += DAY_MS
    const tenant = await tenantOf(story.api, shop)
    const { now } = story.api
    const till = createTill({ database: story.database, clock: () => story.api.now })
    const options = { database: story.database, till, tenant, now }
    const today = localDate(now, tenant.timeZone)
    await awardBirthdays([today - 2, today - 1, today], options)
    await awardSignups(0, options)
    await sweepNow(story.api, shop)
  }
}

const records = async (shop: Shop) =>
  (
    await story.query(
      `select concat_ws(' ', original_id, type, points::float) as line
       from point_record join customer using (tenant_id) where customer.id = customer_id and tenant_id = $1
       order by point_record.id`,
      [shop.tenantId],
    )
  ).map(({ line }) => line)
const count = async (shop: Shop, table: string) =>
  (await story.query(`select count(*)::int as count from ${table} where tenant_id = $1`, [shop.tenantId]))[0]
    ?.count

describe('an import', () => {
  it('gives nothing that rules give: on its day, nor in the daily runs after it, nor with later orders', async () => {
    const shop = await story.open(null, { tiers: BRONZE_SILVER_GOLD })
    const reward = String(await shop.makeReward({ title: 'Coffee', isPrizeOnly: true }))
    const silver = String(shop.tierIds[1])
    await shop.publish(
      program(
        {},
        { id: 2, kind: 'firstPurchase', points: '500' },
        { id: 3, kind: 'signup', points: '100' },
        { id: 4, kind: 'birthday', points: '50' },
        { id: 5, kind: 'referral', points: '20' },
        { id: 6, kind: 'tierReached', ids: [silver], points: '70', reward },
        { id: 7, kind: 'card', name: 'Card', counts: 'orders', stamps: 1, reward },
        { id: 8, kind: 'custom', key: 'review', points: '7' },
      ),
    )
    story.on('2026-11-16T12:00:00Z')
    const birthday = { year: 1990, month: 11, day: 15 }
    await bring(shop, [
      { originalId: 'ana', points: amount('10'), birthday, spend: amount('600'), orderCount: 4 },
      { originalId: 'bea', birthday: { ...birthday, day: 16 }, tier: 'Gold' },
      { originalId: 'cai', birthday: { ...birthday, month: 12, day: 24 }, birthdayAwardedYear: 2026 },
      { email: 'dan@x.com', points: amount('5'), enrolledDate: day('2026-11-10') },
    ])
    await nights(shop, 3)
    expect(await records(shop)).toEqual(['ana 10 10', 'dan@x.com 10 5'])
    expect([await count(shop, 'award'), await count(shop, 'stamp_record')]).toEqual([0, 0])
    // A first order of someone who ordered elsewhere is none.
    expect((await shop.completed('o1', 'ana', 10)).Customer.OrderCount).toBe(5)
    expect((await records(shop)).filter((line) => line === 'ana 0 510')).toEqual([])
    story.on('2026-12-24T12:00:00Z')
    await nights(shop, 1)
    expect((await records(shop)).filter((line) => String(line).startsWith('cai'))).toEqual([])
    // The next birthday is one of this program.
    story.on('2027-11-15T12:00:00Z')
    await nights(shop, 1)
    expect((await records(shop)).filter((line) => String(line).startsWith('ana 2'))).toEqual(['ana 2 50'])
  })

  it('keeps each lot with its dates where clocks change, and the soonest is spent first', async () => {
    const shop = await story.open(program(), { timeZone: 'Europe/Madrid' })
    story.on('2026-10-20T12:00:00Z')
    await bring(shop, [
      { originalId: 'ana', points: amount('30'), expiresOn: day('2026-10-25') },
      { originalId: 'ana', points: amount('20'), expiresOn: day('2026-10-24') },
      {
        originalId: 'ana',
        pendingPoints: amount('7.5'),
        availableOn: day('2026-10-26'),
        expiresOn: day('2027-03-28'),
      },
      {
        originalId: 'ana',
        points: amount('100'),
        cashback: amount('3'),
        expiresOn: { kind: 'instant', instant: Date.parse('2026-12-01T10:30:00Z') },
      },
    ])
    const dates = await story.query(
      `select points::float, cashback::float, expires_at, is_waiting from point_record where tenant_id = $1 order by id`,
      [shop.tenantId],
    )
    expect(dates).toEqual([
      { points: 30, cashback: 3, expires_at: new Date('2026-10-25T23:00:00Z'), is_waiting: false },
      { points: 20, cashback: 2, expires_at: new Date('2026-10-24T22:00:00Z'), is_waiting: false },
      { points: 7.5, cashback: 0.75, expires_at: new Date('2027-03-28T22:00:00Z'), is_waiting: true },
      { points: 100, cashback: 3, expires_at: new Date('2026-12-01T10:30:00Z'), is_waiting: false },
    ])
    const reward = await shop.makeReward({ points: 25n * 10_000n })
    await shop.redeemed(reward, 'ana')
    const left = await story.query(
      'select remaining_points::float as left from point_record where tenant_id = $1 and type = 10 order by id',
      [shop.tenantId],
    )
    expect(left).toEqual([{ left: 25 }, { left: 0 }, { left: 7.5 }, { left: 100 }])
  })

  it('holds a tier until its date, whatever happens, and counts what was spent elsewhere on its day', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-01-10T12:00:00Z')
    const spent = localDate(Date.parse('2025-06-01T12:00:00Z'), 'America/Sao_Paulo')
    await bring(shop, [
      { originalId: 'ana', tier: 'GÓLD', tierUntil: day('2026-12-31') },
      { originalId: 'bea', spend: amount('500'), orderCount: 2, progressDay: spent },
    ])
    const tierOf = async (id: string) => resultOf(await shop.getCustomer(id)).CurrentTier?.Name ?? null
    expect([await tierOf('ana'), await tierOf('bea')]).toEqual(['Gold', 'Silver'])
    await shop.completed('o1', 'ana', 10)
    await shop.cancelled('o1')
    await nights(shop, 60)
    expect(await tierOf('ana')).toBe('Gold')
    await story.query(`update tenant set time_zone = 'Asia/Tokyo' where id = $1`, [shop.tenantId])
    // Spent on 1 June 2025, it counts on that day a year later, and not on the next; then there is the grace.
    story.on('2026-06-30T12:00:00Z')
    await nights(shop, 1)
    expect(await tierOf('bea')).toBe('Silver')
    await nights(shop, 1)
    expect(await tierOf('bea')).toBe('Bronze')
    story.on('2026-12-29T12:00:00Z')
    await nights(shop, 1)
    expect(await tierOf('ana')).toBe('Gold')
    // On the day after its last one the goals are looked at, and the grace begins.
    await nights(shop, 30)
    expect(await tierOf('ana')).toBe('Gold')
    await nights(shop, 3)
    expect(await tierOf('ana')).toBe('Bronze')
    expect(
      await story.query(`select reason from tier_move where tenant_id = $1 and reason = 'imported'`, [
        shop.tenantId,
      ]),
    ).toHaveLength(1)
  })

  it('that is silent sends nothing, is in the log as a whole, and the next live event comes in order', async () => {
    const shop = await story.open(program())
    const inbox = await Receiver.start()
    onTestFinished(() => inbox.stop())
    await subscribe(story.api, shop.tenantId, inbox.url)
    await bring(shop, [
      { originalId: 'ana', points: amount('10') },
      { originalId: 'ana', points: amount('20') },
      { originalId: 'bea', points: amount('30') },
    ])
    const live = [{ originalId: 'cai', points: amount('40') }]
    await bring(shop, live, { importId: 2, options: { webhooks: 'send' } })
    await shop.completed('o1', 'ana', 5)
    const delivery = await deliver(story.api)
    onTestFinished(() => delivery.stop())
    await until(async () => inbox.requests.length >= 2)
    const sent = inbox.requests.map(
      ({ body }) => JSON.parse(body) as { Points: number; PointsBalance: { PointsBalance: number } },
    )
    expect(sent.map(({ Points, PointsBalance }) => [Points, PointsBalance.PointsBalance])).toEqual([
      [40, 40],
      [5, 35],
    ])
    const read = await shop.sendText<ResultEnvelope<Events>>('GET', '/v1/pvt/Events')
    expect(
      resultOf(read).Items.map(({ Silent = false, CustomerSequence }) => [Silent, CustomerSequence]),
    ).toEqual([
      [true, 1],
      [true, 2],
      [true, 1],
      [false, 1],
      [false, 3],
    ])
  })

  it('is no activity: points that end when nothing happens count from the day that the file says', async () => {
    const inactivity = { months: 6, noticeDays: 0, startsOn: '2026-01-01' }
    const shop = await story.open(program(), { settings: { inactivity } })
    story.on('2026-11-16T12:00:00Z')
    await bring(shop, [
      { originalId: 'ana', points: amount('10'), activeOn: day('2026-06-01') },
      { originalId: 'bea', points: amount('20') },
      { originalId: 'cai', points: amount('30'), activeOn: day('2020-06-01') },
      // Two lots: the first has not ended when the second comes.
      {
        ...{ originalId: 'dan', points: amount('40'), activeOn: day('2020-06-01') },
        ...{ pendingPoints: amount('5'), availableOn: day('2026-11-20') },
      },
    ])
    const left = async () =>
      Promise.all(['ana', 'bea', 'cai', 'dan'].map(async (id) => (await shop.getPoints(id)).PointsBalance))
    expect(await left()).toEqual([10, 20, 30, 40])
    story.on('2026-12-02T12:00:00Z')
    expect(await left()).toEqual([0, 20, 30, 45])
    story.on('2027-05-22T12:00:00Z')
    expect(await left()).toEqual([0, 0, 0, 0])
  })

  it('refuses a line with which a balance would be more than answers carry, and goes on with the others', async () => {
    const shop = await story.open(program())
    const large = { originalId: 'ana', points: amount('99999999999') }
    const pending = { pendingPoints: amount('99999999999'), availableOn: day('2027-01-01') }
    const owed = { originalId: 'cai', points: amount('-99999999999') }
    const lines = [large, large, { ...large, ...pending, originalId: 'bea' }, owed, owed]
    const done = await bring(shop, [...lines, { originalId: 'dan', points: amount('1') }], {
      options: { negative: 'debt' },
    })
    const tooLarge = 'balance-too-large'
    expect(outcomesOf(done)).toEqual(['created', tooLarge, tooLarge, 'created', tooLarge, 'created'])
  })

  it('changes a profile only where that is chosen, and gives nothing for it then either', async () => {
    const shop = await story.open(
      program({}, { id: 3, kind: 'signup', points: '100' }, { id: 4, kind: 'birthday', points: '50' }),
    )
    story.on('2026-11-16T12:00:00Z')
    const ids = ['keep', 'fillEmpty', 'replace'] as const
    for (const id of ids)
      await shop.completed(`of ${id}`, id, 1, {
        Customer: { OriginalId: id, Name: 'Old', IsEnrolled: false },
      })
    const birthday = { year: 1990, month: 11, day: 16 }
    const more = { name: 'New', phone: '11 5555', birthday, isEnrolled: true }
    for (const existing of ids) {
      const options = { existing }
      await bring(shop, [{ originalId: existing, ...more, points: amount('5') }], { options })
      // Another line of the same customer finds what the first one wrote.
      await bring(shop, [{ originalId: existing, ...more, points: amount('6'), birthdayAwardedYear: 2026 }], {
        options,
      })
    }
    await nights(shop, 2)
    const profiles = await story.query(
      `select concat_ws(' ', original_id, name, phone, birthday is not null, is_enrolled, points_balance::float) as line
       from customer where tenant_id = $1 order by original_id`,
      [shop.tenantId],
    )
    expect(profiles.map(({ line }) => line)).toEqual([
      'fillEmpty Old 11 5555 t f 11',
      'keep Old f f 11',
      'replace New 11 5555 t t 11',
    ])
  })

  it('brings no erased person back, and what it knew of one goes with them', async () => {
    const shop = await story.open(program())
    const line = {
      originalId: 'ana',
      email: 'ana@x.com',
      points: amount('10'),
      spend: amount('5'),
      orderCount: 1,
    }
    await bring(shop, [line])
    await erasedCustomer(shop, 'ana')
    expect(await count(shop, 'import_effect')).toBe(0)
    const again = [line, { originalId: 'new', email: 'ANA@x.com' }, { email: 'ana@x.com' }]
    expect(outcomesOf(await bring(shop, again, { importId: 2 }))).toEqual(Array(3).fill('erasedPerson'))
    expect(await count(shop, 'customer')).toBe(1)
  })

  it('follows a customer who was merged, for its key and for undoing', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    const line = { originalId: 'old', points: amount('10'), spend: amount('600'), orderCount: 3 }
    await bring(shop, [line, { originalId: 'new', points: amount('1'), orderCount: 1 }])
    await mergedCustomer(shop, 'old', 'new')
    expect(outcomesOf(await bring(shop, [line], { importId: 2 }))).toEqual(['doneBefore'])
    const { preview, done } = await undoImport(story.api, shop)
    expect([preview.taken, done.taken].map(({ points }) => points)).toEqual([110_000n, 110_000n])
    expect([await count(shop, 'import_effect'), await count(shop, 'imported_progress')]).toEqual([0, 0])
  })

  it('that is undone takes along the customers whom it made, unless something happened to them since', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    await shop.completed('o0', 'old', 5)
    const dump = () =>
      story.query(
        `select original_id, name, points_balance, tier_id, orders_before, (
           select array_agg(term order by term) from customer_term as found
           where found.tenant_id = $1 and found.customer_id = id
         ) as terms from customer where tenant_id = $1 order by original_id`,
        [shop.tenantId],
      )
    const before = await dump()
    await bring(shop, [
      { originalId: 'ana', name: 'Ana Silva', email: 'ana@x.com', isEnrolled: true },
      { originalId: 'bea', spend: amount('5'), orderCount: 1 },
      { originalId: 'old', spend: amount('900'), orderCount: 1, points: amount('3') },
      { email: 'cai@x.com', tier: 'Gold' },
      { originalId: 'dan' },
      { originalId: 'eva', points: amount('10') },
    ])
    await shop.completed('o1', 'dan', 10)
    const { preview, done } = await undoImport(story.api, shop)
    expect([preview.withdrawn, done.withdrawn]).toEqual([2, 2])
    const left = await dump()
    expect(left.map(({ original_id }) => original_id)).toEqual(['cai@x.com', 'dan', 'eva', 'old'])
    expect(left.filter(({ original_id }) => original_id === 'old')).toEqual(before)
    // Who is sent again is new again.
    expect(outcomesOf(await bring(shop, [{ originalId: 'ana' }]))).toEqual(['created'])
  })
})
