import type { TenantId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { FileReason } from './rules/file-quota.ts'

/** As they are stored, by their number. */
export const JOB_STATES = ['queued', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** What a job is to do after its current page; as they are stored, by their number. */
export const WISHES = ['none', 'pause', 'cancel'] as const
export type Wish = (typeof WISHES)[number]

/** Why a job has failed, as a word that an API has a sentence for, and under which id the log tells more. */
export interface JobProblem {
  readonly reason: 'failed-repeatedly' | FileReason
  readonly requestId: string
}

/** Work for one merchant that goes on in turns until it is done, failed or cancelled. */
export interface Job {
  readonly tenantId: TenantId
  readonly id: number
  readonly kind: string
  /** `queued`: it waits for a turn. `running`: a worker has it in a turn now, or was killed in one. */
  readonly state: JobState
  readonly wish: Wish
  readonly input: unknown
  /** What it needs to go on after its last finished page; null: it has not begun. */
  readonly checkpoint: unknown
  readonly done: number
  /** null: not known yet. */
  readonly total: number | null
  readonly result: unknown
  readonly problem: JobProblem | null
  readonly byActor: string
  readonly byLabel: string
  readonly createdAt: Instant
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
  /** When it is deleted; null: not before it has ended. */
  readonly expiresAt: Instant | null
  /** In a row, without a page between them. */
  readonly failures: number
  /** When it last had a turn; at first, when it was created. */
  readonly turnAt: Instant
  /** Only the turn with the newest number may save. */
  readonly leaseNumber: number
  /**
   * For a kind that is marked then: when a customer was erased first. Its files that hold persons are deleted with its
   * end, or were deleted then if it had failed. null: none was, or the kind begins again instead.
   */
  readonly erasedAt: Instant | null
}

const ENDED: readonly JobState[] = ['done', 'failed', 'cancelled']

export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return ENDED.includes(state)
}

/** As people see it: between two turns a job that has begun is running. */
export function shownState({ state, startedAt }: Pick<Job, 'state' | 'startedAt'>): JobState {
  return state === 'queued' && startedAt !== null ? 'running' : state
}
