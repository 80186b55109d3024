import type { Amount } from '../../accounts/account.ts'
import { keyText } from '../../accounts/till/collection.ts'
import type { OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { orders } from '../../orders/collections/orders.ts'
import {
  decodeDetails,
  decodeEarnedFacts,
  decodeReturnedLines,
  type StoredDetails,
  type StoredEarnedFacts,
} from '../../orders/details-encoding.ts'
import type { Order, OrderState, ReturnedLine } from '../../orders/order.ts'
import { linesLeft } from '../../orders/rules/returned-lines.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { HistoryOrder } from '../history.ts'
import type { Owner } from './history.ts'
import type { PageOfRows } from './page.ts'

/** null: this customer has no such order. */
export async function findOrder(
  tx: Tx,
  { tenantId, customerId }: Owner,
  originalId: string,
): Promise<HistoryOrder | null> {
  const { rows } = await run(
    tx,
    sql<{
      id: number
      state: number
      total: Decimal
      returned: Decimal
      placed_at: Date
      completed_at: Date | null
      cancelled_at: Date | null
      program_version: number | null
      details: StoredDetails & StoredEarnedFacts
    }>`
    select id, state, total, returned, placed_at, completed_at, cancelled_at, program_version, details
    from customer_order
    where tenant_id = ${tenantId} and original_id = ${originalId} and customer_id = ${customerId}`,
  )
  const [row] = rows
  if (!row) return null
  const details = decodeDetails(row.details)
  const { writtenOff } = decodeEarnedFacts(row.details)
  return {
    id: row.id,
    originalId,
    state: row.state as OrderState,
    total: row.total,
    returned: row.returned,
    linePrices: linesLeft(details).flatMap(({ price }) => price ?? []),
    placedAt: row.placed_at.getTime(),
    completedAt: row.completed_at?.getTime() ?? null,
    cancelledAt: row.cancelled_at?.getTime() ?? null,
    programVersion: row.program_version,
    nothingBecause: details.nothingBecause,
    writtenOff,
  }
}

/** Orders by the ids of the merchant's store, in the order in which they are named. */
export async function loadOrders(
  tx: Tx,
  tenantId: TenantId,
  originalIds: readonly string[],
): Promise<Order[]> {
  if (originalIds.length === 0) return []
  const keys = originalIds.map((key) => ({ tenantId, key }))
  const found = await orders.load(tx, keys)
  return keys.flatMap((key) => found.get(keyText(key)) ?? [])
}

/** Whose order it is, by the id in the merchant's store; null: there is no such order. */
export async function findCustomerOfOrder(
  tx: Tx,
  tenantId: TenantId,
  originalId: string,
): Promise<string | null> {
  const { rows } = await run(
    tx,
    sql<{ original_id: string }>`
    select customer.original_id from customer_order as bought
    join customer on customer.tenant_id = bought.tenant_id and customer.id = bought.customer_id
    where bought.tenant_id = ${tenantId} and bought.original_id = ${originalId}`,
  )
  return rows[0]?.original_id ?? null
}

/** A customer's orders, newest first, by their ids in the merchant's store. */
export async function listOrders(
  tx: Tx,
  { tenantId, customerId }: Owner,
  state: OrderState | null,
  { offset, limit }: PageOfRows,
): Promise<{ originalIds: string[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    run(
      tx,
      sql<{ original_id: string }>`
      select original_id from customer_order
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (${state}::smallint is null or state = ${state}::smallint)
      order by tenant_id desc, customer_id desc, id desc
      offset ${offset}
      limit ${limit}`,
    ),
    run(
      tx,
      sql<{ count: number }>`
      select count(*) as count from customer_order
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (${state}::smallint is null or state = ${state}::smallint)`,
    ),
  ])
  return { originalIds: rows.map(({ original_id }) => original_id), total: counted[0]?.count ?? 0 }
}

/** A return as it is shown. */
export interface ListedReturn {
  readonly cancelKey: string
  readonly value: Decimal
  /** null: of no lines in particular. */
  readonly lines: readonly ReturnedLine[] | null
  readonly taken: Amount
  readonly at: Instant
}

/** The returns of orders, oldest first; of each order the newest ones. */
export async function findReturnsOfOrders(
  tx: Tx,
  { tenantId, customerId }: Owner,
  orderIds: readonly OrderId[],
  limit: number,
): Promise<Map<number, ListedReturn[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{
      order_id: number
      cancel_key: string
      value: Decimal
      products: readonly (readonly [string, string])[] | null
      taken_points: Decimal
      taken_cashback: Decimal
      returned_at: Date
    }>`
    select made.order_id, made.cancel_key, made.value, made.products, made.taken_points, made.taken_cashback,
      made.returned_at
    from unnest(${orderIds}::bigint[]) as wanted (order_id)
    cross join lateral (
      select * from order_return
      where tenant_id = ${tenantId} and customer_id = ${customerId} and order_id = wanted.order_id
      order by returned_at desc, remaining, cancel_key desc
      limit ${limit}
    ) as made
    order by made.returned_at, made.remaining desc, made.cancel_key`,
  )
  const listed = rows.map((row) => ({
    orderId: row.order_id,
    cancelKey: row.cancel_key,
    value: row.value,
    lines: row.products && decodeReturnedLines(row.products),
    taken: { points: row.taken_points, cashback: row.taken_cashback },
    at: row.returned_at.getTime(),
  }))
  return Map.groupBy(listed, ({ orderId }) => orderId)
}

/** What is recorded for an order: its newest records, how many it has, and what all of them add up to. */
export interface RecordedForOrder {
  /** Oldest first. */
  readonly recordIds: readonly RecordId[]
  readonly recorded: Amount
}

/** Found as the order's own, by their index: a customer may have 100,000 records. */
export async function findRecordsOfOrders(
  tx: Tx,
  tenantId: TenantId,
  orderIds: readonly OrderId[],
  limit: number,
): Promise<Map<number, RecordedForOrder>> {
  const { rows } = await run(
    tx,
    sql<{ order_id: number; ids: string[]; points: Decimal; cashback: Decimal }>`
    select wanted.order_id, own.ids[greatest(1, cardinality(own.ids) - ${limit}::int + 1):] as ids, own.points, own.cashback
    from unnest(${orderIds}::bigint[]) as wanted (order_id)
    cross join lateral (
      select array_agg(id order by id) as ids, sum(points) as points, sum(cashback) as cashback
      from point_record
      where tenant_id = ${tenantId} and order_id = wanted.order_id
    ) as own
    where own.ids is not null`,
  )
  return new Map(
    rows.map(({ order_id, ids, points, cashback }) => [
      order_id,
      { recordIds: ids.map(Number), recorded: { points, cashback } },
    ]),
  )
}
