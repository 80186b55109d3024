import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { parseTimestamp } from './timestamps.ts'

const parseAny: (text: string) => Date = pg.types.getTypeParser(1184)

describe('a timestamp of PostgreSQL', () => {
  it('is read to the millisecond, as pg reads it', () => {
    const microseconds = fc.integer({ min: 0, max: 999_999 })
    const seconds = fc.integer({ min: Date.UTC(1000, 0, 1) / 1_000, max: Date.UTC(9999, 11, 31) / 1_000 })
    fc.assert(
      fc.property(seconds, microseconds, (second, fraction) => {
        const whole = new Date(second * 1_000).toISOString().slice(0, 19).replace('T', ' ')
        const digits = String(fraction).padStart(6, '0').replace(/0+$/, '')
        const text = `${whole}${digits === '' ? '' : `.${digits}`}+00`
        expect(parseTimestamp(text).getTime()).toBe(second * 1_000 + Math.floor(fraction / 1_000))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    '0044-03-15 12:00:00+00',
    '12026-01-01 00:00:00+00',
    '2026-01-01 00:00:00-03',
    '0044-03-15 12:00:00+00 BC',
  ])('%s is left to pg', (text) => expect(parseTimestamp(text)).toEqual(parseAny(text)))
})
