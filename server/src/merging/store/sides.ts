/** What two customers have, side by side, before anybody decides whether they are merged. */
import type { Amount } from '../../accounts/account.ts'
import { findAccountsById, type StoredAccount } from '../../accounts/store/accounts.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { findSums } from './join.ts'

/** A customer with what a merge would move. */
export interface Side {
  readonly stored: StoredAccount
  readonly pending: Amount
  readonly owed: Amount
  readonly redemptions: number
  readonly coupons: number
}

/** undefined: there is no such customer. */
export async function findSides<Ids extends readonly CustomerId[]>(
  tx: Tx,
  tenantId: TenantId,
  ids: Ids,
): Promise<{ readonly [Index in keyof Ids]: Side | undefined }> {
  const accounts = await findAccountsById(tx, tenantId, ids)
  const sides = ids.map(async (id) => {
    const stored = accounts.get(id)
    if (!stored) return undefined
    const [sums, counts] = await Promise.all([findSums(tx, tenantId, id), findCounts(tx, tenantId, id)])
    return { stored, ...sums, ...counts }
  })
  return (await Promise.all(sides)) as { [Index in keyof Ids]: Side | undefined }
}

async function findCounts(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
): Promise<Pick<Side, 'redemptions' | 'coupons'>> {
  const { rows } = await run(
    tx,
    sql<{ redemptions: number; coupons: number }>`
    select (
      select count(*)::int from redemption where tenant_id = ${tenantId} and customer_id = ${customerId}
    ) as redemptions, (
      select count(*)::int from coupon where tenant_id = ${tenantId} and customer_id = ${customerId}
    ) as coupons`,
  )
  return rows[0] ?? { redemptions: 0, coupons: 0 }
}
