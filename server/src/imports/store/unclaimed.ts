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
