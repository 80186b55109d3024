import type { Locale } from '../locale.ts'
import { catalogueText } from './catalogue.ts'
import { type ApiRefusal, codeOf } from './errors.ts'
import { codeOfRefused, fieldOfRefused, type Refused } from './failure-code.ts'

/**
 * A refusal in the sender's language: what the catalog says about its error, after the member that is wrong. English
 * messages are more exact, and stay as they are. Numbers and names of errors are the same in every language.
 */
export function refusalIn(locale: Locale, refused: ApiRefusal): ApiRefusal {
  if (locale === 'en') return refused
  return { ...refused, message: sentence(locale, 200, codeOf(refused), refused.field) }
}

/** The same for a whole answer, in any of the envelopes. */
export function refusedIn(locale: Locale, status: number, answer: Refused): Refused {
  if (locale === 'en') return answer
  const text = sentence(locale, status, codeOfRefused(answer), fieldOfRefused(answer))
  const { ErrorMessage, ErrorMessages, ErrorDescriptions } = answer
  return {
    ...answer,
    ...(typeof ErrorMessage === 'string' ? { ErrorMessage: text } : {}),
    // Those of a list begin with the number and the name.
    ...(ErrorMessages
      ? { ErrorMessages: ErrorMessages.map((line) => `${/^\d+ \w+: /.exec(line)?.[0] ?? ''}${text}`) }
      : {}),
    ...(ErrorDescriptions
      ? { ErrorDescriptions: ErrorDescriptions.map((one) => ({ ...one, FieldText: text })) }
      : {}),
  }
}

function sentence(locale: Locale, status: number, code: number | null, field: string | undefined): string {
  const text = catalogueText(status, code)[locale]
  return field ? `${field}: ${text}` : text
}
