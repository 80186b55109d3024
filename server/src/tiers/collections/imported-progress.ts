import { append, type Change, type Journal } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Gain } from '../rules/progress.ts'

/** What was spent and ordered elsewhere on a day, or what is taken off it again: then it is below zero. */
interface AddedElsewhere extends Pick<Gain, 'day' | 'spend' | 'orders'> {
  readonly customerId: CustomerId
}
type Row = AddedElsewhere & { readonly tenantId: TenantId }

const ADDED: Columns<Row> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ customerId }) => customerId],
  day: ['date', ({ day }) => day],
  spend: ['numeric', ({ spend }) => spend],
  orders: ['int', ({ orders }) => orders],
}

/** The source of what goals count of other systems. The accounts are locked. */
const importedProgress: Journal<AddedElsewhere> = {
  name: 'imported progress',
  // What an import added and its undoing took off leaves no row. Both are sent at once, in this order.
  append: (tx, rows) =>
    Promise.all([
      run(
        tx,
        sql`
        insert into imported_progress as kept (tenant_id, customer_id, day, spend, orders)
        select tenant_id, customer_id, day, sum(spend), sum(orders)::int
        from ${rowsAs('added', ADDED, rows)}
        group by tenant_id, customer_id, day
        on conflict (tenant_id, customer_id, day) do update
        set spend = kept.spend + excluded.spend, orders = kept.orders + excluded.orders`,
      ),
      run(
        tx,
        sql`
        delete from imported_progress as kept using ${rowsAs('added', ADDED, rows)}
        where kept.tenant_id = added.tenant_id and kept.customer_id = added.customer_id and kept.day = added.day
          and kept.spend = 0 and kept.orders = 0`,
      ),
    ]),
}

export function importedProgressChange(
  customerId: CustomerId,
  { day, spend, orders }: Omit<AddedElsewhere, 'customerId'>,
): Change {
  return append(importedProgress, { customerId, day, spend, orders })
}
