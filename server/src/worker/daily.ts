import { noticeInactive } from '../accounts/inactivity-notices.ts'
import type { Till } from '../accounts/till/till.ts'
import { awardBirthdays, awardSignups } from '../actions/awards.ts'
import { tenantsOf } from '../app/cells.ts'
import { checkYesterday } from '../backtests/check-yesterday.ts'
import { endStamps } from '../cards/sweep.ts'
import type { TenantId } from '../contract/ids.ts'
import { clearUnclaimed } from '../customers/clear-unclaimed.ts'
import { tooNewIn } from '../earning/format.ts'
import { closeDueMonths } from '../management/accounting/close-due.ts'
import type { Instant } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { type LocalDate, startOfDay } from '../platform/zone.ts'
import { endReferrals } from '../referrals/settle.ts'
import { retryHeldAwards } from '../rewards/retry-awards.ts'
import { type Cells, cellVariable, MAIN_CELL } from '../tenancy/cells.ts'
import { daysOfDailyRun, lastDailyRun } from '../tenancy/daily.ts'
import { rotateOldStorefrontKey } from '../tenancy/manage/storefront.ts'
import { isWhole } from '../tenancy/standing.ts'
import { countTenantsByCell, findTenant, readDailyRuns, saveDailyRun } from '../tenancy/store/tenants.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { sweepTiers } from '../tiers/sweep.ts'
import type { JobContext } from './job-context.ts'

interface DailyRun {
  readonly cells: Cells
  readonly database: Database
  readonly till: Till
  readonly tenant: Tenant
  readonly signal: AbortSignal
  readonly now: Instant
  /** The days that this run is about, today the last. */
  readonly days: readonly LocalDate[]
  /** Everything before this moment was looked at by an earlier run. */
  readonly since: Instant
  readonly log: Logger
  readonly onDifferences: (count: number) => void
}

/**
 * What happens once a day for every tenant, in this order, when its clocks have passed 06:00 (`tenancy/daily.ts`). Each
 * step may run again, several times at once, or be cut off half-way: its effects happen once. Points that open or expire
 * at midnight are not among them: `accounts/sweep.ts` settles those, at any hour.
 */
const DAILY_STEPS: Readonly<Record<string, (run: DailyRun) => Promise<unknown>>> = {
  tiers: sweepTiers,
  birthdays: ({ days, ...options }) => awardBirthdays(days, options),
  signups: ({ since, ...options }) => awardSignups(since, options),
  inactivity: noticeInactive,
  stamps: endStamps,
  awards: retryHeldAwards,
  referrals: endReferrals,
  claims: clearUnclaimed,
  backtest: checkYesterday,
  storefront: rotateKeyOfStorefront,
  accounting: ({ cells, tenant, now }) => closeDueMonths({ cells, clock: () => now }, tenant, now),
}

/** By the real clock, as tokens. */
function rotateKeyOfStorefront({ cells, tenant: { id, clockAheadMs }, now }: DailyRun): Promise<void> {
  return cells.directory.transaction([id], (tx) => rotateOldStorefrontKey(tx, id, now - clockAheadMs))
}

/** The tenants of this cell whose daily run is due. */
export async function findDueDailyRuns({ cells, cell, clock, log }: JobContext): Promise<number[]> {
  if (cell === MAIN_CELL) await reportUnknownCells(cells, log)
  const tenants = await tenantsOf(cells, cell)()
  const ids = tenants.map(({ id }) => id)
  const done = await cells.of({ cell }).read(ids, (tx) => readDailyRuns(tx, ids))
  const clockOf = tenantClock(clock)
  return tenants
    .filter((tenant) => done.get(tenant.id) !== lastDailyRun(clockOf(tenant), tenant.timeZone))
    .map(({ id }) => id)
}

/** A cell that was added after this worker had started: until the worker is restarted, no job runs there. */
async function reportUnknownCells({ all, directory }: Cells, log: Logger): Promise<void> {
  for (const cell of (await directory.read([], countTenantsByCell)).keys()) {
    if (all.has(cell)) continue
    log.error({ cell, variable: cellVariable(cell) }, 'this worker does not know the database of a cell')
  }
}

/** The daily run of one tenant, by the clock of the context; nothing if it is done already. */
export async function runDaily(context: JobContext, tenantId: TenantId): Promise<void> {
  const { cells, cell, till, clock, signal, log, onBacktestDifferences: onDifferences } = context
  const tenant = await cells.directory.read([], (tx) => findTenant(tx, tenantId))
  if (!tenant || tenant.cell !== cell || !isWhole(tenant.standing)) return
  const database = cells.of(tenant)
  const now = tenantClock(clock)(tenant)
  const today = lastDailyRun(now, tenant.timeZone)
  const runs = await database.read([tenantId], (tx) => readDailyRuns(tx, [tenantId]))
  const done = runs.get(tenantId) ?? null
  if (done === today) return
  const days = daysOfDailyRun(done, today)
  const since = done === null || done > today ? 0 : startOfDay(done, tenant.timeZone)
  const run = { cells, database, till, tenant, signal, now, days, since, log, onDifferences }
  const isDone = await runSteps(context, run)
  // A run that was cut off is not done: the next look finds it due.
  if (isDone && !signal.aborted)
    await database.transaction([tenantId], (tx) => saveDailyRun(tx, tenantId, today))
}

/**
 * All steps, also after one that fails: what is wrong with one need not delay the others. False: a newer worker has to
 * do it, because this one can't read the merchant's program; it is looked for again in a minute.
 */
async function runSteps({ onDone, log }: JobContext, run: DailyRun): Promise<boolean> {
  const failures: unknown[] = []
  let tooNew: Error | null = null
  for (const [name, step] of Object.entries(DAILY_STEPS)) {
    const startedAt = monotonicClock()
    const report = (outcome: 'done' | 'failed'): void =>
      onDone(name, outcome, (monotonicClock() - startedAt) / 1_000)
    try {
      await step(run)
      report('done')
    } catch (error) {
      report('failed')
      const found = tooNewIn(error)
      tooNew ??= found
      if (found) continue
      log.error({ err: error, job: name, tenant: run.tenant.id }, 'a step of a daily run failed')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `the daily run of tenant ${run.tenant.id}`)
  if (tooNew) log.error({ tenant: run.tenant.id, reason: tooNew.message }, 'a daily run waits for an upgrade')
  return tooNew === null
}
