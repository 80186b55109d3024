import { describe, expect, it } from 'vitest'
import { refusal } from '../../contract/refusal.ts'
import { readCustomer } from './read.ts'
import type { CustomerBody } from './schema.ts'

const ZONE = 'America/Sao_Paulo'

describe('a customer that was sent', () => {
  it.each<[CustomerBody, string]>([
    [{ OriginalId: 'id', Email: 'e', Document: 'd' }, 'id'],
    [{ OriginalId: ' ', Email: 'e', Document: 'd' }, 'e'],
    [{ Email: null, Document: 'd' }, 'd'],
    [{ OriginalId: ' id ' }, ' id '],
  ])('%j is known as “%s”', (body, originalId) => {
    expect(readCustomer(body, ZONE)).toMatchObject({ originalId, email: body.Email ?? null })
  })

  it('without any of the three is refused, by the name of the member it is', () => {
    expect(readCustomer({ Name: 'Ana', Phone: '1' }, ZONE, 'Buyer')).toEqual(
      refusal('ApiExternalCustomer_document_email_empty', expect.stringContaining('Buyer'), 'Buyer'),
    )
  })

  it.each(['BirthdayDate', 'SignupDate'] as const)('with no date for %s is refused by its name', (name) => {
    const field = `Customer.${name}`
    expect(readCustomer({ OriginalId: 'a', [name]: 'some day' }, ZONE)).toEqual(
      refusal('General_FieldCannotBeDefault', expect.stringContaining(field), field),
    )
  })

  it('has nothing where nothing, or an empty date, was sent', () => {
    const nothing = {
      originalId: 'a',
      name: null,
      email: null,
      phone: null,
      document: null,
      birthday: null,
      signupAt: null,
      isEnrolled: null,
      isNamedByContact: false,
    }
    expect(readCustomer({ OriginalId: 'a' }, ZONE)).toEqual(nothing)
    const empty = { BirthdayDate: '0001-01-01T00:00:00', SignupDate: '0001-01-01T00:00:00Z' }
    for (const zone of [ZONE, 'Asia/Tokyo']) {
      expect(readCustomer({ OriginalId: 'a', ...empty }, zone)).toEqual(nothing)
    }
  })
})
