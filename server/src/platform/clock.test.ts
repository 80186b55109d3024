import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantToText } from './clock.ts'

const YEAR_1 = Date.UTC(1, 0, 1) - Date.UTC(1901, 0, 1) + Date.UTC(1, 0, 1)
const YEAR_9999 = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

describe('instantToText', () => {
  it('writes every instant as Date does', () => {
    fc.assert(
      fc.property(fc.integer({ min: YEAR_1, max: YEAR_9999 }), (instant) => {
        return instantToText(instant) === new Date(instant).toISOString()
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([0, -1, 1, 999, 86_399_999, 86_400_000, -86_400_000])('writes %d', (instant) => {
    expect(instantToText(instant)).toBe(new Date(instant).toISOString())
  })
})
