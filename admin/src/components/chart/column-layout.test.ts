import { describe, expect, it } from 'vitest'
import { layOut } from './column-layout.ts'
import type { ChartColumn, Series } from './types.ts'

const SERIES: readonly Series[] = [
  { key: 'in', label: 'Issued', look: 'solid' },
  { key: 'out', label: 'Redeemed', look: 'light', isBelow: true },
  { key: 'gone', label: 'Expired', look: 'hatched', isBelow: true },
]

function columnsOf(...amounts: readonly (readonly string[])[]): ChartColumn[] {
  return amounts.map((own, index) => ({
    key: String(index),
    name: `Day ${index}`,
    tick: `${index} Nov`,
    amounts: own,
    lines: [],
  }))
}

const layOutOf = (columns: readonly ChartColumn[], width = 720) =>
  layOut({ series: SERIES, columns, width, axis: String })

describe('columns', () => {
  it('stand beside each other from the axis to the right edge', () => {
    const { bands, plot } = layOutOf(columnsOf(['1', '0', '0'], ['2', '0', '0'], ['3', '0', '0']))
    expect(bands[0]?.left).toBe(plot.left)
    expect(bands.map(({ left }) => left).slice(1)).toEqual(bands.map(({ right }) => right).slice(0, -1))
    expect(bands.at(-1)?.right).toBeCloseTo(720, 6)
  })

  it('are as long as their amounts, upwards and downwards, within the drawing', () => {
    const { parts, zero, plot } = layOutOf(columnsOf(['1000', '300', '100'], ['500', '0', '0']))
    const [up, down, further] = parts[0] ?? []
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(zero, 6)
    expect(down?.y).toBeCloseTo(zero, 6)
    expect((up?.height ?? 0) / (parts[1]?.[0]?.height ?? 1)).toBeCloseTo(2, 6)
    expect(further?.y).toBeGreaterThan((down?.y ?? 0) + (down?.height ?? 0))
    expect(up?.y).toBeGreaterThanOrEqual(plot.top)
    expect((further?.y ?? 0) + (further?.height ?? 0)).toBeLessThanOrEqual(plot.bottom)
    expect(parts[1]).toHaveLength(1)
  })

  it('of the smallest amount are seen beside the greatest', () => {
    const { parts } = layOutOf(columnsOf(['1000000', '0', '0'], ['0.0001', '0', '0']))
    expect(parts[1]?.[0]?.height).toBe(1)
  })

  it('of nothing at all are an axis with 0', () => {
    const { ticks, parts } = layOutOf(columnsOf(['0', '0', '0'], ['0', '0', '0']))
    expect(ticks.map(({ text }) => text)).toEqual(['0'])
    expect(parts).toEqual([[], []])
    expect(layOutOf([]).bands).toEqual([])
  })
})

describe('labels', () => {
  const days = columnsOf(...Array.from({ length: 30 }, () => ['1', '0', '0']))
  const shownIn = (width: number): number[] =>
    layOutOf(days, width).labels.flatMap((label, index) => (label ? [index] : []))

  it('are fewer on a phone', () => {
    expect(shownIn(720)).toEqual([0, 4, 8, 12, 16, 20, 24, 28])
    expect(shownIn(328)).toEqual([0, 7, 14, 21, 28])
  })

  it.each([328, 480, 720, 1136])('of %i px neither leave the drawing nor meet each other', (width) => {
    const labels = layOutOf(days, width).labels.filter((label) => label !== null)
    const edges = labels.map(({ x, anchor, text }) => {
      const wide = text.length * 6.6
      const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2
      return [left, left + wide] as const
    })
    for (const [index, [left, right]] of edges.entries()) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width + 0.001)
      const next = edges[index + 1]
      if (next) expect(right).toBeLessThan(next[0])
    }
  })
})

describe('columns that stand apart', () => {
  const columns: ChartColumn[] = [
    ...columnsOf(...Array.from({ length: 13 }, () => ['9', '0', '0'])),
    ...['Never', 'Pending', 'Owed'].map((tick) => ({
      ...{ key: tick, name: tick, tick, under: '7', amounts: ['1', '0', '0'], lines: [], isApart: true },
    })),
  ]

  it('are behind the divider, each with its figure', () => {
    const { bands, divider, labels } = layOutOf(columns)
    expect(divider).toBeGreaterThan(bands[12]?.right ?? 0)
    expect(divider).toBeLessThan(bands[13]?.left ?? 0)
    expect(labels.slice(13).map((label) => label?.under)).toEqual(['7', '7', '7'])
    expect(layOutOf(columns.slice(0, 13)).divider).toBeNull()
  })

  it('have their labels on two lines where they are narrow', () => {
    const [never, pending, owed] = layOutOf(columns, 328).labels.slice(13)
    expect(never?.y).toBe(owed?.y)
    expect(pending?.y).toBeGreaterThan(never?.y ?? 0)
    expect(pending?.under).toBeUndefined()
  })
})
