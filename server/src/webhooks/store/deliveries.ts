/** Whether events have arrived: by customer, by one of their events, or by an order. */
import type { CustomerId, OrderId, TenantId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { ListedAttempt } from './attempts.ts'
import { type EventNameRow, toEventName } from './event-name.ts'

/** Whose events, and which of them; null: all. */
export interface DeliveryFilter {
  readonly customerId: CustomerId
  readonly sequence: number | null
  readonly orderId: OrderId | null
}

export interface Delivery extends ListedAttempt {
  readonly endpointId: number
}

interface DeliveryRow extends EventNameRow {
  readonly id: number
  readonly endpoint_id: number
  readonly transaction: string | null
  readonly attempt: number
  readonly attempted_at: Date
  readonly duration_ms: number
  readonly is_success: boolean
  readonly status: number | null
  readonly answer: string
}

/** Newest first, of all endpoints. */
export async function listDeliveries(
  tx: Tx,
  tenantId: TenantId,
  { customerId, sequence, orderId }: DeliveryFilter,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<Delivery[]> {
  const { rows } = await run(
    tx,
    sql<DeliveryRow>`
    select id, endpoint_id, event_id, transaction, customer_id, sequence, attempt, attempted_at, duration_ms, is_success,
      status, answer
    from webhook_attempt as attempted
    where tenant_id = ${tenantId} and customer_id = ${customerId} and id < ${belowId}
      and (${sequence}::int is null or sequence = ${sequence}::int)
      and (${orderId}::bigint is null or exists (
        select from point_event as event
        join point_record as record on record.tenant_id = event.tenant_id and record.customer_id = event.customer_id
          and record.id = event.record_id
        where event.tenant_id = attempted.tenant_id and event.transaction = attempted.transaction
          and event.id = attempted.event_id and record.order_id = ${orderId}::bigint
      ))
    order by id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({
    ...toEventName(tenantId, row),
    attemptId: row.id,
    endpointId: row.endpoint_id,
    transaction: row.transaction,
    attempt: row.attempt,
    at: row.attempted_at.getTime(),
    durationMs: row.duration_ms,
    isSuccess: row.is_success,
    status: row.status,
    answer: row.answer,
  }))
}

/** An event that an endpoint has not received. */
export interface Undelivered {
  readonly endpointId: number
  readonly sequence: number | null
  readonly attempts: number
  readonly nextAttemptAt: Instant | null
  readonly parkedAt: Instant | null
}

const UNDELIVERED_MAX = 100

/** What is held back or was given up, oldest first. */
export async function listUndelivered(
  tx: Tx,
  tenantId: TenantId,
  { customerId, sequence, orderId }: DeliveryFilter,
): Promise<Undelivered[]> {
  const { rows } = await run(
    tx,
    sql<{
      endpoint_id: number
      sequence: number | null
      attempts: number
      next_attempt_at: Date | null
      parked_at: Date | null
    }>`
    select held.endpoint_id, event.sequence, held.attempts, held.next_attempt_at, held.parked_at
    from webhook_endpoint as endpoint
    join webhook_retry as held on held.tenant_id = endpoint.tenant_id and held.endpoint_id = endpoint.id
      and held.customer_id = ${customerId}
    left join lateral (
      select sequence, record_id from point_event as event
      where event.tenant_id = held.tenant_id and event.transaction = held.transaction and event.id = held.event_id
      limit 1
    ) as event on true
    where endpoint.tenant_id = ${tenantId}
      and (${sequence}::int is null or event.sequence = ${sequence}::int)
      and (${orderId}::bigint is null or exists (
        select from point_record as record
        where record.tenant_id = held.tenant_id and record.customer_id = held.customer_id
          and record.id = event.record_id and record.order_id = ${orderId}::bigint
      ))
    order by held.event_id, held.endpoint_id
    limit ${UNDELIVERED_MAX}`,
  )
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    sequence: row.sequence,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
    parkedAt: row.parked_at?.getTime() ?? null,
  }))
}

/** How an endpoint is called, and since when all of its attempts are kept; null: since there is the endpoint. */
export interface DeliveredTo {
  readonly id: number
  readonly name: string
  readonly leftOutAt: Instant | null
}

export async function listDeliveredTo(tx: Tx, tenantId: TenantId): Promise<DeliveredTo[]> {
  const { rows } = await run(
    tx,
    sql<{ id: number; url: string; description: string; left_out_at: Date | null }>`
    select endpoint.id, endpoint.url, endpoint.description, cursor.left_out_at
    from webhook_endpoint as endpoint
    left join webhook_cursor as cursor
      on cursor.tenant_id = endpoint.tenant_id and cursor.endpoint_id = endpoint.id
    where endpoint.tenant_id = ${tenantId}
    order by endpoint.id`,
  )
  return rows.map(({ id, url, description, left_out_at }) => ({
    id,
    name: description || url,
    leftOutAt: left_out_at?.getTime() ?? null,
  }))
}
