import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { hasWords, type Search } from '../rules/search.ts'

/** Of how many customers a search takes the first, in the order of their terms: more must be asked more precisely. */
const CANDIDATES_MAX = 2_000
/** Behind every term that begins with the same letters. */
const BEHIND_ALL = '\u{10FFFF}'

/** The first character that a term can have: nothing lies between a term and the same with it. */
const BEHIND_ITSELF = '\u0001'

export interface FoundCustomer {
  readonly id: CustomerId
  /** Whether one of the terms is the very one that was asked for, and not only begins with it. */
  readonly isExact: boolean
}

/** Those that were meant exactly first, then the newest. */
export async function findByTerms(
  tx: Tx,
  tenantId: TenantId,
  { beginnings, otherWords, isExact }: Search,
): Promise<FoundCustomer[]> {
  const ends = beginnings.map((start) => start + (isExact ? BEHIND_ITSELF : BEHIND_ALL))
  const { rows } = await run(
    tx,
    sql<{ customer_id: CustomerId; is_exact: boolean; is_by_name: boolean }>`
    select found.customer_id, bool_or(found.term = wanted.low) as is_exact,
      bool_and(found.term < 'n;' and found.term >= 'n:') as is_by_name
    from unnest(${beginnings}::text[], ${ends}::text[])
      as wanted (low, high)
    cross join lateral (
      select term, customer_id from customer_term
      where tenant_id = ${tenantId} and term >= wanted.low and term < wanted.high
      order by term, customer_id
      limit ${CANDIDATES_MAX}
    ) as found
    group by found.customer_id
    order by is_exact desc, found.customer_id desc`,
  )
  const found = rows.map((row) => ({
    id: row.customer_id,
    isExact: row.is_exact,
    isByName: row.is_by_name,
  }))
  const byName = otherWords.length === 0 ? [] : found.filter(({ isByName }) => isByName).map(({ id }) => id)
  if (byName.length === 0) return found
  const names = await findNames(tx, tenantId, byName)
  return found.filter(({ id }) => !names.has(id) || hasWords(names.get(id) ?? null, otherWords))
}

async function findNames(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<Map<CustomerId, string | null>> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; name: string | null }>`
    select customer.id, name from unnest(${ids}::bigint[]) as wanted (id)
    join customer on customer.tenant_id = ${tenantId} and customer.id = wanted.id`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
