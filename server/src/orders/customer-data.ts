/** What orders know of a customer. */
import {
  asItIs,
  decimalOf,
  ERASED,
  type Erased,
  type Exported,
  listBy,
  momentOf,
  newestFirst,
  type PageAfter,
  TOP_PAIR,
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
    run(
      tx,
      sql`
      delete from order_elsewhere as one using ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
  ]
}

interface OrderRow {
  readonly id: number
  readonly originalId: string
  readonly state: number
  readonly total: string
  readonly returned: string
  readonly placedAt: string
  readonly completedAt: string | null
  readonly cancelledAt: string | null
  readonly details: StoredDetails
}

async function findOrders(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly OrderRow[]> {
  const { rows } = await run(
    tx,
    sql<OrderRow>`
    select id, original_id as "originalId", state, ${decimalOf('total')} as total, ${decimalOf('returned')} as returned,
      ${momentOf('placed_at')} as "placedAt", ${momentOf('completed_at')} as "completedAt",
      ${momentOf('cancelled_at')} as "cancelledAt", details
    from customer_order where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${after}
    order by tenant_id desc, customer_id desc, id desc limit ${limit}`,
  )
  return rows
}

function orderInFile({ details: stored, ...order }: OrderRow) {
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
}

interface ReturnRow {
  readonly orderId: OrderId
  readonly key: string
  readonly value: string
  readonly returnedAt: string
}

async function findReturns(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after: [orderId, key], limit }: PageAfter<readonly [number, string]>,
): Promise<readonly ReturnRow[]> {
  const { rows } = await run(
    tx,
    sql<ReturnRow>`
    select order_id as "orderId", cancel_key as key, ${decimalOf('value')} as value,
      ${momentOf('returned_at')} as "returnedAt"
    from order_return
    where tenant_id = ${tenantId} and customer_id = ${customerId} and (order_id, cancel_key) < (${orderId}::bigint, ${key})
    order by tenant_id desc, customer_id desc, order_id desc, cancel_key desc limit ${limit}`,
  )
  return rows
}

export const exported = {
  orders: newestFirst(findOrders, orderInFile),
  returns: listBy({
    first: TOP_PAIR,
    find: findReturns,
    keyOf: ({ orderId, key }): readonly [number, string] => [orderId, key],
    shown: asItIs,
  }),
}
