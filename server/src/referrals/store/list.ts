/** Referrals as a merchant sees them: one by one, and counted. */
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { nameOf } from '../../platform/name-of.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, Part, type Statement, sql } from '../../platform/postgres/sql.ts'
import { LOTS, LOTS_SHOWN, type ReferralRow, toReferral } from '../collections.ts'
import {
  REFERRAL_REASON,
  REFERRAL_STATE,
  type Referral,
  type ReferralReason,
  type ReferralState,
} from '../referral.ts'
import type { Outcome } from '../rules/outcome.ts'

/** Which are wanted. null: it does not matter. */
export interface ReferralFilter {
  readonly state: ReferralState | null
  readonly outcome: Outcome | null
  /** Friends, or customers who referred them. */
  readonly customerIds: readonly CustomerId[] | null
}

interface JoinedBefore {
  /** `Infinity`: from the newest on. */
  readonly at: Instant
  readonly id: CustomerId
}

interface ReferralPlace {
  readonly below: JoinedBefore
  readonly limit: number
}

export interface ReferralPage {
  readonly referrals: readonly Referral[]
  /** The last that was looked at before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: readonly [at: Instant, friendId: CustomerId] | null
}

interface FoundRow {
  readonly customer_id: CustomerId
  readonly registered_at: Date
  readonly is_match: boolean
}

/** A filter may have no index of its own: so many rows are looked at, and the rest with the next page. */
const LOOKED_AT_MAX = 20_000

/** A page, those who joined last first. */
export async function listReferrals(
  tx: Tx,
  tenantId: TenantId,
  filter: ReferralFilter,
  page: ReferralPlace,
  now: Instant,
): Promise<ReferralPage> {
  const { rows } = await run(tx, statementOf(tenantId, filter, page, now))
  const ending = rows.find(({ is_match }) => !is_match)
  const ids = rows.flatMap(({ customer_id, is_match }) => (is_match ? [customer_id] : []))
  const found = new Map((await readReferrals(tx, tenantId, ids)).map((one) => [one.friendId, one]))
  return {
    referrals: ids.flatMap((id) => found.get(id) ?? []),
    lookedUntil: ending ? [ending.registered_at.getTime(), ending.customer_id] : null,
  }
}

/** Those of customers go by their keys, those that are held by their own small index, and all others by time. */
function statementOf(
  tenantId: TenantId,
  filter: ReferralFilter,
  { below, limit }: ReferralPlace,
  now: Instant,
): Statement<FoundRow> {
  const { customerIds, state, outcome } = filter
  const isBelow = belowOf(below)
  const lookedAt = state === null && outcome === null ? limit : LOOKED_AT_MAX
  const found = matching(filter, limit, lookedAt, now)
  if (customerIds !== null) {
    return sql<FoundRow>`
    with looked as materialized (
      select * from (
        select * from referral where tenant_id = ${tenantId} and customer_id = any (${customerIds}::bigint[])
        union
        select * from referral where tenant_id = ${tenantId} and referrer_id = any (${customerIds}::bigint[])
      ) as referral
      where ${isBelow}
      order by registered_at desc, customer_id desc
      limit ${lookedAt}
    ) ${found}`
  }
  if (state === 'held' || outcome === 'held') {
    return sql<FoundRow>`
    with looked as materialized (
      select * from referral
      where tenant_id = ${tenantId} and ${IS_HELD} and ${isBelow}
      order by registered_at desc, customer_id desc
      limit ${lookedAt}
    ) ${found}`
  }
  return sql<FoundRow>`
    with looked as materialized (
      select * from referral
      where tenant_id = ${tenantId} and ${isBelow}
      order by registered_at desc, customer_id desc
      limit ${lookedAt}
    ) ${found}`
}

const IS_HELD = new Fragment(`referral.state = ${REFERRAL_STATE.held}`)

function belowOf({ at, id }: JoinedBefore): Part {
  const time = at === Number.POSITIVE_INFINITY ? 'infinity' : instantToText(at)
  return new Part(
    (first) =>
      `(referral.registered_at, referral.customer_id) < ($${first}::text::timestamptz, $${first + 1}::bigint)`,
    [time, id],
  )
}

/** As `outcomeOf` says it. */
function outcomeAt(now: Instant): Part {
  const { registered, earned, granted, held, undone, expired } = REFERRAL_STATE
  return new Part(
    (first) => `case
        when state = ${registered} then 'notYet'
        when state = ${expired} then 'expired'
        when state = ${held} then 'held'
        when state = ${earned} or state = ${granted} and waits_until > $${first}::text::timestamptz then 'pending'
        when state = ${granted} then 'rewarded'
        when state = ${undone} or order_id is not null then 'notCounted'
        else 'turnedAway'
      end`,
    [instantToText(now)],
  )
}

/** Of what was looked at, what is wanted, and where looking ended. */
function matching({ state, outcome }: ReferralFilter, limit: number, lookedAt: number, now: Instant): Part {
  const outcomes = outcomeAt(now)
  const { length } = outcomes.values
  return new Part(
    (first) => {
      const next = first + length
      return `, found as materialized (
      select * from looked
      where ($${next}::smallint is null or state = $${next}::smallint)
        and ($${next + 1}::text is null or ${outcomes.textFrom(first)} = $${next + 1}::text)
      order by registered_at desc, customer_id desc
      limit $${next + 2}::int
    ), ending as (
      select * from looked
      where (select count(*) from looked) = $${next + 3}::int and (select count(*) from found) < $${next + 2}::int
      order by registered_at, customer_id
      limit 1
    )
    select customer_id, registered_at, true as is_match from found
    union all
    select customer_id, registered_at, false from ending
    order by is_match desc, registered_at desc, customer_id desc`
    },
    [...outcomes.values, state === null ? null : REFERRAL_STATE[state], outcome, limit, lookedAt],
  )
}

/** By their friends, and without a lock: nothing is decided by it. */
export async function readReferrals(
  tx: Tx,
  tenantId: TenantId,
  friendIds: readonly CustomerId[],
): Promise<Referral[]> {
  if (friendIds.length === 0) return []
  const { rows } = await run(
    tx,
    sql<ReferralRow>`
    select referral.*, ${LOTS_SHOWN}
    from unnest(${friendIds}::bigint[]) as wanted (id)
    join referral on referral.tenant_id = ${tenantId} and referral.customer_id = wanted.id
    ${LOTS}`,
  )
  return rows.map(toReferral)
}

/** The codes of these customers; who never asked for one has none. */
export async function findCodes(
  tx: Tx,
  tenantId: TenantId,
  customerIds: readonly CustomerId[],
): Promise<ReadonlyMap<CustomerId, string>> {
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId; code: string }>`
    select customer_id, code from referral_code
    where tenant_id = ${tenantId} and customer_id = any (${customerIds}::bigint[])`,
  )
  return new Map(rows.map(({ customer_id, code }) => [customer_id, code]))
}

/** Referrals that are alike. */
export interface CountedReferrals {
  readonly outcome: Outcome
  readonly reason: ReferralReason | null
  readonly count: number
  /** Of the customers who referred. */
  readonly points: Decimal
  /** The last moment at which points of theirs become available; null: none wait. */
  readonly until: Instant | null
}

/** Of friends who joined since this moment, the newest. */
export async function countReferrals(
  tx: Tx,
  tenantId: TenantId,
  { since, now, limit }: { readonly since: Instant; readonly now: Instant; readonly limit: number },
): Promise<CountedReferrals[]> {
  const { rows } = await run(
    tx,
    sql<{
      outcome: Outcome
      reason: number | null
      count: number
      points: Decimal | null
      until: Date | null
    }>`
    with looked as materialized (
      select referral.*, ${outcomeAt(now)} as outcome from referral
      where tenant_id = ${tenantId} and registered_at >= ${instantToText(since)}::text::timestamptz
      order by registered_at desc, customer_id desc
      limit ${limit}
    )
    select outcome, reason, count(*)::int as count, sum(given.points) as points,
      max(waits_until) filter (where outcome = 'pending') as until
    from looked
    left join customer as referrer
      on outcome in ('pending', 'rewarded') and referrer.tenant_id = ${tenantId} and referrer.id = looked.referrer_id
    left join point_record as given
      on given.tenant_id = ${tenantId} and given.id = looked.referrer_record_id
      and given.customer_id = case when referrer.merged_into is null then referrer.id else referrer.merged_into end
    group by outcome, reason`,
  )
  return rows.map(({ outcome, reason, count, points, until }) => ({
    outcome,
    reason: reason === null ? null : nameOf<ReferralReason, number>(REFERRAL_REASON, reason),
    count,
    points: points ?? ZERO,
    until: until?.getTime() ?? null,
  }))
}

/** Those that wait for a person, counted up to a bound, and since when the first does; null: none do. */
export async function findHeld(
  tx: Tx,
  tenantId: TenantId,
  limit: number,
): Promise<{ readonly count: number; readonly since: Instant } | null> {
  const { rows } = await run(
    tx,
    sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(changed_at) as since
    from (
      select changed_at from referral
      where tenant_id = ${tenantId} and ${IS_HELD}
      order by changed_at
      limit ${limit}
    ) as held`,
  )
  const { count = 0, since = null } = rows[0] ?? {}
  return since === null ? null : { count, since: since.getTime() }
}
