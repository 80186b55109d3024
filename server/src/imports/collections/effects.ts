import { type Changed, type Collection, keyText, type TenantKey } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Columns, type ColumnsOf, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { EffectKind, UndoFacts } from '../effect.ts'

/** A line of a customer, by its key. */
export interface EffectKey {
  readonly customerId: CustomerId
  readonly key: Buffer
}

/** What a line has done. */
export interface ImportEffect {
  readonly importId: number
  readonly line: number
  readonly kind: EffectKind
  /** The record of its points, the order or the coupon; null: none of them. */
  readonly ref: number | null
  readonly madeAt: Instant
  /** What undoing has to know; null: what `ref` says. */
  readonly undo: UndoFacts | null
  /** It is undone, and the line would have its effect again. */
  readonly isUndone?: true
}

function textOfEffect({ customerId, key }: EffectKey): string {
  return `${customerId} ${key.toString('hex')}`
}

const KEY: Columns<TenantKey<EffectKey>> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  customer_id: ['bigint', ({ key }) => key.customerId],
  key: ['bytea', ({ key }) => key.key],
}

const ROW: ColumnsOf<'import_effect', Changed<EffectKey, ImportEffect>> = {
  ...KEY,
  import_id: ['bigint', ({ value }) => value.importId],
  line: ['bigint', ({ value }) => value.line],
  kind: ['smallint', ({ value }) => value.kind],
  ref: ['bigint', ({ value }) => value.ref],
  made_at: ['timestamptz', ({ value }) => value.madeAt],
  undo: ['json', ({ value }) => value.undo],
}

const effects = table('import_effect')
const insertEffects = effects.insert(ROW)
const deleteEffects = effects.delete<Changed<EffectKey, ImportEffect>>(KEY)

/**
 * What lines of customers have done. Those of customers who were merged into one count for that one: the same line leads
 * to who is left.
 */
export const importEffects: Collection<EffectKey, ImportEffect> = {
  name: 'import effects',
  textOf: textOfEffect,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{
        tenant_id: TenantId
        customer_id: CustomerId
        key: Buffer
        import_id: number
        line: number
        kind: EffectKind
        ref: number | null
        made_at: Date
        undo: UndoFacts | null
      }>`
      select wanted.tenant_id, wanted.customer_id, wanted.key, done.import_id, done.line, done.kind, done.ref,
        done.made_at, done.undo
      from ${rowsAs('wanted', KEY, keys)}
      cross join lateral (
        select effect.* from import_effect as effect
        where effect.tenant_id = wanted.tenant_id and effect.customer_id = wanted.customer_id
          and effect.key = wanted.key
        union all
        select effect.* from customer as merged
        join import_effect as effect on effect.tenant_id = merged.tenant_id and effect.customer_id = merged.id
        where merged.tenant_id = wanted.tenant_id and merged.merged_into = wanted.customer_id
          and effect.key = wanted.key
        limit 1
      ) as done`,
    )
    return new Map(
      rows.map((row) => {
        const key = { customerId: row.customer_id, key: row.key }
        const effect = {
          importId: row.import_id,
          line: row.line,
          kind: row.kind,
          ref: row.ref,
          madeAt: row.made_at.getTime(),
          undo: row.undo,
        }
        return [keyText({ tenantId: row.tenant_id, key: textOfEffect(key) }), effect]
      }),
    )
  },
  // What was there and is different by now has been undone, and may have come once more since.
  save: (tx, changes) =>
    Promise.all([
      deleteEffects(
        tx,
        changes.filter(({ isNew }) => !isNew),
      ),
      insertEffects(
        tx,
        changes.filter(({ value }) => !value.isUndone),
      ),
    ]),
}
