import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '../platform/zone.ts'
import { expiresAt } from './expiry.ts'

const expiry = (available: string, days: number, zone: string) => {
  const instant = expiresAt(Date.parse(available), days, zone)
  return instant === null ? null : new Date(instant).toISOString()
}

describe('expiresAt', () => {
  it('is never without validity days', () => expect(expiresAt(0, null, 'UTC')).toBeNull())

  it.each([
    // Bought at 22:00 in São Paulo, which is the next day in UTC: the shop's day counts.
    ['2026-03-11T01:00:00Z', 365, 'America/Sao_Paulo', '2027-03-11T03:00:00.000Z'],
    ['2026-03-10T12:00:00Z', 0, 'America/Sao_Paulo', '2026-03-11T03:00:00.000Z'],
    // The last day is 2018-11-03, and the day after began at 01:00 as clocks skipped midnight.
    ['2018-10-04T15:00:00Z', 30, 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2018-10-05T15:00:00Z', 30, 'America/Sao_Paulo', '2018-11-05T02:00:00.000Z'],
    // The last day is the 25-hour day on which Lisbon's clocks go back.
    ['2026-10-24T12:00:00Z', 1, 'Europe/Lisbon', '2026-10-26T00:00:00.000Z'],
    ['2026-05-31T18:15:00Z', 1, 'Asia/Kathmandu', '2026-06-02T18:15:00.000Z'],
  ])('of %s and %d days in %s is %s', (available, days, zone, expected) => {
    expect(expiry(available, days, zone)).toBe(expected)
  })

  it('comes after the whole of the last day, and right after it', () => {
    const available = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })
    const zone = fc.constantFrom('America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Kathmandu', 'Asia/Beirut')
    fc.assert(
      fc.property(available, fc.integer({ min: 0, max: 4_000 }), zone, (from, days, where) => {
        const lastDay = localDate(from, where) + days
        const until = expiresAt(from, days, where) ?? Number.NaN
        expect(localDate(until - 1, where)).toBe(lastDay)
        expect(localDate(until, where)).toBe(lastDay + 1)
        expect(until).toBeGreaterThan(from)
      }),
      { numRuns: 500 },
    )
  })
})
