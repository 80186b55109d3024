/** Orders that an import brought, by their numbers: for undoing it. */
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Order } from '../order.ts'
import { type OrderRow, toOrder } from './orders.ts'

export interface OrderNumber {
  /** Who had it when it was imported. What of a customer was merged into another one is that one's. */
  readonly customerId: CustomerId
  readonly id: OrderId
}

/** By their numbers; what there is no more is left out. */
export async function findBroughtOrders(
  tx: Tx,
  tenantId: TenantId,
  wanted: readonly OrderNumber[],
): Promise<ReadonlyMap<OrderId, Order>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<OrderRow>`
    select brought.*
    from unnest(${wanted.map(({ customerId }) => customerId)}::bigint[], ${wanted.map(({ id }) => id)}::bigint[])
      as wanted (customer_id, id)
    cross join lateral (
      select case when merged_into is null then id else merged_into end as id from customer
      where tenant_id = ${tenantId} and id = wanted.customer_id
      limit 1
    ) as owner
    cross join lateral (
      select * from customer_order
      where tenant_id = ${tenantId} and customer_id = owner.id and id = wanted.id
      limit 1
    ) as brought`,
  )
  return new Map(rows.map((row) => [row.id, toOrder(row)]))
}

/** Its id in the merchant's store is free for another order. The account of its customer is locked. */
export async function renameOrder(
  tx: Tx,
  tenantId: TenantId,
  { customerId, id }: Order,
  originalId: string,
): Promise<void> {
  await run(
    tx,
    sql`
    update customer_order set original_id = ${originalId}
    where tenant_id = ${tenantId} and customer_id = ${customerId} and id = ${id}`,
  )
}
