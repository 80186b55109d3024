/** What redemptions know of a customer. */
import {
  decimalOf,
  ERASED,
  type Erased,
  EXPORTED_ROWS_MAX,
  type Exported,
  momentOf,
} from '../accounts/customer-data-kit.ts'
import { rowsAs } from '../platform/postgres/columns.ts'
import { run, type Tx } from '../platform/postgres/database.ts'
import { sql } from '../platform/postgres/sql.ts'

/** What the merchant's backend has sent along. */
export function forget(tx: Tx, rows: readonly Erased[]): Promise<unknown>[] {
  return [
    run(
      tx,
      sql`
      update redemption as one set metadata = '[]'
      from ${rowsAs('erased', ERASED, rows)}
      where one.tenant_id = erased.tenant_id and one.customer_id = erased.customer_id and one.metadata <> '[]'`,
    ),
  ]
}

export async function exportOf(tx: Tx, { tenantId, customerId }: Exported) {
  const { rows } = await run(
    tx,
    sql<{
      id: number
      key: string
      rewardId: number
      points: string
      cashback: string
      redeemedAt: string
      returnedAt: string | null
      checkoutId: string | null
      metadata: [string, string | null][]
    }>`
    select id, original_key as key, reward_configuration_id as "rewardId", ${decimalOf('points')} as points,
      ${decimalOf('cashback')} as cashback, ${momentOf('redeemed_at')} as "redeemedAt",
      ${momentOf('returned_at')} as "returnedAt", checkout_id as "checkoutId", metadata
    from redemption where tenant_id = ${tenantId} and customer_id = ${customerId}
    order by tenant_id desc, customer_id desc, id desc limit ${EXPORTED_ROWS_MAX}`,
  )
  return {
    redemptions: rows.map(({ metadata, ...redemption }) => ({
      ...redemption,
      metadata: metadata.map(([name, value]) => ({ name, value })),
    })),
  }
}
