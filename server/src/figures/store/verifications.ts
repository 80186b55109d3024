import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** What was found when a merchant's figures were compared with its ledger last. */
export interface FigureVerification {
  readonly tenantId: TenantId
  readonly verifiedAt: Instant
  readonly differences: number
  /** null: there are none. */
  readonly differsSince: Instant | null
}

export async function findVerifications(
  tx: Tx,
  tenantIds: readonly TenantId[],
): Promise<FigureVerification[]> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: TenantId; verified_at: Date; differences: number; differs_since: Date | null }>`
    select tenant_id, verified_at, differences, differs_since from figure_verification
    where tenant_id = any (${tenantIds}::bigint[])`,
  )
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    verifiedAt: row.verified_at.getTime(),
    differences: row.differences,
    differsSince: row.differs_since?.getTime() ?? null,
  }))
}

export async function saveVerification(
  tx: Tx,
  tenantId: TenantId,
  { differences, now }: { readonly differences: number; readonly now: Instant },
): Promise<void> {
  const at = new Date(now)
  await run(
    tx,
    sql`
    insert into figure_verification as stored (tenant_id, verified_at, differences, differs_since)
    values (${tenantId}, ${at}, ${differences}, ${differences > 0 ? at : null}::timestamptz)
    on conflict (tenant_id) do update set verified_at = excluded.verified_at, differences = excluded.differences,
      differs_since = case when excluded.differences > 0
        then coalesce(stored.differs_since, excluded.differs_since) end`,
  )
}

/** Of sums that are no longer read. */
export async function deleteVerification(tx: Tx, tenantId: TenantId): Promise<void> {
  await run(tx, sql`delete from figure_verification where tenant_id = ${tenantId}`)
}
