import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSamePhone, mailboxOf, sameIdentity } from './identity.ts'

const NONE = { email: null, phone: null, document: null }

describe('two customers look like one person', () => {
  it.each([
    ['ana@example.com', 'ANA@Example.com ', true],
    ['ana.silva@gmail.com', 'anasilva@gmail.com', true],
    ['ana.silva+shop@gmail.com', 'an.asilva@googlemail.com', true],
    ['ana+a@example.com', 'ana+b@example.com', true],
    // Elsewhere a dot leads to another mailbox.
    ['ana.silva@example.com', 'anasilva@example.com', false],
    ['ana@example.com', 'ana@example.org', false],
  ])('by their e-mails %s and %s: %s', (one, other, isSame) => {
    const found = sameIdentity({ ...NONE, email: one }, { ...NONE, email: other })
    expect(found).toBe(isSame ? 'sameEmail' : null)
  })

  it.each([
    ['+55 11 98888-7777', '11988887777', true],
    ['98888-7777', '+5511988887777', true],
    ['+55 11 98888-7777', '+55 21 98888-7777', false],
    ['988887777', '5511988887777', true],
    // Seven digits are too few to say so.
    ['8887777', '11988887777', false],
    ['123', '123', true],
    ['', '', false],
    ['none', 'none', false],
  ])('by their phones %s and %s: %s', (one, other, isSame) => {
    expect(isSamePhone(one, other)).toBe(isSame)
    expect(isSamePhone(other, one)).toBe(isSame)
  })

  it('by their documents, however they are written', () => {
    const one = { ...NONE, document: '123.456.789-09' }
    expect(sameIdentity(one, { ...NONE, document: '12345678909' })).toBe('sameDocument')
    expect(sameIdentity(one, { ...NONE, document: '12345678908' })).toBeNull()
    expect(sameIdentity({ ...NONE, document: '-' }, { ...NONE, document: '.' })).toBeNull()
  })

  it('never by what is known of one of them alone', () => {
    const all = { email: 'ana@example.com', phone: '11988887777', document: '1' }
    expect([sameIdentity(all, NONE), sameIdentity(NONE, all), sameIdentity(NONE, NONE)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('whatever is written in these fields, by either alike', () => {
    const contacts = fc.record({
      email: fc.option(fc.string({ maxLength: 30 })),
      phone: fc.option(fc.string({ maxLength: 20 })),
      document: fc.option(fc.string({ maxLength: 20 })),
    })
    fc.assert(
      fc.property(contacts, contacts, (one, other) => {
        expect(sameIdentity(one, other)).toBe(sameIdentity(other, one))
        if (one.email) expect(mailboxOf(mailboxOf(one.email))).toBe(mailboxOf(one.email))
      }),
    )
  })
})
