import type { TenantId } from '../../contract/ids.ts'
import type { EventName } from '../../events/event.ts'
import { type Instant, instantToText } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { Fragment, sql } from '../../platform/postgres/sql.ts'
import { type EventNameRow, toEventName } from './event-name.ts'
import type { EndpointKey } from './leases.ts'

export interface KeptAttempt extends EventName {
  /** Where its event stands in the log; null: it is a test. */
  readonly transaction: string | null
  /** Which attempt of its event it was, from 1. */
  readonly attempt: number
  readonly at: Instant
  readonly durationMs: number
  readonly isSuccess: boolean
  readonly status: number | null
  readonly answer: string
}

/** One that is shown, by its number. */
export interface ListedAttempt extends KeptAttempt {
  readonly attemptId: number
}

/** Which attempts are wanted; null: it does not matter. */
export interface AttemptFilter {
  readonly outcome: 'received' | 'failed' | 'unanswered' | null
  readonly status: number | null
}

export interface AttemptPage {
  readonly attempts: readonly ListedAttempt[]
  /** The number where looking ended before enough was found; null: there is nothing further, or enough. */
  readonly lookedUntil: number | null
}

interface AttemptRow extends EventNameRow {
  readonly id: number
  readonly transaction: string | null
  readonly attempt: number
  readonly attempted_at: Date
  readonly duration_ms: number
  readonly is_success: boolean
  readonly status: number | null
  readonly answer: string
}

const COLUMNS = new Fragment(
  'id, event_id, transaction, customer_id, sequence, attempt, attempted_at, duration_ms, is_success, status, answer',
)
/** A filter has no index of its own: so many rows are looked at, and the rest with the next page. */
const LOOKED_AT_MAX = 20_000

/** Newest first. */
export async function listAttempts(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  { outcome, status }: AttemptFilter,
  { belowId, limit }: { readonly belowId: number; readonly limit: number },
): Promise<AttemptPage> {
  const lookedAt = outcome === null && status === null ? limit : LOOKED_AT_MAX
  const { rows } = await run(
    tx,
    sql<AttemptRow & { is_match: boolean }>`
    with looked as materialized (
      select ${COLUMNS} from webhook_attempt
      where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and id < ${belowId}
      order by tenant_id desc, endpoint_id desc, id desc
      limit ${lookedAt}
    ), found as materialized (
      select * from looked
      where (${status}::smallint is null or status = ${status}::smallint)
        and case ${outcome}::text when 'received' then is_success when 'failed' then not is_success
          when 'unanswered' then status is null else true end
      order by id desc
      limit ${limit}
    ), ending as (
      select * from looked
      where (select count(*) from looked) = ${lookedAt}::int and (select count(*) from found) < ${limit}::int
      order by id
      limit 1
    )
    select found.*, true as is_match from found
    union all
    select ending.*, false from ending
    order by is_match desc, id desc`,
  )
  const attempts = rows.filter(({ is_match }) => is_match).map((row) => toAttempt(tenantId, row))
  return { attempts, lookedUntil: rows.find(({ is_match }) => !is_match)?.id ?? null }
}

export async function findAttempt(
  tx: Tx,
  tenantId: TenantId,
  endpointId: number,
  attemptId: number,
): Promise<ListedAttempt | null> {
  const { rows } = await run(
    tx,
    sql<AttemptRow>`
    select ${COLUMNS} from webhook_attempt
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and id = ${attemptId}`,
  )
  return rows[0] ? toAttempt(tenantId, rows[0]) : null
}

function toAttempt(tenantId: TenantId, row: AttemptRow): ListedAttempt {
  return {
    ...toEventName(tenantId, row),
    attemptId: row.id,
    transaction: row.transaction,
    attempt: row.attempt,
    at: row.attempted_at.getTime(),
    durationMs: row.duration_ms,
    isSuccess: row.is_success,
    status: row.status,
    answer: row.answer,
  }
}

/** An attempt that is to be kept, at the endpoint that it names. */
export type Attempt = EndpointKey & KeptAttempt

export async function insertAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  await run(
    tx,
    sql`
    insert into webhook_attempt (tenant_id, endpoint_id, event_id, customer_id, sequence, attempt, attempted_at,
      duration_ms, is_success, status, answer, transaction)
    select made.tenant_id, endpoint_id, event_id, customer_id, sequence, attempt, attempted_at, duration_ms, is_success,
      status,
      -- It may tell who the customer was, if the customer was erased while it was on its way.
      case when exists (
        select from customer
        where customer.tenant_id = made.tenant_id and customer.id = made.customer_id and erased_at is not null
      ) then '' else answer end, transaction
    from unnest(
      ${attempts.map(({ tenantId }) => tenantId)}::bigint[], ${attempts.map(({ id }) => id)}::bigint[],
      ${attempts.map(({ eventId }) => eventId)}::bigint[],
      ${attempts.map(({ customer }) => customer?.id ?? null)}::bigint[],
      ${attempts.map(({ customer }) => customer?.sequence ?? null)}::int[],
      ${attempts.map(({ attempt }) => attempt)}::smallint[],
      ${attempts.map(({ at }) => instantToText(at))}::timestamptz[],
      ${attempts.map(({ durationMs }) => durationMs)}::int[],
      ${attempts.map(({ isSuccess }) => isSuccess)}::boolean[], ${attempts.map(({ status }) => status)}::smallint[],
      ${attempts.map(({ answer }) => answer)}::text[], ${attempts.map(({ transaction }) => transaction)}::xid8[]
    ) as made (tenant_id, endpoint_id, event_id, customer_id, sequence, attempt, attempted_at, duration_ms, is_success,
      status, answer, transaction)
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
  tenantId: TenantId,
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

/** What is older was deleted by an earlier run, or goes with the failures: so their rows are not read every hour. */
const SUCCESSES_LOOKED_BACK_MS = 3 * 86_400_000

/** Deletes at most `limit` events that were received at once, and returns how many. */
export async function deleteOldSuccesses(
  tx: Tx,
  tenantId: TenantId,
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
        and attempted_at >= ${instantToText(before - SUCCESSES_LOOKED_BACK_MS)}::timestamptz
        and is_success and attempt = 1
      limit ${limit}
    ) as old
    where attempt.tenant_id = ${tenantId} and attempt.id = old.id
    returning attempt.id`,
  )
  return rows.length
}

/** Whether a receiver has ever accepted a webhook. */
export async function hasDelivered(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { rows } = await run(
    tx,
    sql<{ found: boolean }>`
    select exists (select from webhook_attempt where tenant_id = ${tenantId} and is_success) as found`,
  )
  return rows[0]?.found ?? false
}
