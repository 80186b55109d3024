/** Who is meant by a customer that comes without an id: one customer has one account. */
import type { Customer } from '../accounts/customer.ts'
import { type Contacts, contactsOf, knownBy } from '../accounts/rules/terms.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { SentCustomer } from './sent-customer.ts'

/** By what it may be known; null: it has an id, or the merchant wants none to be recognised. */
export function contactsToRecognise(
  { settings }: Pick<Tenant, 'settings'>,
  sent: SentCustomer,
): Contacts | null {
  return sent.isNamedByContact && settings.matchesCustomers !== false ? contactsOf(sent) : null
}

/** By what this customer was recognised; null: it was named by its id, or is new. */
export function recognisedByContact(
  tenant: Pick<Tenant, 'settings'>,
  sent: SentCustomer,
  { originalId, profile }: Customer,
): keyof Contacts | null {
  const contacts = originalId === sent.originalId ? null : contactsToRecognise(tenant, sent)
  return contacts && knownBy(contacts, profile)
}
