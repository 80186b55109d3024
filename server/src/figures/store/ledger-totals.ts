import { expectManyRows } from '../../accounts/verify.ts'
import type { TenantId } from '../../contract/ids.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { runUnhurried, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LedgerTotals } from '../rules/check-sums.ts'

/** What all accounts of a merchant have in all: read from all of them, so the transaction should do nothing after it. */
export async function readLedgerTotals(tx: Tx, tenantId: TenantId): Promise<LedgerTotals> {
  await expectManyRows(tx)
  const { rows } = await runUnhurried<{ what: keyof LedgerTotals; points: Decimal; cashback: Decimal }>(
    tx,
    sql`
    select 'balances' as what, coalesce(sum(points_balance), 0) as points, coalesce(sum(cashback_balance), 0) as cashback
    from customer where tenant_id = ${tenantId}
    union all
    select case when debt_points is not null then 'owed' when is_waiting then 'pending' else 'open' end,
      sum(coalesce(remaining_points, debt_points)), sum(coalesce(remaining_cashback, debt_cashback))
    from point_record where tenant_id = ${tenantId} and is_live
    group by 1`,
  )
  const of = (wanted: keyof LedgerTotals) => {
    const { points = 0n, cashback = 0n } = rows.find(({ what }) => what === wanted) ?? {}
    return { points, cashback }
  }
  return { balances: of('balances'), open: of('open'), pending: of('pending'), owed: of('owed') }
}
