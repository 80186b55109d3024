import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import type { Snapshot } from '../../platform/postgres/snapshot.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Accounts that are read later are told as they were then: what a reader that takes long has to know of its beginning. */
export interface Moment {
  readonly snapshot: Snapshot
  readonly at: string
  readonly mergedCustomers: number
}

/** The moment that this transaction sees. */
export async function findMoment(tx: Tx, tenantId: TenantId): Promise<Moment> {
  const { rows } = await run(
    tx,
    sql<Moment>`
    select pg_current_snapshot()::text as snapshot, now()::text as at, (
      select count(*)::int from customer where tenant_id = ${tenantId} and merged_into is not null
    ) as "mergedCustomers"`,
  )
  const [moment] = rows
  if (!moment) throw new Error('there is no moment')
  return moment
}

/**
 * Two customers became one since: records of the one may be in both, or in neither. Or it is longer ago than the worker
 * remembers what it added to the figures without an event, which is seven days.
 */
export async function isMomentLost(tx: Tx, tenantId: TenantId, moment: Moment): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ is_lost: boolean }>`
    select now() > ${moment.at}::timestamptz + interval '6 days' or ${moment.mergedCustomers} <> (
      select count(*) from customer where tenant_id = ${tenantId} and merged_into is not null
    ) as is_lost`,
  )
  return rows[0]?.is_lost ?? true
}
