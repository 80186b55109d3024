import type { TenantId } from '../contract/ids.ts'
import { verifyEvents } from '../events/verify.ts'
import type { Decimal } from '../platform/decimal.ts'
import { type Database, run, runUnhurried, type Tx } from '../platform/postgres/database.ts'
import { type Statement, sql } from '../platform/postgres/sql.ts'
import { verifyTerms } from './verify-terms.ts'

/** Two figures that should be the same and are not. */
export interface Difference {
  readonly tenantId: TenantId
  /** The customer's id in the merchant's store; empty where the difference concerns no single customer. */
  readonly customer: string
  readonly what: string
  readonly stored: string
  readonly recomputed: string
}

export interface Verification {
  readonly accounts: number
  readonly differences: readonly Difference[]
}

const PAGE = 2_000
/** A broken database must not fill the memory of the process that verifies it. */
export const DIFFERENCES_MAX = 1_000

/**
 * Recomputes every account of a tenant from its records and compares: in bounded memory, a page of accounts
 * at a time, each page in one snapshot.
 */
export async function verifyTenant(
  database: Database,
  tenantId: TenantId,
  onProgress: (accounts: number) => void = () => {},
): Promise<Verification> {
  const differences: Difference[] = []
  let accounts = 0
  let after = 0
  for (;;) {
    const page = await database.read([tenantId], (tx) => verifyPage(tx, tenantId, after))
    accounts += page.accounts
    differences.push(...page.differences.slice(0, DIFFERENCES_MAX - differences.length))
    onProgress(page.accounts)
    if (page.accounts < PAGE) break
    after = page.last
  }
  const [events, orphans] = await database.read([tenantId], async (tx) => {
    await expectManyRows(tx)
    return Promise.all([verifyEvents(tx, tenantId, DIFFERENCES_MAX), findOrphans(tx, tenantId)])
  })
  const terms = await verifyTerms(database, tenantId, DIFFERENCES_MAX)
  const found = [...events, ...terms].map((difference) => ({ tenantId, ...difference }))
  return { accounts, differences: [...differences, ...orphans, ...found] }
}

/**
 * The only statements that compare many rows with many: each row with each, which is what the plans of all other
 * statements come to, would take hours.
 */
export async function expectManyRows(tx: Tx): Promise<void> {
  await Promise.all([
    run(tx, sql`set local enable_nestloop = off`),
    run(tx, sql`set local enable_hashjoin = on`),
    run(tx, sql`set local enable_mergejoin = on`),
    run(tx, sql`set local enable_seqscan = on`),
    // A page may hold a customer with 400,000 records.
    run(tx, sql`set local statement_timeout = 0`),
  ])
}

export async function countAccounts(tx: Tx, tenantId: TenantId): Promise<number> {
  const { rows } = await runUnhurried<{ count: number }>(
    tx,
    sql`select count(*)::int as count from customer where tenant_id = ${tenantId}`,
  )
  return rows[0]?.count ?? 0
}

interface Page {
  readonly accounts: number
  readonly last: number
  readonly differences: Difference[]
}

interface CheckedRow {
  customer: string
  id: number
  accounts: number
  last: number
  what: string | null
  stored: Decimal | string | null
  recomputed: Decimal | string | null
}

async function verifyPage(tx: Tx, tenantId: TenantId, after: number): Promise<Page> {
  await expectManyRows(tx)
  const { rows } = await runUnhurried(tx, checkedPage(tenantId, after))
  const [first] = rows
  return {
    accounts: first?.accounts ?? 0,
    last: first?.last ?? 0,
    differences: rows
      .filter(({ what }) => what !== null)
      .map(({ customer, what, stored, recomputed }) => ({
        tenantId,
        customer,
        what: what ?? '',
        stored: String(stored),
        recomputed: String(recomputed),
      })),
  }
}

/** One row per difference, and one without where there is none. */
function checkedPage(tenantId: TenantId, after: number): Statement<CheckedRow> {
  return sql`
    with account as materialized (
      select id, original_id, points_balance, cashback_balance, next_due_at
      from customer
      where tenant_id = ${tenantId} and id > ${after}
      order by id
      limit ${PAGE}
    ),
    record as materialized (
      select * from point_record
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= (select max(id) from account)
    ),
    origin as materialized (
      select * from point_origin
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= (select max(id) from account)
    ),
    reserved as (
      select customer_id, expires_at from redemption
      where tenant_id = ${tenantId} and expires_at is not null and returned_at is null
        and customer_id > ${after} and customer_id <= (select max(id) from account)
    ),
    balance as (
      select customer_id,
        sum(coalesce(remaining_points, 0) - coalesce(debt_points, 0)) filter (where not is_waiting) as points,
        sum(coalesce(remaining_cashback, 0) - coalesce(debt_cashback, 0)) filter (where not is_waiting) as cashback,
        min(case when is_waiting then available_at else expires_at end) filter (where is_live) as due_at
      from record
      group by customer_id
    ),
    lot_use as (
      select customer_id, lot_id, sum(used_points) as points, sum(used_cashback) as cashback
      from origin group by customer_id, lot_id
    ),
    record_use as (
      select customer_id, record_id, sum(used_points) as points, sum(used_cashback) as cashback
      from origin group by customer_id, record_id
    ),
    checked (id, what, stored, recomputed) as (
      select account.id, 'points balance against lots and debts', account.points_balance::text,
        coalesce(balance.points, 0)::numeric(18, 4)::text
      from account left join balance on balance.customer_id = account.id
      union all
      select account.id, 'cashback balance against lots and debts', account.cashback_balance::text,
        coalesce(balance.cashback, 0)::numeric(18, 4)::text
      from account left join balance on balance.customer_id = account.id
      union all
      -- It may be earlier, and then nothing is found to be due; what is due before it would not be looked for.
      select account.id, 'next due moment', coalesce(next_due_at::text, 'never'),
        case when least(due_at, reserved.expires_at) is null or least(due_at, reserved.expires_at) >= next_due_at
          then coalesce(next_due_at::text, 'never') else least(due_at, reserved.expires_at)::text end
      from account
      left join balance on balance.customer_id = account.id
      left join reserved on reserved.customer_id = account.id
      union all
      select record.customer_id, 'left of lot ' || record.id,
        remaining_points || ' / ' || remaining_cashback,
        (record.points - coalesce(lot_use.points, 0)) || ' / ' || (record.cashback - coalesce(lot_use.cashback, 0))
      from record
      left join lot_use on lot_use.customer_id = record.customer_id and lot_use.lot_id = record.id
      where remaining_points is not null
      union all
      select record.customer_id, 'origins and debt of record ' || record.id,
        (-record.points) || ' / ' || (-record.cashback),
        (coalesce(record_use.points, 0) + coalesce(debt_points, 0))::numeric(18, 4) || ' / ' ||
          (coalesce(record_use.cashback, 0) + coalesce(debt_cashback, 0))::numeric(18, 4)
      from record
      left join record_use on record_use.customer_id = record.customer_id and record_use.record_id = record.id
      where remaining_points is null
      union all
      select record.customer_id, 'whether record ' || record.id || ' is live', is_live::text,
        (coalesce(remaining_points, debt_points, 0) > 0 or coalesce(remaining_cashback, debt_cashback, 0) > 0)::text
      from record
    )
    select account.original_id as customer, account.id, total.accounts, total.last,
      checked.what, checked.stored, checked.recomputed
    from (select count(*)::int as accounts, coalesce(max(id), 0) as last from account) as total
    left join checked on checked.stored is distinct from checked.recomputed
    left join account on account.id = checked.id
    limit ${DIFFERENCES_MAX}`
}

/** Records and origins without a customer: no page of accounts would meet them. */
async function findOrphans(tx: Tx, tenantId: TenantId): Promise<Difference[]> {
  const { rows } = await runUnhurried<{ what: string; count: number }>(
    tx,
    sql`
    select 'records of no customer' as what, count(*)::int as count from point_record as record
    where tenant_id = ${tenantId}
      and not exists (select from customer where tenant_id = ${tenantId} and id = record.customer_id)
    union all
    select 'former ids of no customer, or of two', count(*)::int from customer_alias as alias
    where tenant_id = ${tenantId} and (
      not exists (select from customer where tenant_id = ${tenantId} and id = alias.customer_id)
      or exists (select from customer where tenant_id = ${tenantId} and original_id = alias.original_id)
    )
    union all
    select 'orders of no customer', count(*)::int from customer_order as bought
    where tenant_id = ${tenantId}
      and not exists (select from customer where tenant_id = ${tenantId} and id = bought.customer_id)
    union all
    select 'origins of no lot', count(*)::int from point_origin as origin
    where tenant_id = ${tenantId} and not exists (
      select from point_record
      where tenant_id = ${tenantId} and customer_id = origin.customer_id and id = origin.lot_id
    )`,
  )
  return rows
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => ({ tenantId, customer: '', what, stored: String(count), recomputed: '0' }))
}

/** Accounts whose numbers lie behind one and up to another. */
export interface AccountRange {
  readonly tenantId: TenantId
  readonly after: number
  readonly last: number
}

export type FoundDifference = Omit<Difference, 'tenantId'>

/** Rows of accounts that are not there have a page too: the last. */
const NO_LAST = Number.MAX_SAFE_INTEGER

/** Looks at all that belongs to accounts, a page of accounts at a time, each page in one snapshot. */
export async function verifyByAccounts(
  database: Database,
  tenantId: TenantId,
  find: (tx: Tx, range: AccountRange) => Promise<readonly FoundDifference[]>,
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (let after = 0; after < NO_LAST && differences.length < DIFFERENCES_MAX; ) {
    const begin = after
    after = await database.read([tenantId], async (tx) => {
      const last = await lastOfPage(tx, tenantId, begin)
      await expectManyRows(tx)
      for (const found of await find(tx, { tenantId, after: begin, last }))
        differences.push({ tenantId, ...found })
      return last
    })
  }
  return differences.slice(0, DIFFERENCES_MAX)
}

async function lastOfPage(tx: Tx, tenantId: TenantId, after: number): Promise<number> {
  const { rows } = await run<{ id: number }>(
    tx,
    sql`
    select id from customer where tenant_id = ${tenantId} and id > ${after} order by id offset ${PAGE - 1} limit 1`,
  )
  return rows[0]?.id ?? NO_LAST
}
