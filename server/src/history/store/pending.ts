import type { Amount } from '../../accounts/account.ts'
import { NOTHING } from '../../accounts/account.ts'
import { ORDER_STATE } from '../../orders/order.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Owner } from './history.ts'

/** Points that wait, and where they come from. */
export interface WaitingLot {
  readonly remaining: Amount
  readonly availableAt: Instant
  readonly recordedAt: Instant
  readonly order: { readonly originalId: string; readonly placedAt: Instant; readonly total: Decimal } | null
}

/** Lots that wait, the soonest first; what they add up to counts all of them. */
export async function findWaiting(
  tx: Tx,
  { tenantId, customerId }: Owner,
  limit: number,
): Promise<{ lots: WaitingLot[]; total: Amount }> {
  const [{ rows }, { rows: totals }] = await Promise.all([
    run(
      tx,
      sql<{
        remaining_points: Decimal
        remaining_cashback: Decimal
        available_at: Date
        recorded_at: Date
        original_id: string | null
        placed_at: Date | null
        total: Decimal | null
      }>`
      select lot.remaining_points, lot.remaining_cashback, lot.available_at, lot.recorded_at,
        bought.original_id, bought.placed_at, bought.total
      from (
        select * from point_record
        where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and is_waiting
        order by tenant_id, customer_id, available_at, id
        limit ${limit}
      ) as lot
      left join lateral (
        select original_id, placed_at, total from customer_order
        where tenant_id = lot.tenant_id and customer_id = lot.customer_id and id = lot.order_id
        limit 1
      ) as bought on true
      order by lot.available_at, lot.id`,
    ),
    run(
      tx,
      sql<{ points: Decimal | null; cashback: Decimal | null }>`
      select sum(remaining_points) as points, sum(remaining_cashback) as cashback from point_record
      where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and is_waiting`,
    ),
  ])
  const [sum] = totals
  return {
    lots: rows.map((row) => ({
      remaining: { points: row.remaining_points, cashback: row.remaining_cashback },
      availableAt: row.available_at.getTime(),
      recordedAt: row.recorded_at.getTime(),
      order:
        row.original_id === null || row.placed_at === null || row.total === null
          ? null
          : { originalId: row.original_id, placedAt: row.placed_at.getTime(), total: row.total },
    })),
    total:
      sum && sum.points !== null && sum.cashback !== null
        ? { points: sum.points, cashback: sum.cashback }
        : NOTHING,
  }
}

/** Ids, in the merchant's store, of the newest orders that are pending. */
export async function findPendingOrders(
  tx: Tx,
  { tenantId, customerId }: Owner,
  limit: number,
): Promise<string[]> {
  const { rows } = await run(
    tx,
    sql<{ original_id: string }>`
    select original_id from customer_order
    where tenant_id = ${tenantId} and customer_id = ${customerId} and state = ${ORDER_STATE.pending}
    order by tenant_id desc, customer_id desc, id desc
    limit ${limit}`,
  )
  return rows.map(({ original_id }) => original_id)
}
