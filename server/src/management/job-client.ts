/** Jobs on the command line: the same operations that a merchant's people use, with their audit. */
import type { AnswerOf } from '../contract/admin-api/operation.ts'
import { cancelJob, getJob, listJobs, pauseJob, resumeJob } from '../jobs/admin-api/schema.ts'
import type { JobChange } from '../jobs/rules/change-job.ts'
import type { AdminClient } from './client.ts'

const PAGE = 100
const CHANGES = { pause: pauseJob, resume: resumeJob, cancel: cancelJob } as const

export function listJobsOf(
  client: AdminClient,
  { kind, state }: { readonly kind?: string; readonly state?: string },
): Promise<AnswerOf<typeof listJobs>> {
  const query = {
    limit: PAGE,
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
  }
  return client.call(listJobs, undefined, { query })
}

export function showJob(client: AdminClient, id: number): Promise<AnswerOf<typeof getJob>> {
  return client.call(getJob, undefined, { params: { id } })
}

export function changeJobOf(
  client: AdminClient,
  id: number,
  change: JobChange,
): Promise<AnswerOf<typeof pauseJob>> {
  return client.call(CHANGES[change], undefined, { params: { id } })
}
