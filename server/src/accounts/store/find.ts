import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { hasWords, type Search } from '../rules/search.ts'
import {
  ACCOUNT_COLUMNS,
  type AccountRow,
  findAccountsById,
  findCustomer,
  type StoredAccount,
  toStored,
} from './accounts.ts'

/** Of how many customers a search takes the first, in the order of their terms: more must be asked more precisely. */
const CANDIDATES_MAX = 2_000
/** So many come with their accounts: who asks precisely is answered in one round trip. */
const FIRST_WITH_ACCOUNT = 60
/** Behind every term that begins with the same letters. */
const BEHIND_ALL = '\u{10FFFF}'

/** The first character that a term can have: nothing lies between a term and the same with it. */
const BEHIND_ITSELF = '\u0001'

export interface FoundCustomer {
  readonly id: CustomerId
  /** Whether one of the terms is the very one that was asked for, and not only begins with it. */
  readonly isExact: boolean
  readonly stored: StoredAccount
}

export interface FindPage {
  /** Behind which the page begins; null: at the first. */
  readonly after: Pick<FoundCustomer, 'id' | 'isExact'> | null
  readonly limit: number
  /** null: all. */
  readonly isWanted: ((stored: StoredAccount) => boolean) | null
}

/** Those that were meant exactly first, then the newest. */
export async function findByTerms(
  tx: Tx,
  tenantId: TenantId,
  search: Search,
  { after, limit, isWanted }: FindPage,
): Promise<FoundCustomer[]> {
  const candidates = await findCandidates(tx, tenantId, search, after)
  // Without a wish of its own the page is known before the accounts are.
  const looked = isWanted ? candidates : candidates.slice(0, limit)
  const missing = looked.flatMap(({ id, stored }) => (stored ? [] : [id]))
  const others = await findAccountsById(tx, tenantId, missing)
  return looked
    .flatMap(({ id, isExact, stored = others.get(id) }) => (stored ? [{ id, isExact, stored }] : []))
    .filter(({ stored }) => isWanted?.(stored) ?? true)
    .slice(0, limit)
}

/** Whose id this is or was: of a customer who was merged or renamed, people still have the id of before. */
export async function findByFormerId(
  tx: Tx,
  tenantId: TenantId,
  text: string,
): Promise<StoredAccount | undefined> {
  const stored = await findCustomer(tx, tenantId, text.trim())
  return stored && stored.customer.mergedInto === null ? stored : undefined
}

interface Candidate {
  readonly id: CustomerId
  readonly isExact: boolean
  readonly stored: StoredAccount | undefined
}

async function findCandidates(
  tx: Tx,
  tenantId: TenantId,
  { beginnings, otherWords, isExact }: Search,
  after: FindPage['after'],
): Promise<Candidate[]> {
  const ends = beginnings.map((start) => start + (isExact ? BEHIND_ITSELF : BEHIND_ALL))
  // `offset 0` keeps the planner from looking up a customer before it has looked whether that is wanted.
  const { rows } = await run(
    tx,
    sql<
      AccountRow & {
        found_id: CustomerId
        is_exact: boolean
        is_by_name: boolean
        name_of_later: string | null
      }
    >`
    with found as (
      select customer_id, bool_or(term = wanted.low) as is_exact, bool_and(term < 'n;' and term >= 'n:') as is_by_name
      from unnest(${beginnings}::text[], ${ends}::text[]) as wanted (low, high)
      cross join lateral (
        select term, customer_id from customer_term
        where tenant_id = ${tenantId} and term >= wanted.low and term < wanted.high
        order by term, customer_id
        limit ${CANDIDATES_MAX}
      ) as of_term
      group by customer_id
    ), placed as (
      select *, row_number() over (order by is_exact desc, customer_id desc) as place from found
      where (not is_exact, -customer_id) > (not ${after?.isExact ?? true}::boolean, -${after?.id ?? Number.MAX_SAFE_INTEGER}::bigint)
    )
    select placed.customer_id as found_id, is_exact, is_by_name, name_of_later, ${ACCOUNT_COLUMNS}
    from placed
    left join lateral (
      select * from customer
      where place <= ${FIRST_WITH_ACCOUNT} and tenant_id = ${tenantId} and id = placed.customer_id
      offset 0
    ) as customer on true
    left join lateral (
      select name as name_of_later from customer
      where ${otherWords.length > 0}::boolean and place > ${FIRST_WITH_ACCOUNT} and is_by_name
        and tenant_id = ${tenantId} and id = placed.customer_id
      offset 0
    ) as later on true
    order by place`,
  )
  return rows
    .filter((row) => !row.is_by_name || hasWords(row.name ?? row.name_of_later, otherWords))
    .map((row) => ({
      id: row.found_id,
      isExact: row.is_exact,
      stored: row.id === null ? undefined : toStored(row),
    }))
}
