import type { TenantId } from '../../contract/ids.ts'
import type { Role } from '../../contract/permission.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface Invitation {
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
  /** The person who invites; null: the command line. */
  readonly invitedById: number | null
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

interface InvitationRow {
  readonly id: number
  readonly email: string
  readonly role: Role
  readonly invited_by: string
  readonly invited_by_id: number | null
  readonly created_at: Date
  readonly expires_at: Date
}

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invitedBy: row.invited_by,
    invitedById: row.invited_by_id,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }
}

export interface NewInvitation {
  readonly email: string
  readonly role: Role
  readonly tokenHash: Buffer
  readonly invitedBy: string
  readonly invitedById: number | null
  readonly expiresAt: Instant
}

/** null: the address has an open invitation already. */
export async function insertInvitation(
  tx: Tx,
  tenantId: TenantId,
  { email, role, tokenHash, invitedBy, invitedById, expiresAt }: NewInvitation,
  now: Instant,
): Promise<Invitation | null> {
  const { rows } = await run(
    tx,
    sql<InvitationRow>`
    insert into invitation (tenant_id, email, role, token_hash, invited_by, invited_by_id, created_at, expires_at)
    values (${tenantId}, ${email}, ${role}, ${tokenHash}, ${invitedBy}, ${invitedById}, ${instantToText(now)},
      ${instantToText(expiresAt)})
    on conflict (tenant_id, email) where accepted_at is null and withdrawn_at is null do nothing
    returning *`,
  )
  return rows[0] ? toInvitation(rows[0]) : null
}

/** One that waits to be accepted, locked. The caller compares `expiresAt`. */
export async function lockInvitation(tx: Tx, tenantId: TenantId, id: number): Promise<Invitation | null> {
  const { rows } = await run(
    tx,
    sql<InvitationRow>`
    select * from invitation
    where tenant_id = ${tenantId} and id = ${id} and accepted_at is null and withdrawn_at is null for update`,
  )
  return rows[0] ? toInvitation(rows[0]) : null
}

export async function findInvitationByToken(
  tx: Tx,
  tenantId: TenantId,
  tokenHash: Buffer,
): Promise<Invitation | null> {
  const { rows } = await run(
    tx,
    sql<InvitationRow>`
    select * from invitation
    where tenant_id = ${tenantId} and token_hash = ${tokenHash} and accepted_at is null and withdrawn_at is null`,
  )
  return rows[0] ? toInvitation(rows[0]) : null
}

export async function findOpenInvitation(
  tx: Tx,
  tenantId: TenantId,
  email: string,
): Promise<Invitation | null> {
  const { rows } = await run(
    tx,
    sql<InvitationRow>`
    select * from invitation
    where tenant_id = ${tenantId} and email = ${email} and accepted_at is null and withdrawn_at is null for update`,
  )
  return rows[0] ? toInvitation(rows[0]) : null
}

/** Open ones below a number, newest first. */
export async function listOpenInvitations(
  tx: Tx,
  tenantId: TenantId,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<Invitation[]> {
  const { rows } = await run(
    tx,
    sql<InvitationRow>`
    select * from invitation
    where tenant_id = ${tenantId} and id < ${belowId} and accepted_at is null and withdrawn_at is null
    order by id desc limit ${limit}`,
  )
  return rows.map(toInvitation)
}

/** With another link, the old one leads nowhere. */
export async function renewInvitation(
  tx: Tx,
  tenantId: TenantId,
  {
    id,
    tokenHash,
    expiresAt,
  }: { readonly id: number; readonly tokenHash: Buffer; readonly expiresAt: Instant },
): Promise<void> {
  await run(
    tx,
    sql`
    update invitation set token_hash = ${tokenHash}, expires_at = ${instantToText(expiresAt)}
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export async function closeInvitation(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  how: 'accepted' | 'withdrawn',
  now: Instant,
): Promise<void> {
  const at = instantToText(now)
  await run(
    tx,
    sql`
    update invitation
    set accepted_at = case when ${how}::text = 'accepted' then ${at}::timestamptz end,
      withdrawn_at = case when ${how}::text = 'withdrawn' then ${at}::timestamptz end
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}
