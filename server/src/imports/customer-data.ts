/** What imports know of a customer. */
import {
  asItIs,
  ERASED,
  type Erased,
  type Exported,
  listBy,
  momentOf,
  type PageAfter,
} from '../accounts/customer-data-kit.ts'
import type { RecordId } from '../contract/ids.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import { EFFECT_KIND } from './effect.ts'

/** Hashes of what lines said of the customer, also of one who was merged into this one. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      delete from import_effect as one using ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      delete from import_used as one using ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
    run(
      tx,
      sql`
      delete from import_used as one
      using ${rowsAs('erased', ERASED, rows)}, customer as merged
      where merged.tenant_id = erased.tenant_id and merged.merged_into = erased.customer_id
        and one.tenant_id = merged.tenant_id and one.customer_id = merged.id`,
    ),
    run(
      tx,
      sql`
      delete from import_effect as one
      using ${rowsAs('erased', ERASED, rows)}, customer as merged
      where merged.tenant_id = erased.tenant_id and merged.merged_into = erased.customer_id
        and one.tenant_id = merged.tenant_id and one.customer_id = merged.id`,
    ),
  ]
}

interface LineRow {
  readonly importId: number
  readonly line: number
  readonly recordId: RecordId | null
  readonly importedAt: string
}

async function findLines(
  tx: Tx,
  { tenantId, ids }: Exported,
  { after: [importId, line], limit }: PageAfter<readonly [number, number]>,
): Promise<readonly LineRow[]> {
  const { rows } = await run(
    tx,
    sql<LineRow>`
    select import_id as "importId", line, case when kind = ${EFFECT_KIND.account} then ref end as "recordId", ${momentOf('made_at')} as "importedAt"
    from import_effect
    where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[])
      and (import_id, line) > (${importId}::bigint, ${line}::bigint)
    order by import_id, line limit ${limit}`,
  )
  return rows
}

export const exported = {
  importedLines: listBy({
    first: [0, 0],
    find: findLines,
    keyOf: ({ importId, line }): readonly [number, number] => [importId, line],
    shown: asItIs,
  }),
}
