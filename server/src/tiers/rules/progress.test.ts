import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDateFromText, localDateToText } from '../../platform/zone.ts'
import { GOAL_MEASURE, type Goal } from '../tier.ts'
import { type Countable, countFrom } from './count-progress.ts'
import {
  type Gain,
  NO_DAYS,
  negated,
  plus,
  progressAtEndOf,
  progressToday,
  sumByDay,
  windowStart,
} from './progress.ts'

const REAL = 10_000n

function day(text: string): number {
  const found = localDateFromText(text)
  if (found === null) throw new Error(text)
  return found
}

describe('windowStart', () => {
  it.each([
    ['2027-01-15', 12, '2026-01-15'],
    ['2026-03-31', 1, '2026-02-28'],
    ['2028-02-29', 12, '2027-02-28'],
    ['2026-01-31', 2, '2025-11-30'],
    ['2026-01-01', 1, '2025-12-01'],
  ])('on %s, %i months back', (date, months, start) => {
    expect(localDateToText(windowStart(day(date), months))).toBe(start)
  })

  it('never goes back when the day goes on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 120 }), (date, months) => {
        const start = windowStart(date, months)
        expect(windowStart(date + 1, months)).toBeGreaterThanOrEqual(start)
        expect(start).toBeLessThan(date)
      }),
    )
  })
})

describe('progress', () => {
  const goal = (measure: Goal['measure'], months = 12): Goal => ({ name: '', measure, value: 1n, months })
  const days = plus(NO_DAYS, [
    { day: day('2026-01-14'), spend: 1n * REAL, orders: 1, points: 100n * REAL },
    { day: day('2026-01-15'), spend: 2n * REAL, orders: 2, points: 200n * REAL },
    { day: day('2027-01-15'), spend: 4n * REAL, orders: 4, points: 400n * REAL },
    { day: day('2027-01-16'), spend: 8n * REAL, orders: 8, points: 800n * REAL },
  ])
  it.each([
    ['spend', GOAL_MEASURE.spend, 1n],
    ['orders', GOAL_MEASURE.orders, 1n],
    ['points', GOAL_MEASURE.points, 100n],
  ])('in %s is of the window, its first and its last day included', (_name, measure, unit) => {
    const at = (text: string, months?: number) =>
      progressAtEndOf(days, day(text))(goal(measure, months)) / REAL / unit
    expect(at('2026-01-13')).toBe(0n)
    expect(at('2026-01-14')).toBe(1n)
    expect(at('2027-01-14')).toBe(3n)
    expect(at('2027-01-15')).toBe(6n)
    expect(at('2027-01-16')).toBe(12n)
    expect(at('2028-01-17')).toBe(0n)
    expect(at('2027-01-16', 1)).toBe(12n)
    expect(at('2027-01-16', 24)).toBe(15n)
  })

  it('of today counts a completion that is dated ahead', () => {
    expect(progressToday(days, day('2027-01-15'))(goal(GOAL_MEASURE.orders))).toBe(14n * REAL)
  })
})

describe('gains', () => {
  const gain = fc.record({
    day: fc.integer({ min: 0, max: 5 }),
    spend: fc.bigInt({ min: -9n, max: 9n }),
    orders: fc.integer({ min: -2, max: 2 }),
    points: fc.bigInt({ min: -9n, max: 9n }),
  })
  it('that are taken back leave nothing, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(gain), fc.array(gain), (a: Gain[], b: Gain[]) => {
        expect(sumByDay([...a, ...b, ...b.map(negated), ...a.map(negated)])).toEqual([])
        const byDay = (gains: Gain[]) => sumByDay(gains).toSorted((x, y) => x.day - y.day)
        expect(byDay([...a, ...b])).toEqual(byDay([...b, ...a]))
      }),
    )
  })
})

describe('countFrom', () => {
  const at = (text: string) => Date.parse(text)
  const nothing: Countable = { orders: null, orderPoints: null, actions: null, imported: null }

  it('puts orders with all that they earned on the day of completion, actions on their own', () => {
    const countable: Countable = {
      orders: [
        [1, at('2026-01-15T02:59:00Z'), '100.0000', true],
        [2, at('2026-01-15T03:00:00Z'), '50.5000', true],
      ],
      orderPoints: [
        [1, '100.0000'],
        [2, '50.0000'],
        [1, '-20.0000'],
        [3, '900.0000'],
      ],
      actions: [
        [at('2026-01-15T12:00:00Z'), '7.0000'],
        [at('2026-01-16T12:00:00Z'), '0.5000'],
      ],
      imported: null,
    }
    expect([...countFrom(countable, 'America/Sao_Paulo').values()]).toEqual([
      { day: day('2026-01-14'), spend: 100n * REAL, orders: 1, points: 80n * REAL },
      { day: day('2026-01-15'), spend: 505_000n, orders: 1, points: 57n * REAL },
      { day: day('2026-01-16'), spend: 0n, orders: 0, points: 5_000n },
    ])
  })

  it('of nothing is nothing', () => {
    expect(countFrom(nothing, 'America/Sao_Paulo').size).toBe(0)
  })
})
