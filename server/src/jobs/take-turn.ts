import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Till } from '../accounts/till/till.ts'
import type { Clock, Instant } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/postgres/database.ts'
import { isUnavailable } from '../platform/postgres/failures.ts'
import { undone } from '../platform/postgres/undoing.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import type { TimeZoneSince } from '../tenancy/store/zones.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import type { FileRoom, JobKind, JobKinds, Page, PageBudget } from './define.ts'
import type { Job, JobProblem } from './job.ts'
import { FileRefused } from './result-files.ts'
import { fulfilWish } from './rules/change-job.ts'
import { firstCommands, firstRows, nextCommands, nextRows } from './rules/page-size.ts'
import {
  afterFailure,
  afterPage,
  afterRefusal,
  beginTurn,
  endTurn,
  nextJob,
  nextTurnAt,
} from './rules/take-turns.ts'
import { saveChanged } from './save-changed.ts'
import { findWaitingJobs, lockJob, queueTurn, savePage, type WaitingJob } from './store/jobs.ts'

/** Then the merchant goes to the end of the line. */
const TURN_MS = 2_000
/** For kinds that write no files. */
const NO_ROOM = { quotas: { ofTenant: 0, ofCell: 0 }, bytesOfCell: 0 }
/** A job of a kind that this worker does not know waits for a newer worker. */
const UNKNOWN_RETRY_MS = 5_000

export interface TurnOptions {
  readonly database: Database
  readonly directory: Database
  readonly kinds: JobKinds
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Runs a page, which is told how many others are at work, and then makes way for them. */
  readonly pace: <T>(page: (others: number) => Promise<T>) => Promise<T>
  /** For kinds that run commands: smaller batches while others are at work. */
  readonly tillBeside: (others: number) => Till
  /** What there is for files now. */
  readonly fileRoom: () => Promise<Omit<FileRoom, 'now'>>
  /** The time zones that the merchant has had, which the directory knows. */
  readonly zones: () => Promise<readonly TimeZoneSince[]>
  readonly onPage?: (kind: string, seconds: number) => void
  readonly onFailure?: (job: Job, error: unknown, requestId: string) => void
}

/** Another turn of the job has begun, or the job is gone: whatever this one would write is not wanted any more. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

interface Turn {
  readonly kind: JobKind
  readonly job: Job
}

/**
 * Works for at most two seconds on the job of this merchant whose last turn is longest ago, and puts the merchant at the
 * end of the line. It may be cut off at any moment: what a page has done is saved with its checkpoint or not at all.
 */
export async function takeTurn(options: TurnOptions, tenant: Tenant): Promise<void> {
  const turn = await begin(options, tenant)
  if (!turn) return
  try {
    await end(options, tenant, await runPages(options, tenant, turn))
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error
  }
}

async function begin(options: TurnOptions, tenant: Tenant): Promise<Turn | null> {
  const { database, clock, kinds } = options
  return database.transaction([tenant.id], async (tx) => {
    const waiting = await findWaitingJobs(tx, [tenant.id])
    const now = clock()
    const next = nextJob(mayRun(waiting, tenant, kinds), now)
    const found = next && (await lockJob(tx, tenant.id, next.id))
    const kind = found && kinds.get(found.kind)
    if (!found || !kind || !isWaiting(found)) {
      await queueNext(tx, options, tenant)
      return null
    }
    const job = beginUnlessLost(options, found, kind, now)
    await saveChanged(tx, kind, job)
    if (job.state !== 'running') await queueNext(tx, options, tenant)
    return job.state === 'running' ? { kind, job } : null
  })
}

/**
 * A job that is still running was in a turn whose worker was killed or could not save. That counts as a failure: a page
 * that ends its worker, or never ends, must not go on forever.
 */
function beginUnlessLost({ onFailure }: TurnOptions, found: Job, { resultDays }: JobKind, now: Instant): Job {
  const wished = fulfilWish(found, now, resultDays)
  if (!isWaiting(wished)) return { ...wished, leaseNumber: found.leaseNumber + 1 }
  if (found.state !== 'running') return beginTurn(wished, now)
  const requestId = randomUUID()
  onFailure?.(found, new Error('the turn was cut off'), requestId)
  const failed = afterFailure(wished, { reason: 'failed-repeatedly', requestId }, now, resultDays)
  return isWaiting(failed) ? beginTurn(failed, now) : { ...failed, leaseNumber: found.leaseNumber + 1 }
}

function isWaiting({ state }: Job): boolean {
  return state === 'queued' || state === 'running'
}

/** A closed merchant can be read and not changed. */
function mayRun(waiting: readonly WaitingJob[], { standing }: Tenant, kinds: JobKinds): WaitingJob[] {
  return waiting.filter(({ kind }) => {
    const known = kinds.get(kind)
    return known !== undefined && (standing.state === 'active' || known.isReadOnly)
  })
}

/** The merchant's next turn, if anything of it waits. */
async function queueNext(tx: Tx, { clock, kinds }: TurnOptions, tenant: Tenant): Promise<void> {
  const waiting = await findWaitingJobs(tx, [tenant.id])
  const now = clock()
  const at = nextTurnAt(mayRun(waiting, tenant, kinds), now)
  if (at !== null) await queueTurn(tx, tenant.id, at - now)
  else if (waiting.some(({ kind }) => !kinds.has(kind))) await queueTurn(tx, tenant.id, UNKNOWN_RETRY_MS)
}

/** The job as its last page has left it. */
async function runPages(options: TurnOptions, tenant: Tenant, turn: Turn): Promise<Job> {
  const { pace, signal, onPage } = options
  const endsAt = monotonicClock() + TURN_MS
  let { job } = turn
  const [first, next] = 'work' in turn.kind ? [firstCommands, nextCommands] : [firstRows, nextRows]
  let rows = first(job.failures)
  while (job.state === 'running' && !signal.aborted && monotonicClock() < endsAt) {
    try {
      const done = await pace(async (others) => {
        const startedAt = monotonicClock()
        const page = await runPage(options, tenant, { ...turn, job }, { rows, others })
        const tookMs = monotonicClock() - startedAt
        onPage?.(job.kind, tookMs / 1_000)
        rows = next(rows, tookMs)
        return page
      })
      job = done.job
      if (done.restMs > 0) await sleep(done.restMs, null, { signal }).catch(ifStopped)
    } catch (error) {
      // The page was undone, and the next turn does it again.
      if (signal.aborted) return job
      // Neither the job nor its page is to blame. It is freed and taken up where it was.
      if (error instanceof LeaseLostError || isUnavailable(error)) throw error
      return noteFailure(options, tenant, { ...turn, job }, error)
    }
  }
  return job
}

/** A worker that stops rests no longer. */
function ifStopped(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}

interface PageSize {
  readonly rows: number
  readonly others: number
}

async function runPage(
  options: TurnOptions,
  tenant: Tenant,
  turn: Turn,
  { rows, others }: PageSize,
): Promise<{ readonly job: Job; readonly restMs: number }> {
  const { database, directory, clock, signal } = options
  const { kind, job } = turn
  const files = { ...(kind.writesFiles ? await options.fileRoom() : NO_ROOM), now: clock() }
  const spans = kind.usesZones ? await options.zones() : []
  const budget = { tenant, now: tenantClock(clock)(tenant), rows, job, signal, files, directory, spans }
  if ('step' in kind && !kind.isReadOnly) {
    const done = await database.transaction([tenant.id], async (tx) =>
      save(tx, options, turn, await kind.step(tx, job.input, job.checkpoint, budget)),
    )
    return { job: done, restMs: 0 }
  }
  const page = await foundOut(options, turn, budget, others)
  const done = await database.transaction([tenant.id], (tx) => save(tx, options, turn, page))
  return { job: done, restMs: page.restMs ?? 0 }
}

/** A page whose checkpoint is saved in a transaction of its own. */
function foundOut(
  { database, tillBeside }: TurnOptions,
  { kind, job }: Turn,
  budget: PageBudget,
  others: number,
): Promise<Page<unknown, unknown>> {
  if ('work' in kind) {
    return kind.work(job.input, job.checkpoint, { ...budget, till: tillBeside(others), database })
  }
  const step = (tx: Tx) => kind.step(tx, job.input, job.checkpoint, budget)
  const tenants = [budget.tenant.id]
  return kind.isTrial ? undone(database, tenants, step) : database.read(tenants, step)
}

async function save(
  tx: Tx,
  { clock }: TurnOptions,
  { kind, job }: Turn,
  page: Page<unknown, unknown>,
): Promise<Job> {
  const now = clock()
  const done = afterPage(job, page, now, kind.resultDays)
  const wish = await savePage(tx, done)
  if (wish === null) throw new LeaseLostError('another turn of this job has begun')
  // The job is locked before its files, as everywhere.
  await page.write?.(tx)
  const wished = done.state === 'running' ? fulfilWish({ ...done, wish }, now, kind.resultDays) : done
  if (wished.state !== 'running') await saveChanged(tx, kind, wished)
  return wished
}

async function noteFailure(
  { database, clock, onFailure }: TurnOptions,
  tenant: Tenant,
  { kind, job }: Turn,
  error: unknown,
): Promise<Job> {
  const requestId = randomUUID()
  onFailure?.(job, error, requestId)
  const isRefused = error instanceof FileRefused
  const problem: JobProblem = { reason: isRefused ? error.refused.reason : 'failed-repeatedly', requestId }
  const after = isRefused ? afterRefusal : afterFailure
  return database.transaction([tenant.id], async (tx) => {
    const stored = await lockLeased(tx, job)
    const failed = after(stored, problem, clock(), kind.resultDays)
    await saveChanged(tx, kind, failed)
    return failed
  })
}

async function end(options: TurnOptions, tenant: Tenant, job: Job): Promise<void> {
  const { database, clock } = options
  await database.transaction([tenant.id], async (tx) => {
    if (job.state === 'running') {
      const stored = await lockLeased(tx, job)
      const kind = options.kinds.get(job.kind) ?? null
      const wished = fulfilWish(stored, clock(), kind?.resultDays ?? 0)
      await saveChanged(tx, kind, endTurn(wished, clock()))
    }
    await queueNext(tx, options, tenant)
  })
}

async function lockLeased(tx: Tx, { tenantId, id, leaseNumber }: Job): Promise<Job> {
  const stored = await lockJob(tx, tenantId, id)
  if (stored?.state !== 'running' || stored.leaseNumber !== leaseNumber) {
    throw new LeaseLostError('another turn of this job has begun')
  }
  return stored
}
