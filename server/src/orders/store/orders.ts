import { type OrderRecords, POINT_TYPE } from '../../accounts/account.ts'
import { type Collection, keyText } from '../../accounts/till/collection.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import {
  decodeDetails,
  decodeEarnedFacts,
  encodeDetails,
  encodeEarnedFacts,
  type StoredDetails,
  type StoredEarnedFacts,
} from '../details-encoding.ts'
import { ORDER_STATE, type Order, type OrderOrigin, type OrderState } from '../order.ts'

interface OrderRow {
  tenant_id: number
  id: number
  original_id: string
  customer_id: number
  state: number
  origin: number
  total: Decimal
  placed_at: Date
  completed_at: Date | null
  cancelled_at: Date | null
  updated_at: Date
  program_version: number | null
  earned_tier_id: number | null
  earned_tier_multiplier: Decimal | null
  is_first_purchase: boolean
  details: StoredDetails & StoredEarnedFacts
}

/** Orders by the id in the merchant's store. */
export const orders: Collection<string, Order> = {
  name: 'orders',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<OrderRow>`
      select stored.*
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::text[])
        as wanted (tenant_id, original_id)
      cross join lateral (
        select * from customer_order
        where tenant_id = wanted.tenant_id and original_id = wanted.original_id
        limit 1
      ) as stored`,
    )
    return new Map(
      rows.map((row) => [keyText({ tenantId: row.tenant_id, key: row.original_id }), toOrder(row)]),
    )
  },
  async save(tx, changes) {
    const made = changes.filter(({ isNew }) => isNew)
    const changed = changes.filter(({ isNew }) => !isNew)
    await Promise.all([
      made.length > 0 ? insertOrders(tx, made) : null,
      changed.length > 0 ? updateOrders(tx, changed) : null,
    ])
  },
}

function toOrder(row: OrderRow): Order {
  return {
    id: row.id,
    originalId: row.original_id,
    customerId: row.customer_id,
    state: row.state as OrderState,
    origin: row.origin as OrderOrigin,
    total: row.total,
    placedAt: row.placed_at.getTime(),
    completedAt: row.completed_at?.getTime() ?? null,
    cancelledAt: row.cancelled_at?.getTime() ?? null,
    updatedAt: row.updated_at.getTime(),
    earned:
      row.program_version === null
        ? null
        : {
            programVersion: row.program_version,
            tierId: row.earned_tier_id,
            tierMultiplier: row.earned_tier_multiplier,
            isFirstPurchase: row.is_first_purchase,
            ...decodeEarnedFacts(row.details),
          },
    details: decodeDetails(row.details),
  }
}

function storedDetails({ details, earned }: Order): string {
  return JSON.stringify({ ...encodeDetails(details), ...encodeEarnedFacts(earned) })
}

interface OrderChange {
  readonly tenantId: number
  readonly value: Order
}

function insertOrders(tx: Tx, changes: readonly OrderChange[]): Promise<unknown> {
  const orders = changes.map(({ value }) => value)
  return run(
    tx,
    sql`
    insert into customer_order (
      tenant_id, id, original_id, customer_id, state, origin, total, placed_at, completed_at, cancelled_at,
      updated_at, program_version, earned_tier_id, earned_tier_multiplier, is_first_purchase, details
    )
    select * from unnest(
      ${changes.map((c) => c.tenantId)}::bigint[], ${orders.map((o) => o.id)}::bigint[],
      ${orders.map((o) => o.originalId)}::text[], ${orders.map((o) => o.customerId)}::bigint[],
      ${orders.map((o) => o.state)}::smallint[], ${orders.map((o) => o.origin)}::smallint[],
      ${orders.map((o) => o.total)}::numeric[], ${orders.map((o) => time(o.placedAt))}::timestamptz[],
      ${orders.map((o) => time(o.completedAt))}::timestamptz[],
      ${orders.map((o) => time(o.cancelledAt))}::timestamptz[],
      ${orders.map((o) => time(o.updatedAt))}::timestamptz[],
      ${orders.map((o) => o.earned?.programVersion ?? null)}::int[],
      ${orders.map((o) => o.earned?.tierId ?? null)}::bigint[],
      ${orders.map((o) => o.earned?.tierMultiplier ?? null)}::numeric[],
      ${orders.map((o) => o.earned?.isFirstPurchase ?? false)}::boolean[],
      ${orders.map(storedDetails)}::json[]
    )`,
  )
}

function updateOrders(tx: Tx, changes: readonly OrderChange[]): Promise<unknown> {
  const orders = changes.map(({ value }) => value)
  return run(
    tx,
    sql`
    update customer_order as stored
    set state = changed.state, total = changed.total, placed_at = changed.placed_at,
      completed_at = changed.completed_at, cancelled_at = changed.cancelled_at, updated_at = changed.updated_at,
      program_version = changed.program_version, earned_tier_id = changed.earned_tier_id,
      earned_tier_multiplier = changed.earned_tier_multiplier, is_first_purchase = changed.is_first_purchase, details = changed.details
    from unnest(
      ${changes.map((c) => c.tenantId)}::bigint[], ${orders.map((o) => o.customerId)}::bigint[],
      ${orders.map((o) => o.id)}::bigint[],
      ${orders.map((o) => o.state)}::smallint[], ${orders.map((o) => o.total)}::numeric[],
      ${orders.map((o) => time(o.placedAt))}::timestamptz[],
      ${orders.map((o) => time(o.completedAt))}::timestamptz[],
      ${orders.map((o) => time(o.cancelledAt))}::timestamptz[],
      ${orders.map((o) => time(o.updatedAt))}::timestamptz[],
      ${orders.map((o) => o.earned?.programVersion ?? null)}::int[],
      ${orders.map((o) => o.earned?.tierId ?? null)}::bigint[],
      ${orders.map((o) => o.earned?.tierMultiplier ?? null)}::numeric[],
      ${orders.map((o) => o.earned?.isFirstPurchase ?? false)}::boolean[],
      ${orders.map(storedDetails)}::json[]
    ) as changed (tenant_id, customer_id, id, state, total, placed_at, completed_at, cancelled_at, updated_at,
      program_version, earned_tier_id, earned_tier_multiplier, is_first_purchase, details)
    where stored.tenant_id = changed.tenant_id and stored.customer_id = changed.customer_id
      and stored.id = changed.id`,
  )
}

function time(at: Instant | null): string | null {
  return at === null ? null : instantToText(at)
}

/** The customers of orders that are named by their id alone; null where there is no such order. */
export async function findCustomersOfOrders(
  tx: Tx,
  orders: readonly { tenantId: number; originalId: string }[],
): Promise<(string | null)[]> {
  const { rows } = await run(
    tx,
    sql<{ position: number; original_id: string }>`
    select wanted.position::int, (
      select customer.original_id from customer
      where customer.tenant_id = stored.tenant_id and customer.id = stored.customer_id
    ) as original_id
    from unnest(${orders.map(({ tenantId }) => tenantId)}::bigint[],
        ${orders.map(({ originalId }) => originalId)}::text[])
      with ordinality as wanted (tenant_id, original_id, position)
    join customer_order as stored
      on stored.tenant_id = wanted.tenant_id and stored.original_id = wanted.original_id`,
  )
  const found = new Map(rows.map(({ position, original_id }) => [position - 1, original_id]))
  return orders.map((_, index) => found.get(index) ?? null)
}

/** What all records of an order add up to, by customer and order id. */
export const orderTotals: Collection<Pick<Order, 'customerId' | 'id'>, OrderRecords> = {
  name: 'recorded for orders',
  textOf: ({ customerId, id }) => `${customerId} ${id}`,
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: number; key: string; points: Decimal; cashback: Decimal; expired: Decimal }>`
      select wanted.tenant_id, wanted.customer_id || ' ' || wanted.order_id as key,
        sum(record.points) as points, sum(record.cashback) as cashback,
        coalesce(-sum(record.points) filter (where record.type = ${POINT_TYPE.expiry}), 0) as expired
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key.customerId)}::bigint[],
          ${keys.map(({ key }) => key.id)}::bigint[])
        as wanted (tenant_id, customer_id, order_id)
      join point_record as record
        on record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
        and record.order_id = wanted.order_id
      group by 1, 2`,
    )
    return new Map(
      rows.map(({ tenant_id, key, points, cashback, expired }) => [
        keyText({ tenantId: tenant_id, key }),
        { sum: { points, cashback }, expiredPoints: expired },
      ]),
    )
  },
}

/** One more than a batch could cancel: where so many are complete, one still is after it. */
const STANDING_MAX = 101

/** The newest complete orders of customers, by the customer's id. Nobody's orders are all looked through for it. */
export const completeOrders: Collection<number, readonly number[]> = {
  name: 'standing orders',
  async load(tx, keys) {
    const { rows } = await run(
      tx,
      sql<{ tenant_id: number; customer_id: number; ids: string[] }>`
      select wanted.tenant_id, wanted.customer_id, array(
        select id from customer_order as stored
        where stored.tenant_id = wanted.tenant_id and stored.customer_id = wanted.customer_id
          and stored.state = ${ORDER_STATE.complete}
        order by stored.id desc
        limit ${STANDING_MAX}
      ) as ids
      from unnest(${keys.map(({ tenantId }) => tenantId)}::bigint[], ${keys.map(({ key }) => key)}::bigint[])
        as wanted (tenant_id, customer_id)`,
    )
    return new Map(
      rows.map(({ tenant_id, customer_id, ids }) => [
        keyText({ tenantId: tenant_id, key: customer_id }),
        ids.map(Number),
      ]),
    )
  },
  // The orders are saved themselves; it only lets the next command of a batch see what became of them.
  save: 'derived',
}
