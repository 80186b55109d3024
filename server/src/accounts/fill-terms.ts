/** Makes the terms of a tenant's customers again, page by page; and the comparison that `verify` makes. */
import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { termsOf } from './rules/terms.ts'
import {
  addTerms,
  deleteTerms,
  findTermFilling,
  listNamed,
  listTerms,
  lockNamed,
  type NamedCustomer,
  type StoredTerm,
  saveTermFilling,
  type TermFilling,
  type TermOfCustomer,
} from './store/terms.ts'

/** Commands for these customers wait until a page is saved: some milliseconds. */
const CUSTOMERS_PAGE = 200
const TERMS_PAGE = 2_000
const BEFORE_ALL_IDS = 0

export interface FillOptions {
  readonly database: Database
  readonly tenantId: TenantId
  readonly signal?: AbortSignal
}

/**
 * Each page is saved with how far it came, so it may be cut off anywhere and goes on there. First all customers, who
 * can be found from then on; at last terms are deleted that belong to no customer.
 */
export async function fillTerms({ database, tenantId, signal }: FillOptions): Promise<void> {
  while (!signal?.aborted) {
    const isMore = await database.transaction([tenantId], async (tx) => {
      const filling = await findTermFilling(tx, tenantId)
      if (!filling) return false
      const next = filling.phase < 3 ? fillPage(tx, tenantId, filling) : deleteStrays(tx, tenantId, filling)
      await saveTermFilling(tx, tenantId, await next)
      return true
    })
    if (!isMore) break
  }
}

async function fillPage(tx: Tx, tenantId: TenantId, filling: TermFilling): Promise<TermFilling> {
  const page = await listNamed(tx, tenantId, filling.afterCustomerId, CUSTOMERS_PAGE)
  const customers = await lockNamed(
    tx,
    tenantId,
    page.map(({ id }) => id),
  )
  await addTerms(
    tx,
    customers.flatMap((customer) => expectedTerms(tenantId, customer)),
  )
  const last = page.at(-1)
  if (last && page.length === CUSTOMERS_PAGE) return { ...filling, afterCustomerId: last.id }
  return { phase: 3, afterCustomerId: BEFORE_ALL_IDS, afterTerm: '' }
}

async function deleteStrays(tx: Tx, tenantId: TenantId, filling: TermFilling): Promise<TermFilling | null> {
  const after = { term: filling.afterTerm, customerId: filling.afterCustomerId }
  const page = await listTerms(tx, tenantId, after, TERMS_PAGE)
  await deleteThoseStillStray(tx, tenantId, page.filter(isStray))
  const last = page.at(-1)
  if (!last || page.length < TERMS_PAGE) return null
  return { phase: 3, afterCustomerId: last.customerId, afterTerm: last.term }
}

/** Looked at again under lock: the customer may have got the term since. */
async function deleteThoseStillStray(
  tx: Tx,
  tenantId: TenantId,
  found: readonly TermOfCustomer[],
): Promise<void> {
  if (found.length === 0) return
  const locked = await lockNamed(tx, tenantId, [...new Set(found.map(({ customerId }) => customerId))])
  const customers = new Map<CustomerId, NamedCustomer>(locked.map((customer) => [customer.id, customer]))
  const strays = found
    .map(({ term, customerId }) => ({ term, customerId, customer: customers.get(customerId) ?? null }))
    .filter(isStray)
  await deleteTerms(
    tx,
    strays.map(({ term, customerId }) => ({ tenantId, term, customerId })),
  )
}

/** Whether nothing of the customer gives this term. */
export function isStray({ term, customer }: TermOfCustomer): boolean {
  return customer === null || !termsOf(customer).includes(term)
}

export function expectedTerms(tenantId: TenantId, customer: NamedCustomer): StoredTerm[] {
  return termsOf(customer).map((term) => ({ tenantId, term, customerId: customer.id }))
}
