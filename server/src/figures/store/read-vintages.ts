import type { Amount } from '../../accounts/account.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { OUTCOMES, partsOfVintage, SERIES, SOURCE } from '../rules/delta.ts'
import type { Month } from '../rules/zones.ts'
import type { SalesOfMonth, VintageChange } from '../vintage-change.ts'
import type { Generation } from './sums.ts'

const MONTH_OF_DAY = `(extract(year from date '1970-01-01' + day) * 100 + extract(month from date '1970-01-01' + day))::int`

/** All of a merchant's vintages, by month: as many rows as there are months, times those in which something happened. */
export async function readVintages(
  tx: Tx,
  { tenantId, generation }: Generation,
): Promise<{ readonly changes: readonly VintageChange[]; readonly sales: readonly SalesOfMonth[] }> {
  const { rows } = await run(
    tx,
    sql<{ series: number; during: Month; a: number; b: number; points: Decimal; cashback: Decimal }>`
    select series, ${new Fragment(MONTH_OF_DAY)} as during, a, b, sum(points) as points, sum(cashback) as cashback
    from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series in (${SERIES.vintage}, ${SERIES.sales})
    group by 1, 2, 3, 4
    order by 1, 3, 2, 4`,
  )
  const of = (series: number) => rows.filter((row) => row.series === series)
  return {
    changes: of(SERIES.vintage).map(({ during, a: issued, b, points, cashback }) => {
      const { outcome, source } = partsOfVintage(b)
      return { during, issued, source, outcome, amount: { points, cashback } } as VintageChange
    }),
    sales: of(SERIES.sales).map(({ during: month, cashback: sales }) => ({ month, sales })),
  }
}

/** What became of the points of a month in one month, whatever their source, imports apart. */
export interface VintageSum {
  readonly issued: Month
  /** null: in all months, of those before the ones that were asked for. */
  readonly during: Month | null
  readonly outcome: VintageChange['outcome']
  readonly isImported: boolean
  readonly amount: Amount
}

/** The vintages from a month on, some rows for each two months of them, and what became of each earlier one in all. */
export async function readVintagesFrom(
  tx: Tx,
  { tenantId, generation }: Generation,
  first: Month,
): Promise<VintageSum[]> {
  const { rows } = await run(
    tx,
    sql<{
      issued: Month
      during: Month | null
      outcome: number
      imported: boolean
      points: Decimal
      cashback: Decimal
    }>`
    select a as issued,
      case when a >= ${first} then ${new Fragment(MONTH_OF_DAY)} end as during,
      b % ${OUTCOMES} as outcome, b / ${OUTCOMES} = ${SOURCE.imported} as imported,
      sum(points) as points, sum(cashback) as cashback
    from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${SERIES.vintage}
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4`,
  )
  return rows.map(({ issued, during, outcome, imported, points, cashback }) => ({
    issued,
    during,
    outcome: outcome as VintageChange['outcome'],
    isImported: imported,
    amount: { points, cashback },
  }))
}
