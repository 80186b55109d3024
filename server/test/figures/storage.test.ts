/** What figures need on disk: `FIGURE_ORDERS=300000 npm test -- figures/storage`. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { countFigures } from '../../src/figures/count-figures.ts'
import { countOrders } from '../../src/figures/count-orders.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const ORDERS = Number(process.env.FIGURE_ORDERS ?? 25_000)
/** Of one customer in a year. */
const ORDERS_OF_ONE = 6
const BRANCHES = 5
const TABLES = [
  ...['order_day', 'customer_first', 'customer_month', 'cohort_sum', 'period_figure'],
  // Sums of points, and what is empty when all is counted.
  ...['figure_sum', 'figure_counted', 'quiet_entry', 'touched_customer', 'order_day_due'],
]

let database: Database
let everything: pg.Pool
let drop: () => Promise<void>
let tenantId: number

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openTestDatabase(clone.url)
  everything = new pg.Pool({ connectionString: clone.url, max: 1, options: '-c statement_timeout=0' })
  everything.on('error', () => {})
  ;({ tenantId } = await openShop(database, { program: SIMPLE_PROGRAM }))
})

afterAll(async () => {
  await everything.end()
  await database.close()
  await drop()
})

it(`${ORDERS} orders of a year take at most 150 bytes each in what the worker keeps`, async () => {
  const customers = Math.ceil(ORDERS / ORDERS_OF_ONE)
  await everything.query(
    `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
    select $1, n, 'c' || n, gen_random_uuid(), n % 3 > 0, now() from generate_series(1, $2::int) as n`,
    [tenantId, customers],
  )
  // Not one after the other: a customer buys again in three of four cases in another month.
  await everything.query(
    `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at, completed_at,
      updated_at, details)
    select $1, n, 'o' || n, 1 + n * 7919::bigint % $2::int, 2, 1, 10, at, at, at,
      json_build_object('b', json_build_array('b' || n % $4::int))
    from (
      select n, timestamptz '2026-06-01' - n * 365.0 / $3::int * interval '1 day' as at
      from generate_series(1, $3::int) as n
    ) as placed`,
    [tenantId, customers, ORDERS, BRANCHES],
  )
  // What each earned.
  await everything.query(
    `insert into point_record (tenant_id, customer_id, id, type, order_id, points, cashback, recorded_at, available_at,
      expires_at, remaining_points, remaining_cashback, is_live, is_waiting)
    select $1::bigint, customer_id, id, 0, id, 10, 1, placed_at, placed_at, placed_at + interval '1 year', 10, 1, true, false
    from customer_order where tenant_id = $1`,
    [tenantId],
  )
  await everything.query('analyze')
  const counting = {
    database,
    tenantId,
    spans: [{ since: 0, timeZone: 'America/Sao_Paulo' }],
    isTodayDue: true,
  }
  const startedAt = performance.now()
  while ((await countFigures({ ...counting, now: Date.now() })).isMore);
  while (!(await countOrders({ ...counting, now: Date.parse('2026-06-02T12:00:00Z') })));
  const seconds = (performance.now() - startedAt) / 1_000
  const { rows: counted } = await everything.query<{ orders: number; months: number }>(
    `select (select sum(orders)::int from order_day where tenant_id = $1) as orders,
      (select count(*)::int from customer_month where tenant_id = $1) as months`,
    [tenantId],
  )
  expect(counted[0]?.orders).toBe(ORDERS)
  const { rows: issued } = await everything.query(
    `select sum(points)::int as points from figure_sum where tenant_id = $1 and series = 1`,
    [tenantId],
  )
  expect(issued).toEqual([{ points: 10 * ORDERS }])
  for (const table of TABLES) await everything.query(`vacuum full ${table}`)
  const { rows } = await everything.query<{ name: string; bytes: number }>(
    `select name, pg_total_relation_size(name::regclass)::float as bytes from unnest($1::text[]) as name`,
    [TABLES],
  )
  const perOrder = rows.map(({ name, bytes }) => `${name} ${(bytes / ORDERS).toFixed(1)}`)
  const bytes = rows.reduce((sum, one) => sum + one.bytes, 0) / ORDERS
  process.stderr.write(
    `${bytes.toFixed(0)} bytes an order (${perOrder.join(', ')}), ${counted[0]?.months} months of customers; ` +
      `counted in ${seconds.toFixed(1)} s\n`,
  )
  expect(bytes).toBeLessThanOrEqual(150)
})

it('an order that earns at once has at most 20 bytes more in the ledger than without figures', async () => {
  const bytesOf = async (columns: readonly string[]) => {
    const { rows } = await everything.query<{ bytes: number }>(
      `select pg_column_size(row(${columns.join(', ')}))::int as bytes from (
        select (jsonb_populate_record(null::point_event, $1::jsonb)).*
      ) as event`,
      [JSON.stringify(EVENT)],
    )
    return rows[0]?.bytes ?? Number.NaN
  }
  const { rows } = await everything.query<{ name: string }>(
    `select attname as name from pg_attribute
    where attrelid = 'point_event'::regclass and attnum > 0 and not attisdropped order by attnum`,
  )
  const columns = rows.map(({ name }) => name)
  expect(columns).toContain('cause')
  const bytes = (await bytesOf(columns)) - (await bytesOf(columns.filter((name) => name !== 'cause')))
  process.stderr.write(`the cause of an event takes ${bytes} bytes\n`)
  expect(bytes).toBeLessThanOrEqual(20)
})

/** Its origins say when they paid a debt only where they did, and a quiet entry is deleted when it is counted. */
const EVENT = {
  ...{ tenant_id: 1, id: 1, customer_id: 1, record_id: 1, sequence: 1, topic: 0, cause: 0, transaction: '7' },
  ...{ points: 10, cashback: 1, points_balance: 10, cashback_balance: 1 },
  ...{ occurred_at: '2026-06-01T12:00:00Z', written_at: '2026-06-01T12:00:00Z' },
}
