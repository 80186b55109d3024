import type { Contact } from '../../accounts/rules/terms.ts'
import { DATE_HINT, readDate } from '../../contract/private-api/dates.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { wrongField } from '../../contract/private-api/errors.ts'
import { isRefusal, refusal } from '../../contract/refusal.ts'
import { isBlank, isStorable, LENGTH } from '../../contract/schema.ts'
import type { CustomerToSave, SentCustomer } from '../sent-customer.ts'
import type { CustomerBody, SaveCustomerBody } from './schema.ts'

/** `field`: the member of the body that holds the customer; empty: the body is the customer. */
export function readCustomer(
  body: CustomerBody,
  timeZone: string,
  field = 'Customer',
): SentCustomer | ApiRefusal {
  const originalId = [body.OriginalId, body.Email, body.Document].find((text) => !isBlank(text))
  if (isBlank(originalId)) {
    const message = `${field || 'The customer'} has no OriginalId, Email or Document: send at least one.`
    return refusal('ApiExternalCustomer_document_email_empty', message, field)
  }
  const birthday = readDate(body.BirthdayDate, timeZone)
  if (birthday === 'invalid') return invalidDate(nameIn(field, 'BirthdayDate'))
  const signupAt = readDate(body.SignupDate, timeZone)
  if (signupAt === 'invalid') return invalidDate(nameIn(field, 'SignupDate'))
  return {
    originalId,
    isNamedByContact: isBlank(body.OriginalId),
    name: body.Name ?? null,
    email: body.Email ?? null,
    phone: body.Phone ?? null,
    document: body.Document ?? null,
    birthday: birthday === 'missing' ? null : birthday,
    signupAt: signupAt === 'missing' ? null : signupAt,
    isEnrolled: body.IsEnrolled ?? null,
  }
}

export function invalidDate(field: string): ApiRefusal {
  return refusal('General_FieldCannotBeDefault', `${field} ${DATE_HINT}`, field)
}

function nameIn(field: string, name: string): string {
  return field === '' ? name : `${field}.${name}`
}

/** A customer that is sent by itself. Without an id, its e-mail, else its document, is its id. */
export function readCustomerToSave(body: SaveCustomerBody, timeZone: string): CustomerToSave | ApiRefusal {
  const sent = readCustomer(body, timeZone, '')
  if (isRefusal(sent)) return sent
  const enrolledAt = readDate(body.EnrolledDate, timeZone)
  if (enrolledAt === 'invalid') return invalidDate('EnrolledDate')
  return { ...sent, enrolledAt: enrolledAt === 'missing' ? null : enrolledAt }
}

/** A customer of a sync, which must have an id of its own. */
export function readCustomerToUpsert(body: SaveCustomerBody, timeZone: string): CustomerToSave | ApiRefusal {
  if (isBlank(body.OriginalId)) {
    const text = "is missing: send the customer's id in your store."
    return wrongField('ApiExternalErro_Original_Id_Cant_Be_Null', 'OriginalId', text)
  }
  return readCustomerToSave(body, timeZone)
}

/** What is to change of the customer with this id, which stays unless another one is sent. */
export function readCustomerToUpdate(
  id: string,
  body: SaveCustomerBody,
  timeZone: string,
): CustomerToSave | ApiRefusal {
  return readCustomerToSave(
    { ...body, OriginalId: isBlank(body.OriginalId) ? id : body.OriginalId },
    timeZone,
  )
}

const CONTACTS = { Document: 'document', Email: 'email', Phone: 'phone' } as const satisfies Record<
  string,
  Contact
>

export interface ContactToFind {
  readonly contact: Contact
  readonly text: string
}

/** The one contact by which customers are looked for. null: nothing stored can be equal to it. */
export function readContact(query: Readonly<Record<string, unknown>>): ContactToFind | null | ApiRefusal {
  const sent = Object.entries(CONTACTS).flatMap(([name, contact]) => {
    const value = query[name]
    return value === undefined || value === '' || value === 'null' ? [] : [{ name, contact, value }]
  })
  const [one] = sent
  if (!one || sent.length > 1 || typeof one.value !== 'string' || isBlank(one.value)) {
    const message = 'Send exactly one of Document, Email and Phone, once.'
    return refusal('General_FieldCannotBeNullOrBlank', message, one?.name ?? 'Email')
  }
  if (one.value.length > LENGTH.text) {
    return wrongField('Genaral_LengthLimitExceeded', one.name, `is longer than ${LENGTH.text} characters.`)
  }
  return isStorable(one.value) ? { contact: one.contact, text: one.value } : null
}
