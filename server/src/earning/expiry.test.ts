import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goodThrough } from '../../test/model/calendar.ts'
import { localDate, localDateToText } from '../platform/zone.ts'
import { endOfGoodUntil, expiresAt, opensAt } from './expiry.ts'
import type { GoodUntil } from './validity.ts'

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

const YEAR_DAY: GoodUntil = { yearDay: '03-31', years: 1 }

describe('goodUntil', () => {
  it.each<[string, GoodUntil, number, string]>([
    ['2026-07-06T12:00:00Z', { monthEnd: 12 }, 0, '2027-07-31'],
    ['2026-12-20T12:00:00Z', YEAR_DAY, 0, '2027-03-31'],
    ['2026-12-20T12:00:00Z', YEAR_DAY, 30, '2027-03-31'],
    // Opens on 5 April 2027.
    ['2026-12-20T12:00:00Z', YEAR_DAY, 106, '2028-03-31'],
    ['2026-05-02T12:00:00Z', { yearDay: '03-31', years: 0 }, 0, '2027-03-31'],
    // On the day itself, and in the shop's own month: 22:00 in São Paulo is the next month in UTC.
    ['2026-03-31T12:00:00Z', { yearDay: '03-31', years: 0 }, 0, '2026-03-31'],
    ['2026-02-01T01:00:00Z', { monthEnd: 0 }, 0, '2026-01-31'],
    ['2026-01-31T12:00:00Z', { monthEnd: 1 }, 0, '2026-02-28'],
    // Opens on 1 March, after the end of the month in which it was earned.
    ['2026-01-30T12:00:00Z', { monthEnd: 0 }, 30, '2026-03-31'],
  ])(
    'of points earned at %s with %j and %d waiting days is %s',
    (earned, goodUntil, waitingDays, through) => {
      for (const zone of ['America/Sao_Paulo', 'America/Toronto']) {
        const earnedAt = Date.parse(earned)
        const availableAt = opensAt(earnedAt, waitingDays, zone)
        const end = endOfGoodUntil(goodUntil, { earnedAt, availableAt }, zone)
        expect(localDateToText(localDate(end - 1, zone))).toBe(through)
        expect(localDate(end, zone)).toBe(localDate(end - 1, zone) + 1)
      }
    },
  )

  it('ends at the start of the next day in São Paulo', () => {
    const earnedAt = Date.parse('2026-12-20T12:00:00Z')
    const end = endOfGoodUntil(YEAR_DAY, { earnedAt, availableAt: earnedAt }, 'America/Sao_Paulo')
    expect(new Date(end).toISOString()).toBe('2027-04-01T03:00:00.000Z')
  })

  it('is the first such day that is late enough and not before the points open', () => {
    const days = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })
    const until: fc.Arbitrary<GoodUntil> = fc.oneof(
      fc.record({ monthEnd: fc.integer({ min: 0, max: 120 }) }),
      fc.record({
        yearDay: fc.constantFrom('01-01', '02-28', '12-31'),
        years: fc.integer({ min: 0, max: 10 }),
      }),
    )
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 800 }), until, (earnedAt, waitingDays, goodUntil) => {
        const zone = 'America/Toronto'
        const availableAt = opensAt(earnedAt, waitingDays, zone)
        const end = endOfGoodUntil(goodUntil, { earnedAt, availableAt }, zone)
        const dayOf = (at: number): string => localDateToText(localDate(at, zone))
        const through = goodThrough(goodUntil, dayOf(earnedAt), dayOf(availableAt))
        expect(dayOf(end - 1)).toBe(through)
        expect(end).toBeGreaterThan(availableAt)
      }),
      { numRuns: 200 },
    )
  })
})
