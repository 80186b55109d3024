import { describe, expect, it } from 'vitest'
import { byExpiry } from './by-expiry.ts'

const lot = (points: string, expiresAt: string | null) => ({ remaining: { points }, expiresAt })
const here = { timeZone: 'America/Sao_Paulo', now: new Date('2026-11-15T12:00:00Z') }

describe('lots by the month in which they expire', () => {
  it('are summed by the month of the merchant’s clock, what never expires last', () => {
    // The last second of December in São Paulo is in January by UTC.
    const months = byExpiry(
      [
        lot('86', '2027-01-01T02:59:59.000Z'),
        lot('0.1', '2026-12-11T02:59:59.000Z'),
        lot('163', '2027-11-03T02:59:59.000Z'),
        lot('40', null),
      ],
      '289.1',
      here,
    )
    expect(months.map(({ month, points, isSoon }) => [month, points, isSoon])).toEqual([
      ['2026-12', '86.1', true],
      ['2027-11', '163', false],
      ['never', '40', false],
    ])
  })

  it('add up to the whole, also where not all are listed', () => {
    const months = byExpiry([lot('10', '2027-03-01T12:00:00Z')], '25.5', here)
    expect(months.map(({ month, points }) => [month, points])).toEqual([
      ['2027-03', '10'],
      ['later', '15.5'],
    ])
    expect(byExpiry([], '0', here)).toEqual([])
  })
})
