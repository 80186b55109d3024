import type { TenantId } from '../contract/ids.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { JobKind } from './define.ts'
import { hasEnded, type Job } from './job.ts'
import { changeJob, type JobChange, type JobReason, refuseTooMany } from './rules/change-job.ts'
import { saveChanged } from './save-changed.ts'
import { countOpenJobs, insertJob, lockJob, queueTurn } from './store/jobs.ts'

/** Who asks for it, as the job keeps it for good. */
export interface JobOwner {
  /** As `person:7`. */
  readonly key: string
  readonly label: string
}

/** Queues a job, if and when the transaction is committed. */
export async function startJob<Input>(
  tx: Tx,
  kind: JobKind<Input>,
  asked: {
    readonly tenantId: TenantId
    readonly input: Input
    readonly by: JobOwner
    readonly now: Instant
  },
): Promise<Job | Refusal<JobReason>> {
  const { tenantId, input, by, now } = asked
  const refused = refuseTooMany(await countOpenJobs(tx, tenantId))
  if (refused) return refused
  const job = await insertJob(tx, tenantId, {
    kind: kind.kind,
    input,
    byActor: by.key,
    byLabel: by.label,
    now,
  })
  await queueTurn(tx, tenantId, 0)
  return job
}

export interface JobChanged {
  readonly before: Job
  /** The same object: there was nothing to change. */
  readonly after: Job
}

/** Pauses, resumes or cancels. null: there is no such job of these kinds. */
export async function changeOneJob(
  tx: Tx,
  kindOf: (job: Job) => JobKind | null,
  { tenantId, id, change, now }: { tenantId: TenantId; id: number; change: JobChange; now: Instant },
): Promise<JobChanged | Refusal<JobReason> | null> {
  const before = await lockJob(tx, tenantId, id)
  const kind = before && kindOf(before)
  if (!before || !kind) return null
  const after = changeJob(before, change, { now, resultDays: kind.resultDays })
  if (isRefusal(after) || after === before) return isRefusal(after) ? after : { before, after }
  if (hasEnded(before) && !hasEnded(after)) {
    const refused = refuseTooMany(await countOpenJobs(tx, tenantId))
    if (refused) return refused
  }
  await saveChanged(tx, kind, after)
  if (after.state === 'queued') await queueTurn(tx, tenantId, 0)
  return { before, after }
}
