/** What a merchant's people have written about a customer. */
import {
  asItIs,
  ERASED,
  type Erased,
  type Exported,
  momentOf,
  newestFirst,
  type PageAfter,
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

interface NoteRow {
  readonly id: number
  readonly at: string
  readonly about: string
  readonly note: string
}

async function findNotes(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly NoteRow[]> {
  const { rows } = await run(
    tx,
    sql<NoteRow>`
    select id, ${momentOf('at')} as at, target_kind as about, note
    from customer_note where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${after}
    order by tenant_id desc, customer_id desc, id desc limit ${limit}`,
  )
  return rows
}

interface ApprovalRow {
  readonly id: number
  readonly kind: string
  readonly requestedAt: string
  readonly note: string | null
  readonly isApproved: boolean | null
  readonly decisionNote: string | null
}

async function findApprovals(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly ApprovalRow[]> {
  const { rows } = await run(
    tx,
    sql<ApprovalRow>`
    select id, kind, ${momentOf('requested_at')} as "requestedAt", note, is_approved as "isApproved",
      decision_note as "decisionNote"
    from approval where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${after}
    order by tenant_id desc, customer_id desc, id desc limit ${limit}`,
  )
  return rows
}

export const exported = {
  notes: newestFirst(findNotes, asItIs),
  approvals: newestFirst(findApprovals, asItIs),
}
