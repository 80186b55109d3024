/** One event that used very many lots is folded in bounded time and memory: `FIGURE_LOTS=100000 npm test -- figures/large`. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { countFigures } from '../../src/figures/count-figures.ts'
import { verifyFigures } from '../../src/figures/verify.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { patient } from '../support/patience.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const LOTS = Number(process.env.FIGURE_LOTS ?? 20_000)
const SPANS = [{ since: 0, timeZone: 'America/Sao_Paulo' }]

const FOLD = fileURLToPath(new URL('fold-process.ts', import.meta.url))

let url: string
let database: Database
let everything: pg.Pool
let drop: () => Promise<void>
let tenantId: number

beforeAll(async () => {
  const clone = await cloneDatabase()
  ;({ url, drop } = clone)
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

const countAll = async () => {
  const counting = { database, tenantId, spans: SPANS, now: Date.now() }
  while ((await countFigures(counting)).isMore);
}

/** A customer with lots that expire in many months, each of them known to the log. */
async function earn(): Promise<void> {
  await everything.query(
    `insert into customer (tenant_id, id, original_id, public_id, signup_at, is_enrolled, created_at, points_balance,
      event_sequence)
    values ($1, 1, 'rich', gen_random_uuid(), now(), true, now(), $2::int, $2::int)`,
    [tenantId, LOTS],
  )
  await everything.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at, expires_at,
      remaining_points, remaining_cashback, is_live, is_waiting)
    select $1::bigint, 1, n, 5, 1, 0, now(), now(), now() + n % 1000 * interval '1 day' + interval '1 day', 1, 0, true, false
    from generate_series(1, $2::int) as n`,
    [tenantId, LOTS],
  )
}

/** Everything at once: one debit. */
async function spend(): Promise<void> {
  await everything.query('begin')
  await everything.query(
    `update point_record set remaining_points = 0, is_live = false where tenant_id = $1 and customer_id = 1`,
    [tenantId],
  )
  await everything.query(
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, is_live, is_waiting)
    values ($1::bigint, 1, $2::int + 1, 6, -$2::int, 0, now(), false, false)`,
    [tenantId, LOTS],
  )
  await everything.query(
    `insert into point_origin (tenant_id, customer_id, record_id, id, lot_id, used_points, used_cashback)
    select $1, 1, $2::int + 1, n, n, 1, 0 from generate_series(1, $2::int) as n`,
    [tenantId, LOTS],
  )
  await everything.query(
    `update customer set points_balance = 0, event_sequence = event_sequence + 1 where tenant_id = $1 and id = 1`,
    [tenantId],
  )
  await everything.query(
    `insert into point_event (tenant_id, customer_id, record_id, occurred_at, sequence, topic, points, cashback,
      points_balance, cashback_balance, cause, transaction)
    select $1::bigint, 1, $2::int + 1, now(), $2::int + 1, 2, -$2::int, 0, 0, 0, 3,
      log_position(epoch, (pg_current_xact_id()::text::bigint + 1)::text::xid8)
    from tenant_home where tenant_id = $1`,
    [tenantId, LOTS],
  )
  await everything.query('commit')
}

it(`an event that used ${LOTS} lots is folded within 5 s, with at most 150 MB`, async () => {
  await earn()
  await countAll()
  await spend()
  // What this process has needed before would hide what the event needs.
  const args = [FOLD, urlOfLogin(url, 'worker'), String(tenantId)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { tookMs, grownMb } = JSON.parse(stdout)
  process.stderr.write(
    `an event with ${LOTS} origins: ${(tookMs / 1_000).toFixed(2)} s, ${grownMb.toFixed(0)} MB more at most\n`,
  )
  expect(tookMs).toBeLessThan(patient(5_000))
  expect(grownMb).toBeLessThan(150)
  expect(await verifyFigures(database, tenantId, SPANS)).toEqual([])
  const { rows } = await everything.query<{ open: string; count: number }>(
    `select trim_scale(sum(points))::text as open, count(*)::int as count from figure_sum
    where tenant_id = $1 and series = 4 and b = 0`,
    [tenantId],
  )
  expect(rows[0]?.open).toBe('0')
})
