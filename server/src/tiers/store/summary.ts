import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { hullOf, type MomentRange, multirange } from '../../platform/postgres/multirange.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface TierSummary {
  readonly key: string
  readonly name: string
  readonly color: string | null
  readonly customers: number
}

interface Row extends TierSummary {
  readonly moved_up: number
  readonly moved_down: number
}

/**
 * How many customers are in each active tier now, the highest first, and how many moves there were. Customers are counted
 * as in `findCustomerCounts`.
 */
export async function summarizeTiers(
  tx: Tx,
  tenantId: TenantId,
  /** Which moves are meant. */
  inPeriod: readonly MomentRange[],
): Promise<{ readonly items: TierSummary[]; readonly movedUp: number; readonly movedDown: number } | null> {
  const { from, until } = hullOf(inPeriod)
  const { rows } = await run(
    tx,
    sql<Row>`
    with counted as (
      select tier_id, sum(customers) as customers from (
        select tier_id, customers from customer_count where tenant_id = ${tenantId}
        union all
        select gone.tier_id, -gone.customers from (
          select unnest(array[0, tier_id]) as tier_id, count(*) as customers from customer
          where tenant_id = ${tenantId} and (merged_into is not null or erased_at is not null)
          group by 1
        ) as gone
      ) as counts
      group by tier_id
    ), moves as (
      select count(*) filter (where coalesce(too.position, -1) > coalesce(former.position, -1)) as up,
        count(*) filter (where coalesce(too.position, -1) < coalesce(former.position, -1)) as down
      from tier_move as move
      left join tier as former on former.tenant_id = move.tenant_id and former.id = move.from_tier_id
      left join tier as too on too.tenant_id = move.tenant_id and too.id = move.to_tier_id
      where move.tenant_id = ${tenantId} and move.moved_at >= ${from}::timestamptz and move.moved_at < ${until}::timestamptz
        and move.moved_at <@ ${multirange(inPeriod)}::tstzmultirange
    )
    select tier.key, tier.name, tier.color, greatest(0, case
        when tier.is_base then coalesce((select customers from counted where tier_id = 0), 0) - coalesce((
          select sum(counted.customers) from counted
          join tier as other on other.tenant_id = tier.tenant_id and other.id = counted.tier_id
          where other.is_active and not other.is_base
        ), 0)
        else coalesce((select customers from counted where tier_id = tier.id), 0)
      end)::bigint as customers,
      (select up from moves) as moved_up, (select down from moves) as moved_down
    from tier
    where tier.tenant_id = ${tenantId} and tier.is_active and tier.archived_at is null
    order by tier.position desc`,
  )
  const [first] = rows
  if (!first) return null
  return {
    items: rows.map(({ key, name, color, customers }) => ({ key, name, color, customers })),
    movedUp: first.moved_up,
    movedDown: first.moved_down,
  }
}
