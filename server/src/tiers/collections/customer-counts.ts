import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/**
 * How many customers are in each of these tiers, by tier id: from counts that are kept with every change, not by
 * looking at the customers. Customers without a tier, or in one that is switched off, are in the base tier; those who
 * were merged or erased are in none.
 */
export async function findCustomerCounts(
  tx: Tx,
  tiers: readonly { readonly tenantId: TenantId; readonly id: number }[],
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
      from (
        select tier_id, customers from customer_count where customer_count.tenant_id = wanted.tenant_id
        union all
        select gone.tier_id, -gone.customers from (
          select unnest(array[0, customer.tier_id]) as tier_id, count(*) as customers from customer
          where customer.tenant_id = wanted.tenant_id
            and (customer.merged_into is not null or customer.erased_at is not null)
          group by 1
        ) as gone
      ) as counted
      left join tier as other on other.tenant_id = wanted.tenant_id and other.id = counted.tier_id
    ) as counts`,
  )
  return new Map(rows.map(({ id, customers }) => [id, customers]))
}
