import type { ReactNode } from 'react'
import css from './sum.module.css'

export interface SumLine {
  readonly key: string
  readonly label: ReactNode
  /** Below the label: what it was computed on. */
  readonly about?: ReactNode
  /** One figure per column. */
  readonly figures: readonly ReactNode[]
}

interface SumProps {
  readonly label: string
  readonly heads: readonly string[]
  readonly lines: readonly SumLine[]
  readonly total: SumLine
  /** The last column is not live yet. */
  readonly isLastDraft?: boolean
}

/** Lines that add up, with a rule above the total: every number can be opened. */
export function Sum({ label, heads, lines, total, isLastDraft = false }: SumProps) {
  const classOf = (column: number): string | undefined =>
    isLastDraft && column === heads.length - 2 ? css.draft : css.figure
  return (
    <table className={css.sum} aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" className={index === 0 ? undefined : classOf(index - 1)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <td>
              {line.label}
              {line.about ? <small>{line.about}</small> : null}
            </td>
            {line.figures.map((figure, column) => (
              <td key={heads[column + 1]} className={classOf(column)}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>
            <b>{total.label}</b>
            {total.about ? <small>{total.about}</small> : null}
          </td>
          {total.figures.map((figure, column) => (
            <td key={heads[column + 1]} className={classOf(column)}>
              {figure}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

/** The figure of a total, with what it is worth below. */
export function TotalFigure({ figure, about }: { readonly figure: string; readonly about?: string }) {
  return (
    <>
      <span className={css.total}>{figure}</span>
      {about === undefined ? null : <small>{about}</small>}
    </>
  )
}
