import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram } from 'prom-client'
import { Sweep } from '../accounts/sweep.ts'
import { createTill } from '../accounts/till/till.ts'
import { CellWatch } from '../app/cell-watch.ts'
import { cellUrls, openConfiguredCells, problemOfSessions, tenantsOf } from '../app/cells.ts'
import type { Config } from '../app/config.ts'
import { sealErasureKeys } from '../app/sealed.ts'
import { openConfiguredTracing } from '../app/tracing.ts'
import { describeVersion } from '../app/version.ts'
import { urlOf } from '../http/listening-url.ts'
import type { JobKinds } from '../jobs/define.ts'
import type { FileQuotas } from '../jobs/rules/file-quota.ts'
import { ALL_JOB_KINDS } from '../management/job-kinds.ts'
import { REWARDS_DUE } from '../orders/due.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import {
  createMetrics,
  describeBuild,
  FIGURES_TIMEOUT_MS,
  type Metrics,
  measureDatabases,
  measureReadiness,
  measureReplication,
  type Readiness,
  serveMetrics,
} from '../platform/metrics.ts'
import { NotReadyError } from '../platform/not-ready.ts'
import { systemClock } from '../platform/system-clock.ts'
import { within } from '../platform/within.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type FiguresMeasured, keepFigures, measureFigures } from './figures.ts'
import type { JobContext } from './job-context.ts'
import { SCHEDULE, tasksOf } from './jobs.ts'
import { type JobsMeasured, measureJobs } from './jobs-metrics.ts'
import { measureVerification, verifyEveryNight } from './nightly-verification.ts'
import { keepOrderFigures } from './order-figures.ts'
import { createPace } from './pace.ts'
import { type Queue, startQueue } from './queue.ts'
import { rewardReferrers } from './referrals.ts'
import { runTurns } from './turns.ts'
import { deliverWebhooks, measureWebhooks } from './webhooks.ts'

export interface RunningWorker {
  readonly metricsUrl: string | null
  readonly isReady: boolean
  /** Resolves when the directory has answered. */
  readonly ready: Promise<void>
  /** Finishes the batch or job that is running, then closes everything it opened. */
  stop(): Promise<void>
}

/** How often to look for accounts in which something has fallen due. */
const LOOK_EVERY_MS = 1_000
const RETRY_MAX_MS = 30_000
/** It only reads: what a stop cuts off is looked at again. */
const STOP_VERIFYING_MS = 2_000
/** For jobs, which are many commands at once: one lane, so that the sweep and the API go on beside it. */
const JOB_TILL = { lanes: 1, batchMax: 50 }

/** Runs the jobs of every configured cell. Any number of workers may run at the same time. */
export async function work(
  config: Config,
  log: Logger,
  clock: Clock = systemClock,
  kinds: JobKinds = ALL_JOB_KINDS,
): Promise<RunningWorker> {
  await using opened = new AsyncDisposableStack()
  const applicationName = 'punchcard work'
  const watch = await CellWatch.start(config, log, { kind: 'work', check: problemOfSessions })
  opened.defer(() => watch.stop())
  const metrics = createMetrics()
  describeBuild(metrics, describeVersion(), 'work')
  const tracing = await openConfiguredTracing(config, 'punchcard-work', log, metrics)
  opened.defer(() => tracing?.close())
  const tracer = tracing?.tracer
  const problemOf = (cell: string): string | null => watch.problemOf(cell)
  const cells = openConfiguredCells(config, log, applicationName, { metrics, tracer, problemOf })
  opened.defer(() => cells.close())
  measureDatabases(metrics, new Map([...cells.all, ['directory', cells.directory]]))
  const measured = measureWork(metrics, [...cells.all.keys()])
  const measuredJobs = measureJobs(metrics, clock)
  const measuredFigures = measureFigures(metrics)
  const measuredWebhooks = measureWebhooks(metrics)
  const verification = measureVerification(metrics, clock)
  const stopping = new AbortController()
  const readiness: Readiness = () => {
    if (stopping.signal.aborted) return 'stopping'
    return watch.hasDirectoryAnswered ? null : 'the database has not answered since the start'
  }
  measureReadiness(metrics, 'work', {
    isReady: () => readiness() === null,
    databasesUp: () => watch.up,
  })
  measureReplication(metrics, () => watch.replication())
  const metricsUrl = await openMetrics(config, metrics, readiness, opened)

  const urls = cellUrls(config)
  const running = opened.use(new AsyncDisposableStack())
  opened.defer(() => watch.stop())
  opened.defer(() => stopping.abort())
  await watch.beginEach(async (cell) => {
    await using begun = new AsyncDisposableStack()
    const url = urls.get(cell) ?? ''
    verification.of(cells, cell)
    await sealErasureKeys(cells, cell, log)
    const inCell = await workInCell({
      ...{ cells, cell, url, log, clock, measured, measuredJobs, measuredFigures, kinds },
      lanes: config.jobLanes,
      quotas: config.fileQuotas,
      verifyHour: config.verifyHour,
      signal: stopping.signal,
    })
    begun.defer(() => inCell.stop())
    const delivering = await deliverWebhooks({
      ...{ config, cells, cell, url, log, clock },
      measured: measuredWebhooks,
      tracer,
    })
    begun.defer(() => delivering.stop())
    running.use(begun.move())
  })
  const everything = opened.move()
  return {
    metricsUrl,
    isReady: watch.hasDirectoryAnswered,
    ready: watch.directoryAnswered,
    stop: () => everything.disposeAsync(),
  }
}

async function openMetrics(
  { metricsHost: host, workerMetricsPort: port }: Config,
  metrics: Metrics,
  readiness: Readiness,
  opened: AsyncDisposableStack,
): Promise<string | null> {
  if (port === null) return null
  const listening = serveMetrics(metrics, { host, port, readiness })
  const server = await listening.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new NotReadyError(`Port ${port} is taken: choose another PUNCHCARD_WORKER_METRICS_PORT.`)
  })
  opened.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  return `${urlOf(server)}/metrics`
}

interface CellOptions {
  readonly cells: Cells
  readonly cell: string
  readonly url: string
  readonly log: Logger
  readonly clock: Clock
  readonly measured: ReturnType<typeof measureWork>
  readonly measuredJobs: JobsMeasured
  readonly measuredFigures: FiguresMeasured
  readonly kinds: JobKinds
  readonly lanes: number
  readonly quotas: FileQuotas
  readonly verifyHour: number | null
  readonly signal: AbortSignal
}

async function workInCell(options: CellOptions): Promise<{ stop(): Promise<void> }> {
  const { cells, cell, url, log, clock, measured } = options
  const ending = new AbortController()
  const signal = AbortSignal.any([options.signal, ending.signal])
  const database = cells.of({ cell })
  const context: JobContext = {
    cells,
    cell,
    till: createTill({ database, clock, ...REWARDS_DUE, ...JOB_TILL }),
    clock,
    log,
    signal,
    onDone(job, outcome, seconds) {
      measured.jobSeconds.observe({ cell, job, outcome }, seconds)
      if (outcome === 'done') measured.jobDoneAt.set({ cell, job }, clock() / 1_000)
    },
    onBacktestDifferences: (count) => measured.backtestDifferences.inc({ cell }, count),
    onEventRoom: (until) => measured.eventRoomUntil.set({ cell }, until / 1_000),
  }
  const tasks = tasksOf(context, options.kinds)
  const queue: Queue = await startQueue({ url, tasks, schedule: SCHEDULE, log })
  const pace = createPace(queue.pool, signal)
  const sweep = new Sweep({
    database,
    clock,
    ...REWARDS_DUE,
    signal,
    pace,
    onSettled: (accounts) => measured.settledAccounts.inc({ cell }, accounts),
    onFailure(tenant, customer, error) {
      measured.failedAccounts.inc({ cell })
      log.error({ err: error, tenant: tenant.id, customer }, 'an account could not be settled')
    },
  })
  const tenants = tenantsOf(cells, cell)
  // A counter that begins with its first event would hide that event from `increase`.
  measured.settledAccounts.inc({ cell }, 0)
  measured.failedAccounts.inc({ cell }, 0)
  measured.lagOf(cell, async () => {
    // A sandbox that was moved by a year is not late by a year.
    const onTime = (await tenants()).filter(({ clockAheadMs }) => clockAheadMs === 0)
    const since = await sweep.dueSince(onTime)
    return since === null ? 0 : (clock() - since) / 1_000
  })
  const sweeping = sweepUntilStopped(sweep, tenants, log, signal)
  const { measuredFigures } = options
  const figures = Promise.all([
    keepFigures({ cells, cell, log, signal, measured: measuredFigures }),
    keepOrderFigures({ cells, cell, clock, log, signal, pace, measured: measuredFigures }),
  ])
  const rewarding = rewardReferrers(context)
  const { pool } = queue
  const verifying = verifyEveryNight({
    cells,
    cell,
    clock,
    log,
    signal,
    fromHour: options.verifyHour,
    pool,
    pace,
  })
  options.measuredJobs.of(cells, cell, options.quotas)
  const turns = await runTurns({ ...options, pool, pace, signal, measured: options.measuredJobs }).catch(
    async (error: unknown) => {
      ending.abort()
      await Promise.all([sweeping, figures, rewarding])
      await queue.stop()
      throw error
    },
  )
  return {
    async stop() {
      ending.abort()
      // The pool is used by the others until they have ended.
      await Promise.all([
        sweeping,
        figures,
        rewarding,
        Promise.race([verifying, sleep(STOP_VERIFYING_MS)]),
        turns.stop(),
      ])
      await queue.stop()
    },
  }
}

async function sweepUntilStopped(
  sweep: Sweep,
  tenants: () => Promise<Tenant[]>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})
  let failures = 0
  while (!signal.aborted) {
    try {
      const settled = await sweep.round(await tenants())
      failures = 0
      if (settled === 0) await pause(LOOK_EVERY_MS)
    } catch (error) {
      failures += 1
      log.warn({ reason: (error as Error).message }, 'what is due could not be settled; trying again')
      await pause(Math.min(RETRY_MAX_MS, LOOK_EVERY_MS * 2 ** failures))
    }
  }
}

function measureWork({ registry }: Metrics, cells: readonly string[]) {
  const registers = [registry]
  const jobDoneAt = new Gauge({
    name: 'punchcard_job_done_timestamp_seconds',
    help: 'When this worker last did a job to its end, in seconds since 1970; the hourly one: 0 until it is done',
    labelNames: ['cell', 'job'],
    registers,
  })
  // A series that begins with the first success could not tell that there is none.
  for (const cell of cells) jobDoneAt.set({ cell, job: 'hourly' }, 0)
  const backtestDifferences = new Counter({
    name: 'punchcard_backtest_differences_total',
    help: 'Orders of the day before that did not earn what the program gives that they earned with',
    labelNames: ['cell'],
    registers,
  })
  for (const cell of cells) backtestDifferences.inc({ cell }, 0)
  const lags = new Map<string, () => Promise<number>>()
  new Gauge({
    name: 'punchcard_due_lag_seconds',
    help: 'How long the account that is due longest has waited to be settled, without sandboxes whose clock was moved',
    labelNames: ['cell'],
    registers,
    async collect() {
      const asked = [...lags].map(([cell, lag]) =>
        // A database that does not answer must not hide the other figures.
        within(FIGURES_TIMEOUT_MS, lag()).then(
          (seconds) => this.set({ cell }, seconds),
          () => this.remove({ cell }),
        ),
      )
      await Promise.all(asked)
    },
  })
  return {
    lagOf: (cell: string, lag: () => Promise<number>): void => void lags.set(cell, lag),
    settledAccounts: new Counter({
      name: 'punchcard_settled_accounts_total',
      help: 'Accounts in which the sweep has opened or expired lots',
      labelNames: ['cell'],
      registers,
    }),
    failedAccounts: new Counter({
      name: 'punchcard_unsettled_accounts_total',
      help: 'Times that an account could not be settled because of a fault',
      labelNames: ['cell'],
      registers,
    }),
    jobDoneAt,
    backtestDifferences,
    eventRoomUntil: new Gauge({
      name: 'punchcard_event_log_room_until_timestamp_seconds',
      help: 'Until when the event log has partitions, in seconds since 1970, as the hourly job left it',
      labelNames: ['cell'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'punchcard_job_seconds',
      help: 'Jobs by outcome, and how long they took',
      labelNames: ['cell', 'job', 'outcome'],
      buckets: [0.01, 0.1, 1, 10, 60, 600],
      registers,
    }),
  }
}
