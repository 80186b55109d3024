import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { GrantCount } from '../objective.ts'

/** How often a customer has been granted each action, by the name under which it is kept. */
export async function countGrants(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
  startOfToday: Instant,
): Promise<Map<string, GrantCount>> {
  const { rows } = await run(
    tx,
    sql<{ action: string; ever: number; today: number }>`
    select action, count(*) as ever,
      count(*) filter (where granted_at >= ${instantToText(startOfToday)}::timestamptz) as today
    from action_grant
    where tenant_id = ${tenantId} and customer_id = ${customerId}
    group by action`,
  )
  return new Map(rows.map(({ action, ever, today }) => [action, { ever, today }]))
}

/** From when the points of a record can be spent. */
export async function findAvailability(
  tx: Tx,
  tenantId: TenantId,
  customerId: CustomerId,
  recordId: RecordId,
): Promise<Instant | null> {
  const { rows } = await run(
    tx,
    sql<{ available_at: Date | null }>`
    select available_at from point_record
    where tenant_id = ${tenantId} and customer_id = ${customerId} and id = ${recordId}`,
  )
  return rows[0]?.available_at?.getTime() ?? null
}
