import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { scopeBits } from '../key-scope.ts'
import type { Tenant } from '../tenant.ts'
import { type TenantRow, toTenant } from './tenants.ts'

/** What the log-in must know of a key. */
export interface LiveKey {
  readonly tenant: Tenant
  readonly keyId: number
  readonly secretHash: Buffer
  /** From when it is refused; null: never. */
  readonly expiresAt: Instant | null
  /** As bits: see key-scope.ts. */
  readonly scopes: number
  readonly wasUsed: boolean
}

interface LiveKeyRow extends TenantRow {
  readonly place: number
  readonly key_id: number
  readonly secret_hash: Buffer
  readonly expires_at: Date | null
  readonly scopes: string[]
  readonly was_used: boolean
}

/** The keys that are there and not revoked, each with its tenant; null in the place of every other one. */
export async function findLiveKeys(
  tx: Tx,
  wanted: readonly { readonly tenantId: TenantId; readonly token: string }[],
): Promise<(LiveKey | null)[]> {
  const { rows } = await run(
    tx,
    sql<LiveKeyRow>`
    select owner.*, wanted.place::int, live.id as key_id, live.secret_hash, live.expires_at, live.scopes,
      live.was_used
    from unnest(${wanted.map(({ tenantId }) => tenantId)}::bigint[], ${wanted.map(({ token }) => token)}::text[])
      with ordinality as wanted (tenant_id, token, place)
    cross join lateral (
      select id, secret_hash, expires_at, scopes, exists (
          select from key_use where key_use.tenant_id = api_key.tenant_id and key_use.key_id = api_key.id
        ) as was_used
      from api_key
      where api_key.tenant_id = wanted.tenant_id and api_key.token = wanted.token and api_key.revoked_at is null
      limit 1
    ) as live
    cross join lateral (
      select * from tenant where tenant.id = wanted.tenant_id and tenant.state not in ('arriving', 'deleting') limit 1
    ) as owner`,
  )
  const found = new Map(rows.map((row) => [row.place, toLiveKey(row)]))
  return wanted.map((_, index) => found.get(index + 1) ?? null)
}

function toLiveKey(row: LiveKeyRow): LiveKey {
  return {
    tenant: toTenant(row),
    keyId: row.key_id,
    secretHash: row.secret_hash,
    expiresAt: row.expires_at?.getTime() ?? null,
    scopes: scopeBits(row.scopes),
    wasUsed: row.was_used,
  }
}

/** A key as its merchant sees it. */
export interface StoredKey {
  readonly id: number
  readonly token: string
  readonly label: string
  readonly scopes: readonly string[]
  readonly createdAt: Instant
  readonly createdBy: string | null
  readonly lastUsedAt: Instant | null
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
}

interface StoredKeyRow {
  readonly id: number
  readonly token: string
  readonly label: string
  readonly scopes: string[]
  readonly created_at: Date
  readonly created_by: string | null
  readonly hour: Date | null
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

const COLUMNS = new Fragment(`
  api_key.id, api_key.token, api_key.label, api_key.scopes, api_key.created_at, api_key.created_by, api_key.expires_at,
  api_key.revoked_at, (
    select key_use.hour from key_use
    where key_use.tenant_id = api_key.tenant_id and key_use.key_id = api_key.id
  ) as hour`)

function toStoredKey(row: StoredKeyRow): StoredKey {
  return {
    id: row.id,
    token: row.token,
    label: row.label,
    scopes: row.scopes,
    createdAt: row.created_at.getTime(),
    createdBy: row.created_by,
    lastUsedAt: row.hour?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
    revokedAt: row.revoked_at?.getTime() ?? null,
  }
}

/** A page, by id. */
export async function listStoredKeys(
  tx: Tx,
  tenantId: TenantId,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<StoredKey[]> {
  const { rows } = await run(
    tx,
    sql<StoredKeyRow>`
    select ${COLUMNS} from api_key
    where api_key.tenant_id = ${tenantId} and api_key.id > ${afterId}
    order by api_key.id
    limit ${limit}`,
  )
  return rows.map(toStoredKey)
}

export async function findStoredKey(tx: Tx, tenantId: TenantId, id: number): Promise<StoredKey | null> {
  const { rows } = await run(
    tx,
    sql<StoredKeyRow>`
    select ${COLUMNS} from api_key where api_key.tenant_id = ${tenantId} and api_key.id = ${id}`,
  )
  return rows[0] ? toStoredKey(rows[0]) : null
}

/** Waits for who is changing it. */
export async function lockStoredKey(tx: Tx, tenantId: TenantId, id: number): Promise<StoredKey | null> {
  await run(tx, sql`select from api_key where tenant_id = ${tenantId} and id = ${id} for no key update`)
  return findStoredKey(tx, tenantId, id)
}

export interface KeyToInsert {
  readonly token: string
  readonly secretHash: Buffer
  readonly label: string
  readonly scopes: readonly string[]
  readonly expiresAt?: Instant | null
  readonly createdBy?: string | null
  /** Default: now. */
  readonly createdAt?: Instant
}

/** Returns its id. */
export async function insertKey(tx: Tx, tenantId: TenantId, key: KeyToInsert): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    insert into api_key (tenant_id, token, secret_hash, label, scopes, expires_at, created_by, created_at)
    values (${tenantId}, ${key.token}, ${key.secretHash}, ${key.label}, ${key.scopes}::text[],
      ${timeOf(key.expiresAt)}::timestamptz, ${key.createdBy ?? null},
      coalesce(${timeOf(key.createdAt)}::timestamptz, now()))
    returning id`,
  )
  return rows[0]?.id ?? 0
}

export async function setKeyEnd(tx: Tx, tenantId: TenantId, id: number, expiresAt: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update api_key set expires_at = ${timeOf(expiresAt)}::timestamptz
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export async function setKeyRevoked(tx: Tx, tenantId: TenantId, id: number, at: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update api_key set revoked_at = ${timeOf(at)}::timestamptz
    where tenant_id = ${tenantId} and id = ${id} and revoked_at is null`,
  )
}

function timeOf(instant: Instant | null | undefined): string | null {
  return instant === null || instant === undefined ? null : instantToText(instant)
}

/** By token, as far as there are keys with them. */
export async function findKeyLabels(
  tx: Tx,
  tenantId: TenantId,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await run(
    tx,
    sql<{ token: string; label: string }>`
    select token, label from api_key where tenant_id = ${tenantId} and token = any (${tokens}::text[])`,
  )
  return new Map(rows.map(({ token, label }) => [token, label]))
}

/** What a key is called, and who made it; null: there is no key with this token. */
export async function findKeyMaker(
  tx: Tx,
  tenantId: TenantId,
  token: string,
): Promise<{ readonly label: string; readonly createdBy: string | null } | null> {
  const { rows } = await run(
    tx,
    sql<{ label: string; created_by: string | null }>`
    select label, created_by from api_key where tenant_id = ${tenantId} and token = ${token}`,
  )
  return rows[0] ? { label: rows[0].label, createdBy: rows[0].created_by } : null
}

/** null: there is no key with this token. */
export async function findKeyLabel(tx: Tx, tenantId: TenantId, token: string): Promise<string | null> {
  const { rows } = await run(
    tx,
    sql<{ label: string }>`select label from api_key where tenant_id = ${tenantId} and token = ${token}`,
  )
  return rows[0]?.label ?? null
}
