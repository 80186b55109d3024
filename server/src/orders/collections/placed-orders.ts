import type { TenantId } from '../../contract/ids.ts'
import type { ExportPlace } from '../../jobs/export.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Order } from '../order.ts'
import { type OrderRow, toOrder } from './orders.ts'

export interface PlacedOrders {
  readonly orders: readonly Order[]
  /** Where the next page begins; null: these were the last. */
  readonly next: ExportPlace | null
}

/** Orders of a merchant in the order of their placement, behind a place and before a moment. */
export async function findPlacedOrders(
  tx: Tx,
  tenantId: TenantId,
  { after, until, limit }: { readonly after: ExportPlace; readonly until: Instant; readonly limit: number },
): Promise<PlacedOrders> {
  const { rows } = await run(
    tx,
    sql<OrderRow & { place: string }>`
    select *, placed_at::text as place from customer_order
    where tenant_id = ${tenantId} and (placed_at, id) > (${after.at}::timestamptz, ${after.id}::bigint)
      and placed_at < ${instantToText(until)}::timestamptz
    order by placed_at, id limit ${limit}`,
  )
  const last = rows.at(-1)
  return {
    orders: rows.map(toOrder),
    next: last && rows.length === limit ? { at: last.place, id: last.id } : null,
  }
}

/** How many orders were placed in a time, counted up to a limit. */
export async function countPlacedOrders(
  tx: Tx,
  tenantId: TenantId,
  { from, until, limit }: { readonly from: Instant; readonly until: Instant; readonly limit: number },
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*)::int as count from (
      select from customer_order
      where tenant_id = ${tenantId} and placed_at >= ${instantToText(from)}::timestamptz
        and placed_at < ${instantToText(until)}::timestamptz
      limit ${limit}
    ) as placed`,
  )
  return rows[0]?.count ?? 0
}
