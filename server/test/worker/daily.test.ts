/** The daily run: what a worker does once per day of each merchant. The test moves the worker's clock. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthdays } from '../../src/actions/awards.ts'
import { readConfig } from '../../src/app/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { localDate } from '../../src/platform/zone.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { moveClock } from '../../src/tenancy/manage/tenants.ts'
import { type RunningWorker, work } from '../../src/worker/work.ts'
import { erasedCustomer } from '../support/customers.ts'
import { type Body, DAY_MS, program, type Shop } from '../support/shop.ts'
import { TERMS_OF_IDS } from '../support/terms.ts'
import { START } from '../support/test-api.ts'
import { availableTiers, giveTiers, tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const BIRTHDAY = { id: 2, kind: 'birthday', points: '50', validityDays: 30 } as const
const SIGNUP = { id: 3, kind: 'signup', points: '20' } as const

let worker: RunningWorker
beforeAll(async () => {
  const config = readConfig({
    DATABASE_URL: shops.api.databaseUrl,
    PUNCHCARD_WORKER_METRICS_PORT: '0',
  })
  const log = createLogger({ level: 'silent', destination: process.stderr })
  worker = await work(config, log, () => shops.api.now)
})
afterAll(() => worker?.stop())

/** Moves the clock and has the worker start the daily runs that are due, as it does every minute by itself. */
async function runDailyAt(text: string): Promise<void> {
  shops.api.now = Date.parse(text)
  await look()
}

async function look(): Promise<void> {
  await shops.reader.query(`select queue_job('lookForDailyRuns', '{}', 'lookForDailyRuns')`)
  await untilNothingIsQueued()
}

/**
 * True of a job that runs or will run. The worker also looks by itself, at every full minute, and asks for the run of
 * a merchant that is under way once more: then the job that is under way is not tried again if it fails.
 */
const IS_PENDING = '(attempts < max_attempts or locked_at is not null)'

function untilNothingIsQueued(): Promise<void> {
  const pending = `select from graphile_worker._private_jobs where ${IS_PENDING}`
  return until(async () => (await shops.reader.query(pending)).length === 0)
}

async function meet(shop: Shop, customer: string, more: Body): Promise<void> {
  await shop.completed(`of ${customer}`, customer, 1, { Customer: { OriginalId: customer, ...more } })
}

/** When points of this type were recorded. */
async function awards(shop: Shop, customer: string, type: number): Promise<string[]> {
  const records = await shop.records(customer)
  return records.filter((record) => record.type === type).map(({ recordedAt }) => recordedAt)
}

const birthdays = (shop: Shop, customer: string): Promise<string[]> => awards(shop, customer, 2)
const signups = (shop: Shop, customer: string): Promise<string[]> => awards(shop, customer, 1)

describe('a birthday', () => {
  it('is awarded by the run of that day, once per year', async () => {
    const shop = await shops.open(program({}, BIRTHDAY))
    await meet(shop, 'ana', { BirthdayDate: '1990-01-20T00:00:00Z' })
    await meet(shop, 'bob', { BirthdayDate: '1990-01-21T00:00:00Z' })
    await runDailyAt('2026-01-20T08:59:00Z')
    expect(await birthdays(shop, 'ana')).toEqual([])
    await runDailyAt('2026-01-20T09:00:00Z')
    expect((await shop.records('ana')).at(-1)).toEqual({
      type: 2,
      points: 50,
      cashback: 5,
      order: null,
      recordedAt: '2026-01-20T09:00:00.000Z',
      availableAt: '2026-01-20T09:00:00.000Z',
      expiresAt: '2026-02-20T03:00:00.000Z',
      isWaiting: false,
      left: 50,
      owed: null,
      explanation: { v: 1, lines: [{ rule: 2, kind: 'birthday', points: '50' }] },
    })
    expect(await shop.story('ana')).toEqual(['+1 / +0.1 → 1 / 0.1', '+50 / +5 → 51 / 5.1'])
    expect(await birthdays(shop, 'bob')).toEqual([])

    await runDailyAt('2026-01-20T15:00:00Z')
    await runDailyAt('2026-01-21T09:00:00Z')
    await runDailyAt('2026-01-22T09:00:00Z')
    expect(await birthdays(shop, 'ana')).toHaveLength(1)
    expect(await birthdays(shop, 'bob')).toEqual(['2026-01-21T09:00:00.000Z'])
    await runDailyAt('2027-01-20T09:00:00Z')
    expect(await birthdays(shop, 'ana')).toEqual(['2026-01-20T09:00:00.000Z', '2027-01-20T09:00:00.000Z'])
  })

  it('on a leap day is kept on 28 February in other years', async () => {
    const shop = await shops.open(program({}, BIRTHDAY))
    await meet(shop, 'ana', { BirthdayDate: '2000-02-29' })
    await meet(shop, 'bob', { BirthdayDate: '2000-02-28' })
    for (const day of ['2026-02-27', '2026-02-28', '2026-03-01', '2028-02-28', '2028-02-29', '2028-03-01']) {
      await runDailyAt(`${day}T09:00:00Z`)
    }
    expect(await birthdays(shop, 'ana')).toEqual(['2026-02-28T09:00:00.000Z', '2028-02-29T09:00:00.000Z'])
    expect(await birthdays(shop, 'bob')).toEqual(['2026-02-28T09:00:00.000Z', '2028-02-28T09:00:00.000Z'])
  })

  it("comes in the morning of each merchant's time zone", async () => {
    const zones = ['Asia/Tokyo', 'Europe/Madrid', 'America/Los_Angeles']
    const open = (timeZone: string) => shops.open(program({}, BIRTHDAY), { timeZone })
    const all = await Promise.all(zones.map(open))
    for (const shop of all) {
      await meet(shop, 'ana', { BirthdayDate: '1990-01-20' })
      await meet(shop, 'utc', { BirthdayDate: '1990-01-20T00:00:00Z' })
    }
    const moments = ['2026-01-19T21:00:00.000Z', '2026-01-20T05:00:00.000Z', '2026-01-20T14:00:00.000Z']
    for (const at of moments) await runDailyAt(at)
    for (const [index, shop] of all.entries()) {
      expect(await birthdays(shop, 'ana')).toEqual([moments[index]])
      expect(await birthdays(shop, 'utc')).toEqual([moments[index]])
    }
  })

  it('that passed while no worker was running is made up for, but not that of a year before', async () => {
    const shop = await shops.open(program({}, BIRTHDAY))
    await meet(shop, 'ana', { BirthdayDate: '1990-01-20' })
    await runDailyAt('2026-01-19T09:00:00Z')
    await runDailyAt('2026-01-29T09:00:00Z')
    expect(await birthdays(shop, 'ana')).toEqual(['2026-01-29T09:00:00.000Z'])
    await runDailyAt('2030-01-19T09:00:00Z')
    expect(await birthdays(shop, 'ana')).toHaveLength(2)
  })

  it('that becomes known on the day itself is awarded by the next run', async () => {
    const shop = await shops.open(program({}, BIRTHDAY))
    await runDailyAt('2026-01-20T09:00:00Z')
    await meet(shop, 'ana', { BirthdayDate: '1990-01-20' })
    await runDailyAt('2026-01-21T09:00:00Z')
    expect(await birthdays(shop, 'ana')).toEqual(['2026-01-21T09:00:00.000Z'])
  })

  it('is for enrolled customers, and needs a rule', async () => {
    const [shop, other] = [await shops.open(program({}, BIRTHDAY)), await shops.open(program())]
    await meet(shop, 'ana', { BirthdayDate: '1990-01-20', IsEnrolled: false })
    await meet(other, 'ana', { BirthdayDate: '1990-01-20' })
    await runDailyAt('2026-01-20T09:00:00Z')
    expect(await birthdays(shop, 'ana')).toEqual([])
    expect(await birthdays(other, 'ana')).toEqual([])
  })

  it('is awarded once by two workers at once', async () => {
    const shop = await shops.open(program({}, BIRTHDAY))
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
    await Promise.all(names.map((name) => meet(shop, name, { BirthdayDate: '1990-01-20' })))
    shops.api.now = Date.parse('2026-01-20T09:00:00Z')
    const { api } = shops
    const tenant = await tenantOf(api, shop)
    const database = api.cells.of({ cell: MAIN_CELL })
    const days = [localDate(api.now, tenant.timeZone)]
    const counts = await Promise.all(
      [1, 2, 3].map(() =>
        awardBirthdays(days, {
          database,
          tenant,
          now: api.now,
          till: createTill({ database, clock: () => api.now }),
        }),
      ),
    )
    expect(counts.reduce((sum, count) => sum + count)).toBe(names.length)
    for (const name of names) expect(await birthdays(shop, name)).toHaveLength(1)
  })
})

describe('a signup', () => {
  /** The rule came before everybody of these tests. */
  async function openWelcoming(): Promise<Shop> {
    const shop = await shops.open(program({}, SIGNUP))
    await publishedAt(shop, 1, START - DAY_MS)
    return shop
  }

  function publishedAt(shop: Shop, version: number, at: number): Promise<unknown> {
    return shops.reader.query(
      'update program_version set published_at = $3 where tenant_id = $1 and version = $2',
      [shop.tenantId, version, new Date(at)],
    )
  }

  it('of a customer who was known before is awarded by the next run, once', async () => {
    const shop = await openWelcoming()
    await meet(shop, 'ana', { IsEnrolled: false })
    await meet(shop, 'bob', {})
    expect(await signups(shop, 'bob')).toHaveLength(1)
    await runDailyAt('2026-01-16T09:00:00Z')
    expect(await signups(shop, 'ana')).toEqual([])
    await shop.completed('second', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    expect(await signups(shop, 'ana')).toEqual([])
    await runDailyAt('2026-01-17T09:00:00Z')
    await runDailyAt('2026-01-18T09:00:00Z')
    expect(await signups(shop, 'ana')).toEqual(['2026-01-17T09:00:00.000Z'])
    expect(await signups(shop, 'bob')).toHaveLength(1)

    await shop.completed('third', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    await shop.completed('fourth', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    await runDailyAt('2026-01-19T09:00:00Z')
    expect(await signups(shop, 'ana')).toHaveLength(1)
  })

  it('is not awarded to a person who was erased and comes back, under whichever id', async () => {
    const shop = await openWelcoming()
    const person = { Email: 'eva@example.com', IsEnrolled: false }
    await meet(shop, 'eva', person)
    await erasedCustomer(shop, 'eva')
    await meet(shop, 'eva2', person)
    await meet(shop, 'bob', { IsEnrolled: false })
    for (const id of ['eva2', 'bob']) {
      await shop.completed(`second of ${id}`, id, 1, { Customer: { OriginalId: id, IsEnrolled: true } })
    }
    await runDailyAt('2026-01-16T09:00:00Z')
    expect(await signups(shop, 'bob')).toHaveLength(1)
    expect(await signups(shop, 'eva2')).toEqual([])
  })

  it('is awarded late where a merchant never had a daily run before', async () => {
    const shop = await openWelcoming()
    await meet(shop, 'ana', { IsEnrolled: false })
    await shop.completed('second', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    await runDailyAt('2026-03-01T09:00:00Z')
    expect(await signups(shop, 'ana')).toHaveLength(1)
  })

  it('from before the rule is not awarded, also not where there was a rule earlier', async () => {
    const shop = await openWelcoming()
    await shop.publish(program())
    await meet(shop, 'ana', {})
    shops.api.now = START + DAY_MS
    await shop.publish(program({}, { ...SIGNUP, isActive: false }))
    await shop.publish(program({}, SIGNUP))
    await publishedAt(shop, 4, START + DAY_MS)
    await meet(shop, 'bob', { IsEnrolled: false })
    await shop.completed('second', 'bob', 1, { Customer: { OriginalId: 'bob', IsEnrolled: true } })
    await runDailyAt('2026-01-18T09:00:00Z')
    expect(await signups(shop, 'ana')).toEqual([])
    expect(await signups(shop, 'bob')).toHaveLength(1)
  })
})

describe('a daily run', () => {
  it('moves tiers', async () => {
    const shop = await shops.open(program())
    await giveTiers(shops.api, shop)
    await shop.completed('of ana', 'ana', 600)
    expect((await availableTiers(shop, 'ana')).CurrentTier).toMatchObject({ Name: 'Silver' })
    await runDailyAt('2027-01-16T09:00:00Z')
    await runDailyAt('2027-03-20T09:00:00Z')
    expect((await availableTiers(shop, 'ana')).CurrentTier).toMatchObject({ Name: 'Bronze' })
  })

  it('is not done where a part of it failed: the other parts are, and it is tried again', async () => {
    const shop = await shops.open(program({}, BIRTHDAY, SIGNUP))
    await meet(shop, 'ana', { BirthdayDate: '1990-01-20', IsEnrolled: false })
    await shop.completed('second', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    const { reader } = shops
    await reader.query(`update program_version set published_at = '2026-01-01' where tenant_id = $1`, [
      shop.tenantId,
    ])
    await reader.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
      create trigger broken before insert on point_record for each row
      when (new.tenant_id = ${shop.tenantId} and new.type = 2) execute function refuse()`)
    shops.api.now = Date.parse('2026-01-20T09:00:00Z')
    await reader.query(`select queue_job('lookForDailyRuns', '{}', 'lookForDailyRuns')`)
    await until(async () => {
      const failed = await reader.query(
        `select from graphile_worker._private_jobs where last_error is not null and ${IS_PENDING}`,
      )
      return failed.length > 0
    })
    expect(await signups(shop, 'ana')).toHaveLength(1)
    expect(await birthdays(shop, 'ana')).toEqual([])
    await reader.query('drop trigger broken on point_record; drop function refuse()')
    await look()
    expect(await birthdays(shop, 'ana')).toHaveLength(1)
    expect(await signups(shop, 'ana')).toHaveLength(1)
  })

  it('is there for all others where one customer fails, and waits before it tries again', async () => {
    const shop = await shops.open(program({}, BIRTHDAY))
    const [, silver] = await giveTiers(shops.api, shop)
    const { reader } = shops
    // More than the jobs take at once; the first of them is the one that fails.
    await reader.query(
      `insert into customer (tenant_id, id, original_id, public_id, birthday, is_enrolled, created_at)
       select $1, n, 'n' || n, gen_random_uuid(), '1990-01-25', true, '2024-01-01' from generate_series(1, 600) as n`,
      [shop.tenantId],
    )
    await reader.query(TERMS_OF_IDS, [shop.tenantId])
    await reader.query(
      `with moved as (
         insert into tier_move (tenant_id, customer_id, id, moved_at, to_tier_id, reason, explanation)
         select tenant_id, id, id, '2026-01-20', $2, 'goals reached', '[]' from customer where tenant_id = $1
       )
       update customer set tier_id = $2, tier_since = '2026-01-20' where tenant_id = $1`,
      [shop.tenantId, silver],
    )
    await reader.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
      create trigger broken before update on customer for each row
      when (new.tenant_id = ${shop.tenantId} and new.id = 1) execute function refuse()`)
    const failedMornings = () =>
      reader.query<{ attempts: number; last_error: string; run_at: Date }>(
        `select attempts::int, last_error, run_at from graphile_worker.jobs
         where last_error is not null and locked_at is null and ${IS_PENDING}`,
      )
    shops.api.now = Date.parse('2026-01-25T09:00:00Z')
    await reader.query(`select queue_job('lookForDailyRuns', '{}', 'lookForDailyRuns')`)
    await until(async () => (await failedMornings()).length > 0)
    const [counts] = await reader.query(
      `select (select count(*)::int from action_grant where tenant_id = $1) as birthdays,
         (select count(*)::int from customer where tenant_id = $1 and tier_below_since is not null) as noticed`,
      [shop.tenantId],
    )
    expect(counts).toEqual({ birthdays: 599, noticed: 599 })

    // What is looked for every minute leaves the queue's own waiting alone.
    const [before] = await failedMornings()
    expect(before).toMatchObject({
      attempts: 1,
      last_error: expect.stringContaining('the daily run of tenant'),
    })
    await reader.query(`select queue_job('lookForDailyRuns', '{}', 'lookForDailyRuns')`)
    await until(async () => {
      const looking = await reader.query(
        `select from graphile_worker.jobs where task_identifier = 'lookForDailyRuns'`,
      )
      return looking.length === 0
    })
    await until(async () => (await failedMornings()).length > 0)
    const [after] = await failedMornings()
    // Unless its time has come meanwhile.
    if (after?.attempts === 1) expect(after.run_at).toEqual(before?.run_at)
    await reader.query('drop trigger broken on customer; drop function refuse()')
    await look()
    expect(await birthdays(shop, 'n1')).toHaveLength(1)
  })

  it('comes to a sandbox by its own clock, also when that goes back', async () => {
    const shop = await shops.open(program({}, BIRTHDAY), { isSandbox: true })
    const { directory } = shops.api.cells
    await meet(shop, 'ana', { BirthdayDate: '1990-06-20' })
    await look()
    await moveClock(directory, shop.tenantId, '2026-08-01T12:00:00Z', shops.api.now)
    await look()
    expect(await birthdays(shop, 'ana')).toEqual(['2026-08-01T12:00:00.000Z'])
    await moveClock(directory, shop.tenantId, '2027-06-20T12:00:00Z', shops.api.now)
    await look()
    expect(await birthdays(shop, 'ana')).toHaveLength(2)
    await moveClock(directory, shop.tenantId, null, shops.api.now)
    await look()
    expect(await birthdays(shop, 'ana')).toHaveLength(2)
  })
})

describe('tiers of a merchant whose customers have never been counted', () => {
  const firstLooks = async (): Promise<void> => {
    await shops.reader.query(`select queue_job('firstTierCount', '{}', 'first looks')`)
    await untilNothingIsQueued()
  }
  async function uncounted(): Promise<{ shop: Shop; rows: () => Promise<unknown[]> }> {
    const shop = await shops.open(program())
    await giveTiers(shops.api, shop)
    shops.api.now = Date.parse('2026-01-20T15:00:00Z')
    await look()
    await meet(shop, 'ana', {})
    await shops.reader.query('delete from tier_look where tenant_id = $1', [shop.tenantId])
    await shops.reader.query('delete from tier_progress where tenant_id = $1', [shop.tenantId])
    const rows = () => shops.reader.query('select from tier_progress where tenant_id = $1', [shop.tenantId])
    return { shop, rows }
  }

  it('are looked at whatever the time of day', async () => {
    const { rows } = await uncounted()
    await firstLooks()
    expect(await rows()).toHaveLength(1)
  })

  it('are looked at also after those of a merchant for whom it fails, and that is told', async () => {
    const { reader } = shops
    const broken = await uncounted()
    const whole = await uncounted()
    await reader.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger broken before insert or update on tier_look
        for each row when (new.tenant_id = ${broken.shop.tenantId}) execute function refuse()`)
    await reader.query(`select queue_job('firstTierCount', '{}', 'first looks')`)
    const failed = () =>
      reader.query<{ last_error: string }>(
        `select last_error from graphile_worker._private_jobs where key = 'first looks' and last_error is not null`,
      )
    await until(async () => (await failed()).length > 0)
    expect((await failed())[0]?.last_error).toContain('1 tenants could not be counted')
    expect(await broken.rows()).toHaveLength(0)
    expect(await whole.rows()).toHaveLength(1)
    await reader.query('drop trigger broken on tier_look; drop function refuse()')
    await firstLooks()
    expect(await broken.rows()).toHaveLength(1)
  })
})
