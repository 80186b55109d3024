import type { Amount } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { maskedDigits, maskedEmail, maskedName, maskedValue } from '../../contract/admin-api/masking.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Caller } from '../../people/actor.ts'
import type { CustomerShown } from './schema.ts'

export function presentAmount({ points, cashback }: Amount): { points: string; cashback: string } {
  return { points: shortText(points), cashback: shortText(cashback) }
}

/** Whether this caller sees who a customer is. */
export function seesPersons({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions?.has('customers.personal') ?? false
}

type Named = Pick<Customer, 'id' | 'originalId' | 'publicId' | 'profile'>

export function presentCustomer(customer: Named, caller: Pick<Caller, 'permissions'>): CustomerShown {
  const { id, originalId, publicId, profile } = customer
  const { name, email } = profile
  if (seesPersons(caller)) return { id, originalId, publicId, name, email }
  return {
    id,
    // Shops use addresses and documents as ids, whole or in parts.
    originalId: originalId.includes('@') ? maskedEmail(originalId) : maskedDigits(originalId),
    publicId,
    name: name && maskedName(name),
    email: email && maskedEmail(email),
  }
}

export function presentContact(
  { profile }: Named,
  caller: Pick<Caller, 'permissions'>,
): { phone: string | null; document: string | null } {
  const { phone, document } = profile
  if (seesPersons(caller)) return { phone, document }
  return { phone: phone && maskedDigits(phone), document: document && maskedDigits(document) }
}

/** What somebody wrote, such as a note or a reason: who may not see persons is not shown it, because it may name one. */
export function writtenFor<Text extends string | null>(
  caller: Pick<Caller, 'permissions'>,
  text: Text,
): Text | string {
  return seesPersons(caller) || text === null ? text : (maskedValue(text) ?? '')
}

/** A key that a shop chose, in which an address or a document may stand. */
export function keyFor<Key extends string | null>(
  caller: Pick<Caller, 'permissions'>,
  key: Key,
): Key | string {
  return seesPersons(caller) || key === null ? key : maskedDigits(key)
}
