import type { TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

/** The next one ends it. */
export interface TimeZoneSince {
  readonly since: Instant
  readonly timeZone: string
}

/** In the directory: which time zones a merchant has had, oldest first, each until the next one begins. */
export async function findTimeZones(tx: Tx, tenantId: TenantId): Promise<TimeZoneSince[]> {
  const { rows } = await run(
    tx,
    sql<{ since: Date; time_zone: string }>`
    select since, time_zone from tenant_zone where tenant_id = ${tenantId} order by since`,
  )
  return rows.map(({ since, time_zone }) => ({ since: since.getTime(), timeZone: time_zone }))
}

/** The time zones that the merchant has had, where it was. In the directory. */
export async function replaceTimeZones(
  tx: Tx,
  tenantId: TenantId,
  zones: readonly { readonly since: string; readonly timeZone: string }[],
): Promise<void> {
  await run(tx, sql`delete from tenant_zone where tenant_id = ${tenantId}`)
  await run(
    tx,
    sql`
    insert into tenant_zone (tenant_id, since, time_zone)
    select ${tenantId}, zone.since, zone.name
    from unnest(${zones.map(({ since }) => since)}::timestamptz[], ${zones.map(({ timeZone }) => timeZone)}::text[])
      as zone (since, name)`,
  )
}
