/** Figures that differ from the ledger, or are late, are found, told and mended. */
import { Writable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyMerchant } from '../../src/app/verify.ts'
import { beginGeneration, countFigures } from '../../src/figures/count-figures.ts'
import { verifyFigures, verifySums } from '../../src/figures/verify.ts'
import { createLogger } from '../../src/platform/log.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { nightOf, verifyNight } from '../../src/worker/nightly-verification.ts'
import { runHere } from '../cli/run-here.ts'
import { useManager } from '../support/admin.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const admin = useManager(() => story.api)
const HOUR_MS = 3_600_000

let pool: pg.Pool
let logged: { msg: string; tenant: number }[] = []
const log = createLogger({
  level: 'warn',
  destination: new Writable({
    write(line, _encoding, done) {
      logged.push(JSON.parse(String(line)))
      done()
    },
  }),
})

beforeAll(() => {
  pool = new pg.Pool({ connectionString: story.api.databaseUrl, max: 2 })
})
afterAll(() => pool.end())

const countAll = ({ tenantId }: Shop) => countAllFigures(story.api.cells, tenantId)

/** What an open transaction keeps from being read is not waited for. */
async function countReadable({ tenantId }: Shop): Promise<void> {
  const spans = await story.api.cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  while ((await countFigures({ database: story.database, tenantId, spans, now: Date.now() })).isMore);
}

async function verifyAtNight(now: number): Promise<typeof logged> {
  logged = []
  await verifyNight(
    {
      ...{ cells: story.api.cells, cell: MAIN_CELL, clock: () => now, log, pool, fromHour: 5 },
      signal: new AbortController().signal,
      pace: { othersAtWork: async () => 0, rest: async () => {} },
    },
    nightOf(now, 5),
  )
  return logged.filter(({ msg }) => msg.includes('figures'))
}

async function openCounted() {
  const shop = await story.open(program({ validityDays: 40 }), { settings: { takeBack: 'debt' } })
  story.on('2026-05-10T15:00:00Z')
  for (const one of ['ana', 'bob', 'eva']) await shop.completed(`of ${one}`, one, 100)
  await countAll(shop)
  const manager = admin.manager(shop.key)
  const figures = async () => (await manager.done<Record<string, unknown>>('GET', '/figures')).body
  const needs = async () => (await manager.done<Record<string, unknown>>('GET', '/needs')).body
  const change = (points: number, series: number, further = '') =>
    story.query(
      `update figure_sum set points = points + $2 where ctid = (
        select ctid from figure_sum where tenant_id = $1 and series = $3 ${further} limit 1
      )`,
      [shop.tenantId, points, series],
    )
  return { shop, figures, needs, change }
}

describe('figures', () => {
  it('are verified every night once, and what differs is told until it is right', async () => {
    const { shop, figures, needs, change } = await openCounted()
    expect(await figures()).toMatchObject({
      state: 'current',
      percent: null,
      lagSeconds: 0,
      verification: null,
    })
    const now = story.api.now
    expect(await verifyAtNight(now)).toEqual([])
    const right = { verifiedAt: new Date(now).toISOString(), differences: 0, differsSince: null }
    expect(await figures()).toMatchObject({ verification: right })
    expect(await needs()).toMatchObject({ figuresDiffer: null, figuresBehind: null })

    await change(5, 1)
    expect(await verifyAtNight(now + HOUR_MS)).toEqual([])
    const next = now + 24 * HOUR_MS
    expect(await verifyAtNight(next)).toMatchObject([
      { tenant: shop.tenantId, what: 'all changes of balances' },
    ])
    const since = new Date(next).toISOString()
    expect(await figures()).toMatchObject({ verification: { differences: 1, differsSince: since } })
    expect(await needs()).toMatchObject({ figuresDiffer: { since, differences: 1 } })

    // In all it is right again and in two days it is not: where something differed, every sum is looked at.
    await change(-10, 1)
    await change(5, 1)
    await story.query('update figure_sum set day = day - 1 where tenant_id = $1 and series = 1', [
      shop.tenantId,
    ])
    expect((await verifyAtNight(next + 24 * HOUR_MS)).length).toBeGreaterThan(0)
    expect(await needs()).toMatchObject({ figuresDiffer: { since } })

    const counting = { database: story.database, tenantId: shop.tenantId, spans: [], now: Date.now() }
    expect(await beginGeneration(counting, 2)).toBe(true)
    expect(await figures()).toMatchObject({ state: 'recounting', percent: 0 })
    await countAll(shop)
    expect(await figures()).toMatchObject({ state: 'current', percent: null, verification: null })
    expect(await verifyAtNight(next + 48 * HOUR_MS)).toEqual([])
    expect(await needs()).toMatchObject({ figuresDiffer: null })
  })

  it('that are carried from week to week are verified every night, and all of them with every sum', async () => {
    const { shop, change } = await openCounted()
    for (const on of ['2026-05-20T15:00:00Z', '2026-06-01T15:00:00Z', '2026-06-12T15:00:00Z']) {
      story.on(on)
      await shop.completed(`on ${on}`, 'ana', 100)
      await countAll(shop)
    }
    const spans = await story.api.cells.directory.read([shop.tenantId], (tx) =>
      findTimeZones(tx, shop.tenantId),
    )
    const found = async () => [
      ...((await verifySums(story.database, shop.tenantId, spans)) ?? []).map(({ what }) => what),
      ...((await verifyFigures(story.database, shop.tenantId, spans)) ?? []).map(({ series }) => series),
    ]
    expect(await found()).toEqual([])
    const days = await story.query(
      'select distinct day from figure_sum where tenant_id = $1 and series = 7 order by day',
      [shop.tenantId],
    )
    const [first, last] = [days[0]?.day, days.at(-1)?.day].map(Number)
    expect(days).toHaveLength((Number(last) - Number(first)) / 7 + 1)
    await change(3, 7, `and a > 0 and day = ${last}`)
    expect(await found()).toEqual([expect.stringMatching(/^stocks carried to 2026-06-/), 7])
    await change(-3, 7, `and a > 0 and day = ${last}`)
    await change(3, 7, `and a > 0 and day = ${first}`)
    expect(await found()).toEqual([7])
    await change(-3, 7, `and a > 0 and day = ${first}`)
  })

  it('are part of what `punchcard verify` looks at, and so is what they are counted from', async () => {
    const { shop, change } = await openCounted()
    const { tenantId } = shop
    const tenant = await story.api.cells.directory.read([tenantId], (tx) => findTenant(tx, tenantId))
    if (!tenant) throw new Error('the merchant is gone')
    const verify = async () =>
      (await verifyMerchant(story.database, tenant, story.api.cells.directory)).differences.map(
        ({ what, customer }) => `${customer}: ${what}`,
      )
    expect(await verify()).toEqual([])
    await change(7, 4, 'and b = 0')
    expect(await verify()).toEqual([
      expect.stringMatching(/^: figure of series 4 \(202606, 0\) on 2026-05-10$/),
      ': open points less those owed',
      ': open points',
    ])
    await change(-7, 4, 'and b = 0')
    // A lot that says that it was worth more than it gave.
    const record = `update point_record set points = points + $2 where tenant_id = $1 and customer_id = (
      select id from customer where tenant_id = $1 and original_id = 'bob')`
    await story.query(record, [tenantId, 3])
    expect(await verify()).toEqual(expect.arrayContaining(['bob: balance of all changes']))
    await story.query(record, [tenantId, -3])
  })

  it('do not differ because another transaction is open, which holds back what the worker reads', async () => {
    const { shop } = await openCounted()
    const other = await pool.connect()
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    await shop.completed('later', 'ana', 50)
    await countReadable(shop)
    expect(await verifyAtNight(story.api.now)).toEqual([])
    const told = await runHere(['figures', 'verify', '--tenant', String(shop.tenantId)], {
      DATABASE_URL: story.api.databaseUrl,
    })
    expect(told.exitCode).toBe(0)
    await other.query('commit')
    other.release()
  })

  it('that are late are told after ten minutes, with the moment of what they lack', async () => {
    const { shop, figures, needs } = await openCounted()
    await shop.completed('later', 'ana', 50)
    expect(await figures()).toMatchObject({ state: 'current' })
    expect(await needs()).toMatchObject({ figuresBehind: null })
    const at = new Date(story.api.now - 3 * HOUR_MS)
    await story.query(
      `update point_event set written_at = $2 where tenant_id = $1 and id = (
        select max(id) from point_event where tenant_id = $1)`,
      [shop.tenantId, at],
    )
    expect(await figures()).toMatchObject({ asOf: at.toISOString(), lagSeconds: 3 * 3_600 })
    expect(await needs()).toMatchObject({ figuresBehind: { since: at.toISOString() } })
    const told = await runHere(['figures', 'status', '--tenant', String(shop.tenantId), '--json'], {
      DATABASE_URL: story.api.databaseUrl,
    })
    expect(JSON.parse(told.stdout).lagSeconds).toBeGreaterThan(0)
    await countAll(shop)
    expect(await needs()).toMatchObject({ figuresBehind: null })
  })

  it('of who has not been counted yet are not there', async () => {
    const shop = await story.open(program())
    const manager = admin.manager(shop.key)
    const { body } = await manager.done('GET', '/figures')
    expect(body).toEqual({ state: 'counting', percent: 0, asOf: null, lagSeconds: null, verification: null })
  })
})
