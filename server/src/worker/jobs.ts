import type { CronItem, JobHelpers, TaskList } from 'graphile-worker'
import type { Till } from '../accounts/till/till.ts'
import { awardBirthdays, awardSignups } from '../actions/awards.ts'
import { tenantsOf } from '../app/cells.ts'
import { tendEventPartitions } from '../events/partitions.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { queueJob } from '../platform/postgres/queue.ts'
import { monotonicClock, systemClock } from '../platform/system-clock.ts'
import { type LocalDate, startOfDay } from '../platform/zone.ts'
import { type Cells, cellVariable, MAIN_CELL } from '../tenancy/cells.ts'
import { daysOfDailyRun, lastDailyRun } from '../tenancy/daily.ts'
import { findTenant, listTenants, readDailyRuns, saveDailyRun } from '../tenancy/store/tenants.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { findTenantsWithReview } from '../tiers/store/tiers.ts'
import { sweepTiers } from '../tiers/sweep.ts'
import { deleteOldAttempts } from '../webhooks/store/attempts.ts'
import { forgetEndedSecrets } from '../webhooks/store/endpoints.ts'

export interface JobContext {
  readonly cells: Cells
  readonly cell: string
  readonly till: Till
  readonly clock: Clock
  readonly log: Logger
  readonly signal: AbortSignal
  /** Told of everything that was done by itself, and whether it went well. */
  readonly onDone: (job: string, outcome: 'done' | 'failed', seconds: number) => void
}

interface DailyRun {
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly signal: AbortSignal
  readonly now: Instant
  /** Those that this morning is about, today the last. */
  readonly days: readonly LocalDate[]
  /** From when on nobody has looked yet. */
  readonly since: Instant
}

/**
 * What happens in the morning of every tenant, by its own clocks and in this order. Each may be done again,
 * several at once, or be cut off half-way: what it does, it does once.
 */
const DAILY_STEPS: Readonly<Record<string, (morning: DailyRun) => Promise<unknown>>> = {
  tiers: sweepTiers,
  birthdays: ({ days, ...options }) => awardBirthdays(days, options),
  signups: ({ since, ...options }) => awardSignups(since, options),
}

/** The queue looks every minute for whom it is morning; a tenant is queued once a day. */
export const SCHEDULE: readonly CronItem[] = [
  { task: 'mornings', match: '* * * * *' },
  { task: 'eventLog', match: '17 * * * *' },
  { task: 'firstTierLooks', match: '*/5 * * * *' },
]

const BUSY_RETRY_MS = 2_000

export function tasksOf(context: JobContext): TaskList {
  return {
    mornings: async (_payload, helpers) => {
      const due = await findDueDailyRuns(context)
      const waiting = await findWaitingJobs(helpers, due.map(dailyKey))
      const jobs = due.flatMap((tenant) => {
        const jobKey = dailyKey(tenant)
        return waiting.has(jobKey) ? [] : [{ identifier: 'morning', payload: { tenant }, jobKey }]
      })
      if (jobs.length > 0) await helpers.addJobs(jobs)
    },
    eventLog: async (_payload, helpers) => {
      const ids = (await tenantsOf(context.cells, context.cell)()).map(({ id }) => id)
      await helpers.withPgClient((client) => tendEventPartitions(client, systemClock(), ids))
      await forgetAttempts(context)
      await forgetSecrets(context)
    },
    firstTierLooks: async (_payload, helpers) => {
      if (!(await isOlderVersionGone(helpers))) return
      for (const tenant of await findUncounted(context)) {
        await alone(`punchcard ${dailyKey(tenant.id)}`, helpers, () => lookAtTiers(context, tenant))
      }
    },
    morning: async (payload, helpers) => {
      const { tenant } = payload as { tenant: number }
      const isDone = await alone(`punchcard ${dailyKey(tenant)}`, helpers, () => runDaily(context, tenant))
      // What was asked for meanwhile may be another day: look again when the other is done.
      const runAt = new Date(systemClock() + BUSY_RETRY_MS)
      if (!isDone) await helpers.addJob('morning', { tenant }, { jobKey: dailyKey(tenant), runAt })
    },
  }
}

/**
 * So long after a database was migrated to keep progress towards tiers, servers that do not know of it are taken to be
 * gone. Until then, or else the next morning, it is counted whenever it is asked for: of a customer with 100,000 orders
 * that took 1.5 s.
 */
async function isOlderVersionGone(helpers: JobHelpers): Promise<boolean> {
  const { rows } = await helpers.query(
    `select from migration where name = '0013_tier_progress.sql' and applied_at < now() - interval '1 hour'`,
  )
  return rows.length > 0
}

/** Tenants with tiers whose customers have never been counted. */
async function findUncounted({ cells, cell }: JobContext): Promise<Tenant[]> {
  const everyone = await cells.directory.read([], listTenants)
  const tenants = everyone.filter((tenant) => tenant.cell === cell && tenant.settings.usesTiers)
  const ids = tenants.map(({ id }) => id)
  const counted = await cells.of({ cell }).read(ids, (tx) => findTenantsWithReview(tx, ids))
  return tenants.filter(({ id }) => !counted.has(id))
}

async function lookAtTiers({ cells, cell, till, clock, signal }: JobContext, tenant: Tenant): Promise<void> {
  await sweepTiers({ database: cells.of({ cell }), till, tenant, now: tenantClock(clock)(tenant), signal })
}

/**
 * Jobs that failed and wait for their next try, each time longer: added anew, they would be tried every minute. Those
 * that were tried often enough are added anew.
 */
async function findWaitingJobs(helpers: JobHelpers, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await helpers.query<{ key: string }>(
    `select key from graphile_worker.jobs
     where key = any ($1) and attempts between 1 and max_attempts - 1 and run_at > now() and locked_at is null`,
    [keys],
  )
  return new Set(rows.map(({ key }) => key))
}

const KEEP_ATTEMPTS_MS = 30 * 86_400_000
const ATTEMPTS_AT_ONCE = 5_000

/** What was sent and what came back is kept for 30 days. */
async function forgetAttempts({ cells, cell, signal }: JobContext): Promise<void> {
  const before = systemClock() - KEEP_ATTEMPTS_MS
  for (const { id } of await tenantsOf(cells, cell)()) {
    let deleted = ATTEMPTS_AT_ONCE
    while (deleted === ATTEMPTS_AT_ONCE && !signal.aborted) {
      deleted = await cells
        .of({ cell })
        .transaction([id], (tx) => deleteOldAttempts(tx, id, before, ATTEMPTS_AT_ONCE))
    }
  }
}

async function forgetSecrets({ cells, cell, clock }: JobContext): Promise<void> {
  const ids = (await tenantsOf(cells, cell)()).map(({ id }) => id)
  await cells.of({ cell }).transaction(ids, (tx) => forgetEndedSecrets(tx, ids, clock()))
}

function dailyKey(tenantId: number): string {
  return `morning ${tenantId}`
}

/** Has a worker look at a tenant's morning at once, after its clock was moved. */
export async function queueDailyRun(cells: Cells, tenant: Tenant): Promise<void> {
  const job = { task: 'morning', payload: { tenant: tenant.id }, key: dailyKey(tenant.id) }
  await cells.of(tenant).transaction([], (tx) => queueJob(tx, job))
}

async function findDueDailyRuns({ cells, cell, clock, log }: JobContext): Promise<number[]> {
  const everyone = await cells.directory.read([], listTenants)
  if (cell === MAIN_CELL) complainOfUnknownCells(cells, everyone, log)
  const tenants = everyone.filter((tenant) => tenant.cell === cell)
  const ids = tenants.map(({ id }) => id)
  const done = await cells.of({ cell }).read(ids, (tx) => readDailyRuns(tx, ids))
  const clockOf = tenantClock(clock)
  return tenants
    .filter((tenant) => done.get(tenant.id) !== lastDailyRun(clockOf(tenant), tenant.timeZone))
    .map(({ id }) => id)
}

/** A cell that came after this worker had started: until it is restarted, nothing happens there by itself. */
function complainOfUnknownCells({ all }: Cells, everyone: readonly Tenant[], log: Logger): void {
  for (const cell of new Set(everyone.map((tenant) => tenant.cell))) {
    if (all.has(cell)) continue
    log.error({ cell, variable: cellVariable(cell) }, 'this worker does not know the database of a cell')
  }
}

/** The morning of one tenant, by the clock of the context; nothing where it has been worked through. */
export async function runDaily(context: JobContext, tenantId: number): Promise<void> {
  const { cells, cell, till, clock, signal } = context
  const tenant = await cells.directory.read([], (tx) => findTenant(tx, tenantId))
  if (!tenant || tenant.cell !== cell) return
  const database = cells.of(tenant)
  const now = tenantClock(clock)(tenant)
  const today = lastDailyRun(now, tenant.timeZone)
  const mornings = await database.read([tenantId], (tx) => readDailyRuns(tx, [tenantId]))
  const done = mornings.get(tenantId) ?? null
  if (done === today) return
  const days = daysOfDailyRun(done, today)
  const since = done === null || done > today ? 0 : startOfDay(done, tenant.timeZone)
  const failures: unknown[] = []
  for (const [name, step] of Object.entries(DAILY_STEPS)) {
    const startedAt = monotonicClock()
    const tell = (outcome: 'done' | 'failed'): void =>
      context.onDone(name, outcome, (monotonicClock() - startedAt) / 1_000)
    try {
      await step({ database, till, tenant, signal, now, days, since })
      tell('done')
    } catch (error) {
      // The others need not wait for what is wrong with this one.
      tell('failed')
      context.log.error({ err: error, job: name, tenant: tenantId }, 'a part of a morning failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `the morning of tenant ${tenantId}`)
  // Cut off, it is not done; whoever looks next finds it due.
  if (!signal.aborted) await database.transaction([tenantId], (tx) => saveDailyRun(tx, tenantId, today))
}

/**
 * Does nothing and says so where another worker is at it. The queue itself can't tell a worker that was killed
 * from one that is busy, for four hours; the lock of a connection ends with it.
 */
function alone(name: string, helpers: JobHelpers, work: () => Promise<void>): Promise<boolean> {
  return helpers.withPgClient(async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [name],
    )
    if (!rows[0]?.locked) return false
    try {
      await work()
      return true
    } finally {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
    }
  })
}
