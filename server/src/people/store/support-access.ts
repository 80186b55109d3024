import type { TenantId } from '../../contract/ids.ts'
import type { Role } from '../../contract/permission.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type TenantRow, toTenant } from '../../tenancy/store/tenants.ts'
import type { MembershipOfPerson } from './memberships.ts'

/** An operator who may look at a merchant for some hours. */
export interface SupportAccess {
  readonly tenantId: TenantId
  readonly id: number
  readonly personId: number
  readonly personLabel: string
  readonly reason: string
  readonly endsAt: Instant
}

interface NewSupportAccess extends Omit<SupportAccess, 'id' | 'tenantId'> {
  readonly beginsAt: Instant
}

export async function insertSupportAccess(
  tx: Tx,
  tenantId: TenantId,
  access: NewSupportAccess,
): Promise<void> {
  const { personId, personLabel, reason, beginsAt, endsAt } = access
  await run(
    tx,
    sql`
    insert into support_access (tenant_id, person_id, person_label, reason, begins_at, ends_at)
    values (${tenantId}, ${personId}, ${personLabel}, ${reason}, ${instantToText(beginsAt)}::timestamptz,
      ${instantToText(endsAt)}::timestamptz)`,
  )
}

interface AccessRow {
  readonly tenant_id: number
  readonly id: number
  readonly person_id: number
  readonly person_label: string
  readonly reason: string
  readonly ends_at: Date
}

function toAccess(row: AccessRow): SupportAccess {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    personId: row.person_id,
    personLabel: row.person_label,
    reason: row.reason,
    endsAt: row.ends_at.getTime(),
  }
}

/** Those that are good now, of these tenants. */
export async function findLiveSupport(
  tx: Tx,
  tenantIds: readonly TenantId[],
  now: Instant,
): Promise<SupportAccess[]> {
  const { rows } = await run(
    tx,
    sql<AccessRow>`
    select found.* from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    cross join lateral (
      select tenant_id, id, person_id, person_label, reason, ends_at from support_access
      where support_access.tenant_id = wanted.tenant_id and ended_at is null
        and ends_at > ${instantToText(now)}::timestamptz
      order by id limit 100
    ) as found`,
  )
  return rows.map(toAccess)
}

/** Ends one, or all that a person has; null where there is none to end. */
export async function endSupportAccess(
  tx: Tx,
  tenantId: TenantId,
  which: { readonly id: number } | { readonly personId: number },
  { by, now }: { readonly by: string; readonly now: Instant },
): Promise<SupportAccess | null> {
  const id = 'id' in which ? which.id : null
  const personId = 'personId' in which ? which.personId : null
  const at = instantToText(now)
  const { rows } = await run(
    tx,
    sql<AccessRow>`
    update support_access set ended_at = ${at}::timestamptz, ended_by = ${by}
    where tenant_id = ${tenantId} and (id = ${id}::bigint or person_id = ${personId}::bigint)
      and ended_at is null and ends_at > ${at}::timestamptz
    returning tenant_id, id, person_id, person_label, reason, ends_at`,
  )
  return rows[0] ? toAccess(rows[0]) : null
}

const ROLE: Role = 'viewer'

/** The merchants that an operator may look at now, among the tenants that the transaction is bound to. */
export async function supportedMerchantsOf(
  tx: Tx,
  personId: number,
  now: Instant,
): Promise<(MembershipOfPerson & { readonly supportUntil: Instant })[]> {
  const { rows } = await run(
    tx,
    sql<TenantRow & { support_until: Date }>`
    select tenant.*, max(support_access.ends_at) as support_until
    from support_access join tenant on tenant.id = support_access.tenant_id
    where support_access.person_id = ${personId} and ended_at is null
      and ends_at > ${instantToText(now)}::timestamptz and tenant.state not in ('arriving', 'deleting')
      and not exists (
        select from membership
        where membership.tenant_id = support_access.tenant_id and membership.person_id = ${personId})
    group by tenant.id order by tenant.name, tenant.id`,
  )
  return rows.map((row) => ({ tenant: toTenant(row), role: ROLE, supportUntil: row.support_until.getTime() }))
}
