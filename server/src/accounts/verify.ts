import type { TenantId } from '../contract/ids.ts'
import { run, runUnhurried, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Two figures that should be the same and are not. */
export interface Difference {
  readonly tenantId: TenantId
  /** The customer's id in the merchant's store; empty where the difference concerns no single customer. */
  readonly customer: string
  readonly what: string
  readonly stored: string
  readonly recomputed: string
}

export type FoundDifference = Omit<Difference, 'tenantId'>

/** Accounts whose numbers lie behind one and up to another. */
export interface AccountRange {
  readonly tenantId: TenantId
  readonly after: number
  readonly last: number
}

/** Compares what belongs to some accounts; everything it reads, it reads of these accounts alone. */
export type AccountCheck = (tx: Tx, range: AccountRange) => Promise<readonly FoundDifference[]>

/** A broken database must not fill the memory of the process that verifies it. */
export const DIFFERENCES_MAX = 1_000

/**
 * The only statements that compare many rows with many: each row with each, which is what the plans of all other
 * statements come to, would take hours.
 */
export async function expectManyRows(tx: Tx): Promise<void> {
  await Promise.all([
    run(tx, sql`set local enable_nestloop = off`),
    run(tx, sql`set local enable_hashjoin = on`),
    // It would merge by the customer alone where few rows are expected: 12 million pairs for 5,000 lots, 11 s.
    run(tx, sql`set local enable_mergejoin = off`),
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

/** Balances, lots, debts and origins. */
export const verifyLedger: AccountCheck = async (tx, { tenantId, after, last }) => {
  const { rows } = await runUnhurried<FoundDifference>(
    tx,
    sql`
    with account as materialized (
      select id, original_id, points_balance, cashback_balance, next_due_at
      from customer
      where tenant_id = ${tenantId} and id > ${after} and id <= ${last}
    ),
    record as materialized (
      select * from point_record
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    ),
    origin as materialized (
      select * from point_origin
      where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last}
    ),
    reserved as (
      select customer_id, expires_at from redemption
      where tenant_id = ${tenantId} and expires_at is not null and returned_at is null
        and customer_id > ${after} and customer_id <= ${last}
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
    -- Whose records are of no customer is told by those.
    select account.original_id as customer, checked.what, checked.stored, coalesce(checked.recomputed, 'none') as recomputed
    from checked join account on account.id = checked.id
    where checked.stored is distinct from checked.recomputed
    limit ${DIFFERENCES_MAX}`,
  )
  return rows
}

/** Records and origins without a customer: no page of accounts would meet them. */
export async function verifyNoOrphans(tx: Tx, tenantId: TenantId): Promise<FoundDifference[]> {
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
    select 'customers merged into none, or into one that was merged itself', count(*)::int
    from customer as merged
    where tenant_id = ${tenantId} and merged_into is not null and not exists (
      select from customer
      where tenant_id = ${tenantId} and id = merged.merged_into and merged_into is null
    )
    union all
    select 'merged customers who still have something', count(*)::int from customer as merged
    where tenant_id = ${tenantId} and merged_into is not null and (
      (points_balance, cashback_balance, order_count, former_id_count) <> (0, 0, 0, 0)
      or next_due_at is not null or tier_id is not null or is_enrolled
      or coalesce(name, email, phone, document, birthday::text, signup_at::text) is not null
      or exists (select from point_record where tenant_id = ${tenantId} and customer_id = merged.id)
      or exists (select from customer_order where tenant_id = ${tenantId} and customer_id = merged.id)
      or exists (select from redemption where tenant_id = ${tenantId} and customer_id = merged.id)
      or exists (select from coupon where tenant_id = ${tenantId} and customer_id = merged.id)
      or exists (select from customer_alias where tenant_id = ${tenantId} and customer_id = merged.id)
    )
    union all
    select 'origins of no lot', count(*)::int from point_origin as origin
    where tenant_id = ${tenantId} and not exists (
      select from point_record
      where tenant_id = ${tenantId} and customer_id = origin.customer_id and id = origin.lot_id
    )`,
  )
  return rows
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => ({ customer: '', what, stored: String(count), recomputed: '0' }))
}
