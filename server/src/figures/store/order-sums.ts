import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import type { OrderSums, OrderSumsOfDay } from '../rules/order-sums.ts'
import type { Period } from '../rules/period.ts'

const SUMS =
  new Fragment(`sum(orders)::int as orders, sum(sales) as sales, sum(earned_orders)::int as "earnedOrders",
      sum(first_orders)::int as "firstOrders", sum(member_orders)::int as "memberOrders",
      sum(member_sales) as "memberSales", sum(member_first_orders)::int as "memberFirstOrders",
      case when bool_and(points is not null) then sum(points) end as points`)

/** Orders of all branches, by day and in the order of the days. A day without orders is left out. */
export async function readOrdersByDay(
  tx: Tx,
  tenantId: TenantId,
  { from, to }: Period,
): Promise<OrderSumsOfDay[]> {
  const { rows } = await run(
    tx,
    sql<OrderSumsOfDay>`
    select day, ${SUMS} from order_day
    where tenant_id = ${tenantId} and day between ${from} and ${to}
    group by day order by day`,
  )
  return rows
}

/** The first day with a completed order; null: there is none. */
export async function findFirstOrderDay(tx: Tx, tenantId: TenantId): Promise<LocalDate | null> {
  const { rows } = await run(
    tx,
    sql<{ day: LocalDate }>`select day from order_day where tenant_id = ${tenantId} order by day limit 1`,
  )
  return rows[0]?.day ?? null
}

/** What the report of branches names in one period: more say nothing. */
const BRANCHES_SHOWN = 1_000

export interface BranchSums extends OrderSums {
  /** `none`: orders that name no branch. `other`: branches that were not counted by name, or are not named here. */
  readonly kind: 'branch' | 'none' | 'other'
  readonly branch: string
  /** As its last order says it; null: none says it. */
  readonly name: string | null
}

/** Those with the most orders first; then orders without a branch, and all others. */
export async function readOrdersByBranch(
  tx: Tx,
  tenantId: TenantId,
  { from, to }: Period,
): Promise<BranchSums[]> {
  const { rows } = await run(
    tx,
    sql<BranchSums>`
    with summed as (
      select branch, is_rest, sum(orders)::bigint as orders, sum(sales) as sales, sum(earned_orders) as earned_orders,
        sum(first_orders) as first_orders, sum(member_orders) as member_orders, sum(member_sales) as member_sales,
        sum(member_first_orders) as member_first_orders, case when bool_and(points is not null) then sum(points) end as points,
        (array_agg(branch_name order by day desc) filter (where branch_name is not null))[1] as name
      from order_day
      where tenant_id = ${tenantId} and day between ${from} and ${to}
      group by branch, is_rest
    ),
    ranked as (
      select *, case
          when is_rest then 'other'
          when branch = '' then 'none'
          when row_number() over (partition by is_rest or branch = '' order by orders desc, branch) > ${BRANCHES_SHOWN}
            then 'other'
          else 'branch'
        end as kind
      from summed
    )
    select kind, case when kind = 'branch' then branch else '' end as branch, ${SUMS},
      case when kind = 'branch' then min(name) end as name
    from ranked group by 1, 2
    order by kind = 'other', kind = 'none', orders desc, branch`,
  )
  return rows
}

/** Of one branch, on the days on which it was counted by name; of the empty one, orders that name none. */
export async function readOrdersOfBranch(
  tx: Tx,
  tenantId: TenantId,
  { from, to }: Period,
  branch: string,
): Promise<OrderSums | null> {
  const { rows } = await run(
    tx,
    sql<OrderSums>`
    select ${SUMS} from order_day
    where tenant_id = ${tenantId} and day between ${from} and ${to} and branch = ${branch} and not is_rest
    group by branch`,
  )
  return rows[0] ?? null
}

/** Days on which not every branch was counted by name, with those that were. */
export async function readNamedOnRestDays(
  tx: Tx,
  tenantId: TenantId,
  { from, to }: Period,
): Promise<Map<LocalDate, Set<string>>> {
  const { rows } = await run(
    tx,
    sql<{ day: LocalDate; branches: string[] }>`
    select rest.day, array_agg(named.branch) filter (where not named.is_rest) as branches
    from (
      select day from order_day
      where tenant_id = ${tenantId} and day between ${from} and ${to} and is_rest
    ) as rest
    cross join lateral (
      select branch, is_rest from order_day where tenant_id = ${tenantId} and day = rest.day offset 0
    ) as named
    group by rest.day`,
  )
  return new Map(rows.map(({ day, branches }) => [day, new Set(branches)]))
}
