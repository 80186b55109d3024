import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface DueAsk {
  readonly tenantId: TenantId
  readonly now: Instant
  readonly except: readonly CustomerId[]
}

export interface DueCustomer {
  readonly id: CustomerId
  readonly originalId: string
}

/**
 * Customers with stamps that are to have ended by now, one for each card, the longest due first. By the index of what is
 * due and by nothing else: all stamps of a card with a last day end in one night.
 */
export async function findDueCards(
  tx: Tx,
  { tenantId, now, except }: DueAsk,
  limit: number,
): Promise<DueCustomer[]> {
  const { rows } = await run(
    tx,
    sql<DueCustomer>`
    select customer.id, customer.original_id as "originalId"
    from (
      select customer_id, due_at from stamp_card
      where tenant_id = ${tenantId} and due_at is not null and due_at <= ${instantToText(now)}::timestamptz
        and customer_id <> all (${except}::bigint[])
      order by due_at
      limit ${limit}
    ) as due
    join customer on customer.tenant_id = ${tenantId} and customer.id = due.customer_id
    order by due.due_at`,
  )
  return rows
}
