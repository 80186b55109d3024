import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Keys that were used in this hour. One that another process has told of already is not written again. */
export async function saveKeyUses(
  tx: Tx,
  keys: readonly { readonly tenantId: TenantId; readonly keyId: number }[],
  hour: Instant,
): Promise<void> {
  // In one order in every process: two that have the same keys wait for each other only one way round.
  const ordered = [...keys].sort((a, b) => a.tenantId - b.tenantId || a.keyId - b.keyId)
  await run(
    tx,
    sql`
    insert into key_use (tenant_id, key_id, hour)
    select used.tenant_id, used.key_id, ${instantToText(hour)}::timestamptz
    from unnest(${ordered.map(({ tenantId }) => tenantId)}::bigint[], ${ordered.map(({ keyId }) => keyId)}::bigint[])
      as used (tenant_id, key_id)
    on conflict (tenant_id, key_id) do update set hour = excluded.hour
    where key_use.hour < excluded.hour`,
  )
}
