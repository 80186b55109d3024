import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  credentialsFromHeader,
  hashSecret,
  isSecret,
  isSecretOf,
  makeCredentials,
  SECRET_BYTES,
  TOKEN_BYTES,
  tenantOfToken,
} from './credentials.ts'

const zeros = { token: new Uint8Array(TOKEN_BYTES), secret: new Uint8Array(SECRET_BYTES) }
const ones = { token: new Uint8Array(TOKEN_BYTES).fill(255), secret: new Uint8Array(SECRET_BYTES).fill(255) }

const random = fc.record({
  token: fc.uint8Array({ minLength: TOKEN_BYTES, maxLength: TOKEN_BYTES }),
  secret: fc.uint8Array({ minLength: SECRET_BYTES, maxLength: SECRET_BYTES }),
})

/** Every way to change one character of a text into another one that a key may have. */
function withOneCharacterChanged(text: string): string[] {
  return [...text].map((character, index) => {
    const other = character === 'a' ? 'b' : 'a'
    return text.slice(0, index) + other + text.slice(index + 1)
  })
}

describe('an API key', () => {
  it('has 256 random bits, names its mode and, in the token, its tenant', () => {
    expect(SECRET_BYTES * 8).toBe(256)
    expect(makeCredentials(42, 'live', zeros)).toEqual({
      token: expect.stringMatching(/^pct_live_42_0{17}[0-9A-Za-z]{6}$/),
      secret: expect.stringMatching(/^pcs_live_0{43}[0-9A-Za-z]{6}$/),
    })
    expect(makeCredentials(7, 'test', ones)).toEqual({
      token: expect.stringMatching(/^pct_test_7_[0-9A-Za-z]{23}$/),
      secret: expect.stringMatching(/^pcs_test_[0-9A-Za-z]{49}$/),
    })
  })

  it('is known again, whatever its tenant and bits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 50 }),
        fc.constantFrom('live', 'test'),
        random,
        (tenant, mode, bits) => {
          const { token, secret } = makeCredentials(tenant, mode, bits)
          expect(tenantOfToken(token)).toBe(tenant)
          expect(isSecret(secret)).toBe(true)
        },
      ),
    )
  })

  it('is not known with any single character mistyped', () => {
    const { token, secret } = makeCredentials(42, 'live', ones)
    expect(withOneCharacterChanged(token).filter((text) => tenantOfToken(text) !== null)).toEqual([])
    expect(withOneCharacterChanged(secret).filter(isSecret)).toEqual([])
  })

  it('is not known with anything before or after it', () => {
    const { token, secret } = makeCredentials(42, 'live', ones)
    for (const dress of [
      (text: string) => `${text}\n`,
      (text: string) => ` ${text}`,
      (text: string) => `${text}0`,
    ]) {
      expect(tenantOfToken(dress(token))).toBeNull()
      expect(isSecret(dress(secret))).toBe(false)
    }
  })

  it('has a token that is no secret, and a secret that is no token', () => {
    const { token, secret } = makeCredentials(42, 'live', ones)
    expect(isSecret(token)).toBe(false)
    expect(tenantOfToken(secret)).toBeNull()
  })
})

describe('the stored hash of a secret', () => {
  const { secret } = makeCredentials(1, 'live', ones)

  it('is SHA-256', () => {
    expect(hashSecret(secret)).toEqual(createHash('sha256').update(secret).digest())
  })

  it('is matched by that secret only', () => {
    expect(isSecretOf(secret, hashSecret(secret))).toBe(true)
    expect(isSecretOf(`${secret} `, hashSecret(secret))).toBe(false)
    expect(isSecretOf('', hashSecret(secret))).toBe(false)
  })
})

describe('an Authorization header', () => {
  const header = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

  it.each([
    ['token and secret', header('t:s'), { token: 't', secret: 's' }],
    ['the scheme in other letters', header('t:s').replace('Basic', 'bASIC'), { token: 't', secret: 's' }],
    ['more blanks after the scheme', header('t:s').replace(' ', '   '), { token: 't', secret: 's' }],
    ['base64 without padding', header('t:s1').replaceAll('=', ''), { token: 't', secret: 's1' }],
    ['a colon in the secret', header('t:s:u'), { token: 't', secret: 's:u' }],
    ['nothing on either side of the colon', header(':'), { token: '', secret: '' }],
  ])('with %s is read', (_case, text, expected) => expect(credentialsFromHeader(text)).toEqual(expected))

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['only the scheme', 'Basic'],
    ['only the scheme and a blank', 'Basic '],
    ['another scheme', `Bearer ${Buffer.from('t:s').toString('base64')}`],
    ['no colon', header('token')],
    ['characters that are not base64', 'Basic !!!!'],
    ['something after the base64', `${header('t:s')} x`],
    ['too much', header(`t:${'s'.repeat(400)}`)],
  ])('with %s says nothing', (_case, text) => expect(credentialsFromHeader(text)).toBeNull())

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        credentialsFromHeader(text)
        credentialsFromHeader(`Basic ${text}`)
        credentialsFromHeader(header(text))
      }),
    )
  })
})
