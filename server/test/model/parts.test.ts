/** That the pieces of the model are what they say, by examples that a person can check. */
import { describe, expect, test } from 'vitest'
import {
  balanceNumber,
  below,
  moneyNumber,
  nearest,
  share,
  times,
  units,
  wholePoints,
  written,
} from './arithmetic.ts'
import { dayOf, daysAfter, endAfter, monthsBefore, startOf } from './calendar.ts'

describe('the arithmetic of the model', () => {
  test.each([
    ['12.5', 125_000n, '12.5000'],
    ['-0.05', -500n, '-0.0500'],
    ['0', 0n, '0.0000'],
    ['0.0333', 333n, '0.0333'],
  ])('%s is read and written', (text, value, database) => {
    expect(units(text)).toBe(value)
    expect(written(value)).toBe(database)
  })

  test('halves go away from zero, and a balance goes down', () => {
    expect([nearest(5n, 2n), nearest(-5n, 2n), nearest(7n, 3n), nearest(-8n, 3n)]).toEqual([3n, -3n, 2n, -3n])
    expect([below(7n, 2n), below(-7n, 2n), below(-8n, 2n)]).toEqual([3n, -4n, -4n])
    expect([moneyNumber(units('0.1665')), balanceNumber(units('0.1665'))]).toEqual([0.17, 0.16])
    expect([moneyNumber(units('-0.005')), balanceNumber(units('-0.0001'))]).toEqual([-0.01, -0.01])
  })

  test('products and shares are rounded once, points are whole', () => {
    expect(times(units('33'), units('0.0333'))).toBe(units('1.0989'))
    expect(times(units('0.5'), units('0.0001'))).toBe(1n)
    expect(share(units('10'), units('1'), units('3'))).toBe(units('3.3333'))
    expect(wholePoints(29n, 10n)).toBe(units('2'))
  })
})

describe('the calendar of the model', () => {
  test('a day starts at midnight where one is, and at one where the clocks skip it', () => {
    expect(startOf('2026-03-08', 'America/New_York')).toBe(Date.parse('2026-03-08T05:00:00Z'))
    expect(startOf('2026-03-09', 'America/New_York')).toBe(Date.parse('2026-03-09T04:00:00Z'))
    expect(startOf('2018-11-04', 'America/Sao_Paulo')).toBe(Date.parse('2018-11-04T03:00:00Z'))
    expect(startOf('2026-03-09', 'Asia/Tokyo')).toBe(Date.parse('2026-03-08T15:00:00Z'))
  })

  test('days are those of the zone', () => {
    expect(dayOf(Date.parse('2026-03-08T02:59:59Z'), 'America/Sao_Paulo')).toBe('2026-03-07')
    expect(daysAfter('2026-02-27', 2)).toBe('2026-03-01')
    expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28')
    expect(monthsBefore('2028-02-29', 12)).toBe('2027-02-28')
    expect(monthsBefore('2026-01-15', 1)).toBe('2025-12-15')
    expect(endAfter('2026-03-07', 0, 'America/New_York')).toBe(Date.parse('2026-03-08T05:00:00Z'))
  })
})
