import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '../common-passwords.ts'
import { type PasswordContext, problemOfPassword } from './password.ts'

const context: PasswordContext = {
  email: 'bia.souza.cafe@aurora.example',
  tenantNames: ['Café Aurora do Sul'],
  hasSecondFactor: false,
  isCommon: isCommonPassword,
}
const said = (password: string, more: Partial<PasswordContext> = {}) =>
  problemOfPassword(password, { ...context, ...more })?.en ?? null

describe('a new password', () => {
  it.each([
    'um pato lê jornal',
    'correct horse battery',
    `${'ç'.repeat(4)}ãbcdefgh`,
    `${'😀'.repeat(4)}abcdefgh`,
  ])('“%s” is taken', (password) => expect(said(password)).toBeNull())

  it('needs 12 characters, or 8 with a second factor, counted as people count', () => {
    expect(said('kvfhwqzmpxb')).toContain('at least 12')
    expect(said('kvfhwqzmpxbt')).toBeNull()
    expect(said('kvfhwqz', { hasSecondFactor: true })).toContain('at least 8')
    expect(said('kvfhwqzm', { hasSecondFactor: true })).toBeNull()
    // Six characters of two code units each are six.
    expect(said('😀😁😂😃😄😅')).toContain('at least 12')
  })

  it('has at most 256 characters', () => {
    expect(said(`${'ab cd'.repeat(51)}a`)).toBeNull()
    expect(said(`${'ab cd'.repeat(51)}ab`)).toContain('at most 256')
  })

  it.each(['BIA.souza.cafe@aurora.example', 'bia.souza.cafe', 'Bia.Souza.Café'])(
    '“%s” is the email address',
    (password) => expect(said(password)).toContain('email'),
  )

  it.each(['cafe aurora do sul', 'CaféAuroraDoSul2026', '2026-cafe-aurora-do-sul!'])(
    '“%s” is the name of the merchant',
    (password) => expect(said(password)).toContain('name of the merchant'),
  )

  it('may hold the name of the merchant among other words', () => {
    expect(said('cafe aurora do sul tem bom pão')).toBeNull()
    expect(said('a casa verde amarela', { tenantNames: ['A'] })).toBeNull()
  })

  it.each(['1qaz2wsx3edc', 'Administrator', 'unbelievable', 'aaaaaaaaaaaaaaaa', '121212121212121'])(
    '“%s” is common',
    (password) => expect(said(password)).toContain('most common'),
  )

  it.each(['sunshine', 'iloveyou', 'Password1'])('“%s” is common, also with a second factor', (password) =>
    expect(said(password, { hasSecondFactor: true })).toContain('most common'),
  )
})
