import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Tenant } from '../tenant.ts'
import { type TenantRow, toTenant } from './tenants.ts'

/** The keys that are there and not revoked, each with its tenant; null in the place of every other one. */
export async function findLiveKeys(
  tx: Tx,
  wanted: readonly { readonly tenantId: number; readonly token: string }[],
): Promise<({ tenant: Tenant; secretHash: Buffer } | null)[]> {
  const { rows } = await run(
    tx,
    sql<TenantRow & { position: number; secret_hash: Buffer }>`
    select wanted.position::int, live.secret_hash, owner.*
    from unnest(${wanted.map(({ tenantId }) => tenantId)}::bigint[], ${wanted.map(({ token }) => token)}::text[])
      with ordinality as wanted (tenant_id, token, position)
    cross join lateral (
      select secret_hash from api_key
      where api_key.tenant_id = wanted.tenant_id and api_key.token = wanted.token and api_key.revoked_at is null
      limit 1
    ) as live
    cross join lateral (select * from tenant where tenant.id = wanted.tenant_id limit 1) as owner`,
  )
  const found = new Map(
    rows.map((row) => [row.position, { tenant: toTenant(row), secretHash: row.secret_hash }]),
  )
  return wanted.map((_, index) => found.get(index + 1) ?? null)
}
