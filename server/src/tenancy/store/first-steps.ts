import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** What a merchant has of its first steps in the directory; null: not yet. */
export async function findKeySteps(
  tx: Tx,
  tenantId: TenantId,
): Promise<{ readonly keyMadeAt: Instant | null; readonly firstCallAt: Instant | null }> {
  const { rows } = await run(
    tx,
    sql<{ made: Date | null; called: Date | null }>`
    select (select min(created_at) from api_key where tenant_id = ${tenantId}) as made,
      (select min(hour) from key_use where tenant_id = ${tenantId}) as called`,
  )
  const [row] = rows
  return { keyMadeAt: row?.made?.getTime() ?? null, firstCallAt: row?.called?.getTime() ?? null }
}
