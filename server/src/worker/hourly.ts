import type { JobHelpers } from 'graphile-worker'
import { tenantsOf } from '../app/cells.ts'
import { deleteOldSums } from '../balances/collections/adjustments.ts'
import type { TenantId } from '../contract/ids.ts'
import { tendEventPartitions } from '../events/partitions.ts'
import { deleteOldKeys } from '../people/store/idempotency.ts'
import { systemClock } from '../platform/system-clock.ts'
import { deleteOldFailedRequests } from '../requests/store.ts'
import { deleteOldAttempts, deleteOldSuccesses } from '../webhooks/store/attempts.ts'
import { forgetEndedSecrets } from '../webhooks/store/endpoints.ts'
import { deleteOldHours } from '../webhooks/store/hours.ts'
import type { JobContext } from './job-context.ts'

/** Keeps the log of events in its bounds, and deletes what webhooks and repeated requests no longer need. */
export async function runHourly(context: JobContext, helpers: JobHelpers): Promise<void> {
  const tenantIds = (await tenantsOf(context.cells, context.cell)()).map(({ id }) => id)
  const { kept, isLate, roomUntil } = await helpers.withPgClient((client) =>
    tendEventPartitions(client, systemClock(), tenantIds),
  )
  context.onEventRoom(roomUntil)
  if (isLate) {
    context.log.warn(
      { cell: context.cell, roomUntil: new Date(roomUntil).toISOString() },
      'the next partition of the event log could not be made, because something holds the log, such as a dump; trying again in an hour',
    )
  }
  if (kept.length > 0) {
    context.log.info(
      { kept },
      'old events are dropped an hour later: something reads the log, such as a dump',
    )
  }
  await deleteAttempts(context, tenantIds)
  await deleteEndedSecrets(context, tenantIds)
  await context.cells.of(context).transaction(tenantIds, async (tx) => {
    await deleteOldKeys(tx, tenantIds, systemClock())
    await deleteOldSums(tx, tenantIds, systemClock())
    await deleteOldHours(tx, tenantIds, systemClock() - KEEP_ATTEMPTS_MS)
    await deleteOldFailedRequests(tx, tenantIds, systemClock() - KEEP_FAILED_REQUESTS_MS)
  })
}

const KEEP_ATTEMPTS_MS = 30 * 86_400_000
const KEEP_SUCCESSES_MS = 7 * 86_400_000
const ATTEMPTS_AT_ONCE = 5_000
const KEEP_FAILED_REQUESTS_MS = 7 * 86_400_000

/** What was sent and what came back is kept for 30 days; what was received at the first attempt, for 7. */
async function deleteAttempts(
  { cells, cell, signal }: JobContext,
  tenantIds: readonly TenantId[],
): Promise<void> {
  const before = systemClock() - KEEP_ATTEMPTS_MS
  for (const id of tenantIds) {
    let deleted = ATTEMPTS_AT_ONCE
    while (deleted === ATTEMPTS_AT_ONCE && !signal.aborted) {
      deleted = await cells
        .of({ cell })
        .transaction([id], (tx) => deleteOldAttempts(tx, id, before, ATTEMPTS_AT_ONCE))
    }
    deleted = ATTEMPTS_AT_ONCE
    while (deleted === ATTEMPTS_AT_ONCE && !signal.aborted) {
      deleted = await cells
        .of({ cell })
        .transaction([id], (tx) =>
          deleteOldSuccesses(tx, id, systemClock() - KEEP_SUCCESSES_MS, ATTEMPTS_AT_ONCE),
        )
    }
  }
}

async function deleteEndedSecrets(
  { cells, cell, clock }: JobContext,
  tenantIds: readonly TenantId[],
): Promise<void> {
  await cells.of({ cell }).transaction(tenantIds, (tx) => forgetEndedSecrets(tx, tenantIds, clock()))
}
