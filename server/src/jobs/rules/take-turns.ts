import type { Instant } from '../../platform/clock.ts'
import type { Job, JobProblem } from '../job.ts'
import { endAs } from './change-job.ts'

/** After the first, second, … failure in a row. */
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 30_000] as const
const FAILURES_MAX = RETRY_DELAYS_MS.length + 1

/** What one page has done. */
export interface PageDone {
  readonly checkpoint: unknown
  /** Of the whole job so far. */
  readonly done: number
  readonly total?: number | null
  readonly result?: unknown
  readonly finished: boolean
  /** What it was asked for is gone: it ends as cancelled, and leaves no file. */
  readonly isVoid?: true
}

/** When it may have its next turn. */
export function readyAt({ failures, turnAt }: Pick<Job, 'failures' | 'turnAt'>): Instant {
  if (failures === 0) return turnAt
  return turnAt + (RETRY_DELAYS_MS[failures - 1] ?? RETRY_DELAYS_MS[RETRY_DELAYS_MS.length - 1] ?? 0)
}

type Waiting = Pick<Job, 'id' | 'failures' | 'turnAt'>

/** Of a merchant's jobs that are queued, the one whose last turn is longest ago; those that wait for a retry later. */
export function nextJob<One extends Waiting>(waiting: readonly One[], now: Instant): One | null {
  const ready = waiting.filter((job) => readyAt(job) <= now)
  return ready.toSorted((one, other) => one.turnAt - other.turnAt || one.id - other.id)[0] ?? null
}

/** When the merchant's next turn is due; null: nothing waits. */
export function nextTurnAt(waiting: readonly Waiting[], now: Instant): Instant | null {
  if (waiting.length === 0) return null
  return Math.max(now, Math.min(...waiting.map(readyAt)))
}

/** A turn begins. Only it may save from now on. */
export function beginTurn(job: Job, now: Instant): Job {
  return {
    ...job,
    state: 'running',
    startedAt: job.startedAt ?? now,
    turnAt: now,
    leaseNumber: job.leaseNumber + 1,
  }
}

export function afterPage(job: Job, page: PageDone, now: Instant, resultDays: number): Job {
  const { checkpoint, done, finished, isVoid, total = job.total, result = job.result } = page
  const saved: Job = { ...job, checkpoint, done, total, result, failures: 0 }
  if (isVoid) return endAs(saved, 'cancelled', now, resultDays)
  return finished ? endAs(saved, 'done', now, resultDays) : saved
}

/** It goes to the end of the line. */
export function endTurn(job: Job, now: Instant): Job {
  return job.state === 'running' ? { ...job, state: 'queued', turnAt: now } : job
}

/** What repeating would not help. It goes on from its checkpoint when it is resumed. */
export function afterRefusal(job: Job, problem: JobProblem, now: Instant, resultDays: number): Job {
  return endAs({ ...job, problem, turnAt: now }, 'failed', now, resultDays)
}

export function afterFailure(job: Job, problem: JobProblem, now: Instant, resultDays: number): Job {
  const failed: Job = { ...job, failures: job.failures + 1, turnAt: now }
  if (failed.failures < FAILURES_MAX) return { ...failed, state: 'queued' }
  return endAs({ ...failed, problem }, 'failed', now, resultDays)
}
