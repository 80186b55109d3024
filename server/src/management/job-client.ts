/** Jobs for an operator who has the database: the same operations that a merchant's people use, with their audit. */
import type { AnswerOf } from '../contract/admin-api/operation.ts'
import type { TenantId } from '../contract/ids.ts'
import { cancelJob, getJob, listJobs, pauseJob, resumeJob } from '../jobs/admin-api/schema.ts'
import type { JobChange } from '../jobs/rules/change-job.ts'
import type { Cells } from '../tenancy/cells.ts'
import { withLocalClient } from './client.ts'

const PAGE = 100
const CHANGES = { pause: pauseJob, resume: resumeJob, cancel: cancelJob } as const

interface OneJob {
  readonly tenant: TenantId
  readonly job: number
}

export function listJobsOf(
  cells: Cells,
  { tenant, kind, state }: { tenant: TenantId; kind?: string; state?: string },
): Promise<AnswerOf<typeof listJobs>> {
  const query = {
    limit: PAGE,
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
  }
  return withLocalClient(cells, tenant, (client) => client.call(listJobs, undefined, { query }))
}

export function showJob(cells: Cells, { tenant, job }: OneJob): Promise<AnswerOf<typeof getJob>> {
  return withLocalClient(cells, tenant, (client) => client.call(getJob, undefined, { params: { id: job } }))
}

export function changeJobOf(
  cells: Cells,
  { tenant, job }: OneJob,
  change: JobChange,
): Promise<AnswerOf<typeof pauseJob>> {
  return withLocalClient(cells, tenant, (client) =>
    client.call(CHANGES[change], undefined, { params: { id: job } }),
  )
}
