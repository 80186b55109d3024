import type { Amount } from '../../accounts/account.ts'
import { type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface RecordKey {
  readonly customerId: CustomerId
  readonly id: RecordId
}

/** A record that an import made. */
export interface ImportedRecord {
  readonly isLot: boolean
  /** Below zero where it is a debit. */
  readonly amount: Amount
  readonly expiresAt: Instant | null
  /** Of a debit: what later points have repaid. */
  readonly repaid: Amount
}

function textOfRecord({ customerId, id }: RecordKey): string {
  return `${customerId} ${id}`
}

const KEY: Columns<TenantKey<RecordKey>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  id: ['bigint', ({ key }) => key.id],
}

export const importedRecords: Collection<RecordKey, ImportedRecord> = {
  name: 'imported records',
  textOf: textOfRecord,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        customer_id: CustomerId
        id: RecordId
        is_lot: boolean
        points: Decimal
        cashback: Decimal
        expires_at: Date | null
        repaid_points: Decimal
        repaid_cashback: Decimal
      }>`
      select wanted.tenant_id, wanted.customer_id, wanted.id, record.available_at is not null as is_lot, record.points,
        record.cashback, record.expires_at, repaid.points as repaid_points, repaid.cashback as repaid_cashback
      from ${rowsAs('wanted', KEY, keys)}
      join point_record as record
        on record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id and record.id = wanted.id
      cross join lateral (
        select coalesce(sum(used_points), 0)::numeric(18, 4) as points,
          coalesce(sum(used_cashback), 0)::numeric(18, 4) as cashback
        from point_origin as origin
        where origin.tenant_id = record.tenant_id and origin.customer_id = record.customer_id
          and origin.record_id = record.id and origin.repaid_at is not null
      ) as repaid`,
    )
    return new Map(
      rows.map((row) => [
        keyText({
          tenantId: row.tenant_id,
          key: textOfRecord({ customerId: row.customer_id, id: row.id }),
        }),
        {
          isLot: row.is_lot,
          amount: { points: row.points, cashback: row.cashback },
          expiresAt: row.expires_at?.getTime() ?? null,
          repaid: { points: row.repaid_points, cashback: row.repaid_cashback },
        },
      ]),
    )
  },
}
