import { DIFFERENCES_MAX, type Difference, expectManyRows } from '../accounts/verify.ts'
import { type Database, run } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** Counts a tenant's customers, all and by tier, and compares with the counts that are kept. */
export async function verifyCustomerCounts(database: Database, tenantId: number): Promise<Difference[]> {
  const { rows } = await database.transaction([tenantId], async (tx) => {
    await expectManyRows(tx)
    return run<{ tier: number; stored: string; recomputed: string }>(
      tx,
      sql`
      with kept as (
        select tier_id, sum(customers) as customers from customer_count where tenant_id = ${tenantId} group by tier_id
      ),
      counted as (
        select 0 as tier_id, count(*) as customers from customer where tenant_id = ${tenantId}
        union all
        select tier_id, count(*) from customer where tenant_id = ${tenantId} and tier_id is not null group by tier_id
      )
      select coalesce(kept.tier_id, counted.tier_id) as tier, coalesce(kept.customers, 0)::text as stored,
        coalesce(counted.customers, 0)::text as recomputed
      from kept full join counted on counted.tier_id = kept.tier_id
      where coalesce(kept.customers, 0) <> coalesce(counted.customers, 0)
      limit ${DIFFERENCES_MAX}`,
    )
  })
  return rows.map(({ tier, stored, recomputed }) => ({
    tenantId,
    customer: '',
    what: tier === 0 ? 'customers' : `customers with tier ${tier}`,
    stored,
    recomputed,
  }))
}
