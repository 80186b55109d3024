/** What a merchant's people have written about a customer. */
import {
  ERASED,
  type Erased,
  EXPORTED_ROWS_MAX,
  type Exported,
  momentOf,
} from '../accounts/customer-data-kit.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Their words; what was asked for and decided stays. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update approval as one set note = null, decision_note = null
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
    // Asked for about the customer who would have stayed, and noted about both.
    run(
      tx,
      sql`
      update approval as one set note = null, decision_note = null
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.kind = 'merge'
        and one.request ->> 'fromId' = erased.customer_id::text`,
    ),
    run(
      tx,
      sql`
      delete from customer_note as one using ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
  ]
}

export async function exportOf(tx: Tx, { tenantId, customerId }: Exported) {
  const [notes, approvals] = await Promise.all([
    run(
      tx,
      sql<{ id: number; at: string; about: string; note: string }>`
      select id, ${momentOf('at')} as at, target_kind as about, note
      from customer_note where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by tenant_id desc, customer_id desc, id desc limit ${EXPORTED_ROWS_MAX}`,
    ),
    run(
      tx,
      sql<{
        id: number
        kind: string
        requestedAt: string
        note: string | null
        isApproved: boolean | null
        decisionNote: string | null
      }>`
      select id, kind, ${momentOf('requested_at')} as "requestedAt", note, is_approved as "isApproved",
        decision_note as "decisionNote"
      from approval where tenant_id = ${tenantId} and customer_id = ${customerId}
      order by tenant_id desc, customer_id desc, id desc limit ${EXPORTED_ROWS_MAX}`,
    ),
  ])
  return { notes: notes.rows, approvals: approvals.rows }
}
