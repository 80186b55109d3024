import { AWARD_STATE, type Award, type AwardState } from '../../awards/award.ts'
import { type AwardRow, toAward } from '../../awards/collections.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Part, sql } from '../../platform/postgres/sql.ts'
import { IS_WAITING } from './held-awards.ts'

/** Which awards are wanted. null: it does not matter. */
export interface AwardFilter {
  readonly state: AwardState | null
  readonly customerId: CustomerId | null
  readonly rewardId: number | null
}

interface AwardPlace {
  readonly belowId: number
  readonly limit: number
}

export interface AwardPage {
  readonly awards: readonly Award[]
  /** The last that was looked at before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: number | null
}

interface Row extends AwardRow {
  readonly is_match: boolean
}

/** A filter may have no index of its own: so many rows are looked at, and the rest with the next page. */
const LOOKED_AT_MAX = 20_000

/** A page, newest first. */
export async function listAwards(
  tx: Tx,
  tenantId: TenantId,
  filter: AwardFilter,
  page: AwardPlace,
): Promise<AwardPage> {
  const { rows } = await run(tx, statementOf(tenantId, filter, page))
  const ending = rows.find(({ is_match }) => !is_match)
  return {
    awards: rows.filter(({ is_match }) => is_match).map(toAward),
    lookedUntil: ending?.id ?? null,
  }
}

/** Those of a customer go by its key, those that wait by their own small index, and all others by number. */
function statementOf(tenantId: TenantId, filter: AwardFilter, { belowId, limit }: AwardPlace) {
  const { customerId, state, rewardId } = filter
  const lookedAt = state === null && rewardId === null ? limit : LOOKED_AT_MAX
  const found = matching(filter, limit, lookedAt)
  if (customerId !== null) {
    return sql<Row>`
    with looked as materialized (
      select * from award
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${belowId}::bigint
      order by id desc
      limit ${lookedAt}
    ) ${found}`
  }
  if (state === 'due' || state === 'held') {
    return sql<Row>`
    with looked as materialized (
      select * from award
      where tenant_id = ${tenantId} and id < ${belowId}::bigint and ${IS_WAITING}
      order by id desc
      limit ${lookedAt}
    ) ${found}`
  }
  return sql<Row>`
    with looked as materialized (
      select * from award
      where tenant_id = ${tenantId} and id < ${belowId}::bigint
      order by id desc
      limit ${lookedAt}
    ) ${found}`
}

/** Of what was looked at, what is wanted, and where looking ended. */
function matching({ state, rewardId }: AwardFilter, limit: number, lookedAt: number): Part {
  return new Part(
    (first) => `, found as materialized (
      select * from looked
      where ($${first}::smallint is null or state = $${first}::smallint)
        and ($${first + 1}::bigint is null or reward_id = $${first + 1}::bigint)
      order by id desc
      limit $${first + 2}::int
    ), ending as (
      select * from looked
      where (select count(*) from looked) = $${first + 3}::int and (select count(*) from found) < $${first + 2}::int
      order by id
      limit 1
    )
    select *, true as is_match from found
    union all
    select *, false from ending
    order by is_match desc, id desc`,
    [state === null ? null : AWARD_STATE[state], rewardId, limit, lookedAt],
  )
}

export async function findAward(tx: Tx, tenantId: TenantId, id: number): Promise<Award | null> {
  const { rows } = await run(
    tx,
    sql<AwardRow>`select * from award where tenant_id = ${tenantId} and id = ${id}::bigint`,
  )
  return rows[0] ? toAward(rows[0]) : null
}

/** What other rows say of an award. */
export interface AwardFacts {
  /** null: it has none. */
  readonly points: Decimal | null
  /** Of its reward; null: it has none. */
  readonly title: string | null
}

/** By the awards' numbers. */
export async function findAwardFacts(
  tx: Tx,
  tenantId: TenantId,
  awards: readonly Award[],
): Promise<Map<number, AwardFacts>> {
  if (awards.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<AwardFacts & { readonly id: number }>`
    select wanted.id, record.points, reward.title
    from unnest(${awards.map(({ id }) => id)}::bigint[], ${awards.map(({ customerId }) => customerId)}::bigint[],
      ${awards.map(({ recordId }) => recordId)}::bigint[], ${awards.map(({ rewardId }) => rewardId)}::bigint[])
      as wanted (id, customer_id, record_id, reward_id)
    left join lateral (
      select points from point_record
      where tenant_id = ${tenantId} and customer_id = wanted.customer_id and id = wanted.record_id
      limit 1
    ) as record on true
    left join reward_configuration as reward
      on reward.tenant_id = ${tenantId} and reward.id = wanted.reward_id`,
  )
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Codes of a list that awards gave since a moment. So many redemptions are looked at, the newest first. */
export async function countGivenFrom(
  tx: Tx,
  tenantId: TenantId,
  listId: number,
  since: Instant,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ count: number }>`
    select count(*)::int as count
    from (
      select customer_id, original_key, coupon_key, record_id from redemption
      where tenant_id = ${tenantId} and redeemed_at >= ${instantToText(since)}::timestamptz
      order by tenant_id desc, redeemed_at desc, id desc
      limit ${LOOKED_AT_MAX}
    ) as redeemed
    join coupon on coupon.tenant_id = ${tenantId} and coupon.code_key = redeemed.coupon_key
    where redeemed.record_id is null and coupon.list_id = ${listId} and exists (
      select from award
      where award.tenant_id = ${tenantId} and award.customer_id = redeemed.customer_id
        and award.redemption_key = redeemed.original_key
    )`,
  )
  return rows[0]?.count ?? 0
}
