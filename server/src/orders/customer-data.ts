/** What orders know of a customer. */
import {
  decimalOf,
  ERASED,
  type Erased,
  EXPORTED_ROWS_MAX,
  type Exported,
  momentOf,
} from '../accounts/customer-data-kit.ts'
import type { OrderId } from '../contract/ids.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { decodeDetails, type StoredDetails } from './details-encoding.ts'

/** What the merchant's backend has sent along: metadata, and who has sold it. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update customer_order as one set details = (one.details::jsonb - 'm' - 'w')::json
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and (one.details -> 'm' is not null or one.details -> 'w' is not null)`,
    ),
  ]
}

export async function exportOf(tx: Tx, whose: Exported) {
  const [orders, returns] = await Promise.all([findOrders(tx, whose), findReturns(tx, whose)])
  return { orders, returns }
}

async function findOrders(tx: Tx, { tenantId, customerId }: Exported) {
  const { rows } = await run(
    tx,
    sql<{
      id: number
      originalId: string
      state: number
      total: string
      returned: string
      placedAt: string
      completedAt: string | null
      cancelledAt: string | null
      details: StoredDetails
    }>`
    select id, original_id as "originalId", state, ${decimalOf('total')} as total, ${decimalOf('returned')} as returned,
      ${momentOf('placed_at')} as "placedAt", ${momentOf('completed_at')} as "completedAt",
      ${momentOf('cancelled_at')} as "cancelledAt", details
    from customer_order where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by tenant_id desc, customer_id desc, id desc limit ${EXPORTED_ROWS_MAX}`,
  )
  return rows.map(({ details: stored, ...order }) => {
    const { status, products, coupon, externalCoupon, ...details } = decodeDetails(stored)
    const { metadatas, paymentMethod, branch, salesPerson } = details
    return {
      ...order,
      status,
      products: products.map(({ originalId, title }) => ({ originalId, title })),
      coupons: [coupon, externalCoupon].filter((code) => code !== null),
      metadata: metadatas.map(({ name, value }) => ({ name, value })),
      paymentMethod,
      branch,
      salesPerson,
    }
  })
}

async function findReturns(tx: Tx, { tenantId, customerId }: Exported) {
  const { rows } = await run(
    tx,
    sql<{ orderId: OrderId; key: string; value: string; returnedAt: string }>`
    select order_id as "orderId", cancel_key as key, ${decimalOf('value')} as value,
      ${momentOf('returned_at')} as "returnedAt"
    from order_return where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by returned_at desc limit ${EXPORTED_ROWS_MAX}`,
  )
  return rows
}
