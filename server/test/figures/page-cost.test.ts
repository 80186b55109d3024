/** What a page for figures reads is in proportion to the page, however much a merchant has. Rows are counted, not time. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findTransactionsOfOtherDatabases } from '../../src/events/store.ts'
import { type Page, readPage } from '../../src/figures/store/read-page.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { rowsReadBy } from '../support/rows-read.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PAGE = 100
/** More than two portions of what is read at once. */
const LOTS_OF_ONE = 45_000
const MANY = 900_000

let url: string
let database: Database
let everything: pg.Pool
let drop: () => Promise<void>
let tenantId: number
let tables: string[]

beforeAll(async () => {
  ;({ url, drop } = await cloneDatabase())
  database = openTestDatabase(url)
  everything = new pg.Pool({ connectionString: url, max: 2, options: '-c statement_timeout=0' })
  everything.on('error', () => {})
  ;({ tenantId } = await openShop(database, { program: SIMPLE_PROGRAM }))
  const { rows } = await everything.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'point_event'::regclass`,
  )
  const parts = rows.map(({ name }) => name)
  tables = ['customer', 'point_record', 'point_origin', 'lot_move', 'quiet_entry', ...parts]
  await addCustomers(1, 2_000)
})

afterAll(async () => {
  await everything.end()
  await database.close()
  await drop()
})

/** Customers with a credit and its event, a pending credit and its quiet entry each. */
async function addCustomers(from: number, count: number): Promise<void> {
  const values = [tenantId, from, count]
  await everything.query(
    `insert into customer (tenant_id, id, original_id, public_id, signup_at, is_enrolled, created_at, points_balance,
      event_sequence)
    select $1, n, 'c' || n, gen_random_uuid(), now(), true, now(), 10, 1
    from generate_series($2::int, $2::int + $3::int - 1) as n`,
    values,
  )
  await everything.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at, is_waiting,
      is_live, remaining_points, remaining_cashback)
    select $1, n, 2 * n + waits, 5, 10, 0, now(), now() + waits * interval '1 day', waits = 1, true, 10, 0
    from generate_series($2::int, $2::int + $3::int - 1) as n, generate_series(0, 1) as waits`,
    values,
  )
  await everything.query(
    `insert into point_event (tenant_id, customer_id, record_id, occurred_at, sequence, topic, points, cashback,
      points_balance, cashback_balance, cause)
    select $1, n, 2 * n, now(), 1, 0, 10, 0, 10, 0, 0 from generate_series($2::int, $2::int + $3::int - 1) as n`,
    values,
  )
  await everything.query(
    `insert into quiet_entry (tenant_id, customer_id, kind, record_id, at, points, cashback)
    select $1, n, 0, 2 * n + 1, now(), 10, 0 from generate_series($2::int, $2::int + $3::int - 1) as n`,
    values,
  )
  await everything.query('analyze')
}

/** One customer who spends all lots at once. */
async function addSpender(id: number): Promise<void> {
  await everything.query(
    `insert into customer (tenant_id, id, original_id, public_id, signup_at, is_enrolled, created_at, event_sequence)
    values ($1, $2, 'c' || $2::bigint, gen_random_uuid(), now(), true, now(), 1)`,
    [tenantId, id],
  )
  await everything.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at,
      remaining_points, remaining_cashback, is_live, is_waiting)
    select $1::bigint, $2::bigint, $2::bigint + n, 5, 1, 0, now(), now(), 0, 0, false, false
    from generate_series(1, $3::int) as n
    union all
    select $1, $2, $2 + $3 + 1, 6, -$3, 0, now(), null, null, null, false, false`,
    [tenantId, id, LOTS_OF_ONE],
  )
  await everything.query(
    `insert into point_origin (tenant_id, customer_id, record_id, id, lot_id, used_points, used_cashback)
    select $1, $2::bigint, $2 + $3 + 1, n, $2 + n, 1, 0 from generate_series(1, $3::int) as n`,
    [tenantId, id, LOTS_OF_ONE],
  )
  await everything.query(
    `insert into point_event (tenant_id, customer_id, record_id, occurred_at, sequence, topic, points, cashback,
      points_balance, cashback_balance, cause)
    values ($1, $2::bigint, $2 + $3::int + 1, now(), 1, 2, -$3::int, 0, 0, 0, 3)`,
    [tenantId, id, LOTS_OF_ONE],
  )
  await everything.query('analyze')
}

async function pageOf(opened: Database, after: Page['reached'], size = PAGE): Promise<Page> {
  return opened.read([tenantId], async (tx) => {
    const otherDatabases = await findTransactionsOfOtherDatabases(tx)
    return readPage(tx, tenantId, { after, otherDatabases, size })
  })
}

async function rowsOf(after: Page['reached'], size = PAGE): Promise<{ rows: number; page: Page }> {
  const pages: Page[] = []
  const rows = await rowsReadBy({ url, everything }, tables, async (opened) => {
    pages.push(await pageOf(opened, after, size))
  })
  const [page] = pages
  if (!page) throw new Error('no page was read')
  return { rows, page }
}

describe('a page for figures', () => {
  it('reads some rows for each entry, however many there are beside it', async () => {
    const start = { transaction: '0', id: 0 }
    const few = await rowsOf(start)
    expect([few.page.events.length, few.page.quiet.length, few.page.isFull]).toEqual([PAGE, PAGE, true])
    // Of each event and quiet entry: itself, its customer and its record.
    expect(few.rows).toBeLessThanOrEqual(3 * 2 * PAGE + 20)
    await addCustomers(MANY, 18_000)
    expect((await rowsOf(start)).rows).toBeLessThanOrEqual(few.rows + 20)
    expect((await rowsOf((await rowsOf(start, 500)).page.reached)).rows).toBeLessThanOrEqual(few.rows + 20)
  })

  it('reads the lots of one event that used very many, each once', async () => {
    const before = await database.read([tenantId], async (tx) => endOf(tx))
    await addSpender(10_000_000)
    const { rows, page } = await rowsOf(before)
    const [event] = page.events
    expect(event?.entry.kind === 'debit' && event.entry.uses.length).toBe(LOTS_OF_ONE)
    const ids = event?.entry.kind === 'debit' ? event.entry.uses.map(({ lot }) => lot.id) : []
    expect(new Set(ids).size).toBe(LOTS_OF_ONE)
    // An origin, and its lot; where a portion ends, one of them may be read once more.
    expect(rows).toBeLessThanOrEqual(2 * LOTS_OF_ONE + 3 * PAGE + 100)
  })
})

async function endOf(tx: Parameters<typeof readPage>[0]): Promise<Page['reached']> {
  let after: Page['reached'] = { transaction: '0', id: 0 }
  const otherDatabases = await findTransactionsOfOtherDatabases(tx)
  for (;;) {
    const { reached, events } = await readPage(tx, tenantId, { after, otherDatabases, size: 10_000 })
    if (events.length === 0) return reached
    after = reached
  }
}
