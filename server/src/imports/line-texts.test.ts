import { expect, it } from 'vitest'
import { LOCALES } from '../contract/locale.ts'
import type { LineReason } from './line.ts'
import { refusalIn, refusedLineText } from './line-texts.ts'

const FACTS = { value: 'a “b” $1.(x)', customers: '8812, 9034', line: '3', last: '17' }
const REASONS: readonly (readonly [LineReason, Readonly<Record<string, string>>])[] = [
  ['no-customer', {}],
  ['not-an-email', FACTS],
  ['several-customers', FACTS],
  ['unclosed-quote', FACTS],
  ['unknown-tier', FACTS],
  ['unknown-tier', { ...FACTS, nearest: 'Ouro' }],
  ['not-a-date', FACTS],
  ['short-year', FACTS],
]

it('says a refusal of a file in the language of who reads it', () => {
  for (const [reason, facts] of REASONS) {
    for (const written of LOCALES) {
      const sentence = refusedLineText({ reason, facts }, written)
      for (const read of LOCALES) {
        expect(refusalIn(read, reason, sentence)).toBe(refusedLineText({ reason, facts }, read))
      }
    }
  }
  expect(refusalIn('es', 'not-a-date', 'Corrected by hand.')).toBe('Corrected by hand.')
  expect(refusalIn('es', 'constructor', 'x')).toBe('x')
})
