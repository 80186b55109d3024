import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { promisify } from 'node:util'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './postgres/database.ts'
import type { Replication } from './postgres/replication.ts'
import { within } from './within.ts'

export interface Metrics {
  readonly registry: Registry
  readonly requestSeconds: Histogram<'method' | 'route' | 'status'>
  readonly batchSize: Histogram<'batcher'>
  /** Until a batch begins, for the call in it that has waited longest. */
  readonly batchWaitSeconds: Histogram<'batcher'>
  /** From its begin to the answers. */
  readonly batchSeconds: Histogram<'batcher'>
  /** Until a transaction has a connection. */
  readonly poolWaitSeconds: Histogram<'cell'>
  readonly refusals: Counter<'operation' | 'code'>
  readonly adminRefusals: Counter<'weight' | 'why'>
  readonly storefrontRequests: Counter<'operation' | 'status'>
  readonly storefrontSeconds: Histogram<'operation'>
  readonly storefrontMints: Counter
  readonly storefrontMemoryHits: Counter
  readonly storefrontShed: Counter<'why'>
}

/**
 * How long figures from a database may take. Prometheus waits for 10 seconds, and then it would have none at all: least
 * of all the one that says that a database does not answer.
 */
export const FIGURES_TIMEOUT_MS = 3_000

const WAIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Sums of metrics that are there by their parts, as gauges that are named like counters.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'punchcard_http_request_seconds',
      help: 'Time from the request line to the last byte of the answer',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    batchSize: new Histogram({
      name: 'punchcard_batch_size',
      help: 'Calls that went to the database together',
      labelNames: ['batcher'],
      buckets: [1, 2, 5, 10, 20, 50, 100, 200],
      registers: [registry],
    }),
    batchWaitSeconds: new Histogram({
      name: 'punchcard_batch_wait_seconds',
      help: 'Time until a batch begins, for the call in it that has waited longest',
      labelNames: ['batcher'],
      buckets: WAIT_BUCKETS,
      registers: [registry],
    }),
    batchSeconds: new Histogram({
      name: 'punchcard_batch_seconds',
      help: 'Time from the begin of a batch to its answers',
      labelNames: ['batcher'],
      buckets: WAIT_BUCKETS,
      registers: [registry],
    }),
    poolWaitSeconds: new Histogram({
      name: 'punchcard_pool_wait_seconds',
      help: 'Time until a transaction has a connection',
      labelNames: ['cell'],
      buckets: WAIT_BUCKETS,
      registers: [registry],
    }),
    refusals: new Counter({
      name: 'punchcard_refusals_total',
      help: 'Requests that an operation refused (HTTP 200 with HasError), by the number of the error',
      labelNames: ['operation', 'code'],
      registers: [registry],
    }),
    adminRefusals: new Counter({
      name: 'punchcard_admin_refused_total',
      help: 'Requests of the management API whose turn did not come, by weight and reason',
      labelNames: ['weight', 'why'],
      registers: [registry],
    }),
    ...createStorefrontMetrics(registry),
  }
}

function createStorefrontMetrics(registry: Registry) {
  return {
    storefrontRequests: new Counter<'operation' | 'status'>({
      name: 'punchcard_storefront_requests_total',
      help: 'Requests of the storefront API',
      labelNames: ['operation', 'status'],
      registers: [registry],
    }),
    storefrontSeconds: new Histogram<'operation'>({
      name: 'punchcard_storefront_seconds',
      help: 'Time from the request line to the last byte of an answer of the storefront API',
      labelNames: ['operation'],
      buckets: WAIT_BUCKETS,
      registers: [registry],
    }),
    storefrontMints: new Counter({
      name: 'punchcard_storefront_mints_total',
      help: 'Tokens of customers that were made',
      registers: [registry],
    }),
    storefrontMemoryHits: new Counter({
      name: 'punchcard_storefront_memory_hits_total',
      help: 'Answers of the storefront that were sent from memory',
      registers: [registry],
    }),
    storefrontShed: new Counter<'why'>({
      name: 'punchcard_storefront_shed_total',
      help: 'Requests of the storefront that were refused because there were too many, by what was exceeded',
      labelNames: ['why'],
      registers: [registry],
    }),
  }
}

/** `storefront`: it serves browsers of shops alone, and is no sign that sales are served. */
type ServedKind = 'serve' | 'storefront' | 'work'

/** Which version this is, for joining with everything else; and that a process of its kind is there at all. */
export function describeBuild(
  { registry }: Metrics,
  { version, commit }: { readonly version: string; readonly commit: string },
  kind: ServedKind,
): void {
  new Gauge({
    name: 'punchcard_build_info',
    help: 'Always 1; the labels say what runs, in which version and commit and on which Node',
    labelNames: ['version', 'commit', 'node', 'kind'],
    registers: [registry],
  }).set({ version, commit, node: process.version, kind }, 1)
}

export function measureRedis({ registry }: Metrics, isUp: () => boolean): void {
  new Gauge({
    name: 'punchcard_redis_up',
    help: '1 while this process is connected to Redis; there is none where no Redis is configured',
    registers: [registry],
    collect() {
      this.set(Number(isUp()))
    },
  })
}

/**
 * Of each cell, what is behind its database. A standby that vanishes takes its lag with it, so they are counted too: the
 * count is there, and 0, where there is none.
 */
export function measureReplication(
  { registry }: Metrics,
  read: () => Promise<readonly (readonly [cell: string, Replication])[]>,
): void {
  // All four are collected at the same moment, and share one question.
  let asked: Promise<readonly (readonly [cell: string, Replication])[]> | null = null
  const ask = () => {
    asked ??= within(FIGURES_TIMEOUT_MS, read())
      .catch(() => [])
      .finally(() => {
        asked = null
      })
    return asked
  }
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    show: (gauge: Gauge<Label | 'cell'>, cell: string, replication: Replication) => void,
  ) =>
    new Gauge<Label | 'cell'>({
      name,
      help,
      labelNames: ['cell', ...labelNames],
      registers: [registry],
      async collect() {
        const found = await ask()
        this.reset()
        for (const [cell, replication] of found) show(this, cell, replication)
      },
    })
  gauge(
    'punchcard_replication_standbys',
    'Standbys that are connected to the database',
    [],
    (count, cell, { standbys }) => count.set({ cell }, standbys.length),
  )
  gauge(
    'punchcard_replication_lag_seconds',
    'How far a standby is behind; only where the login of the worker is in pg_monitor',
    ['standby'],
    (lag, cell, { standbys }) => {
      for (const { name, lagSeconds } of standbys)
        if (lagSeconds !== null) lag.set({ cell, standby: name }, lagSeconds)
    },
  )
  gauge(
    'punchcard_replication_slot_bytes',
    'WAL that the database keeps for a replication slot',
    ['slot'],
    (bytes, cell, { slots }) => {
      for (const { name, keptBytes } of slots) bytes.set({ cell, slot: name }, keptBytes)
    },
  )
  gauge(
    'punchcard_replication_slot_active',
    '1 while a replication slot is being read',
    ['slot'],
    (active, cell, { slots }) => {
      for (const { name, isActive } of slots) active.set({ cell, slot: name }, Number(isActive))
    },
  )
}

export function measureDatabases(metrics: Metrics, databases: ReadonlyMap<string, Database>): void {
  new Gauge({
    name: 'punchcard_database_connections',
    help: 'Connections of the pool by state, and requests waiting for one',
    labelNames: ['cell', 'state'],
    registers: [metrics.registry],
    collect() {
      for (const [cell, database] of databases) {
        for (const [state, count] of Object.entries(database.usage())) this.set({ cell, state }, count)
      }
    },
  })
}

/** Looked at when it is asked for, as `/readyz` does. */
export function measureReadiness(
  { registry }: Metrics,
  kind: ServedKind,
  process: { readonly isReady: () => boolean; readonly databasesUp: () => ReadonlyMap<string, boolean> },
): void {
  new Gauge({
    name: 'punchcard_ready',
    help: '1 while the process is ready: it is not stopping, and the directory has answered since its start',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.set({ kind }, Number(process.isReady()))
    },
  })
  new Gauge({
    name: 'punchcard_database_up',
    help: '1 while the database of the cell answers this process and can be used: asked every 2 seconds',
    labelNames: ['cell'],
    registers: [registry],
    collect() {
      for (const [cell, isUp] of process.databasesUp()) this.set({ cell }, Number(isUp))
    },
  })
}

export function measureAdminQueues(
  { registry }: Metrics,
  waiting: Readonly<Record<'light' | 'heavy', () => number>>,
): void {
  new Gauge({
    name: 'punchcard_admin_queue_waiting',
    help: 'Database work of the management API that waits for its turn',
    labelNames: ['weight'],
    registers: [registry],
    collect() {
      for (const weight of ['light', 'heavy'] as const) this.set({ weight }, waiting[weight]())
    },
  })
}

/** Counted when they are looked at, so that a request costs nothing more. */
export function measureRequests(
  { registry }: Metrics,
  server: NetServer,
  requests: { atWork: number },
): void {
  new Gauge({
    name: 'punchcard_http_requests_in_progress',
    help: 'Requests whose answers are not made yet',
    registers: [registry],
    collect() {
      this.set(requests.atWork)
    },
  })
  new Gauge({
    name: 'punchcard_http_connections',
    help: 'Connections that are open',
    registers: [registry],
    async collect() {
      this.set(await promisify(server.getConnections.bind(server))())
    },
  })
}

/** Says in a word why this process is not ready; null: it is. */
export type Readiness = () => string | null

export interface MetricsServerOptions {
  readonly host: string
  readonly port: number
  /** Where it is given, `/livez` and `/readyz` are answered too: by a process that has no other port. */
  readonly readiness?: Readiness
}

/** On a port of their own, so that the port which merchants reach never shows them. */
export function serveMetrics(
  metrics: { readonly registry: Pick<Registry, 'contentType' | 'metrics'> },
  options: MetricsServerOptions,
): Promise<Server> {
  const { host, port, readiness } = options
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('content-type', metrics.registry.contentType)
      response.end(await metrics.registry.metrics())
    } else if (readiness && request.url === '/livez') {
      answerHealth(response, 200, 'ok')
    } else if (readiness && request.url === '/readyz') {
      const problem = readiness()
      answerHealth(response, problem === null ? 200 : 503, problem ?? 'ok')
    } else {
      response.writeHead(404).end()
    }
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

function answerHealth(response: ServerResponse, statusCode: number, status: string): void {
  response.writeHead(statusCode, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify({ status }))
}
