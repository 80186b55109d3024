import type { TenantId } from '../../contract/ids.ts'
import { shortText } from '../../earning/explanation.ts'
import { type Instant, instantToTextOrNull } from '../../platform/clock.ts'
import { decimalFromText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { BENEFIT_TYPE, GOAL_MEASURE, type GoalMeasure } from '../tier.ts'
import { type ConfiguredTier, type WrittenBenefit, type WrittenTier, writeGoal } from '../tier-input.ts'

interface Row {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly color: string | null
  readonly icon_url: string | null
  readonly is_active: boolean
  readonly is_base: boolean
  readonly position: number
  readonly identifier: string | null
  readonly caption: string | null
  readonly archived_at: Date | null
  readonly goals: { name: string; measure: number; value: string; months: number }[]
  readonly benefits: { text: string; reward: string | null; multiplier: string | null }[]
}

/** Who changes tiers does so one after the other. */
export async function lockTiers(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtextextended('tiers', ${tenantId}::bigint))`)
}

/** All tiers, the lowest first, those that were ended last. */
export async function listConfiguredTiers(tx: Tx, tenantId: TenantId): Promise<ConfiguredTier[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select tier.id, tier.key, tier.name, tier.color, tier.icon_url, tier.is_active, tier.is_base, tier.position,
      tier.identifier, tier.caption, tier.archived_at, (
        select coalesce(json_agg(json_build_object('name', goal.name, 'measure', goal.measure,
          'value', goal.value::text, 'months', goal.months) order by goal.position), '[]')
        from tier_goal as goal
        where goal.tenant_id = tier.tenant_id and goal.tier_id = tier.id
      ) as goals, (
        select coalesce(json_agg(json_build_object('text', benefit.description, 'reward', reward.key,
          'multiplier', benefit.multiplier::text) order by benefit.position), '[]')
        from tier_benefit as benefit
        left join reward_configuration as reward
          on reward.tenant_id = benefit.tenant_id and reward.id = benefit.reward_configuration_id
        where benefit.tenant_id = tier.tenant_id and benefit.tier_id = tier.id
      ) as benefits
    from tier
    where tier.tenant_id = ${tenantId}
    order by (tier.archived_at is not null), tier.position`,
  )
  return rows.map(toConfigured)
}

function toConfigured(row: Row): ConfiguredTier {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    base: row.is_base,
    isActive: row.is_active,
    color: row.color,
    iconUrl: row.icon_url,
    identifier: row.identifier,
    caption: row.caption,
    archived: row.archived_at !== null,
    archivedAt: row.archived_at?.getTime() ?? null,
    position: row.position,
    goals: row.goals.map(({ measure, value, ...goal }) =>
      writeGoal({ ...goal, measure: measure as GoalMeasure, value: decimalFromText(value) }),
    ),
    benefits: row.benefits.map(({ multiplier, ...benefit }) => ({
      ...benefit,
      multiplier: multiplier === null ? null : shortText(decimalFromText(multiplier)),
    })),
  }
}

/** The rewards that benefits may name, by their keys. */
export async function findRewardKeys(
  tx: Tx,
  tenantId: TenantId,
): Promise<Map<string, { readonly id: number; readonly isArchived: boolean }>> {
  const { rows } = await run(
    tx,
    sql<{ key: string; id: number; isArchived: boolean }>`
    select key, id, archived_at is not null as "isArchived" from reward_configuration
    where tenant_id = ${tenantId}`,
  )
  return new Map(rows.map(({ key, ...reward }) => [key, reward]))
}

/** Two tiers can't have one place, nor both be the base, not even for a moment: those that change make way first. */
export async function makeWay(
  tx: Tx,
  tenantId: TenantId,
  tiers: { readonly moving: readonly number[]; readonly noLongerBase: readonly number[] },
): Promise<void> {
  if (tiers.noLongerBase.length > 0) {
    await run(
      tx,
      sql`
      update tier set is_base = false
      where tenant_id = ${tenantId} and id = any (${tiers.noLongerBase}::bigint[])`,
    )
  }
  if (tiers.moving.length > 0) {
    await run(
      tx,
      sql`
      update tier set position = -moving.place
      from unnest(${tiers.moving}::bigint[]) with ordinality as moving (id, place)
      where tier.tenant_id = ${tenantId} and tier.id = moving.id`,
    )
  }
}

export interface TierToSave extends WrittenTier {
  readonly position: number
  readonly archivedAt: Instant | null
}

/** Returns its id. */
export async function insertConfiguredTier(tx: Tx, tenantId: TenantId, tier: TierToSave): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    insert into tier
      (tenant_id, key, name, color, icon_url, is_active, is_base, position, identifier, caption, archived_at)
    values (${tenantId}, ${tier.key}, ${tier.name}, ${tier.color}, ${tier.iconUrl}, ${tier.isActive}, ${tier.base},
      ${tier.position}, ${tier.identifier}, ${tier.caption}, ${instantToTextOrNull(tier.archivedAt)})
    returning id`,
  )
  const [row] = rows
  if (!row) throw new Error('the tier was not made')
  return row.id
}

export async function updateConfiguredTier(
  tx: Tx,
  tenantId: TenantId,
  id: number,
  tier: TierToSave,
): Promise<void> {
  await run(
    tx,
    sql`
    update tier
    set name = ${tier.name}, color = ${tier.color}, icon_url = ${tier.iconUrl}, is_active = ${tier.isActive},
      is_base = ${tier.base}, position = ${tier.position}, identifier = ${tier.identifier},
      caption = ${tier.caption}, archived_at = ${instantToTextOrNull(tier.archivedAt)}
    where tenant_id = ${tenantId} and id = ${id}`,
  )
}

export async function replaceGoals(
  tx: Tx,
  tenantId: TenantId,
  tierId: number,
  goals: WrittenTier['goals'],
): Promise<void> {
  await run(tx, sql`delete from tier_goal where tenant_id = ${tenantId} and tier_id = ${tierId}`)
  await run(
    tx,
    sql`
    insert into tier_goal (tenant_id, tier_id, name, measure, value, months, position)
    select ${tenantId}, ${tierId}, goal.*
    from unnest(${goals.map(({ name }) => name)}::text[],
        ${goals.map(({ measure }) => GOAL_MEASURE[measure])}::smallint[],
        ${goals.map(({ value }) => decimalFromText(value))}::numeric[], ${goals.map(({ months }) => months)}::int[])
      with ordinality as goal`,
  )
}

export async function replaceBenefits(
  tx: Tx,
  tenantId: TenantId,
  tierId: number,
  benefits: readonly (WrittenBenefit & { readonly rewardId: number | null })[],
): Promise<void> {
  await run(tx, sql`delete from tier_benefit where tenant_id = ${tenantId} and tier_id = ${tierId}`)
  await run(
    tx,
    sql`
    insert into tier_benefit (tenant_id, tier_id, description, type, reward_configuration_id, multiplier, position)
    select ${tenantId}, ${tierId}, benefit.*
    from unnest(${benefits.map(({ text }) => text)}::text[], ${benefits.map(typeOf)}::smallint[],
        ${benefits.map(({ rewardId }) => rewardId)}::bigint[],
        ${benefits.map(({ multiplier }) => (multiplier === null ? null : decimalFromText(multiplier)))}::numeric[])
      with ordinality as benefit`,
  )
}

function typeOf({ rewardId, multiplier }: WrittenBenefit & { readonly rewardId: number | null }): number {
  if (rewardId !== null) return BENEFIT_TYPE.reward
  return multiplier === null ? BENEFIT_TYPE.text : BENEFIT_TYPE.multiplier
}
