import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram } from 'prom-client'
import { Sweep } from '../accounts/sweep.ts'
import { createTill } from '../accounts/till/till.ts'
import {
  cellUrls,
  openConfiguredCells,
  refuseUnlessReady,
  refuseWithoutSessions,
  tenantsOf,
} from '../app/cells.ts'
import type { Config } from '../app/config.ts'
import { sealErasureKeys } from '../app/sealed.ts'
import { openConfiguredTracing } from '../app/tracing.ts'
import { VERSION } from '../app/version.ts'
import { urlOf } from '../http/listening-url.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import {
  createMetrics,
  describeBuild,
  type Metrics,
  measureDatabases,
  type Readiness,
  serveMetrics,
} from '../platform/metrics.ts'
import { NotReadyError } from '../platform/not-ready.ts'
import { onceEvery } from '../platform/once-every.ts'
import { monotonicClock, systemClock } from '../platform/system-clock.ts'
import { releaseAtDeadline } from '../rewards/commands/reservations.ts'
import type { Cells } from '../tenancy/cells.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { watchLoad } from './database-load.ts'
import { SCHEDULE, tasksOf } from './jobs.ts'
import { measureVerification, verifyEveryNight } from './nightly-verification.ts'
import { type Queue, startQueue } from './queue.ts'
import { deliverWebhooks, measureWebhooks } from './webhooks.ts'

export interface RunningWorker {
  readonly metricsUrl: string | null
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
export async function work(config: Config, log: Logger, clock: Clock = systemClock): Promise<RunningWorker> {
  await refuseWithoutSessions(config)
  await refuseUnlessReady(config)
  await using opened = new AsyncDisposableStack()
  const metrics = createMetrics()
  describeBuild(metrics, VERSION, 'work')
  const tracing = await openConfiguredTracing(config, 'punchcard-work', log, metrics)
  opened.defer(() => tracing?.close())
  const tracer = tracing?.tracer
  const cells = openConfiguredCells(config, log, 'punchcard work', { metrics, tracer })
  opened.defer(() => cells.close())
  await sealErasureKeys(cells, log)
  measureDatabases(metrics, new Map([...cells.all, ['directory', cells.directory]]))
  const measured = measureWork(metrics)
  const measuredWebhooks = measureWebhooks(metrics)
  const verification = measureVerification(metrics, clock)
  const stopping = new AbortController()
  const ask = onceEvery(1_000, monotonicClock, () =>
    Promise.all([...cells.all.values()].map((database) => database.ping())),
  )
  const readiness: Readiness = async () => {
    if (stopping.signal.aborted) return 'stopping'
    await ask()
    return undefined
  }
  const metricsUrl = await openMetrics(config, metrics, readiness, opened)

  for (const [cell, url] of cellUrls(config)) {
    verification.of(cells, cell)
    const running = await workInCell({
      cells,
      cell,
      url,
      log,
      clock,
      measured,
      verifyHour: config.verifyHour,
      signal: stopping.signal,
    })
    opened.defer(() => running.stop())
    const delivering = await deliverWebhooks({
      config,
      cells,
      cell,
      url,
      log,
      clock,
      measured: measuredWebhooks,
      tracer,
    })
    opened.defer(() => delivering.stop())
  }
  opened.defer(() => stopping.abort())
  const everything = opened.move()
  return { metricsUrl, stop: () => everything.disposeAsync() }
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
  readonly verifyHour: number | null
  readonly signal: AbortSignal
}

async function workInCell(options: CellOptions): Promise<{ stop(): Promise<void> }> {
  const { cells, cell, url, log, clock, measured, signal } = options
  const database = cells.of({ cell })
  const tasks = tasksOf({
    cells,
    cell,
    till: createTill({ database, clock, atDeadline: releaseAtDeadline, ...JOB_TILL }),
    clock,
    log,
    signal,
    onDone(job, outcome, seconds) {
      measured.jobSeconds.observe({ cell, job, outcome }, seconds)
      if (outcome === 'done') measured.jobDoneAt.set({ cell, job }, clock() / 1_000)
    },
  })
  const queue: Queue = await startQueue({ url, tasks, schedule: SCHEDULE, log })
  const othersAtWork = watchLoad(queue.pool)
  const sweep = new Sweep({
    database,
    clock,
    atDeadline: releaseAtDeadline,
    signal,
    othersAtWork,
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
  const { pool } = queue
  const verifying = verifyEveryNight({
    cells,
    cell,
    clock,
    log,
    signal,
    fromHour: options.verifyHour,
    pool,
    othersAtWork,
  })
  return {
    async stop() {
      await Promise.all([sweeping, Promise.race([verifying, sleep(STOP_VERIFYING_MS)]), queue.stop()])
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

function measureWork({ registry }: Metrics) {
  const registers = [registry]
  const lags = new Map<string, () => Promise<number>>()
  new Gauge({
    name: 'punchcard_due_lag_seconds',
    help: 'How long the account that is due longest has waited to be settled, without sandboxes whose clock was moved',
    labelNames: ['cell'],
    registers,
    async collect() {
      for (const [cell, lag] of lags) {
        // A database that does not answer must not hide the other figures.
        await lag().then(
          (seconds) => this.set({ cell }, seconds),
          () => this.remove({ cell }),
        )
      }
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
    jobDoneAt: new Gauge({
      name: 'punchcard_job_done_timestamp_seconds',
      help: 'When this worker last did a job to its end, in seconds since 1970',
      labelNames: ['cell', 'job'],
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
