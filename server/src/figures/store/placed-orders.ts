import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { DayRange } from '../rules/day-ranges.ts'
import type { BranchFilter } from '../rules/order-cell.ts'
import type { Buyers, OrdersShown } from '../rules/order-sums.ts'
import { IS_COMPLETED, OF_ORDER, POINTS_OF_ORDER } from './order-days.ts'

/** A completed order, as the sums count it. */
export interface PlacedOrder {
  readonly id: OrderId
  readonly originalId: string
  readonly customerId: CustomerId
  readonly placedAt: Instant
  readonly sales: Decimal
  readonly returned: Decimal
  /** Empty: it names none. */
  readonly branch: string
  readonly branchName: string | null
  readonly isFirst: boolean
  readonly isOfMember: boolean
  readonly hasEarned: boolean
  /** What it earned, pending points too, less what was taken back. */
  readonly points: Decimal
}

export interface OrderPlace {
  readonly at: Instant
  readonly id: OrderId
}

interface Wanted extends BranchFilter {
  readonly which: OrdersShown
  readonly buyers: Buyers
}

interface Row {
  readonly id: OrderId
  readonly original_id: string
  readonly customer_id: CustomerId
  readonly placed_at: Date
  readonly sales: Decimal
  readonly returned: Decimal
  readonly branch: string
  readonly branch_name: string | null
  readonly is_first: boolean
  readonly is_of_member: boolean
  readonly has_earned: boolean
  readonly points: Decimal
}

interface Slice {
  readonly range: DayRange
  readonly below: OrderPlace
  /** So many orders are looked at. */
  readonly lookedAt: number
}

/** Orders of a range that a figure counts, those placed last first. */
export async function listPlacedOrders(
  tx: Tx,
  tenantId: TenantId,
  { which, buyers, is, isNone }: Wanted,
  { range, below, lookedAt, limit }: Slice & { readonly limit: number },
): Promise<PlacedOrder[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ordered.*, earned.points
    from (
      select tenant_id, id, original_id, customer_id, placed_at, sales, returned, branch, branch_name, is_of_member,
        has_earned, is_first
      from (
        select tenant_id, id, original_id, customer_id, placed_at, state, returned, ${OF_ORDER}
        from customer_order
        where tenant_id = ${tenantId} and placed_at >= ${new Date(range.from)}::timestamptz
          and (placed_at, id) < (${new Date(below.at)}::timestamptz, ${below.id}::bigint)
        order by tenant_id desc, placed_at desc, id desc
        limit ${lookedAt}
      ) as looked
      cross join lateral (
        select exists (
          select from customer_first as first
          where first.tenant_id = ${tenantId} and first.customer_id = looked.customer_id and first.order_id = looked.id
        ) as is_first
      ) as first
      where ${IS_COMPLETED}
        and (${is}::text is null or branch = ${is}::text)
        and (${isNone}::text[] is null or branch <> all (${isNone}::text[]))
        and (${buyers}::text = 'all' or is_of_member = (${buyers}::text = 'members'))
        and case ${which}::text
          when 'first' then is_first when 'returning' then not is_first when 'earned' then has_earned else true
        end
      order by tenant_id desc, placed_at desc, id desc
      limit ${limit}
    ) as ordered
    cross join lateral (${POINTS_OF_ORDER}) as earned
    order by placed_at desc, id desc`,
  )
  return rows.map((row) => ({
    ...{ id: row.id, originalId: row.original_id, customerId: row.customer_id },
    placedAt: row.placed_at.getTime(),
    ...{ sales: row.sales, returned: row.returned, branch: row.branch, branchName: row.branch_name },
    ...{ isFirst: row.is_first, isOfMember: row.is_of_member, hasEarned: row.has_earned },
    points: row.points,
  }))
}

/** How many orders were looked at there, and which was the last one; null: there are none. */
export async function findLastLookedAt(
  tx: Tx,
  tenantId: TenantId,
  { range, below, lookedAt }: Slice,
): Promise<{ readonly count: number; readonly place: OrderPlace } | null> {
  const { rows } = await run(
    tx,
    sql<{ placed_at: Date; id: OrderId; count: number }>`
    with looked as materialized (
      select placed_at, id from customer_order
      where tenant_id = ${tenantId} and placed_at >= ${new Date(range.from)}::timestamptz
        and (placed_at, id) < (${new Date(below.at)}::timestamptz, ${below.id}::bigint)
      order by tenant_id desc, placed_at desc, id desc
      limit ${lookedAt}
    )
    select placed_at, id, (select count(*) from looked)::int as count from looked order by placed_at, id limit 1`,
  )
  const [row] = rows
  return row ? { count: row.count, place: { at: row.placed_at.getTime(), id: row.id } } : null
}
