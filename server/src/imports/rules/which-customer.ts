import type { CustomerId } from '../../contract/ids.ts'
import type { ContactOwners } from '../../customers/rules/save.ts'
import type { CustomerToSave } from '../../customers/sent-customer.ts'
import type { LineRefusal } from '../line.ts'

/**
 * The customers between whom a line without an id of the shop can't decide; null: it is clear. A document says it alone:
 * an e-mail is looked at only where no customer has the document, as for an order that comes without an id.
 */
export function ambiguousOwners({ email, document }: ContactOwners): {
  readonly member: 'email' | 'document'
  readonly owners: readonly CustomerId[]
} | null {
  if (document.length > 1) return { member: 'document', owners: document }
  return document.length === 0 && email.length > 1 ? { member: 'email', owners: email } : null
}

/** Several customers have the contact by which a line names one; null: it names one, or none. */
export function whyAmbiguous(
  sent: Pick<CustomerToSave, 'isNamedByContact'>,
  owners: ContactOwners,
  nameOf: (id: CustomerId) => string | undefined,
): LineRefusal | null {
  const found = sent.isNamedByContact ? ambiguousOwners(owners) : null
  if (!found) return null
  const customers = found.owners.map((id) => nameOf(id) ?? String(id)).join(', ')
  return { kind: 'refusal', reason: 'several-customers', member: found.member, facts: { customers } }
}
