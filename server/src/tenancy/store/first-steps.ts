import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** What a merchant has of its first steps in the directory; null: not yet. */
export async function findKeySteps(
  tx: Tx,
  tenantId: number,
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

/** And in its cell. Only whether there is anything at all, so it costs the same for the largest merchants. */
export async function findProgramSteps(
  tx: Tx,
  tenantId: number,
): Promise<{
  readonly publishedAt: Instant | null
  readonly hasPoints: boolean
  readonly hasReceivedWebhook: boolean
}> {
  const { rows } = await run(
    tx,
    sql<{ published: Date | null; points: boolean; received: boolean }>`
    select (select min(published_at) from program_version where tenant_id = ${tenantId}) as published,
      exists (select from point_record where tenant_id = ${tenantId}) as points,
      exists (select from webhook_attempt where tenant_id = ${tenantId} and is_success) as received`,
  )
  const [row] = rows
  return {
    publishedAt: row?.published?.getTime() ?? null,
    hasPoints: row?.points ?? false,
    hasReceivedWebhook: row?.received ?? false,
  }
}

/** Whether anything was ever bought: from then on amounts have a currency. */
export async function hasOrders(tx: Tx, tenantId: number): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ found: boolean }>`
    select exists (select from customer_order where tenant_id = ${tenantId}) as found`,
  )
  return rows[0]?.found ?? false
}
