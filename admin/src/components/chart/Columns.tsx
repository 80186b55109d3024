import { Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { ChartFrame } from './ChartFrame.tsx'
import { ChartTable } from './ChartTable.tsx'
import css from './chart.module.css'
import { type ColumnLayout, LABEL_LINE, layOut } from './column-layout.ts'
import { DrawnColumn } from './DrawnColumn.tsx'
import { Hatch, Legend } from './Legend.tsx'
import { Tip } from './Tip.tsx'
import type { ChartColumn, Line, Series } from './types.ts'
import { useRoving } from './use-roving.ts'
import { useWidth } from './use-width.ts'

interface ColumnsProps {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  /** What a column is, as the head of the table: “Day”. */
  readonly dimension: string
  /** From 0 outwards. */
  readonly series: readonly Series[]
  readonly columns: readonly ChartColumn[]
  /** Below the table. */
  readonly total?: { readonly name: string; readonly lines: readonly Line[] }
}

/** Columns over time, stacked, upwards and downwards from 0. */
export function Columns({ title, about, actions, dimension, series, columns, total }: ColumnsProps) {
  return (
    <ChartFrame
      title={title}
      about={about}
      actions={actions}
      legend={series.length > 1 ? <Legend series={series} /> : null}
      table={(isShown) => (
        <ChartTable
          label={title}
          dimension={dimension}
          rows={columns}
          hasLinks={isShown}
          {...(total ? { total } : {})}
        />
      )}
    >
      <Drawing series={series} columns={columns} />
    </ChartFrame>
  )
}

function Drawing({ series, columns }: Pick<ColumnsProps, 'series' | 'columns'>) {
  const format = useFormat()
  const hatch = useId()
  const [ref, width] = useWidth<HTMLDivElement>()
  const [shown, setShown] = useState<number | null>(null)
  const roving = useRoving({ count: columns.length, perRow: null })
  const drawing = layOut({ series, columns, width, axis: format.axis })
  const { plot, divider, height } = drawing
  const press = (event: KeyboardEvent<SVGElement>): void => {
    if (event.key === 'Escape' && shown !== null) {
      event.stopPropagation()
      setShown(null)
    } else roving.onKeyDown(event)
  }
  const [tip, about] = shown === null ? [] : [columns[shown], drawing.bands[shown]]
  return (
    <div className={css.drawing} ref={ref}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group has the title, each column its label */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        onKeyDown={press}
        onPointerLeave={({ pointerType }) => (pointerType === 'touch' ? undefined : setShown(null))}
        onBlur={() => setShown(null)}
        className={css.svg}
      >
        <Hatch id={hatch} />
        <Axis drawing={drawing} width={width} />
        {columns.map((column, index) => (
          <DrawnColumn
            key={column.key}
            column={column}
            series={series}
            band={drawing.bands[index] ?? { left: 0, right: 0 }}
            parts={drawing.parts[index] ?? []}
            plot={plot}
            hatch={hatch}
            isShown={index === shown}
            onShow={() => setShown(index)}
            onFocus={() => roving.seen(index)}
            cell={roving.cell(index)}
          />
        ))}
        <Labels labels={drawing.labels} columns={columns} shown={shown} />
        <line className={css.zero} x1={plot.left} x2={width} y1={drawing.zero} y2={drawing.zero} />
        {divider === null ? null : (
          <line className={css.divider} x1={divider} x2={divider} y1={plot.top} y2={plot.bottom} />
        )}
      </svg>
      {tip && about ? <Tip name={tip.name} lines={tip.lines} about={about} width={width} /> : null}
    </div>
  )
}

/** Figures at the left, a line across at each. */
function Axis({ drawing, width }: { readonly drawing: ColumnLayout; readonly width: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: lines and texts can't have the focus
    <g aria-hidden="true">
      {drawing.ticks.map(({ y, text }) => (
        <Fragment key={text}>
          <line className={css.grid} x1={drawing.plot.left} x2={width} y1={y} y2={y} />
          <text x="0" y={y + 4}>
            {text}
          </text>
        </Fragment>
      ))}
    </g>
  )
}

interface LabelsProps {
  readonly labels: ColumnLayout['labels']
  readonly columns: readonly ChartColumn[]
  readonly shown: number | null
}

/** Shorter than what the columns say of themselves, so no part of them: “7 Nov” is not in “7 November”. */
function Labels({ labels, columns, shown }: LabelsProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: texts can't have the focus
    <g aria-hidden="true" className={css.labels}>
      {columns.map(({ key, isApart = false }, index) => {
        const label = labels[index]
        if (!label) return null
        const { x, y, anchor, text, under } = label
        return (
          <Fragment key={key}>
            <text x={x} y={y} textAnchor={anchor} className={index === shown ? css.strong : undefined}>
              {text}
            </text>
            {under === undefined ? null : (
              <text x={x} y={y + LABEL_LINE} textAnchor={anchor} className={isApart ? css.strong : undefined}>
                {under}
              </text>
            )}
          </Fragment>
        )
      })}
    </g>
  )
}
