import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface DueAsk {
  readonly tenantId: TenantId
  readonly now: Instant
  readonly after: CustomerId
}

export interface DueCustomer {
  readonly id: CustomerId
  readonly originalId: string
}

/** Customers with stamps that are to have ended by now, behind one of them. */
export async function findDueCards(
  tx: Tx,
  { tenantId, now, after }: DueAsk,
  limit: number,
): Promise<DueCustomer[]> {
  const { rows } = await run(
    tx,
    sql<DueCustomer>`
    select distinct customer.id, customer.original_id as "originalId"
    from stamp_card as card
    join customer on customer.tenant_id = card.tenant_id and customer.id = card.customer_id
    where card.tenant_id = ${tenantId} and card.due_at <= ${instantToText(now)}::timestamptz
      and card.customer_id > ${after}
    order by customer.id
    limit ${limit}`,
  )
  return rows
}
