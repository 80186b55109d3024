import type { FocusEvent, MouseEvent, PointerEvent, ReactNode } from 'react'
import { PageLink } from '../link/PageLink.tsx'
import css from './chart.module.css'
import type { Band, ColumnLayout, DrawnPart } from './column-layout.ts'
import { type ChartColumn, type Series, spoken } from './types.ts'

interface DrawnColumnProps {
  readonly column: ChartColumn
  readonly series: readonly Series[]
  readonly band: Band
  readonly parts: readonly DrawnPart[]
  readonly plot: ColumnLayout['plot']
  readonly hatch: string
  readonly isShown: boolean
  /** Pointed at, or gone to. */
  readonly onShow: () => void
  readonly onFocus: () => void
  /** What makes it one of the cells that arrow keys move between. */
  readonly cell: { readonly tabIndex: number; readonly 'data-cell': number }
}

/** A column with the room above and below it: that much of it can be pointed at. */
export function DrawnColumn(props: DrawnColumnProps) {
  const { column, series, band, parts, plot, hatch, isShown, onShow, onFocus, cell } = props
  const drawn = (
    <>
      <rect
        className={isShown ? css.picked : css.hit}
        x={band.left}
        y={plot.top - 4}
        width={band.right - band.left}
        height={plot.bottom - plot.top + 8}
        rx="4"
      />
      {parts.map(({ series: index, ...place }) => {
        const look = series[index]?.look ?? 'solid'
        const fill = look === 'hatched' ? { fill: `url(#${hatch})` } : {}
        return <rect key={index} {...place} className={css[look]} {...fill} />
      })}
    </>
  )
  const common = {
    ...cell,
    'aria-label': spoken(column.name, column.lines),
    className: css.column,
    ...pointing(isShown, onShow),
    onFocus(event: FocusEvent<Element>): void {
      onFocus()
      // A finger that touches it moves the focus too, before it is known whether it opens something.
      if (event.currentTarget.matches(':focus-visible')) onShow()
    },
  }
  if (!column.opens) return <Still {...common}>{drawn}</Still>
  const { to, search = {} } = column.opens
  return (
    <PageLink to={to} search={search} isExact hasViews {...common}>
      {drawn}
    </PageLink>
  )
}

/** It opens nothing: it is looked at. */
function Still({ children, ...rest }: { readonly children: ReactNode; readonly 'aria-label': string }) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of a drawing is nothing one can press
    <g role="img" {...rest}>
      {children}
    </g>
  )
}

/** A finger can't point: its first touch shows the figures, the second opens their records. */
function pointing(isShown: boolean, onShow: () => void) {
  return {
    onPointerEnter(event: PointerEvent<Element>): void {
      if (event.pointerType !== 'touch') onShow()
    },
    onClickCapture(event: MouseEvent<Element>): void {
      if (isShown || (event.nativeEvent as { pointerType?: string }).pointerType !== 'touch') return
      event.preventDefault()
      event.stopPropagation()
      onShow()
    },
  }
}
