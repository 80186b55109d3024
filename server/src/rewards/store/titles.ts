import type { TenantId } from '../../contract/ids.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** What rewards are called, by their numbers. */
export async function findRewardTitles(
  tx: Tx,
  tenantId: TenantId,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run(
    tx,
    sql<{ id: number; title: string }>`
    select id, title from reward_configuration where tenant_id = ${tenantId} and id = any (${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}
