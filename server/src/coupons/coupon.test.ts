import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeFromBytes, codeKey } from './coupon.ts'

describe('a made-up code', () => {
  it('has a character for each byte, and none that could be taken for another', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const code = codeFromBytes(bytes)
        expect(code).toHaveLength(bytes.length)
        expect(code).toMatch(/^[2-9A-HJ-NP-Z]*$/)
      }),
    )
  })

  it('has every character equally often', () => {
    const counts = Map.groupBy(
      codeFromBytes(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
      (one) => one,
    )
    expect(counts.size).toBe(32)
    expect(new Set([...counts.values()].map(({ length }) => length))).toEqual(new Set([8]))
  })
})

describe('the key of a code', () => {
  it.each([
    ['dez-10', 'DEZ-10'],
    [' Dez-10\t', 'DEZ-10'],
    ['ação', 'AÇÃO'],
    ['straße', 'STRASSE'],
  ])('of %j is %j', (code, key) => expect(codeKey(code)).toBe(key))

  it('is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (code) => {
        expect(codeKey(codeKey(code))).toBe(codeKey(code))
      }),
    )
  })
})
