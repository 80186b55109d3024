import { createHash, createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StorefrontKey } from './store/storefront.ts'
import {
  type CustomerToken,
  keyToSeal,
  opensTokens,
  openToken,
  readToken,
  sealToken,
  type TokenKind,
} from './storefront-token.ts'

const NOW = Date.UTC(2026, 0, 15)

function keyOf(seed: number, more: Partial<StorefrontKey> = {}): StorefrontKey {
  const secret = createSecretKey(createHash('sha256').update(String(seed)).digest())
  return { number: seed, secret, createdAt: NOW - 1_000_000, retiredAt: null, endsAt: null, ...more }
}

const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
const tokens: fc.Arbitrary<CustomerToken> = fc.record({
  subject: fc.oneof(fc.integer({ min: 1 }), fc.string({ minLength: 1, maxLength: 250, unit: 'grapheme' })),
  scopes: fc.integer({ min: 1, max: 63 }),
  keyId: fc.integer({ min: 0 }),
  issuedAt: seconds,
  expiresAt: seconds,
})
const tenants = fc.integer({ min: 1, max: 999_999 })
const numbers = fc.integer({ min: 1, max: 999 })

function opened(text: string, key: StorefrontKey): CustomerToken | null {
  const sealed = readToken('pc1', text)
  return sealed && openToken(key, sealed)
}

describe('a token', () => {
  it('says what was sealed, to the key that sealed it', () => {
    fc.assert(
      fc.property(tokens, tenants, numbers, (token, tenant, number) => {
        const key = keyOf(number)
        const text = sealToken('pc1', tenant, key, token)
        expect(readToken('pc1', text)).toMatchObject({ tenantId: tenant, keyNumber: number })
        expect(opened(text, key)).toEqual(token)
      }),
    )
  })

  it('opens for no other key, merchant or number of a key', () => {
    fc.assert(
      fc.property(tokens, tenants, tenants, numbers, numbers, (token, tenant, otherTenant, number, other) => {
        fc.pre(tenant !== otherTenant && number !== other)
        const text = sealToken('pc1', tenant, keyOf(number), token)
        const [, , , sealed = ''] = text.split('.')
        expect(opened(text, keyOf(other))).toBeNull()
        expect(opened(`pc1.${otherTenant}.${number}.${sealed}`, keyOf(number))).toBeNull()
        expect(opened(`pc1.${tenant}.${other}.${sealed}`, keyOf(number))).toBeNull()
      }),
    )
  })

  it('opens for nothing once a character of it is another one', () => {
    const key = keyOf(1)
    fc.assert(
      fc.property(tokens, fc.nat(), fc.constantFrom(...'AZaz09-_.'), (token, at, character) => {
        const text = sealToken('pc1', 7, key, token)
        const place = at % text.length
        fc.pre(text[place] !== character)
        expect(opened(text.slice(0, place) + character + text.slice(place + 1), key)).toBeNull()
      }),
    )
  })

  it('has some hundred characters', () => {
    const token = {
      subject: 123_456,
      scopes: 33,
      keyId: 17,
      issuedAt: 1_800_000_000,
      expiresAt: 1_800_000_900,
    }
    expect(sealToken('pc1', 42, keyOf(3), token).length).toBeLessThan(120)
  })
})

describe('the key that seals', () => {
  it('is the newest that every process knows', () => {
    const former = keyOf(1, { retiredAt: NOW - 1_000, endsAt: NOW + 1_000_000 })
    const fresh = keyOf(2, { createdAt: NOW - 1_000 })
    expect(keyToSeal([fresh, former], NOW)?.number).toBe(1)
    expect(keyToSeal([fresh, former], NOW + 4_000)?.number).toBe(2)
  })

  it('is the newest where the former one has ended, and where it is the first', () => {
    const ended = keyOf(1, { retiredAt: NOW - 1_000, endsAt: NOW - 1_000 })
    const fresh = keyOf(2, { createdAt: NOW - 1_000 })
    expect(keyToSeal([fresh, ended], NOW)?.number).toBe(2)
    expect(keyToSeal([fresh], NOW)?.number).toBe(2)
    expect(keyToSeal([], NOW)).toBeNull()
  })

  it('opens tokens for an hour after it was replaced, and links for seven days', () => {
    const former = keyOf(1, { retiredAt: NOW, endsAt: NOW + 7 * 86_400_000 })
    const opens = (kind: TokenKind, ms: number) => opensTokens(former, kind, NOW + ms)
    expect([opens('pc1', 3_599_999), opens('pc1', 3_600_000)]).toEqual([true, false])
    expect([opens('pl1', 7 * 86_400_000 - 1), opens('pl1', 7 * 86_400_000)]).toEqual([true, false])
  })
})
