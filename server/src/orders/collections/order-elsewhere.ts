import {
  type Changed,
  type Collection,
  keyText,
  type Load,
  load,
  type TenantKey,
} from '../../accounts/till/collection.ts'
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { hasEarnedElsewhere, type Order } from '../order.ts'
import type { OrderElsewhere } from '../order-elsewhere.ts'

type ElsewhereKey = Pick<Order, 'customerId' | 'id'>
type Change = Changed<ElsewhereKey, OrderElsewhere>

const KEY: Columns<TenantKey<ElsewhereKey>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  order_id: ['bigint', ({ key }) => key.id],
}

const rows = table('order_elsewhere')
const insertElsewhere = rows.insert<Change>({
  ...KEY,
  points: ['numeric', ({ value }) => value.given.points],
  cashback: ['numeric', ({ value }) => value.given.cashback],
  taken_points: ['numeric', ({ value }) => value.taken.points],
  taken_cashback: ['numeric', ({ value }) => value.taken.cashback],
})
const updateElsewhere = rows.update<Change>(KEY, {
  taken_points: ['numeric', ({ value }) => value.taken.points],
  taken_cashback: ['numeric', ({ value }) => value.taken.cashback],
})

/** What imported orders had earned in another system, by customer and order. */
export const orderElsewhere: Collection<ElsewhereKey, OrderElsewhere> = {
  name: 'given elsewhere for orders',
  textOf: textOfElsewhere,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        customer_id: CustomerId
        order_id: OrderId
        points: Decimal
        cashback: Decimal
        taken_points: Decimal
        taken_cashback: Decimal
      }>`
      select elsewhere.* from ${rowsAs('wanted', KEY, keys)}
      join order_elsewhere as elsewhere
        on elsewhere.tenant_id = wanted.tenant_id and elsewhere.customer_id = wanted.customer_id
        and elsewhere.order_id = wanted.order_id`,
    )
    return new Map(
      rows.map((row) => [
        keyText({
          tenantId: row.tenant_id,
          key: textOfElsewhere({ customerId: row.customer_id, id: row.order_id }),
        }),
        {
          given: { points: row.points, cashback: row.cashback },
          taken: { points: row.taken_points, cashback: row.taken_cashback },
        },
      ]),
    )
  },
  save: (tx, changes) =>
    Promise.all([
      insertElsewhere(
        tx,
        changes.filter(({ isNew, value }) => isNew && !value.isGone),
      ),
      updateElsewhere(
        tx,
        changes.filter(({ isNew, value }) => !isNew && !value.isGone),
      ),
      deleteElsewhere(
        tx,
        changes.filter(({ isNew, value }) => !isNew && value.isGone),
      ),
    ]),
}

/** Orders of no import have none, and ask for none. */
export function elsewhereLoads(stored: Order | undefined): Load[] {
  return stored && hasEarnedElsewhere(stored) ? [load(orderElsewhere, stored)] : []
}

function textOfElsewhere({ customerId, id }: ElsewhereKey): string {
  return `${customerId} ${id}`
}

async function deleteElsewhere(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await run(
    tx,
    sql`
    delete from order_elsewhere as gone using ${rowsAs('wanted', KEY, changes)}
    where gone.tenant_id = wanted.tenant_id and gone.customer_id = wanted.customer_id
      and gone.order_id = wanted.order_id`,
  )
}
