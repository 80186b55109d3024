import type { TenantId } from '../../contract/ids.ts'
import type { Month } from '../../figures/rules/zones.ts'
import type { Decimal } from '../../platform/decimal.ts'
import { decimalToText } from '../../platform/decimal.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { Estimate } from '../rules/post-month.ts'
import { type AccountingSettings, NOT_SET } from '../settings.ts'

interface Row {
  readonly is_on: boolean
  readonly starts_in: Month | null
  readonly close_day: number | null
  readonly accounts: AccountingSettings['accounts']
  readonly version: number
}

/**
 * Keeps a merchant's books from others until the transaction ends. Of two who close a month, change an estimate or the
 * settings at the same time, the second one reads what the first has done.
 */
export async function lockBooks(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('punchcard books of ' || ${tenantId}::text, 0))`,
  )
}

export async function findAccountingSettings(tx: Tx, tenantId: TenantId): Promise<AccountingSettings> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select is_on, starts_in, close_day, accounts, version from accounting_settings where tenant_id = ${tenantId}`,
  )
  const [row] = rows
  if (!row) return NOT_SET
  const { is_on: isOn, starts_in: startsIn, close_day: closeDay, accounts, version } = row
  return { isOn, startsIn, closeDay, accounts, version }
}

/** false: they were changed meanwhile. */
export async function saveAccountingSettings(
  tx: Tx,
  tenantId: TenantId,
  { isOn, startsIn, closeDay, accounts, version }: AccountingSettings,
): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ version: number }>`
    insert into accounting_settings (tenant_id, is_on, starts_in, close_day, accounts, version)
    values (${tenantId}, ${isOn}, ${startsIn}, ${closeDay}, ${JSON.stringify(accounts)}::jsonb, ${version})
    on conflict (tenant_id) do update
    set is_on = excluded.is_on, starts_in = excluded.starts_in, close_day = excluded.close_day,
      accounts = excluded.accounts, version = excluded.version
    where accounting_settings.version = excluded.version - 1
    returning version`,
  )
  return rows.length === 1
}

/** In the order of time. */
export async function findEstimates(tx: Tx, tenantId: TenantId): Promise<Estimate[]> {
  const { rows } = await run(
    tx,
    sql<{ since: Month; breakage: Decimal; point_worth: Decimal | null }>`
    select since, breakage, point_worth from accounting_estimate where tenant_id = ${tenantId} order by since`,
  )
  return rows.map(({ since, breakage, point_worth: pointWorth }) => ({ since, breakage, pointWorth }))
}

export async function saveEstimate(
  tx: Tx,
  tenantId: TenantId,
  { since, breakage, pointWorth }: Estimate,
): Promise<void> {
  await run(
    tx,
    sql`
    insert into accounting_estimate (tenant_id, since, breakage, point_worth)
    values (
      ${tenantId}, ${since}, ${decimalToText(breakage)}::numeric,
      ${pointWorth === null ? null : decimalToText(pointWorth)}::numeric
    )
    on conflict (tenant_id, since) do update
    set breakage = excluded.breakage, point_worth = excluded.point_worth`,
  )
}
