import type { TenantId } from '../../contract/ids.ts'
import type { Month } from '../../figures/rules/zones.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { MonthClose } from '../month-close.ts'

interface Row {
  readonly month: Month
  readonly closed_at: Date
  readonly closed_by: MonthClose['closedBy']
  readonly position: string | null
  readonly figures: string
  readonly hash: Buffer
}

/** The closed months, the first one first. */
export async function findCloses(tx: Tx, tenantId: TenantId): Promise<MonthClose[]> {
  const { rows } = await run(
    tx,
    sql<Row>`
    select month, closed_at, closed_by, position, figures, hash from month_close
    where tenant_id = ${tenantId} order by month`,
  )
  return rows.map(({ closed_at: at, closed_by: closedBy, ...row }) => ({
    ...row,
    ...{ closedAt: at.getTime(), closedBy },
  }))
}

/** null: none is. What it was closed with is not read. */
export async function findLastClosed(tx: Tx, tenantId: TenantId): Promise<Month | null> {
  const { rows } = await run(
    tx,
    sql<{ month: Month }>`
    select month from month_close where tenant_id = ${tenantId} order by month desc limit 1`,
  )
  return rows[0]?.month ?? null
}

/** The books are locked, so the month can’t be closed elsewhere meanwhile. */
export async function insertClose(tx: Tx, tenantId: TenantId, close: MonthClose): Promise<void> {
  const { month, closedAt, closedBy, position, figures, hash } = close
  await run(
    tx,
    sql`
    insert into month_close (tenant_id, month, closed_at, closed_by, position, figures, hash)
    values (
      ${tenantId}, ${month}, ${new Date(closedAt)}, ${JSON.stringify(closedBy)}::jsonb, ${position},
      ${figures}, ${hash}
    )`,
  )
}

/** How many months were closed. The database refuses it for every tenant but a sandbox. The books are locked. */
export async function deleteClosesOfSandbox(tx: Tx, tenantId: TenantId): Promise<number> {
  const { rows } = await run(
    tx,
    sql<{ deleted: number }>`select delete_closes_of_sandbox(${tenantId}) as deleted`,
  )
  return rows[0]?.deleted ?? 0
}
