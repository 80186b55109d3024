import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maskedMessage } from './mask-message.ts'

it('what was sent is not in it, wherever it stood', () => {
  expect(
    maskedMessage('There is no customer with the id Ana Lima.', [{ id: 'Ana Lima' }, {}, undefined]),
  ).toBe('There is no customer with the id •••.')
  const body = { Customer: { Document: '529.982.247-25', Tags: ['vip-club'] }, ChangeKey: 'k-77' }
  expect(maskedMessage('ChangeKey k-77 was used for vip-club.', [body])).toBe(
    'ChangeKey ••• was used for •••.',
  )
  expect(maskedMessage('Document 52998224725 and +55 (11) 95555-0100 and ana@x.example', [])).toBe(
    'Document ••• and ••• and •••',
  )
})

it('names of members and what to do stay', () => {
  const message = 'Customer.OriginalId is missing or blank: send the id of the customer in your store.'
  expect(maskedMessage(message, [{ OriginalId: '', Total: 12 }])).toBe(message)
  expect(maskedMessage('OrderTotal must be below 100,000,000,000.', [{}])).toContain(
    'OrderTotal must be below',
  )
})

it('no text of three characters or more that was sent is left', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3 }), fc.string(), fc.string(), (value, before, after) => {
      const trimmed = value.trim()
      fc.pre(trimmed.length >= 3 && !trimmed.includes('•'))
      expect(maskedMessage(`${before}${trimmed}${after}`, [{ deep: [{ value }] }])).not.toContain(trimmed)
    }),
  )
})
