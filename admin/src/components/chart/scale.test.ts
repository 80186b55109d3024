import { describe, expect, it } from 'vitest'
import { labelStride, linear, nextCell, niceStep, shadeOf, stack, ticksOf } from './scale.ts'

describe('a linear scale', () => {
  it('maps its ends to the ends of the length, and 0 to its place between them', () => {
    const scale = linear(-500, 1_500, 200, 0)
    expect([scale.at(-500), scale.at(0), scale.at(500), scale.at(1_500)]).toEqual([200, 150, 100, 0])
  })

  it('puts everything at its beginning where there is no span', () => {
    expect(linear(0, 0, 100, 0).at(0)).toBe(100)
  })
})

describe('steps', () => {
  it.each([
    [1_960, 4, 500],
    [1_260, 4, 500],
    [25_000, 5, 5_000],
    [7, 4, 2],
    [3, 4, 1],
    [100, 4, 50],
    [1, 4, 1],
    [0.3, 4, 0.1],
    [9e15, 4, 5e15],
  ])('of %d in at most %d are %d', (span, count, step) => {
    expect(niceStep(span, count)).toBeCloseTo(step, 10)
  })

  it('are never more than asked for, for any span', () => {
    for (let span = 0.01; span < 1e12; span *= 1.37) {
      expect(ticksOf(0, span, 5).length).toBeLessThanOrEqual(6)
      expect(ticksOf(-span, span * 2, 5).length).toBeLessThanOrEqual(6)
    }
  })
})

describe('ticks', () => {
  it('are round, stay within, and have 0', () => {
    expect(ticksOf(-700, 1_600, 4)).toEqual([0, 1_000])
    expect(ticksOf(-700, 1_600, 5)).toEqual([-500, 0, 500, 1_000, 1_500])
    expect(ticksOf(0, 0.3, 3)).toEqual([0, 0.1, 0.2, 0.3])
    expect(ticksOf(-10, 0, 2)).toEqual([-10, -5, 0])
    expect(Object.is(ticksOf(-10, 0, 2).at(-1), 0)).toBe(true)
  })

  it('are 0 alone where there is nothing to show', () => {
    expect(ticksOf(0, 0, 4)).toEqual([0])
    expect(ticksOf(Number.NaN, Number.NaN, 4)).toEqual([0])
  })
})

describe('a stack', () => {
  it('goes up and down from 0, and leaves nothings out', () => {
    expect(stack([10, 0, 4, 3, 2], (series) => series >= 3)).toEqual([
      { series: 0, from: 0, to: 10 },
      { series: 2, from: 10, to: 14 },
      { series: 3, from: 0, to: -3 },
      { series: 4, from: -3, to: -5 },
    ])
  })

  it('what is below 0 goes the other way', () => {
    expect(stack([10, -50], (series) => series === 1)).toEqual([
      { series: 0, from: 0, to: 10 },
      { series: 1, from: 10, to: 60 },
    ])
  })
})

it('labels have room: every day on a wide chart, every week or two on a phone', () => {
  expect(labelStride(7, 700, 50)).toBe(1)
  expect(labelStride(30, 706, 60)).toBe(4)
  expect(labelStride(30, 290, 60)).toBe(7)
  expect(labelStride(62, 290, 60)).toBe(14)
  expect(labelStride(400, 30, 60)).toBe(400)
  expect(labelStride(0, 300, 60)).toBe(1)
})

it('shades have five steps, the fifth for the most alone', () => {
  expect([0, 1, 20, 21, 80, 81, 100].map((value) => shadeOf(value, 100))).toEqual([0, 1, 1, 2, 4, 5, 5])
  expect(shadeOf(0, 0)).toBe(0)
})

describe('arrow keys', () => {
  const walk = (keys: readonly string[], count: number, perRow: number): number =>
    keys.reduce((at, key) => nextCell(key, at, count, perRow) ?? at, 0)

  it('go along a row and stop at its ends', () => {
    expect(walk(['ArrowRight', 'ArrowRight', 'ArrowLeft'], 30, 30)).toBe(1)
    expect(walk(['ArrowLeft'], 30, 30)).toBe(0)
    expect(walk(['End', 'ArrowRight'], 30, 30)).toBe(29)
    expect(walk(['End', 'Home'], 30, 30)).toBe(0)
    expect(nextCell('ArrowDown', 3, 30, 30)).toBeNull()
    expect(nextCell('a', 3, 30, 30)).toBeNull()
  })

  it('go between rows, and never wrap from one to the next', () => {
    expect(walk(['ArrowDown', 'ArrowRight', 'ArrowUp'], 9, 3)).toBe(1)
    expect(nextCell('ArrowRight', 2, 9, 3)).toBeNull()
    expect(nextCell('ArrowLeft', 3, 9, 3)).toBeNull()
    expect(nextCell('End', 4, 9, 3)).toBe(5)
    expect(nextCell('Home', 5, 9, 3)).toBe(3)
    expect(nextCell('ArrowDown', 7, 9, 3)).toBeNull()
  })
})
