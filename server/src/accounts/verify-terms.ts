import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { expectedTerms, isStray } from './fill-terms.ts'
import { findMissingTerms, findTermFilling, listNamed, listTerms } from './store/terms.ts'

export interface TermDifference {
  readonly customer: string
  readonly what: string
  readonly stored: string
  readonly recomputed: string
}

const CUSTOMERS_PAGE = 2_000
const TERMS_PAGE = 10_000

/**
 * Whether customers are found by what they are, and by nothing else: each page in one snapshot. While terms are still
 * being filled in, they can't be compared. A difference names the kind of the term alone, for the term is personal.
 */
export async function verifyTerms(
  database: Database,
  tenantId: TenantId,
  most: number,
): Promise<TermDifference[]> {
  const filling = await database.read([tenantId], (tx) => findTermFilling(tx, tenantId))
  if (filling) return []
  const missing = await everyPage(database, tenantId, { id: 0 }, most, missingIn)
  const strays = await everyPage(database, tenantId, { term: '', customerId: 0 }, most, straysIn)
  return [...missing, ...strays].slice(0, most)
}

interface Page<Place> {
  readonly differences: readonly TermDifference[]
  /** null: there are no more. */
  readonly next: Place | null
}

async function everyPage<Place>(
  database: Database,
  tenantId: TenantId,
  first: Place,
  most: number,
  look: (tx: Tx, tenantId: TenantId, after: Place) => Promise<Page<Place>>,
): Promise<TermDifference[]> {
  const differences: TermDifference[] = []
  let after: Place | null = first
  while (after !== null && differences.length < most) {
    const place: Place = after
    const page: Page<Place> = await database.read([tenantId], (tx) => look(tx, tenantId, place))
    differences.push(...page.differences)
    after = page.next
  }
  return differences
}

async function missingIn(
  tx: Tx,
  tenantId: TenantId,
  after: { readonly id: CustomerId },
): Promise<Page<{ id: CustomerId }>> {
  const customers = await listNamed(tx, tenantId, after.id, CUSTOMERS_PAGE)
  const missing = await findMissingTerms(
    tx,
    customers.flatMap((customer) => expectedTerms(tenantId, customer)),
  )
  const keys = new Map(customers.map(({ id, originalId }) => [id, originalId]))
  const last = customers.at(-1)
  return {
    differences: missing.map(({ term, customerId }) => ({
      customer: keys.get(customerId) ?? '',
      what: `a term of the kind ${term.slice(0, 1)}`,
      stored: 'missing',
      recomputed: 'there',
    })),
    next: last && customers.length === CUSTOMERS_PAGE ? { id: last.id } : null,
  }
}

async function straysIn(
  tx: Tx,
  tenantId: TenantId,
  after: { readonly term: string; readonly customerId: CustomerId },
): Promise<Page<{ term: string; customerId: CustomerId }>> {
  const terms = await listTerms(tx, tenantId, after, TERMS_PAGE)
  const last = terms.at(-1)
  return {
    differences: terms.filter(isStray).map(({ term, customer }) => ({
      customer: customer?.originalId ?? '',
      what: `a term of the kind ${term.slice(0, 1)}`,
      stored: 'there',
      recomputed: 'missing',
    })),
    next: last && terms.length === TERMS_PAGE ? { term: last.term, customerId: last.customerId } : null,
  }
}
