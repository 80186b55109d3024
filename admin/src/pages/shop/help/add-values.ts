import type { Input } from '../../../api/client.ts'

/** A new customer, as it is typed; empty: not known. */
export interface AddValues {
  readonly originalId: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly document: string
  /** A day like 1990-02-03. */
  readonly birthday: string
  readonly isEnrolled: boolean
}

export const NEW_CUSTOMER: AddValues = {
  originalId: '',
  name: '',
  email: '',
  phone: '',
  document: '',
  birthday: '',
  isEnrolled: true,
}

/** What was left empty is left out. A day is sent as midnight in UTC, which everywhere means that day. */
export function bodyOf({
  originalId,
  birthday,
  isEnrolled,
  ...texts
}: AddValues): NonNullable<Input<'customers.create'>['body']> {
  const known = Object.entries(texts).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()]],
  )
  return {
    originalId: originalId.trim(),
    ...Object.fromEntries(known),
    ...(birthday === '' ? {} : { birthday: `${birthday}T00:00:00Z` }),
    isEnrolled,
  }
}
