import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { writtenBy } from '../../platform/postgres/snapshot.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { QUIET_KIND } from '../quiet-entry.ts'

/** Those that were added to the figures. Of those that came with a record it is kept for some days when it came. */
export async function deleteQuietEntries(tx: Tx, tenantId: TenantId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await run(
    tx,
    sql`
    with counted as (
      delete from quiet_entry where tenant_id = ${tenantId} and id = any (${ids}::bigint[])
      returning customer_id, record_id, kind, ${WRITER} as transaction
    )
    insert into past_quiet_entry (tenant_id, customer_id, record_id, transaction)
    select ${tenantId}::bigint, customer_id, record_id, transaction from counted
    where kind in (${QUIET_KIND.pendingCredit}, ${QUIET_KIND.takenWhilePending})
    on conflict do nothing`,
  )
}

const WRITER = writtenBy('quiet_entry')

export async function tenantsWithPastQuietEntries(
  tx: Tx,
  tenantIds: readonly TenantId[],
): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId }>`
    select past.tenant_id
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    cross join lateral (
      select tenant_id from past_quiet_entry where tenant_id = wanted.tenant_id limit 1
    ) as past`,
  )
  return rows.map(({ tenant_id }) => tenant_id)
}

/** Those that were added to the figures before a moment. Returns how many there were. */
export async function deletePastQuietEntries(
  tx: Tx,
  tenantId: TenantId,
  before: Instant,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ record_id: RecordId }>`
    delete from past_quiet_entry
    where tenant_id = ${tenantId} and (customer_id, record_id) in (
      select customer_id, record_id from past_quiet_entry
      where tenant_id = ${tenantId} and counted_at < ${new Date(before)}
      limit ${limit}
    )
    returning record_id`,
  )
  return rows.length
}

/** Whether all of them are still there. */
export async function haveQuietEntries(tx: Tx, tenantId: TenantId, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { rows } = await run(
    tx,
    sql<{ found: number }>`
    select count(*)::int as found from quiet_entry where tenant_id = ${tenantId} and id = any (${ids}::bigint[])`,
  )
  return rows[0]?.found === ids.length
}

/** Those of some customers' points, which are few, and seconds old. */
export async function findQuietEntriesOf(
  tx: Tx,
  tenantId: TenantId,
  { after, last }: { readonly after: CustomerId; readonly last: CustomerId },
): Promise<number[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select id from quiet_entry
    where tenant_id = ${tenantId} and customer_id > ${after} and customer_id <= ${last} and kind <> ${QUIET_KIND.order}`,
  )
  return rows.map(({ id }) => id)
}
