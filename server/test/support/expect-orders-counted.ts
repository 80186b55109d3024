import { expect } from 'vitest'

type Query = (text: string, values: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** What is counted of a merchant's orders, beside the same by SQL from the rows of orders alone. */
export async function expectOrdersCounted(
  query: Query,
  tenantId: number,
  timeZone = 'America/Sao_Paulo',
): Promise<void> {
  const days = await query(
    `with ordered as (
      select *, (placed_at at time zone $2)::date - date '1970-01-01' as day,
        id = first_value(id) over (partition by customer_id order by placed_at, id) as is_first,
        (select coalesce(sum(points), 0) from point_record as record
          where record.tenant_id = $1 and record.order_id = bought.id and record.type <> 8) as points
      from customer_order as bought where tenant_id = $1 and state in (2, 4)
    )
    select day, coalesce(details -> 'b' ->> 0, '') as branch, count(*)::int as orders,
      trim_scale(sum(total - returned))::text as sales,
      count(*) filter (where program_version is not null)::int as earned,
      count(*) filter (where is_first)::int as first,
      count(*) filter (where details ->> 'n' is distinct from 'not-enrolled')::int as members,
      trim_scale(sum(points))::text as points, max(details -> 'b' ->> 1) as name
    from ordered group by 1, 2 order by 1, 2`,
    [tenantId, timeZone],
  )
  const stored = await query(
    `select day, branch, orders, trim_scale(sales)::text as sales, earned_orders as earned, first_orders as first,
      member_orders as members, trim_scale(points)::text as points, branch_name as name
    from order_day where tenant_id = $1 order by 1, 2`,
    [tenantId],
  )
  expect(stored).toEqual(days)
  const months = await query(
    `with ordered as (
      select *, to_char(placed_at at time zone $2, 'YYYYMM')::int as month,
        first_value(to_char(placed_at at time zone $2, 'YYYYMM')::int) over (
          partition by customer_id order by placed_at, id
        ) as first_month
      from customer_order where tenant_id = $1 and state in (2, 4)
    )
    select first_month, month, count(distinct customer_id)::int as customers,
      trim_scale(sum(total - returned))::text as sales
    from ordered where returned < total or returned = 0 group by 1, 2
    union all
    select first_month, 0, count(distinct customer_id)::int, '0' from ordered group by 1
    order by 1, 2`,
    [tenantId, timeZone],
  )
  const cohorts = await query(
    `select first_month, month, customers::int, trim_scale(sales)::text as sales
    from cohort_sum where tenant_id = $1 and customers <> 0 order by 1, 2`,
    [tenantId],
  )
  expect(cohorts).toEqual(months)
  const ofCustomers = await query(
    `select customer_id::int as customer, to_char(placed_at at time zone $2, 'YYYYMM')::int as month,
      count(*)::int as orders, trim_scale(sum(total - returned))::text as sales
    from customer_order where tenant_id = $1 and state in (2, 4) and (returned < total or returned = 0)
    group by 1, 2 order by 1, 2`,
    [tenantId, timeZone],
  )
  const kept = await query(
    `select customer_id::int as customer, month, orders, trim_scale(sales)::text as sales
    from customer_month where tenant_id = $1 order by 1, 2`,
    [tenantId],
  )
  expect(kept).toEqual(ofCustomers)
}

/** What was counted of customers when a day was over, of the days that it is kept for. Nothing was sold since. */
export async function expectPeriodsCounted(
  query: Query,
  tenantId: number,
  timeZone = 'America/Sao_Paulo',
): Promise<void> {
  const kept = await query(
    'select day, kind, value::int, base::int from period_figure where tenant_id = $1 order by 1, 2',
    [tenantId],
  )
  const counted = await query(
    `with bought as (
      select customer_id, (placed_at at time zone $2)::date - date '1970-01-01' as day
      from customer_order where tenant_id = $1 and state in (2, 4) and (returned < total or returned = 0)
    ),
    days as (select distinct day from period_figure where tenant_id = $1)
    select days.day, kind, count(distinct customer_id)::int as value, 0 as base
    from days cross join (values (7), (30), (90), (365)) as wanted (kind)
    left join bought on bought.day between days.day - kind + 1 and days.day
    group by 1, 2
    union all
    select days.day, 1365, count(*) filter (where buyer.orders > 1)::int, count(buyer.orders)::int
    from days
    left join lateral (
      select customer_id, count(*) as orders
      from bought join customer on customer.tenant_id = $1 and customer.id = customer_id and is_enrolled
      where bought.day between days.day - 364 and days.day group by 1
    ) as buyer on true
    group by 1
    order by 1, 2`,
    [tenantId, timeZone],
  )
  // Yesterday, and the day before each period that ends with it.
  expect(new Set(kept.map(({ day }) => day)).size).toBe(5)
  expect(kept).toEqual(counted)
}
