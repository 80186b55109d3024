import type { TenantId } from '../../contract/ids.ts'
import type { Permission, Role } from '../../contract/permission.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'

export interface AdminToken {
  readonly tenantId: TenantId
  readonly id: number
  readonly label: string
  readonly start: string
  /** null: the merchant's own. */
  readonly person: { readonly id: number; readonly name: string } | null
  readonly permissions: readonly Permission[]
  readonly createdAt: Instant
  readonly expiresAt: Instant | null
  readonly revokedAt: Instant | null
  readonly lastUsedAt: Instant | null
}

interface TokenRow {
  readonly tenant_id: number
  readonly id: number
  readonly label: string
  readonly start: string
  readonly person_id: number | null
  readonly person_name: string | null
  readonly permissions: Permission[]
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
}

function toToken(row: TokenRow): AdminToken {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    label: row.label,
    start: row.start,
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? '' },
    permissions: row.permissions,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
    revokedAt: row.revoked_at?.getTime() ?? null,
    lastUsedAt: row.last_used_at?.getTime() ?? null,
  }
}

const TOKEN = new Fragment(
  `select admin_token.*, person.name as person_name
  from admin_token left join person on person.id = admin_token.person_id`,
)

export interface NewToken {
  readonly tokenHash: Buffer
  readonly start: string
  readonly label: string
  readonly personId: number | null
  readonly permissions: readonly Permission[]
  readonly createdBy: string
  readonly expiresAt: Instant | null
  /** Given by the person who made it, in the session that made it. */
  readonly hasSecondFactor: boolean
  /** The person who makes it. */
  readonly createdById: number | null
}

export async function insertToken(
  tx: Tx,
  tenantId: TenantId,
  token: NewToken,
  now: Instant,
): Promise<number> {
  const {
    tokenHash,
    start,
    label,
    personId,
    permissions,
    createdBy,
    createdById,
    expiresAt,
    hasSecondFactor,
  } = token
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    insert into admin_token (tenant_id, token_hash, start, label, person_id, permissions, created_by, created_at,
      expires_at, has_second_factor, created_by_id)
    values (${tenantId}, ${tokenHash}, ${start}, ${label}, ${personId}, ${permissions}::text[], ${createdBy},
      ${instantToText(now)}, ${expiresAt === null ? null : instantToText(expiresAt)}, ${hasSecondFactor},
      ${createdById})
    returning id`,
  )
  if (!rows[0]) throw new Error('an insert gave nothing')
  return rows[0].id
}

const LISTED_MAX = 200

/** Newest first; `personId`: only those of a person. */
export async function listTokens(
  tx: Tx,
  tenantIds: readonly TenantId[],
  personId: number | null,
): Promise<AdminToken[]> {
  const { rows } = await run(
    tx,
    sql<TokenRow>`
    ${TOKEN}
    where tenant_id = any(${tenantIds}::bigint[])
      and (${personId}::bigint is null or admin_token.person_id = ${personId}::bigint)
    order by admin_token.created_at desc, admin_token.id desc limit ${LISTED_MAX}`,
  )
  return rows.map(toToken)
}

/** Locked, so that what is decided about it holds; null: there is none. */
export async function lockToken(
  tx: Tx,
  tenantIds: readonly TenantId[],
  id: number,
): Promise<AdminToken | null> {
  const { rows } = await run(
    tx,
    sql<TokenRow>`
    ${TOKEN} where tenant_id = any(${tenantIds}::bigint[]) and admin_token.id = ${id} for update of admin_token`,
  )
  return rows[0] ? toToken(rows[0]) : null
}

export async function revokeToken(tx: Tx, tenantId: TenantId, id: number, now: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update admin_token set revoked_at = coalesce(revoked_at, ${instantToText(now)}::timestamptz)
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

/** They end with the membership. */
export async function revokeTokensOf(
  tx: Tx,
  tenantId: TenantId,
  personId: number,
  now: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    update admin_token set revoked_at = ${instantToText(now)}
    where tenant_id = ${tenantId} and person_id = ${personId} and revoked_at is null`,
  )
}

/** Those of a person at all the merchants that the transaction is bound to; the revoked ones. */
export async function revokeTokensEverywhere(
  tx: Tx,
  tenantIds: readonly TenantId[],
  personId: number,
  now: Instant,
): Promise<Pick<AdminToken, 'tenantId' | 'id' | 'label'>[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number; id: number; label: string }>`
    update admin_token set revoked_at = ${instantToText(now)}
    where tenant_id = any(${tenantIds}::bigint[]) and person_id = ${personId} and revoked_at is null
    returning tenant_id, id, label`,
  )
  return rows.map(({ tenant_id, id, label }) => ({ tenantId: tenant_id, id, label }))
}

export async function saveTokenEnd(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  expiresAt: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    update admin_token set expires_at = least(expires_at, ${instantToText(expiresAt)}::timestamptz)
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export interface LiveToken {
  readonly id: number
  readonly label: string
  readonly person: { readonly id: number; readonly name: string } | null
  /** Of the person; null: the token is the merchant's own, or its person is no member any more. */
  readonly role: Role | null
  readonly permissions: readonly Permission[]
  readonly lastUsedAt: Instant | null
  /** Its person has a second factor today, and had given it when the token was made. */
  readonly hasSecondFactor: boolean
  /** Who made it; null: that was not kept. */
  readonly createdById: number | null
}

/** null: none that is neither revoked nor over. */
export async function findLiveToken(
  tx: Tx,
  tenantId: TenantId,
  tokenHash: Buffer,
  now: Instant,
): Promise<LiveToken | null> {
  const { rows } = await run(
    tx,
    sql<TokenRow & { role: Role | null; is_by_factor: boolean; created_by_id: number | null }>`
    select admin_token.*, person.name as person_name, membership.role,
      admin_token.has_second_factor and person.totp_secret is not null as is_by_factor
    from admin_token
    left join person on person.id = admin_token.person_id
    left join membership on membership.tenant_id = admin_token.tenant_id and membership.person_id = person.id
    where admin_token.tenant_id = ${tenantId} and admin_token.token_hash = ${tokenHash}
      and admin_token.revoked_at is null
      and (admin_token.expires_at is null or admin_token.expires_at > ${instantToText(now)})`,
  )
  const [row] = rows
  if (!row) return null
  const { id, label, person, permissions, lastUsedAt } = toToken(row)
  return {
    id,
    label,
    person,
    permissions,
    lastUsedAt,
    role: row.role,
    hasSecondFactor: row.is_by_factor === true,
    createdById: row.created_by_id,
  }
}

/** To the hour: a token that is used all the time writes once per hour. */
export async function saveTokenUse(tx: Tx, tenantId: TenantId, id: number, hour: Instant): Promise<void> {
  const at = instantToText(hour)
  await run(
    tx,
    sql`
    update admin_token set last_used_at = ${at}
    where tenant_id = ${tenantId} and id = ${id} and (last_used_at is null or last_used_at < ${at})`,
  )
}
