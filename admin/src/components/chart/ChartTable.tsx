import { PageLink } from '../link/PageLink.tsx'
import css from './chart-table.module.css'
import type { ChartColumn, Line } from './types.ts'

interface ChartTableProps {
  readonly label: string
  /** What a row is: “Day”. */
  readonly dimension: string
  readonly rows: readonly Pick<ChartColumn, 'key' | 'name' | 'lines' | 'opens'>[]
  readonly total?: { readonly name: string; readonly lines: readonly Line[] }
  /** Out of sight a link in it would take the focus nowhere. */
  readonly hasLinks: boolean
}

/** The same figures as the chart, from the same lines. */
export function ChartTable({ label, dimension, rows, total, hasLinks }: ChartTableProps) {
  const heads = [...new Set(rows.flatMap(({ lines }) => lines.map((line) => line.label)))]
  const cellsOf = (lines: readonly Line[]) =>
    heads.map((head) => (
      <td key={head} data-label={head}>
        {lines.find((line) => line.label === head)?.text ?? '–'}
      </td>
    ))
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{dimension}</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, lines, opens }) => (
          <tr key={key}>
            <th scope="row">
              {opens && hasLinks ? (
                <PageLink to={opens.to} search={opens.search ?? {}} isExact hasViews>
                  {name}
                </PageLink>
              ) : (
                name
              )}
            </th>
            {cellsOf(lines)}
          </tr>
        ))}
      </tbody>
      {total ? (
        <tfoot>
          <tr>
            <th scope="row">{total.name}</th>
            {cellsOf(total.lines)}
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}
