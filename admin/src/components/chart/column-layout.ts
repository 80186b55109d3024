import { labelStride, linear, stack, ticksOf } from './scale.ts'
import type { ChartColumn, Series } from './types.ts'

export interface Band {
  readonly left: number
  readonly right: number
}

export interface DrawnPart {
  readonly series: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Label {
  readonly x: number
  readonly y: number
  readonly anchor: 'start' | 'middle' | 'end'
  readonly text: string
  readonly under?: string
}

export interface ColumnLayout {
  readonly height: number
  readonly plot: { readonly left: number; readonly top: number; readonly bottom: number }
  readonly zero: number
  readonly ticks: readonly { readonly y: number; readonly text: string }[]
  readonly bands: readonly Band[]
  readonly parts: readonly (readonly DrawnPart[])[]
  /** One per column; null: there is no room for it. */
  readonly labels: readonly (Label | null)[]
  /** Before the columns that stand apart. */
  readonly divider: number | null
}

const NARROW = 480
const HEIGHTS = { wide: 288, narrow: 240 } as const
const TOP = 8
export const LABEL_LINE = 16
/** About as wide as a digit or letter of 12 px is; labels get a little air. */
const LETTER = 6.6
const AIR = 14
/** Between two parts on top of each other. */
const GAP = 1.5
/** Of the whole width, for each column that stands apart. */
const APART_SHARE = 0.12

interface Given {
  readonly series: readonly Series[]
  readonly columns: readonly ChartColumn[]
  readonly width: number
  /** A value of the axis as text, written as short as the greatest of them has to be. */
  readonly axis: (value: number, greatest: number) => string
}

/** Everything that is drawn, in pixels. */
export function layOut({ series, columns, width, axis }: Given): ColumnLayout {
  const height = width < NARROW ? HEIGHTS.narrow : HEIGHTS.wide
  const hasUnder = columns.some(({ under }) => under !== undefined) || staggers(columns, width)
  const top = TOP
  const bottom = height - LABEL_LINE - 14 - (hasUnder ? LABEL_LINE : 0)
  const stacks = columns.map(({ amounts }) =>
    stack(amounts.map(Number), (one) => series[one]?.isBelow ?? false),
  )
  const ends = stacks.flatMap((parts) => parts.map(({ to }) => to))
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const isFlat = least === 0 && most === 0
  // A little more than the longest, so that no column touches the title or the labels.
  const y = linear(least * 1.04, isFlat ? 1 : most * 1.04, bottom, top)
  const ticks = isFlat ? [0] : ticksOf(y.min, y.max, Math.round((bottom - top) / 48))
  const greatest = Math.max(...ticks.map(Math.abs))
  const texts = ticks.map((value) => axis(value, greatest))
  const left = Math.ceil(Math.max(...texts.map(({ length }) => length)) * LETTER) + 10
  const { bands, divider } = bandsOf(columns, left, width)
  return {
    height,
    plot: { left, top, bottom },
    zero: y.at(0),
    ticks: ticks.map((value, index) => ({ y: y.at(value), text: texts[index] ?? '' })),
    bands,
    divider,
    parts: stacks.map((parts, column) => {
      const { left: from, right: to } = bands[column] ?? { left, right: left }
      const thick = Math.min(28, Math.max(1, (to - from) * 0.62))
      return parts.map((part) => {
        const [high, low] = [y.at(Math.max(part.from, part.to)), y.at(Math.min(part.from, part.to))]
        const gap = part.from === 0 || low - high <= 2 * GAP ? 0 : GAP
        const isUp = part.to > part.from
        return {
          series: part.series,
          x: (from + to - thick) / 2,
          y: isUp ? high : high + gap,
          width: thick,
          // Also the smallest amount is seen.
          height: Math.max(1, low - high - gap),
        }
      })
    }),
    labels: labelsOf(columns, bands, { width, y: bottom + LABEL_LINE + 4 }),
  }
}

function apartWidth(columns: readonly ChartColumn[], width: number): number {
  const labels = columns.flatMap(({ isApart = false, tick }) => (isApart ? [widthOf(tick)] : []))
  return Math.min(Math.max(0, ...labels), width * APART_SHARE)
}

/** Where the columns that stand apart are too narrow for their labels, every second one is a line lower. */
function staggers(columns: readonly ChartColumn[], width: number): boolean {
  return columns.some(({ isApart = false, tick }) => isApart && widthOf(tick) > apartWidth(columns, width))
}

function widthOf(text: string): number {
  return text.length * LETTER + AIR
}

function bandsOf(columns: readonly ChartColumn[], left: number, width: number) {
  const apart = columns.filter(({ isApart = false }) => isApart).length
  const each = apartWidth(columns, width)
  const between = apart > 0 ? 24 : 0
  const inRow = columns.length - apart
  const step = inRow > 0 ? (width - left - between - apart * each) / inRow : 0
  let x = left
  let divider: number | null = null
  const bands = columns.map(({ isApart = false }) => {
    if (isApart && divider === null) {
      divider = x + between / 2
      x += between
    }
    const from = x
    x += isApart ? each : step
    return { left: from, right: x }
  })
  return { bands, divider }
}

function labelsOf(
  columns: readonly ChartColumn[],
  bands: readonly Band[],
  room: { readonly width: number; readonly y: number },
): readonly (Label | null)[] {
  const inRow = columns.filter(({ isApart = false }) => !isApart)
  const [first, last] = [bands[0], bands[inRow.length - 1]]
  const widest = Math.max(0, ...inRow.map(({ tick }) => widthOf(tick)))
  const stride = first && last ? labelStride(inRow.length, last.right - first.left, widest) : 1
  const isStaggered = staggers(columns, room.width)
  return columns.map(({ tick, under, isApart = false }, column) => {
    if (!isApart && column % stride !== 0) return null
    const { left, right } = bands[column] ?? { left: 0, right: 0 }
    const x = (left + right) / 2
    const half = (widthOf(tick) - AIR) / 2
    const isLower = isApart && isStaggered && (column - inRow.length) % 2 === 1
    const shown = { text: tick, y: room.y + (isLower ? LABEL_LINE : 0) }
    // A year belongs to each label that is drawn, a figure only where it does not meet the next label.
    const second = under === undefined || (isApart && isStaggered) ? {} : { under }
    if (x - half < 0) return { ...shown, ...second, x: 0, anchor: 'start' }
    if (x + half > room.width) return { ...shown, ...second, x: room.width, anchor: 'end' }
    return { ...shown, ...second, x, anchor: 'middle' }
  })
}
