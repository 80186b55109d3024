import { describe, expect, it } from 'vitest'
import { dayOfYear, lastOfMonth, monthsLater } from './calendar.ts'
import { localDateFromText, localDateToText } from './zone.ts'

const day = (text: string): number => localDateFromText(text) ?? Number.NaN

describe('a date so many months later', () => {
  it.each([
    ['2026-03-10', 12, '2027-03-10'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-15', 120, '2036-12-15'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -13, '2024-12-15'],
    ['0051-01-31', 1, '0051-02-28'],
  ])('%s and %d months: %s', (from, months, expected) => {
    expect(localDateToText(monthsLater(day(from), months))).toBe(expected)
  })
})

it.each([
  ['2026-07-06', 12, '2027-07-31'],
  ['2026-07-31', 0, '2026-07-31'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2027-12-31', 2, '2028-02-29'],
])('the month of %s, %d months later, ends with %s', (from, months, expected) => {
  expect(localDateToText(lastOfMonth(day(from), months))).toBe(expected)
})

it.each([
  ['03-31', '2026-12-20', 1, '2027-03-31'],
  ['03-31', '2026-05-02', 0, '2026-03-31'],
  ['12-31', '2026-12-31', 10, '2036-12-31'],
])('%s, seen from %s, %d years later: %s', (monthAndDay, from, years, expected) => {
  expect(localDateToText(dayOfYear(monthAndDay, day(from), years))).toBe(expected)
})
