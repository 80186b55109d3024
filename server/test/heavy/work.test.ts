/**
 * A customer with thousands of orders and live lots costs no more than one with ten. What is counted is work, rows
 * that PostgreSQL read, because time depends on the machine.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Sweep } from '../../src/accounts/sweep.ts'
import { createTill, type Till } from '../../src/accounts/till/till.ts'
import { changeBalance } from '../../src/balances/commands/change.ts'
import type { ExpiringPoints } from '../../src/balances/rules/expiring.ts'
import { readExpiring, readHistories } from '../../src/balances/store.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { cancelOrder, placeOrder } from '../../src/orders/commands.ts'
import { readOrder } from '../../src/orders/private-api/read.ts'
import { ONE } from '../../src/platform/decimal.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { redeemReward } from '../../src/rewards/commands/redeem.ts'
import { returnReward } from '../../src/rewards/commands/redemptions.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { differencesOfLedger } from '../support/ledger.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { rowsReadBy } from '../support/rows-read.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const LOTS = 5_000
const NOW = Date.UTC(2026, 0, 15, 12, 10)
const DAY_MS = 86_400_000
/** Rows an operation may read: a few portions of lots, and its own. */
const ROWS_MAX = 400

let url: string
let database: Database
let everything: pg.Pool
let drop: () => Promise<void>
let tenant: Tenant
let rewardIds: number[]

beforeAll(async () => {
  const clone = await cloneDatabase()
  ;({ url, drop } = clone)
  open()
  const { tenantId } = await openShop(database, { program: SIMPLE_PROGRAM })
  const found = await database.transaction([], (tx) => findTenant(tx, tenantId))
  if (!found) throw new Error('no tenant')
  tenant = found
  const { rows } = await everything.query<{ id: string }>(
    `insert into reward_configuration (tenant_id, key, reward_type, points, value, title)
    values ($1, 'small', 1, 25, 10, 'small'), ($1, 'large', 1, 10000, 10, 'large') returning id`,
    [tenantId],
  )
  rewardIds = rows.map(({ id }) => Number(id))
  for (const customer of ['small', 'heavy', 'overdue', 'swept']) {
    for (let n = 1; n <= 10; n += 1) await place(tillOn(database), `${customer}-${n}`, customer, 10)
  }
  await multiply('heavy', LOTS, NOW + 30 * DAY_MS, 365)
  await multiply('overdue', 2_000, NOW + DAY_MS, 1)
  await multiply('swept', 2_000, NOW + DAY_MS, 1)
  await everything.query('vacuum analyze')
  // With their connections ends what they have read: from here on it is counted.
  await Promise.all([everything.end(), database.close()])
  open()
})

function open(): void {
  database = openTestDatabase(url)
  everything = new pg.Pool({ connectionString: url, max: 2, options: '-c statement_timeout=0' })
  everything.on('error', () => {})
}

afterAll(async () => {
  await everything.end()
  await database.close()
  await drop()
})

function tillOn(opened: Database, now = NOW): Till {
  return createTill({ database: opened, clock: () => now })
}

async function place(till: Till, id: string, customer: string, total: number) {
  const sent = readOrder(orderToSend(id, customer, total), tenant.timeZone)
  if (isRefusal(sent)) throw new Error(sent.message)
  return till.run(placeOrder, { tenant, sent, publicId: randomUUID() })
}

/** More orders of a customer, each with a lot of ten points, as if they had been sent one by one. */
async function multiply(customer: string, count: number, expiresAt: number, days: number): Promise<void> {
  const values = [tenant.id, customer, count, new Date(expiresAt).toISOString(), days]
  await everything.query(
    `with account as (
      update customer
      set points_balance = points_balance + $3 * 10, cashback_balance = cashback_balance + $3 * 0.5,
        event_sequence = event_sequence + $3, order_count = order_count + $3, next_due_at = least(next_due_at, $4)
      where tenant_id = $1 and original_id = $2
      returning id, points_balance - $3 * 10 as points, cashback_balance - $3 * 0.5 as cashback,
        event_sequence - $3 as sequence
    ),
    added as (
      select n, account.*, 1000000 + account.id * 10 + n * 2 as order_id, 1000001 + account.id * 10 + n * 2 as lot_id
      from account, generate_series(1, $3::int) as n
    ),
    bought as (
      insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
        completed_at, updated_at, program_version, details)
      select $1, order_id, $2 || '-more-' || n, id, 2, 1, 10, '2026-01-15T12:00:00Z', '2026-01-15T12:05:00Z',
        '2026-01-15T12:05:00Z', 1, (select details from customer_order where tenant_id = $1 limit 1)
      from added
    ),
    lot as (
      insert into point_record (tenant_id, customer_id, id, type, points, cashback, recorded_at, order_id,
        available_at, expires_at, is_live, remaining_points, remaining_cashback)
      select $1, id, lot_id, 0, 10, 0.5, '2026-01-15T12:05:00Z', order_id, '2026-01-15T12:05:00Z',
        $4::timestamptz + (n % $5) * interval '1 day', true, 10, 0.5
      from added
    )
    insert into point_event (tenant_id, customer_id, sequence, topic, record_id, points, cashback, points_balance,
      cashback_balance, occurred_at)
    select $1, id, sequence + n, 0, lot_id, 10, 0.5, points + n * 10, cashback + n * 0.5, '2026-01-15T12:05:00Z'
    from added`,
    values,
  )
}

/** Rows of the account's tables that PostgreSQL read for this. */
function rowsRead(work: (till: Till, opened: Database) => Promise<unknown>): Promise<number> {
  return rowsReadBy(
    { url, everything },
    ['customer', 'point_record', 'point_origin', 'customer_order'],
    (opened) => work(tillOn(opened), opened),
  )
}

let keys = 0

const OPERATIONS: [string, (till: Till, customer: string, order: string) => Promise<unknown>][] = [
  ['placing an order', (till, customer) => place(till, `new-${++keys}`, customer, 10)],
  ['changing an order to less', (till, customer, order) => place(till, order, customer, 4)],
  ['changing an order to more', (till, customer, order) => place(till, order, customer, 30)],
  [
    'cancelling an order',
    (till, _customer, order) =>
      till.run(cancelOrder, { tenant, originalId: order, cancelledAt: NOW, status: null }),
  ],
  ['redeeming', (till, customer) => redeem(till, customer, 0)],
  ['adding cashback', (till, customer) => change(till, customer, 'add')],
  ['removing cashback', (till, customer) => change(till, customer, 'remove')],
]

function redeem(till: Till, customerKey: string, reward: number, originalKey = `key-${++keys}`) {
  return till.run(redeemReward, {
    tenant,
    rewardId: rewardIds[reward] ?? 0,
    customerKey,
    originalKey,
    value: null,
    metadata: [],
    place: null,
    reservation: null,
    externalCode: randomUUID(),
    couponCode: randomUUID(),
  })
}

function change(till: Till, customerKey: string, kind: 'add' | 'remove') {
  const changed = {
    kind,
    unit: 'cashback' as const,
    quantity: 2n * ONE,
    reason: 'a reason',
    changeKey: `change-${++keys}`,
  }
  return till.run(changeBalance, { tenant, customerKey, change: changed })
}

async function expectNoDifferences(): Promise<void> {
  expect(await differencesOfLedger(database, tenant.id)).toEqual([])
}

describe(`a customer with ${LOTS} orders and live lots`, () => {
  it.each(OPERATIONS)('costs no more for %s than one with ten', async (_name, operation) => {
    const small = await rowsRead((till) => operation(till, 'small', 'small-3'))
    const heavy = await rowsRead(async (till) =>
      expect(await operation(till, 'heavy', 'heavy-more-3000')).not.toHaveProperty('reason'),
    )
    expect(heavy).toBeGreaterThan(0)
    expect(heavy - small).toBeLessThan(ROWS_MAX)
  })

  it('is read in bounded portions: its history, and what expires when', async () => {
    const { rows } = await everything.query<{ id: string }>(
      `select id from customer where original_id = 'heavy'`,
    )
    const id = Number(rows[0]?.id)
    let expiring: readonly ExpiringPoints[] = []
    const owners = [{ tenantId: tenant.id, customerId: id }]
    const read = await rowsRead((_till, opened) =>
      opened.transaction([tenant.id], async (tx) => {
        expect((await readHistories(tx, owners, 100))[0]).toHaveLength(100)
        expiring = (await readExpiring(tx, owners, 100))[0]?.points ?? []
      }),
    )
    expect(read).toBeLessThan(1_500)
    expect(expiring.length).toBeGreaterThan(10)
    const { rows: summed } = await everything.query<{ points: string }>(
      `select sum(remaining_points) as points from point_record
      where customer_id = $1 and is_live and expires_at = $2`,
      [id, new Date(expiring.at(-1)?.when ?? 0)],
    )
    expect(expiring.at(-1)?.points).toBe(BigInt(Math.round(Number(summed[0]?.points) * 10_000)))
  })

  it('gets back a redemption that used a thousand of its lots', async () => {
    const till = tillOn(database)
    const before = await place(till, `new-${++keys}`, 'heavy', 10)
    const redeemed = await redeem(till, 'heavy', 1, 'large')
    expect(redeemed).not.toHaveProperty('reason')
    await till.run(returnReward, { tenant, originalKey: 'large' })
    const after = await place(till, `new-${++keys}`, 'heavy', 10)
    if (isRefusal(before) || isRefusal(after)) throw new Error('refused')
    expect(after.account.balance.points - before.account.balance.points).toBe(10n * ONE)
  })

  afterAll(expectNoDifferences)
})

describe('a customer of whom thousands of lots are due at once', () => {
  const later = NOW + 2 * DAY_MS

  async function portionsOf(customer: string): Promise<{ portions: number; most: number }> {
    const { rows } = await everything.query<{ portions: number; most: number }>(
      `select count(*)::int as portions, max(events)::int as most from (
        select count(*) as events from point_event
        join customer on customer.tenant_id = point_event.tenant_id and customer.id = customer_id
        where original_id = $1 and topic = 2 group by point_event.xmin::text
      ) as portion`,
      [customer],
    )
    return rows[0] ?? { portions: 0, most: 0 }
  }

  it('is settled in portions before its command, and others of the batch do not wait', async () => {
    const till = tillOn(database, later)
    const answered: string[] = []
    const [placed] = await Promise.all(
      ['overdue', 'small'].map(async (customer) => {
        const result = await place(till, `late-${++keys}`, customer, 10)
        answered.push(customer)
        return result
      }),
    )
    expect(answered).toEqual(['small', 'overdue'])
    if (!placed || isRefusal(placed)) throw new Error('refused')
    // The ten of its own orders are good for a year.
    expect(placed.account.balance.points).toBe(110n * ONE)
    const { portions, most } = await portionsOf('overdue')
    expect(portions).toBeGreaterThan(5)
    expect(most).toBeLessThanOrEqual(400)
    await expectNoDifferences()
  })

  it('is swept in portions', async () => {
    const settled: number[] = []
    const sweep = new Sweep({
      database,
      clock: () => later,
      onSettled: (count) => void settled.push(count),
    })
    expect(await sweep.round([tenant])).toBe(1)
    expect(await sweep.dueSince([tenant])).toBeNull()
    const { portions, most } = await portionsOf('swept')
    expect(portions).toBeGreaterThan(5)
    expect(most).toBeLessThanOrEqual(400)
    await expectNoDifferences()
  })
})
