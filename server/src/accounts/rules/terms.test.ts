import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedTerms, contactTerm, termsOf, wordsOf } from './terms.ts'

const NOBODY = { name: null, email: null, phone: null, document: null }

function customer(originalId: string, profile: Partial<Record<keyof typeof NOBODY, string>> = {}) {
  return { originalId, profile: { ...NOBODY, ...profile } }
}

describe('the terms of a customer', () => {
  it('are all by which it is found', () => {
    const ana = customer('C-17', {
      name: 'Ana  Júlia Souza-Lima',
      email: ' Ana@Example.COM',
      phone: '+55 (11) 98765-4321',
      document: '123.456.789-0X',
    })
    expect(termsOf(ana)).toEqual([
      'o:c-17',
      'e:ana@example.com',
      'd:1234567890X',
      'q:87654321',
      'n:ana',
      'n:julia',
      'n:souza',
      'n:lima',
    ])
  })

  it('are only its id where nothing else is known, or nothing else is a letter or digit', () => {
    expect(termsOf(customer('x'))).toEqual(['o:x'])
    expect(termsOf(customer('x', { name: ' - ', email: '  ', phone: '(+)', document: '--' }))).toEqual([
      'o:x',
    ])
  })

  it('each are there once', () => {
    expect(termsOf(customer('x', { name: 'Ana ANA ána' }))).toEqual(['o:x', 'n:ana'])
  })

  it.each([
    ['+1 212 555 0100', ['q:25550100']],
    ['11 98765-4321', ['q:87654321']],
    ['190', ['q:190']],
    ['ramal 12', ['q:ramal12']],
  ])('of the phone %s', (phone, expected) => {
    expect(termsOf(customer('x', { phone }))).toEqual(['o:x', ...expected])
  })

  it('know the words of other scripts, and no more than 16', () => {
    expect(wordsOf('Ян ЁЛКИН 山田')).toEqual(['ян', 'елкин', '山田'])
    expect(wordsOf('a '.repeat(100))).toHaveLength(16)
  })

  it('fit, whatever is sent, and never end within a character', () => {
    const text = fc.string({ unit: 'binary', maxLength: 250 }).map((sent) => sent.slice(0, 250))
    fc.assert(
      fc.property(text, text, (sent, other) => {
        const named = customer(sent, { name: other, email: other, phone: other, document: other })
        for (const term of termsOf(named)) {
          expect([...term].length).toBeLessThanOrEqual(252)
          if (sent.isWellFormed() && other.isWellFormed()) expect(term.isWellFormed()).toBe(true)
        }
      }),
    )
  })
})

describe('a contact', () => {
  it.each([
    ['email', 'ANA@example.com ', 'e:ana@example.com'],
    ['document', '12.345-6', 'd:123456'],
    ['phone', '(11) 9', 'q:119'],
    ['phone', '--', null],
    ['email', null, null],
  ] as const)('%s %s is the term %s', (kind, text, term) => {
    expect(contactTerm(kind, text)).toBe(term)
  })

  it('is found by the term that it is stored with', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('email', 'document', 'phone'),
        fc.string({ maxLength: 250 }),
        (kind, text) => {
          const term = contactTerm(kind, text)
          const terms = termsOf(customer('x', { [kind]: text }))
          expect(term === null || terms.includes(term)).toBe(true)
        },
      ),
    )
  })
})

describe('a change', () => {
  it('removes what is no longer so and adds what is new', () => {
    const before = customer('guest', { name: 'Ana Lima', email: 'a@x.com' })
    expect(changedTerms(before, customer('ana', { name: 'Ana Souza', email: 'a@x.com' }))).toEqual({
      removed: ['o:guest', 'n:lima'],
      added: ['o:ana', 'n:souza'],
    })
    expect(changedTerms(before, before)).toEqual({ removed: [], added: [] })
  })

  it('leads from the terms of the one to those of the other', () => {
    const named = fc
      .record({ originalId: fc.string(), name: fc.string(), email: fc.string(), phone: fc.string() })
      .map(({ originalId, ...profile }) => customer(originalId, profile))
    fc.assert(
      fc.property(named, named, (before, after) => {
        const { removed, added } = changedTerms(before, after)
        const kept = termsOf(before).filter((term) => !removed.includes(term))
        expect([...kept, ...added].sort()).toEqual(termsOf(after).sort())
      }),
    )
  })
})
