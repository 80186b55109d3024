import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Tenant, TenantSettings } from '../tenant.ts'
import { lockTenant } from './tenants.ts'

/** A merchant under the version that its settings have. */
export interface VersionedTenant {
  readonly tenant: Tenant
  readonly version: number
}

/** Waits for who is changing it, so that of two changes of one version the second finds it changed. */
export async function lockSettings(tx: Tx, tenantId: TenantId): Promise<VersionedTenant | null> {
  const tenant = await lockTenant(tx, tenantId)
  return tenant && { tenant, version: await readSettingsVersion(tx, tenantId) }
}

export async function readSettingsVersion(tx: Tx, tenantId: TenantId): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ version: number }>`select version from settings_version where tenant_id = ${tenantId}`,
  )
  return rows[0]?.version ?? 1
}

export async function findTenantCreation(tx: Tx, tenantId: TenantId): Promise<Instant> {
  const { rows } = await run(
    tx,
    sql<{ created_at: Date }>`select created_at from tenant where id = ${tenantId}`,
  )
  return rows[0]?.created_at.getTime() ?? 0
}

/** As the next version. Only of a tenant that is locked: all its settings are written. */
export async function saveSettings(tx: Tx, tenant: Tenant, version: number): Promise<void> {
  const { id, name, currency, timeZone, locale, settings } = tenant
  await run(
    tx,
    sql`
    update tenant
    set name = ${name}, currency = ${currency}, time_zone = ${timeZone}, locale = ${locale},
      settings = ${JSON.stringify(settings satisfies TenantSettings)}::jsonb
    where id = ${id}`,
  )
  await run(
    tx,
    sql`
    insert into settings_version (tenant_id, version) values (${id}, ${version})
    on conflict (tenant_id) do update set version = excluded.version`,
  )
}
