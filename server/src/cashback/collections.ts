import { type Changed, type Collection, keyText } from '../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../contract/ids.ts'
import { keyColumns, rowsAs, table } from '../platform/postgres/columns.ts'
import { run } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

export interface ChangeKeyUse {
  readonly customerId: CustomerId
  readonly recordId: RecordId
  readonly reason: string
}

const BY_CHANGE_KEY = keyColumns<string>('change_key', 'text')

const insertChanges = table('cashback_change').insert<Changed<string, ChangeKeyUse>>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  change_key: ['text', ({ key }) => key],
  customer_id: ['bigint', ({ value }) => value.customerId],
  record_id: ['bigint', ({ value }) => value.recordId],
  reason: ['text', ({ value }) => value.reason],
})

/** The keys of cashback changes that were made. */
export const changeKeys: Collection<string, ChangeKeyUse> = {
  name: 'change keys',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        change_key: string
        customer_id: CustomerId
        record_id: RecordId
        reason: string
      }>`
      select used.tenant_id, used.change_key, used.customer_id, used.record_id, used.reason
      from ${rowsAs('wanted', BY_CHANGE_KEY, keys)}
      join cashback_change as used
        on used.tenant_id = wanted.tenant_id and used.change_key = wanted.change_key`,
    )
    return new Map(
      rows.map((row) => [
        keyText({ tenantId: row.tenant_id, key: row.change_key }),
        { customerId: row.customer_id, recordId: row.record_id, reason: row.reason },
      ]),
    )
  },
  save: insertChanges,
}
