/** What actions know of a customer. */
import {
  ERASED,
  type Erased,
  EXPORTED_ROWS_MAX,
  type Exported,
  momentOf,
} from '../accounts/customer-data-kit.ts'
import type { RecordId } from '../contract/ids.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** The merchant's own key of an action may name the customer. That it was granted stays. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update action_grant as one set grant_key = 'erased-' || one.record_id
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id
        and (one.action like 'custom %' or one.action = 'referral')`,
    ),
  ]
}

export async function exportOf(tx: Tx, { tenantId, customerId }: Exported) {
  const { rows } = await run(
    tx,
    sql<{
      action: string
      key: string
      recordId: RecordId | null
      awardId: number | null
      grantedAt: string
    }>`
    select action, grant_key as key, case when award.id is null then granted.record_id end as "recordId",
      award.id as "awardId", ${momentOf('granted_at')} as "grantedAt"
    from action_grant as granted
    left join award on award.tenant_id = granted.tenant_id and award.id = granted.record_id
    where granted.tenant_id = ${tenantId} and granted.customer_id = ${customerId}
    order by action, grant_key limit ${EXPORTED_ROWS_MAX}`,
  )
  return { grants: rows }
}
