import { decimalOf } from '../../accounts/customer-data-kit.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface ExportedCard {
  readonly customerId: CustomerId
  readonly publicId: string
  readonly cardId: number
  readonly stamps: string
  readonly size: string
  readonly completed: number
}

/** Customer by customer. */
export async function findCardsToExport(
  tx: Tx,
  tenantId: TenantId,
  {
    after: [customerId, cardId],
    limit,
  }: { readonly after: readonly [number, number]; readonly limit: number },
): Promise<ExportedCard[]> {
  const { rows } = await run(
    tx,
    sql<ExportedCard>`
    select page.customer_id as "customerId", owner.public_id as "publicId", page.rule_id as "cardId",
      ${decimalOf('page.balance')} as stamps, ${decimalOf('page.size')} as size, page.completed
    from (
      select * from stamp_card
      where tenant_id = ${tenantId} and (customer_id, rule_id) > (${customerId}::bigint, ${cardId}::int)
      order by customer_id, rule_id limit ${limit}
    ) as page
    cross join lateral (
      select public_id from customer where tenant_id = ${tenantId} and id = page.customer_id limit 1
    ) as owner
    order by page.customer_id, page.rule_id`,
  )
  return rows
}
