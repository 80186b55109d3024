import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type TenantRow, toTenant } from '../../tenancy/store/tenants.ts'
import type { Tenant } from '../../tenancy/tenant.ts'

/** In the order of their numbers, without those that are arriving or being deleted. */
export async function listMerchantsAfter(
  tx: Tx,
  { afterId, limit }: { readonly afterId: TenantId; readonly limit: number },
): Promise<Tenant[]> {
  const { rows } = await run(
    tx,
    sql<TenantRow>`
    select * from tenant where id > ${afterId} and state not in ('arriving', 'deleting') order by id limit ${limit}`,
  )
  return rows.map(toTenant)
}

/** What an operator sees of a merchant: how much and when, and nothing of what or who. */
export interface Figures {
  readonly customers: number
  readonly ordersLastDay: number
  readonly errorsLastDay: number
  readonly lastOrderAt: Instant | null
}

/** No more are counted, so that a page of large merchants is as quick as one of small ones. */
const COUNTED = { orders: 50_000, failedRequests: 5_000 }
const DAY_MS = 86_400_000

/** In the cell of the tenants. */
export async function readFigures(
  tx: Tx,
  tenantIds: readonly TenantId[],
  now: Instant,
): Promise<ReadonlyMap<number, Figures>> {
  const dayAgo = instantToText(now - DAY_MS)
  const { rows } = await run(
    tx,
    sql<{ id: number; customers: number; orders: number; errors: number; last_order_at: Date | null }>`
    select wanted.id,
      (select coalesce(sum(customers), 0)::bigint from customer_count
        where customer_count.tenant_id = wanted.id and tier_id = 0) as customers,
      (select count(*) from (
        select from customer_order
        where customer_order.tenant_id = wanted.id and placed_at > ${dayAgo}::timestamptz
        limit ${COUNTED.orders}
      ) as recent) as orders,
      (select coalesce(sum(count), 0)::bigint from (
        select at, count from failed_request where failed_request.tenant_id = wanted.id
        order by id desc limit ${COUNTED.failedRequests}
      ) as recent where at > ${dayAgo}::timestamptz) as errors,
      (select placed_at from customer_order where customer_order.tenant_id = wanted.id
        order by placed_at desc, id desc limit 1) as last_order_at
    from unnest(${tenantIds}::bigint[]) as wanted (id)`,
  )
  return new Map(
    rows.map(({ id, customers, orders, errors, last_order_at }) => [
      id,
      {
        customers,
        ordersLastDay: orders,
        errorsLastDay: errors,
        lastOrderAt: last_order_at?.getTime() ?? null,
      },
    ]),
  )
}
