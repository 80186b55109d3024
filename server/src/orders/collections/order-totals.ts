import { type OrderRecords, POINT_TYPE } from '../../accounts/account.ts'
import { type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Order } from '../order.ts'

type OrderOfCustomer = Pick<Order, 'customerId' | 'id'>

const ORDER_OF_CUSTOMER: Columns<TenantKey<OrderOfCustomer>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  order_id: ['bigint', ({ key }) => key.id],
}

/** What all records of an order add up to, by customer and order id. */
export const orderTotals: Collection<OrderOfCustomer, OrderRecords> = {
  name: 'recorded for orders',
  textOf: ({ customerId, id }) => `${customerId} ${id}`,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; key: string; points: Decimal; cashback: Decimal; expired: Decimal }>`
      select wanted.tenant_id, wanted.customer_id || ' ' || wanted.order_id as key,
        sum(record.points) as points, sum(record.cashback) as cashback,
        coalesce(-sum(record.points) filter (where record.type = ${POINT_TYPE.expiry}), 0) as expired
      from ${rowsAs('wanted', ORDER_OF_CUSTOMER, keys)}
      join point_record as record
        on record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
        and record.order_id = wanted.order_id
      group by 1, 2`,
    )
    return new Map(
      rows.map(({ tenant_id, key, points, cashback, expired }) => [
        keyText({ tenantId: tenant_id, key }),
        { sum: { points, cashback }, expiredPoints: expired },
      ]),
    )
  },
}
