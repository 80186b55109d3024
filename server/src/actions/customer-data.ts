/** What actions know of a customer. */
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

interface GrantRow {
  readonly action: string
  readonly key: string
  readonly recordId: RecordId | null
  readonly awardId: number | null
  readonly grantedAt: string
}

async function findGrants(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after: [action, key], limit }: PageAfter<readonly [string, string]>,
) {
  const { rows } = await run(
    tx,
    sql<GrantRow>`
    select action, grant_key as key, case when award.id is null then granted.record_id end as "recordId",
      award.id as "awardId", ${momentOf('granted_at')} as "grantedAt"
    from action_grant as granted
    left join award on award.tenant_id = granted.tenant_id and award.id = granted.record_id
    where granted.tenant_id = ${tenantId} and granted.customer_id = ${customerId}
      and (action, grant_key) > (${action}, ${key})
    order by action, grant_key limit ${limit}`,
  )
  return rows
}

export const exported = {
  grants: listBy({
    first: ['', ''],
    find: findGrants,
    keyOf: ({ action, key }): readonly [string, string] => [action, key],
    shown: asItIs,
  }),
}
