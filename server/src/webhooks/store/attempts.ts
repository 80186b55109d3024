import type { EventName } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import { type EventNameRow, toEventName } from './event-name.ts'
import type { EndpointKey } from './leases.ts'

export interface KeptAttempt extends EventName {
  /** Which attempt of its event it was, from 1. */
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
    sql<
      EventNameRow & {
        attempt: number
        attempted_at: Date
        duration_ms: number
        is_success: boolean
        status: number | null
        answer: string
      }
    >`
    select event_id, customer_id, sequence, attempt, attempted_at, duration_ms, is_success, status, answer
    from webhook_attempt
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId}
    order by id desc
    limit ${limit}`,
  )
  return rows.map((row) => ({
    ...toEventName(tenantId, row),
    attempt: row.attempt,
    at: row.attempted_at.getTime(),
    durationMs: row.duration_ms,
    isSuccess: row.is_success,
    status: row.status,
    answer: row.answer,
  }))
}

/** An attempt that is to be kept, at the endpoint that it names. */
export type Attempt = EndpointKey & KeptAttempt

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
    -- An endpoint that was removed meanwhile keeps no attempts.
    where exists (
      select from webhook_endpoint as endpoint
      where endpoint.tenant_id = made.tenant_id and endpoint.id = made.endpoint_id
    )`,
  )
}

/** Deletes at most `limit` attempts, and returns how many. */
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
