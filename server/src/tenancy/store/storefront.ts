import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import type { TenantId } from '../../contract/ids.ts'
import { DEFAULT_SWITCHES, type Switches } from '../../contract/storefront-switch.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type Sealer, SealingError } from '../../platform/sealing.ts'
import type { Tenant } from '../tenant.ts'
import { type TenantRow, toTenant } from './tenants.ts'

/** What tokens of customers are sealed with. */
export interface StorefrontKey {
  readonly number: number
  readonly secret: KeyObject
  readonly createdAt: Instant
  /** Since when tokens are sealed with a newer one; null: it is the newest. */
  readonly retiredAt: Instant | null
  readonly endsAt: Instant | null
}

export interface StoredStorefront {
  readonly tenant: Tenant
  readonly version: number
  readonly isOn: boolean
  readonly slug: string | null
  readonly origins: readonly string[]
  readonly switches: Switches
  readonly keys: readonly StorefrontKey[]
  /** When API keys end or ended, by id; one that is not here is good. */
  readonly endsOfApiKeys: ReadonlyMap<number, Instant>
}

interface StorefrontRow extends TenantRow {
  readonly shop_slug: string | null
  readonly version: number
  readonly is_on: boolean
  readonly origins: string[]
  readonly switches: Partial<Switches> | null
}

/** The storefronts of those of these merchants who have one. */
export async function findStorefronts(
  tx: Tx,
  tenantIds: readonly TenantId[],
  now: Instant,
): Promise<ReadonlyMap<TenantId, StoredStorefront>> {
  const [{ rows }, keys, ends] = await Promise.all([
    run(
      tx,
      sql<StorefrontRow>`
      select owner.*, shown.version, shown.is_on, shown.origins, shown.switches
      from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
      cross join lateral (
        select version, is_on, origins, content -> 'switches' as switches
        from storefront where storefront.tenant_id = wanted.tenant_id limit 1
      ) as shown
      cross join lateral (
        select * from tenant where tenant.id = wanted.tenant_id and tenant.state not in ('arriving', 'deleting') limit 1
      ) as owner`,
    ),
    findKeys(tx, tenantIds, now),
    findEndsOfApiKeys(tx, tenantIds, now),
  ])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        tenant: toTenant(row),
        version: row.version,
        isOn: row.is_on,
        slug: row.shop_slug,
        origins: row.origins,
        switches: { ...DEFAULT_SWITCHES, ...row.switches },
        keys: keys.get(row.id) ?? [],
        endsOfApiKeys: ends.get(row.id) ?? new Map(),
      },
    ]),
  )
}

export async function findShopsBySlug(
  tx: Tx,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, TenantId>> {
  const { rows } = await run(
    tx,
    sql<{ slug: string; id: TenantId }>`
    select wanted.slug, found.id
    from unnest(${[...new Set(slugs)]}::text[]) as wanted (slug)
    cross join lateral (select id from tenant where tenant.shop_slug = wanted.slug limit 1) as found`,
  )
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

interface KeyRow {
  readonly tenant_id: TenantId
  readonly number: number
  readonly sealed_secret: Buffer
  readonly created_at: Date
  readonly retired_at: Date | null
  readonly ends_at: Date | null
}

function contextOf(tenantId: TenantId, number: number): string {
  return `storefront-key ${tenantId} ${number}`
}

/** Newest first. One that can't be opened is left out: its tokens are refused, and the shop gets new ones. */
async function findKeys(
  tx: Tx,
  tenantIds: readonly TenantId[],
  now: Instant,
): Promise<ReadonlyMap<TenantId, StorefrontKey[]>> {
  const { rows } = await run(
    tx,
    sql<KeyRow>`
    select found.*
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    cross join lateral (
      select tenant_id, number, sealed_secret, created_at, retired_at, ends_at from storefront_key
      where storefront_key.tenant_id = wanted.tenant_id and (ends_at is null or ends_at > ${instantToText(now)}::timestamptz)
      order by storefront_key.tenant_id desc, number desc limit ${LIVE_KEYS_MAX}
    ) as found`,
  )
  const found = new Map<TenantId, StorefrontKey[]>()
  for (const row of rows) {
    const secret = openSecret(tx.sealer, row)
    if (!secret) continue
    const keys = found.get(row.tenant_id) ?? []
    keys.push({
      number: row.number,
      secret,
      createdAt: row.created_at.getTime(),
      retiredAt: row.retired_at?.getTime() ?? null,
      endsAt: row.ends_at?.getTime() ?? null,
    })
    found.set(row.tenant_id, keys)
  }
  return found
}

/** One that is replaced again and again by hand must not fill the memory of every process. */
const LIVE_KEYS_MAX = 100
const SECRET_BYTES = 32

function openSecret(sealer: Sealer | null, row: Pick<KeyRow, 'tenant_id' | 'number' | 'sealed_secret'>) {
  if (!sealer) return null
  try {
    return createSecretKey(sealer.open(row.sealed_secret, contextOf(row.tenant_id, row.number)), 'base64')
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

/**
 * Ends, and not the keys that are good: a key that was made a moment ago must be good everywhere at once. A token has
 * ended some days after its key.
 */
async function findEndsOfApiKeys(
  tx: Tx,
  tenantIds: readonly TenantId[],
  now: Instant,
): Promise<ReadonlyMap<TenantId, Map<number, Instant>>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; id: number; ends_at: Date }>`
    select wanted.tenant_id, found.*
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    cross join lateral (
      select id, least(revoked_at, expires_at) as ends_at from api_key
      where api_key.tenant_id = wanted.tenant_id
        and least(revoked_at, expires_at) > ${instantToText(now - FORGET_ENDS_AFTER_MS)}::timestamptz
    ) as found`,
  )
  const found = new Map<TenantId, Map<number, Instant>>()
  for (const { tenant_id: tenantId, id, ends_at: endsAt } of rows) {
    const ends = found.get(tenantId) ?? new Map<number, Instant>()
    found.set(tenantId, ends.set(id, endsAt.getTime()))
  }
  return found
}

const FORGET_ENDS_AFTER_MS = 10 * 86_400_000

/** As its merchant configures it. */
export interface StorefrontConfig {
  readonly version: number
  readonly isOn: boolean
  readonly slug: string | null
  readonly origins: readonly string[]
  readonly content: object
}

interface ConfigRow {
  readonly version: number
  readonly is_on: boolean
  readonly slug: string | null
  readonly origins: string[]
  readonly content: object
}

/** null: nothing was configured yet. */
export async function readStorefront(tx: Tx, tenantId: TenantId): Promise<StorefrontConfig | null> {
  const { rows } = await run(
    tx,
    sql<ConfigRow>`
    select version, is_on, origins, content, (select shop_slug from tenant where id = ${tenantId}) as slug
    from storefront where tenant_id = ${tenantId}`,
  )
  const [row] = rows
  if (!row) return null
  return { version: row.version, isOn: row.is_on, slug: row.slug, origins: row.origins, content: row.content }
}

/** Where friends of these merchants' customers come by a code; of those who have said it. */
export async function findReferralUrls(
  tx: Tx,
  tenantIds: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, string>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; url: string }>`
    select tenant_id, content ->> 'referralUrl' as url from storefront
    where tenant_id = any (${tenantIds}::bigint[]) and content ->> 'referralUrl' is not null`,
  )
  return new Map(rows.map(({ tenant_id, url }) => [tenant_id, url]))
}

/** Waits for another one who changes it. */
export async function lockStorefront(tx: Tx, tenantId: TenantId): Promise<StorefrontConfig | null> {
  await run(tx, sql`select from tenant where id = ${tenantId} for no key update`)
  return readStorefront(tx, tenantId)
}

export async function saveStorefront(tx: Tx, tenantId: TenantId, config: StorefrontConfig): Promise<void> {
  const { version, isOn, origins, content, slug } = config
  await run(
    tx,
    sql`
    insert into storefront (tenant_id, version, is_on, content, origins)
    values (${tenantId}, ${version}, ${isOn}, ${JSON.stringify(content)}::jsonb, ${origins}::text[])
    on conflict (tenant_id) do update set version = excluded.version, is_on = excluded.is_on,
      content = excluded.content, origins = excluded.origins`,
  )
  await run(
    tx,
    sql`update tenant set shop_slug = ${slug} where id = ${tenantId} and shop_slug is distinct from ${slug}`,
  )
}

/** Whether another shop has this name. */
export async function isSlugTaken(tx: Tx, tenantId: TenantId, slug: string): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ id: TenantId }>`select id from tenant where shop_slug = ${slug} and id <> ${tenantId} limit 1`,
  )
  return rows.length > 0
}

/** The number of the newest key, and since when it is that; null: there is none. The merchant is locked. */
export async function findNewestKey(
  tx: Tx,
  tenantId: TenantId,
): Promise<{ readonly number: number; readonly createdAt: Instant } | null> {
  const { rows } = await run(
    tx,
    sql<{ number: number; created_at: Date }>`
    select number, created_at from storefront_key
    where tenant_id = ${tenantId} and retired_at is null limit 1`,
  )
  return rows[0] ? { number: rows[0].number, createdAt: rows[0].created_at.getTime() } : null
}

/** Ends what the keys so far open, as far as it is not ended earlier. */
export async function retireKeys(
  tx: Tx,
  tenantId: TenantId,
  { at, endsAt }: { readonly at: Instant; readonly endsAt: Instant },
): Promise<void> {
  await run(
    tx,
    sql`
    update storefront_key
    set retired_at = coalesce(retired_at, ${instantToText(at)}::timestamptz),
      ends_at = least(ends_at, ${instantToText(endsAt)}::timestamptz)
    where tenant_id = ${tenantId} and (ends_at is null or ends_at > ${instantToText(endsAt)}::timestamptz)`,
  )
}

export async function insertStorefrontKey(
  tx: Tx,
  sealer: Sealer,
  tenantId: TenantId,
  { number, at }: { readonly number: number; readonly at: Instant },
): Promise<void> {
  const sealed = sealer.seal(randomBytes(SECRET_BYTES).toString('base64'), contextOf(tenantId, number))
  await run(
    tx,
    sql`
    insert into storefront_key (tenant_id, number, sealed_secret, created_at)
    values (${tenantId}, ${number}, ${sealed}, ${instantToText(at)}::timestamptz)`,
  )
}

/** Those that have opened nothing for a day. */
export async function deleteEndedKeys(tx: Tx, tenantId: TenantId, before: Instant): Promise<void> {
  await run(
    tx,
    sql`
    delete from storefront_key where tenant_id = ${tenantId} and ends_at < ${instantToText(before)}::timestamptz`,
  )
}

export interface ResealedKeys {
  readonly done: number
  /** Numbers of those that none of the keys opens. */
  readonly unreadable: readonly number[]
}

export async function resealStorefrontKeys(
  tx: Tx,
  tenantId: TenantId,
  sealer: Sealer,
): Promise<ResealedKeys> {
  const { rows } = await run(
    tx,
    sql<KeyRow>`
    select tenant_id, number, sealed_secret, created_at, retired_at, ends_at from storefront_key
    where tenant_id = ${tenantId} order by tenant_id, number for update`,
  )
  const unreadable: number[] = []
  for (const row of rows) {
    const secret = openSecret(sealer, row)
    if (!secret) {
      unreadable.push(row.number)
      continue
    }
    const sealed = sealer.seal(secret.export().toString('base64'), contextOf(tenantId, row.number))
    await run(
      tx,
      sql`
      update storefront_key set sealed_secret = ${sealed}
      where tenant_id = ${tenantId} and number = ${row.number}`,
    )
  }
  return { done: rows.length - unreadable.length, unreadable }
}
