import { describe, expect, it } from 'vitest'
import { bodyOf, isWhole, NEW } from './stamps-values.ts'

describe('stamps by hand', () => {
  it('are from 1 to 50', () => {
    expect(['1', '50'].map((stamps) => isWhole({ stamps }))).toEqual([true, true])
    expect(['', '0', '51', '1.5', '-1'].some((stamps) => isWhole({ stamps }))).toBe(false)
  })

  it('are sent below zero where they are taken', () => {
    expect(bodyOf({ ...NEW, stamps: '3', note: ' ticket 4711 ' })).toEqual({
      stamps: 3,
      reason: 'goodwill',
      note: 'ticket 4711',
    })
    expect(bodyOf({ ...NEW, way: 'take', stamps: '3' }).stamps).toBe(-3)
  })
})
