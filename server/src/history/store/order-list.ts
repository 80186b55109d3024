import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { ORDER_STATE, type OrderState } from '../../orders/order.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { Owner } from './history.ts'

/** Which orders are wanted. null: it does not matter. */
export interface OrderFilter {
  readonly from: Instant | null
  /** Exclusive. */
  readonly to: Instant | null
  readonly state: OrderState | null
  /** Only orders of which a part was returned, and the rest not cancelled. */
  readonly isPartlyReturned: boolean
}

export interface OrderPlace {
  readonly at: Instant
  readonly id: number
}

export interface ListedOrder extends OrderPlace {
  readonly originalId: string
  readonly customerId: CustomerId
  readonly state: OrderState
  readonly isPartlyReturned: boolean
}

export interface OrderPage {
  readonly orders: readonly ListedOrder[]
  /** Where looking ended before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: OrderPlace | null
}

interface Row {
  readonly id: number
  readonly original_id: string
  readonly customer_id: number
  readonly placed_at: Date
  readonly state: OrderState
  readonly is_partly_returned: boolean
  readonly is_match: boolean
}

/** What an order is listed with. */
const LISTED = new Fragment(
  `id, original_id, customer_id, placed_at, state,
   returned > 0 and state <> ${ORDER_STATE.cancelled} as is_partly_returned`,
)

/** A filter by state or returns has no index of its own: so many rows are looked at, and the rest with the next page. */
const LOOKED_AT_MAX = 20_000

/** Orders of all customers, those placed last first. */
export async function listByTime(
  tx: Tx,
  tenantId: TenantId,
  { from, to, state, isPartlyReturned }: OrderFilter,
  { below, limit }: { readonly below: OrderPlace; readonly limit: number },
): Promise<OrderPage> {
  const lookedAt = state === null && !isPartlyReturned ? limit : LOOKED_AT_MAX
  const { rows } = await run(
    tx,
    sql<Row>`
    with looked as materialized (
      select ${LISTED} from customer_order
      where tenant_id = ${tenantId}
        and (placed_at, id) < (${textOf(below.at)}::timestamptz, ${below.id}::bigint)
        and placed_at >= ${from === null ? '-infinity' : instantToText(from)}::timestamptz
        and placed_at < ${to === null ? 'infinity' : instantToText(to)}::timestamptz
      order by tenant_id desc, placed_at desc, id desc
      limit ${lookedAt}
    ), found as materialized (
      select * from looked
      where (${state}::smallint is null or state = ${state}::smallint)
        and (is_partly_returned or not ${isPartlyReturned}::boolean)
      order by placed_at desc, id desc
      limit ${limit}
    ), ending as (
      select * from looked
      where (select count(*) from looked) = ${lookedAt}::int and (select count(*) from found) < ${limit}::int
      order by placed_at, id
      limit 1
    )
    select *, true as is_match from found
    union all
    select *, false from ending
    order by is_match desc, placed_at desc, id desc`,
  )
  return toPage(rows)
}

/** Of one customer, those that came last first. */
export async function listOfCustomer(
  tx: Tx,
  { tenantId, customerId }: Owner,
  { from, to, state, isPartlyReturned }: OrderFilter,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<OrderPage> {
  const isFiltered = from !== null || to !== null || state !== null || isPartlyReturned
  const lookedAt = isFiltered ? LOOKED_AT_MAX : limit
  const { rows } = await run(
    tx,
    sql<Row>`
    with looked as materialized (
      select ${LISTED} from customer_order
      where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${belowId}::bigint
      order by tenant_id desc, customer_id desc, id desc
      limit ${lookedAt}
    ), found as materialized (
      select * from looked
      where (${state}::smallint is null or state = ${state}::smallint)
        and (is_partly_returned or not ${isPartlyReturned}::boolean)
        and placed_at >= ${from === null ? '-infinity' : instantToText(from)}::timestamptz
        and placed_at < ${to === null ? 'infinity' : instantToText(to)}::timestamptz
      order by id desc
      limit ${limit}
    ), ending as (
      select * from looked
      where (select count(*) from looked) = ${lookedAt}::int and (select count(*) from found) < ${limit}::int
      order by id
      limit 1
    )
    select *, true as is_match from found
    union all
    select *, false from ending
    order by is_match desc, id desc`,
  )
  return toPage(rows)
}

/** The order with this id in the merchant's store. */
export async function findByOriginalId(
  tx: Tx,
  tenantId: TenantId,
  originalId: string,
): Promise<ListedOrder | null> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select ${LISTED} from customer_order
    where tenant_id = ${tenantId} and original_id = ${originalId}`,
  )
  return rows[0] ? toListed(rows[0]) : null
}

/** The id in the merchant's store; null: this customer has no such order. */
export async function findOriginalId(
  tx: Tx,
  { tenantId, customerId }: Owner,
  id: number,
): Promise<string | null> {
  const { rows } = await run(
    tx,
    sql<{ original_id: string }>`
    select original_id from customer_order
    where tenant_id = ${tenantId} and customer_id = ${customerId} and id = ${id}::bigint`,
  )
  return rows[0]?.original_id ?? null
}

function toPage(rows: readonly Row[]): OrderPage {
  const ending = rows.find(({ is_match }) => !is_match)
  return {
    orders: rows.filter(({ is_match }) => is_match).map(toListed),
    lookedUntil: ending ? { at: ending.placed_at.getTime(), id: ending.id } : null,
  }
}

function toListed(row: Row): ListedOrder {
  return {
    id: row.id,
    originalId: row.original_id,
    customerId: row.customer_id,
    at: row.placed_at.getTime(),
    state: row.state,
    isPartlyReturned: row.is_partly_returned,
  }
}

function textOf(at: Instant): string {
  return at === Number.POSITIVE_INFINITY ? 'infinity' : instantToText(at)
}
