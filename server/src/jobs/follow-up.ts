import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { JobKind, JobKinds } from './define.ts'
import { hasEnded, type Job } from './job.ts'
import { beginAgain, cancelAtOnce } from './rules/change-job.ts'
import { filesOf, saveChanged } from './save-changed.ts'
import { type FilesOfJobs, markFilesWithPersonsDeleted, markPersonsOfJobsDeleted } from './store/files.ts'
import { lockUnfinishedJobs, markErased, queueTurn } from './store/jobs.ts'

/*
 * What becomes of a merchant's jobs when something happens around them. A job that begins again has a new lease, so a
 * turn that is under way saves nothing more.
 */

/** How long a job goes on after a customer was erased. Then it is cancelled, and its files go. */
const MARKED_HOURS = 24

/**
 * After a customer was erased: what may hold that person is deleted, made again, or marked so that it is deleted with
 * the end of its job. Jobs come first: one that ends meanwhile has completed its files, or will not.
 */
export async function followErasing(
  tx: Tx,
  kinds: JobKinds,
  tenantId: TenantId,
  now: Instant,
): Promise<void> {
  const jobs = await lockUnfinishedJobs(tx, tenantId)
  const kept = await mark(tx, kinds, tenantId, { jobs, now })
  await markFilesWithPersonsDeleted(tx, tenantId, 'customerErased', kept)
  await restart(tx, tenantId, jobs, ({ kind }) => {
    const known = kinds.get(kind)
    return known?.onErase === 'restart' ? known : null
  })
}

/** Returns what open jobs still need. One that has failed goes on no more, so its files go at once. */
async function mark(
  tx: Tx,
  kinds: JobKinds,
  tenantId: TenantId,
  { jobs, now }: { readonly jobs: readonly Job[]; readonly now: Instant },
): Promise<FilesOfJobs> {
  const kept: FilesOfJobs[] = []
  for (const job of jobs) {
    const kind = kinds.get(job.kind)
    if (kind?.onErase !== 'mark') continue
    await markErased(tx, job, now)
    const files = filesOf(kind, job)
    if (hasEnded(job)) await markPersonsOfJobsDeleted(tx, tenantId, 'customerErased', files)
    else kept.push(files)
  }
  return {
    jobIds: kept.flatMap(({ jobIds }) => jobIds),
    uploadIds: kept.flatMap(({ uploadIds }) => uploadIds),
  }
}

/** Cancels the jobs during which a customer was erased too long ago; the files go with them. */
export async function cancelMarkedJobs(
  tx: Tx,
  kinds: JobKinds,
  tenantId: TenantId,
  now: Instant,
): Promise<void> {
  for (const job of await lockUnfinishedJobs(tx, tenantId)) {
    if (hasEnded(job) || job.erasedAt === null || job.erasedAt > markedBefore(now)) continue
    const kind = kinds.get(job.kind) ?? null
    await saveChanged(tx, kind, cancelAtOnce(job, now, kind?.resultDays ?? 0))
  }
}

export function markedBefore(now: Instant): Instant {
  return now - MARKED_HOURS * 3_600_000
}

/** In the cell that a merchant has come to: its jobs left their files and their place in the line behind. */
export async function restartAfterMove(tx: Tx, kinds: JobKinds, tenantId: TenantId): Promise<Job[]> {
  const restarted = await restart(tx, tenantId, await lockUnfinishedJobs(tx, tenantId), ({ kind }) => {
    const known = kinds.get(kind)
    return known?.onMove === 'restart' ? known : null
  })
  await queueTurn(tx, tenantId, 0)
  return restarted
}

/** The jobs that keep a merchant from moving to another cell; one of an unknown kind does too. */
export async function findJobsThatBlockMoving(tx: Tx, kinds: JobKinds, tenantId: TenantId): Promise<Job[]> {
  const unfinished = await lockUnfinishedJobs(tx, tenantId)
  return unfinished.filter((job) => !hasEnded(job) && kinds.get(job.kind)?.onMove !== 'restart')
}

async function restart(
  tx: Tx,
  tenantId: TenantId,
  jobs: readonly Job[],
  kindOf: (job: Job) => JobKind | null,
): Promise<Job[]> {
  const restarted: Job[] = []
  for (const job of jobs) {
    const kind = kindOf(job)
    if (!kind) continue
    await kind.discard?.(tx, job)
    const again = beginAgain(job)
    await saveChanged(tx, kind, again)
    restarted.push(again)
  }
  if (restarted.some(({ state }) => state === 'queued')) await queueTurn(tx, tenantId, 0)
  return restarted
}
