import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Columns, rowsAs } from '../../platform/postgres/columns.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

interface NamedCustomer {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
}

const NAMED_CUSTOMER: Columns<NamedCustomer> = {
  tenant_id: ['bigint', ({ tenantId }) => tenantId],
  id: ['bigint', ({ customerId }) => customerId],
  position: ['int', (_, index) => index],
}

/**
 * The ids in the merchant's store of customers that are named by their numbers; null where there is no such one. Who was
 * merged into another one is that one.
 */
export async function findCustomerKeys(
  tx: Tx,
  customers: readonly NamedCustomer[],
): Promise<(string | null)[]> {
  const { rows } = await run(
    tx,
    sql<{ position: number; original_id: string }>`
    select wanted.position, customer.original_id
    from ${rowsAs('wanted', NAMED_CUSTOMER, customers)}
    join customer as named on named.tenant_id = wanted.tenant_id and named.id = wanted.id
    join customer on customer.tenant_id = wanted.tenant_id
      and customer.id = case when named.merged_into is null then named.id else named.merged_into end`,
  )
  const found = new Map(rows.map(({ position, original_id }) => [position, original_id]))
  return customers.map((_, index) => found.get(index) ?? null)
}

/** More accounts of one person were never seen; a page of their history needs a bound. */
const MERGED_MAX = 1_000

/** The numbers of customers who were merged into this one. */
export async function findMergedInto(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<CustomerId[]> {
  const { rows } = await run(
    tx,
    sql<{ id: CustomerId }>`
    select id from customer where tenant_id = ${tenantId} and merged_into = ${customerId}
    order by id limit ${MERGED_MAX}`,
  )
  return rows.map(({ id }) => id)
}
