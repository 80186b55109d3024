import type { CustomerId, TenantId } from '../../contract/ids.ts'
import type { EventName, LogPosition, NamedEvent } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type EventNameRow, toEventName } from './event-name.ts'

export interface ParkedEvent extends EventName {
  readonly transaction: string
  readonly customerId: CustomerId
  readonly attempts: number
  readonly parkedAt: Instant
  readonly parkedMicros: number
  /** What was last answered; null: no attempt of it is kept. */
  readonly lastAnswer: { readonly status: number | null; readonly text: string } | null
}

/** Where a page of parked events begins: those that were parked last come first. */
export interface ParkedPlace {
  /** In microseconds, as the database has it: several pages may be of one millisecond. */
  readonly micros: number
  readonly id: number
}

export const NEWEST_PARKED: ParkedPlace = {
  micros: 8_640_000_000_000_000,
  id: Number.MAX_SAFE_INTEGER,
}

/** Parked last first. */
export async function listParked(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  { below, limit }: { readonly below: ParkedPlace; readonly limit: number },
): Promise<ParkedEvent[]> {
  const { rows } = await run(
    tx,
    sql<
      EventNameRow & {
        transaction: string
        customer_id: number
        attempts: number
        parked_at: Date
        parked_micros: number
        last_status: number | null
        last_text: string | null
      }
    >`
    select parked.event_id, parked.transaction, parked.customer_id, event.sequence, parked.attempts, parked.parked_at,
      (extract(epoch from parked.parked_at) * 1000000)::bigint as parked_micros, last.status as last_status, last.answer as last_text
    from webhook_retry as parked
    -- Null for events that the log no longer has: their number stands in for their name.
    left join lateral (
      select sequence from point_event as event
      where event.tenant_id = parked.tenant_id and event.transaction = parked.transaction
        and event.id = parked.event_id
      limit 1
    ) as event on true
    left join lateral (
      select status, answer from webhook_attempt as attempt
      where attempt.tenant_id = parked.tenant_id and attempt.endpoint_id = parked.endpoint_id
        and attempt.event_id = parked.event_id
      order by attempt.id desc
      limit 1
    ) as last on true
    where parked.tenant_id = ${tenantId} and parked.endpoint_id = ${endpointId} and parked.parked_at is not null
      and (parked.parked_at, parked.event_id)
        < ('epoch'::timestamptz + ${below.micros}::bigint * interval '1 microsecond', ${below.id})
    order by parked.parked_at desc, parked.event_id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({
    ...toEventName(tenantId, row),
    transaction: row.transaction,
    customerId: row.customer_id,
    attempts: row.attempts,
    parkedAt: row.parked_at.getTime(),
    parkedMicros: row.parked_micros,
    lastAnswer: row.last_text === null ? null : { status: row.last_status, text: row.last_text },
  }))
}

/** What became of an event at an endpoint that has not received it; null: nothing is kept back. */
export interface KeptBack {
  readonly attempts: number
  readonly nextAttemptAt: Instant | null
  readonly parkedAt: Instant | null
}

export async function findKeptBack(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  { customerId, eventId }: { readonly customerId: CustomerId; readonly eventId: number },
): Promise<KeptBack | null> {
  const { rows } = await run(
    tx,
    sql<{ attempts: number; next_attempt_at: Date | null; parked_at: Date | null }>`
    select attempts, next_attempt_at, parked_at from webhook_retry
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and customer_id = ${customerId}
      and event_id = ${eventId}`,
  )
  const [row] = rows
  if (!row) return null
  const { attempts, next_attempt_at, parked_at } = row
  return {
    attempts,
    nextAttemptAt: next_attempt_at?.getTime() ?? null,
    parkedAt: parked_at?.getTime() ?? null,
  }
}

/**
 * Sends the events of a time again, up to a limit: each one after the events of its customer that are held. Returns how
 * many there were.
 */
export async function replayRange(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  range: { readonly from: Instant; readonly to: Instant },
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    insert into webhook_retry (tenant_id, endpoint_id, customer_id, event_id, transaction)
    select event.tenant_id, endpoint.id, event.customer_id, event.id, event.transaction
    from webhook_endpoint as endpoint
    join webhook_cursor as cursor on cursor.tenant_id = endpoint.tenant_id and cursor.endpoint_id = endpoint.id
    join point_event as event on event.tenant_id = endpoint.tenant_id and event.topic = any (endpoint.topics)
      -- The endpoint comes to later events by itself.
      and (event.transaction, event.id) <= (cursor.transaction, cursor.event_id)
    where endpoint.tenant_id = ${tenantId} and endpoint.id = ${endpointId}
      and event.occurred_at >= ${instantToText(range.from)}::timestamptz
      and event.occurred_at < ${instantToText(range.to)}::timestamptz
    order by event.transaction, event.id
    limit ${limit}
    on conflict (tenant_id, endpoint_id, customer_id, event_id) do update
    set attempts = 0, next_attempt_at = null, parked_at = null, replays = webhook_retry.replays + 1
    returning event_id`,
  )
  return rows.length
}

export async function replayEvent(
  tx: Tx,
  endpointId: number,
  { tenantId, customer }: NamedEvent,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    insert into webhook_retry (tenant_id, endpoint_id, customer_id, event_id, transaction)
    select event.tenant_id, endpoint.id, event.customer_id, event.id, event.transaction
    from webhook_endpoint as endpoint
    join point_event as event on event.tenant_id = endpoint.tenant_id
      and event.customer_id = ${customer.id} and event.sequence = ${customer.sequence}
    where endpoint.tenant_id = ${tenantId} and endpoint.id = ${endpointId}
    on conflict (tenant_id, endpoint_id, customer_id, event_id) do update
    set attempts = 0, next_attempt_at = null, parked_at = null, replays = webhook_retry.replays + 1
    returning event_id`,
  )
  return rows.length
}

/** The same by its place in the log: it is found at once, however long the log is. */
export async function replayAt(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  { transaction, id }: LogPosition,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    insert into webhook_retry (tenant_id, endpoint_id, customer_id, event_id, transaction)
    select event.tenant_id, endpoint.id, event.customer_id, event.id, event.transaction
    from webhook_endpoint as endpoint
    join point_event as event on event.tenant_id = endpoint.tenant_id
      and event.transaction = ${transaction}::xid8 and event.id = ${id}
    where endpoint.tenant_id = ${tenantId} and endpoint.id = ${endpointId}
    on conflict (tenant_id, endpoint_id, customer_id, event_id) do update
    set attempts = 0, next_attempt_at = null, parked_at = null, replays = webhook_retry.replays + 1
    returning event_id`,
  )
  return rows.length
}

/** Sends again now what was given up since then, and what waits for its next attempt. */
export async function replayFailed(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  since: Instant,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    update webhook_retry as held
    set attempts = 0, next_attempt_at = null, parked_at = null, replays = replays + 1
    from (
      select customer_id, event_id from webhook_retry
      where tenant_id = ${tenantId} and endpoint_id = ${endpointId}
        and (parked_at >= ${instantToText(since)}::timestamptz or (parked_at is null and attempts > 0))
      order by event_id
      limit ${limit}
    ) as failed
    where held.tenant_id = ${tenantId} and held.endpoint_id = ${endpointId}
      and held.customer_id = failed.customer_id and held.event_id = failed.event_id
    returning held.event_id`,
  )
  return rows.length
}

/** Makes the worker that has the endpoint read it again. */
export async function touchEndpoint(tx: Tx, tenantId: TenantId, endpointId: number): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    update webhook_endpoint set version = version + 1
    where tenant_id = ${tenantId} and id = ${endpointId}
    returning id`,
  )
  return rows.length > 0
}
