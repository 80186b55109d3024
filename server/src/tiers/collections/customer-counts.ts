import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/**
 * How many customers are in each of these tiers, by tier id: from counts that are kept with every change, not by
 * looking at the customers. Whoever holds no tier, or one that is switched off, is in the base tier.
 */
export async function findCustomerCounts(
  tx: Tx,
  tiers: readonly { readonly tenantId: number; readonly id: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (tiers.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ id: number; customers: number }>`
    select tier.id, greatest(0, case
        when not tier.is_active then 0
        when tier.is_base then counts.everybody - counts.above
        else counts.own
      end)::bigint as customers
    from unnest(${tiers.map(({ tenantId }) => tenantId)}::bigint[], ${tiers.map(({ id }) => id)}::bigint[])
      as wanted (tenant_id, id)
    cross join lateral (
      select * from tier where tier.tenant_id = wanted.tenant_id and tier.id = wanted.id limit 1
    ) as tier
    cross join lateral (
      select coalesce(sum(customers) filter (where counted.tier_id = 0), 0) as everybody,
        coalesce(sum(customers) filter (where counted.tier_id = tier.id), 0) as own,
        coalesce(sum(customers) filter (where other.is_active and not other.is_base), 0) as above
      from customer_count as counted
      left join tier as other on other.tenant_id = counted.tenant_id and other.id = counted.tier_id
      where counted.tenant_id = wanted.tenant_id
    ) as counts`,
  )
  return new Map(rows.map(({ id, customers }) => [id, customers]))
}
