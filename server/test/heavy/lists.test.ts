/**
 * Lists of the management API cost the same however far one has paged, and a filter without an index looks at a bounded
 * number of rows. What is counted is work, rows that PostgreSQL read, because time depends on the machine.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listBelow } from '../../src/coupons/store.ts'
import { listCustomers } from '../../src/customers/store/customers.ts'
import { listActivity, NEWEST } from '../../src/history/store/activity.ts'
import { listLots } from '../../src/history/store/balance.ts'
import * as orders from '../../src/history/store/order-list.ts'
import { BEFORE_ALL, findTimeline } from '../../src/history/store/timeline.ts'
import { listApprovals } from '../../src/people/store/approvals.ts'
import { listAuditEntries } from '../../src/people/store/audit-list.ts'
import { type Database, run, type Tx } from '../../src/platform/postgres/database.ts'
import { sql } from '../../src/platform/postgres/sql.ts'
import { listWrittenAnswers } from '../../src/quizzes/store/results.ts'
import { listFailedRequests } from '../../src/requests/store.ts'
import { listCodes } from '../../src/rewards/store/list-configuration.ts'
import * as redemptions from '../../src/rewards/store/redemption-list.ts'
import { listAttempts } from '../../src/webhooks/store/attempts.ts'
import { listParked, NEWEST_PARKED } from '../../src/webhooks/store/replays.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const ROWS = 21_000
/** Rows of a page, and how many of them lie before the thousandth page. */
const LIMIT = 5
const FAR = 1_000 * LIMIT
const START = Date.UTC(2026, 0, 1)
const SECOND_MS = 1_000
const HEAVY = 1
const ENDPOINT = 1
const CODES = 1
const QUIZ = 1

let database: Database
let client: pg.Client
let drop: () => Promise<void>
let tenantId: number

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openTestDatabase(clone.url)
  ;({ tenantId } = await openShop(database, { program: SIMPLE_PROGRAM }))
  client = new pg.Client({ connectionString: clone.url, options: '-c statement_timeout=0' })
  await client.connect()
  // Rows for looking only: no trigger counts them, and nothing refers to them.
  await client.query('set session_replication_role = replica')
  await client.query(`select set_config('app.tenants', $1, false)`, [`{${tenantId}}`])
  const at = `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'`
  for (const statement of [
    `insert into customer (tenant_id, id, original_id, public_id, is_enrolled, created_at)
     select $1, n, 'c-' || n, gen_random_uuid(), true, ${at} from generate_series(1, ${ROWS}) as n`,
    `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at, updated_at, details)
     select $1, n, 'o-' || n, case when n % 2 = 0 then ${HEAVY} else n end, 2, 1, 10, ${at}, ${at}, '{}'
     from generate_series(1, ${2 * ROWS}) as n`,
    `insert into redemption (tenant_id, original_key, id, external_code, reward_configuration_id, customer_id, points,
       cashback, coupon_key, redeemed_at)
     select $1, 'k-' || n, n, 'x-' || n, 1, case when n % 2 = 0 then ${HEAVY} else n end, 1, 0, 'c-' || n, ${at}
     from generate_series(1, ${2 * ROWS}) as n`,
    `insert into coupon (tenant_id, code_key, id, code, customer_id, type, value, created_at, is_used)
     select $1, 'C-' || n, n, 'c-' || n, ${HEAVY}, 0, 1, ${at}, false from generate_series(1, ${ROWS}) as n`,
    `insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, available_at, expires_at,
       is_live, remaining_points, remaining_cashback)
     select $1, ${HEAVY}, n, 0, 1, 0, ${at}, ${at}, ${at} + interval '1000 days', true, 1, 0
     from generate_series(1, ${ROWS}) as n`,
    `insert into point_event (tenant_id, transaction, id, customer_id, record_id, occurred_at, sequence, topic, points,
       cashback, points_balance, cashback_balance) overriding system value
     select $1, n::text::xid8, n, ${HEAVY}, n, ${at}, n, 0, 1, 0, n, 0 from generate_series(1, ${ROWS}) as n`,
    `insert into webhook_attempt (tenant_id, id, endpoint_id, event_id, attempt, attempted_at, duration_ms, is_success,
       status, answer) overriding system value
     select $1, n, ${ENDPOINT} + n % 2, n, 1, ${at}, 5, false, 503, 'out of coffee'
     from generate_series(1, ${2 * ROWS}) as n`,
    `insert into webhook_retry (tenant_id, endpoint_id, customer_id, event_id, transaction, attempts, parked_at)
     select $1, ${ENDPOINT}, ${HEAVY}, n, n::text::xid8, 10, ${at} from generate_series(1, ${ROWS}) as n`,
    `insert into failed_request (tenant_id, id, at, operation, status, code, message, request_id, api_token, count)
       overriding system value
     select $1, n, ${at}, 'placeOrder', 200, 1, 'x', 'r-' || n, 'token', 1 from generate_series(1, ${ROWS}) as n`,
    `insert into audit_entry (tenant_id, id, at, actor_kind, actor_id, actor_label, action, target_kind, target_id,
       target_label, via) overriding system value
     select $1, n, ${at}, 0, 1, 'Bia', 'reward.update', 'reward', n, 'R$ 10 off', 0
     from generate_series(1, ${ROWS}) as n`,
    `insert into approval (tenant_id, id, customer_id, kind, request_key, request_hash, request, exceeds, requested_by,
       requested_label, requested_at, expires_at) overriding system value
     select $1, n, ${HEAVY}, 'adjustment', 'k-' || n, sha256(n::text::bytea), '{}', 'change', 'person:1', 'Bia', ${at}, ${at}
     from generate_series(1, ${ROWS}) as n`,
    `insert into pre_generated_coupon (tenant_id, id, list_id, code, code_key) overriding system value
     select $1, n, ${CODES}, 'p-' || n, 'P-' || n from generate_series(1, ${ROWS}) as n`,
    `insert into quiz_answer (tenant_id, customer_id, quiz_id, answered_at)
     select $1, n, ${QUIZ}, ${at} from generate_series(1, ${ROWS}) as n`,
  ]) {
    await client.query(statement, [tenantId])
  }
  await client.query('vacuum analyze')
})

afterAll(async () => {
  await client.end()
  await database.close()
  await drop()
})

/** Rows that a look has read, by the transaction's own count. */
async function rowsRead<Found>(look: (tx: Tx) => Promise<Found>): Promise<{ found: Found; read: number }> {
  return database.read([tenantId], async (tx) => {
    const before = await readSoFar(tx)
    const found = await look(tx)
    return { found, read: (await readSoFar(tx)) - before }
  })
}

async function readSoFar(tx: Tx): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ read: number | null }>`
    select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read from pg_stat_xact_user_tables
    where relname ~ '^(customer|customer_order|redemption|coupon|point_record|tier_move|point_event.*|webhook_.*|failed_request|audit_entry|approval|pre_generated_coupon|quiz_answer)$'`,
  )
  return rows[0]?.read ?? 0
}

const owner = () => ({ tenantId, customerId: HEAVY })
const ALL = { from: null, to: null, state: null, isPartlyReturned: false }
const ANY = { outcome: null, status: null }
const EVERY = { rewardId: null, from: null, to: null }
const newest = { at: Number.POSITIVE_INFINITY, id: Number.MAX_SAFE_INTEGER }
const placeOf = (id: number) => ({ at: START + id * SECOND_MS, id })
const NO_FILTER = {
  actorKind: null,
  actorId: null,
  action: null,
  targetKind: null,
  targetIds: null,
  from: null,
  to: null,
}
const below = (far: boolean, rows = ROWS) => (far ? rows - FAR : Number.MAX_SAFE_INTEGER)

type Look = (tx: Tx, far: boolean) => Promise<{ readonly length: number }>

const LISTS: [string, Look][] = [
  [
    'customers',
    async (tx, far) =>
      (
        await listCustomers(
          tx,
          tenantId,
          { isEnrolled: null, tier: null },
          { belowId: below(far), limit: LIMIT },
        )
      ).ids,
  ],
  [
    'orders',
    async (tx, far) =>
      (
        await orders.listByTime(tx, tenantId, ALL, {
          below: far ? placeOf(2 * ROWS - FAR) : newest,
          limit: LIMIT,
        })
      ).orders,
  ],
  [
    'orders of a customer',
    async (tx, far) =>
      (await orders.listOfCustomer(tx, owner(), ALL, { belowId: below(far, 2 * ROWS), limit: LIMIT })).orders,
  ],
  [
    'redemptions',
    async (tx, far) =>
      (
        await redemptions.listByTime(tx, tenantId, EVERY, {
          below: far ? placeOf(2 * ROWS - FAR) : newest,
          limit: LIMIT,
        })
      ).redemptions,
  ],
  [
    'redemptions of a customer',
    async (tx, far) =>
      (await redemptions.listOfCustomer(tx, owner(), EVERY, { belowId: below(far, 2 * ROWS), limit: LIMIT }))
        .redemptions,
  ],
  [
    'coupons of a customer',
    (tx, far) => listBelow(tx, tenantId, HEAVY, { belowId: below(far), limit: LIMIT }),
  ],
  [
    'activity',
    (tx, far) =>
      listActivity(tx, tenantId, {
        below: far ? { transaction: String(ROWS - FAR), id: ROWS - FAR } : NEWEST,
        limit: LIMIT,
      }),
  ],
  [
    'lots',
    (tx, far) =>
      listLots(tx, owner(), {
        isWaiting: false,
        after: far
          ? { at: START + FAR * SECOND_MS + 1_000 * 86_400_000, id: FAR }
          : { at: Number.NEGATIVE_INFINITY, id: 0 },
        limit: LIMIT,
      }),
  ],
  [
    'the timeline',
    (tx, far) =>
      findTimeline(
        tx,
        owner(),
        Date.UTC(2027, 0, 1),
        far ? { ...placeOf(ROWS - FAR), rank: 1 } : BEFORE_ALL,
        LIMIT,
      ),
  ],
  [
    'attempts of an endpoint',
    async (tx, far) =>
      (await listAttempts(tx, tenantId, ENDPOINT, ANY, { belowId: below(far, 2 * ROWS), limit: LIMIT }))
        .attempts,
  ],
  [
    'events that were given up',
    (tx, far) =>
      listParked(tx, tenantId, ENDPOINT, {
        below: far ? { micros: placeOf(ROWS - FAR).at * 1_000, id: ROWS - FAR } : NEWEST_PARKED,
        limit: LIMIT,
      }),
  ],
  [
    'failed requests',
    (tx, far) => listFailedRequests(tx, tenantId, { belowId: below(far), limit: LIMIT, id: null }),
  ],
  [
    'the audit',
    async (tx, far) =>
      (
        await listAuditEntries(tx, 'cell', tenantId, NO_FILTER, {
          below: far ? placeOf(ROWS - FAR) : newest,
          limit: LIMIT,
        })
      ).entries,
  ],
  [
    'approvals',
    (tx, far) => listApprovals(tx, tenantId, {}, { now: START, belowId: below(far), limit: LIMIT }),
  ],
  [
    'codes of a list',
    async (tx, far) =>
      (await listCodes(tx, tenantId, CODES, {}, { afterId: far ? FAR : 0, limit: LIMIT })).codes,
  ],
  [
    'answers to a quiz',
    (tx, far) => listWrittenAnswers(tx, tenantId, QUIZ, { afterId: far ? FAR : 0, limit: LIMIT }),
  ],
]

describe('the thousandth page', () => {
  it.each(LISTS)('of %s costs as much as the first', async (name, look) => {
    const first = await rowsRead((tx) => look(tx, false))
    const far = await rowsRead((tx) => look(tx, true))
    expect([first.found.length, far.found.length]).toEqual([LIMIT, LIMIT])
    expect(first.read).toBeGreaterThan(0)
    expect([name, far.read <= first.read * 1.3]).toEqual([name, true])
    // All but the timeline, which reads all records of its customer for every page, read what they show.
    if (name !== 'the timeline') expect([name, first.read < 10 * LIMIT]).toEqual([name, true])
  })
})

describe('a filter without an index', () => {
  it.each<[string, (tx: Tx) => Promise<{ found: number; isMore: boolean }>]>([
    [
      'customers',
      async (tx) => {
        const page = { belowId: Number.MAX_SAFE_INTEGER, limit: LIMIT }
        const { ids, lookedUntil } = await listCustomers(
          tx,
          tenantId,
          { isEnrolled: false, tier: null },
          page,
        )
        return { found: ids.length, isMore: lookedUntil === ROWS - 20_000 + 1 }
      },
    ],
    [
      'orders',
      async (tx) => {
        const filter = { ...ALL, state: 3 as const }
        const page = await orders.listByTime(tx, tenantId, filter, { below: newest, limit: LIMIT })
        return { found: page.orders.length, isMore: page.lookedUntil?.id === 2 * ROWS - 20_000 + 1 }
      },
    ],
    [
      'redemptions',
      async (tx) => {
        const filter = { ...EVERY, rewardId: 2 }
        const page = await redemptions.listByTime(tx, tenantId, filter, { below: newest, limit: LIMIT })
        return { found: page.redemptions.length, isMore: page.lookedUntil?.id === 2 * ROWS - 20_000 + 1 }
      },
    ],
    [
      'attempts',
      async (tx) => {
        const filter = { outcome: 'received' as const, status: null }
        const page = { belowId: Number.MAX_SAFE_INTEGER, limit: LIMIT }
        const { attempts, lookedUntil } = await listAttempts(tx, tenantId, ENDPOINT, filter, page)
        return { found: attempts.length, isMore: lookedUntil === 2 * (ROWS - 20_000 + 1) }
      },
    ],
  ])('looks at 20,000 %s, and says where it stopped', async (_name, look) => {
    const { found, read } = await rowsRead(look)
    expect(found).toEqual({ found: 0, isMore: true })
    expect(read).toBeLessThanOrEqual(20_001)
  })
})
