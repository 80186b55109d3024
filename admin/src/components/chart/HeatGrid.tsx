import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { PageLink } from '../link/PageLink.tsx'
import css from './chart.module.css'
import heat from './heat-grid.module.css'
import { shadeOf } from './scale.ts'
import { Tip } from './Tip.tsx'
import { type Line, spoken, type Target } from './types.ts'
import { useRoving } from './use-roving.ts'

export interface HeatCell {
  /** In the cell. */
  readonly text: string
  /** How dark it is, beside the most of all. */
  readonly weight: number
  /** In full: “January 2026, after 3 months”. */
  readonly name: string
  readonly lines: readonly Line[]
  readonly opens?: Target
}

interface HeatGridProps {
  readonly title: string
  readonly about?: ReactNode
  /** What the rows are. */
  readonly corner: string
  readonly heads: readonly string[]
  /** null: there is no such month yet. */
  readonly rows: readonly { readonly name: string; readonly cells: readonly (HeatCell | null)[] }[]
}

interface Shown {
  readonly cell: HeatCell
  readonly left: number
  readonly right: number
  readonly top: number
  readonly width: number
}

/** Figures in rows and columns, the larger the darker: a table already, so it has no other one. */
export function HeatGrid({ title, about, corner, heads, rows }: HeatGridProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const perRow = Math.max(1, heads.length)
  const cells = rows.flatMap(({ cells: own }) => heads.map((_, column) => own[column] ?? null))
  const most = Math.max(0, ...cells.map((cell) => cell?.weight ?? 0))
  const isThere = (index: number): boolean => cells[index] !== null
  const roving = useRoving({ count: cells.length, perRow, isThere })
  const show = (cell: HeatCell, element: Element): void => {
    const box = element.getBoundingClientRect()
    const around = frame.current?.getBoundingClientRect()
    if (!around) return
    const [left, top] = [box.left - around.left, box.top - around.top]
    setShown({ cell, left, right: left + box.width, top, width: around.width })
  }
  const press = (event: KeyboardEvent<Element>): void => {
    if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      setShown(null)
    } else roving.onKeyDown(event)
  }
  return (
    <div className={css.frame}>
      <h2 id={id}>{title}</h2>
      {about ? <p className={css.about}>{about}</p> : null}
      <div className={css.drawing} ref={frame}>
        <div className={heat.wide} onScroll={() => setShown(null)}>
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
            role="grid"
            aria-labelledby={id}
            className={heat.cells}
            onKeyDown={press}
            onPointerLeave={() => setShown(null)}
            onBlur={() => setShown(null)}
          >
            <thead>
              <tr>
                <th scope="col">{corner}</th>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, cells: own }, row) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {heads.map((head, column) => (
                    <Cell
                      key={head}
                      cell={own[column] ?? null}
                      most={most}
                      roving={roving.cell(row * perRow + column)}
                      onShow={show}
                      onFocus={() => roving.seen(row * perRow + column)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {shown ? (
          <Tip name={shown.cell.name} lines={shown.cell.lines} about={shown} width={shown.width} />
        ) : null}
      </div>
    </div>
  )
}

interface CellProps {
  readonly cell: HeatCell | null
  readonly most: number
  readonly roving: { readonly tabIndex: number; readonly 'data-cell': number }
  readonly onShow: (cell: HeatCell, element: Element) => void
  readonly onFocus: () => void
}

function Cell({ cell, most, roving, onShow, onFocus }: CellProps) {
  if (!cell) return <td />
  const common = {
    ...roving,
    'aria-label': spoken(cell.name, cell.lines),
    onFocus(event: { readonly currentTarget: Element }) {
      onFocus()
      onShow(cell, event.currentTarget)
    },
    onPointerEnter: (event: { readonly currentTarget: Element }) => onShow(cell, event.currentTarget),
  }
  const className = `${heat.cell} ${heat[`shade${shadeOf(cell.weight, most)}`]}`
  if (!cell.opens) {
    return (
      <td className={className} {...common}>
        {cell.text}
      </td>
    )
  }
  return (
    <td className={className}>
      <PageLink to={cell.opens.to} search={cell.opens.search ?? {}} isExact hasViews {...common}>
        {cell.text}
      </PageLink>
    </td>
  )
}
