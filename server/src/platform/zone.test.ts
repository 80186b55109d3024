import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate, localDateFromText, localDateToText, parseInstant, startOfDay } from './zone.ts'

const DAY_MS = 86_400_000
const zones = [
  'UTC',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Toronto',
  'Africa/Monrovia',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]
const zone = fc.constantFrom(...zones)
const instant = fc.integer({ min: Date.UTC(1850, 0, 1), max: Date.UTC(2100, 0, 1) })

const date = (text: string): number => localDateFromText(text) ?? Number.NaN
const dateThere = (text: string, where: string) => localDateToText(localDate(Date.parse(text), where))
const startThere = (text: string, where: string) => new Date(startOfDay(date(text), where)).toISOString()
const parsed = (text: string, where = 'America/Sao_Paulo') => {
  const value = parseInstant(text, where)
  return value === null ? null : new Date(value).toISOString()
}

describe('localDate', () => {
  it.each([
    ['2026-03-01T02:59:59.999Z', 'America/Sao_Paulo', '2026-02-28'],
    ['2026-03-01T03:00:00Z', 'America/Sao_Paulo', '2026-03-01'],
    ['2018-11-04T02:59:59.999Z', 'America/Sao_Paulo', '2018-11-03'],
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04'],
    ['2026-05-31T18:14:59Z', 'Asia/Kathmandu', '2026-05-31'],
    ['2026-05-31T18:15:00Z', 'Asia/Kathmandu', '2026-06-01'],
    ['1969-12-31T23:59:59.999Z', 'UTC', '1969-12-31'],
    ['1972-01-01T00:44:29Z', 'Africa/Monrovia', '1971-12-31'],
    ['1972-01-01T00:44:30Z', 'Africa/Monrovia', '1972-01-01'],
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01'],
    // Clocks went from 00:01 on the 7th back to 23:01 on the 6th.
    ['2010-11-07T02:30:30Z', 'America/St_Johns', '2010-11-07'],
    ['2010-11-07T02:31:00Z', 'America/St_Johns', '2010-11-06'],
    ['2010-11-07T03:30:00Z', 'America/St_Johns', '2010-11-07'],
  ])('of %s in %s is %s', (text, where, expected) => expect(dateThere(text, where)).toBe(expected))

  it('agrees with the calendar of Intl', () => {
    const calendars = new Map(
      zones.map((name) => [name, new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short' })]),
    )
    fc.assert(
      fc.property(instant, zone, (x, where) => {
        expect(localDateToText(localDate(x, where))).toBe(calendars.get(where)?.format(x))
      }),
      { numRuns: 1_000 },
    )
  })

  it('refuses a zone that does not exist', () => {
    expect(() => localDate(0, 'America/Atlantis')).toThrow(RangeError)
  })
})

describe('startOfDay', () => {
  it.each([
    ['2018-11-03', 'America/Sao_Paulo', '2018-11-03T03:00:00.000Z'],
    // Midnight was skipped: the day began at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2018-11-05', 'America/Sao_Paulo', '2018-11-05T02:00:00.000Z'],
    // Clocks went back at midnight: 23:00 came twice on the 17th.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z'],
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
    ['2026-03-29', 'Europe/Lisbon', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', 'Europe/Lisbon', '2026-03-29T23:00:00.000Z'],
    ['2026-10-25', 'Europe/Lisbon', '2026-10-24T23:00:00.000Z'],
    ['2026-10-26', 'Europe/Lisbon', '2026-10-26T00:00:00.000Z'],
    ['2026-06-01', 'Asia/Kathmandu', '2026-05-31T18:15:00.000Z'],
    // Clocks went from 23:30 to 00:30: midnight lies inside the gap.
    ['1919-03-31', 'America/Toronto', '1919-03-31T04:30:00.000Z'],
    // Samoa left the 30th out.
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2012-01-01', 'Pacific/Apia', '2011-12-31T10:00:00.000Z'],
    // The 7th began, went back to the 6th, and began again: the first of the two.
    ['2010-11-07', 'America/St_Johns', '2010-11-07T02:30:00.000Z'],
    ['0001-01-01', 'America/Sao_Paulo', '0001-01-01T03:06:28.000Z'],
  ])('of %s in %s is %s', (text, where, expected) => expect(startThere(text, where)).toBe(expected))

  it('is never after an instant of that day', () => {
    fc.assert(
      fc.property(instant, zone, (x, where) => startOfDay(localDate(x, where), where) <= x),
      { numRuns: 1_000 },
    )
  })

  it('is the first instant of that day, unless the day was left out', () => {
    const day = fc.integer({ min: date('1850-01-01'), max: date('2100-01-01') })
    fc.assert(
      fc.property(day, zone, (day, where) => {
        const start = startOfDay(day, where)
        expect(localDate(start - 1, where)).toBeLessThan(day)
        expect(localDate(start, where)).toBeGreaterThanOrEqual(day)
        expect(startOfDay(day + 1, where)).toBeGreaterThanOrEqual(start)
        expect(startOfDay(day + 2, where) - start).toBeGreaterThanOrEqual(DAY_MS)
      }),
      { numRuns: 1_000 },
    )
  })

  it('answers the same after it has forgotten what it remembered', () => {
    const first = startOfDay(date('2018-11-04'), 'America/Sao_Paulo')
    for (let day = 0; day < 5_000; day++) startOfDay(day, 'America/Sao_Paulo')
    expect(startOfDay(date('2018-11-04'), 'America/Sao_Paulo')).toBe(first)
  })
})

describe('parseInstant', () => {
  it.each([
    ['2026-03-01T10:20:30Z', '2026-03-01T10:20:30.000Z'],
    ['2026-03-01T10:20Z', '2026-03-01T10:20:00.000Z'],
    ['2026-03-01T10:20:30.5Z', '2026-03-01T10:20:30.500Z'],
    ['2026-03-01T10:20:30,25Z', '2026-03-01T10:20:30.250Z'],
    // .NET writes seven digits; what is beyond a millisecond is cut off, never rounded into the next day.
    ['2026-03-01T23:59:59.9999999Z', '2026-03-01T23:59:59.999Z'],
    ['2026-03-01T10:20:30-03:00', '2026-03-01T13:20:30.000Z'],
    ['2026-03-01T10:20:30+0545', '2026-03-01T04:35:30.000Z'],
    ['2026-03-01T10:20:30-03', '2026-03-01T13:20:30.000Z'],
    ['2026-03-01T10:20:30', '2026-03-01T13:20:30.000Z'],
    ['2026-03-01', '2026-03-01T03:00:00.000Z'],
    ['2018-11-04', '2018-11-04T03:00:00.000Z'],
    // Skipped wall times count on from before the change, repeated ones are the first.
    ['2018-11-04T00:00:00', '2018-11-04T03:00:00.000Z'],
    ['2018-11-04T00:30:00', '2018-11-04T03:30:00.000Z'],
    ['2018-02-17T23:30:00', '2018-02-18T01:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-05-06T00:00:00Z', '0099-05-06T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, expected) => expect(parsed(text)).toBe(expected))

  it('takes a text without an offset in the zone it is given', () => {
    expect(parsed('2026-06-01T12:00:00', 'Asia/Kathmandu')).toBe('2026-06-01T06:15:00.000Z')
    expect(parsed('2026-06-01T12:00:00', 'Europe/Lisbon')).toBe('2026-06-01T11:00:00.000Z')
    expect(parsed('2026-12-01T12:00:00', 'Europe/Lisbon')).toBe('2026-12-01T12:00:00.000Z')
  })

  it.each([
    '',
    '2026',
    '2026-03',
    '2026-3-1',
    '20260301',
    '2026-02-29',
    '2025-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '10000-01-01',
    '+010000-01-01T00:00:00Z',
    '2026-03-01 10:20:30',
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:60:00Z',
    '2026-03-01T10:20:60Z',
    '2026-03-01T10Z',
    '2026-03-01T10:20:30.Z',
    '2026-03-01T10:20:30.1234567890Z',
    '2026-03-01T10:20:30+24:00',
    '2026-03-01T10:20:30+3:00',
    '2026-03-01T10:20:30z',
    '2026-03-01Z',
    ' 2026-03-01',
    '2026-03-01\n',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    'yesterday',
  ])('refuses “%s”', (text) => expect(parsed(text)).toBeNull())

  it('reads back every instant it can be given', () => {
    const storable = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 })
    fc.assert(
      fc.property(storable, zone, (x, where) => {
        expect(parseInstant(new Date(x).toISOString(), where)).toBe(x)
      }),
    )
  })

  it('never throws', () => {
    const shaped = fc.stringMatching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z)?)?$/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), shaped), zone, (text, where) => {
        const value = parseInstant(text, where)
        return value === null || Number.isSafeInteger(value)
      }),
    )
  })
})
