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

/** Points that can be used from the same moment on. */
export interface NextAvailable {
  readonly points: Decimal
  readonly at: Instant
}

export interface Waiting {
  /** The soonest first. */
  readonly lots: readonly WaitingLot[]
  /** Of all of them, also of those that are not listed. */
  readonly total: Amount
  /** null: none waits. */
  readonly next: NextAvailable | null
}

/** Lots that wait; what they add up to counts all of them. */
export async function findWaiting(tx: Tx, { tenantId, customerId }: Owner, limit: number): Promise<Waiting> {
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
      sql<{ available_at: Date; next: Decimal; points: Decimal; cashback: Decimal }>`
      select available_at, points as next, sum(points) over () as points, sum(cashback) over () as cashback
      from (
        select available_at, sum(remaining_points) as points, sum(remaining_cashback) as cashback from point_record
        where tenant_id = ${tenantId} and customer_id = ${customerId} and is_live and is_waiting
        group by available_at
      ) as moment
      order by available_at
      limit 1`,
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
    total: sum ? { points: sum.points, cashback: sum.cashback } : NOTHING,
    next: sum ? { points: sum.next, at: sum.available_at.getTime() } : null,
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
