import type { Amount } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { maskedDigits, maskedEmail, maskedName } from '../../contract/admin-api/masking.ts'
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
    originalId: maskedOriginalId(customer),
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

const onlyTold = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Some shops use the e-mail address or the document as the id: then it tells who it is as they do. */
function maskedOriginalId({ originalId, profile }: Named): string {
  if (originalId.includes('@')) return maskedEmail(originalId)
  const { phone, document, name } = profile
  const told = onlyTold(originalId)
  const isPersonal = [phone, document, name].some((text) => {
    const own = onlyTold(text ?? '')
    return own !== '' && (told.includes(own) || (told.length >= 8 && own.endsWith(told)))
  })
  return isPersonal ? maskedDigits(originalId) : originalId
}
