/** The kept progress of customers, and what it is counted from. */

import { lockAccounts } from '../../accounts/store/accounts.ts'
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import type { Countable } from '../rules/count-progress.ts'
import { type Days, type Gain, NO_DAYS, plus } from '../rules/progress.ts'
import { ACTION_TYPES, ORDER_TYPES } from '../tier.ts'

export interface WantedProgress {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  /** The first day that is asked for. */
  readonly since: LocalDate
}

/**
 * What is kept of each of these customers since their day, and the last day before it, which tells that they have
 * been counted at all. By their place in the list; left out: who has no row, or whose tenant keeps none yet.
 */
export async function findProgress(
  tx: Tx,
  wanted: readonly WantedProgress[],
): Promise<ReadonlyMap<number, Gain[]>> {
  const { rows } = await run(
    tx,
    sql<Gain & { position: number }>`
    select wanted.position::int, kept.day - date '1970-01-01' as day, kept.spend, kept.orders, kept.points
    from unnest(${wanted.map(({ tenantId }) => tenantId)}::bigint[],
        ${wanted.map(({ customerId }) => customerId)}::bigint[], ${wanted.map(({ since }) => since)}::int[])
      with ordinality as wanted (tenant_id, customer_id, since, position)
    cross join lateral (
      select day, spend, orders, points from tier_progress as kept
      where kept.tenant_id = wanted.tenant_id and kept.customer_id = wanted.customer_id
        and kept.day >= date '1970-01-01' + wanted.since
      union all
      (
        select day, spend, orders, points from tier_progress as kept
        where kept.tenant_id = wanted.tenant_id and kept.customer_id = wanted.customer_id
          and kept.day < date '1970-01-01' + wanted.since
        order by day desc
        limit 1
      )
    ) as kept
    where exists (select from tier_look as look where look.tenant_id = wanted.tenant_id)`,
  )
  const found = new Map<number, Gain[]>()
  for (const { position, ...gain } of rows) {
    const gains = found.get(position - 1)
    if (gains) gains.push(gain)
    else found.set(position - 1, [gain])
  }
  return found
}

export type AddedProgress = Gain & Pick<WantedProgress, 'tenantId' | 'customerId'>

/** Adds to what is kept; the accounts are locked. */
export async function addProgress(tx: Tx, added: readonly AddedProgress[]): Promise<void> {
  if (added.length === 0) return
  await run(
    tx,
    sql`
    insert into tier_progress as kept (tenant_id, customer_id, day, spend, orders, points)
    select added.tenant_id, added.customer_id, date '1970-01-01' + added.day, added.spend, added.orders, added.points
    from unnest(
      ${added.map(({ tenantId }) => tenantId)}::bigint[], ${added.map(({ customerId }) => customerId)}::bigint[],
      ${added.map(({ day }) => day)}::int[], ${added.map(({ spend }) => spend)}::numeric[],
      ${added.map(({ orders }) => orders)}::int[], ${added.map(({ points }) => points)}::numeric[]
    ) as added (tenant_id, customer_id, day, spend, orders, points)
    on conflict (tenant_id, customer_id, day) do update
    set spend = kept.spend + excluded.spend, orders = kept.orders + excluded.orders,
      points = kept.points + excluded.points`,
  )
}

/**
 * Forgets what is kept of these customers, so that the next command that asks counts it again. Under their locks: a
 * batch that has read it would add to what is no longer there.
 */
export async function forgetProgress(
  tx: Tx,
  tenantId: TenantId,
  customers: readonly { readonly id: number; readonly original_id: string }[],
): Promise<void> {
  await lockAccounts(
    tx,
    customers.map(({ original_id }) => ({ tenantId, key: original_id })),
  )
  await run(
    tx,
    sql`
    delete from tier_progress as kept
    using unnest(${customers.map(({ id }) => id)}::bigint[]) as wanted (customer_id)
    where kept.tenant_id = ${tenantId} and kept.customer_id = wanted.customer_id`,
  )
}

/**
 * What counts of one customer, as `Countable`, for statements with a row `wanted`. Lists, one row a customer: orders and
 * their records are put together outside, because statements here never compare many rows with many.
 */
const COUNTABLE = new Fragment(`(
    select json_agg(json_build_array(
      bought.id, extract(epoch from completed_at) * 1000,
      -- Of an erased person, what is returned later may be what was left out.
      greatest(total - returned - coalesce(left_out_of_tiers, 0), 0)::text,
      left_out_of_tiers is null or left_out_of_tiers < total - returned
    ))
    from customer_order as bought
    where bought.tenant_id = wanted.tenant_id and bought.customer_id = wanted.customer_id
      and bought.state = 2 and completed_at is not null
  ) as orders, (
    select json_agg(json_build_array(record.order_id, record.points::text))
    from point_record as record
    where record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
      and record.type in (${ORDER_TYPES.join(', ')})
      -- What was taken back of an order that earned elsewhere never counted here.
      and not exists (
        select from customer_order as brought
        where brought.tenant_id = wanted.tenant_id and brought.customer_id = wanted.customer_id
          and brought.id = record.order_id and brought.origin = 2 and brought.program_version = 0
      )
  ) as "orderPoints", (
    select json_agg(json_build_array(extract(epoch from recorded_at) * 1000, record.points::text))
    from point_record as record
    where record.tenant_id = wanted.tenant_id and record.customer_id = wanted.customer_id
      and record.type in (${ACTION_TYPES.join(', ')}) and record.points > 0
  ) as actions, (
    select json_agg(json_build_array(day - date '1970-01-01', spend::text, orders))
    from imported_progress as imported
    where imported.tenant_id = wanted.tenant_id and imported.customer_id = wanted.customer_id
  ) as imported`)

/** By their place in the list, and whether their tenant keeps progress. */
export async function findCountable(
  tx: Tx,
  customers: readonly Pick<WantedProgress, 'tenantId' | 'customerId'>[],
): Promise<ReadonlyMap<number, Countable & { readonly isToBeKept: boolean }>> {
  if (customers.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<Countable & { position: number; isToBeKept: boolean }>`
    select wanted.position::int, ${COUNTABLE},
      exists (select from tier_look as look where look.tenant_id = wanted.tenant_id) as "isToBeKept"
    from unnest(${customers.map(({ tenantId }) => tenantId)}::bigint[],
        ${customers.map(({ customerId }) => customerId)}::bigint[])
      with ordinality as wanted (tenant_id, customer_id, position)`,
  )
  return new Map(rows.map(({ position, ...countable }) => [position - 1, countable]))
}

/** Both in one snapshot, for comparing them. Left out: those of whom nothing is kept. */
export async function findKeptAndCountable(
  tx: Tx,
  tenantId: TenantId,
  customers: readonly { readonly id: number; readonly original_id: string }[],
): Promise<{ readonly customer: string; readonly kept: Days; readonly countable: Countable }[]> {
  const { rows } = await run(
    tx,
    sql<
      Countable & { position: number; kept: [day: number, spend: string, orders: number, points: string][] }
    >`
    select wanted.position::int, kept.days as kept, ${COUNTABLE}
    from unnest(${customers.map(() => tenantId)}::bigint[], ${customers.map(({ id }) => id)}::bigint[])
      with ordinality as wanted (tenant_id, customer_id, position)
    cross join lateral (
      select json_agg(json_build_array(day - date '1970-01-01', spend::text, orders, points::text)) as days
      from tier_progress as progress
      where progress.tenant_id = wanted.tenant_id and progress.customer_id = wanted.customer_id
    ) as kept
    where kept.days is not null
      and exists (select from tier_look as look where look.tenant_id = wanted.tenant_id)`,
  )
  return rows.map(({ position, kept, ...countable }) => ({
    customer: customers[position - 1]?.original_id ?? '',
    kept: plus(
      NO_DAYS,
      kept.map(([day, spend, orders, points]) => ({
        day,
        spend: decimalFromText(spend),
        orders,
        points: decimalFromText(points),
      })),
    ),
    countable,
  }))
}

/** What an order has counted for, beside its total. */
export interface CountedOrder {
  readonly points: Decimal
  /** When it was first recorded. */
  readonly countedAt: Instant
}

export async function findCountedOrders(
  tx: Tx,
  orders: readonly { readonly tenantId: TenantId; readonly orderId: OrderId }[],
): Promise<ReadonlyMap<number, CountedOrder>> {
  const { rows } = await run(
    tx,
    sql<{ position: number; points: Decimal; counted_at: Date }>`
    select wanted.position::int, sum(record.points) as points, min(record.recorded_at) as counted_at
    from unnest(${orders.map(({ tenantId }) => tenantId)}::bigint[],
        ${orders.map(({ orderId }) => orderId)}::bigint[])
      with ordinality as wanted (tenant_id, order_id, position)
    join point_record as record
      on record.tenant_id = wanted.tenant_id and record.order_id = wanted.order_id
      and record.type = any (${ORDER_TYPES}::smallint[])
    group by wanted.position`,
  )
  return new Map(
    rows.map(({ position, points, counted_at }) => [
      position - 1,
      { points, countedAt: counted_at.getTime() },
    ]),
  )
}
