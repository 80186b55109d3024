import type { TenantId } from '../../contract/ids.ts'
import type { LogPosition } from '../../events/event.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { STATE } from '../endpoint.ts'
import type { HeldEvent } from '../rules/window.ts'
import { type SealedEndpoint, type SealedEndpointRow, toSealedEndpoint } from './endpoints.ts'

export interface EndpointKey {
  readonly tenantId: TenantId
  readonly id: number
}

/**
 * The name of an endpoint in memory. Its number alone is not unique: a tenant that came from another cell brought the
 * numbers of that cell.
 */
export function endpointName({ tenantId, id }: EndpointKey): string {
  return `${tenantId}/${id}`
}

/** An endpoint that a worker has to itself, from where it stands. */
export interface LeasedEndpoint extends SealedEndpoint {
  readonly cursor: LogPosition
  readonly failingSince: Instant | null
  /** Its place in the log lies ahead of this server: the database was restored from another one. */
  readonly isAhead: boolean
}

/**
 * Takes endpoints that no worker has. A worker that is gone is known by its lock, which ends with its connection: after
 * a process was killed, no worker waits for the end of its leases. The lease is for a worker that lives and is cut off.
 */
export async function leaseEndpoints(
  tx: Tx,
  tenantIds: readonly TenantId[],
  worker: number,
  leaseSeconds: number,
  limit: number,
): Promise<LeasedEndpoint[]> {
  const { rows } = await run(
    tx,
    sql<
      SealedEndpointRow & {
        transaction: string
        event_id: number
        failing_since: Date | null
        is_ahead: boolean
      }
    >`
    with present as materialized (
      select (classid::bigint << 32) | objid::bigint as worker from pg_locks
      where locktype = 'advisory' and objsubid = 1 and granted
        and database = (select oid from pg_database where datname = current_database())
    ),
    free as materialized (
      select cursor.tenant_id, cursor.endpoint_id
      from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
      join tenant_home as home on home.tenant_id = wanted.tenant_id and home.state = 'active'
      join webhook_endpoint as endpoint on endpoint.tenant_id = wanted.tenant_id and endpoint.state = ${STATE.active}::smallint
      join webhook_cursor as cursor on cursor.tenant_id = endpoint.tenant_id and cursor.endpoint_id = endpoint.id
      where cursor.worker is null or cursor.leased_until < now() or cursor.worker not in (select worker from present)
      limit ${limit}
      for update of cursor skip locked
    ),
    taken as (
      update webhook_cursor as cursor
      set worker = ${worker}, leased_until = now() + ${leaseSeconds} * interval '1 second'
      from free where cursor.tenant_id = free.tenant_id and cursor.endpoint_id = free.endpoint_id
      returning cursor.*
    )
    select endpoint.tenant_id, endpoint.id, version, url, topics, sealed_headers, sealed_secret,
      sealed_previous_secret, previous_secret_until, taken.transaction, taken.event_id, taken.failing_since,
      taken.transaction > log_position(home.epoch, pg_snapshot_xmax(pg_current_snapshot())) as is_ahead
    from taken
    cross join lateral (
      select epoch from tenant_home where tenant_home.tenant_id = taken.tenant_id limit 1
    ) as home
    cross join lateral (
      select * from webhook_endpoint as endpoint
      where endpoint.tenant_id = taken.tenant_id and endpoint.id = taken.endpoint_id
      limit 1
    ) as endpoint`,
  )
  return rows.map((row) => ({
    ...toSealedEndpoint(row),
    cursor: { transaction: row.transaction, id: row.event_id },
    failingSince: row.failing_since?.getTime() ?? null,
    isAhead: row.is_ahead,
  }))
}

/** The workers that are present, and how many endpoints there are for all of them. */
export async function countShares(
  tx: Tx,
  tenantIds: readonly TenantId[],
): Promise<{ endpoints: number; workers: number[] }> {
  const { rows } = await run(
    tx,
    sql<{ endpoints: number; workers: string[] | null }>`
    select
      (select count(*)::int from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
        join tenant_home as home on home.tenant_id = wanted.tenant_id and home.state = 'active'
        join webhook_endpoint as endpoint
          on endpoint.tenant_id = wanted.tenant_id and endpoint.state = ${STATE.active}::smallint) as endpoints,
      (select array_agg(((classid::bigint << 32) | objid::bigint)::text) from pg_locks
        where locktype = 'advisory' and objsubid = 1 and granted and classid = ${PRESENCE_CLASS}::int::oid
          and database = (select oid from pg_database where datname = current_database())) as workers`,
  )
  return { endpoints: rows[0]?.endpoints ?? 0, workers: (rows[0]?.workers ?? []).map(Number) }
}

/** The upper half of every worker's number: it tells their locks from other advisory locks. */
export const PRESENCE_CLASS = 0x70_75

/** The events that failed at these endpoints, and what waits behind them, by `endpointName`. */
export async function readHeld(tx: Tx, endpoints: readonly EndpointKey[]): Promise<Map<string, HeldEvent[]>> {
  const { rows } = await run(
    tx,
    sql<{
      tenant_id: number
      endpoint_id: number
      customer_id: number
      event_id: number
      transaction: string
      attempts: number
      next_attempt_at: Date | null
      replays: number
    }>`
    select held.tenant_id, held.endpoint_id, held.customer_id, held.event_id, held.transaction, held.attempts,
      held.next_attempt_at, held.replays
    from unnest(${endpoints.map(({ tenantId }) => tenantId)}::bigint[], ${endpoints.map(({ id }) => id)}::bigint[])
      as wanted (tenant_id, endpoint_id)
    join webhook_retry as held on held.tenant_id = wanted.tenant_id and held.endpoint_id = wanted.endpoint_id
    where held.parked_at is null`,
  )
  const held = new Map<string, HeldEvent[]>()
  for (const row of rows) {
    const name = endpointName({ tenantId: row.tenant_id, id: row.endpoint_id })
    const list = held.get(name) ?? []
    list.push({
      transaction: row.transaction,
      id: row.event_id,
      customerId: row.customer_id,
      replays: row.replays,
      attempts: row.attempts,
      nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
    })
    held.set(name, list)
  }
  return held
}

export interface RenewedLease {
  readonly version: number
  /** False if the endpoint was stopped, or its tenant has left this cell. */
  readonly isActive: boolean
}

/** Renews the leases that this worker still has, and returns them by `endpointName`. */
export async function renewLeases(
  tx: Tx,
  endpoints: readonly EndpointKey[],
  worker: number,
  leaseSeconds: number,
): Promise<Map<string, RenewedLease>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number; id: number; version: number; is_active: boolean }>`
    update webhook_cursor as cursor
    set leased_until = now() + ${leaseSeconds} * interval '1 second'
    from unnest(${endpoints.map(({ tenantId }) => tenantId)}::bigint[], ${endpoints.map(({ id }) => id)}::bigint[])
      as mine (tenant_id, id),
      webhook_endpoint as endpoint
    where cursor.tenant_id = mine.tenant_id and cursor.endpoint_id = mine.id and cursor.worker = ${worker}
      and endpoint.tenant_id = mine.tenant_id and endpoint.id = mine.id
    returning endpoint.tenant_id, endpoint.id, endpoint.version,
      endpoint.state = ${STATE.active}::smallint and exists (
        select from tenant_home as home where home.tenant_id = endpoint.tenant_id and home.state = 'active'
      ) as is_active`,
  )
  return new Map(
    rows.map(({ tenant_id, id, version, is_active }) => [
      endpointName({ tenantId: tenant_id, id }),
      { version, isActive: is_active },
    ]),
  )
}

export async function releaseLeases(
  tx: Tx,
  endpoints: readonly EndpointKey[],
  worker: number,
): Promise<void> {
  await run(
    tx,
    sql`
    update webhook_cursor as cursor
    set worker = null, leased_until = null
    from unnest(${endpoints.map(({ tenantId }) => tenantId)}::bigint[], ${endpoints.map(({ id }) => id)}::bigint[])
      as mine (tenant_id, id)
    where cursor.tenant_id = mine.tenant_id and cursor.endpoint_id = mine.id and cursor.worker = ${worker}`,
  )
}
