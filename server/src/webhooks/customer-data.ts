/** What receivers of webhooks have said of a customer. */
import {
  ERASED,
  type Erased,
  type Exported,
  momentOf,
  newestFirst,
  type PageAfter,
} from '../accounts/customer-data-kit.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** What they answered; that they were told stays. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update webhook_attempt as one set answer = ''
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id`,
    ),
  ]
}

interface AttemptRow {
  readonly id: number
  readonly endpointId: number
  readonly at: string
  readonly status: number | null
  readonly answer: string
}

/** Found by the customer first: by number alone, all attempts of the merchant would be looked through. */
async function findAnswers(
  tx: Tx,
  { tenantId, ids }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly AttemptRow[]> {
  const { rows } = await run(
    tx,
    sql<AttemptRow>`
    with told as materialized (
      select id from webhook_attempt
      where tenant_id = ${tenantId} and customer_id = any (${ids}::bigint[]) and id < ${after}
    ), newest as materialized (select id from told order by id desc limit ${limit})
    select attempt.id, endpoint_id as "endpointId", ${momentOf('attempted_at')} as at, status, answer
    from newest join webhook_attempt as attempt on attempt.tenant_id = ${tenantId} and attempt.id = newest.id
    order by attempt.id desc`,
  )
  return rows
}

export const exported = {
  webhookAnswers: newestFirst(findAnswers, ({ id: _, ...answer }) => answer),
}
