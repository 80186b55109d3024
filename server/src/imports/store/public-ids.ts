import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/**
 * The ids in the merchant's store of customers by the ids that we have given, in lower case. No index has these: one would
 * cost every new customer, for files that few merchants have. So all customers are looked through once, for all of the ids.
 */
export async function findKeysByPublicId(
  tx: Tx,
  tenantId: TenantId,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await run(
    tx,
    sql<{ public_id: string; original_id: string }>`
    select public_id::text, original_id from customer
    where tenant_id = ${tenantId} and erased_at is null and merged_into is null
      -- Hashed once: without “is true” it would be a join, which compares each customer with each id.
      and (public_id in (select unnest(${[...new Set(publicIds)]}::uuid[]))) is true`,
  )
  return new Map(rows.map(({ public_id, original_id }) => [public_id, original_id]))
}
