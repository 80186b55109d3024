import { run, type Tx } from '../../platform/postgres/database.ts'
import { Part, sql } from '../../platform/postgres/sql.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { CARRIED_MARK, carryDayOf, nextCarryDay } from '../rules/carried.ts'
import { SERIES } from '../rules/delta.ts'
import type { Generation } from './sums.ts'

/** Two years at once: a merchant with a long past is carried page by page. */
const CARRIED_AT_ONCE = 104
/** Before every day. */
const NO_DAY: LocalDate = -2_147_483_648

/** The last day to whose end stocks are carried; null: none is. */
export async function findCarriedTo(tx: Tx, { tenantId, generation }: Generation): Promise<LocalDate | null> {
  const { rows } = await run(
    tx,
    sql<{ day: LocalDate }>`
    select day from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.carried}
    order by day desc limit 1`,
  )
  return rows[0]?.day ?? null
}

/**
 * Carries stocks to the ends of days that are over on this one. What comes later and is dated in them is added to what was
 * carried (`addedToCarried`), so it makes no difference when it is done. Under the lock of the heads. Returns whether
 * there is more.
 */
export async function carryStocks(
  tx: Tx,
  generation: Generation,
  { carried, today }: { readonly carried: LocalDate | null; readonly today: LocalDate },
): Promise<boolean> {
  let before = carried
  let day = before === null ? await firstCarryDay(tx, generation) : nextCarryDay(before)
  for (let count = 0; day !== null && day < today; count += 1) {
    if (count === CARRIED_AT_ONCE) return true
    await carryTo(tx, generation, { before: before ?? NO_DAY, day })
    before = day
    day = nextCarryDay(day)
  }
  return false
}

/** The last day on which a stock changed, or one before every day. */
export async function findLastStockDay(tx: Tx, { tenantId, generation }: Generation): Promise<LocalDate> {
  const { rows } = await run(
    tx,
    sql<{ day: LocalDate }>`
    select day from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.stock}
    order by day desc limit 1`,
  )
  return rows[0]?.day ?? NO_DAY
}

async function firstCarryDay(tx: Tx, { tenantId, generation }: Generation): Promise<LocalDate | null> {
  const { rows } = await run(
    tx,
    sql<{ day: LocalDate }>`
    select day from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.stock}
    order by day limit 1`,
  )
  return rows[0] ? carryDayOf(rows[0].day) : null
}

async function carryTo(
  tx: Tx,
  { tenantId, generation }: Generation,
  { before, day }: { readonly before: LocalDate; readonly day: LocalDate },
): Promise<void> {
  await run(
    tx,
    sql`
    insert into figure_sum (tenant_id, generation, series, day, a, b, points, cashback, count)
    select ${tenantId}::bigint, ${generation}::smallint, ${SERIES.carried}::smallint, ${day}::int, a, b,
      sum(points), sum(cashback), max(count)
    from (
      select a, b, points, cashback, count from figure_sum
      where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.carried}
        and day = ${before} and a <> ${CARRIED_MARK}
      union all
      select a, b, points, cashback, 0 from figure_sum
      where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.stock}
        and day > ${before} and day <= ${day}
      union all
      select ${CARRIED_MARK}::bigint, ${CARRIED_MARK}::bigint, 0, 0, 1
    ) as stock
    group by a, b
    having sum(points) <> 0 or sum(cashback) <> 0 or max(count) <> 0`,
  )
}

/**
 * Rows of `a`, `b`, `points` and `cashback` that add up to the stock at the end of a day: what was carried last, and the
 * days since.
 */
export function stockRows({ tenantId, generation }: Generation, day: LocalDate): Part {
  return new Part(
    (first) => {
      const [tenant, which, end] = [`$${first}::bigint`, `$${first + 1}::smallint`, `$${first + 2}::int`]
      const sums = (series: number) =>
        `from figure_sum where tenant_id = ${tenant} and generation = ${which} and series = ${series}`
      // No `coalesce`: under row-level security a comparison with it is made after the rows were read.
      const last = `(
      select day from (
        (select day ${sums(SERIES.carried)} and day <= ${end} order by day desc limit 1)
        union all select ${NO_DAY}
      ) as known
      order by day desc limit 1
    )`
      return `(
      select a, b, points, cashback ${sums(SERIES.carried)} and day = ${last} and a <> ${CARRIED_MARK}
      union all
      select a, b, points, cashback ${sums(SERIES.stock)} and day > ${last} and day <= ${end}
    )`
    },
    [tenantId, generation, day],
  )
}

/** Stocks of the last day that they were carried to that are not what all days up to it add up to. */
export async function countWrongCarried(
  tx: Tx,
  { tenantId, generation }: Generation,
  day: LocalDate,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ wrong: number }>`
    select count(*)::int as wrong
    from (
      select from (
        select a, b, points, cashback from figure_sum
        where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.stock} and day <= ${day}
        union all
        select a, b, -points, -cashback from figure_sum
        where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.carried} and day = ${day}
          and a <> ${CARRIED_MARK}
      ) as stock
      group by a, b
      having sum(points) <> 0 or sum(cashback) <> 0
    ) as stock`,
  )
  return rows[0]?.wrong ?? 0
}
