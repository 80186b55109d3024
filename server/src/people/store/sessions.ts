import type { TenantId } from '../../contract/ids.ts'
import type { Role } from '../../contract/permission.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Session } from '../session.ts'

interface SessionRow {
  readonly token_hash: Buffer
  readonly id: number
  readonly person_id: number
  readonly is_pending: boolean
  readonly factor_tries: number
  readonly has_second_factor: boolean
  readonly trusts_device: boolean
  readonly is_replaced: boolean
  readonly created_at: Date
  readonly seen_at: Date
  readonly confirmed_at: Date | null
  readonly ends_at: Date
  readonly address: string | null
  readonly user_agent: string
  readonly failed_before: number
  readonly failed_before_at: Date | null
}

function toSession(row: SessionRow): Session {
  return {
    tokenHash: row.token_hash,
    id: row.id,
    personId: row.person_id,
    isPending: row.is_pending,
    factorTries: row.factor_tries,
    hasSecondFactor: row.has_second_factor,
    trustsDevice: row.trusts_device,
    createdAt: row.created_at.getTime(),
    seenAt: row.seen_at.getTime(),
    confirmedAt: row.confirmed_at?.getTime() ?? null,
    endsAt: row.ends_at.getTime(),
    address: row.address,
    userAgent: row.user_agent,
    failedBefore: row.failed_before,
    failedBeforeAt: row.failed_before_at?.getTime() ?? null,
  }
}

export async function insertSession(tx: Tx, session: Omit<Session, 'id'>): Promise<void> {
  const text = (at: Instant | null): string | null => (at === null ? null : instantToText(at))
  await run(
    tx,
    sql`
    insert into session (token_hash, person_id, is_pending, has_second_factor, trusts_device, created_at, seen_at,
      confirmed_at, ends_at, address, user_agent, failed_before, failed_before_at)
    values (${session.tokenHash}, ${session.personId}, ${session.isPending}, ${session.hasSecondFactor},
      ${session.trustsDevice}, ${text(session.createdAt)}, ${text(session.seenAt)}, ${text(session.confirmedAt)},
      ${text(session.endsAt)}, ${session.address}, ${session.userAgent}, ${session.failedBefore},
      ${text(session.failedBeforeAt)})`,
  )
}

export interface SessionOfMember {
  readonly session: Session
  readonly personName: string
  readonly isOperator: boolean
  /** For the tenant that was asked for; null: none, or no member of it. */
  readonly role: Role | null
  /** Since when they have this role, if another member gave it to them. */
  readonly memberSince: Instant | null
  /** Until when an operator may look at the tenant; null: not at all. */
  readonly supportUntil: Instant | null
}

/** A session with its person, and with their role for a tenant; of a tenant that is not bound nothing is found. */
export async function findSession(
  tx: Tx,
  tokenHash: Buffer,
  tenantId: TenantId | null,
  now: Instant,
): Promise<SessionOfMember | null> {
  const { rows } = await run(
    tx,
    sql<
      SessionRow & {
        name: string
        is_operator: boolean
        role: Role | null
        member_since: Date | null
        support_until: Date | null
      }
    >`
    select session.*, person.name, person.is_operator, membership.role,
      case when membership.granted_by_id is not null then membership.changed_at end as member_since,
      (select ends_at from support_access
        where support_access.tenant_id = ${tenantId}::bigint and support_access.person_id = person.id
          and person.is_operator and ended_at is null and ends_at > ${instantToText(now)}::timestamptz
        order by ends_at desc limit 1) as support_until
    from session
    join person on person.id = session.person_id
    left join membership on membership.tenant_id = ${tenantId}::bigint and membership.person_id = person.id
    where session.token_hash = ${tokenHash}`,
  )
  const [row] = rows
  if (!row) return null
  const { name: personName, is_operator: isOperator, role } = row
  const memberSince = row.member_since?.getTime() ?? null
  const supportUntil = row.support_until?.getTime() ?? null
  return { session: toSession(row), personName, isOperator, role, memberSince, supportUntil }
}

/** Waits for another try of the same sign-in, so that the tries are counted one by one. */
export async function lockSession(tx: Tx, tokenHash: Buffer): Promise<Session | null> {
  const { rows } = await run(
    tx,
    sql<SessionRow>`select * from session where token_hash = ${tokenHash} for update`,
  )
  return rows[0] ? toSession(rows[0]) : null
}

export async function saveFactorTries(tx: Tx, tokenHash: Buffer, tries: number): Promise<void> {
  await run(tx, sql`update session set factor_tries = ${tries} where token_hash = ${tokenHash}`)
}

/** Only once per interval: other requests of the same session may have saved it already. */
export async function saveSeen(tx: Tx, tokenHash: Buffer, now: Instant, unlessSince: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update session set seen_at = ${instantToText(now)}
    where token_hash = ${tokenHash} and seen_at < ${instantToText(unlessSince)}`,
  )
}

/** It is good for the requests under way, and then over. */
export async function replaceSession(tx: Tx, tokenHash: Buffer, endsAt: Instant): Promise<void> {
  await run(
    tx,
    sql`
    update session set is_replaced = true, ends_at = least(ends_at, ${instantToText(endsAt)}::timestamptz)
    where token_hash = ${tokenHash}`,
  )
}

export async function markSecondFactor(tx: Tx, tokenHash: Buffer, hasSecondFactor: boolean): Promise<void> {
  await run(
    tx,
    sql`update session set has_second_factor = ${hasSecondFactor} where token_hash = ${tokenHash}`,
  )
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await run(tx, sql`delete from session where token_hash = ${tokenHash}`)
}

/** False: the person has no such session. */
export async function deleteSessionOf(tx: Tx, personId: number, id: number): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`delete from session where person_id = ${personId} and id = ${id} returning id`,
  )
  return rows.length > 0
}

/** All but one; null: all. */
export async function deleteSessionsOf(tx: Tx, personId: number, but: Buffer | null): Promise<void> {
  await run(
    tx,
    sql`
    delete from session where person_id = ${personId} and (${but}::bytea is null or token_hash <> ${but}::bytea)`,
  )
}

const LISTED_MAX = 100

/** Those that can be used, newest first. */
export async function listSessionsOf(tx: Tx, personId: number, now: Instant): Promise<Session[]> {
  const { rows } = await run(
    tx,
    sql<SessionRow>`
    select * from session
    where person_id = ${personId} and not is_pending and not is_replaced and ends_at > ${instantToText(now)}
    order by id desc limit ${LISTED_MAX}`,
  )
  return rows.map(toSession)
}

const FORGOTTEN_AT_ONCE = 100

/** Done a little at each sign-in, so that nothing else has to. */
export async function forgetWhatIsOver(tx: Tx, now: Instant): Promise<void> {
  const at = instantToText(now)
  await Promise.all([
    run(
      tx,
      sql`
      delete from session where token_hash in (
        select token_hash from session where ends_at < ${at} limit ${FORGOTTEN_AT_ONCE} for update skip locked)`,
    ),
    run(
      tx,
      sql`
      delete from sign_in_limit where key in (
        select key from sign_in_limit where forget_at < ${at} limit ${FORGOTTEN_AT_ONCE} for update skip locked)`,
    ),
    run(
      tx,
      sql`
      delete from known_device where (token_hash, person_id) in (
        select token_hash, person_id from known_device where ends_at < ${at} limit ${FORGOTTEN_AT_ONCE}
        for update skip locked)`,
    ),
  ])
}
