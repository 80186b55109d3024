import { describe, expect, it } from 'vitest'
import { localDateFromText, parseInstant } from '../../platform/zone.ts'
import { birthdayOf, birthdaysOn, daysInUtc, isBirthday, yearOf } from './birthday.ts'

const SAO_PAULO = 'America/Sao_Paulo'
const TOKYO = 'Asia/Tokyo'

function date(text: string): number {
  return localDateFromText(text) ?? Number.NaN
}

describe('the day that was meant by a birthday', () => {
  it.each([
    ['a date alone', '1990-05-20', SAO_PAULO, 520],
    ['a date alone, east of Greenwich', '1990-05-20', TOKYO, 520],
    ['midnight there', '1990-05-20T00:00:00', SAO_PAULO, 520],
    ['midnight with an offset', '1990-05-20T00:00:00-03:00', SAO_PAULO, 520],
    ['midnight in UTC, which there is the evening before', '1990-05-20T00:00:00Z', SAO_PAULO, 520],
    ['midnight in UTC, which there is the morning', '1990-05-20T00:00:00Z', TOKYO, 520],
    ['an hour late in the day', '1990-05-20T23:30:00-03:00', SAO_PAULO, 520],
    ['an hour early in the day', '1990-05-20T00:30:00+09:00', TOKYO, 520],
    ['a day before 1970', '1938-12-31', SAO_PAULO, 1231],
    ['a day before standard time', '1912-03-01', SAO_PAULO, 301],
    ['a leap day', '2000-02-29', SAO_PAULO, 229],
  ])('is the one of %s', (_case, text, zone, day) => {
    expect(birthdayOf(parseInstant(text, zone) ?? Number.NaN, zone)).toBe(day)
  })
})

describe('a birthday that somebody can have', () => {
  const NOW = Date.parse('2026-01-15T12:00:00Z')

  it.each([
    ['the first day of 1900', '1900-01-01', SAO_PAULO, true],
    ['the first day of 1900, east of Greenwich', '1900-01-01', TOKYO, true],
    ['the first day of 1900 as midnight in UTC', '1900-01-01T00:00:00Z', SAO_PAULO, true],
    ['the last day of 1899', '1899-12-31', SAO_PAULO, false],
    ['the evening of that day', '1899-12-31T23:59:59', SAO_PAULO, false],
    ['the date that some databases have for none', '0001-01-01T00:00:00', SAO_PAULO, false],
    ['today', '2026-01-15', SAO_PAULO, true],
    ['the evening of today', '2026-01-15T23:00:00', SAO_PAULO, true],
    ['tomorrow', '2026-01-16', SAO_PAULO, false],
    ['tomorrow as midnight in UTC, which there is this evening', '2026-01-16T00:00:00Z', SAO_PAULO, false],
    ['two centuries ahead', '2199-05-20', SAO_PAULO, false],
  ])('%s: %s in %s', (_case, text, zone, expected) => {
    expect(isBirthday(parseInstant(text, zone) ?? Number.NaN, zone, NOW)).toBe(expected)
  })
})

describe('the birthdays kept on a date', () => {
  it.each([
    ['2026-12-24', [1224]],
    ['2027-02-28', [228, 229]],
    ['2028-02-28', [228]],
    ['2028-02-29', [229]],
    ['2027-03-01', [301]],
    ['2100-02-28', [228, 229]],
    ['2000-02-28', [228]],
  ])('of %s', (text, days) => expect(birthdaysOn(date(text))).toEqual(days))

  it('are stored on that day in UTC or on one beside it', () => {
    expect([...daysInUtc([date('2026-12-31')])]).toEqual([1230, 1231, 101])
    expect([...daysInUtc([date('2027-02-28')])]).toEqual([227, 228, 229, 301])
    expect([...daysInUtc([date('2027-03-01')])]).toEqual([228, 301, 302])
    expect([...daysInUtc([date('2026-05-01'), date('2026-05-02')])]).toEqual([430, 501, 502, 503])
  })

  it('belong to the year of that date', () => {
    expect(yearOf(date('2026-12-31'))).toBe(2026)
    expect(yearOf(date('2027-01-01'))).toBe(2027)
  })
})
