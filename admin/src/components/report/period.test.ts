import { describe, expect, it } from 'vitest'
import {
  daysIn,
  lastDays,
  PRESETS,
  periodBefore,
  presetsOn,
  readPeriod,
  searchOf,
  stepsOf,
  usualStep,
  withDay,
  yearBefore,
} from './period.ts'

const TODAY = '2026-11-16'

describe('a period', () => {
  it('is of complete days and ends yesterday; the one before has as many', () => {
    const period = lastDays(30, TODAY)
    expect(period).toEqual({ from: '2026-10-17', to: '2026-11-15' })
    expect(daysIn(period)).toBe(30)
    expect(periodBefore(period)).toEqual({ from: '2026-09-17', to: '2026-10-16' })
  })

  it('of whole months is compared with as many whole months', () => {
    const earlier = (from: string, to: string) => periodBefore({ from, to })
    expect(earlier('2026-10-01', '2026-10-31')).toEqual({ from: '2026-09-01', to: '2026-09-30' })
    expect(earlier('2026-01-01', '2026-03-31')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
    expect(earlier('2028-03-01', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(earlier('2026-01-01', '2026-12-31')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
    expect(earlier('2026-10-01', '2026-10-30')).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  })

  it('counts days over leap days and the ends of years', () => {
    expect(daysIn({ from: '2024-02-28', to: '2024-03-01' })).toBe(3)
    expect(periodBefore({ from: '2027-01-01', to: '2027-01-01' })).toEqual({
      from: '2026-12-31',
      to: '2026-12-31',
    })
  })

  it('has the same days a year earlier', () => {
    expect(yearBefore({ from: '2026-10-17', to: '2026-11-15' })).toEqual({
      from: '2025-10-17',
      to: '2025-11-15',
    })
    expect(yearBefore({ from: '2024-02-01', to: '2024-02-29' }).to).toBe('2023-02-28')
  })

  it('is shown by day up to 62 days, by week up to 400, else by month', () => {
    const stepOf = (days: number) => usualStep(lastDays(days, TODAY))
    expect([1, 62, 63, 400, 401].map(stepOf)).toEqual(['day', 'day', 'week', 'week', 'month'])
    expect(stepsOf(lastDays(401, TODAY))).toEqual(['week', 'month'])
  })
})

describe('an address', () => {
  const read = (search: Record<string, unknown>) => readPeriod(search, TODAY)

  it('without anything is the last 30 days', () => {
    expect(read({})).toEqual({ period: lastDays(30, TODAY), preset: 30, step: 'day' })
  })

  it('names a preset, two days and a step', () => {
    expect(read({ days: 90, step: 'month' })).toMatchObject({ preset: 90, step: 'month' })
    expect(read({ days: '7' }).preset).toBe(7)
    expect(read({ from: '2026-10-01', to: '2026-10-31' })).toEqual({
      period: { from: '2026-10-01', to: '2026-10-31' },
      preset: null,
      step: 'day',
    })
  })

  it('names a calendar month, which moves along with the days', () => {
    expect(read({ days: 'lastMonth' })).toEqual({
      period: { from: '2026-10-01', to: '2026-10-31' },
      preset: 'lastMonth',
      step: 'day',
    })
    expect(read({ days: 'thisMonth' }).period).toEqual({ from: '2026-11-01', to: '2026-11-15' })
    expect(readPeriod({ days: 'lastMonth' }, '2027-01-01').period).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
    })
  })

  it('offers this month from its second day on: complete days alone are shown', () => {
    const offered = (today: string) => presetsOn(today).map(({ preset }) => preset)
    expect(offered(TODAY)).toEqual([...PRESETS])
    expect(offered('2026-11-01')).toEqual([7, 30, 90, 365, 'lastMonth'])
    expect(readPeriod({ days: 'thisMonth' }, '2026-11-01')).toEqual(readPeriod({}, '2026-11-01'))
  })

  it.each([
    [{ days: 31 }],
    [{ from: '2026-10-31', to: '2026-10-01' }],
    [{ from: '2026-02-31', to: '2026-10-01' }],
    [{ from: '2027-01-01', to: '2027-02-01' }],
    [{ from: TODAY, to: TODAY }],
    [{ from: '2026-10-01' }],
    [{ from: ['2026-10-01'], to: { a: 1 } }],
    [{ from: "'; drop table", to: '2026-10-31' }],
    [{ step: 'second' }],
  ])('that says %j is the usual one', (search) => {
    expect(read(search)).toEqual(read({}))
  })

  it('has today cut off, and no more than ten years', () => {
    expect(read({ from: '2026-11-01', to: '2026-12-31' }).period.to).toBe('2026-11-15')
    const { period, step } = read({ from: '0001-01-01', to: '9999-12-31', step: 'day' })
    expect(daysIn(period)).toBe(3_660)
    expect(step).toBe('month')
  })

  it('says again what was read from it, as short as it can', () => {
    expect(searchOf(read({}))).toEqual({})
    for (const days of PRESETS) expect(read(searchOf(read({ days })))).toEqual(read({ days }))
    const typed = { from: '2026-01-01', to: '2026-06-30', step: 'day' }
    expect(searchOf(read(typed))).toEqual(typed)
  })
})

it('another first or last day takes the other one along, and is never today', () => {
  const period = { from: '2026-10-01', to: '2026-10-31' }
  expect(withDay(period, 'from', '2026-10-15', TODAY)).toEqual({ from: '2026-10-15', to: '2026-10-31' })
  expect(withDay(period, 'from', '2026-11-03', TODAY)).toEqual({ from: '2026-11-03', to: '2026-11-03' })
  expect(withDay(period, 'to', '2026-09-03', TODAY)).toEqual({ from: '2026-09-03', to: '2026-09-03' })
  expect(withDay(period, 'to', '2027-09-03', TODAY)).toEqual({ from: '2026-10-01', to: '2026-11-15' })
  expect(withDay(period, 'to', 'tomorrow', TODAY)).toBeNull()
  expect(withDay(period, 'to', null, TODAY)).toBeNull()
})
