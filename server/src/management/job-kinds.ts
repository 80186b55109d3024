import { JOB_KINDS } from '../app/job-kinds.ts'
import { type JobKinds, jobKinds } from '../jobs/define.ts'
import { planJob } from '../program-file/plan-job.ts'
import { WHOLE_EXPORT_JOB } from './exports/whole-job.ts'
import { programContextReader } from './program-context.ts'

/** Every kind of job that this version knows, with those that join domains. */
export const ALL_JOB_KINDS: JobKinds = jobKinds([
  ...JOB_KINDS.values(),
  planJob(programContextReader),
  WHOLE_EXPORT_JOB,
])
