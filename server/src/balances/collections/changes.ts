import type { Unit } from '../../accounts/account.ts'
import { type Changed, type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { keyColumns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { BalanceChange } from '../change.ts'

const BY_CHANGE_KEY = keyColumns<string>('change_key', 'text')

const insertChanges = table('balance_change').insert<Changed<string, BalanceChange>>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  change_key: ['text', ({ key }) => key],
  customer_id: ['bigint', ({ value }) => value.customerId],
  unit: ['text', ({ value }) => value.unit],
  record_id: ['bigint', ({ value }) => value.recordId],
  reason: ['text', ({ value }) => value.reason],
})

interface ChangeRow {
  tenant_id: TenantId
  change_key: string
  customer_id: CustomerId
  unit: Unit
  record_id: RecordId
  reason: string
  points: Decimal
  cashback: Decimal
}

/** Changes of balances by the merchant's backend, by their keys: one namespace for both units. */
export const balanceChanges: Collection<string, BalanceChange> = {
  name: 'balance changes',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<ChangeRow>`
      select change.*, record.points, record.cashback
      from ${rowsAs('wanted', BY_CHANGE_KEY, keys)}
      join balance_change as change
        on change.tenant_id = wanted.tenant_id and not change.is_adjustment
          and change.change_key = wanted.change_key
      cross join lateral (
        select points, cashback from point_record
        where tenant_id = change.tenant_id and customer_id = change.customer_id and id = change.record_id
        limit 1
      ) as record`,
    )
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.change_key }), toChange(row)]),
    )
  },
  save: insertChanges,
}

function toChange(row: ChangeRow): BalanceChange {
  return {
    customerId: row.customer_id,
    unit: row.unit,
    recordId: row.record_id,
    reason: row.reason,
    recorded: { points: row.points, cashback: row.cashback },
  }
}
