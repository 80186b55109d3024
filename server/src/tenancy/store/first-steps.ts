import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** What a merchant has of its first steps in the directory; null: not yet. */
export interface FirstSteps {
  readonly keyMadeAt: Instant | null
  readonly firstCallAt: Instant | null
  /** The first token for a browser that is still counted, while the storefront is on. */
  readonly shownAt: Instant | null
}

export async function findFirstSteps(tx: Tx, tenantId: TenantId): Promise<FirstSteps> {
  const { rows } = await run(
    tx,
    sql<{ made: Date | null; called: Date | null; shown: Date | null }>`
    select (select min(created_at) from api_key where tenant_id = ${tenantId}) as made,
      (select min(hour) from key_use where tenant_id = ${tenantId}) as called,
      (
        select min(hour) from storefront_use
        where tenant_id = ${tenantId} and what = 'mints' and exists (
          select from storefront where storefront.tenant_id = ${tenantId} and is_on
        )
      ) as shown`,
  )
  const [row] = rows
  return {
    keyMadeAt: row?.made?.getTime() ?? null,
    firstCallAt: row?.called?.getTime() ?? null,
    shownAt: row?.shown?.getTime() ?? null,
  }
}
