import type { TenantId } from '../../contract/ids.ts'
import type { EventName, LogPosition } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { STATE } from '../endpoint.ts'
import type { HeldEvent, WindowChanges } from '../rules/window.ts'
import { type SealedEndpoint, type SealedEndpointRow, toSealedEndpoint } from './endpoints.ts'

export interface EndpointKey {
  readonly tenantId: TenantId
  readonly id: number
}

/** By which an endpoint is known in memory. A tenant that came from another cell brought the numbers of that cell. */
export function endpointName({ tenantId, id }: EndpointKey): string {
  return `${tenantId}/${id}`
}

/** An endpoint that a worker has to itself, from where it stands. */
export interface LeasedEndpoint extends SealedEndpoint {
  readonly cursor: LogPosition
  readonly failingSince: Instant | null
  /** Its place is one that this server has not come to: the database was restored from another one. */
  readonly isAhead: boolean
}

/**
 * Takes endpoints that nobody is at. A worker that is gone is known by its lock, which ends with its connection:
 * nobody waits for the end of a lease where a process was killed. The lease is for one that lives and is cut off.
 */
export async function leaseEndpoints(
  tx: Tx,
  tenantIds: readonly number[],
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

/** How many workers are there, and how many endpoints for all of them. */
export async function countShares(
  tx: Tx,
  tenantIds: readonly number[],
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

/** The upper half of every worker's number, so that their locks are known among others. */
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
  /** Neither stopped nor of a tenant that has left. */
  readonly isActive: boolean
}

/** Those that are still this worker's, by `endpointName`, with the version of each; the lease of all of them goes on. */
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

export interface Progress extends EndpointKey {
  readonly changes: WindowChanges
  readonly failingSince: Instant | null
}

export interface Attempt extends EndpointKey, EventName {
  readonly attempt: number
  readonly at: Instant
  readonly durationMs: number
  readonly isSuccess: boolean
  readonly status: number | null
  readonly answer: string
}

/**
 * Saves how far endpoints have come. Only of those that are still this worker's: the others are somebody else's, who
 * goes on from what was saved last. Returns the names of those that were saved.
 */
export async function saveProgress(
  tx: Tx,
  progress: readonly Progress[],
  worker: number,
): Promise<Set<string>> {
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number; endpoint_id: number }>`
    update webhook_cursor as cursor
    set transaction = coalesce(moved.transaction, cursor.transaction),
      event_id = coalesce(moved.event_id, cursor.event_id), failing_since = moved.failing_since
    from unnest(
      ${progress.map(({ tenantId }) => tenantId)}::bigint[], ${progress.map(({ id }) => id)}::bigint[],
      ${progress.map(({ changes }) => changes.cursor?.transaction ?? null)}::xid8[],
      ${progress.map(({ changes }) => changes.cursor?.id ?? null)}::bigint[],
      ${progress.map(({ failingSince }) => textOrNull(failingSince))}::timestamptz[]
    ) as moved (tenant_id, endpoint_id, transaction, event_id, failing_since)
    where cursor.tenant_id = moved.tenant_id and cursor.endpoint_id = moved.endpoint_id and cursor.worker = ${worker}
    returning cursor.tenant_id, cursor.endpoint_id`,
  )
  const saved = new Set(
    rows.map(({ tenant_id, endpoint_id }) => endpointName({ tenantId: tenant_id, id: endpoint_id })),
  )
  const mine = progress.filter((one) => saved.has(endpointName(one)))
  await Promise.all([saveHeld(tx, mine), deleteReleased(tx, mine)])
  return saved
}

async function saveHeld(tx: Tx, progress: readonly Progress[]): Promise<void> {
  const held = progress.flatMap(({ tenantId, id, changes }) => [
    ...changes.held.map((event) => ({ tenantId, endpointId: id, event, isParked: false })),
    ...changes.parked.map((event) => ({ tenantId, endpointId: id, event, isParked: true })),
  ])
  if (held.length === 0) return
  await run(
    tx,
    sql`
    insert into webhook_retry (tenant_id, endpoint_id, customer_id, event_id, transaction, attempts, next_attempt_at,
      parked_at, replays)
    select tenant_id, endpoint_id, customer_id, event_id, transaction, attempts, next_attempt_at,
      case when is_parked then now() end, replays
    from unnest(
      ${held.map(({ tenantId }) => tenantId)}::bigint[], ${held.map(({ endpointId }) => endpointId)}::bigint[],
      ${held.map(({ event }) => event.customerId)}::bigint[], ${held.map(({ event }) => event.id)}::bigint[],
      ${held.map(({ event }) => event.transaction)}::xid8[], ${held.map(({ event }) => event.attempts)}::smallint[],
      ${held.map(({ event }) => textOrNull(event.nextAttemptAt))}::timestamptz[],
      ${held.map(({ isParked }) => isParked)}::boolean[],
      ${held.map(({ event }) => event.replays ?? 0)}::smallint[]
    ) as held (tenant_id, endpoint_id, customer_id, event_id, transaction, attempts, next_attempt_at, is_parked,
      replays)
    on conflict (tenant_id, endpoint_id, customer_id, event_id) do update
    set attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at, parked_at = excluded.parked_at
    where webhook_retry.replays = excluded.replays`,
  )
}

async function deleteReleased(tx: Tx, progress: readonly Progress[]): Promise<void> {
  const released = progress.flatMap(({ tenantId, id, changes }) =>
    changes.released.map((event) => ({ tenantId, endpointId: id, event })),
  )
  if (released.length === 0) return
  await run(
    tx,
    sql`
    delete from webhook_retry as held
    using unnest(
      ${released.map(({ tenantId }) => tenantId)}::bigint[], ${released.map(({ endpointId }) => endpointId)}::bigint[],
      ${released.map(({ event }) => event.customerId)}::bigint[], ${released.map(({ event }) => event.id)}::bigint[],
      ${released.map(({ event }) => event.replays ?? 0)}::smallint[]
    ) as done (tenant_id, endpoint_id, customer_id, event_id, replays)
    where held.tenant_id = done.tenant_id and held.endpoint_id = done.endpoint_id
      and held.customer_id = done.customer_id and held.event_id = done.event_id and held.replays = done.replays`,
  )
}

export async function insertAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await run(
    tx,
    sql`
    insert into webhook_attempt (tenant_id, endpoint_id, event_id, customer_id, sequence, attempt, attempted_at,
      duration_ms, is_success, status, answer)
    select made.* from unnest(
      ${attempts.map(({ tenantId }) => tenantId)}::bigint[], ${attempts.map(({ id }) => id)}::bigint[],
      ${attempts.map(({ eventId }) => eventId)}::bigint[],
      ${attempts.map(({ customer }) => customer?.id ?? null)}::bigint[],
      ${attempts.map(({ customer }) => customer?.sequence ?? null)}::int[],
      ${attempts.map(({ attempt }) => attempt)}::smallint[],
      ${attempts.map(({ at }) => instantToText(at))}::timestamptz[],
      ${attempts.map(({ durationMs }) => durationMs)}::int[],
      ${attempts.map(({ isSuccess }) => isSuccess)}::boolean[], ${attempts.map(({ status }) => status)}::smallint[],
      ${attempts.map(({ answer }) => answer)}::text[]
    ) as made (tenant_id, endpoint_id, event_id, customer_id, sequence, attempt, attempted_at, duration_ms, is_success,
      status, answer)
    -- One that was removed meanwhile has no history.
    where exists (
      select from webhook_endpoint as endpoint
      where endpoint.tenant_id = made.tenant_id and endpoint.id = made.endpoint_id
    )`,
  )
}

function textOrNull(at: Instant | null): string | null {
  return at === null ? null : instantToText(at)
}
