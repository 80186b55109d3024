import type { JobHelpers } from 'graphile-worker'
import { deletePastQuietEntries, tenantsWithPastQuietEntries } from '../accounts/store/quiet-entries.ts'
import { tenantsOf } from '../app/cells.ts'
import { deleteOldSums } from '../balances/collections/adjustments.ts'
import type { TenantId } from '../contract/ids.ts'
import { tendEventPartitions } from '../events/partitions.ts'
import { countAgain } from '../figures/count-figures.ts'
import { findTenantsBehind } from '../figures/store/heads.ts'
import type { JobKinds } from '../jobs/define.ts'
import { deletePartsOf } from '../jobs/files.ts'
import { cancelMarkedJobs, markedBefore } from '../jobs/follow-up.ts'
import { deleteOldFiles, markExpiredDeleted, tenantsWithDeletedParts } from '../jobs/store/files.ts'
import { deleteExpiredJobs, tenantsWithErasedJobs, tenantsWithExpiredJobs } from '../jobs/store/jobs.ts'
import { deleteOldKeys } from '../people/store/idempotency.ts'
import { systemClock } from '../platform/system-clock.ts'
import { deleteOldFailedRequests } from '../requests/store.ts'
import { deleteOldAttempts, deleteOldSuccesses } from '../webhooks/store/attempts.ts'
import { forgetEndedSecrets } from '../webhooks/store/endpoints.ts'
import { deleteOldHours } from '../webhooks/store/hours.ts'
import type { JobContext } from './job-context.ts'

/** Keeps the log of events in its bounds, and deletes what webhooks and repeated requests no longer need. */
export async function runHourly(context: JobContext, kinds: JobKinds, helpers: JobHelpers): Promise<void> {
  const tenantIds = (await tenantsOf(context.cells, context.cell)()).map(({ id }) => id)
  const behind = await findBehind(context, tenantIds)
  const { drop, kept, isLate, roomUntil } = await helpers.withPgClient((client) =>
    tendEventPartitions(client, systemClock(), tenantIds, { isRead: behind.length > 0 }),
  )
  if (drop.length > kept.length) await countThoseAgain(context, behind)
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
  await deletePastEntries(context, tenantIds)
  await deleteEndedSecrets(context, tenantIds)
  await cancelJobs(context, kinds, tenantIds)
  await deleteJobs(context, tenantIds)
  await deleteFiles(context, tenantIds)
  await context.cells.of(context).transaction(tenantIds, async (tx) => {
    await deleteOldKeys(tx, tenantIds, systemClock())
    await deleteOldSums(tx, tenantIds, systemClock())
    await deleteOldHours(tx, tenantIds, systemClock() - KEEP_ATTEMPTS_MS)
    await deleteOldFailedRequests(tx, tenantIds, systemClock() - KEEP_FAILED_REQUESTS_MS)
  })
}

/** An event that was written so long ago and is not in the figures yet. */
const FIGURES_BEHIND_MS = 86_400_000

async function findBehind({ cells, cell }: JobContext, tenantIds: readonly TenantId[]): Promise<TenantId[]> {
  const before = systemClock() - FIGURES_BEHIND_MS
  return cells.of({ cell }).read(tenantIds, (tx) => findTenantsBehind(tx, tenantIds, before))
}

/** Events that they lack may be gone now. What is stored of the accounts has all of it. */
async function countThoseAgain(
  { cells, cell, log }: JobContext,
  tenantIds: readonly TenantId[],
): Promise<void> {
  for (const tenantId of tenantIds) {
    log.warn({ tenant: tenantId }, 'figures were too far behind the log and are counted again')
    await countAgain(cells.of({ cell }), tenantId, systemClock())
  }
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

/** An export takes hours at most, and one that is older begins again. */
const KEEP_PAST_ENTRIES_MS = 7 * 86_400_000

async function deletePastEntries(
  { cells, cell, signal }: JobContext,
  tenantIds: readonly TenantId[],
): Promise<void> {
  const database = cells.of({ cell })
  const before = systemClock() - KEEP_PAST_ENTRIES_MS
  const due = await database.read(tenantIds, (tx) => tenantsWithPastQuietEntries(tx, tenantIds))
  for (const id of due) {
    let deleted = ATTEMPTS_AT_ONCE
    while (deleted === ATTEMPTS_AT_ONCE && !signal.aborted) {
      deleted = await database.transaction([id], (tx) =>
        deletePastQuietEntries(tx, id, before, ATTEMPTS_AT_ONCE),
      )
    }
  }
}

/** Those that may still hold a customer who was erased a day ago. */
async function cancelJobs(
  { cells, cell, clock }: JobContext,
  kinds: JobKinds,
  tenantIds: readonly TenantId[],
): Promise<void> {
  const database = cells.of({ cell })
  const before = markedBefore(clock())
  const due = await database.read(tenantIds, (tx) => tenantsWithErasedJobs(tx, tenantIds, before))
  for (const id of due) await database.transaction([id], (tx) => cancelMarkedJobs(tx, kinds, id, clock()))
}

const JOBS_AT_ONCE = 1_000

/** Those whose results were kept for as long as their kind says. */
async function deleteJobs(
  { cells, cell, clock, signal }: JobContext,
  tenantIds: readonly TenantId[],
): Promise<void> {
  const database = cells.of({ cell })
  // Most merchants have none: a transaction for each of two thousand would take seconds.
  const due = await database.read(tenantIds, (tx) => tenantsWithExpiredJobs(tx, tenantIds, clock()))
  for (const id of due) {
    let deleted = JOBS_AT_ONCE
    while (deleted === JOBS_AT_ONCE && !signal.aborted) {
      deleted = await database.transaction([id], (tx) => deleteExpiredJobs(tx, id, clock(), JOBS_AT_ONCE))
    }
  }
}

/** Those that have expired, and the octets of all that are deleted. */
async function deleteFiles(
  { cells, cell, clock, signal }: JobContext,
  tenantIds: readonly TenantId[],
): Promise<void> {
  const database = cells.of({ cell })
  await database.transaction(tenantIds, (tx) => markExpiredDeleted(tx, tenantIds, clock()))
  const due = await database.read(tenantIds, (tx) => tenantsWithDeletedParts(tx, tenantIds))
  for (const id of due) await deletePartsOf(database, id, signal)
  await database.transaction(tenantIds, (tx) => deleteOldFiles(tx, tenantIds, clock()))
}

async function deleteEndedSecrets(
  { cells, cell, clock }: JobContext,
  tenantIds: readonly TenantId[],
): Promise<void> {
  await cells.of({ cell }).transaction(tenantIds, (tx) => forgetEndedSecrets(tx, tenantIds, clock()))
}
