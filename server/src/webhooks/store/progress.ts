import { type Instant, instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { HourCount } from '../rules/hour-counts.ts'
import type { WindowChanges } from '../rules/window.ts'
import { type EndpointKey, endpointName } from './leases.ts'

export interface Progress extends EndpointKey {
  readonly changes: WindowChanges
  readonly failingSince: Instant | null
  /** As it was read or saved last. */
  readonly savedFailingSince: Instant | null
  /** When a success was last not kept; null: none was left out since the last save. */
  readonly leftOutAt?: Instant | null
  /** What was sent since the last save. */
  readonly counts: readonly HourCount[]
}

/**
 * Saves how far endpoints have come, of those that this worker still has: the worker that has one of the others goes on
 * from what was saved last. Since when an endpoint fails is not saved if a person has forgiven it meanwhile. What was
 * sent is added to its hour by the same statement: it costs no round trip, and is counted once. Returns the names of
 * those that were saved.
 */
export async function saveProgress(
  tx: Tx,
  progress: readonly Progress[],
  worker: number,
): Promise<Set<string>> {
  const counts = progress.flatMap(({ tenantId, id, counts: own }) =>
    own.map((count) => ({ tenantId, id, ...count })),
  )
  const { rows } = await run(
    tx,
    sql<{ tenant_id: number; endpoint_id: number }>`
    with saved as (
      update webhook_cursor as cursor
      set transaction = coalesce(moved.transaction, cursor.transaction),
        event_id = coalesce(moved.event_id, cursor.event_id),
        left_out_at = coalesce(moved.left_out_at, cursor.left_out_at),
        failing_since = case when cursor.failing_since is not distinct from moved.saved_failing_since
          then moved.failing_since else cursor.failing_since end
      from unnest(
        ${progress.map(({ tenantId }) => tenantId)}::bigint[], ${progress.map(({ id }) => id)}::bigint[],
        ${progress.map(({ changes }) => changes.cursor?.transaction ?? null)}::xid8[],
        ${progress.map(({ changes }) => changes.cursor?.id ?? null)}::bigint[],
        ${progress.map(({ failingSince }) => instantToTextOrNull(failingSince))}::timestamptz[],
        ${progress.map(({ savedFailingSince }) => instantToTextOrNull(savedFailingSince))}::timestamptz[],
        ${progress.map(({ leftOutAt }) => instantToTextOrNull(leftOutAt ?? null))}::timestamptz[]
      ) as moved (tenant_id, endpoint_id, transaction, event_id, failing_since, saved_failing_since, left_out_at)
      where cursor.tenant_id = moved.tenant_id and cursor.endpoint_id = moved.endpoint_id and cursor.worker = ${worker}
      returning cursor.tenant_id, cursor.endpoint_id
    ),
    counted as (
      insert into webhook_hour as kept (tenant_id, endpoint_id, hour, sent, failed, buckets)
      select tenant_id, endpoint_id, hour, sent, failed, buckets::int[]
      from unnest(
        ${counts.map(({ tenantId }) => tenantId)}::bigint[], ${counts.map(({ id }) => id)}::bigint[],
        ${counts.map(({ hour }) => instantToText(hour))}::timestamptz[], ${counts.map(({ sent }) => sent)}::int[],
        ${counts.map(({ failed }) => failed)}::int[], ${counts.map(({ buckets }) => `{${buckets.join()}}`)}::text[]
      ) as made (tenant_id, endpoint_id, hour, sent, failed, buckets)
      join saved using (tenant_id, endpoint_id)
      on conflict (tenant_id, endpoint_id, hour) do update
      set sent = kept.sent + excluded.sent, failed = kept.failed + excluded.failed,
        buckets = array(
          select before + more from unnest(kept.buckets, excluded.buckets) with ordinality as pair (before, more, place)
          order by place
        )
    )
    select tenant_id, endpoint_id from saved`,
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
      ${held.map(({ event }) => instantToTextOrNull(event.nextAttemptAt))}::timestamptz[],
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
