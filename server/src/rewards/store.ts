import type { Insertable } from 'kysely'
import type { Decimal } from '../platform/decimal.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'
import type { RewardConfiguration as RewardConfigurationTable } from '../platform/postgres/tables.ts'
import type { RewardConfiguration, RewardSummary } from './reward.ts'

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

export async function findReward(tx: Tx, tenantId: number, id: number): Promise<RewardConfiguration | null> {
  const [row, email, couponLists, tiers] = await Promise.all([
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
  ])
  return row ? { row, email: email ?? null, couponLists, tiers } : null
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
  readonly codes: readonly string[]
}

/** A list and its codes, all of them free. */
export async function insertCouponList(tx: Tx, tenantId: number, list: NewCouponList): Promise<void> {
  await run(
    tx,
    sql`
    with list as (
      insert into pre_generated_coupon_list (tenant_id, name, reward_configuration_id, coupon_type, coupon_count)
      values (${tenantId}, ${list.name}, ${list.rewardConfigurationId}, ${list.couponType}, ${list.codes.length})
      returning id
    )
    insert into pre_generated_coupon (tenant_id, list_id, code)
    select ${tenantId}, list.id, code
    from list, unnest(${list.codes}::text[]) as code`,
  )
}
