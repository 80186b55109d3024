import type { EventName } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type EventNameRow, toEventName } from './event-name.ts'

export interface ParkedEvent extends EventName {
  readonly customerId: number
  readonly attempts: number
  readonly parkedAt: Instant
}

/** Longest parked first. */
export async function listParked(
  tx: Tx,
  tenantId: number,
  endpointId: number,
  limit: number,
): Promise<ParkedEvent[]> {
  const { rows } = await run(
    tx,
    sql<EventNameRow & { customer_id: number; attempts: number; parked_at: Date }>`
    select parked.event_id, parked.customer_id, event.sequence, parked.attempts, parked.parked_at
    from webhook_retry as parked
    -- Null for events that the log no longer has, or that are older than names by customer: their name is their number.
    left join lateral (
      select sequence from point_event as event
      where event.tenant_id = parked.tenant_id and event.transaction = parked.transaction
        and event.id = parked.event_id and event.written_at > '-infinity'
      limit 1
    ) as event on true
    where parked.tenant_id = ${tenantId} and parked.endpoint_id = ${endpointId} and parked.parked_at is not null
    order by parked.parked_at, parked.event_id
    limit ${limit}`,
  )
  return rows.map((row) => ({
    ...toEventName(tenantId, row),
    customerId: row.customer_id,
    attempts: row.attempts,
    parkedAt: row.parked_at.getTime(),
  }))
}

/**
 * Sends the events of a time again, up to a limit: each one after the events of its customer that are held. Returns how
 * many there were.
 */
export async function replayRange(
  tx: Tx,
  tenantId: number,
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
  { tenantId, customer, eventId }: EventName,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    insert into webhook_retry (tenant_id, endpoint_id, customer_id, event_id, transaction)
    select event.tenant_id, endpoint.id, event.customer_id, event.id, event.transaction
    from webhook_endpoint as endpoint
    join point_event as event on event.tenant_id = endpoint.tenant_id
      and case when ${customer === null} then event.id = ${eventId}
        else event.customer_id = ${customer?.id ?? 0} and event.sequence = ${customer?.sequence ?? 0} end
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
  tenantId: number,
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
export async function touchEndpoint(tx: Tx, tenantId: number, endpointId: number): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql`
    update webhook_endpoint set version = version + 1
    where tenant_id = ${tenantId} and id = ${endpointId}
    returning id`,
  )
  return rows.length > 0
}
