import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

/** How far a merchant's orders are counted. */
export interface OrderFigures {
  /** All customers up to this one are counted since the count began. */
  readonly countedTo: CustomerId
  readonly areDaysMarked: boolean
  /** All were counted once, and can be read. */
  readonly isComplete: boolean
  /** Up to when all that changed was counted; null: it was not yet. */
  readonly countedAt: Instant | null
}

interface Row {
  readonly counted_to: CustomerId
  readonly days_marked: boolean
  readonly is_complete: boolean
  readonly counted_at: Date | null
}

const COLUMNS = new Fragment('counted_to, days_marked, is_complete, counted_at')

/** null: nothing was counted yet. */
export async function findOrderFigures(tx: Tx, tenantId: TenantId): Promise<OrderFigures | null> {
  const { rows } = await run(tx, sql<Row>`select ${COLUMNS} from order_figures where tenant_id = ${tenantId}`)
  return rows[0] ? toFigures(rows[0]) : null
}

/** The same, kept from all others until the transaction ends. */
export async function lockOrderFigures(tx: Tx, tenantId: TenantId): Promise<OrderFigures | null> {
  const { rows } = await run(
    tx,
    sql<Row>`select ${COLUMNS} from order_figures where tenant_id = ${tenantId} for update`,
  )
  return rows[0] ? toFigures(rows[0]) : null
}

function toFigures(row: Row): OrderFigures {
  return {
    countedTo: row.counted_to,
    areDaysMarked: row.days_marked,
    isComplete: row.is_complete,
    countedAt: row.counted_at?.getTime() ?? null,
  }
}

/** Counts all orders again. What is read stays meanwhile. */
export async function beginOrderFigures(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`
    insert into order_figures (tenant_id, counted_to, days_marked, is_complete) values (${tenantId}, 0, false, false)
    on conflict (tenant_id) do update set counted_to = 0, days_marked = false`,
  )
}

export async function updateOrderFigures(tx: Tx, tenantId: TenantId, figures: OrderFigures): Promise<void> {
  const { countedTo, areDaysMarked, isComplete, countedAt } = figures
  await run(
    tx,
    sql`
    update order_figures set counted_to = ${countedTo}, days_marked = ${areDaysMarked}, is_complete = ${isComplete},
      counted_at = ${countedAt === null ? null : new Date(countedAt)}::timestamptz
    where tenant_id = ${tenantId}`,
  )
}

/** For reports: whether figures of orders can be read, and up to when all that changed is in them. */
export interface OrderFiguresState {
  readonly isComplete: boolean
  /** How far the first count is, in percent of the merchant's customers. */
  readonly percent: number
  /** null: nothing waits to be counted. */
  readonly countedAt: Instant | null
}

export async function readOrderFiguresState(tx: Tx, tenantId: TenantId): Promise<OrderFiguresState> {
  const { rows } = await run(
    tx,
    sql<{ is_complete: boolean; counted_at: Date | null; is_waiting: boolean; percent: number }>`
    select is_complete, counted_at,
      exists (select from order_day_due where tenant_id = ${tenantId})
        or exists (select from touched_customer where tenant_id = ${tenantId}) as is_waiting,
      case
        when is_complete then 100
        when counted_to > ends.last then 99
        else greatest(0, least(99, 100 * (counted_to - ends.first) / greatest(1, ends.last - ends.first)))
      end::int as percent
    from order_figures
    cross join lateral (
      select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from customer where tenant_id = ${tenantId}
    ) as ends
    where order_figures.tenant_id = ${tenantId}`,
  )
  const [row] = rows
  if (!row) return { isComplete: false, percent: 0, countedAt: null }
  const { is_complete: isComplete, percent, is_waiting: isWaiting, counted_at: countedAt } = row
  return { isComplete, percent, countedAt: isComplete && isWaiting ? (countedAt?.getTime() ?? null) : null }
}

/** Of these merchants, those with orders to be counted. */
export async function findTenantsWithOrders(tx: Tx, tenantIds: readonly TenantId[]): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ id: TenantId }>`
    select wanted.id
    from unnest(${tenantIds}::bigint[]) as wanted (id)
    left join lateral (
      select is_complete, counted_to, days_marked from order_figures as known where known.tenant_id = wanted.id limit 1
    ) as known on true
    where known.is_complete is null or not known.is_complete or not known.days_marked
      or known.counted_to < ${ALL_COUNTED}
      or exists (select from order_day_due as due where due.tenant_id = wanted.id)
      or exists (select from touched_customer as touched where touched.tenant_id = wanted.id)
      or exists (select from order_day where order_day.tenant_id = wanted.id and points is null)`,
  )
  return rows.map(({ id }) => id)
}

/** All customers are counted. */
export const ALL_COUNTED: CustomerId = Number.MAX_SAFE_INTEGER
