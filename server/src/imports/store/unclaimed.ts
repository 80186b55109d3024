import { contactsOf, knownBy } from '../../accounts/rules/terms.ts'
import { findAccountsById, type StoredAccount } from '../../accounts/store/accounts.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** Customers who were imported by an e-mail or a document, and whom no order of the shop has named since. */
export async function listUnclaimed(
  tx: Tx,
  tenantId: TenantId,
  { afterId, limit }: { readonly afterId: CustomerId; readonly limit: number },
): Promise<CustomerId[]> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId }>`
    select id from customer
    where tenant_id = ${tenantId} and is_unclaimed and erased_at is null and id > ${afterId}
    order by tenant_id, id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

const SHARING_MAX = 5

/** Other customers who have the document or e-mail of these, by the id of the one whose it is: a person may merge them. */
export async function findSharing(
  tx: Tx,
  tenantId: TenantId,
  customers: readonly StoredAccount[],
): Promise<ReadonlyMap<CustomerId, readonly StoredAccount[]>> {
  const asked = customers.flatMap(({ customer: { id, profile } }) =>
    Object.values(contactsOf(profile)).flatMap((term) => (term ? [{ id, term }] : [])),
  )
  if (asked.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId; other: CustomerId }>`
    select distinct wanted.id, found.customer_id as other
    from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ term }) => term)}::text[]) as wanted (id, term)
    cross join lateral (
      select customer_id from customer_term as stored
      where stored.tenant_id = ${tenantId} and stored.term = wanted.term and stored.customer_id <> wanted.id
      order by customer_id limit ${SHARING_MAX}
    ) as found`,
  )
  const others = await findAccountsById(
    tx,
    tenantId,
    rows.map(({ other }) => other),
  )
  const mine = new Map(customers.map((one) => [one.customer.id, contactsOf(one.customer.profile)]))
  const sharing = rows.flatMap(({ id, other }) => {
    const [stored, contacts] = [others.get(other), mine.get(id)]
    // A term may be left of what a customer no longer has.
    return stored && contacts && knownBy(contacts, stored.customer.profile) ? [{ id, stored }] : []
  })
  const byId = Map.groupBy(sharing, ({ id }) => id)
  return new Map([...byId].map(([id, found]) => [id, found.map(({ stored }) => stored)]))
}
