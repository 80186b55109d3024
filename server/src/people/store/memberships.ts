import type { TenantId } from '../../contract/ids.ts'
import type { Role } from '../../contract/permission.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type TenantRow, toTenant } from '../../tenancy/store/tenants.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { deleteResetsOf } from './resets.ts'

/* Every change of what a person can open ends their open password links: one that was kept must not open more. */

export interface Membership {
  readonly personId: number
  readonly role: Role
  readonly version: number
  readonly changedBy: string
  readonly changedAt: Instant
}

interface MembershipRow {
  readonly person_id: number
  readonly role: Role
  readonly version: number
  readonly changed_by: string
  readonly changed_at: Date
}

function toMembership(row: MembershipRow): Membership {
  return {
    personId: row.person_id,
    role: row.role,
    version: row.version,
    changedBy: row.changed_by,
    changedAt: row.changed_at.getTime(),
  }
}

interface Granted {
  readonly personId: number
  readonly role: Role
  readonly by: string
  /** The person who lets them in or gives them the role; null: the command line. */
  readonly byId: number | null
}

/** False: the person is a member already. */
export async function insertMembership(
  tx: Tx,
  tenantId: TenantId,
  member: Granted,
  now: Instant,
): Promise<boolean> {
  const at = instantToText(now)
  const { rows } = await run(
    tx,
    sql`
    insert into membership (tenant_id, person_id, role, created_at, changed_by, changed_at, granted_by_id)
    values (${tenantId}, ${member.personId}, ${member.role}, ${at}, ${member.by}, ${at}, ${member.byId})
    on conflict (tenant_id, person_id) do nothing
    returning person_id`,
  )
  await deleteResetsOf(tx, member.personId)
  return rows.length > 0
}

/**
 * A member, and how many owners there are; all of them locked, in one order. So of two who remove or demote the last
 * two owners at the same time, the second one sees that it is the last.
 */
export async function lockMember(
  tx: Tx,
  tenantId: TenantId,
  personId: number,
): Promise<{ member: Membership | null; owners: number }> {
  const { rows } = await run(
    tx,
    sql<MembershipRow>`
    select * from membership
    where tenant_id = ${tenantId} and (role = 'owner' or person_id = ${personId})
    order by person_id for update`,
  )
  const member = rows.find((row) => row.person_id === personId)
  return {
    member: member ? toMembership(member) : null,
    owners: rows.filter(({ role }) => role === 'owner').length,
  }
}

export async function saveRole(
  tx: Tx,
  tenantId: TenantId,
  { personId, role, by, byId }: Granted,
  now: Instant,
): Promise<void> {
  await run(
    tx,
    sql`
    update membership
    set role = ${role}, version = version + 1, changed_by = ${by}, changed_at = ${instantToText(now)},
      granted_by_id = ${byId}
    where tenant_id = ${tenantId} and person_id = ${personId}`,
  )
  await deleteResetsOf(tx, personId)
}

export async function deleteMembership(tx: Tx, tenantId: TenantId, personId: number): Promise<void> {
  await run(tx, sql`delete from membership where tenant_id = ${tenantId} and person_id = ${personId}`)
  await deleteResetsOf(tx, personId)
}

export interface Member {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly since: Instant
  readonly lastSeenAt: Instant | null
  readonly hasSecondFactor: boolean
  readonly version: number
}

interface MemberRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly created_at: Date
  readonly last_seen_at: Date | null
  readonly has_second_factor: boolean
  readonly version: number
}

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    since: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at?.getTime() ?? null,
    hasSecondFactor: row.has_second_factor,
    version: row.version,
  }
}

/** The members of a tenant behind one of them, by their numbers. */
export async function listMembers(
  tx: Tx,
  tenantId: TenantId,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<Member[]> {
  const { rows } = await run(
    tx,
    sql<MemberRow>`
    select person.id, person.name, person.email, membership.role, membership.created_at, membership.version,
      person.totp_secret is not null as has_second_factor,
      (select max(seen_at) from session where session.person_id = person.id and not is_pending) as last_seen_at
    from membership join person on person.id = membership.person_id
    where membership.tenant_id = ${tenantId} and membership.person_id > ${afterId}
    order by membership.person_id limit ${limit}`,
  )
  return rows.map(toMember)
}

/** Null: no member. */
export async function findMember(tx: Tx, tenantId: TenantId, personId: number): Promise<Member | null> {
  const [found] = await listMembers(tx, tenantId, { afterId: personId - 1, limit: 1 })
  return found?.id === personId ? found : null
}

export async function findMemberByEmail(tx: Tx, tenantId: TenantId, email: string): Promise<number | null> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select person.id from person join membership on membership.person_id = person.id
    where person.email = ${email} and membership.tenant_id = ${tenantId}`,
  )
  return rows[0]?.id ?? null
}

export interface MembershipOfPerson {
  readonly tenant: Pick<
    Tenant,
    'id' | 'name' | 'currency' | 'timeZone' | 'locale' | 'isSandbox' | 'settings' | 'standing'
  >
  readonly role: Role
}

/** Among the tenants that the transaction is bound to: by name. */
export async function membershipsOf(tx: Tx, personId: number): Promise<MembershipOfPerson[]> {
  const { rows } = await run(
    tx,
    sql<TenantRow & { role: Role }>`
    select tenant.*, membership.role
    from membership join tenant on tenant.id = membership.tenant_id
    where membership.person_id = ${personId} and tenant.state not in ('arriving', 'deleting')
    order by tenant.name, tenant.id`,
  )
  return rows.map((row) => ({ tenant: toTenant(row), role: row.role }))
}
