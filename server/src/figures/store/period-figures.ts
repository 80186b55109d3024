import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { table } from '../../platform/postgres/columns.ts'
import { run, runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import type { PeriodFigure } from '../rules/period-figures.ts'
import { IS_COMPLETED } from './order-days.ts'

const insertFigures = table('period_figure').insertMissing<
  PeriodFigure & { readonly tenantId: TenantId; readonly countedAt: Instant }
>({
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  day: ['int', ({ day }) => day],
  kind: ['smallint', ({ kind }) => kind],
  value: ['bigint', ({ value }) => value],
  base: ['bigint', ({ base }) => base],
  counted_at: ['timestamptz', ({ countedAt }) => countedAt],
})

export async function savePeriodFigures(
  tx: Tx,
  tenantId: TenantId,
  figures: readonly PeriodFigure[],
  countedAt: Instant,
): Promise<void> {
  await insertFigures(
    tx,
    figures.map((figure) => ({ ...figure, tenantId, countedAt })),
  )
}

export interface CountedPeriodFigure extends PeriodFigure {
  readonly countedAt: Instant
}

/**
 * For reports: the figures of the periods that end with these days. A day that is missing is not counted yet, which
 * happens in the night after it.
 */
export async function readPeriodFigures(
  tx: Tx,
  tenantId: TenantId,
  days: readonly LocalDate[],
): Promise<CountedPeriodFigure[]> {
  const { rows } = await run(
    tx,
    sql<PeriodFigure & { counted_at: Date }>`
    select found.*
    from unnest(${days}::int[]) as wanted (day)
    cross join lateral (
      select day, kind, value, base, counted_at from period_figure
      where tenant_id = ${tenantId} and period_figure.day = wanted.day
      offset 0
    ) as found`,
  )
  return rows.map(({ counted_at: countedAt, ...figure }) => ({ ...figure, countedAt: countedAt.getTime() }))
}

/** Which of these days are counted. */
export async function findCountedDays(
  tx: Tx,
  tenantId: TenantId,
  days: readonly LocalDate[],
): Promise<Set<LocalDate>> {
  const counted = await readPeriodFigures(tx, tenantId, days)
  return new Set(counted.map(({ day }) => day))
}

/** Of whom orders of a slice are. */
export interface SliceOfBuyer {
  readonly customerId: CustomerId
  readonly isMember: boolean
  readonly orders: number
  readonly lastAt: Instant
}

export interface PlaceOfOrder {
  readonly at: Instant
  readonly id: OrderId
}

/** The next completed orders behind a place that were not returned in full, by customer, in the order of placement. */
export async function readBuyers(
  tx: Tx,
  tenantId: TenantId,
  { after, until, limit }: { readonly after: PlaceOfOrder; readonly until: Instant; readonly limit: number },
): Promise<{ readonly buyers: SliceOfBuyer[]; readonly reached: PlaceOfOrder | null }> {
  const { rows } = await runUnhurried(
    tx,
    sql<{
      customer_id: CustomerId | null
      is_enrolled: boolean
      orders: number
      last_at: Date
      last_id: OrderId
      looked_at: number
    }>`
    with slice as materialized (
      select placed_at, id, customer_id, ${IS_COMPLETED} and (returned < total or returned = 0) as counts
      from customer_order
      where tenant_id = ${tenantId} and (placed_at, id) > (${new Date(after.at)}, ${after.id})
        and placed_at < ${new Date(until)}
      order by placed_at, id
      limit ${limit}
    ),
    bought as (
      select customer_id, count(*)::int as orders, max(placed_at) as last_at from slice where counts group by customer_id
    )
    select bought.customer_id, customer.is_enrolled, bought.orders, bought.last_at, 0 as last_id, 0 as looked_at
    from bought
    cross join lateral (
      select is_enrolled from customer where tenant_id = ${tenantId} and id = bought.customer_id limit 1
    ) as customer
    union all
    (
      select null, false, 0, placed_at, id, (select count(*) from slice)::int from slice
      order by placed_at desc, id desc limit 1
    )`,
  )
  const end = rows.find(({ customer_id }) => customer_id === null)
  const isFull = end?.looked_at === limit
  return {
    buyers: rows.flatMap((row) =>
      row.customer_id === null
        ? []
        : [
            {
              ...{ customerId: row.customer_id, isMember: row.is_enrolled },
              ...{ orders: row.orders, lastAt: row.last_at.getTime() },
            },
          ],
    ),
    reached: end && isFull ? { at: end.last_at.getTime(), id: end.last_id } : null,
  }
}

/** In the night after a day, workers count its customers, also of a merchant that has none. */
export async function deletePeriodFigures(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(tx, sql`delete from period_figure where tenant_id = ${tenantId}`)
}
