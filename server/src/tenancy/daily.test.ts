import { describe, expect, it } from 'vitest'
import { localDateFromText, localDateToText } from '../platform/zone.ts'
import { daysOfDailyRun, lastDailyRun } from './daily.ts'

function date(text: string): number {
  return localDateFromText(text) ?? Number.NaN
}

describe('the last morning', () => {
  it.each([
    ['America/Sao_Paulo', '2026-01-20T08:59:59.999Z', '2026-01-19'],
    ['America/Sao_Paulo', '2026-01-20T09:00:00Z', '2026-01-20'],
    ['America/Sao_Paulo', '2026-01-21T02:59:59Z', '2026-01-20'],
    ['America/Sao_Paulo', '2026-01-21T03:00:00Z', '2026-01-20'],
    ['Asia/Tokyo', '2026-01-19T20:59:59Z', '2026-01-19'],
    ['Asia/Tokyo', '2026-01-19T21:00:00Z', '2026-01-20'],
    ['America/Los_Angeles', '2026-01-20T13:59:59Z', '2026-01-19'],
    ['America/Los_Angeles', '2026-01-20T14:00:00Z', '2026-01-20'],
    // On the day on which the clocks go forward it comes an hour sooner.
    ['Europe/Madrid', '2026-03-29T03:59:59Z', '2026-03-28'],
    ['Europe/Madrid', '2026-03-29T04:00:00Z', '2026-03-29'],
  ])('in %s at %s', (zone, at, day) => {
    expect(localDateToText(lastDailyRun(Date.parse(at), zone))).toBe(day)
  })
})

describe('the days that a morning is about', () => {
  const today = date('2026-01-20')
  const days = (done: string | null): string[] =>
    daysOfDailyRun(done === null ? null : date(done), today).map(localDateToText)

  it('are today alone, where there was no morning before', () => expect(days(null)).toEqual(['2026-01-20']))

  it('begin with the last one that was worked through, for what became known of it later', () => {
    expect(days('2026-01-19')).toEqual(['2026-01-19', '2026-01-20'])
    expect(days('2026-01-17')).toEqual(['2026-01-17', '2026-01-18', '2026-01-19', '2026-01-20'])
  })

  it('are at most a year', () => {
    const all = days('2020-01-01')
    expect([all.length, all[0], all.at(-1)]).toEqual([365, '2025-01-21', '2026-01-20'])
  })

  it('are today alone, where a sandbox went back in time', () => {
    expect(days('2026-01-21')).toEqual(['2026-01-20'])
  })
})
