/**
 * What a merchant has in all its years makes its next events no dearer to read. What is counted is work, the pages of
 * the index of records that PostgreSQL looked at, because time depends on the machine.
 */
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { readEvents } from '../../src/events/store.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

const CUSTOMERS = 200
const RECORDS_PER_CUSTOMER = 100
const EVENTS = 200
/** An index of 20,000 records is three pages deep. */
const PAGES_PER_EVENT = 5

it('reads the next events of a merchant of 20,000 records by their keys', async () => {
  const { url, drop } = await cloneDatabase()
  const database = openTestDatabase(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.close()
    await drop()
  })
  const { tenantId } = await openShop(database, { program: SIMPLE_PROGRAM })
  await client.query(
    `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at, merged_into, merged_at, merged_id,
      merge_key, merge_effect)
    select $1, n, 'c' || n, gen_random_uuid(), true, now(), target, case when target is not null then now() end,
      case when target is not null then 'c' || n end, case when target is not null then 'merge ' || n end,
      case when target is not null then '{}'::jsonb end
    -- The last one was merged into the first.
    from (select n, case when n = $2 then 1 end as target from generate_series(1, $2::int) as n) as made`,
    [tenantId, CUSTOMERS],
  )
  await client.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at, is_live,
      remaining_points, remaining_cashback)
    select $1, case n % $2 when 0 then 1 else n % $2 end, n, 0, 1, 0, now(), now(), true, 1, 0
    from generate_series(1, $2::int * $3::int) as n`,
    [tenantId, CUSTOMERS, RECORDS_PER_CUSTOMER],
  )
  await client.query(
    `insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
      cashback_balance, occurred_at)
    select $1, n, 1, 0, n, 1, 0, 1, 0, now() from generate_series(1, $2::int) as n`,
    [tenantId, EVENTS],
  )
  await client.query('vacuum analyze customer, point_record, point_event')
  const isBelowOpenTransactions = async (): Promise<boolean> => {
    const { rows } = await client.query<{ is_below: boolean }>(
      'select bool_and(transaction < pg_snapshot_xmin(pg_current_snapshot())) as is_below from point_event',
    )
    return rows[0]?.is_below ?? false
  }
  const pagesLookedAt = async (): Promise<number> => {
    const { rows } = await client.query<{ pages: string }>(
      `select idx_blks_hit + idx_blks_read as pages from pg_statio_user_tables where relname = 'point_record'`,
    )
    return Number(rows[0]?.pages)
  }
  // Tests of other files work on the same server: an event is read once all that began before it have ended.
  await expect.poll(isBelowOpenTransactions).toBe(true)
  await client.query('select pg_stat_force_next_flush()')
  await client.query('select')
  const before = await pagesLookedAt()
  const reading = { tenantId, after: { transaction: '0', id: 0 }, limit: EVENTS }
  const reader = openTestDatabase(url)
  const [events = []] = await reader.read([tenantId], (tx) => readEvents(tx, [reading], []))
  // PostgreSQL tells what a connection has done when it ends, at the latest.
  await reader.close()
  expect(events).toHaveLength(EVENTS)
  // Also of the one who was merged: the record is the other's by now.
  expect(events.filter(({ record }) => record?.type !== 0)).toEqual([])
  await expect.poll(pagesLookedAt).toBeGreaterThan(before)
  expect((await pagesLookedAt()) - before).toBeLessThan(EVENTS * PAGES_PER_EVENT)
})
