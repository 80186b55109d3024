/** What redemptions know of a customer. */
import {
  decimalOf,
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

interface RedemptionRow {
  readonly id: number
  readonly key: string
  readonly rewardId: number
  readonly points: string
  readonly cashback: string
  readonly redeemedAt: string
  readonly returnedAt: string | null
  readonly checkoutId: string | null
  readonly metadata: readonly (readonly [string, string | null])[]
}

async function findRedemptions(
  tx: Tx,
  { tenantId, customerId }: Exported,
  { after, limit }: PageAfter<number>,
): Promise<readonly RedemptionRow[]> {
  const { rows } = await run(
    tx,
    sql<RedemptionRow>`
    select id, original_key as key, reward_configuration_id as "rewardId", ${decimalOf('points')} as points,
      ${decimalOf('cashback')} as cashback, ${momentOf('redeemed_at')} as "redeemedAt",
      ${momentOf('returned_at')} as "returnedAt", checkout_id as "checkoutId", metadata
    from redemption where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${after}
    order by tenant_id desc, customer_id desc, id desc limit ${limit}`,
  )
  return rows
}

export const exported = {
  redemptions: newestFirst(findRedemptions, ({ metadata, ...redemption }) => ({
    ...redemption,
    metadata: metadata.map(([name, value]) => ({ name, value })),
  })),
}
