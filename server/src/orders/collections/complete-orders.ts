import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import { keyColumns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { ORDER_STATE } from '../order.ts'

/** One more than a batch could cancel: where so many are complete, one still is after it. */
const STANDING_MAX = 101

const BY_CUSTOMER_ID = keyColumns<CustomerId>('customer_id', 'bigint')

/**
 * The newest complete orders of customers, by the customer's id: so many, however many a customer has. Without those of
 * which nothing counted, which are no purchases.
 */
export const completeOrders: Collection<CustomerId, readonly OrderId[]> = {
  name: 'standing orders',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: TenantId; customer_id: CustomerId; ids: string[] }>`
      select wanted.tenant_id, wanted.customer_id, array(
        select id from customer_order as stored
        where stored.tenant_id = wanted.tenant_id and stored.customer_id = wanted.customer_id
          and stored.state = ${ORDER_STATE.complete} and stored.details ->> 'n' is distinct from 'excluded'
        order by stored.id desc
        limit ${STANDING_MAX}
      ) as ids
      from ${rowsAs('wanted', BY_CUSTOMER_ID, keys)}`,
    )
    return new Map(
      rows.map(({ tenant_id, customer_id, ids }) => [
        keyText({ tenantId: tenant_id, key: customer_id }),
        ids.map(Number),
      ]),
    )
  },
  // The orders are saved themselves; it only lets the next command of a batch see what became of them.
  save: 'derived',
}
