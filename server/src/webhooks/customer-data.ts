/** What receivers of webhooks have said of a customer. */
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

/** What they answered; that they were told stays. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update webhook_attempt as one set answer = ''
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
  ]
}

export async function exportOf(tx: Tx, { tenantId, ids }: Exported) {
  const { rows } = await run(
    tx,
    sql<{ endpointId: number; at: string; status: number | null; answer: string }>`
    select endpoint_id as "endpointId", ${momentOf('attempted_at')} as at, status, answer
    from webhook_attempt where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[])
    order by id desc limit ${EXPORTED_ROWS_MAX}`,
  )
  return { webhookAnswers: rows }
}
