import { newClaim } from '../accounts/claim.ts'
import { claimChange } from '../accounts/collections/claims.ts'
import type { Customer } from '../accounts/customer.ts'
import { append } from '../accounts/till/collection.ts'
import type { Claimed, Claiming } from '../accounts/till/command.ts'
import type { AuditEntry } from '../people/audit.ts'
import { auditJournal } from '../people/collections/audit-journal.ts'
import { renameChanges } from './collections/customer-ids.ts'

/**
 * The customer with another id of the shop's; the one before still names it too. One that was imported by a contact alone
 * has an id from now on: the next order with that contact is not the first to name it, and claims nothing.
 */
export function renamedCustomer(customer: Customer, id: string): Claimed {
  return {
    customer: { ...customer, originalId: id, isUnclaimed: false },
    changes: renameChanges(customer, id),
  }
}

/** The same where the shop names a customer who was imported by a contact alone: it is kept, and in the audit. */
export function claimedCustomer(customer: Customer, claiming: Claiming): Claimed {
  const { customer: named, changes } = renamedCustomer(customer, claiming.id)
  const claim = newClaim(customer, claiming)
  return {
    customer: named,
    changes: [...changes, claimChange(claim), append(auditJournal, claimEntry(customer, claiming))],
  }
}

/** Without the id and the contact: the audit is never erased. */
function claimEntry({ id, publicId }: Customer, { matchedBy, at }: Claiming): AuditEntry {
  return {
    action: 'customer.claim',
    at,
    actor: { kind: 'system', id: null, label: 'Punchcard' },
    via: 'job',
    requestId: null,
    address: null,
    target: { kind: 'customer', id: String(id), label: publicId },
    before: null,
    after: { matchedBy },
  }
}
