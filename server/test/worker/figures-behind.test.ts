/** Old events stay while figures lack them, for a week longer; then they go, and what lacks them is counted again. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyFigures } from '../../src/figures/verify.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { runTask } from '../jobs/run-tasks.ts'
import { clientOf } from '../support/client-of.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { LedgerReader } from '../support/ledger.ts'
import { program, Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
let client: pg.Client

beforeAll(async () => {
  client = clientOf(shops.api.databaseUrl)
  await client.connect()
})
afterAll(() => client.end())

/** As if their events had been written so many days ago. Returns the partition in which they are. */
async function age(days: number, ...aged: Shop[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select create_event_partition(now() - make_interval(days => $1, hours => 2), now() - make_interval(days => $1)) as name`,
    [days],
  )
  const ids = aged.map(({ tenantId }) => tenantId)
  await client.query(
    `update point_event set written_at = now() - make_interval(days => $1, hours => 1) where tenant_id = any($2)`,
    [days, ids],
  )
  const found = await client.query<{ name: string }>(
    'select distinct tableoid::regclass::text as name from point_event where tenant_id = any($1)',
    [ids],
  )
  expect(found.rows).toEqual(rows)
  return rows[0]?.name ?? ''
}

/** A merchant of whom the tests' own look at the log knows nothing: it wants every event from the first. */
async function openShop(): Promise<Shop> {
  const reader = new LedgerReader(shops.api.databaseUrl)
  await reader.open()
  const shop = new Shop(shops.api, reader, await shops.api.openShop())
  await shop.publish(program({ waitingDays: 0 }))
  await reader.close()
  return shop
}

const isThere = async (name: string): Promise<boolean> =>
  (await client.query('select to_regclass($1) is not null as there', [name])).rows[0].there

const generationsOf = async ({ tenantId }: Shop): Promise<unknown[]> =>
  (
    await client.query('select generation, state from figure_head where tenant_id = $1 order by generation', [
      tenantId,
    ])
  ).rows

async function differencesOf({ tenantId }: Shop): Promise<unknown> {
  const { cells } = shops.api
  const spans = await cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  return verifyFigures(cells.of({ cell: MAIN_CELL }), tenantId, spans)
}

const count = ({ tenantId }: Shop) => countAllFigures(shops.api.cells, tenantId)

async function hourly(): Promise<void> {
  const { databaseUrl: url, cells } = shops.api
  const database = cells.of({ cell: MAIN_CELL })
  await runTask('hourly', {}, { url, cells, database, clock: systemClock, kinds: new Map() })
}

const CURRENT = { generation: 1, state: 2 }

describe('events that are older than 30 days', () => {
  it('stay while figures lack some of them, and are counted', async () => {
    const [behind, counted] = [await openShop(), await openShop()]
    for (const shop of [behind, counted]) await shop.completed('o1', 'ana', 10)
    await count(behind)
    await behind.completed('o2', 'ana', 20)
    await counted.completed('o2', 'ana', 20)
    await count(counted)
    const partition = await age(31, behind, counted)
    await hourly()
    expect(await isThere(partition)).toBe(true)
    expect(await generationsOf(behind)).toEqual([CURRENT])

    await count(behind)
    expect(await differencesOf(behind)).toEqual([])
    await hourly()
    expect(await isThere(partition)).toBe(false)
    for (const shop of [behind, counted]) {
      expect(await generationsOf(shop)).toEqual([CURRENT])
      expect(await differencesOf(shop)).toEqual([])
    }
  })

  it('go after 37 days whoever lacks them, and the figures of those are counted again', async () => {
    const [behind, counted] = [await openShop(), await openShop()]
    for (const shop of [behind, counted]) await shop.completed('o1', 'bob', 10)
    await count(behind)
    await behind.completed('o2', 'bob', 20)
    await count(counted)
    const kept = await age(36, behind, counted)
    await hourly()
    expect(await isThere(kept)).toBe(true)
    const dropped = await age(38, behind, counted)
    await hourly()
    expect(await isThere(dropped)).toBe(false)
    expect(await generationsOf(behind)).toEqual([{ generation: 2, state: 0 }])
    expect(await generationsOf(counted)).toEqual([CURRENT])

    await behind.completed('o3', 'bob', 5)
    await count(behind)
    expect(await generationsOf(behind)).toEqual([{ generation: 2, state: 2 }])
    expect(await differencesOf(behind)).toEqual([])
    const { rows } = await client.query(
      'select sum(points)::float as points from figure_sum where tenant_id = $1 and series = 1',
      [behind.tenantId],
    )
    expect(rows).toEqual([{ points: 35 }])
    expect(await differencesOf(counted)).toEqual([])
  })
})
