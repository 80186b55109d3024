import type { CronItem, JobHelpers, TaskList } from 'graphile-worker'
import type { TenantId } from '../contract/ids.ts'
import { AFTER_ERASING } from '../jobs/after-erasing.ts'
import type { JobKinds } from '../jobs/define.ts'
import { deletePartsOf } from '../jobs/files.ts'
import { followErasing } from '../jobs/follow-up.ts'
import { queueJob } from '../platform/postgres/queue.ts'
import { monotonicClock, systemClock } from '../platform/system-clock.ts'
import { RETRY_AWARDS, type RetryJob, retryKey } from '../rewards/manage/retry-job.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { fillTermsOfTenants } from './customer-terms.ts'
import { findDueDailyRuns, runDaily } from './daily.ts'
import { countUncountedTenants } from './first-tier-count.ts'
import { runHourly } from './hourly.ts'
import type { JobContext } from './job-context.ts'
import { retryAwards } from './retry-awards.ts'

const TASK = {
  lookForDailyRuns: 'lookForDailyRuns',
  daily: 'daily',
  hourly: 'hourly',
  firstTierCount: 'firstTierCount',
  customerTerms: 'customerTerms',
  afterErasing: AFTER_ERASING,
  retryAwards: RETRY_AWARDS,
}

/** Every minute the queue looks for tenants whose daily run is due; a tenant is queued once a day. */
export const SCHEDULE: readonly CronItem[] = [
  { task: TASK.lookForDailyRuns, match: '* * * * *' },
  { task: TASK.hourly, match: '17 * * * *' },
  { task: TASK.firstTierCount, match: '*/5 * * * *' },
  { task: TASK.customerTerms, match: '* * * * *' },
]

const BUSY_RETRY_MS = 2_000

/** `kinds` are those of jobs that merchants start. */
export function tasksOf(context: JobContext, kinds: JobKinds): TaskList {
  return {
    [TASK.lookForDailyRuns]: async (_payload, helpers) => {
      const due = await findDueDailyRuns(context)
      const waiting = await findWaitingJobs(helpers, due.map(dailyKey))
      const jobs = due.flatMap((tenant) => {
        const jobKey = dailyKey(tenant)
        return waiting.has(jobKey) ? [] : [{ identifier: TASK.daily, payload: { tenant }, jobKey }]
      })
      if (jobs.length > 0) await helpers.addJobs(jobs)
    },
    [TASK.daily]: async (payload, helpers) => {
      const { tenant } = payload as { tenant: number }
      const isDone = await alone(dailyKey(tenant), helpers, () => runDaily(context, tenant))
      // The run that was asked for meanwhile may be of another day: look again when the other worker is done.
      const runAt = new Date(systemClock() + BUSY_RETRY_MS)
      if (!isDone) await helpers.addJob(TASK.daily, { tenant }, { jobKey: dailyKey(tenant), runAt })
    },
    [TASK.hourly]: (_payload, helpers) =>
      measured(context, 'hourly', () => runHourly(context, kinds, helpers)),
    [TASK.firstTierCount]: async (_payload, helpers) => {
      // Until progress is kept, it is counted each time it is asked for: 1.5 s for a customer with 100,000 orders.
      await countUncountedTenants(context, (tenant, count) => alone(dailyKey(tenant.id), helpers, count))
    },
    [TASK.customerTerms]: (_payload, helpers) =>
      fillTermsOfTenants(context, (tenantId, fill) => alone(`terms ${tenantId}`, helpers, fill)),
    [TASK.afterErasing]: async (payload) => {
      const { tenant } = payload as { tenant: TenantId }
      const { cells, cell, clock, signal } = context
      const database = cells.of({ cell })
      await database.transaction([tenant], (tx) => followErasing(tx, kinds, tenant, clock()))
      await deletePartsOf(database, tenant, signal)
    },
    [TASK.retryAwards]: async (payload, helpers) => {
      const job = payload as RetryJob
      const key = retryKey(job)
      const isDone = await alone(key, helpers, () => retryAwards(context, job))
      // Codes may have come after the other worker had looked: once more when it is done.
      const runAt = new Date(systemClock() + BUSY_RETRY_MS)
      if (!isDone) await helpers.addJob(TASK.retryAwards, job, { jobKey: key, runAt })
    },
  }
}

async function measured({ onDone }: JobContext, job: string, work: () => Promise<void>): Promise<void> {
  const startedAt = monotonicClock()
  const report = (outcome: 'done' | 'failed'): void =>
    onDone(job, outcome, (monotonicClock() - startedAt) / 1_000)
  try {
    await work()
    report('done')
  } catch (error) {
    report('failed')
    throw error
  }
}

/** Makes a worker look at a tenant's daily run at once, after its clock was moved. */
export async function queueDailyRun(cells: Cells, tenant: Tenant): Promise<void> {
  const job = { task: TASK.daily, payload: { tenant: tenant.id }, key: dailyKey(tenant.id) }
  await cells.of(tenant).transaction([], (tx) => queueJob(tx, job))
}

function dailyKey(tenantId: TenantId): string {
  return `daily ${tenantId}`
}

/**
 * Jobs that failed and wait for their next try, each time longer: added anew, they would be tried every minute. Those
 * that have no try left are added anew.
 */
async function findWaitingJobs(helpers: JobHelpers, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await helpers.query<{ key: string }>(
    `select key from graphile_worker.jobs
     where key = any ($1) and attempts between 1 and max_attempts - 1 and run_at > now() and locked_at is null`,
    [keys],
  )
  return new Set(rows.map(({ key }) => key))
}

/**
 * Answers false, and does nothing, if another worker has the lock. The queue itself can't tell a worker that was killed
 * from one that is busy, for four hours; the lock of a connection ends with the connection.
 */
function alone(key: string, helpers: JobHelpers, work: () => Promise<void>): Promise<boolean> {
  const lock = `punchcard ${key}`
  return helpers.withPgClient(async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [lock],
    )
    if (!rows[0]?.locked) return false
    try {
      await work()
      return true
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock])
    }
  })
}
