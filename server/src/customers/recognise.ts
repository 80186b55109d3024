/** Who is meant by a customer that comes without an id: one customer has one account. */
import type { Customer } from '../accounts/customer.ts'
import { type Contacts, contactsOf, knownBy } from '../accounts/rules/terms.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import type { SentCustomer } from './sent-customer.ts'

/**
 * By what it may be known; null: the merchant wants none to be recognised. One that has an id is looked for only among
 * those whom the shop has not claimed yet, which most merchants don't have.
 */
export function contactsToRecognise(
  { settings }: Pick<Tenant, 'settings'>,
  sent: SentCustomer,
): Contacts | null {
  if (settings.matchesCustomers === false) return null
  if (sent.isNamedByContact) return contactsOf(sent)
  return settings.hasUnclaimed && settings.claims !== 'review' ? { ...contactsOf(sent), isClaim: true } : null
}

/** By what this customer was recognised; null: it was named by its id, or is new. */
export function recognisedByContact(
  tenant: Pick<Tenant, 'settings'>,
  sent: SentCustomer,
  { originalId, profile }: Customer,
): keyof Contacts | null {
  const isNamed = !sent.isNamedByContact || originalId === sent.originalId
  const contacts = isNamed ? null : contactsToRecognise(tenant, sent)
  return contacts && knownBy(contacts, profile)
}
