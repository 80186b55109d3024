import type { ReactNode } from 'react'
import { shareOf } from '../../format/decimal.ts'
import { useMedia } from '../../look/use-media.ts'
import type { Target } from '../chart/types.ts'
import { PageLink } from '../link/PageLink.tsx'
import css from './figure-table.module.css'

export interface FigureColumn<Row> {
  readonly head: string
  readonly text: (row: Row) => string
  /** Below the rows; none where adding up says nothing. */
  readonly total?: string
  readonly opens?: (row: Row) => Target | undefined
  /** On a phone the first of them stands beside the name, the others below it. */
  readonly isMain?: boolean
  /** Words stand at the left. */
  readonly isText?: boolean
}

interface FigureTableProps<Row> {
  readonly label: string
  readonly name: {
    readonly head: string
    readonly text: (row: Row) => string
    readonly note?: (row: Row) => string | null
    readonly opens?: (row: Row) => Target | undefined
  }
  readonly columns: readonly FigureColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Decimal text: a bar at the end of each row, beside the longest. */
  readonly bar?: (row: Row) => string
  readonly total?: string
  readonly empty?: ReactNode
}

const PHONE = '(max-width: 47.5em)'
/** Beside the rail so many columns leave none of them room for a word. */
const TABLET = '(max-width: 62em)'
const MANY = 6

/** Figures of a report in rows, each leading to what it is made of. */
export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { label, name, columns, rows, keyOf, bar, total, empty } = props
  const isStacked = useMedia(columns.length + (bar ? 1 : 0) < MANY ? PHONE : TABLET)
  if (rows.length === 0) return <p className="muted">{empty}</p>
  const most = bar ? longest(rows.map(bar)) : '0'
  return (
    <table className={isStacked ? `${css.table} ${css.stacked}` : css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name.head}</th>
          {columns.map(({ head, isText = false }) => (
            <th key={head} scope="col" className={isText ? css.text : undefined}>
              {head}
            </th>
          ))}
          {bar ? <td className={css.bar} aria-hidden="true" /> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">
              <Opening opens={name.opens?.(row)}>{name.text(row)}</Opening>
              {name.note?.(row) ? <span className={css.note}>{name.note(row)}</span> : null}
            </th>
            {columns.map(({ head, text, opens, isMain = false, isText = false }) => (
              <td key={head} data-label={head} className={isMain ? css.main : isText ? css.text : undefined}>
                <Opening opens={opens?.(row)}>{text(row)}</Opening>
              </td>
            ))}
            {bar ? (
              <td className={css.bar} aria-hidden="true">
                <span
                  className={css.length}
                  style={{ width: `${Math.max(0, shareOf(bar(row), most)) * 100}%` }}
                />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
      {total ? (
        <tfoot>
          <tr>
            <th scope="row">{total}</th>
            {columns.map(({ head, total: sum, isMain = false }) => (
              <td key={head} data-label={sum ? head : ''} className={isMain ? css.main : undefined}>
                {sum}
              </td>
            ))}
            {bar ? <td className={css.bar} aria-hidden="true" /> : null}
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}

function Opening({ opens, children }: { readonly opens: Target | undefined; readonly children: string }) {
  if (!opens || children === '–') return children
  return (
    <PageLink to={opens.to} search={opens.search ?? {}} isExact hasViews>
      {children}
    </PageLink>
  )
}

/** For drawing only. */
function longest(amounts: readonly string[]): string {
  return amounts.reduce((most, amount) => (Number(amount) > Number(most) ? amount : most), '0')
}
