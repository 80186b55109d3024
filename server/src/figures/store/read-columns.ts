import type { Amount } from '../../accounts/account.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { SERIES } from '../rules/delta.ts'
import type { Period } from '../rules/period.ts'
import type { Generation } from './sums.ts'

/** A sum of a series over the days of one column. */
export interface ColumnSum {
  /** Of which column, from 0. */
  readonly column: number
  readonly a: number
  readonly b: number
  readonly amount: Amount
  readonly count: number
}

/** The sums of a series by column: the columns follow each other without a gap. */
export async function readColumns(
  tx: Tx,
  { tenantId, generation }: Generation,
  series: typeof SERIES.flow | typeof SERIES.reward,
  columns: readonly Period[],
): Promise<ColumnSum[]> {
  const [first, last] = [columns[0], columns.at(-1)]
  if (!first || !last) return []
  const { rows } = await run(
    tx,
    sql<{ column: number; a: number; b: number; points: Decimal; cashback: Decimal; count: number }>`
    select width_bucket(day, ${columns.map(({ from }) => from)}::int[]) - 1 as "column", a, b,
      sum(points) as points, sum(cashback) as cashback, sum(count)::bigint as count
    from figure_sum
    where tenant_id = ${tenantId} and generation = ${generation} and series = ${series}
      and day between ${first.from} and ${last.to}
    group by 1, a, b order by 1, a, b`,
  )
  return rows.map(({ points, cashback, ...row }) => ({ ...row, amount: { points, cashback } }))
}
