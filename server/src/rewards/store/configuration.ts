import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { RewardSettings } from '../reward.ts'
import type { RewardType } from '../reward-type.ts'
import { SETTINGS_COLUMNS, type SettingsRow, toSettings, updateOf } from './columns.ts'

/** A reward as the merchant sees it who configures it. */
export interface ConfiguredReward {
  readonly id: number
  readonly key: string
  readonly version: number
  readonly archivedAt: Instant | null
  readonly settings: RewardSettings
  /** The keys of the tiers that it is kept for, the lowest first. */
  readonly tiers: readonly string[]
  /** Redemptions that stand. */
  readonly redeemed: number
  /** Lists that its codes come from, archived ones left out. */
  readonly couponLists: readonly {
    readonly id: number
    readonly key: string
    readonly name: string
    readonly left: number
  }[]
  /** Whether its codes come from lists, archived ones too. */
  readonly hasLists: boolean
  /** Whether it was ever redeemed, or has a list: then its type stays. */
  readonly isTypeFixed: boolean
}

interface Row extends SettingsRow {
  readonly id: number
  readonly key: string
  readonly version: number
  readonly archived_at: Date | null
  readonly tier_keys: string[]
  readonly redeemed: number | null
  readonly coupon_lists: ConfiguredReward['couponLists']
  readonly has_lists: boolean
}

const COLUMNS = new Fragment(`
  reward.id, reward.key, reward.version, reward.archived_at, ${SETTINGS_COLUMNS.text},
  array(
    select tier.key
    from reward_configuration_tier as kept
    join tier on tier.tenant_id = kept.tenant_id and tier.id = kept.tier_id
    where kept.tenant_id = reward.tenant_id and kept.reward_configuration_id = reward.id
    order by tier.position
  ) as tier_keys,
  (
    select usage.redeemed_count from reward_usage as usage
    where usage.tenant_id = reward.tenant_id and usage.reward_configuration_id = reward.id
  ) as redeemed,
  (
    select coalesce(json_agg(json_build_object('id', list.id, 'key', list.key, 'name', list.name,
      'left', list.coupon_count - list.used_count) order by list.id), '[]')
    from pre_generated_coupon_list as list
    where list.tenant_id = reward.tenant_id and list.reward_configuration_id = reward.id
      and list.archived_at is null
  ) as coupon_lists,
  exists (
    select from pre_generated_coupon_list as list
    where list.tenant_id = reward.tenant_id and list.reward_configuration_id = reward.id
  ) as has_lists`)

function toConfigured(row: Row): ConfiguredReward {
  const { id, key, version, archived_at, tier_keys, redeemed, coupon_lists, has_lists, ...settings } = row
  return {
    id,
    key,
    version,
    archivedAt: archived_at?.getTime() ?? null,
    settings: toSettings(settings),
    tiers: tier_keys,
    redeemed: redeemed ?? 0,
    couponLists: coupon_lists,
    hasLists: has_lists,
    isTypeFixed: has_lists || redeemed !== null,
  }
}

export interface RewardFilter {
  readonly isActive?: boolean
  readonly isArchived?: boolean
  readonly type?: RewardType
  /** The key of a tier. */
  readonly tier?: string
}

/** A page, by id. */
export async function listConfiguredRewards(
  tx: Tx,
  tenantId: TenantId,
  { isActive, isArchived, type, tier }: RewardFilter,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<ConfiguredReward[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${COLUMNS}
    from reward_configuration as reward
    where reward.tenant_id = ${tenantId} and reward.id > ${afterId}
      and (${isActive ?? null}::boolean is null or reward.is_active = ${isActive ?? null}::boolean)
      and (${isArchived ?? null}::boolean is null or (reward.archived_at is not null) = ${isArchived ?? null}::boolean)
      and (${type ?? null}::int is null or reward.reward_type = ${type ?? null}::int)
      and (${tier ?? null}::text is null
        or not exists (
          select from reward_configuration_tier as kept
          where kept.tenant_id = reward.tenant_id and kept.reward_configuration_id = reward.id
        )
        or exists (
          select from reward_configuration_tier as kept
          join tier on tier.tenant_id = kept.tenant_id and tier.id = kept.tier_id
          where kept.tenant_id = reward.tenant_id and kept.reward_configuration_id = reward.id
            and tier.key = ${tier ?? null}::text
        ))
    order by reward.id
    limit ${limit}`,
  )
  return rows.map(toConfigured)
}

export async function findConfiguredReward(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<ConfiguredReward | null> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${COLUMNS} from reward_configuration as reward
    where reward.tenant_id = ${tenantId} and reward.id = ${id}`,
  )
  return rows[0] ? toConfigured(rows[0]) : null
}

/** Waits for who is changing it, so that of two changes of one version the second finds it changed. */
export async function lockConfiguredReward(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<ConfiguredReward | null> {
  await run(
    tx,
    sql`
    select from reward_configuration where tenant_id = ${tenantId} and id = ${id} for no key update`,
  )
  return findConfiguredReward(tx, tenantId, id)
}

/** Those of the keys that begin with this one. Others who make rewards wait until this transaction ends. */
export async function lockRewardKeys(tx: Tx, tenantId: TenantId, key: string): Promise<Set<string>> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('keys of rewards', ${tenantId}::bigint))`)
  const { rows } = await run(
    tx,
    sql<{ key: string }>`
    select key from reward_configuration where tenant_id = ${tenantId} and starts_with(key, ${key})`,
  )
  return new Set(rows.map((row) => row.key))
}

export interface TierOfKey {
  readonly key: string
  readonly id: number
  readonly isArchived: boolean
}

/** All tiers, by their keys. */
export async function findTierKeys(tx: Tx, tenantId: TenantId): Promise<Map<string, TierOfKey>> {
  const { rows } = await run(
    tx,
    sql<TierOfKey>`
    select key, id, archived_at is not null as "isArchived" from tier where tenant_id = ${tenantId}`,
  )
  return new Map(rows.map((tier) => [tier.key, tier]))
}

/** As the next version. */
export async function updateReward(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  settings: RewardSettings,
): Promise<void> {
  await run(tx, updateOf(tenantId, id, settings))
}

export async function replaceTiersOfReward(
  tx: Tx,
  tenantId: TenantId,
  rewardId: number,
  tierIds: readonly number[],
): Promise<void> {
  await run(
    tx,
    sql`
    delete from reward_configuration_tier
    where tenant_id = ${tenantId} and reward_configuration_id = ${rewardId}
      and tier_id <> all (${tierIds}::bigint[])`,
  )
  await run(
    tx,
    sql`
    insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id)
    select ${tenantId}, ${rewardId}, unnest(${tierIds}::bigint[])
    on conflict do nothing`,
  )
}

/** As the next version; null: it is in sight again. */
export async function setArchived(tx: Tx, tenantId: TenantId, id: number, at: Instant | null): Promise<void> {
  await run(
    tx,
    sql`
    update reward_configuration
    set archived_at = ${at === null ? null : instantToText(at)}::timestamptz, version = version + 1
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

/** What these rewards are called, also archived ones. */
export async function findRewardNames(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly number[],
): Promise<Map<number, { readonly key: string; readonly title: string }>> {
  const { rows } = await run(
    tx,
    sql<{ id: number; key: string; title: string }>`
    select id, key, title from reward_configuration where tenant_id = ${tenantId} and id = any (${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, key, title }) => [id, { key, title }]))
}

/** How many codes are left in the lists of these rewards, archived lists left out; not there: a reward without lists. */
export async function findCodesLeft(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await run(
    tx,
    sql<{ id: number; left: number }>`
    select wanted.id, list.left
    from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (
      select sum(coupon_count - used_count) filter (where archived_at is null)::bigint as left, count(*) as lists
      from pre_generated_coupon_list
      where tenant_id = ${tenantId} and reward_configuration_id = wanted.id
    ) as list
    where list.lists > 0`,
  )
  return new Map(rows.map(({ id, left }) => [id, left ?? 0]))
}
