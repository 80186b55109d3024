import type { Amount } from '../../accounts/account.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { LogPosition } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ONE } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { HEAD_STATE } from '../head.ts'
import { SERIES } from '../rules/delta.ts'
import type { FlowSum } from '../rules/flow.ts'
import type { Period } from '../rules/period.ts'
import { type StockSum, stockOf } from '../rules/stock.ts'
import { stockRows } from './carried.ts'
import type { CountedPeriodFigure } from './period-figures.ts'
import type { Generation } from './sums.ts'

/** The sums that are read, and how new they are. */
export interface CurrentFigures extends Generation {
  readonly position: LogPosition
  /** When the first change happened that is not in them; null: all are. */
  readonly missingSince: Instant | null
  /** The first day on which a balance changed; null: none has. */
  readonly firstDay: LocalDate | null
}

/** How far the first count is, in percent of the merchant's customers. */
export interface FirstCount {
  readonly percent: number
}

export function isCounting(figures: CurrentFigures | FirstCount): figures is FirstCount {
  return 'percent' in figures
}

interface HeadRow {
  readonly generation: number
  readonly state: number
  readonly transaction: string
  readonly id: number
  readonly missing_since: Date | null
  readonly first_day: LocalDate | null
  readonly percent: number
}

/** Which sums may be read; else how far the first count of them is. */
export async function findCurrentFigures(tx: Tx, tenantId: TenantId): Promise<CurrentFigures | FirstCount> {
  const { rows } = await run(
    tx,
    sql<HeadRow>`
    select head.generation, head.state, head.transaction, head.id, missing.written_at as missing_since,
      first.day as first_day,
      case
        when head.state <> ${HEAD_STATE.counting} then 99
        else least(99, 100 * (head.counted_to - ends.first) / greatest(1, ends.last - ends.first))
      end::int as percent
    from (
      select * from figure_head where tenant_id = ${tenantId}
      order by (state = ${HEAD_STATE.current}) desc, generation desc limit 1
    ) as head
    left join lateral (
      select written_at from point_event as event
      where event.tenant_id = ${tenantId} and (event.transaction, event.id) > (head.transaction, head.id)
      order by event.transaction, event.id limit 1
    ) as missing on true
    left join lateral (
      select day from figure_sum as sum
      where sum.tenant_id = ${tenantId} and sum.generation = head.generation and sum.series = ${SERIES.flow}
      order by day limit 1
    ) as first on true
    cross join lateral (
      select coalesce(min(id), 0) as first, coalesce(max(id), 0) as last from customer where tenant_id = ${tenantId}
    ) as ends`,
  )
  const [row] = rows
  if (!row) return { percent: 0 }
  if (row.state !== HEAD_STATE.current) return { percent: Math.max(0, row.percent) }
  return {
    tenantId,
    generation: row.generation,
    position: { transaction: row.transaction, id: row.id },
    missingSince: row.missing_since?.getTime() ?? null,
    firstDay: row.first_day,
  }
}

interface SumRow {
  readonly day: LocalDate
  readonly a: number
  readonly b: number
  readonly points: Decimal
  readonly cashback: Decimal
  readonly count: number
}

const amountOf = ({ points, cashback }: SumRow): Amount => ({ points, cashback })

export interface FlowOfDay extends FlowSum {
  readonly day: LocalDate
}

/** What changed balances on these days. */
export async function readFlow(
  tx: Tx,
  { tenantId, generation }: Generation,
  { from, to }: Period,
): Promise<FlowOfDay[]> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select day, a, b, points, cashback, count from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.flow}
      and day between ${from} and ${to}
    order by day, a, b`,
  )
  return rows.map((row) => ({
    day: row.day,
    type: row.a,
    cause: row.b,
    amount: amountOf(row),
    count: row.count,
  }))
}

/** The sums of a series by what they are of, over all these days. */
export interface SeriesSum {
  readonly a: number
  readonly b: number
  readonly amount: Amount
  readonly count: number
}

export async function readSeries(
  tx: Tx,
  { tenantId, generation }: Generation,
  series: typeof SERIES.rule | typeof SERIES.reward,
  { from, to }: Period,
): Promise<SeriesSum[]> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select 0 as day, a, b, sum(points) as points, sum(cashback) as cashback, sum(count)::bigint as count
    from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${series}
      and day between ${from} and ${to}
    group by a, b order by a, b`,
  )
  return rows.map((row) => ({ a: row.a, b: row.b, amount: amountOf(row), count: row.count }))
}

/** What was open, pending and owed at the end of a day; null: now. */
export async function readStock(tx: Tx, generation: Generation, asOf: LocalDate | null): Promise<StockSum[]> {
  const { rows } = await run(
    tx,
    sql<SumRow>`
    select 0 as day, a, b, sum(points) as points, sum(cashback) as cashback, 0 as count
    from ${stockRows(generation, asOf ?? LAST_DAY)} as stock
    group by a, b order by a, b`,
  )
  return rows.map((row) => ({ month: row.a, stock: row.b, amount: amountOf(row) }))
}

/** The sum of all balances before the first of these days, and at the end of the last. */
export async function readOpen(
  tx: Tx,
  generation: Generation,
  { from, to }: Period,
): Promise<{ readonly start: Amount; readonly end: Amount }> {
  const [start, end] = await Promise.all([readStock(tx, generation, from - 1), readStock(tx, generation, to)])
  return { start: stockOf(start).open, end: stockOf(end).open }
}

/** 9999-12-31 */
const LAST_DAY: LocalDate = 2_932_896

/** All that the overview is made of, in one statement. */
export interface OverviewSums {
  readonly flow: readonly FlowOfDay[]
  readonly rewards: readonly SeriesSum[]
  readonly atStart: readonly StockSum[]
  readonly atEnd: readonly StockSum[]
  /** Customers who are counted once each, of periods that end with the period or the one before it. */
  readonly customers: readonly CountedPeriodFigure[]
}

export async function readOverview(
  tx: Tx,
  sums: Generation,
  {
    period,
    before,
    flow,
  }: { readonly period: Period; readonly before: Period | null; readonly flow: Period },
): Promise<OverviewSums> {
  const { tenantId, generation } = sums
  const { rows } = await run(
    tx,
    sql<SumRow & { part: number }>`
    select 1 as part, day, a, b, points, cashback, count from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.flow}
      and day between ${flow.from} and ${flow.to}
    union all
    select 2, 0, a, b, sum(points), sum(cashback), sum(count)::bigint from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.reward}
      and day between ${period.from} and ${period.to}
    group by a, b
    union all
    select 3, 0, a, b, sum(points), sum(cashback), 0 from ${stockRows(sums, period.from - 1)} as stock
    group by a, b
    union all
    select 4, 0, a, b, sum(points), sum(cashback), 0 from ${stockRows(sums, period.to)} as stock
    group by a, b
    union all
    select 5, day, kind, base, (1000 * extract(epoch from counted_at))::bigint, 0, value from period_figure
    where tenant_id = ${tenantId} and day in (${period.to}, ${before?.to ?? period.to})`,
  )
  const part = (wanted: number): SumRow[] => rows.filter((row) => row.part === wanted)
  const stock = (found: readonly SumRow[]): StockSum[] =>
    found.map((row) => ({ month: row.a, stock: row.b, amount: amountOf(row) }))
  return {
    flow: part(1).map((row) => ({
      day: row.day,
      type: row.a,
      cause: row.b,
      amount: amountOf(row),
      count: row.count,
    })),
    rewards: part(2).map((row) => ({ a: row.a, b: row.b, amount: amountOf(row), count: row.count })),
    atStart: stock(part(3)),
    customers: part(5).map((row) => ({
      ...{ day: row.day, kind: row.a, value: row.count, base: row.b },
      countedAt: Number(row.points / ONE),
    })),
    atEnd: stock(part(4)),
  }
}

/** The event before the first one that was written at this moment or later; null: there is none. */
export async function findPositionBefore(
  tx: Tx,
  tenantId: TenantId,
  writtenAt: Instant,
): Promise<LogPosition | null> {
  const { rows } = await run(
    tx,
    sql<LogPosition>`
    select transaction, id - 1 as id from point_event as event
    where tenant_id = ${tenantId} and written_at >= ${new Date(writtenAt)}
    order by event.transaction, event.id limit 1`,
  )
  return rows[0] ?? null
}
