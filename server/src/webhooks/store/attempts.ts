import type { EventName } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'

export interface KeptAttempt extends EventName {
  readonly attempt: number
  readonly at: Instant
  readonly durationMs: number
  readonly isSuccess: boolean
  readonly status: number | null
  readonly answer: string
}

/** Newest first. */
export async function listAttempts(
  tx: Tx,
  tenantId: number,
  endpointId: number,
  limit: number,
): Promise<KeptAttempt[]> {
  const { rows } = await run(
    tx,
    sql<{
      event_id: number
      customer_id: number | null
      sequence: number | null
      attempt: number
      attempted_at: Date
      duration_ms: number
      is_success: boolean
      status: number | null
      answer: string
    }>`
    select event_id, customer_id, sequence, attempt, attempted_at, duration_ms, is_success, status, answer
    from webhook_attempt
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId}
    order by id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({
    ...eventName(tenantId, row),
    attempt: row.attempt,
    at: row.attempted_at.getTime(),
    durationMs: row.duration_ms,
    isSuccess: row.is_success,
    status: row.status,
    answer: row.answer,
  }))
}

interface NameRow {
  readonly event_id: number
  readonly customer_id: number | null
  readonly sequence: number | null
}

function eventName(tenantId: number, { event_id, customer_id, sequence }: NameRow): EventName {
  const isByCustomer = customer_id !== null && sequence !== null
  return { tenantId, eventId: event_id, customer: isByCustomer ? { id: customer_id, sequence } : null }
}

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
    sql<NameRow & { customer_id: number; attempts: number; parked_at: Date }>`
    select parked.event_id, parked.customer_id, event.sequence, parked.attempts, parked.parked_at
    from webhook_retry as parked
    -- What the log no longer has, and what was written before events were named by their customer, has its number.
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
    ...eventName(tenantId, row),
    customerId: row.customer_id,
    attempts: row.attempts,
    parkedAt: row.parked_at.getTime(),
  }))
}

/** The events of a time, up to a limit, are sent again: each after what is held of its customer. How many there were. */
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
      -- What it has not come to yet, it will come to.
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

/** What was given up since, and what waits for its next attempt, is sent again now. */
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

/** Has the worker that is at the endpoint look at it anew. */
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

/** How many were deleted, at most so many. */
export async function deleteOldAttempts(
  tx: Tx,
  tenantId: number,
  before: Instant,
  limit: number,
): Promise<number> {
  const { rows } = await run(
    tx,
    sql`
    delete from webhook_attempt as attempt
    using (
      select id from webhook_attempt
      where tenant_id = ${tenantId} and attempted_at < ${instantToText(before)}::timestamptz
      limit ${limit}
    ) as old
    where attempt.tenant_id = ${tenantId} and attempt.id = old.id
    returning attempt.id`,
  )
  return rows.length
}

type Kind = 'healthy' | 'failing' | 'stopped'

/** What an endpoint still has before it. */
export interface EndpointBacklog {
  readonly endpointId: number
  readonly kind: Kind
  /** Not read yet, counted up to a limit. */
  readonly events: number
  /** When the oldest of these happened; null: there are none. */
  readonly since: Instant | null
  /** Events that failed, and those that wait behind them. */
  readonly held: number
  /** Events that were given up. */
  readonly parked: number
}

/** The same of all endpoints of a kind together. */
export interface Backlog extends Omit<EndpointBacklog, 'endpointId'> {
  readonly endpoints: number
}

export async function readBacklogs(
  tx: Tx,
  tenantIds: readonly number[],
  countMax: number,
): Promise<EndpointBacklog[]> {
  const { rows } = await run(
    tx,
    sql<Omit<EndpointBacklog, 'endpointId' | 'since'> & { endpoint_id: number; since: Date | null }>`
    select endpoint.id as endpoint_id,
      case when endpoint.state <> 0 then 'stopped' when cursor.failing_since is null then 'healthy' else 'failing' end
        as kind,
      ahead.events::int as events, ahead.since, behind.held::int as held, behind.parked::int as parked
    from unnest(${tenantIds}::bigint[]) as wanted (tenant_id)
    join webhook_endpoint as endpoint on endpoint.tenant_id = wanted.tenant_id
    join webhook_cursor as cursor on cursor.tenant_id = endpoint.tenant_id and cursor.endpoint_id = endpoint.id
    cross join lateral (
      select count(*) as events, min(occurred_at) as since
      from (
        select occurred_at from point_event as event
        where event.tenant_id = endpoint.tenant_id
          and (event.transaction, event.id) > (cursor.transaction, cursor.event_id)
        order by event.transaction, event.id
        limit ${countMax}
      ) as next
    ) as ahead
    cross join lateral (
      select count(*) filter (where parked_at is null) as held, count(*) filter (where parked_at is not null) as parked
      from webhook_retry as waiting
      where waiting.tenant_id = endpoint.tenant_id and waiting.endpoint_id = endpoint.id
    ) as behind`,
  )
  return rows.map(({ endpoint_id, since, ...row }) => ({
    ...row,
    endpointId: endpoint_id,
    since: since?.getTime() ?? null,
  }))
}

/** What endpoints still have before them, by how they are. */
export async function measureBacklog(
  tx: Tx,
  tenantIds: readonly number[],
  countMax: number,
): Promise<Backlog[]> {
  const groups = Map.groupBy(await readBacklogs(tx, tenantIds, countMax), ({ kind }) => kind)
  return [...groups].map(([kind, endpoints]) => {
    const sum = (read: (one: EndpointBacklog) => number): number =>
      endpoints.reduce((total, one) => total + read(one), 0)
    const moments = endpoints.flatMap(({ since }) => since ?? [])
    return {
      kind,
      endpoints: endpoints.length,
      events: sum(({ events }) => events),
      since: moments.length === 0 ? null : Math.min(...moments),
      held: sum(({ held }) => held),
      parked: sum(({ parked }) => parked),
    }
  })
}
