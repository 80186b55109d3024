/** The tables of reports as they are exported: the same figures as in the answers, with headings that never change. */
import type { LiabilityAnswer, OverviewAnswer, PointsAnswer } from '../../figures/admin-api/schema.ts'
import type { Sum } from '../../figures/admin-api/shapes.ts'
import { type CsvLayout, csvLine, csvStart } from '../../jobs/rules/csv.ts'

type Cell = string | number | null

export interface ReportTable {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Of an answer that has figures. `null`: it does not add up, and no wrong figure leaves the house. */
export type Figures<Answer extends { readonly figures: unknown }> = NonNullable<Answer['figures']>

export function overviewTable({ columns }: Figures<OverviewAnswer>): ReportTable {
  return tableOf(columns, ['from', 'to', 'issued', 'imported', 'redeemed', 'expired', 'takenBack'])
}

export function pointsTable({ rows }: Figures<PointsAnswer>): ReportTable | null {
  return rows && tableOf(rows, ['kind', 'id', 'name', 'label', 'times', 'points', 'worth', 'share'])
}

export function liabilityTable(figures: Figures<LiabilityAnswer>): ReportTable {
  const { months, never, inLots, owed, open, pending } = figures
  const groups = { never, inLots, owed, open, pending }
  const rowOf = (expires: string, { points, worth, likely = null }: Liable) => ({
    ...{ expires, points, worth },
    ...{ likelyPoints: likely?.points ?? null, likelyWorth: likely?.worth ?? null },
  })
  return tableOf(
    [
      ...months.map(({ month, ...sum }) => rowOf(month, sum)),
      ...Object.entries(groups).map(([expires, sum]) => rowOf(expires, sum)),
    ],
    ['expires', 'points', 'worth', 'likelyPoints', 'likelyWorth'],
  )
}

interface Liable extends Sum {
  readonly likely?: Sum | null
}

export function tableOf<Row extends object>(
  rows: readonly Row[],
  headings: readonly (keyof Row & string)[],
): ReportTable {
  return { headings, rows: rows.map((row) => headings.map((heading) => (row[heading] ?? null) as Cell)) }
}

export function textCells(cells: readonly Cell[]): string[] {
  return cells.map((cell) => (cell === null ? '' : String(cell)))
}

export function csvOf({ headings, rows }: ReportTable, layout: CsvLayout): string {
  const lines = rows.map((row) => csvLine(textCells(row), layout))
  return `${csvStart(layout)}${csvLine(headings, layout)}${lines.join('')}`
}
