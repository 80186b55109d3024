import { describe, expect, it } from 'vitest'
import { makeAdminToken, startOfAdminToken, tenantOfAdminToken, tokenFromHeader } from './admin-token.ts'

describe('a token of the management API', () => {
  const token = makeAdminToken(41, 'live')

  it('names its tenant', () => {
    expect(token).toMatch(/^pca_live_41_[0-9A-Za-z]{49}$/)
    expect(tenantOfAdminToken(token)).toBe(41)
    expect(tenantOfAdminToken(makeAdminToken(7, 'test'))).toBe(7)
  })

  it('is refused with any character changed, without a search', () => {
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'a' ? 'b' : 'a'
      expect(tenantOfAdminToken(token.slice(0, index) + other + token.slice(index + 1))).toBeNull()
    }
    expect(tenantOfAdminToken(token.replace('_41_', '_42_'))).toBeNull()
    expect(tenantOfAdminToken('')).toBeNull()
  })

  it('is shown by its beginning, which is far from enough to guess it', () => {
    expect(token.startsWith(startOfAdminToken(token))).toBe(true)
    expect(startOfAdminToken(token).length).toBe('pca_live_41_'.length + 4)
  })

  it('comes as Bearer', () => {
    expect(tokenFromHeader(`Bearer ${token}`)).toBe(token)
    expect(tokenFromHeader(`bearer  ${token}`)).toBe(token)
    for (const header of ['', token, `Basic ${token}`, `Bearer ${token} x`, `Bearer pct_live_1_x`]) {
      expect(tokenFromHeader(header)).toBeNull()
    }
  })
})
