import type { Insertable } from 'kysely'
import { hasUsableCode } from '../coupons/collections/code-lists.ts'
import { codeKey } from '../coupons/coupon.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { RewardConfiguration as RewardConfigurationTable } from '../platform/postgres/tables.ts'
import { findCustomerCounts } from '../tiers/collections/customer-counts.ts'
import { NO_USAGE } from './redemption.ts'
import { openLists, type RewardSummary } from './reward.ts'
import type { RewardNow } from './rules/eligibility.ts'

export interface RewardListQuery {
  readonly tenantId: number
  /** Only active, only inactive, or both. */
  readonly isActive: boolean | null
  readonly offset: number
  readonly limit: number
}

export interface RewardList {
  readonly total: number
  readonly rewards: readonly RewardSummary[]
}

interface RewardListRow {
  readonly query: number
  readonly total: number
  readonly id: number | null
  readonly title: string
  readonly description: string | null
  readonly is_active: boolean
  readonly value: Decimal
  readonly points: Decimal
  readonly reward_type: number
}

/** Answers many lists, of many tenants, in one statement. */
export async function listRewards(tx: Tx, queries: readonly RewardListQuery[]): Promise<RewardList[]> {
  const { rows } = await run(
    tx,
    sql<RewardListRow>`
    select query.ordinality::int as query, counted.total, page.*
    from unnest(
      ${queries.map(({ tenantId }) => tenantId)}::bigint[],
      ${queries.map(({ isActive }) => isActive)}::boolean[],
      ${queries.map(({ offset }) => offset)}::bigint[],
      ${queries.map(({ limit }) => limit)}::int[]
    ) with ordinality as query (tenant_id, is_active, page_offset, page_limit, ordinality)
    cross join lateral (
      select count(*)::int as total
      from reward_configuration as reward
      where reward.tenant_id = query.tenant_id and (query.is_active is null or reward.is_active = query.is_active)
    ) as counted
    left join lateral (
      select id, title, description, is_active, value, points, reward_type
      from reward_configuration as reward
      where reward.tenant_id = query.tenant_id and (query.is_active is null or reward.is_active = query.is_active)
      order by id
      offset query.page_offset
      limit query.page_limit
    ) as page on true
    order by query.ordinality, page.id`,
  )

  const lists = queries.map(() => ({ total: 0, rewards: [] as RewardSummary[] }))
  for (const row of rows) {
    const list = lists[row.query - 1]
    if (!list) continue
    list.total = row.total
    if (row.id !== null) {
      list.rewards.push({
        id: row.id,
        title: row.title,
        description: row.description,
        isActive: row.is_active,
        value: row.value,
        points: row.points,
        rewardType: row.reward_type,
      })
    }
  }
  return lists
}

export async function findReward(
  tx: Tx,
  tenantId: number,
  id: number,
  now: Instant,
): Promise<Pick<RewardNow, 'reward' | 'usage' | 'usableCodes'> | null> {
  const [row, email, couponLists, tiers, usage] = await Promise.all([
    tx
      .selectFrom('reward_configuration')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst(),
    tx
      .selectFrom('email_configuration as email')
      .innerJoin('reward_configuration as reward', (join) =>
        join
          .onRef('reward.tenant_id', '=', 'email.tenant_id')
          .onRef('reward.customer_email_configuration_id', '=', 'email.id'),
      )
      .selectAll('email')
      .where('reward.tenant_id', '=', tenantId)
      .where('reward.id', '=', id)
      .executeTakeFirst(),
    tx
      .selectFrom('pre_generated_coupon_list')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('reward_configuration_id', '=', id)
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('reward_configuration_tier as kept')
      .innerJoin('tier', (join) =>
        join.onRef('tier.tenant_id', '=', 'kept.tenant_id').onRef('tier.id', '=', 'kept.tier_id'),
      )
      .selectAll('tier')
      .where('kept.tenant_id', '=', tenantId)
      .where('kept.reward_configuration_id', '=', id)
      .orderBy('tier.position')
      .execute(),
    tx
      .selectFrom('reward_usage')
      .select('redeemed_count')
      .where('tenant_id', '=', tenantId)
      .where('reward_configuration_id', '=', id)
      .executeTakeFirst(),
  ])
  if (!row) return null
  const openListIds = openLists(couponLists).map((list) => list.id)
  const [counts, isUsable] = await Promise.all([
    findCustomerCounts(tx, tiers),
    hasUsableCode(tx, tenantId, openListIds, now),
  ])
  return {
    reward: {
      row,
      email: email ?? null,
      couponLists,
      tiers: tiers.map((tier) => ({ ...tier, customerCount: counts.get(tier.id) ?? 0 })),
    },
    usableCodes: isUsable ? 1 : 0,
    usage: {
      ...NO_USAGE,
      countBefore: usage?.redeemed_count ?? 0,
      lists: couponLists.map((list) => ({
        listId: list.id,
        couponCount: list.coupon_count,
        usedCount: list.used_count,
      })),
    },
  }
}

export async function insertReward(
  tx: Tx,
  tenantId: number,
  reward: Omit<Insertable<RewardConfigurationTable>, 'tenant_id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('reward_configuration')
    .values({ ...reward, tenant_id: tenantId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewCouponList {
  readonly name: string
  readonly rewardConfigurationId: number
  readonly couponType: number
  readonly couponValue?: Decimal
  readonly codes: readonly string[]
}

/** A list and its codes, all of them free. */
export async function insertCouponList(tx: Tx, tenantId: number, list: NewCouponList): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    with list as (
      insert into pre_generated_coupon_list
        (tenant_id, name, reward_configuration_id, coupon_type, coupon_value, coupon_count)
      values (${tenantId}, ${list.name}, ${list.rewardConfigurationId}, ${list.couponType},
        ${list.couponValue ?? ZERO}, ${list.codes.length})
      returning id
    ),
    codes as (
      insert into pre_generated_coupon (tenant_id, list_id, code, code_key)
      select ${tenantId}, list.id, code, code_key
      from list, unnest(${list.codes}::text[], ${list.codes.map(codeKey)}::text[]) as code (code, code_key)
    )
    select id from list`,
  )
  return rows[0]?.id ?? 0
}

export interface CouponListSummary {
  readonly id: number
  readonly name: string
}

/** The lists of a reward, or of a name. */
export async function findCouponLists(
  tx: Tx,
  tenantId: number,
  by: { readonly name: string } | { readonly rewardId: number },
): Promise<CouponListSummary[]> {
  const lists = tx.selectFrom('pre_generated_coupon_list').select(['id', 'name']).orderBy('id')
  const ofTenant = lists.where('tenant_id', '=', tenantId)
  return 'name' in by
    ? ofTenant.where('name', '=', by.name).execute()
    : ofTenant.where('reward_configuration_id', '=', by.rewardId).execute()
}

export async function lockReward(
  tx: Tx,
  tenantId: number,
  id: number,
): Promise<Pick<RewardSummary, 'title' | 'rewardType' | 'value'> | null> {
  const row = await tx
    .selectFrom('reward_configuration')
    .select(['title', 'reward_type', 'value'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? { title: row.title, rewardType: row.reward_type, value: row.value } : null
}

/** Adds codes, by key, to a list; what exists already stays where it is. The keys that were new are returned. */
export async function insertCodes(
  tx: Tx,
  tenantId: number,
  listId: number,
  codes: readonly (readonly [key: string, code: string])[],
): Promise<string[]> {
  // One import of a tenant at a time: two with the same codes would wait for each other's, again and again.
  const locked = run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('import of codes', ${tenantId}::bigint))`,
  )
  const made = run(
    tx,
    sql<{ code_key: string }>`
    with made as (
      insert into pre_generated_coupon (tenant_id, list_id, code, code_key)
      select ${tenantId}, ${listId}, sent.code, sent.code_key
      from unnest(${codes.map(([key]) => key)}::text[], ${codes.map(([, code]) => code)}::text[])
        with ordinality as sent (code_key, code, position)
      where not exists (
        select from coupon where coupon.tenant_id = ${tenantId} and coupon.code_key = sent.code_key
      )
      order by sent.position
      on conflict (tenant_id, code_key) do nothing
      returning code_key
    ),
    counted as (
      update pre_generated_coupon_list
      set coupon_count = coupon_count + (select count(*) from made)
      where tenant_id = ${tenantId} and id = ${listId}
    )
    select code_key from made`,
  )
  const [{ rows }] = await Promise.all([made, locked])
  return rows.map(({ code_key }) => code_key)
}

/** The rewards that a customer has redeemed and not given back. */
export async function findRedeemedRewards(
  tx: Tx,
  tenantId: number,
  customerId: number,
): Promise<Set<number>> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select distinct reward_configuration_id as id from redemption
    where tenant_id = ${tenantId} and customer_id = ${customerId} and returned_at is null`,
  )
  return new Set(rows.map(({ id }) => id))
}
