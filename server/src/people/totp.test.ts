import { describe, expect, it } from 'vitest'
import { codeOfStep, stepAt, stepOfCode, toBase32, totpAddress } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('one-time codes', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at second %d are those of RFC 6238', (second, code) => {
    expect(codeOfStep(SECRET, stepAt(second * 1_000), 8)).toBe(code)
    expect(codeOfStep(SECRET, stepAt(second * 1_000))).toBe(code.slice(2))
  })

  // RFC 4226, appendix D: with a counter.
  it('of the first ten counters are those of RFC 4226', () => {
    const codes = Array.from({ length: 10 }, (_, counter) => codeOfStep(SECRET, counter))
    expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '))
  })
})

describe('a given code', () => {
  const now = 1_700_000_000_000
  const step = stepAt(now)

  it('is good in its step and in the one before and after', () => {
    for (const around of [-1, 0, 1]) {
      expect(stepOfCode(SECRET, codeOfStep(SECRET, step + around), now, null)).toBe(step + around)
    }
    for (const around of [-2, 2]) {
      expect(stepOfCode(SECRET, codeOfStep(SECRET, step + around), now, null)).toBeNull()
    }
  })

  it('is good once: neither its step nor an earlier one counts again', () => {
    expect(stepOfCode(SECRET, codeOfStep(SECRET, step), now, step)).toBeNull()
    expect(stepOfCode(SECRET, codeOfStep(SECRET, step - 1), now, step)).toBeNull()
    expect(stepOfCode(SECRET, codeOfStep(SECRET, step + 1), now, step)).toBe(step + 1)
  })

  it('of another length or kind is no code', () => {
    for (const code of ['', '1', '1234567', 'abcdef', '１２３４５６']) {
      expect(stepOfCode(SECRET, code, now, null)).toBeNull()
    }
  })
})

describe('a secret for an app', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s is %s in base32', (text, base32) => expect(toBase32(Buffer.from(text))).toBe(base32))

  it('is an address that names the person', () => {
    const address = new URL(totpAddress('MZXW6', 'ana+x@cafe.example'))
    expect(decodeURIComponent(address.pathname)).toContain('Punchcard:ana+x@cafe.example')
    expect(address.searchParams.get('secret')).toBe('MZXW6')
  })
})
