import { DATE_HINT, readDate } from '../../contract/private-api/dates.ts'
import type { ApiRefusal } from '../../contract/private-api/errors.ts'
import { refusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import type { SentCustomer } from '../sent-customer.ts'
import type { CustomerBody } from './schema.ts'

export function readCustomer(
  body: CustomerBody,
  timeZone: string,
  field = 'Customer',
): SentCustomer | ApiRefusal {
  const originalId = [body.OriginalId, body.Email, body.Document].find((text) => !isBlank(text))
  if (isBlank(originalId)) {
    const message = `${field} has no OriginalId, Email or Document: send at least one.`
    return refusal('ApiExternalCustomer_document_email_empty', message, field)
  }
  const birthday = readDate(body.BirthdayDate, timeZone)
  if (birthday === 'invalid') return invalidDate(`${field}.BirthdayDate`)
  const signupAt = readDate(body.SignupDate, timeZone)
  if (signupAt === 'invalid') return invalidDate(`${field}.SignupDate`)
  return {
    originalId,
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
