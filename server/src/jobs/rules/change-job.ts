import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { Instant } from '../../platform/clock.ts'
import { hasEnded, type Job } from '../job.ts'

/** What people ask of a job that is there. */
export const JOB_CHANGES = ['pause', 'resume', 'cancel'] as const
export type JobChange = (typeof JOB_CHANGES)[number]

export const JOB_REASONS = ['job-ended', 'too-many-jobs', 'files-erased'] as const
export type JobReason = (typeof JOB_REASONS)[number]

/** Queued, running and paused jobs of one merchant. */
export const OPEN_JOBS_MAX = 10
const DAY_MS = 86_400_000

/**
 * What becomes of a job. While a worker has it in a turn it only gets a wish, which the worker reads after its current
 * page. Otherwise it changes at once. The same job: there is nothing to change.
 */
export function changeJob(
  job: Job,
  change: JobChange,
  { now, resultDays }: { readonly now: Instant; readonly resultDays: number },
): Job | Refusal<JobReason> {
  switch (change) {
    case 'pause':
      return pause(job)
    case 'resume':
      return resume(job)
    case 'cancel':
      return cancel(job, now, resultDays)
  }
}

function pause(job: Job): Job | Refusal<JobReason> {
  if (hasEnded(job)) return ended(job)
  if (job.state === 'running') return job.wish === 'none' ? { ...job, wish: 'pause' } : job
  return job.state === 'paused' ? job : { ...job, state: 'paused', wish: 'none' }
}

/** A job that has failed goes on from its checkpoint, and may fail as often again. */
function resume(job: Job): Job | Refusal<JobReason> {
  if (job.state === 'done' || job.state === 'cancelled') return ended(job)
  if (job.state === 'running') return job.wish === 'pause' ? { ...job, wish: 'none' } : job
  if (job.state === 'queued') return job
  if (job.state === 'failed' && job.erasedAt !== null) {
    return refusal(
      'files-erased',
      'Its files were deleted, because a customer was erased. Start another one.',
    )
  }
  return {
    ...job,
    state: 'queued',
    wish: 'none',
    failures: 0,
    problem: null,
    finishedAt: null,
    expiresAt: null,
  }
}

function cancel(job: Job, now: Instant, resultDays: number): Job | Refusal<JobReason> {
  if (job.state === 'cancelled') return job
  if (job.state === 'done') return ended(job)
  if (job.state === 'running') return job.wish === 'cancel' ? job : { ...job, wish: 'cancel' }
  return endAs(job, 'cancelled', now, resultDays)
}

/** At once, also in a turn: a new lease keeps the turn from saving. */
export function cancelAtOnce(job: Job, now: Instant, resultDays: number): Job {
  return { ...endAs(job, 'cancelled', now, resultDays), leaseNumber: job.leaseNumber + 1 }
}

/** What a worker finds between two pages: the wish comes true, or there is none. */
export function fulfilWish(job: Job, now: Instant, resultDays: number): Job {
  if (job.wish === 'none') return job
  if (job.wish === 'pause') return { ...job, state: 'paused', wish: 'none' }
  return endAs(job, 'cancelled', now, resultDays)
}

export function endAs(
  job: Job,
  state: 'done' | 'failed' | 'cancelled',
  now: Instant,
  resultDays: number,
): Job {
  return { ...job, state, wish: 'none', finishedAt: now, expiresAt: now + resultDays * DAY_MS }
}

/** From the beginning: what it has done so far does not count. One that is paused or has failed does so when resumed. */
export function beginAgain(job: Job): Job {
  return {
    ...job,
    state: job.state === 'running' ? 'queued' : job.state,
    leaseNumber: job.leaseNumber + 1,
    checkpoint: null,
    done: 0,
    total: null,
    result: null,
    failures: 0,
    startedAt: null,
  }
}

function ended({ state }: Job): Refusal<JobReason> {
  return refusal('job-ended', `This job is ${state}.`)
}

/** null: one more may be added. */
export function refuseTooMany(open: number): Refusal<JobReason> | null {
  if (open < OPEN_JOBS_MAX) return null
  return refusal(
    'too-many-jobs',
    `${OPEN_JOBS_MAX} jobs are queued, running or paused. Wait until one is done, or cancel one.`,
  )
}
