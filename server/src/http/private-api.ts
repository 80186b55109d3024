import type { Redis } from 'ioredis'
import { createTill, type Till } from '../accounts/till/till.ts'
import { cashbackRoutes } from '../cashback/private-api/routes.ts'
import { productPointsRoutes } from '../catalog/private-api/points-routes.ts'
import { catalogRoutes } from '../catalog/private-api/routes.ts'
import { unavailable } from '../contract/edge-error.ts'
import { codeOfRefused, isRefused } from '../contract/private-api/failure-code.ts'
import { couponRoutes } from '../coupons/private-api/routes.ts'
import { customerRoutes } from '../customers/private-api/routes.ts'
import { orderRoutes } from '../orders/private-api/routes.ts'
import { type Batcher, createBatcher } from '../platform/batcher.ts'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/metrics.ts'
import { onceEvery } from '../platform/once-every.ts'
import type { Database } from '../platform/postgres/database.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { createTurns } from '../platform/turns.ts'
import { quizRoutes } from '../quizzes/private-api/routes.ts'
import { redeemRoutes } from '../rewards/private-api/redeem-routes.ts'
import { rewardRoutes } from '../rewards/private-api/routes.ts'
import { findRedeemedRewards, listRewards } from '../rewards/store/rewards.ts'
import { createAuthenticator } from '../tenancy/authenticate.ts'
import { type Cells, UnknownCellError } from '../tenancy/cells.ts'
import { type PrivateApi, protectPrivateApi } from '../tenancy/private-api/door.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { tierRoutes } from '../tiers/private-api/routes.ts'
import { createServer, type ServerOptions } from './edge.ts'
import { prepareFarewell } from './farewell.ts'
import { documentApi, serveReference } from './reference.ts'

/** Anyone may ask whether we are ready; the databases are asked once a second. */
const READY_FOR_MS = 1_000

/** For reads that are not gathered, and products: the till and the gathered ones have their own connections. */
const READS_AT_ONCE = 6

export interface ApiOptions extends ServerOptions {
  readonly cells: Cells
  readonly redis: Redis | null
  readonly clock: Clock
  readonly rateLimitPerSecond: number
  /** Of all keys of a tenant together. Not limited, unless told. */
  readonly tenantRateLimitPerSecond?: number
  readonly readsAtOnce?: number
  /** Whether the reference page and `/openapi.json` are there, for anyone. Yes, unless told. */
  readonly isDocumented?: boolean
}

export type Api = Awaited<ReturnType<typeof createApi>>

/** The whole HTTP interface: edge, health, private operations and their reference page. */
export async function createApi(options: ApiOptions) {
  const { metrics } = options
  const cells = inTurns(options.cells, options.readsAtOnce ?? READS_AT_ONCE)
  const clock = tenantClock(options.clock)
  const { server, underWay } = createServer(options)
  const farewell = prepareFarewell(server)
  const authenticator = createAuthenticator(cells.directory, monotonicClock)
  server.addHook('onClose', async () => authenticator.close())

  const tillOf = tillOfEachCell(options.cells, metrics, options.clock)

  await documentApi(server)

  server.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  const ask = onceEvery(READY_FOR_MS, monotonicClock, () =>
    Promise.all([...cells.all.values()].map((database) => database.ping())),
  )
  server.get('/readyz', { schema: { hide: true } }, async () => {
    if (farewell.isLeaving) throw unavailable('The server is stopping: send requests elsewhere.')
    await ask()
    return { status: 'ok' }
  })

  await server.register(async (api) => {
    countRefusals(api, metrics)
    protectPrivateApi(api, {
      authenticator,
      rateLimitPerSecond: options.rateLimitPerSecond,
      tenantRateLimitPerSecond: options.tenantRateLimitPerSecond ?? Number.POSITIVE_INFINITY,
      log: options.log,
      redis: options.redis,
    })
    catalogRoutes(api, cells)
    productPointsRoutes(api, { cells, clock })
    customerRoutes(api, cells)
    orderRoutes(api, { tillOf })
    cashbackRoutes(api, { cells, tillOf })
    quizRoutes(api, { cells, tillOf, clock })
    tierRoutes(api, { cells, clock, findRedeemedRewards })
    couponRoutes(api, tillOf)
    redeemRoutes(api, tillOf)
    rewardRoutes(api, {
      cells,
      clock,
      listsOf: batcherOfEachCell(options.cells, metrics, 'reward-lists', (database, queries) =>
        database.read([...new Set(queries.map(({ tenantId }) => tenantId))], (tx) =>
          listRewards(tx, queries),
        ),
      ),
    })
  })

  if (options.isDocumented ?? true) await serveReference(server)
  return { server, farewell, underWay }
}

function measureBatches(metrics: Metrics, batcher: string): (size: number, waitedMs: number) => void {
  return (size, waitedMs) => {
    metrics.batchSize.observe({ batcher }, size)
    metrics.batchWaitSeconds.observe({ batcher }, waitedMs / 1_000)
  }
}

/** What an operation refuses is answered with 200, so that the statuses do not tell. */
function countRefusals(api: PrivateApi, metrics: Metrics): void {
  api.addHook('preSerialization', (request, reply, payload, done) => {
    if (isRefused(payload) && reply.statusCode === 200) {
      const { method, url, schema } = request.routeOptions
      const { operationId: operation = `${method} ${url}` } = (schema ?? {}) as { operationId?: string }
      metrics.refusals.inc({ operation, code: codeOfRefused(payload) ?? 'none' })
    }
    done(null, payload)
  })
}

/** What a tenant asks of a database waits for its turn among tenants, not behind everything that another one asked. */
function inTurns(cells: Cells, atOnce: number): Cells {
  const databases = new Map(
    [...cells.all].map(([cell, database]) => {
      const turns = createTurns({ atOnce, waitingMax: READ_WAITING_MAX })
      const fair: Database = {
        ...database,
        read: (tenants, work) => turns.take(tenants[0] ?? 0, () => database.read(tenants, work)),
        transaction: (tenants, work) =>
          turns.take(tenants[0] ?? 0, () => database.transaction(tenants, work)),
      }
      return [cell, fair]
    }),
  )
  return { ...cells, of: (tenant) => databases.get(tenant.cell) ?? cells.of(tenant) }
}

function tillOfEachCell(cells: Cells, metrics: Metrics, clock: Clock): (tenant: Tenant) => Till {
  const tills = new Map(
    [...cells.all].map(([cell, database]) => [
      cell,
      createTill({
        database,
        clock,
        onBatch: measureBatches(metrics, 'till'),
      }),
    ]),
  )
  return (tenant) => {
    const till = tills.get(tenant.cell)
    if (!till) throw new UnknownCellError(tenant.cell)
    return till
  }
}

/** Reads at once from one database, however many ask: two batches at a time keep Node and PostgreSQL both busy. */
const READ_LANES = 2
const READ_BATCH_MAX = 100
const READ_WAITING_MAX = 10_000

function batcherOfEachCell<Input extends { readonly tenantId: number }, Output>(
  cells: Cells,
  metrics: Metrics,
  name: string,
  run: (database: Cells['directory'], inputs: readonly Input[]) => Promise<readonly Output[]>,
): (cell: string) => Batcher<Input, Output> {
  const batchers = new Map<string, Batcher<Input, Output>>()
  return (cell) => {
    let batcher = batchers.get(cell)
    if (!batcher) {
      const database = cells.of({ cell })
      batcher = createBatcher({
        lanes: READ_LANES,
        batchMax: READ_BATCH_MAX,
        waitingMax: READ_WAITING_MAX,
        groupOf: ({ tenantId }) => tenantId,
        run: (inputs) => run(database, inputs),
        onBatch: measureBatches(metrics, name),
      })
      batchers.set(cell, batcher)
    }
    return batcher
  }
}
