import type { TenantId } from '../../contract/ids.ts'
import { ORDER_STATE } from '../../orders/order.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { type Columns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'
import type { DayRange } from '../rules/day-ranges.ts'
import { ORDER_TYPES } from '../rules/points.ts'

/** Completed orders by the day on which they were placed, and by branch. */
export interface OrderDay {
  readonly day: LocalDate
  /** The merchant's id; empty: the orders name none. */
  readonly branch: string
  /** Of all branches of the day beyond the first 1,000. */
  readonly isRest: boolean
  readonly orders: number
  /** Without what was returned. */
  readonly sales: Decimal
  readonly earnedOrders: number
  readonly firstOrders: number
  readonly memberOrders: number
  readonly memberSales: Decimal
  readonly memberFirstOrders: number
  /** What they earned, pending points too, less what was taken back. null: counted before this was. */
  readonly points: Decimal | null
  /** As the last of the orders says it that names the branch. */
  readonly branchName: string | null
}

const BRANCHES_OF_DAY = 1_000

/** Days whose orders are to be counted again. One that is marked again keeps the later mark. */
export async function markDays(tx: Tx, tenantId: TenantId, days: readonly LocalDate[]): Promise<void> {
  if (days.length === 0) return
  await run(
    tx,
    sql`
    insert into order_day_due (tenant_id, day)
    select ${tenantId}::bigint, day from unnest(${[...new Set(days)]}::int[]) as marked (day)
    on conflict (tenant_id, day) do update set mark = excluded.mark`,
  )
}

/**
 * Every day on which an order was placed, and those beside it: in whichever zone that was; and those that were counted.
 * `from`: this day and later ones. The end of a day is a column: under row-level security a comparison with what is
 * computed is made after the rows were read, which is all of them.
 */
export async function findAllDays(
  tx: Tx,
  tenantId: TenantId,
  from: LocalDate | null = null,
): Promise<LocalDate[]> {
  const begin = from === null ? '-infinity' : `${localDateToText(from)}Z`
  const { rows } = await runUnhurried(
    tx,
    sql<{ day: LocalDate }>`
    with recursive placed (at, until) as (
      select first.placed_at, (date_trunc('day', first.placed_at at time zone 'UTC') + interval '1 day') at time zone 'UTC'
      from (
        select placed_at from customer_order
        where tenant_id = ${tenantId} and placed_at >= ${begin}::timestamptz order by placed_at limit 1
      ) as first
      union all
      select next.placed_at, (date_trunc('day', next.placed_at at time zone 'UTC') + interval '1 day') at time zone 'UTC'
      from placed
      cross join lateral (
        select placed_at from customer_order
        where tenant_id = ${tenantId} and placed_at >= placed.until
        order by placed_at
        limit 1
      ) as next
    )
    select ((placed.at at time zone 'UTC')::date - date '1970-01-01') + beside.days as day
    from placed cross join (values (-1), (0), (1)) as beside (days)
    union
    select day from order_day where tenant_id = ${tenantId} and day >= ${from ?? FIRST_DAY}`,
  )
  return rows.map(({ day }) => day)
}

/** Of days that were counted without points, some that are not marked yet. How many there were. */
export async function markDaysWithoutPoints(tx: Tx, tenantId: TenantId): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    insert into order_day_due (tenant_id, day)
    select distinct ${tenantId}::bigint, day from order_day where tenant_id = ${tenantId} and points is null
    on conflict (tenant_id, day) do nothing
    returning day`,
  )
  return rows.length
}

export interface DueDay {
  readonly day: LocalDate
  readonly mark: string
}

/** The latest first: they are looked at most. */
export async function findDueDays(
  tx: Tx,
  tenantId: TenantId,
  { until = LAST_DAY, limit = 100_000 }: { readonly until?: LocalDate; readonly limit?: number } = {},
): Promise<DueDay[]> {
  const { rows } = await run(
    tx,
    sql<DueDay>`
    select day, mark::text as mark from order_day_due where tenant_id = ${tenantId} and day <= ${until}
    order by day desc limit ${limit}`,
  )
  return rows
}

/** Days of the future too: a shop may send what it likes. */
export const LAST_DAY: LocalDate = 2_932_896
const FIRST_DAY: LocalDate = -LAST_DAY

const RANGE: Columns<DayRange> = {
  from_at: ['timestamptz', ({ from }) => from],
  to_at: ['timestamptz', ({ to }) => to],
}

/**
 * Bought: also by those who were not enrolled, whose orders earn nothing and are kept apart from those that have earned.
 */
export const IS_COMPLETED = new Fragment(`state in (${ORDER_STATE.complete}, ${ORDER_STATE.ignored})`)

/** What an order says of its branch and its customer. Lists of orders read the same as the counts. */
export const OF_ORDER = new Fragment(`total - returned as sales,
          program_version is not null and coalesce(details ->> 'n', '') <> 'imported' as has_earned,
          coalesce(details -> 'b' ->> 0, '') as branch,
          details -> 'b' ->> 1 as branch_name, coalesce(details ->> 'n', '') <> 'not-enrolled' as is_of_member`)

/**
 * What an order has earned, less what was taken back of it: its points now, wherever they went since. Of one that earned in
 * another system, only that was taken back which came with a balance.
 */
export const POINTS_OF_ORDER = new Fragment(`select coalesce(sum(record.points), 0) as points
        from point_record as record
        where ordered.has_earned and record.tenant_id = ordered.tenant_id and record.order_id = ordered.id
          and record.type in (${ORDER_TYPES.join(', ')})`)

/** The orders of a day, counted from their rows: one range of an index for each part of the day. */
export async function countOrdersOfDay(
  tx: Tx,
  tenantId: TenantId,
  day: LocalDate,
  ranges: readonly DayRange[],
): Promise<OrderDay[]> {
  if (ranges.length === 0) return []
  const { rows } = await runUnhurried(
    tx,
    sql<Omit<OrderDay, 'day'>>`
    with placed as materialized (
      select ordered.*, earned.points, exists (
        select from customer_first as first
        where first.tenant_id = ${tenantId} and first.customer_id = ordered.customer_id and first.order_id = ordered.id
      ) as is_first
      from ${rowsAs('range', RANGE, ranges)}
      cross join lateral (
        select tenant_id, id, customer_id, placed_at, ${OF_ORDER}
        from customer_order
        where tenant_id = ${tenantId} and placed_at >= range.from_at and placed_at < range.to_at
          and ${IS_COMPLETED}
        offset 0
      ) as ordered
      cross join lateral (${POINTS_OF_ORDER}) as earned
    ),
    ranked as (
      select branch, row_number() over (order by count(*) desc, branch) > ${BRANCHES_OF_DAY} as is_rest
      from placed group by branch
    )
    select case when ranked.is_rest then '' else placed.branch end as branch, ranked.is_rest as "isRest",
      count(*)::int as orders, sum(sales) as sales,
      count(*) filter (where has_earned)::int as "earnedOrders",
      count(*) filter (where is_first)::int as "firstOrders",
      count(*) filter (where is_of_member)::int as "memberOrders",
      coalesce(sum(sales) filter (where is_of_member), 0) as "memberSales",
      count(*) filter (where is_first and is_of_member)::int as "memberFirstOrders",
      sum(points) as points,
      case when not ranked.is_rest then
        (array_agg(branch_name order by placed_at desc, id desc) filter (where branch_name is not null))[1]
      end as "branchName"
    from placed join ranked using (branch)
    group by 1, 2`,
  )
  return rows.map((row) => ({ ...row, day }))
}

const insertOrderDays = table('order_day').insert<OrderDay & { readonly tenantId: TenantId }>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  day: ['int', ({ day }) => day],
  branch: ['text', ({ branch }) => branch],
  is_rest: ['boolean', ({ isRest }) => isRest],
  orders: ['int', ({ orders }) => orders],
  sales: ['numeric', ({ sales }) => sales],
  earned_orders: ['int', ({ earnedOrders }) => earnedOrders],
  first_orders: ['int', ({ firstOrders }) => firstOrders],
  member_orders: ['int', ({ memberOrders }) => memberOrders],
  member_sales: ['numeric', ({ memberSales }) => memberSales],
  member_first_orders: ['int', ({ memberFirstOrders }) => memberFirstOrders],
  points: ['numeric', ({ points }) => points],
  branch_name: ['text', ({ branchName }) => branchName],
})

/** What was counted takes the place of what was there; unless the day was marked again, or counted by another worker. */
export async function saveDay(
  tx: Tx,
  tenantId: TenantId,
  { day, mark }: DueDay,
  counted: readonly OrderDay[],
): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ day: number }>`
    delete from order_day_due where tenant_id = ${tenantId} and day = ${day} and mark = ${mark}::xid8 returning day`,
  )
  if (rows.length === 0) return false
  await run(tx, sql`delete from order_day where tenant_id = ${tenantId} and day = ${day}`)
  await insertOrderDays(
    tx,
    counted.map((row) => ({ ...row, tenantId })),
  )
  return true
}

/** For reports: what was ordered on these days, by day and branch. */
export async function readOrderDays(
  tx: Tx,
  tenantId: TenantId,
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<OrderDay[]> {
  const { rows } = await run(
    tx,
    sql<OrderDay>`
    select day, branch, is_rest as "isRest", orders, sales, earned_orders as "earnedOrders",
      first_orders as "firstOrders", member_orders as "memberOrders", member_sales as "memberSales",
      member_first_orders as "memberFirstOrders", points, branch_name as "branchName"
    from order_day
    where tenant_id = ${tenantId} and day between ${from} and ${to}
    order by day, branch, is_rest`,
  )
  return rows
}
