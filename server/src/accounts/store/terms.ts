/** The terms by which customers are found. The writer of accounts keeps them; see `accounts/rules/terms.ts`. */
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Columns, rowsAs, table } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import type { Customer } from '../customer.ts'

export interface StoredTerm {
  readonly tenantId: TenantId
  readonly term: string
  readonly customerId: CustomerId
}

const TERM: Columns<StoredTerm, 'tenant_id' | 'term' | 'customer_id'> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  term: ['text', ({ term }) => term],
  customer_id: ['bigint', ({ customerId }) => customerId],
}

const terms = table('customer_term')

/** Of new customers, who have none. */
export const insertTerms = terms.insert<StoredTerm>(TERM)
export const addTerms = terms.insertMissing<StoredTerm>(TERM)
export const deleteTerms = terms.delete<StoredTerm>(TERM)

/** What terms are made from. */
export type NamedCustomer = Pick<Customer, 'id' | 'originalId' | 'mergedInto'> & {
  readonly profile: Pick<Customer['profile'], 'name' | 'email' | 'phone' | 'document'>
}

interface NamedRow {
  id: CustomerId
  original_id: string
  name: string | null
  email: string | null
  phone: string | null
  document: string | null
  merged_into: CustomerId | null
}

const NAMED = new Fragment('customer.id, customer.original_id, name, email, phone, document, merged_into')

function toNamed({ id, original_id, merged_into, ...profile }: NamedRow): NamedCustomer {
  const { name, email, phone, document } = profile
  return { id, originalId: original_id, mergedInto: merged_into, profile: { name, email, phone, document } }
}

/** A part of all terms: from one up to another. */
export interface TermRange {
  readonly from: string
  readonly below: string
}

/** This term and no other: no term has the smallest character that PostgreSQL keeps. */
export function exactly(term: string): TermRange {
  return { from: term, below: `${term}\u0001` }
}

/**
 * Customers that are found by a term of this range, newest first and at most so many. The one way to find customers by
 * anything but their id.
 */
export async function findByTerm(
  tx: Tx,
  tenantId: TenantId,
  { from, below }: TermRange,
  limit: number,
): Promise<NamedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<NamedRow>`
    select ${NAMED}
    from (
      select distinct customer_id from customer_term
      where tenant_id = ${tenantId} and term >= ${from} and term < ${below}
      order by customer_id desc
      limit ${limit}
    ) as found
    join customer on customer.tenant_id = ${tenantId} and customer.id = found.customer_id
    order by found.customer_id desc`,
  )
  return rows.map(toNamed)
}

/** A page of customers by id. */
export async function listNamed(
  tx: Tx,
  tenantId: TenantId,
  afterId: CustomerId,
  limit: number,
): Promise<NamedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<NamedRow>`
    select ${NAMED} from customer
    where tenant_id = ${tenantId} and id > ${afterId}
    order by id
    limit ${limit}`,
  )
  return rows.map(toNamed)
}

/**
 * These customers, locked: their terms must not change while they are compared. In the order in which all accounts are
 * locked.
 */
export async function lockNamed(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly CustomerId[],
): Promise<NamedCustomer[]> {
  const { rows } = await run(
    tx,
    sql<NamedRow>`
    select ${NAMED}
    from unnest(${ids}::bigint[]) as wanted (id)
    join customer on customer.tenant_id = ${tenantId} and customer.id = wanted.id
    order by customer.original_id
    for no key update of customer`,
  )
  return rows.map(toNamed)
}

/** Those of these terms that are not stored. */
export async function findMissingTerms(tx: Tx, expected: readonly StoredTerm[]): Promise<StoredTerm[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; term: string; customer_id: CustomerId }>`
    select wanted.tenant_id, wanted.term, wanted.customer_id
    from ${rowsAs('wanted', TERM, expected)}
    left join customer_term as stored using (tenant_id, term, customer_id)
    where stored.term is null`,
  )
  return rows.map((row) => ({ tenantId: row.tenant_id, term: row.term, customerId: row.customer_id }))
}

export interface TermOfCustomer {
  readonly term: string
  readonly customerId: CustomerId
  /** null: there is no such customer. */
  readonly customer: NamedCustomer | null
}

/** A page of terms, each with its customer. */
export async function listTerms(
  tx: Tx,
  tenantId: TenantId,
  after: Pick<TermOfCustomer, 'term' | 'customerId'>,
  limit: number,
): Promise<TermOfCustomer[]> {
  const { rows } = await run(
    tx,
    sql<Omit<NamedRow, 'id'> & { term: string; customer_id: CustomerId; id: CustomerId | null }>`
    select listed.term, listed.customer_id, ${NAMED}
    from (
      select term, customer_id from customer_term
      where tenant_id = ${tenantId} and (term, customer_id) > (${after.term}, ${after.customerId}::bigint)
      order by term, customer_id
      limit ${limit}
    ) as listed
    left join customer on customer.tenant_id = ${tenantId} and customer.id = listed.customer_id
    order by listed.term, listed.customer_id`,
  )
  return rows.map(({ term, customer_id, id, ...row }) => ({
    term,
    customerId: customer_id,
    customer: id === null ? null : toNamed({ id, ...row }),
  }))
}

/** How far the terms of a tenant have been filled in, for customers that were there before terms were. */
export interface TermFilling {
  readonly phase: 1 | 2 | 3
  readonly afterCustomerId: CustomerId
  readonly afterTerm: string
}

/** null: all terms are there. */
export async function findTermFilling(tx: Tx, tenantId: TenantId): Promise<TermFilling | null> {
  const { rows } = await run(
    tx,
    sql<{ phase: TermFilling['phase']; after_customer_id: CustomerId; after_term: string }>`
    select phase, after_customer_id, after_term from term_filling where tenant_id = ${tenantId}`,
  )
  const [row] = rows
  return row ? { phase: row.phase, afterCustomerId: row.after_customer_id, afterTerm: row.after_term } : null
}

/** Of a tenant whose customers have come all at once: from the first one on. */
export async function beginTermFilling(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`
    insert into term_filling (tenant_id, phase, after_customer_id, after_term) values (${tenantId}, 1, 0, '')
    on conflict (tenant_id) do update set phase = 1, after_customer_id = 0, after_term = ''`,
  )
}

/** null: nothing is left to do. */
export async function saveTermFilling(
  tx: Tx,
  tenantId: TenantId,
  filling: TermFilling | null,
): Promise<void> {
  if (filling === null) {
    await run(tx, sql`delete from term_filling where tenant_id = ${tenantId}`)
    return
  }
  const { phase, afterCustomerId, afterTerm } = filling
  await run(
    tx,
    sql`update term_filling
    set phase = ${phase}::smallint, after_customer_id = ${afterCustomerId}::bigint, after_term = ${afterTerm}
    where tenant_id = ${tenantId}`,
  )
}

/** Those of these tenants whose terms are not all filled in. */
export async function findTenantsToFill(tx: Tx, tenantIds: readonly TenantId[]): Promise<TenantId[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId }>`
    select tenant_id from term_filling where tenant_id = any (${tenantIds}::bigint[]) order by tenant_id`,
  )
  return rows.map((row) => row.tenant_id)
}
