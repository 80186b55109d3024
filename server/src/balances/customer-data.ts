/** What changes by hand know of a customer. */
import {
  asItIs,
  ERASED,
  type Erased,
  type Exported,
  listBy,
  type PageAfter,
  TOP,
} from '../accounts/customer-data-kit.ts'
import type { RecordId } from '../contract/ids.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** The reason of an adjustment is a word of ours; that of other changes is a text. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update balance_change as one
      set note = null, reason = case when one.is_adjustment then one.reason else '' end
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
  ]
}

interface ChangeRow {
  readonly recordId: RecordId
  readonly key: string
  readonly unit: string
  readonly reason: string
  readonly note: string | null
}

async function findChanges(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly ChangeRow[]> {
  const { rows } = await run(
    tx,
    sql<ChangeRow>`
    select record_id as "recordId", change_key as key, unit, reason, note
    from balance_change where tenant_id = ${tenantId} and customer_id = ${customerId} and record_id < ${after}
    order by tenant_id desc, customer_id desc, record_id desc limit ${limit}`,
  )
  return rows
}

export const exported = {
  changes: listBy({
    first: TOP,
    find: findChanges,
    keyOf: ({ recordId }): number => recordId,
    shown: asItIs,
  }),
}
