import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Those of the keys that begin with this one. Others who make rewards wait until this transaction ends. */
export async function lockRewardKeys(tx: Tx, tenantId: TenantId, key: string): Promise<Set<string>> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('keys of rewards', ${tenantId}::bigint))`)
  const { rows } = await run(
    tx,
    sql<{ key: string }>`
    select key from reward_configuration where tenant_id = ${tenantId} and starts_with(key, ${key})`,
  )
  return new Set(rows.map((row) => row.key))
}
