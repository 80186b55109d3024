import { describe, expect, it } from 'vitest'
import { isPassing, readRetryAfter, waitAfter } from '../src/retry.ts'

describe('waiting', () => {
  it('doubles, up to a bound, by half at random', () => {
    const waits = (random: number) => [1, 2, 3, 5, 6, 20].map((attempt) => waitAfter(attempt, null, random))
    expect(waits(1)).toEqual([200, 400, 800, 3_200, 5_000, 5_000])
    expect(waits(0)).toEqual([100, 200, 400, 1_600, 2_500, 2_500])
  })

  it('is never shorter than what the server asks for', () => {
    expect(waitAfter(1, 2_000, 0)).toBe(2_100)
  })
})

describe('Retry-After', () => {
  const NOW = Date.UTC(2026, 0, 15, 12)
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['-1', 0],
    ['7', 7_000],
    ['Thu, 15 Jan 2026 12:00:09 GMT', 9_000],
    ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
    ['99999999999999999999', null],
  ])('%j is %j', (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms)
  })
})

it('only what may pass is tried again', () => {
  const statuses = [0, 301, 400, 401, 403, 404, 405, 408, 413, 415, 422, 425, 429, 500, 501, 502, 503, 504]
  expect(statuses.filter(isPassing)).toEqual([408, 425, 429, 500, 502, 503, 504])
})
