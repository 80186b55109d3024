import type { Instant } from '../platform/clock.ts'
import type { Job } from './job.ts'
import { LOOK_BACK_MS, type Pace, paceOf, type Sample } from './rules/progress.ts'

/** More jobs are not watched at once: the longest unseen one is forgotten. */
const JOBS_MAX = 1_000
/** A panel that asks every second leaves so many within a minute. */
const SAMPLES_MAX = 60

/** How fast jobs go on, from the looks of this process at them. Nothing of it is stored. */
export class ProgressWatch {
  readonly #samples = new Map<string, readonly Sample[]>()

  /** null: it is not running, or was not seen twice yet. */
  see(job: Job, now: Instant): Pace | null {
    const key = `${job.tenantId}-${job.id}`
    const before = this.#samples.get(key) ?? []
    this.#samples.delete(key)
    if (job.startedAt === null || job.finishedAt !== null || job.state === 'paused') return null
    const samples = [...before, { at: now, done: job.done }]
      .filter(({ at }) => at >= now - LOOK_BACK_MS)
      .slice(-SAMPLES_MAX)
    this.#samples.set(key, samples)
    const [longestUnseen] = this.#samples.keys()
    if (this.#samples.size > JOBS_MAX && longestUnseen !== undefined) this.#samples.delete(longestUnseen)
    return paceOf(samples, job.total, now)
  }
}
