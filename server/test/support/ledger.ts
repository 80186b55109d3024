import type pg from 'pg'
import { expect } from 'vitest'
import { add, NOTHING, subtract } from '../../src/accounts/account.ts'
import { expectManyRows, type FoundDifference, verifyLedger } from '../../src/accounts/verify.ts'
import { type Verification, verifyMerchant as verifyTenant } from '../../src/app/verify.ts'
import { explain } from '../../src/history/explain-customer.ts'
import type { ExplainedMoment } from '../../src/history/history.ts'
import { partsOfBalance } from '../../src/history/rules/explain-balance.ts'
import { sumLots, sumRecords } from '../../src/history/store/balance.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { decimalFromText, decimalToNumber } from '../../src/platform/decimal.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { clientOf } from './client-of.ts'
import type { TestApi } from './test-api.ts'

/** A row of the ledger, as a person would read it: money and points as numbers, dates as text. */
export interface StoredRecord {
  readonly type: number
  readonly points: number
  readonly cashback: number
  /** The order's id in the merchant's store. */
  readonly order: string | null
  readonly recordedAt: string
  readonly availableAt: string | null
  readonly expiresAt: string | null
  readonly isWaiting: boolean
  /** What is left of a lot. */
  readonly left: number | null
  /** What a debit still owes. */
  readonly owed: number | null
  readonly explanation: { v: number; lines: { kind: string; points: string }[] } | null
}

export interface StoredEvent {
  readonly sequence: number
  readonly topic: 'Point_Add' | 'Point_Update' | 'Point_Removed'
  readonly points: number
  readonly cashback: number
  readonly balance: readonly [points: number, cashback: number]
  readonly at: string
}

const TOPICS = ['Point_Add', 'Point_Update', 'Point_Removed'] as const

/** Looks into the tables past row-level security. */
export class LedgerReader {
  readonly #client: pg.Client

  constructor(databaseUrl: string) {
    this.#client = clientOf(databaseUrl)
  }

  open = () => this.#client.connect()
  close = () => this.#client.end()

  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#client.query<Row>(text, [...values])
    return rows
  }

  /** Oldest first. */
  async records(tenantId: number, customer: string): Promise<StoredRecord[]> {
    const rows = await this.query<{
      type: number
      points: string
      cashback: string
      order: string | null
      recorded_at: Date
      available_at: Date | null
      expires_at: Date | null
      is_waiting: boolean
      remaining_points: string | null
      debt_points: string | null
      explanation: StoredRecord['explanation']
    }>(
      `select record.*, bought.original_id as order
       from point_record as record
       join customer on customer.tenant_id = record.tenant_id and customer.id = record.customer_id
       left join customer_order as bought on bought.tenant_id = record.tenant_id and bought.id = record.order_id
       where record.tenant_id = $1 and customer.original_id = $2
       order by record.id`,
      [tenantId, customer],
    )
    return rows.map((row) => ({
      type: row.type,
      points: Number(row.points),
      cashback: Number(row.cashback),
      order: row.order,
      recordedAt: row.recorded_at.toISOString(),
      availableAt: row.available_at?.toISOString() ?? null,
      expiresAt: row.expires_at?.toISOString() ?? null,
      isWaiting: row.is_waiting,
      left: row.remaining_points === null ? null : Number(row.remaining_points),
      owed: row.debt_points === null ? null : Number(row.debt_points),
      explanation: row.explanation,
    }))
  }

  /** What `verify` leaves to tests: how balances came about event by event, order counts, explanations. */
  doubts(tenantId: number): Promise<{ what: string; customer: string; which: string }[]> {
    return this.query(
      `with event as (
        select *,
          row_number() over earlier as number,
          sum(points) over earlier as points_so_far,
          sum(cashback) over earlier as cashback_so_far
        from point_event
        where tenant_id = $1 and sequence > 0
        window earlier as (partition by customer_id order by sequence)
      )
      select 'event' as what, customer_id as customer, sequence::text as which from event
      where sequence <> number
        or (points_balance, cashback_balance) <> (points_so_far, cashback_so_far)
        or topic <> (case when points = 0 and cashback = 0 then 1 when points >= 0 and cashback >= 0 then 0 else 2 end)
      union all
      select 'order count', customer.id, order_count::text from customer
      where tenant_id = $1 and order_count <> (
        select count(*) from customer_order as bought
        where bought.tenant_id = $1 and bought.customer_id = customer.id and bought.state <> 3
      )
      union all
      select 'explanation', customer_id, id::text from point_record
      where tenant_id = $1 and explanation is not null and points is distinct from (
        select sum((line ->> 'points')::numeric) from json_array_elements(explanation -> 'lines') as line
      )
      union all
      select 'no explanation', customer_id, id::text from point_record
      where tenant_id = $1 and explanation is null and type in (0, 1, 2, 3, 4, 6, 9, 11)`,
      [tenantId],
    )
  }

  /** In the order of their sequence. */
  async events(tenantId: number, customer: string): Promise<StoredEvent[]> {
    const rows = await this.query<{
      sequence: number
      topic: 0 | 1 | 2
      points: string
      cashback: string
      points_balance: string
      cashback_balance: string
      occurred_at: Date
    }>(
      `select event.*
       from point_event as event
       join customer on customer.tenant_id = event.tenant_id and customer.id = event.customer_id
       where event.tenant_id = $1 and customer.original_id = $2 and event.sequence > 0
       order by event.sequence, event.id`,
      [tenantId, customer],
    )
    return rows.map((row) => ({
      sequence: row.sequence,
      topic: TOPICS[row.topic],
      points: Number(row.points),
      cashback: Number(row.cashback),
      balance: [Number(row.points_balance), Number(row.cashback_balance)],
      at: row.occurred_at.toISOString(),
    }))
  }
}

/** Everything of a merchant that is derived, recomputed, where the directory is in the same database. */
export async function verifyMerchant(
  database: Database,
  tenantId: number,
  clock?: Clock,
): Promise<Verification> {
  const tenant = await database.transaction([], (tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Error(`there is no merchant ${tenantId}`)
  return verifyTenant(database, tenant, database, clock ? { clock } : {})
}

/** Balances, lots and debts alone: for tests that make records without orders, or lots of other dates. */
export function differencesOfLedger(
  database: Database,
  tenantId: number,
): Promise<readonly FoundDifference[]> {
  return database.read([tenantId], async (tx) => {
    await expectManyRows(tx)
    return verifyLedger(tx, { tenantId, after: 0, last: Number.MAX_SAFE_INTEGER })
  })
}

/** Customers whose history is explained at once; some tests make hundreds. */
const EXPLAINED_MAX = 25
/** More than any of them has. */
const MOMENTS_MAX = 20_000

/** The customers of a merchant, each with the transaction that last changed its row. */
export async function changesOfCustomers(
  reader: LedgerReader,
  tenantId: number,
): Promise<Map<string, string>> {
  const rows = await reader.query<{ original_id: string; changed_by: string }>(
    'select original_id, xmin::text as changed_by from customer where tenant_id = $1 order by id desc',
    [tenantId],
  )
  return new Map(rows.map(({ original_id, changed_by }) => [original_id, changed_by]))
}

/**
 * Explains all that has happened to these customers of a tenant: every record has a reason whose lines add up to its
 * points, and the running balance goes from nothing to the account's balance, through that of every event.
 */
export async function expectHistoryExplains(
  { cells, now }: Pick<TestApi, 'cells' | 'now'>,
  reader: LedgerReader,
  tenantId: number,
  customers: readonly string[],
): Promise<void> {
  // Of who was merged into another customer the history is that one's.
  const own = customers.filter((customer) => !customer.startsWith('merged-'))
  for (const customer of own.slice(0, EXPLAINED_MAX)) {
    const explained = await explain(cells, { tenantId, customer, limit: MOMENTS_MAX }, () => now)
    if (!('history' in explained)) throw new Error('no history')
    const { balanceBefore, balance, moments, leftOut } = explained.history
    const doubtful = moments.filter(
      ({ kind, amount, lines }) =>
        kind === 'record' &&
        (lines.some((line) => line.kind === 'unexplained') ||
          amount.points !== lines.reduce((sum, { points }) => sum + points, 0n)),
    )
    expect(doubtful).toEqual([])
    expect({ customer, balanceBefore, leftOut, end: moments.at(-1)?.balance ?? balance }).toEqual({
      customer,
      balanceBefore: { points: 0n, cashback: 0n },
      leftOut: 0,
      end: balance,
    })
    await expectPartsAddUp(cells.of({ cell: MAIN_CELL }), reader, tenantId, customer)
    const merged = await changesOfMerged(reader, tenantId, customer)
    const changed = moments.filter(({ change }) => change.points !== 0n || change.cashback !== 0n)
    if (merged) {
      const told = changed.slice(0, merged.length).map(({ change }) => `${change.points} ${change.cashback}`)
      expect(merged.toSorted()).toEqual(told.toSorted())
      continue
    }
    // What is due has no event yet.
    const events = (await reader.events(tenantId, customer)).filter(({ topic }) => topic !== 'Point_Update')
    expect(changed.slice(0, events.length).map(toEventLike)).toEqual(
      events.map(({ points, cashback, balance }) => ({ points, cashback, balance })),
    )
  }
}

/**
 * What the events of a customer and of all who were merged into it have told, without the merges themselves: together
 * they are one history, each with its own order. null: nobody was merged.
 */
async function changesOfMerged(
  reader: LedgerReader,
  tenantId: number,
  customer: string,
): Promise<string[] | null> {
  const customers = await reader.query<{ id: string; is_merged: boolean }>(
    `select merged.id, merged.merged_into is not null as is_merged
     from customer
     join customer as merged on merged.tenant_id = $1 and (merged.id = customer.id or merged.merged_into = customer.id)
     where customer.tenant_id = $1 and customer.original_id = $2`,
    [tenantId, customer],
  )
  if (!customers.some(({ is_merged }) => is_merged)) return null
  const rows = await reader.query<{ points: string; cashback: string }>(
    `select event.points, event.cashback from point_event as event
     where event.sequence > 0 and tenant_id = $1 and customer_id = any ($2::bigint[]) and topic <> 1 and not exists (
       select from point_record as record
       where record.tenant_id = $1 and record.id = event.record_id and record.type = 12
     )`,
    [tenantId, customers.map(({ id }) => id)],
  )
  return rows.map(({ points, cashback }) => `${decimalFromText(points)} ${decimalFromText(cashback)}`)
}

/** The balance as the panel explains it: parts that add up to it, lots that add up to what can be spent and waits. */
async function expectPartsAddUp(
  database: Database,
  reader: LedgerReader,
  tenantId: number,
  customer: string,
): Promise<void> {
  const [row] = await reader.query<{ id: string; points: string; cashback: string }>(
    `select id, points_balance as points, cashback_balance as cashback from customer
     where tenant_id = $1 and original_id = $2`,
    [tenantId, customer],
  )
  if (!row) throw new Error('the customer is gone')
  const owner = { tenantId, customerId: Number(row.id) }
  const [sums, { open, waiting, owed }] = await database.read([tenantId], (tx) =>
    Promise.all([sumRecords(tx, owner), sumLots(tx, owner)]),
  )
  const balance = { points: decimalFromText(row.points), cashback: decimalFromText(row.cashback) }
  const parts = partsOfBalance(sums, waiting)
  const added = parts.reduce((sum, { amount }) => add(sum, amount), NOTHING)
  expect({ customer, added, open: subtract(open.amount, owed) }).toEqual({
    customer,
    added: balance,
    open: balance,
  })
}

function toEventLike({ change, balance }: ExplainedMoment) {
  return {
    points: decimalToNumber(change.points),
    cashback: decimalToNumber(change.cashback),
    balance: [decimalToNumber(balance.points), decimalToNumber(balance.cashback)],
  }
}

/** Recomputes every account of these tenants (all, when none is named) and expects no difference. */
export async function expectLedgerVerifies(
  api: Pick<TestApi, 'cells' | 'databaseUrl'> & Partial<Pick<TestApi, 'now'>>,
  tenantIds?: Iterable<number>,
): Promise<void> {
  const database = api.cells.of({ cell: MAIN_CELL })
  for (const tenantId of tenantIds ?? (await allTenants(api.databaseUrl))) {
    const { now } = api
    const { differences } = await verifyMerchant(
      database,
      tenantId,
      now === undefined ? undefined : () => now,
    )
    expect(differences).toEqual([])
  }
}

async function allTenants(databaseUrl: string): Promise<number[]> {
  const reader = new LedgerReader(databaseUrl)
  await reader.open()
  try {
    return (await reader.query<{ id: string }>('select id from tenant order by id')).map(({ id }) =>
      Number(id),
    )
  } finally {
    await reader.close()
  }
}
