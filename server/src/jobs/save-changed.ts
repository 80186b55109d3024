import type { Tx } from '../platform/postgres/database.ts'
import type { JobKind } from './define.ts'
import { hasEnded, type Job } from './job.ts'
import { type FilesOfJobs, markPersonsOfJobsDeleted } from './store/files.ts'
import { saveJob } from './store/jobs.ts'

/** Saves a job that was locked, and deletes what must not outlive its end. null: a newer version knows the kind. */
export async function saveChanged(tx: Tx, kind: JobKind | null, job: Job): Promise<void> {
  const { erasedAt } = await saveJob(tx, job)
  if (hasEnded(job) && erasedAt !== null) {
    await markPersonsOfJobsDeleted(tx, job.tenantId, 'customerErased', filesOf(kind, job))
  }
  if (job.state === 'cancelled') await kind?.discard?.(tx, job)
}

export function filesOf(kind: JobKind | null, { id, input }: Job): FilesOfJobs {
  return { jobIds: [id], uploadIds: kind?.uploads?.(input) ?? [] }
}
