import type { Input } from '../../../api/client.ts'
import type { Customer } from './types.ts'

/** Who a customer is, as it is typed. */
export interface ProfileValues {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly document: string
  /** A day like 1990-02-03; empty: not known. */
  readonly birthday: string
}

export const MEMBERS = ['name', 'email', 'phone', 'document', 'birthday'] as const
export type MemberName = (typeof MEMBERS)[number]

export function profileOf({ name, email, phone, document, birthday }: Customer): ProfileValues {
  return {
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    document: document ?? '',
    birthday: birthday?.slice(0, 10) ?? '',
  }
}

/** What was known and is emptied now: the server keeps what it is not told. */
export function emptiedIn(before: ProfileValues, values: ProfileValues): readonly MemberName[] {
  return MEMBERS.filter((name) => before[name] !== '' && values[name].trim() === '')
}

export function changedIn(before: ProfileValues, values: ProfileValues): readonly MemberName[] {
  return MEMBERS.filter((name) => before[name] !== values[name].trim())
}

/** What differs. A day is sent as midnight in UTC, which everywhere means that day. */
export function bodyOf(
  before: ProfileValues,
  values: ProfileValues,
): NonNullable<Input<'customers.update'>['body']> {
  const entries = changedIn(before, values).map((name) => {
    const value = values[name].trim()
    return [name, name === 'birthday' ? `${value}T00:00:00Z` : value]
  })
  return Object.fromEntries(entries) as NonNullable<Input<'customers.update'>['body']>
}
