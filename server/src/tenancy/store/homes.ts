import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/* The homes of the tenants of one cell, in that cell's own database. */

/** False when it has one already, whatever its state: then everything stays as it is. */
export async function insertHome(tx: Tx, tenantId: TenantId): Promise<boolean> {
  return (await insertMissingHomes(tx, [tenantId])) === 1
}

/** How many of these tenants had no home. */
export async function insertMissingHomes(tx: Tx, tenantIds: readonly TenantId[]): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    insert into tenant_home (tenant_id, state, epoch)
    select unnest(${tenantIds}::bigint[]), 'active', 1
    on conflict (tenant_id) do nothing
    returning tenant_id`,
  )
  return rows.length
}

export async function hasHome(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { rows } = await run(tx, sql`select tenant_id from tenant_home where tenant_id = ${tenantId}`)
  return rows.length > 0
}

/**
 * What is written from now on lies behind everything that came with the log: its places have the transaction numbers of
 * another server. Workers don't write for a merchant that is arriving, so nothing of it is written meanwhile.
 */
export async function raiseEpoch(tx: Tx, tenantId: TenantId, newestPlace: string): Promise<void> {
  await run(
    tx,
    sql`
    update tenant_home set epoch = (${newestPlace}::bigint >> 48) + 2
    where tenant_id = ${tenantId} and epoch < (${newestPlace}::bigint >> 48) + 2`,
  )
}
