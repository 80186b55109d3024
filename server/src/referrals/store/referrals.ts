import { randomBytes } from 'node:crypto'
import { loadOne } from '../../accounts/till/collection.ts'
import { AWARD_SOURCE } from '../../awards/award.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { codeFromBytes } from '../../coupons/coupon.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { nameOf } from '../../platform/name-of.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Part, sql } from '../../platform/postgres/sql.ts'
import { type Referrer, referrers } from '../collections.ts'
import { REFERRAL_REASON, REFERRAL_STATE, type ReferralReason, type ReferralState } from '../referral.ts'

/** Of 32 letters: 10¹² codes. */
const CODE_LENGTH = 8
const CODE = /^[2-9A-HJ-NP-Z]{8}$/

/** A code as people type it. null: it can be none. */
export function readCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return CODE.test(code) ? code : null
}

/** The code of a customer, made when it is first asked for. */
export async function codeOf(tx: Tx, tenantId: TenantId, customerId: CustomerId): Promise<string> {
  const found = await findCode(tx, tenantId, customerId)
  if (found !== null) return found
  // Another request may make one meanwhile, or the same letters may be another customer's.
  for (;;) {
    await run(
      tx,
      sql`
      insert into referral_code (tenant_id, code, customer_id)
      values (${tenantId}, ${codeFromBytes(randomBytes(CODE_LENGTH))}, ${customerId})
      on conflict do nothing`,
    )
    const made = await findCode(tx, tenantId, customerId)
    if (made !== null) return made
  }
}

/** The code of a customer; null: it was never asked for. */
export async function findCode(tx: Tx, tenantId: TenantId, customerId: CustomerId): Promise<string | null> {
  const { rows } = await run(
    tx,
    sql<{ code: string }>`
    select code from referral_code where tenant_id = ${tenantId} and customer_id = ${customerId}`,
  )
  return rows[0]?.code ?? null
}

/** Whose code it is; null: of no customer who takes part. */
export async function findReferrer(tx: Tx, tenantId: TenantId, code: string): Promise<Referrer | null> {
  const found = await findOwnerOfCode(tx, tenantId, code)
  return found?.takesPart ? found : null
}

/** The same, also of a customer who has left. */
export async function findOwnerOfCode(tx: Tx, tenantId: TenantId, code: string): Promise<Referrer | null> {
  const owner = await findCodeOwner(tx, tenantId, code)
  return owner === null ? null : ((await loadOne(tx, referrers, { tenantId, key: owner })) ?? null)
}

/** Who has this code, whether or not they take part; null: it is none of this merchant. */
export async function findCodeOwner(tx: Tx, tenantId: TenantId, code: string): Promise<CustomerId | null> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId }>`
    select customer_id from referral_code where tenant_id = ${tenantId} and code = ${code}`,
  )
  return rows[0]?.customer_id ?? null
}

/** A customer, and those who were merged into it: what they had referred is theirs. */
const themselves = (tenantId: TenantId, customerId: CustomerId): Part =>
  new Part(
    (first) => `array(
      select $${first}::bigint
      union all select id from customer where tenant_id = $${first + 1} and merged_into = $${first}
    )`,
    [customerId, tenantId],
  )

/** What came of a customer's referrals. */
export interface ReferralSums {
  /** Friends who joined and count, whatever came of it. */
  readonly joined: number
  readonly bought: number
  readonly rewarded: number
  /** Of those that were rewarded. */
  readonly points: Decimal
}

/** More friends are not counted: a customer who brings more has a contract. */
const COUNTED_MAX = 10_000

export async function sumReferrals(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<ReferralSums> {
  const { rows } = await run(
    tx,
    sql<ReferralSums>`
    select count(*)::int as joined,
      (count(*) filter (where referral.order_id is not null))::int as bought,
      (count(*) filter (where state = ${REFERRAL_STATE.granted}))::int as rewarded,
      coalesce(sum(record.points) filter (where state = ${REFERRAL_STATE.granted}), 0) as points
    from (
      select * from referral
      where tenant_id = ${tenantId} and referrer_id = any (${themselves(tenantId, customerId)})
        and not (state = ${REFERRAL_STATE.refused} and order_id is null)
      order by customer_id limit ${COUNTED_MAX}
    ) as referral
    left join point_record as record
      on record.tenant_id = ${tenantId} and record.customer_id = ${customerId}
      and record.id = referral.referrer_record_id`,
  )
  return rows[0] ?? { joined: 0, bought: 0, rewarded: 0, points: ZERO }
}

/** One friend of a customer. */
export interface ListedFriend {
  readonly state: ReferralState
  readonly reason: ReferralReason | null
  readonly registeredAt: Instant
  readonly endsAt: Instant
  readonly programVersion: number
  readonly waitsUntil: Instant | null
  /** Of the customer who referred; null: none were given, or they were taken back. */
  readonly points: Decimal | null
}

/** A customer's friends, newest first. */
export async function listFriends(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
  limit: number,
): Promise<ListedFriend[]> {
  const { rows } = await run(
    tx,
    sql<{
      state: number
      reason: number | null
      registered_at: Date
      ends_at: Date
      program_version: number
      waits_until: Date | null
      points: Decimal | null
    }>`
    select listed.state, listed.reason, listed.registered_at, listed.ends_at, listed.program_version,
      listed.waits_until, record.points
    from (
      select * from (
        select * from referral
        where tenant_id = ${tenantId} and referrer_id = any (${themselves(tenantId, customerId)})
        order by customer_id limit ${COUNTED_MAX}
      ) as referred
      order by registered_at desc, customer_id desc limit ${limit}
    ) as listed
    left join point_record as record
      on record.tenant_id = ${tenantId} and record.customer_id = ${customerId}
      and record.id = listed.referrer_record_id
    order by listed.registered_at desc, listed.customer_id desc`,
  )
  return rows.map((row) => ({
    state: nameOf<ReferralState, number>(REFERRAL_STATE, row.state),
    reason: row.reason === null ? null : nameOf<ReferralReason, number>(REFERRAL_REASON, row.reason),
    registeredAt: row.registered_at.getTime(),
    endsAt: row.ends_at.getTime(),
    programVersion: row.program_version,
    waitsUntil: row.waits_until?.getTime() ?? null,
    points: row.points,
  }))
}

export interface ReferralToSettle {
  readonly tenantId: TenantId
  readonly friendId: CustomerId
  readonly referrerId: CustomerId
}

/** Referrals of which something is still to be done on the account of the customer who referred. */
export async function findToSettle(
  tx: Tx,
  tenantIds: readonly TenantId[],
  limit: number,
): Promise<ReferralToSettle[]> {
  const { rows } = await run(
    tx,
    sql<ReferralToSettle>`
    select tenant_id as "tenantId", customer_id as "friendId", referrer_id as "referrerId" from referral
    where tenant_id = any (${tenantIds}::bigint[]) and not is_settled
    order by tenant_id, customer_id limit ${limit}`,
  )
  return rows
}

/** Held since before this moment. */
export async function findHeldSince(
  tx: Tx,
  tenantId: TenantId,
  before: Instant,
  limit: number,
): Promise<Omit<ReferralToSettle, 'tenantId'>[]> {
  const { rows } = await run(
    tx,
    sql<Omit<ReferralToSettle, 'tenantId'>>`
    select customer_id as "friendId", referrer_id as "referrerId" from referral
    where tenant_id = ${tenantId} and state = ${REFERRAL_STATE.held}
      and changed_at < ${new Date(before)}
    order by changed_at limit ${limit}`,
  )
  return rows
}

/** Friends who have not bought in time. One whose order is being placed now is left to it. */
export async function expireReferrals(
  tx: Tx,
  tenantId: TenantId,
  now: Instant,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    update referral set state = ${REFERRAL_STATE.expired}, reason = ${REFERRAL_REASON.tooLate},
      changed_at = ${new Date(now)}
    from (
      select tenant_id, customer_id from referral
      where tenant_id = ${tenantId} and state = ${REFERRAL_STATE.registered}
        and ends_at <= ${new Date(now)}
      order by ends_at limit ${limit}
      for update skip locked
    ) as late
    where referral.tenant_id = late.tenant_id and referral.customer_id = late.customer_id
    returning referral.customer_id`,
  )
  return rows.length
}

/** A customer's friends who have bought, and for whom they are not rewarded yet. */
export async function findFriendsToSettle(
  tx: Tx,
  tenantId: TenantId,
  referrerId: CustomerId,
): Promise<CustomerId[]> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId }>`
    select customer_id from referral
    where tenant_id = ${tenantId} and referrer_id = any (${themselves(tenantId, referrerId)})
      and not is_settled
    order by customer_id limit ${SETTLED_AT_ONCE}`,
  )
  return rows.map(({ customer_id }) => customer_id)
}

/** More come within seconds by the worker. */
const SETTLED_AT_ONCE = 20

/** What the reward of a friend became; null: there is none, or it is still to be given. */
export async function findFriendsCouponKey(
  tx: Tx,
  tenantId: TenantId,
  friendId: CustomerId,
): Promise<string | null> {
  const { rows } = await run(
    tx,
    sql<{ coupon_key: string | null }>`
    select coupon_key from award
    where tenant_id = ${tenantId} and customer_id = ${friendId} and source = ${AWARD_SOURCE.referral}
      and coupon_key is not null
    order by id limit 1`,
  )
  return rows[0]?.coupon_key ?? null
}
