/** What a worker makes up for that was down: the real one, started and stopped, with a clock that the story moves. */
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/app/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { work } from '../../src/worker/work.ts'
import { giftsOf } from '../support/awards.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { until } from '../support/workers.ts'

const story = useStories()
const UNTIL_JULY = { from: '2026-01-01T05:00:00Z', until: '2026-07-01T04:00:00Z' }

/** Points wait five days and end after three months without activity; the tenth coffee earns one, a week later. */
async function open(): Promise<Shop> {
  const shop = await story.open(program({}), {
    timeZone: 'America/Toronto',
    settings: { inactivity: { months: 3, noticeDays: 45, startsOn: '2026-01-01' } },
  })
  const reward = String(await shop.makeReward({ title: 'House coffee' }))
  const { points: _, ...card } = COFFEE_CARD
  await shop.publish(
    program(
      { waitingDays: 5 },
      { id: 2, kind: 'birthday', points: '50', reward },
      { ...card, reward, waitingDays: 7, when: UNTIL_JULY, graceDays: 3 },
    ),
  )
  return shop
}

interface Working {
  readonly workers?: number
  /** Beside that no job is left. */
  readonly isDone?: () => Promise<boolean>
}

/** A worker starts at this moment, or some do, does all that is due, and is stopped. */
async function worksAt(date: string, { workers = 1, isDone }: Working = {}): Promise<void> {
  story.on(date)
  const config = readConfig({ DATABASE_URL: story.api.databaseUrl, PUNCHCARD_WORKER_METRICS_PORT: '0' })
  const log = createLogger({ level: 'silent', destination: process.stderr })
  const started = Array.from({ length: workers }, () => work(config, log, () => story.api.now))
  const running = await Promise.all(started)
  try {
    await story.query(`select queue_job('lookForDailyRuns', '{}', 'lookForDailyRuns')`, [])
    const pending = `select from graphile_worker._private_jobs where attempts < max_attempts or locked_at is not null`
    await until(async () => (await story.query(pending, [])).length === 0)
    if (isDone) await until(isDone)
  } finally {
    await Promise.all(running.map((worker) => worker.stop()))
  }
}

const rowsOf = (shop: Shop, text: string) => story.query(text, [shop.tenantId])

/** The days on which customers were told of points that will end. */
const noticesOf = (shop: Shop) =>
  rowsOf(
    shop,
    `select customer.original_id as customer, occurred_at::date::text as day, facts ->> 'endsAt' as ends
     from point_event join customer on customer.tenant_id = $1 and customer.id = point_event.customer_id
     where point_event.tenant_id = $1 and topic = 8 order by 1, 2`,
  )

/** Everything that was ever recorded, given or told. */
const everythingOf = async (shop: Shop) => ({
  records: await rowsOf(shop, 'select id, type, points from point_record where tenant_id = $1 order by id'),
  stamps: await rowsOf(shop, 'select id, type, stamps from stamp_record where tenant_id = $1 order by id'),
  gifts: await rowsOf(shop, 'select id, state, coupon_key from award where tenant_id = $1 order by id'),
  coupons: await rowsOf(shop, 'select id from coupon where tenant_id = $1 order by id'),
  notices: await noticesOf(shop),
})

const recordsOf = async (shop: Shop, customer: string, type: number) =>
  (await shop.records(customer)).flatMap((record) =>
    record.type === type ? [[record.points, record.recordedAt]] : [],
  )

describe('stories of a stopped worker', () => {
  it('three months without one: nothing ends without its notice, and nothing is given twice or left out', async () => {
    const shop = await open()
    story.on('2026-05-31T15:00:00Z')
    await shop.completed('of ina', 'ina', 100)
    await shop.completed('of bea', 'bea', 20, {
      Customer: { OriginalId: 'bea', BirthdayDate: '1990-07-15T00:00:00Z' },
    })
    await shop.completed('of car', 'car', 104, coffees(13))
    await worksAt('2026-06-01T15:00:00Z')
    expect(await noticesOf(shop)).toEqual([])
    expect(await giftsOf(story.query, shop, 'car')).toEqual([expect.stringMatching(/^card \d+: due$/)])

    // By 7 September Ina's points would have ended, had she been told in July.
    const nothingWaits = async () => {
      const points = await rowsOf(shop, 'select from point_record where tenant_id = $1 and is_waiting')
      const gifts = await rowsOf(shop, 'select from award where tenant_id = $1 and state = 0')
      return points.length + gifts.length === 0
    }
    await worksAt('2026-09-07T15:00:00Z', { workers: 2, isDone: nothingWaits })
    expect(await recordsOf(shop, 'ina', 8)).toEqual([])
    expect(await shop.getPoints('ina')).toMatchObject({
      PointsBalance: 100,
      PointsToExpire: [{ Points: 100, When: '2026-10-23T03:59:59.000Z' }],
    })
    expect((await noticesOf(shop)).filter(({ customer }) => customer === 'ina')).toEqual([
      { customer: 'ina', day: '2026-09-07', ends: expect.stringContaining('2026-10-23') },
    ])
    // A birthday in July is one of July: its gift is given late, and once.
    expect(await recordsOf(shop, 'bea', 2)).toEqual([[50, expect.any(String)]])
    expect(await giftsOf(story.query, shop, 'bea')).toEqual(['birthday 2026: given'])
    expect(await giftsOf(story.query, shop, 'car')).toEqual([expect.stringMatching(/^card \d+: given$/)])
    // The card closed in July, and its stamps ended then, not when it was noticed.
    expect((await shop.listStamps('car', 12)).Items).toMatchObject([
      { StampType: 7, Stamps: -3, StampsAfter: 0, Date: '2026-07-04T04:00:00.000Z' },
      { StampType: 5, Stamps: -10 },
      { StampType: 0, Stamps: 13 },
    ])
    for (const customer of ['ina', 'bea', 'car']) expect(await recordsOf(shop, customer, 8)).toEqual([])

    // Looking again, on that day and after it, changes nothing.
    const before = await everythingOf(shop)
    await worksAt('2026-09-07T20:00:00Z')
    await worksAt('2026-09-08T15:00:00Z')
    expect(await everythingOf(shop)).toEqual(before)

    // As the notice said, and not a second sooner.
    await worksAt('2026-10-23T03:59:59Z')
    expect((await shop.getPoints('ina')).PointsBalance).toBe(100)
    await worksAt('2026-10-23T04:00:00Z')
    expect((await shop.getPoints('ina')).PointsBalance).toBe(0)
    expect(await recordsOf(shop, 'ina', 8)).toEqual([[-100, '2026-10-23T04:00:00.000Z']])
  })
})
