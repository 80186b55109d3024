import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequestIds, randomBase62, toBase62 } from './ids.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function fromBase62(text: string): bigint {
  return [...text].reduce((value, digit) => value * 62n + BigInt(DIGITS.indexOf(digit)), 0n)
}

describe('base62', () => {
  it.each([
    [[0], '00'],
    [[61], '0z'],
    [[62], '10'],
    [[255], '47'],
    [[255, 255, 255, 255], '4gfFC3'],
    [[], ''],
  ])('of %j is %s', (bytes, text) => expect(toBase62(Uint8Array.from(bytes))).toBe(text))

  it('loses nothing, and is as long for small values as for large ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const text = toBase62(bytes)
        expect(fromBase62(text)).toBe(BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
        expect(text).toHaveLength(toBase62(new Uint8Array(bytes.length)).length)
      }),
    )
  })

  it('of random bytes differs every time', () => {
    const texts = new Set(Array.from({ length: 1_000 }, () => randomBase62(12)))
    expect(texts.size).toBe(1_000)
    for (const text of texts) expect(text).toMatch(/^[0-9A-Za-z]{17}$/)
  })
})

describe('request ids', () => {
  it('count up in one process and start elsewhere in another', () => {
    const next = createRequestIds()
    const first = next()
    const prefix = first.slice(0, first.indexOf('-'))
    expect(prefix).toMatch(/^[0-9A-Za-z]{13}$/)
    expect([first, next(), next()]).toEqual([`${prefix}-1`, `${prefix}-2`, `${prefix}-3`])
    for (let count = 4; count < 36; count += 1) next()
    expect(next()).toBe(`${prefix}-10`)
    expect(createRequestIds()()).not.toContain(prefix)
  })
})
