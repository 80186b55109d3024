import { type Decimal, decimalFromText, shortText, ZERO } from '../../platform/decimal.ts'
import type { ExportCell, ExportKind } from '../export.ts'
import { type CsvLayout, csvLine, csvStart } from './csv.ts'

export type ExportFormat = { readonly kind: 'csv'; readonly layout: CsvLayout } | { readonly kind: 'ndjson' }

type Row = readonly ExportCell[]

/** What stands before the first row. */
export function headOf({ columns }: Pick<ExportKind, 'columns'>, format: ExportFormat): string {
  return format.kind === 'csv' ? csvStart(format.layout) + csvLine(columns, format.layout) : ''
}

export function linesOf(
  { columns }: Pick<ExportKind, 'columns'>,
  format: ExportFormat,
  rows: readonly Row[],
): string {
  return rows
    .map((row) =>
      format.kind === 'csv'
        ? csvLine(row.map(textOf), format.layout)
        : `${JSON.stringify(Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))}\n`,
    )
    .join('')
}

function textOf(cell: ExportCell): string {
  return cell === null ? '' : String(cell)
}

/** Exact, as decimals in text. */
export type Sums = Readonly<Record<string, string>>

export function addSums(
  { columns, sums }: Pick<ExportKind, 'columns' | 'sums'>,
  so: Sums,
  rows: readonly Row[],
): Sums {
  return Object.fromEntries(
    sums.map((name) => {
      const index = columns.indexOf(name)
      const sum = rows.reduce<Decimal>(
        (total, row) => total + (typeof row[index] === 'string' ? decimalFromText(row[index]) : ZERO),
        so[name] === undefined ? ZERO : decimalFromText(so[name]),
      )
      return [name, shortText(sum)]
    }),
  )
}
