import type { Customer } from '../accounts/customer.ts'
import type { Claimed } from '../accounts/till/command.ts'
import { renameChanges } from './collections/customer-ids.ts'

/** The shop has told the id of a customer who was imported by a contact alone, which still names the customer too. */
export function claimCustomer(customer: Customer, id: string): Claimed {
  return {
    customer: { ...customer, originalId: id, isUnclaimed: false },
    changes: renameChanges(customer, id),
  }
}
