import { type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type CardKey, STAMP_TYPE } from '../card.ts'

export interface StampsKey extends CardKey {
  readonly key: string
}

/** What a person has changed under a key. */
export interface AdjustedByKey {
  readonly recordId: RecordId
  readonly stamps: Decimal
  readonly writtenOff: Decimal
  /** As it was asked for; null: the shop gave it. */
  readonly asked: { readonly reason?: string; readonly asked?: number } | null
}

const KEY: Columns<TenantKey<StampsKey>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  rule_id: ['int', ({ key }) => key.ruleId],
  key: ['text', ({ key }) => key.key],
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
  textOf,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<KeyRow>`
      select record.tenant_id, record.customer_id, record.rule_id, record.key, record.id, record.stamps,
        coalesce(record.written_off, 0) as written_off, record.explanation
      from ${rowsAs('wanted', KEY, keys)}
      join stamp_record as record using (tenant_id, customer_id, rule_id, key)
      where record.type = ${STAMP_TYPE.byHand}`,
    )
    return new Map(
      rows.map((row) => {
        const key = textOf({ customerId: row.customer_id, ruleId: row.rule_id, key: row.key })
        return [
          keyText({ tenantId: row.tenant_id, key }),
          { recordId: row.id, stamps: row.stamps, writtenOff: row.written_off, asked: row.explanation },
        ]
      }),
    )
  },
  save: 'derived',
}

function textOf({ customerId, ruleId, key }: StampsKey): string {
  return `${customerId} ${ruleId} ${key}`
}
