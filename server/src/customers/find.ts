import type { Customer } from '../accounts/customer.ts'
import { type Contact, contactTerm, normalContact } from '../accounts/rules/terms.ts'
import { findCustomersById } from '../accounts/store/accounts.ts'
import { exactly, findByTerm } from '../accounts/store/terms.ts'
import type { TenantId } from '../contract/ids.ts'
import type { Tx } from '../platform/postgres/database.ts'

/** One more than can be read page by page. */
const FOUND_MAX = 10_001

export interface FoundPage {
  /** Newest first. */
  readonly customers: readonly Customer[]
  readonly total: number
}

/** Customers with exactly this contact, however it is written. */
export async function findByContact(
  tx: Tx,
  tenantId: TenantId,
  { contact, text }: { readonly contact: Contact; readonly text: string },
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<FoundPage> {
  const term = contactTerm(contact, text)
  if (term === null) return { customers: [], total: 0 }
  const found = await findByTerm(tx, tenantId, exactly(term), FOUND_MAX)
  // A phone number is found by its end, and a term may be left of what a customer had before.
  const asked = normalContact(contact, text)
  const ids = found.flatMap(({ id, profile }) => {
    const stored = profile[contact]
    return stored !== null && normalContact(contact, stored) === asked ? [id] : []
  })
  const customers = await findCustomersById(tx, tenantId, ids.slice(offset, offset + limit))
  return { customers, total: ids.length }
}
