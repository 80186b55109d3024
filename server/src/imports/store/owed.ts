import type { Amount } from '../../accounts/account.ts'
import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface OwedPage {
  /** null: it was the last page. */
  readonly next: CustomerId | null
  readonly amount: Amount
}

/** The balances of so many customers, as they were last settled. */
export async function sumBalances(
  tx: Tx,
  tenantId: TenantId,
  { after, limit }: { readonly after: CustomerId; readonly limit: number },
): Promise<OwedPage> {
  const { rows } = await run(
    tx,
    sql<{ count: number; last: CustomerId | null; points: Decimal; cashback: Decimal }>`
    select count(*)::int as count, max(id) as last, coalesce(sum(points_balance), 0) as points,
      coalesce(sum(cashback_balance), 0) as cashback
    from (
      select id, points_balance, cashback_balance from customer
      where tenant_id = ${tenantId} and id > ${after}
      order by tenant_id, id limit ${limit}
    ) as page`,
  )
  const [row] = rows
  if (!row) return { next: null, amount: { points: 0n, cashback: 0n } }
  const { count, last, points, cashback } = row
  return { next: count < limit ? null : last, amount: { points, cashback } }
}
