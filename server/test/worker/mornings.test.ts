/** What happens in the morning of each merchant, done by a worker whose clock the test moves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthdays } from '../../src/actions/awards.ts'
import { readConfig } from '../../src/app/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { localDate } from '../../src/platform/zone.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { moveClock } from '../../src/tenancy/manage.ts'
import { type RunningWorker, work } from '../../src/worker/work.ts'
import { type Body, DAY_MS, program, type Seller, useSellers } from '../support/seller.ts'
import { START } from '../support/test-api.ts'
import { availableTiers, giveTiers, tenantOf } from '../support/tiers.ts'
import { until } from '../support/workers.ts'

const sellers = useSellers()
const BIRTHDAY = { id: 2, kind: 'birthday', points: '50', validityDays: 30 } as const
const SIGNUP = { id: 3, kind: 'signup', points: '20' } as const

let worker: RunningWorker
beforeAll(async () => {
  const config = readConfig({
    DATABASE_URL: sellers.api.databaseUrl,
    PUNCHCARD_WORKER_METRICS_PORT: '0',
  })
  const log = createLogger({ level: 'silent', destination: process.stderr })
  worker = await work(config, log, () => sellers.api.now)
})
afterAll(() => worker?.stop())

/** Moves the clock and has the worker look for whom it is morning, as it does every minute by itself. */
async function morningAt(text: string): Promise<void> {
  sellers.api.now = Date.parse(text)
  await look()
}

async function look(): Promise<void> {
  const { reader } = sellers
  await reader.query(`select queue_job('mornings', '{}', 'mornings')`)
  await until(async () => {
    const jobs = await reader.query('select from graphile_worker._private_jobs')
    return jobs.length === 0
  })
}

async function meet(seller: Seller, customer: string, more: Body): Promise<void> {
  await seller.complete(`of ${customer}`, customer, 1, { Customer: { OriginalId: customer, ...more } })
}

/** When points of this type were recorded. */
async function awards(seller: Seller, customer: string, type: number): Promise<string[]> {
  const records = await seller.records(customer)
  return records.filter((record) => record.type === type).map(({ recordedAt }) => recordedAt)
}

const birthdays = (seller: Seller, customer: string): Promise<string[]> => awards(seller, customer, 2)
const signups = (seller: Seller, customer: string): Promise<string[]> => awards(seller, customer, 1)

describe('a birthday', () => {
  it('is awarded in its morning, once a year', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY))
    await meet(seller, 'ana', { BirthdayDate: '1990-01-20T00:00:00Z' })
    await meet(seller, 'bob', { BirthdayDate: '1990-01-21T00:00:00Z' })
    await morningAt('2026-01-20T08:59:00Z')
    expect(await birthdays(seller, 'ana')).toEqual([])
    await morningAt('2026-01-20T09:00:00Z')
    expect((await seller.records('ana')).at(-1)).toEqual({
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
    expect(await seller.story('ana')).toEqual(['+1 / +0.1 → 1 / 0.1', '+50 / +5 → 51 / 5.1'])
    expect(await birthdays(seller, 'bob')).toEqual([])

    await morningAt('2026-01-20T15:00:00Z')
    await morningAt('2026-01-21T09:00:00Z')
    await morningAt('2026-01-22T09:00:00Z')
    expect(await birthdays(seller, 'ana')).toHaveLength(1)
    expect(await birthdays(seller, 'bob')).toEqual(['2026-01-21T09:00:00.000Z'])
    await morningAt('2027-01-20T09:00:00Z')
    expect(await birthdays(seller, 'ana')).toEqual(['2026-01-20T09:00:00.000Z', '2027-01-20T09:00:00.000Z'])
  })

  it('on a leap day is kept on 28 February in other years', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY))
    await meet(seller, 'ana', { BirthdayDate: '2000-02-29' })
    await meet(seller, 'bob', { BirthdayDate: '2000-02-28' })
    for (const day of ['2026-02-27', '2026-02-28', '2026-03-01', '2028-02-28', '2028-02-29', '2028-03-01']) {
      await morningAt(`${day}T09:00:00Z`)
    }
    expect(await birthdays(seller, 'ana')).toEqual(['2026-02-28T09:00:00.000Z', '2028-02-29T09:00:00.000Z'])
    expect(await birthdays(seller, 'bob')).toEqual(['2026-02-28T09:00:00.000Z', '2028-02-28T09:00:00.000Z'])
  })

  it("comes in each merchant's own morning", async () => {
    const zones = ['Asia/Tokyo', 'Europe/Madrid', 'America/Los_Angeles']
    const open = (timeZone: string) => sellers.open(program({}, BIRTHDAY), { timeZone })
    const all = await Promise.all(zones.map(open))
    for (const seller of all) {
      await meet(seller, 'ana', { BirthdayDate: '1990-01-20' })
      await meet(seller, 'utc', { BirthdayDate: '1990-01-20T00:00:00Z' })
    }
    const mornings = ['2026-01-19T21:00:00.000Z', '2026-01-20T05:00:00.000Z', '2026-01-20T14:00:00.000Z']
    for (const at of mornings) await morningAt(at)
    for (const [index, seller] of all.entries()) {
      expect(await birthdays(seller, 'ana')).toEqual([mornings[index]])
      expect(await birthdays(seller, 'utc')).toEqual([mornings[index]])
    }
  })

  it('that passed while no worker was running is made up for, but not that of a year before', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY))
    await meet(seller, 'ana', { BirthdayDate: '1990-01-20' })
    await morningAt('2026-01-19T09:00:00Z')
    await morningAt('2026-01-29T09:00:00Z')
    expect(await birthdays(seller, 'ana')).toEqual(['2026-01-29T09:00:00.000Z'])
    await morningAt('2030-01-19T09:00:00Z')
    expect(await birthdays(seller, 'ana')).toHaveLength(2)
  })

  it('that becomes known on the day itself is awarded the next morning', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY))
    await morningAt('2026-01-20T09:00:00Z')
    await meet(seller, 'ana', { BirthdayDate: '1990-01-20' })
    await morningAt('2026-01-21T09:00:00Z')
    expect(await birthdays(seller, 'ana')).toEqual(['2026-01-21T09:00:00.000Z'])
  })

  it('is for enrolled customers, and needs a rule', async () => {
    const [seller, other] = [await sellers.open(program({}, BIRTHDAY)), await sellers.open(program())]
    await meet(seller, 'ana', { BirthdayDate: '1990-01-20', IsEnrolled: false })
    await meet(other, 'ana', { BirthdayDate: '1990-01-20' })
    await morningAt('2026-01-20T09:00:00Z')
    expect(await birthdays(seller, 'ana')).toEqual([])
    expect(await birthdays(other, 'ana')).toEqual([])
  })

  it('is awarded once by two workers at once', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY))
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
    await Promise.all(names.map((name) => meet(seller, name, { BirthdayDate: '1990-01-20' })))
    sellers.api.now = Date.parse('2026-01-20T09:00:00Z')
    const { api } = sellers
    const tenant = await tenantOf(api, seller)
    const database = api.cells.of({ cell: MAIN_CELL })
    const days = [localDate(api.now, tenant.timeZone)]
    const counts = await Promise.all(
      [1, 2, 3].map(() =>
        awardBirthdays(days, { database, tenant, till: createTill({ database, clock: () => api.now }) }),
      ),
    )
    expect(counts.reduce((sum, count) => sum + count)).toBe(names.length)
    for (const name of names) expect(await birthdays(seller, name)).toHaveLength(1)
  })
})

describe('a signup', () => {
  /** The rule came before everybody of these tests. */
  async function openWelcoming(): Promise<Seller> {
    const seller = await sellers.open(program({}, SIGNUP))
    await publishedAt(seller, 1, START - DAY_MS)
    return seller
  }

  function publishedAt(seller: Seller, version: number, at: number): Promise<unknown> {
    return sellers.reader.query(
      'update program_version set published_at = $3 where tenant_id = $1 and version = $2',
      [seller.tenantId, version, new Date(at)],
    )
  }

  it('of somebody who was known before is awarded the next morning, once', async () => {
    const seller = await openWelcoming()
    await meet(seller, 'ana', { IsEnrolled: false })
    await meet(seller, 'bob', {})
    expect(await signups(seller, 'bob')).toHaveLength(1)
    await morningAt('2026-01-16T09:00:00Z')
    expect(await signups(seller, 'ana')).toEqual([])
    await seller.complete('second', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    expect(await signups(seller, 'ana')).toEqual([])
    await morningAt('2026-01-17T09:00:00Z')
    await morningAt('2026-01-18T09:00:00Z')
    expect(await signups(seller, 'ana')).toEqual(['2026-01-17T09:00:00.000Z'])
    expect(await signups(seller, 'bob')).toHaveLength(1)

    await seller.complete('third', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    await seller.complete('fourth', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    await morningAt('2026-01-19T09:00:00Z')
    expect(await signups(seller, 'ana')).toHaveLength(1)
  })

  it('is made up for where a merchant never had a morning before', async () => {
    const seller = await openWelcoming()
    await meet(seller, 'ana', { IsEnrolled: false })
    await seller.complete('second', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    await morningAt('2026-03-01T09:00:00Z')
    expect(await signups(seller, 'ana')).toHaveLength(1)
  })

  it('from before the rule is not awarded, also not where there was a rule earlier', async () => {
    const seller = await openWelcoming()
    await seller.publish(program())
    await meet(seller, 'ana', {})
    sellers.api.now = START + DAY_MS
    await seller.publish(program({}, { ...SIGNUP, isActive: false }))
    await seller.publish(program({}, SIGNUP))
    await publishedAt(seller, 4, START + DAY_MS)
    await meet(seller, 'bob', { IsEnrolled: false })
    await seller.complete('second', 'bob', 1, { Customer: { OriginalId: 'bob', IsEnrolled: true } })
    await morningAt('2026-01-18T09:00:00Z')
    expect(await signups(seller, 'ana')).toEqual([])
    expect(await signups(seller, 'bob')).toHaveLength(1)
  })
})

describe('a morning', () => {
  it('moves tiers', async () => {
    const seller = await sellers.open(program())
    await giveTiers(sellers.api, seller)
    await seller.complete('of ana', 'ana', 600)
    expect((await availableTiers(seller, 'ana')).CurrentTier).toMatchObject({ Name: 'Silver' })
    await morningAt('2027-01-16T09:00:00Z')
    await morningAt('2027-03-20T09:00:00Z')
    expect((await availableTiers(seller, 'ana')).CurrentTier).toMatchObject({ Name: 'Bronze' })
  })

  it('is not done where a part of it failed: the other parts are, and it is tried again', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY, SIGNUP))
    await meet(seller, 'ana', { BirthdayDate: '1990-01-20', IsEnrolled: false })
    await seller.complete('second', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    const { reader } = sellers
    await reader.query(`update program_version set published_at = '2026-01-01' where tenant_id = $1`, [
      seller.tenantId,
    ])
    await reader.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
      create trigger broken before insert on point_record for each row
      when (new.tenant_id = ${seller.tenantId} and new.type = 2) execute function refuse()`)
    sellers.api.now = Date.parse('2026-01-20T09:00:00Z')
    await reader.query(`select queue_job('mornings', '{}', 'mornings')`)
    await until(async () => {
      const failed = await reader.query(
        'select from graphile_worker._private_jobs where last_error is not null',
      )
      return failed.length > 0
    })
    expect(await signups(seller, 'ana')).toHaveLength(1)
    expect(await birthdays(seller, 'ana')).toEqual([])
    await reader.query('drop trigger broken on point_record; drop function refuse()')
    await look()
    expect(await birthdays(seller, 'ana')).toHaveLength(1)
    expect(await signups(seller, 'ana')).toHaveLength(1)
  })

  it('is there for all others where one customer fails, and waits before it tries again', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY))
    const [, silver] = await giveTiers(sellers.api, seller)
    const { reader } = sellers
    // More than the jobs take at once; the first of them is the one that fails.
    await reader.query(
      `insert into customer (tenant_id, id, original_id, public_id, birthday, is_enrolled, created_at)
       select $1, n, 'n' || n, gen_random_uuid(), '1990-01-25', true, '2024-01-01' from generate_series(1, 600) as n`,
      [seller.tenantId],
    )
    await reader.query(`update customer set tier_id = $2, tier_since = '2026-01-20' where tenant_id = $1`, [
      seller.tenantId,
      silver,
    ])
    await reader.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
      create trigger broken before update on customer for each row
      when (new.tenant_id = ${seller.tenantId} and new.id = 1) execute function refuse()`)
    const failedMornings = () =>
      reader.query<{ attempts: number; last_error: string; run_at: Date }>(
        `select attempts::int, last_error, run_at from graphile_worker.jobs
         where last_error is not null and locked_at is null`,
      )
    sellers.api.now = Date.parse('2026-01-25T09:00:00Z')
    await reader.query(`select queue_job('mornings', '{}', 'mornings')`)
    await until(async () => (await failedMornings()).length > 0)
    const [counts] = await reader.query(
      `select (select count(*)::int from action_grant where tenant_id = $1) as birthdays,
         (select count(*)::int from customer where tenant_id = $1 and tier_below_since is not null) as noticed`,
      [seller.tenantId],
    )
    expect(counts).toEqual({ birthdays: 599, noticed: 599 })

    // What is looked for every minute leaves the queue's own waiting alone.
    const [before] = await failedMornings()
    expect(before).toMatchObject({
      attempts: 1,
      last_error: expect.stringContaining('the daily run of tenant'),
    })
    await reader.query(`select queue_job('mornings', '{}', 'mornings')`)
    await until(async () => {
      const looking = await reader.query(
        `select from graphile_worker.jobs where task_identifier = 'mornings'`,
      )
      return looking.length === 0
    })
    await until(async () => (await failedMornings()).length > 0)
    const [after] = await failedMornings()
    // Unless its time has come meanwhile.
    if (after?.attempts === 1) expect(after.run_at).toEqual(before?.run_at)
    await reader.query('drop trigger broken on customer; drop function refuse()')
    await look()
    expect(await birthdays(seller, 'n1')).toHaveLength(1)
  })

  it('comes to a sandbox by its own clock, also when that goes back', async () => {
    const seller = await sellers.open(program({}, BIRTHDAY), { isSandbox: true })
    const { directory } = sellers.api.cells
    await meet(seller, 'ana', { BirthdayDate: '1990-06-20' })
    await look()
    await moveClock(directory, seller.tenantId, '2026-08-01T12:00:00Z', sellers.api.now)
    await look()
    expect(await birthdays(seller, 'ana')).toEqual(['2026-08-01T12:00:00.000Z'])
    await moveClock(directory, seller.tenantId, '2027-06-20T12:00:00Z', sellers.api.now)
    await look()
    expect(await birthdays(seller, 'ana')).toHaveLength(2)
    await moveClock(directory, seller.tenantId, null, sellers.api.now)
    await look()
    expect(await birthdays(seller, 'ana')).toHaveLength(2)
  })
})

describe('tiers of a merchant whose customers have never been counted', () => {
  const firstLooks = async (): Promise<void> => {
    const { reader } = sellers
    await reader.query(`select queue_job('firstTierLooks', '{}', 'first looks')`)
    await until(async () => (await reader.query('select from graphile_worker._private_jobs')).length === 0)
  }
  const migrated = (ago: string) =>
    sellers.reader.query(
      `update migration set applied_at = now() - $1::interval where name = '0013_tier_progress.sql'`,
      [ago],
    )

  it('are looked at as soon as no older server can be there any more, whatever the time of day', async () => {
    const seller = await sellers.open(program())
    await giveTiers(sellers.api, seller)
    sellers.api.now = Date.parse('2026-01-20T15:00:00Z')
    await look()
    await meet(seller, 'ana', {})
    await sellers.reader.query('delete from tier_look where tenant_id = $1', [seller.tenantId])
    await sellers.reader.query('delete from tier_progress where tenant_id = $1', [seller.tenantId])
    const rows = () =>
      sellers.reader.query('select from tier_progress where tenant_id = $1', [seller.tenantId])
    await migrated('59 minutes')
    await firstLooks()
    expect(await rows()).toHaveLength(0)
    await migrated('61 minutes')
    await firstLooks()
    expect(await rows()).toHaveLength(1)
    await migrated('0 minutes')
  })
})
