import { type Collection, keyText, loadOne } from '../../accounts/till/collection.ts'
import type { TenantId } from '../../contract/ids.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { type BenefitType, type GoalMeasure, NO_TIERS, type Tier, type Tiers } from '../tier.ts'

/** The key of a tenant's tiers as they stand. */
export const TIERS = 'tiers'

/** Tiers change rarely and are small: a version that was read is kept. */
const known = new Map<string, Tiers>()
const KNOWN_MAX = 10_000

/** The tiers of tenants that have some. */
export const configuredTiers: Collection<string, Tiers> = {
  name: 'tiers',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: number; version: number }>`
      select tenant_id, version from tier_version
      where tenant_id = any (${keys.map(({ tenantId }) => tenantId)}::bigint[])`,
    )
    const versions = rows.map(({ tenant_id, version }) => ({
      tenantId: tenant_id,
      name: `${tenant_id} ${version}`,
    }))
    await readUnknown(
      tx,
      versions.filter(({ name }) => !known.has(name)),
    )
    return new Map(
      versions.map(({ tenantId, name }) => [keyText({ tenantId, key: TIERS }), known.get(name) ?? NO_TIERS]),
    )
  },
}

export async function findTiers(tx: Tx, { id: tenantId, settings }: Tenant): Promise<Tiers> {
  if (!settings.usesTiers) return NO_TIERS
  return (await loadOne(tx, configuredTiers, { tenantId, key: TIERS })) ?? NO_TIERS
}

interface TierRow {
  tenant_id: number
  id: number
  name: string
  color: string | null
  icon_url: string | null
  position: number
  is_base: boolean
  goals: { name: string; measure: number; value: string; months: number }[] | null
  benefits: { description: string; type: number; reward: number | null; multiplier: string | null }[] | null
}

/** Read after their version: they are as new as it, or newer, and then the next version is read too. */
async function readUnknown(
  tx: Tx,
  wanted: readonly { readonly tenantId: TenantId; readonly name: string }[],
): Promise<void> {
  if (wanted.length === 0) return
  const { rows } = await run(
    tx,
    sql<TierRow>`
    select tier.tenant_id, tier.id, tier.name, tier.color, tier.icon_url, tier.position, tier.is_base, (
        select json_agg(json_build_object('name', goal.name, 'measure', goal.measure, 'value', goal.value::text,
          'months', goal.months) order by goal.position)
        from tier_goal as goal
        where goal.tenant_id = tier.tenant_id and goal.tier_id = tier.id
      ) as goals, (
        select json_agg(json_build_object('description', benefit.description, 'type', benefit.type,
          'reward', benefit.reward_configuration_id, 'multiplier', benefit.multiplier::text)
          order by benefit.position)
        from tier_benefit as benefit
        where benefit.tenant_id = tier.tenant_id and benefit.tier_id = tier.id
      ) as benefits
    from tier
    where tier.tenant_id = any (${wanted.map(({ tenantId }) => tenantId)}::bigint[]) and tier.is_active
    order by tier.tenant_id, tier.position`,
  )
  if (known.size + wanted.length > KNOWN_MAX) known.clear()
  for (const { tenantId, name } of wanted) {
    known.set(name, rows.filter(({ tenant_id }) => tenant_id === tenantId).map(toTier))
  }
}

function toTier(row: TierRow): Tier {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    iconUrl: row.icon_url,
    order: row.position,
    isBase: row.is_base,
    goals: (row.goals ?? []).map(({ name, measure, value, months }) => ({
      name,
      measure: measure as GoalMeasure,
      value: decimalFromText(value),
      months,
    })),
    benefits: (row.benefits ?? []).map(({ description, type, reward, multiplier }) => ({
      description,
      type: type as BenefitType,
      rewardConfigurationId: reward,
      multiplier: multiplier === null ? null : decimalFromText(multiplier),
    })),
  }
}
