/** Loaded before a process (`node --import`), which then also knows the kinds of jobs that are made for tests. */
import { JOB_KINDS } from '../../src/app/job-kinds.ts'
import type { JobKind } from '../../src/jobs/define.ts'
import { TEST_KINDS } from './kinds.ts'

for (const [name, kind] of TEST_KINDS) (JOB_KINDS as Map<string, JobKind>).set(name, kind)
