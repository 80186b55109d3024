import type { TenantId } from '../../contract/ids.ts'
import { freeKey, keyFromTitle } from '../../contract/key.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Review } from '../rules/review.ts'
import { BENEFIT_TYPE, type Goal } from '../tier.ts'

const MONTHS = 12

export interface NewTier {
  /** Left out: made from the identifier or the name. */
  readonly key?: string
  readonly name: string
  /** The lowest of a tenant is first. */
  readonly order: number
  readonly isBase?: boolean
  readonly isActive?: boolean
  readonly color?: string
  readonly iconUrl?: string
  readonly identifier?: string
  readonly caption?: string
  readonly goals?: readonly (Omit<Goal, 'months'> & { readonly months?: number })[]
  readonly benefits?: readonly NewBenefit[]
}

/** A reward, a multiplier, or else only words. */
export interface NewBenefit {
  readonly description: string
  readonly rewardConfigurationId?: number
  readonly multiplier?: Decimal
}

/** Returns their ids. */
export async function insertTiers(tx: Tx, tenantId: TenantId, tiers: readonly NewTier[]): Promise<number[]> {
  const ids: number[] = []
  const taken = await findTierKeys(tx, tenantId)
  for (const tier of tiers) {
    const key = tier.key ?? freeKey(keyFromTitle(tier.identifier ?? tier.name, 'tier'), taken)
    taken.add(key)
    const id = await insertTier(tx, tenantId, { ...tier, key })
    ids.push(id)
    await Promise.all([
      insertGoals(tx, tenantId, id, tier.goals ?? []),
      insertBenefits(tx, tenantId, id, tier.benefits ?? []),
    ])
  }
  return ids
}

async function findTierKeys(tx: Tx, tenantId: TenantId): Promise<Set<string>> {
  const { rows } = await run(tx, sql<{ key: string }>`select key from tier where tenant_id = ${tenantId}`)
  return new Set(rows.map(({ key }) => key))
}

async function insertTier(
  tx: Tx,
  tenantId: TenantId,
  tier: NewTier & { readonly key: string },
): Promise<number> {
  const { isBase = false, isActive = true, color, iconUrl, identifier, caption } = tier
  const { rows } = await run(
    tx,
    sql<{ id: number }>`
    insert into tier (tenant_id, key, name, position, is_base, is_active, color, icon_url, identifier, caption)
    values (${tenantId}, ${tier.key}, ${tier.name}, ${tier.order}, ${isBase}, ${isActive}, ${color ?? null}, ${iconUrl ?? null},
      ${identifier ?? null}, ${caption ?? null})
    returning id`,
  )
  return rows[0]?.id ?? 0
}

function insertGoals(
  tx: Tx,
  tenantId: TenantId,
  tierId: number,
  goals: NonNullable<NewTier['goals']>,
): Promise<unknown> {
  return run(
    tx,
    sql`
    insert into tier_goal (tenant_id, tier_id, name, measure, value, months, position)
    select ${tenantId}, ${tierId}, goal.*
    from unnest(${goals.map(({ name }) => name)}::text[], ${goals.map(({ measure }) => measure)}::smallint[],
        ${goals.map(({ value }) => value)}::numeric[], ${goals.map(({ months }) => months ?? MONTHS)}::int[])
      with ordinality as goal`,
  )
}

function insertBenefits(
  tx: Tx,
  tenantId: TenantId,
  tierId: number,
  benefits: readonly NewBenefit[],
): Promise<unknown> {
  return run(
    tx,
    sql`
    insert into tier_benefit (
      tenant_id, tier_id, description, type, reward_configuration_id, multiplier, position
    )
    select ${tenantId}, ${tierId}, benefit.*
    from unnest(${benefits.map(({ description }) => description)}::text[],
        ${benefits.map(typeOf)}::smallint[],
        ${benefits.map(({ rewardConfigurationId }) => rewardConfigurationId ?? null)}::bigint[],
        ${benefits.map(({ multiplier }) => multiplier ?? null)}::numeric[])
      with ordinality as benefit`,
  )
}

function typeOf({ rewardConfigurationId, multiplier }: NewBenefit): number {
  if (rewardConfigurationId !== undefined) return BENEFIT_TYPE.reward
  return multiplier === undefined ? BENEFIT_TYPE.text : BENEFIT_TYPE.multiplier
}

export interface ListedCustomer {
  readonly id: number
  readonly original_id: string
}

/** A page of the customers who have been raised to a tier, in the order of their ids. */
export async function listCustomersWithTier(
  tx: Tx,
  tenantId: TenantId,
  afterId: number,
  limit: number,
): Promise<ListedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<ListedCustomer>`
    select id, original_id from customer
    where tenant_id = ${tenantId} and id > ${afterId} and tier_id is not null
    order by id
    limit ${limit}`,
  )
  return rows
}

/** A page of all customers, in the order of their ids. */
export async function listCustomers(
  tx: Tx,
  tenantId: TenantId,
  afterId: number,
  limit: number,
): Promise<ListedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<ListedCustomer>`
    select id, original_id from customer
    where tenant_id = ${tenantId} and id > ${afterId}
    order by id
    limit ${limit}`,
  )
  return rows
}

/** The version that a tenant's tiers are in; null: it never had any. */
export async function findTierVersion(tx: Tx, tenantId: TenantId): Promise<number | null> {
  const { rows } = await run(
    tx,
    sql<{ version: number }>`select version from tier_version where tenant_id = ${tenantId}`,
  )
  return rows[0]?.version ?? null
}

/** The look at all customers that was last begun; null: there was none. */
export async function findReview(tx: Tx, tenantId: TenantId): Promise<Review | null> {
  const { rows } = await run(
    tx,
    sql<{ version: number; time_zone: string; counts_again: boolean; after_id: number | null }>`
    select version, time_zone, counts_again, after_id from tier_look where tenant_id = ${tenantId}`,
  )
  const [row] = rows
  return row
    ? {
        version: row.version,
        timeZone: row.time_zone,
        countsAgain: row.counts_again,
        afterId: row.after_id,
      }
    : null
}

/** Those of these tenants whose customers' progress is kept. */
export async function findTenantsWithReview(
  tx: Tx,
  tenantIds: readonly TenantId[],
): Promise<ReadonlySet<number>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number }>`
    select tenant_id from tier_look where tenant_id = any (${tenantIds}::bigint[])`,
  )
  return new Set(rows.map(({ tenant_id }) => tenant_id))
}

/** From now on what customers do is kept; all customers are still to be reviewed. */
export async function beginToKeep(tx: Tx, { id, timeZone }: Tenant): Promise<void> {
  await run(
    tx,
    sql`
    insert into tier_look (tenant_id, version, time_zone, counts_again, after_id)
    values (${id}, 0, ${timeZone}, true, 0)
    on conflict do nothing`,
  )
}

export async function saveReview(tx: Tx, tenantId: TenantId, look: Review): Promise<void> {
  await run(
    tx,
    sql`
    insert into tier_look (tenant_id, version, time_zone, counts_again, after_id)
    values (${tenantId}, ${look.version}, ${look.timeZone}, ${look.countsAgain}, ${look.afterId})
    on conflict (tenant_id) do update
    set version = excluded.version, time_zone = excluded.time_zone, counts_again = excluded.counts_again,
      after_id = excluded.after_id`,
  )
}

/** When all customers of the tenant have last been looked at; null: never. */
export async function findSweep(tx: Tx, tenantId: TenantId): Promise<Instant | null> {
  const { rows } = await run(
    tx,
    sql<{ swept_at: Date }>`select swept_at from tier_sweep where tenant_id = ${tenantId}`,
  )
  return rows[0]?.swept_at.getTime() ?? null
}

export async function saveSweep(tx: Tx, tenantId: TenantId, at: Instant): Promise<void> {
  await run(
    tx,
    sql`
    insert into tier_sweep (tenant_id, swept_at) values (${tenantId}, ${instantToText(at)})
    on conflict (tenant_id) do update set swept_at = excluded.swept_at`,
  )
}
