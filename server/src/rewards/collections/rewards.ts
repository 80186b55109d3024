import { type Collection, keyText } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { findCustomerCounts } from '../../tiers/collections/customer-counts.ts'
import type { CouponList, Reward, RewardEmail, RewardTier } from '../reward.ts'
import { EMAIL_COLUMNS, SETTINGS_COLUMNS, type SettingsRow, toSettings } from '../store/columns.ts'

interface RewardRow extends SettingsRow {
  readonly tenantId: TenantId
  readonly id: number
  readonly archivedAt: Date | null
}

/** Rewards by id, with all that belongs to them. */
export const rewards: Collection<number, Reward> = {
  name: 'rewards',
  async load(tx, keys) {
    const tenants = keys.map(({ tenantId }) => tenantId)
    const ids = keys.map(({ key }) => key)
    const [{ rows }, couponLists, tiers] = await Promise.all([
      run(
        tx,
        sql<RewardRow>`
        select reward.tenant_id as "tenantId", reward.id, reward.archived_at as "archivedAt",
          ${SETTINGS_COLUMNS}
        from unnest(${tenants}::bigint[], ${ids}::bigint[]) as wanted (tenant_id, id)
        join reward_configuration as reward on reward.tenant_id = wanted.tenant_id and reward.id = wanted.id`,
      ),
      loadCouponLists(tx, tenants, ids),
      loadTiers(tx, tenants, ids),
    ])
    const emails = await loadEmails(tx, rows)
    return new Map(
      rows.map(({ tenantId, id, archivedAt, ...row }) => {
        const key = keyText({ tenantId, key: id })
        const reward: Reward = {
          id,
          ...toSettings(row),
          isActive: row.isActive && archivedAt === null,
          isArchived: archivedAt !== null,
          email: emails.get(`${tenantId} ${row.emailId}`) ?? null,
          couponLists: couponLists.get(key) ?? [],
          tiers: tiers.get(key) ?? [],
        }
        return [key, reward]
      }),
    )
  },
}

interface OfReward {
  readonly tenantId: TenantId
  readonly rewardId: number
}

function byReward<Row extends OfReward, Value>(
  rows: readonly Row[],
  toValue: (row: Row) => Value,
): ReadonlyMap<string, Value[]> {
  const groups = Map.groupBy(rows, ({ tenantId, rewardId }) => keyText({ tenantId, key: rewardId }))
  return new Map([...groups].map(([key, group]) => [key, group.map(toValue)]))
}

async function loadCouponLists(
  tx: Tx,
  tenants: readonly number[],
  ids: readonly number[],
): Promise<ReadonlyMap<string, CouponList[]>> {
  const { rows } = await run(
    tx,
    sql<OfReward & CouponList>`
    select list.tenant_id as "tenantId", list.reward_configuration_id as "rewardId", list.id, list.name,
      list.is_internal as "isInternal", list.coupon_type as "couponType", list.coupon_value as "couponValue",
      list.coupon_count as "couponCount", list.used_count as "usedCount",
      list.archived_at is not null as "isArchived"
    from unnest(${tenants}::bigint[], ${ids}::bigint[]) as wanted (tenant_id, id)
    join pre_generated_coupon_list as list
      on list.tenant_id = wanted.tenant_id and list.reward_configuration_id = wanted.id
    order by list.id`,
  )
  return byReward(rows, ({ tenantId: _, rewardId: __, ...list }) => list)
}

async function loadTiers(
  tx: Tx,
  tenants: readonly number[],
  ids: readonly number[],
): Promise<ReadonlyMap<string, RewardTier[]>> {
  const { rows } = await run(
    tx,
    sql<OfReward & Omit<RewardTier, 'customerCount'>>`
    select kept.tenant_id as "tenantId", kept.reward_configuration_id as "rewardId", tier.id, tier.name, tier.color,
      tier.icon_url as "iconUrl", tier.position as "order", tier.is_active as "isActive", tier.is_base as "isBase",
      tier.identifier, tier.caption
    from unnest(${tenants}::bigint[], ${ids}::bigint[]) as wanted (tenant_id, id)
    join reward_configuration_tier as kept
      on kept.tenant_id = wanted.tenant_id and kept.reward_configuration_id = wanted.id
    join tier on tier.tenant_id = kept.tenant_id and tier.id = kept.tier_id
    order by tier.position`,
  )
  const counts = await findCustomerCounts(tx, rows)
  return byReward(rows, ({ tenantId: _, rewardId: __, ...tier }) => ({
    ...tier,
    customerCount: counts.get(tier.id) ?? 0,
  }))
}

/** By tenant and id of the e-mail. Few rewards have one, and it may be long. */
async function loadEmails(tx: Tx, rewards: readonly RewardRow[]): Promise<ReadonlyMap<string, RewardEmail>> {
  const withEmail = rewards.filter(({ emailId }) => emailId !== null)
  if (withEmail.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<RewardEmail & { readonly tenantId: TenantId }>`
    select distinct on (email.tenant_id, email.id) email.tenant_id as "tenantId", ${EMAIL_COLUMNS}
    from unnest(${withEmail.map(({ tenantId }) => tenantId)}::bigint[],
        ${withEmail.map(({ emailId }) => emailId)}::bigint[]) as wanted (tenant_id, id)
    join email_configuration as email on email.tenant_id = wanted.tenant_id and email.id = wanted.id`,
  )
  return new Map(rows.map(({ tenantId, ...email }) => [`${tenantId} ${email.id}`, email]))
}
