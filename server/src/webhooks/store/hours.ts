import type { TenantId } from '../../contract/ids.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { HourCount } from '../rules/hour-counts.ts'

/** The hours of all endpoints of a tenant since a moment, oldest first, by the number of the endpoint. */
export async function readHours(
  tx: Tx,
  tenantId: TenantId,
  since: Instant,
): Promise<ReadonlyMap<number, readonly HourCount[]>> {
  const { rows } = await run(
    tx,
    sql<{ endpoint_id: number; hour: Date; sent: number; failed: number; buckets: number[] }>`
    select endpoint_id, hour, sent, failed, buckets from webhook_hour
    where tenant_id = ${tenantId} and hour > ${instantToText(since)}::timestamptz
    order by endpoint_id, hour`,
  )
  const hours = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id)
  return new Map(
    [...hours].map(([id, own]) => [
      id,
      own.map(({ hour, sent, failed, buckets }) => ({ hour: hour.getTime(), sent, failed, buckets })),
    ]),
  )
}

export async function deleteOldHours(tx: Tx, tenantIds: readonly TenantId[], before: Instant): Promise<void> {
  await run(
    tx,
    sql`
    delete from webhook_hour
    where tenant_id = any (${tenantIds}::bigint[]) and hour < ${instantToText(before)}::timestamptz`,
  )
}
