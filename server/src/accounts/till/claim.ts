import type { Instant } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { Customer } from '../customer.ts'
import { knownBy } from '../rules/terms.ts'
import type { Claimed, Command } from './command.ts'

/**
 * A customer who was imported by a contact alone and whom a command names by an id of the shop: from now on that is the
 * customer's id. null: there is nothing to claim.
 */
export function claimBy<Input extends { readonly tenant: Tenant }>(
  { claim, contactsOf, customerOf }: Pick<Command<Input, unknown>, 'claim' | 'contactsOf' | 'customerOf'>,
  input: Input,
  customer: Customer | null,
  at: Instant,
): Claimed | null {
  if (!claim || !customer?.isUnclaimed) return null
  const contacts = contactsOf?.(input)
  if (!contacts?.isClaim) return null
  const id = customerOf(input)
  if (id === null || id === customer.originalId) return null
  const matchedBy = knownBy(contacts, customer.profile) === 'document' ? 'document' : 'email'
  return claim(customer, { id, matchedBy, at })
}
