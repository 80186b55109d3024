import type { TenantId } from '../../contract/ids.ts'
import type { Locale } from '../../contract/locale.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type LocalDate, localDateFromText, localDateToText } from '../../platform/zone.ts'
import { MAIN_CELL } from '../cells.ts'
import type { Standing, TenantState } from '../standing.ts'
import type { NewTenant, Tenant, TenantSettings } from '../tenant.ts'

/* The directory belongs to the platform, not to a tenant: its reads bind no tenant. */

export async function readGeneration(tx: Tx): Promise<number> {
  const { rows } = await run(tx, sql<{ generation: number }>`select generation from directory_generation`)
  return rows[0]?.generation ?? 0
}

/** A number that no tenant of this directory has had. */
export async function takeTenantId(tx: Tx): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`select nextval(pg_get_serial_sequence('tenant', 'id')) as id`,
  )
  if (!rows[0]) throw new Error('nextval gave nothing')
  return rows[0].id
}

export async function insertTenant(tx: Tx, id: number, tenant: NewTenant): Promise<void> {
  const { name, currency, timeZone, locale, isSandbox, cell = MAIN_CELL } = tenant
  await run(
    tx,
    sql`
    insert into tenant (id, name, currency, time_zone, locale, is_sandbox, cell) overriding system value
    values (${id}, ${name}, ${currency}, ${timeZone}, ${locale}, ${isSandbox}, ${cell})`,
  )
}

export async function findTenant(tx: Tx, tenantId: TenantId): Promise<Tenant | null> {
  const { rows } = await run(tx, sql<TenantRow>`select * from tenant where id = ${tenantId}`)
  return rows[0] ? toTenant(rows[0]) : null
}

export interface TenantRow {
  readonly id: number
  readonly name: string
  readonly currency: string
  readonly time_zone: string
  readonly locale: Locale
  readonly is_sandbox: boolean
  readonly cell: string
  readonly settings: TenantSettings
  readonly clock_ahead_ms: number
  readonly state: TenantState
  readonly state_since: Date | null
  readonly state_reason: string | null
  readonly delete_after: Date | null
}

export function toTenant(row: TenantRow): Tenant {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    timeZone: row.time_zone,
    locale: row.locale,
    isSandbox: row.is_sandbox,
    cell: row.cell,
    settings: row.settings,
    clockAheadMs: row.clock_ahead_ms,
    standing: {
      state: row.state,
      since: row.state_since?.getTime() ?? null,
      reason: row.state_reason,
      deleteAfter: row.delete_after?.getTime() ?? null,
    },
  }
}

/** Waits for a move that is under way, so that two moves see each other. */
export async function lockTenant(tx: Tx, tenantId: TenantId): Promise<Tenant | null> {
  const { rows } = await run(tx, sql<TenantRow>`select * from tenant where id = ${tenantId} for update`)
  return rows[0] ? toTenant(rows[0]) : null
}

export async function saveClock(tx: Tx, tenantId: TenantId, aheadMs: number): Promise<void> {
  await run(tx, sql`update tenant set clock_ahead_ms = ${aheadMs} where id = ${tenantId}`)
}

/**
 * Every process follows a change of the directory within a second. What relies on it waits for so long, because a process
 * may just have been held up.
 */
export const FOLLOWED_MS = 2_000

/** Every process follows within a second, as with any change of the directory. */
export async function saveStanding(tx: Tx, tenantId: TenantId, standing: Standing): Promise<void> {
  const { state, since, reason, deleteAfter } = standing
  const text = (at: Instant | null): string | null => (at === null ? null : instantToText(at))
  await run(
    tx,
    sql`
    update tenant
    set state = ${state}, state_since = ${text(since)}::timestamptz, state_reason = ${reason},
      delete_after = ${text(deleteAfter)}::timestamptz
    where id = ${tenantId}`,
  )
}

/** The settings as they are, and stay until the end of the transaction; null: there is no such tenant. */
export async function lockSettings(tx: Tx, tenantId: TenantId): Promise<TenantSettings | null> {
  const { rows } = await run(
    tx,
    sql<{ settings: TenantSettings }>`select settings from tenant where id = ${tenantId} for no key update`,
  )
  return rows[0]?.settings ?? null
}

/** Changes the settings that are named, and no other. */
export async function changeSettings(tx: Tx, tenantId: TenantId, settings: TenantSettings): Promise<void> {
  await run(
    tx,
    sql`update tenant set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${tenantId}`,
  )
}

/** How many tenants each cell has; one without any is left out. */
export async function countTenantsByCell(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await run(
    tx,
    sql<{
      cell: string
      tenants: number
    }>`select cell, count(*) as tenants from tenant group by cell order by cell`,
  )
  return new Map(rows.map(({ cell, tenants }) => [cell, tenants]))
}

export async function listTenants(tx: Tx): Promise<Tenant[]> {
  const { rows } = await run(tx, sql<TenantRow>`select * from tenant order by id`)
  return rows.map(toTenant)
}

/** The days whose mornings have been worked through; a tenant that has had none is left out. */
export async function readDailyRuns(tx: Tx, tenantIds: readonly TenantId[]): Promise<Map<number, LocalDate>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number; day: string }>`
    select tenant_id, day::text from morning where tenant_id = any(${tenantIds}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.tenant_id, localDateFromText(row.day) ?? 0]))
}

export async function saveDailyRun(tx: Tx, tenantId: TenantId, day: LocalDate): Promise<void> {
  await run(
    tx,
    sql`
    insert into morning (tenant_id, day) values (${tenantId}, ${localDateToText(day)}::date)
    on conflict (tenant_id) do update set day = excluded.day`,
  )
}

export async function findTenantByName(tx: Tx, name: string): Promise<number | null> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`select id from tenant where name = ${name} order by id limit 1`,
  )
  return rows[0]?.id ?? null
}

export async function renameTenant(tx: Tx, tenantId: TenantId, name: string): Promise<void> {
  await run(tx, sql`update tenant set name = ${name} where id = ${tenantId}`)
}

export async function findLiveKeyHash(tx: Tx, tenantId: TenantId, token: string): Promise<Buffer | null> {
  const { rows } = await run(
    tx,
    sql<{ secret_hash: Buffer }>`
    select secret_hash from api_key
    where tenant_id = ${tenantId} and token = ${token} and revoked_at is null`,
  )
  return rows[0]?.secret_hash ?? null
}

export interface KeySummary {
  readonly token: string
  readonly label: string
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

export async function listKeys(tx: Tx, tenantId: TenantId): Promise<KeySummary[]> {
  const { rows } = await run(
    tx,
    sql<KeySummary>`
    select token, label, created_at as "createdAt", revoked_at as "revokedAt" from api_key
    where tenant_id = ${tenantId} order by id`,
  )
  return rows
}

/** True when the key exists, revoked now or before. */
export async function revokeKey(tx: Tx, tenantId: TenantId, token: string, at: Date): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    update api_key
    set revoked_at = coalesce(revoked_at, ${at})
    where tenant_id = ${tenantId} and token = ${token}
    returning id`,
  )
  return rows.length > 0
}
