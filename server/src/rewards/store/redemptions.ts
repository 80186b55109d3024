import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** What names a redemption: its key, and its customer by the id in the merchant's store. */
export interface RedemptionOfCustomer {
  readonly originalKey: string
  readonly customerKey: string
}

export async function findRedemptionById(
  tx: Tx,
  tenantId: TenantId,
  id: number,
): Promise<RedemptionOfCustomer | null> {
  const { rows } = await run(
    tx,
    sql<{ original_key: string; customer_key: string }>`
    select redemption.original_key, customer.original_id as customer_key
    from redemption
    join customer on customer.tenant_id = redemption.tenant_id and customer.id = redemption.customer_id
    where redemption.tenant_id = ${tenantId} and redemption.id = ${id}`,
  )
  const [row] = rows
  return row ? { originalKey: row.original_key, customerKey: row.customer_key } : null
}

export interface RedemptionsQuery {
  readonly customerId: CustomerId
  /** Only returned ones, only others, or both. */
  readonly isReturned: boolean | null
  readonly offset: number
  readonly limit: number
}

/** The keys of a customer's redemptions, newest first. */
export async function listRedemptions(
  tx: Tx,
  tenantId: TenantId,
  { customerId, isReturned, offset, limit }: RedemptionsQuery,
): Promise<{ keys: string[]; total: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    run(
      tx,
      sql<{ original_key: string }>`
      select original_key from redemption
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (${isReturned}::boolean is null or (returned_at is not null) = ${isReturned}::boolean)
      order by tenant_id desc, customer_id desc, id desc
      offset ${offset}
      limit ${limit}`,
    ),
    run(
      tx,
      sql<{ count: number }>`
      select count(*) as count from redemption
      where tenant_id = ${tenantId} and customer_id = ${customerId}
        and (${isReturned}::boolean is null or (returned_at is not null) = ${isReturned}::boolean)`,
    ),
  ])
  return { keys: rows.map(({ original_key }) => original_key), total: counted[0]?.count ?? 0 }
}
