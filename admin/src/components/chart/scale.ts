/** Where the parts of a chart are drawn. Lengths only: amounts stay decimal text wherever they are shown or added. */

/** Values between `min` and `max`, both included, on a length that begins at `from` and ends at `to`. */
export interface Scale {
  readonly min: number
  readonly max: number
  at(value: number): number
}

export function linear(min: number, max: number, from: number, to: number): Scale {
  const span = max - min
  return { min, max, at: (value) => (span === 0 ? from : from + ((value - min) / span) * (to - from)) }
}

/** 1, 2 or 5 times a power of ten: the least of them that makes at most `count` steps. Counts have no halves. */
export function niceStep(span: number, count: number): number {
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough * (1 - 1e-9)) ?? power
  return span >= 1 ? Math.max(1, step) : step
}

/** Round values from `min` to `max`, 0 among them: what an axis has lines at. */
export function ticksOf(min: number, max: number, count: number): readonly number[] {
  if (!(max > min)) return [0]
  const step = niceStep(max - min, count)
  const first = Math.ceil(min / step - 1e-9)
  const last = Math.floor(max / step + 1e-9)
  // Multiplied, not added up: 0.1 ten times over is not 1. And no tick is -0.
  return Array.from(
    { length: last - first + 1 },
    (_, index) => Number(((first + index) * step).toPrecision(12)) + 0,
  )
}

/** One part of a column: from which value to which, away from 0. */
export interface Part {
  readonly series: number
  readonly from: number
  readonly to: number
}

/** Puts the amounts of a column on top of each other, those that go down below 0; below 0 each goes the other way. */
export function stack(amounts: readonly number[], isBelow: (series: number) => boolean): readonly Part[] {
  let up = 0
  let down = 0
  return amounts.flatMap((value, series) => {
    const amount = Math.abs(value)
    if (!(amount > 0)) return []
    if (isBelow(series) !== value < 0) {
      down -= amount
      return [{ series, from: down + amount, to: down }]
    }
    up += amount
    return [{ series, from: up - amount, to: up }]
  })
}

const STRIDES = [1, 2, 4, 7, 14, 28, 56, 112]

/** Every how many columns one has room for a label of this width; days come in weeks. */
export function labelStride(count: number, width: number, labelWidth: number): number {
  const fits = (stride: number): boolean => (width / Math.max(1, count)) * stride >= labelWidth
  return STRIDES.find(fits) ?? Math.max(1, count)
}

/** The five shades of a grid: 0 where there is nothing, else 1 to 5 by the share of the most. */
export function shadeOf(value: number, most: number): 0 | 1 | 2 | 3 | 4 | 5 {
  if (!(value > 0) || !(most > 0)) return 0
  return Math.min(5, Math.max(1, Math.ceil((value / most) * 5))) as 1 | 2 | 3 | 4 | 5
}

/** Where an arrow key leads among cells that lie in rows of `perRow`; null: it leads nowhere. */
export function nextCell(key: string, at: number, count: number, perRow: number): number | null {
  const column = at % perRow
  switch (key) {
    case 'ArrowRight':
      return column < perRow - 1 && at + 1 < count ? at + 1 : null
    case 'ArrowLeft':
      return column > 0 ? at - 1 : null
    case 'ArrowDown':
      return at + perRow < count ? at + perRow : null
    case 'ArrowUp':
      return at >= perRow ? at - perRow : null
    case 'Home':
      return at - column
    case 'End':
      return Math.min(count, at - column + perRow) - 1
    default:
      return null
  }
}
