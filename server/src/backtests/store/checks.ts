import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type LocalDate, localDateToText } from '../../platform/zone.ts'
import type { CheckSum } from '../result.ts'

type Check = Omit<CheckSum, 'first'> & { readonly day: LocalDate; readonly now: Instant }

/** The check of the last day that was checked takes the place of the one before. */
export async function saveCheck(
  tx: Tx,
  tenantId: TenantId,
  { day, now, orders, differences, incomparable }: Check,
): Promise<void> {
  await run(
    tx,
    sql`
    insert into backtest_check (tenant_id, day, checked_at, orders, differences, incomparable)
    values (${tenantId}, ${localDateToText(day)}::date, ${instantToText(now)}::timestamptz, ${orders}, ${differences},
      ${incomparable})
    on conflict (tenant_id) do update
    set day = excluded.day, checked_at = excluded.checked_at, orders = excluded.orders,
      differences = excluded.differences, incomparable = excluded.incomparable`,
  )
}

/** How many of the orders of the day that was checked last did not earn what their program gives. */
export async function findDifferences(tx: Tx, tenantId: TenantId): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ differences: number }>`select differences from backtest_check where tenant_id = ${tenantId}`,
  )
  return rows[0]?.differences ?? 0
}
