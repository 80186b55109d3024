import { keyText } from '../../accounts/till/collection.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { freeKey, keyFromTitle } from '../../contract/key.ts'
import { hasUsableCode } from '../../coupons/collections/code-lists.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { rewards } from '../collections/rewards.ts'
import { NO_USAGE } from '../redemption.ts'
import {
  DEFAULT_SETTINGS,
  openLists,
  type RewardChannel,
  type RewardSettings,
  type RewardSummary,
} from '../reward.ts'
import type { RewardType } from '../reward-type.ts'
import type { RewardNow } from '../rules/eligibility.ts'
import { insertOf } from './columns.ts'
import { lockRewardKeys } from './configuration.ts'

export interface RewardListQuery {
  readonly tenantId: TenantId
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
  readonly reward_type: RewardType
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
      where reward.tenant_id = query.tenant_id and reward.archived_at is null and not reward.is_prize_only
        and (query.is_active is null or reward.is_active = query.is_active)
    ) as counted
    left join lateral (
      select id, title, description, is_active, value, points, reward_type
      from reward_configuration as reward
      where reward.tenant_id = query.tenant_id and reward.archived_at is null and not reward.is_prize_only
        and (query.is_active is null or reward.is_active = query.is_active)
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
        type: row.reward_type,
      })
    }
  }
  return lists
}

type RewardForAll = Pick<RewardNow, 'reward' | 'usage' | 'usableCodes'>

/** A reward as it stands for all customers. */
export async function findReward(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  now: Instant,
): Promise<RewardForAll | null> {
  const [found] = await rewardsForAll(tx, tenantId, [id], now)
  return found ?? null
}

export interface WantedRewards {
  readonly channels: readonly RewardChannel[]
  /** At most so many, the newest; null: all. */
  readonly newest: number | null
  /** Whether those are wanted that can't be redeemed any more. */
  readonly isOverToo: boolean
}

/** The active rewards of these channels, in the order in which they were made. */
export async function findActiveRewards(
  tx: Tx,
  tenantId: TenantId,
  { channels, newest, isOverToo }: WantedRewards,
  now: Instant,
): Promise<RewardForAll[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select id from reward_configuration
    where tenant_id = ${tenantId} and is_active and archived_at is null and not is_prize_only
      and reward_channel = any (${[...channels]}::smallint[])
      and (${isOverToo}::boolean or valid_until is null or valid_until > ${instantToText(now)}::timestamptz)
    order by id desc
    limit ${newest}::int`,
  )
  const ids = rows.map(({ id }) => id).toReversed()
  return rewardsForAll(tx, tenantId, ids, now)
}

/** In this order; those that there are not are left out. */
async function rewardsForAll(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly number[],
  now: Instant,
): Promise<RewardForAll[]> {
  if (ids.length === 0) return []
  const keys = ids.map((id) => ({ tenantId, key: id }))
  const [found, { rows }] = await Promise.all([
    rewards.load(tx, keys),
    run(
      tx,
      sql<{ id: number; redeemed_count: number }>`
      select usage.reward_configuration_id as id, redeemed_count
      from unnest(${ids}::bigint[]) as wanted (id)
      join reward_usage as usage on usage.tenant_id = ${tenantId} and usage.reward_configuration_id = wanted.id`,
    ),
  ])
  const counts = new Map(rows.map(({ id, redeemed_count }) => [id, redeemed_count]))
  const known = keys.flatMap((key) => found.get(keyText(key)) ?? [])
  return Promise.all(
    known.map(async (reward) => {
      const openListIds = openLists(reward).map((list) => list.id)
      return {
        reward,
        usableCodes: (await hasUsableCode(tx, tenantId, openListIds, now)) ? 1 : 0,
        usage: { ...NO_USAGE, countBefore: counts.get(reward.id) ?? 0 },
      }
    }),
  )
}

export type NewReward = Pick<RewardSettings, 'type' | 'title'> &
  Partial<RewardSettings> & {
    /** Left out: made from the title. */
    readonly key?: string
  }

/** Returns the id of the reward. */
export async function insertReward(
  tx: Tx,
  tenantId: TenantId,
  { key, ...reward }: NewReward,
): Promise<number> {
  const free = key ?? (await freeRewardKey(tx, tenantId, reward.title))
  const { rows } = await run(tx, insertOf(tenantId, free, { ...DEFAULT_SETTINGS, ...reward }))
  return rows[0]?.id ?? 0
}

async function freeRewardKey(tx: Tx, tenantId: TenantId, title: string): Promise<string> {
  const wanted = keyFromTitle(title, 'reward')
  return freeKey(wanted, await lockRewardKeys(tx, tenantId, wanted))
}

export async function lockReward(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<Pick<RewardSummary, 'title' | 'type' | 'value'> | null> {
  const { rows } = await run(
    tx,
    sql<Pick<RewardSummary, 'title' | 'type' | 'value'>>`
    select title, reward_type as type, value from reward_configuration
    where tenant_id = ${tenantId} and id = ${id}
    for no key update`,
  )
  return rows[0] ?? null
}

/** By what people and files call the rewards of a merchant, oldest first. */
export async function listRewardNames(
  tx: Tx,
  tenantId: TenantId,
): Promise<readonly (Pick<RewardSummary, 'id' | 'title' | 'type' | 'value'> & { readonly key: string })[]> {
  const { rows } = await run(
    tx,
    sql<Pick<RewardSummary, 'id' | 'title' | 'type' | 'value'> & { key: string }>`
    select id, key, title, reward_type as type, value from reward_configuration
    where tenant_id = ${tenantId} and archived_at is null
    order by tenant_id, id`,
  )
  return rows
}

/** The rewards that a customer has redeemed and not given back. */
export async function findRedeemedRewards(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<Set<number>> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    select distinct reward_configuration_id as id from redemption
    where tenant_id = ${tenantId} and customer_id = ${customerId} and returned_at is null`,
  )
  return new Set(rows.map(({ id }) => id))
}
