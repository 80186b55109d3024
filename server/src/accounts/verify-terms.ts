import type { CustomerId, TenantId } from '../contract/ids.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { expectedTerms, isStray } from './fill-terms.ts'
import {
  findMissingTerms,
  findTermFilling,
  listNamed,
  listTerms,
  type NamedCustomer,
  type TermOfCustomer,
} from './store/terms.ts'
import { type AccountCheck, DIFFERENCES_MAX, type FoundDifference } from './verify.ts'

const CUSTOMERS_PAGE = 2_000
const TERMS_PAGE = 10_000

/**
 * Whether customers are found by what they are. While terms are still being filled in, they can't be compared. A
 * difference names the kind of the term alone, for the term is personal.
 */
export const verifyTerms: AccountCheck = async (tx, { tenantId, after, last }) => {
  if (await findTermFilling(tx, tenantId)) return []
  const differences: FoundDifference[] = []
  for (let afterId: CustomerId | undefined = after; afterId !== undefined; ) {
    const page: NamedCustomer[] = await listNamed(tx, tenantId, afterId, CUSTOMERS_PAGE)
    const own = page.filter(({ id }) => id <= last)
    differences.push(...(await findMissing(tx, tenantId, own)))
    afterId = own.length < CUSTOMERS_PAGE ? undefined : own.at(-1)?.id
  }
  return differences.slice(0, DIFFERENCES_MAX)
}

async function findMissing(
  tx: Tx,
  tenantId: TenantId,
  customers: readonly NamedCustomer[],
): Promise<FoundDifference[]> {
  const missing = await findMissingTerms(
    tx,
    customers.flatMap((customer) => expectedTerms(tenantId, customer)),
  )
  const keys = new Map(customers.map(({ id, originalId }) => [id, originalId]))
  return missing.map(({ term, customerId }) => ({
    customer: keys.get(customerId) ?? '',
    what: `a term of the kind ${term.slice(0, 1)}`,
    stored: 'missing',
    recomputed: 'there',
  }))
}

/** Whether customers are found by nothing else: terms are kept by term, so a page of them is of any customers. */
export async function verifyNoStrays(database: Database, tenantId: TenantId): Promise<FoundDifference[]> {
  const filling = await database.read([tenantId], (tx) => findTermFilling(tx, tenantId))
  if (filling) return []
  const differences: FoundDifference[] = []
  let after: TermPlace | null = { term: '', customerId: 0 }
  while (after !== null && differences.length < DIFFERENCES_MAX) {
    const place: TermPlace = after
    const terms: TermOfCustomer[] = await database.read([tenantId], (tx) =>
      listTerms(tx, tenantId, place, TERMS_PAGE),
    )
    differences.push(...terms.filter(isStray).map(toStray))
    after = terms.length < TERMS_PAGE ? null : (terms.at(-1) ?? null)
  }
  return differences.slice(0, DIFFERENCES_MAX)
}

type TermPlace = Pick<TermOfCustomer, 'term' | 'customerId'>

function toStray({ term, customer }: TermOfCustomer): FoundDifference {
  return {
    customer: customer?.originalId ?? '',
    what: `a term of the kind ${term.slice(0, 1)}`,
    stored: 'there',
    recomputed: 'missing',
  }
}
