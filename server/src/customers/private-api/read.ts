import { DATE_HINT, readDate } from '../../contract/private-api/dates.ts'
import { type Refusal, refusal } from '../../contract/private-api/errors.ts'
import { isBlank } from '../../contract/schema.ts'
import type { Instant } from '../../platform/clock.ts'
import type { CustomerBody } from './schema.ts'

/** What was said of a customer. null: nothing, so what is stored stays. */
export interface SentCustomer {
  readonly originalId: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly document: string | null
  readonly birthday: Instant | null
  readonly signupAt: Instant | null
  readonly isEnrolled: boolean | null
}

export function readCustomer(
  body: CustomerBody,
  timeZone: string,
  field = 'Customer',
): SentCustomer | Refusal {
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

export function invalidDate(field: string): Refusal {
  return refusal('General_FieldCannotBeDefault', `${field} ${DATE_HINT}`, field)
}
