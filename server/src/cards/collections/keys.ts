import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { STAMP_TYPE } from '../card.ts'
import { STAMPS_KEY, type StampsKey, textOfStampsKey } from './card-key.ts'

/** What a person has changed under a key. */
export interface AdjustedByKey {
  readonly recordId: RecordId
  readonly stamps: Decimal
  readonly writtenOff: Decimal
  /** As it was asked for; null: the shop gave it. */
  readonly asked: { readonly reason?: string; readonly asked?: number } | null
}

interface KeyRow {
  readonly tenant_id: TenantId
  readonly customer_id: CustomerId
  readonly rule_id: number
  readonly key: string
  readonly id: RecordId
  readonly stamps: Decimal
  readonly written_off: Decimal
  readonly explanation: AdjustedByKey['asked']
}

/** Stamps by hand, by their keys. The records themselves are saved with their card. */
export const adjustedByKey: Collection<StampsKey, AdjustedByKey> = {
  name: 'adjusted stamps',
  textOf: textOfStampsKey,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<KeyRow>`
      select record.tenant_id, record.customer_id, record.rule_id, record.key, record.id, record.stamps,
        coalesce(record.written_off, 0) as written_off, record.explanation
      from ${rowsAs('wanted', STAMPS_KEY, keys)}
      cross join lateral (
        select * from stamp_record as record
        where record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
          and record.rule_id = wanted.rule_id and record.key = wanted.key and record.type = ${STAMP_TYPE.byHand}
        limit 1
      ) as record`,
    )
    return new Map(
      rows.map((row) => {
        const key = textOfStampsKey({ customerId: row.customer_id, ruleId: row.rule_id, key: row.key })
        return [
          keyText({ tenantId: row.tenant_id, key }),
          { recordId: row.id, stamps: row.stamps, writtenOff: row.written_off, asked: row.explanation },
        ]
      }),
    )
  },
  save: 'derived',
}
