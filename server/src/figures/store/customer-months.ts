import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import {
  ALL_OF_COHORT,
  type CohortDelta,
  type CompletedOrder,
  type CustomerChange,
  type CustomerOrders,
  type MonthOfCustomer,
  sumCohorts,
} from '../rules/customer-months.ts'
import type { Month } from '../rules/zones.ts'
import { IS_COMPLETED } from './order-days.ts'

/** Customers whose orders are to be counted again. */
export async function touchCustomers(tx: Tx, tenantId: TenantId, ids: readonly CustomerId[]): Promise<void> {
  if (ids.length === 0) return
  await run(
    tx,
    sql`
    insert into touched_customer (tenant_id, customer_id)
    select ${tenantId}::bigint, id from unnest(${[...new Set(ids)]}::bigint[]) as touched (id)
    on conflict (tenant_id, customer_id) do update set mark = excluded.mark`,
  )
}

/** Those with an order that was placed at that moment or later. */
export async function touchCustomersSince(tx: Tx, tenantId: TenantId, since: Instant): Promise<void> {
  await run(
    tx,
    sql`
    insert into touched_customer (tenant_id, customer_id)
    select distinct ${tenantId}::bigint, customer_id from customer_order
    where tenant_id = ${tenantId} and placed_at >= ${new Date(since)}::timestamptz
    on conflict (tenant_id, customer_id) do update set mark = excluded.mark`,
  )
}

/** Customers who were merged into others and still have months of their own. */
export async function touchMerged(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`
    with merged as (
      select id, merged_into from customer
      where tenant_id = ${tenantId} and merged_into is not null and (
        exists (select from customer_first where tenant_id = ${tenantId} and customer_id = customer.id)
        or exists (select from customer_month where tenant_id = ${tenantId} and customer_id = customer.id)
      )
    )
    insert into touched_customer (tenant_id, customer_id)
    select ${tenantId}::bigint, id from merged union select ${tenantId}::bigint, merged_into from merged
    on conflict (tenant_id, customer_id) do update set mark = excluded.mark`,
  )
}

export interface TouchedCustomer {
  readonly customerId: CustomerId
  /** null: it is counted with all others. */
  readonly mark: string | null
}

export async function findTouched(tx: Tx, tenantId: TenantId, limit: number): Promise<TouchedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<TouchedCustomer>`
    select customer_id as "customerId", mark::text as mark from touched_customer where tenant_id = ${tenantId}
    order by customer_id limit ${limit}`,
  )
  return rows
}

const TOUCHED: Columns<TouchedCustomer> = {
  customer_id: ['bigint', ({ customerId }) => customerId],
  mark: ['xid8', ({ mark }) => mark],
}

/** Those that were not touched again since they were found. What is returned is counted by the caller alone. */
export async function takeTouched(
  tx: Tx,
  tenantId: TenantId,
  touched: readonly TouchedCustomer[],
): Promise<Set<CustomerId>> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId }>`
    delete from touched_customer where tenant_id = ${tenantId} and (customer_id, mark) in (
      select customer_id, mark from ${rowsAs('wanted', TOUCHED, touched)}
    )
    returning customer_id`,
  )
  return new Set(rows.map(({ customer_id }) => customer_id))
}

export async function findNextCustomers(
  tx: Tx,
  tenantId: TenantId,
  after: CustomerId,
  limit: number,
): Promise<TouchedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId }>`
    select id from customer where tenant_id = ${tenantId} and id > ${after} order by id limit ${limit}`,
  )
  return rows.map(({ id }) => ({ customerId: id, mark: null }))
}

/** Into whom these customers were merged. */
export async function findMergedInto(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<CustomerId[]> {
  const { rows } = await run(
    tx,
    sql<{ merged_into: CustomerId }>`
    select customer.merged_into
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select merged_into from customer where tenant_id = ${tenantId} and customer.id = wanted.id limit 1
    ) as customer
    where customer.merged_into is not null`,
  )
  return rows.map(({ merged_into: into }) => into)
}

export async function findCompletedOrders(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, CompletedOrder[]>> {
  const { rows } = await runUnhurried(
    tx,
    sql<{ customer_id: CustomerId; id: OrderId; placed_at: Date; sales: Decimal | null }>`
    select wanted.id as customer_id, stored.id, stored.placed_at, stored.sales
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select id, placed_at, case when returned < total or returned = 0 then total - returned end as sales
      from customer_order
      where tenant_id = ${tenantId} and customer_id = wanted.id and ${IS_COMPLETED}
      offset 0
    ) as stored`,
  )
  const orders = rows.map((row) => ({
    customerId: row.customer_id,
    ...{ id: row.id, placedAt: row.placed_at.getTime(), sales: row.sales },
  }))
  return Map.groupBy(orders, ({ customerId }) => customerId)
}

/** What is kept of these customers' orders. */
export async function findCustomerOrders(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, CustomerOrders>> {
  const [firsts, months] = await Promise.all([
    run(
      tx,
      sql<{ customer_id: CustomerId; order_id: OrderId; day: LocalDate; month: Month }>`
      select first.*
      from unnest(${ids}::bigint[]) as wanted (id)
      cross join lateral (
        select customer_id, order_id, day, month from customer_first
        where tenant_id = ${tenantId} and customer_id = wanted.id limit 1
      ) as first`,
    ),
    run(
      tx,
      sql<MonthOfCustomer & { customer_id: CustomerId }>`
      select kept.*
      from unnest(${ids}::bigint[]) as wanted (id)
      cross join lateral (
        select customer_id, month, orders, sales from customer_month
        where tenant_id = ${tenantId} and customer_id = wanted.id
        offset 0
      ) as kept`,
    ),
  ])
  const firstOf = new Map(firsts.rows.map((row) => [row.customer_id, row]))
  const monthsOf = Map.groupBy(months.rows, ({ customer_id }) => customer_id)
  return new Map(
    ids.map((id) => {
      const first = firstOf.get(id)
      const kept = monthsOf.get(id) ?? []
      return [
        id,
        {
          first: first ? { orderId: first.order_id, day: first.day, month: first.month } : null,
          months: kept.map(({ month, orders, sales }) => ({ month, orders, sales })),
        },
      ]
    }),
  )
}

export async function saveCustomers(
  tx: Tx,
  tenantId: TenantId,
  changes: readonly CustomerChange[],
): Promise<void> {
  await deleteGone(tx, tenantId, changes)
  await saveFirsts(tx, tenantId, changes)
  await saveMonths(tx, tenantId, changes)
  await addToCohorts(tx, tenantId, sumCohorts(changes.flatMap(({ cohorts }) => cohorts)))
}

async function deleteGone(tx: Tx, tenantId: TenantId, changes: readonly CustomerChange[]): Promise<void> {
  const months = changes.flatMap(({ customerId, monthsGone }) =>
    monthsGone.map((month) => ({ customerId, month })),
  )
  const firsts = changes.filter(({ first }) => first !== null && first.is === null)
  if (months.length > 0) {
    await run(
      tx,
      sql`
      delete from customer_month where tenant_id = ${tenantId} and (customer_id, month) in (
        select customer_id, month from ${rowsAs('gone', MONTH_GONE, months)}
      )`,
    )
  }
  if (firsts.length > 0) {
    const ids = firsts.map(({ customerId }) => customerId)
    await run(
      tx,
      sql`delete from customer_first where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[])`,
    )
  }
}

const MONTH_GONE: Columns<{ readonly customerId: CustomerId; readonly month: Month }> = {
  customer_id: ['bigint', ({ customerId }) => customerId],
  month: ['int', ({ month }) => month],
}

interface FirstRow {
  readonly customerId: CustomerId
  readonly orderId: OrderId
  readonly day: LocalDate
  readonly month: Month
}

const FIRST: Columns<FirstRow> = {
  customer_id: ['bigint', ({ customerId }) => customerId],
  order_id: ['bigint', ({ orderId }) => orderId],
  day: ['int', ({ day }) => day],
  month: ['int', ({ month }) => month],
}

async function saveFirsts(tx: Tx, tenantId: TenantId, changes: readonly CustomerChange[]): Promise<void> {
  const firsts = changes.flatMap(({ customerId, first }) => (first?.is ? [{ customerId, ...first.is }] : []))
  if (firsts.length === 0) return
  await run(
    tx,
    sql`
    insert into customer_first (tenant_id, customer_id, order_id, day, month)
    select ${tenantId}::bigint, saved.* from ${rowsAs('saved', FIRST, firsts)}
    on conflict (tenant_id, customer_id) do update set order_id = excluded.order_id, day = excluded.day,
      month = excluded.month`,
  )
}

const MONTH: Columns<MonthOfCustomer & { readonly customerId: CustomerId }> = {
  customer_id: ['bigint', ({ customerId }) => customerId],
  month: ['int', ({ month }) => month],
  orders: ['int', ({ orders }) => orders],
  sales: ['numeric', ({ sales }) => sales],
}

async function saveMonths(tx: Tx, tenantId: TenantId, changes: readonly CustomerChange[]): Promise<void> {
  const months = changes.flatMap(({ customerId, months: changed }) =>
    changed.map((month) => ({ customerId, ...month })),
  )
  if (months.length === 0) return
  await run(
    tx,
    sql`
    insert into customer_month (tenant_id, customer_id, month, orders, sales)
    select ${tenantId}::bigint, saved.* from ${rowsAs('saved', MONTH, months)}
    on conflict (tenant_id, customer_id, month) do update set orders = excluded.orders, sales = excluded.sales`,
  )
}

const COHORT: Columns<CohortDelta> = {
  first_month: ['int', ({ firstMonth }) => firstMonth],
  month: ['int', ({ month }) => month],
  customers: ['bigint', ({ customers }) => customers],
  sales: ['numeric', ({ sales }) => sales],
}

async function addToCohorts(tx: Tx, tenantId: TenantId, deltas: readonly CohortDelta[]): Promise<void> {
  if (deltas.length === 0) return
  await run(
    tx,
    sql`
    insert into cohort_sum (tenant_id, first_month, month, customers, sales)
    select ${tenantId}::bigint, delta.* from ${rowsAs('delta', COHORT, deltas)}
    on conflict (tenant_id, first_month, month) do update
    set customers = cohort_sum.customers + excluded.customers, sales = cohort_sum.sales + excluded.sales`,
  )
}

/** All cohorts, from the months of all customers. */
export async function countCohorts(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(tx, sql`delete from cohort_sum where tenant_id = ${tenantId}`)
  await runUnhurried(
    tx,
    sql`
    insert into cohort_sum (tenant_id, first_month, month, customers, sales)
    select ${tenantId}::bigint, first.month, kept.month, count(*), sum(kept.sales)
    from customer_month as kept
    cross join lateral (
      select month from customer_first where tenant_id = ${tenantId} and customer_id = kept.customer_id limit 1
    ) as first
    where kept.tenant_id = ${tenantId}
    group by first.month, kept.month
    union all
    select ${tenantId}::bigint, month, ${ALL_OF_COHORT}, count(*), 0 from customer_first
    where tenant_id = ${tenantId}
    group by month`,
  )
}
