import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export async function findPublicIds(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, string>> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; public_id: string }>`
    select id, public_id from customer where tenant_id = ${tenantId} and id = any (${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, public_id }) => [id, public_id]))
}

/** The shop's ids of orders of these customers. */
export async function findOrderIds(
  tx: Tx,
  tenantId: TenantId,
  orders: readonly { readonly customerId: CustomerId; readonly orderId: OrderId }[],
): Promise<Map<OrderId, string>> {
  const { rows } = await run(
    tx,
    sql<{ id: OrderId; original_id: string }>`
    select bought.id, bought.original_id
    from unnest(
      ${orders.map(({ customerId }) => customerId)}::bigint[], ${orders.map(({ orderId }) => orderId)}::bigint[]
    ) as wanted (customer_id, id)
    cross join lateral (
      select id, original_id from customer_order
      where tenant_id = ${tenantId} and customer_id = wanted.customer_id and id = wanted.id
      limit 1
    ) as bought`,
  )
  return new Map(rows.map(({ id, original_id }) => [id, original_id]))
}
