import { QUIET_KIND } from '../../accounts/quiet-entry.ts'
import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { CAUSE } from '../../events/event.ts'
import { run, type Tx } from '../../platform/postgres/database.ts'
import { isWrittenAfter } from '../../platform/postgres/snapshot.ts'
import { sql } from '../../platform/postgres/sql.ts'
import type { LaterRecords } from '../rules/account-before.ts'
import type { Moment } from './moments.ts'

/** Of the topics of points. */
const TOPIC_MAX = 2
const WRITTEN: ReadonlySet<number | null> = new Set([CAUSE.credit, CAUSE.debit, CAUSE.refund])

/**
 * Which records of these customers came after a moment, and which lots became available: by the log, and by what has no
 * event, whether it is added to the figures or not. A place in the log is above the number of its transaction, so behind
 * the first that was open is all that came later. What was counted before that moment had come before it: its
 * transaction may be of another database, from which this one was restored.
 */
export async function readLaterRecords(
  tx: Tx,
  tenantId: TenantId,
  customerIds: readonly CustomerId[],
  { snapshot, at }: Moment,
): Promise<LaterRecords> {
  const [events, quiet] = await Promise.all([
    run(
      tx,
      sql<{ record_id: RecordId; cause: number | null; is_later: boolean }>`
      select event.record_id, event.cause, event.is_later
      from (
        select log_position(
          coalesce((select epoch from tenant_home where tenant_home.tenant_id = ${tenantId}), 1::smallint),
          pg_snapshot_xmin(${snapshot}::text::pg_snapshot)
        ) as transaction
        offset 0
      ) as oldest
      cross join lateral (
        select record_id, cause, ${isWrittenAfter('event', snapshot)} as is_later from point_event as event
        where event.tenant_id = ${tenantId} and (event.transaction, event.id) > (oldest.transaction, 0)
          and event.customer_id = any (${customerIds}::bigint[]) and event.topic <= ${TOPIC_MAX}
      ) as event`,
    ),
    run(
      tx,
      sql<{ record_id: RecordId; is_later: boolean }>`
      select record_id, ${isWrittenAfter('quiet', snapshot)} as is_later from quiet_entry as quiet
      where tenant_id = ${tenantId} and customer_id = any (${customerIds}::bigint[])
        and kind in (${QUIET_KIND.pendingCredit}, ${QUIET_KIND.takenWhilePending})
      union all
      select record_id, not pg_visible_in_snapshot(transaction, ${snapshot}::text::pg_snapshot) from past_quiet_entry
      where tenant_id = ${tenantId} and customer_id = any (${customerIds}::bigint[])
        and counted_at >= ${at}::timestamptz`,
    ),
  ])
  const later = events.rows.filter((row) => row.is_later)
  const idsOf = (rows: readonly { readonly record_id: RecordId }[]) => rows.map(({ record_id }) => record_id)
  return {
    written: new Set(idsOf(later.filter(({ cause }) => WRITTEN.has(cause)))),
    quiet: new Set(idsOf(quiet.rows.filter((row) => row.is_later))),
    opened: new Set(idsOf(later.filter(({ cause }) => cause === CAUSE.opening))),
  }
}
