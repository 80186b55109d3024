import type { Customer } from '../accounts/customer.ts'
import type { Claimed } from '../accounts/till/command.ts'
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
