import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskedDigits, maskedEmail, maskedName } from './masking.ts'

it('keeps the first letter of an address and its domain', () => {
  expect(maskedEmail('ana@x.com')).toBe('a•••@x.com')
  expect(maskedEmail('"a@b"@x.com')).toBe('"•••@x.com')
  expect(maskedEmail('no-address')).toBe('n•••')
})

it('keeps the first letter of each word of a name', () => {
  expect(maskedName(' João  da Silva ')).toBe('J••• d••• S•••')
})

it('keeps the last two digits, whatever stands between them', () => {
  expect(maskedDigits('529.982.247-25')).toBe('•••25')
  expect(maskedDigits('+55 11 98765-4321')).toBe('•••21')
})

it('shows nothing of what is so short that two digits are half of it', () => {
  for (const text of ['', '1', '42', '1234']) expect(maskedDigits(text)).toBe('•••')
})

it('never shows more than two digits of a document', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      expect([...maskedDigits(text).replace('•••', '')].length).toBeLessThanOrEqual(2)
    }),
  )
})
