import type { Redis } from 'ioredis'
import { SettledReads } from '../accounts/settled-reads.ts'
import type { Till } from '../accounts/till/till.ts'
import { actionRoutes } from '../actions/private-api/routes.ts'
import { Balances, readBalances } from '../cashback/balances.ts'
import { pointsRoutes } from '../cashback/private-api/points-routes.ts'
import { cashbackRoutes } from '../cashback/private-api/routes.ts'
import { bulkProducts } from '../catalog/private-api/bulk.ts'
import { productPointsRoutes } from '../catalog/private-api/points-routes.ts'
import { catalogRoutes } from '../catalog/private-api/routes.ts'
import type { Operation } from '../contract/admin-api/operation.ts'
import { unavailable } from '../contract/edge-error.ts'
import { codeOfRefused, isRefused } from '../contract/private-api/failure-code.ts'
import { couponListRoutes } from '../coupons/private-api/list-routes.ts'
import { couponRoutes } from '../coupons/private-api/routes.ts'
import { Findability } from '../customers/findability.ts'
import { bulkCustomers } from '../customers/private-api/bulk.ts'
import { customerRoutes } from '../customers/private-api/routes.ts'
import { orderReadRoutes } from '../history/private-api/order-routes.ts'
import { historyRoutes } from '../history/private-api/routes.ts'
import { bulkOrders } from '../orders/private-api/bulk.ts'
import { returnRoutes } from '../orders/private-api/return-routes.ts'
import { orderRoutes } from '../orders/private-api/routes.ts'
import { Batcher } from '../platform/batcher.ts'
import type { Clock } from '../platform/clock.ts'
import { FairQueue } from '../platform/fair-queue.ts'
import type { Metrics } from '../platform/metrics.ts'
import { onceEvery } from '../platform/once-every.ts'
import type { Database } from '../platform/postgres/database.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { quizRoutes } from '../quizzes/private-api/routes.ts'
import { checkoutRoutes } from '../rewards/private-api/checkout-routes.ts'
import { tillCouponRoutes } from '../rewards/private-api/coupon-routes.ts'
import { redeemRoutes } from '../rewards/private-api/redeem-routes.ts'
import { redeemedRoutes } from '../rewards/private-api/redeemed-routes.ts'
import { rewardRoutes } from '../rewards/private-api/routes.ts'
import { tillRoutes } from '../rewards/private-api/till-routes.ts'
import { findRedeemedRewards, listRewards } from '../rewards/store/rewards.ts'
import { Authenticator } from '../tenancy/authenticate.ts'
import type { Cells } from '../tenancy/cells.ts'
import { type PrivateApi, protectPrivateApi } from '../tenancy/private-api/protection.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { tierRoutes } from '../tiers/private-api/routes.ts'
import { eventRoutes } from '../webhooks/private-api/routes.ts'
import { accountRoutes } from './account-routes.ts'
import { type AdminApiOptions, serveAdminApi } from './admin-api.ts'
import type { BulkListOptions } from './bulk/list.ts'
import { bulkRoute, takeLists } from './bulk/routes.ts'
import { Draining } from './draining.ts'
import { createServer, type ServerOptions } from './edge.ts'
import { servePanel } from './panel.ts'
import { documentApi, serveReference } from './reference.ts'
import { tillOfEachCell } from './tills.ts'

/** Any sender may ask whether the server is ready; the databases are asked once per second. */
const READY_FOR_MS = 1_000

/** For reads that are not gathered, and for products: the till and the gathered reads have their own connections. */
const READS_AT_ONCE = 6

export interface ApiOptions extends ServerOptions {
  readonly cells: Cells
  readonly redis: Redis | null
  readonly clock: Clock
  readonly rateLimitPerSecond: number
  /** Of all keys of a tenant together. Default: no limit. */
  readonly tenantRateLimitPerSecond?: number
  readonly readsAtOnce?: number
  /** For how long items of a list are begun. Default: a minute. */
  readonly bulkTryForMs?: number
  /** The management API; null: not served. */
  readonly admin?: Omit<AdminApiOptions, 'tillOf'> | null
  /** The folder of the panel that was built; null: it is not served. */
  readonly panel?: string | null
  /** Whether the reference page and `/openapi.json` are served, without a log-in. Default: yes. */
  readonly isDocumented?: boolean
}

const NO_OPERATIONS: ReadonlyMap<string, Operation> = new Map()

export type Api = Awaited<ReturnType<typeof createApi>>

/** The whole HTTP interface: edge, health, private operations and their reference page. */
export async function createApi(options: ApiOptions) {
  const { metrics } = options
  const cells = inTurns(options.cells, options.readsAtOnce ?? READS_AT_ONCE)
  const clock = tenantClock(options.clock)
  const { server, requests } = createServer(options)
  const draining = new Draining(server)
  const authenticator = new Authenticator(cells.directory, monotonicClock, options.clock)
  server.addHook('onClose', async () => authenticator.close())

  const tillOf = tillOfEachCell(options.cells, options.clock, measureBatches(metrics, 'till'))
  const reads = new SettledReads({ cells, clock, tillOf })
  const balances = new Balances(
    batcherOfEachCell(options.cells, metrics, 'balances', (database, inputs) =>
      readBalances(database, inputs, clock),
    ),
    reads,
  )

  await documentApi(server)

  server.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  const ask = onceEvery(READY_FOR_MS, monotonicClock, () =>
    Promise.all([...cells.all.values()].map((database) => database.ping())),
  )
  server.get('/readyz', { schema: { hide: true } }, async () => {
    if (draining.isLeaving) throw unavailable('The server is stopping: send requests elsewhere.')
    await ask()
    return { status: 'ok' }
  })

  await server.register(async (api) => {
    countRefusals(api, metrics)
    const budget = protectPrivateApi(api, {
      authenticator,
      rateLimitPerSecond: options.rateLimitPerSecond,
      tenantRateLimitPerSecond: options.tenantRateLimitPerSecond ?? Number.POSITIVE_INFINITY,
      log: options.log,
      redis: options.redis,
    })
    catalogRoutes(api, cells)
    productPointsRoutes(api, { cells, clock })
    customerRoutes(api, { cells, tillOf })
    orderRoutes(api, { tillOf })
    returnRoutes(api, { tillOf })
    cashbackRoutes(api, { cells, tillOf })
    pointsRoutes(api, { balances, tillOf })
    historyRoutes(api, { reads })
    orderReadRoutes(api, { cells, reads })
    actionRoutes(api, { cells, clock, reads, tillOf })
    accountRoutes(api, {
      cells,
      clock,
      requestsPerSecond: Math.min(
        options.rateLimitPerSecond,
        options.tenantRateLimitPerSecond ?? Number.POSITIVE_INFINITY,
      ),
    })
    eventRoutes(api, { cells, clock })
    quizRoutes(api, { cells, tillOf, clock })
    tierRoutes(api, { cells, clock, findRedeemedRewards })
    couponRoutes(api, tillOf)
    couponListRoutes(api, reads)
    redeemRoutes(api, tillOf)
    redeemedRoutes(api, { cells, reads, tillOf })
    tillRoutes(api, { cells, clock, reads, tillOf })
    tillCouponRoutes(api, { cells, reads, tillOf })
    checkoutRoutes(api, tillOf)
    rewardRoutes(api, {
      cells,
      clock,
      listsOf: batcherOfEachCell(options.cells, metrics, 'reward-lists', (database, queries) =>
        database.read([...new Set(queries.map(({ tenantId }) => tenantId))], (tx) =>
          listRewards(tx, queries),
        ),
      ),
    })
    const list = { budget, requests, isStopping: () => draining.isDraining, metrics, log: options.log }
    await listRoutes(api, { cells, tillOf, list, tryForMs: options.bulkTryForMs })
  })

  const adminOperations = options.admin
    ? await serveAdminApi(server, { ...options.admin, tillOf })
    : NO_OPERATIONS
  if (options.panel) await servePanel(server, options.panel)
  if (options.isDocumented ?? true) await serveReference(server, adminOperations)
  return { server, draining, requests, adminOperations }
}

interface ListRoutesOptions {
  readonly cells: Cells
  readonly tillOf: (tenant: Tenant) => Till
  readonly list: BulkListOptions
  readonly tryForMs: number | undefined
}

async function listRoutes(
  api: PrivateApi,
  { cells, tillOf, list, tryForMs }: ListRoutesOptions,
): Promise<void> {
  const options = tryForMs === undefined ? list : { ...list, tryForMs }
  await api.register(async (lists) => {
    takeLists(lists)
    bulkRoute(lists, bulkOrders(tillOf), options)
    bulkRoute(lists, bulkCustomers({ tillOf, findability: new Findability(cells) }), options)
    bulkRoute(lists, bulkProducts(cells), options)
  })
}

function measureBatches(metrics: Metrics, batcher: string): (size: number, waitedMs: number) => void {
  return (size, waitedMs) => {
    metrics.batchSize.observe({ batcher }, size)
    metrics.batchWaitSeconds.observe({ batcher }, waitedMs / 1_000)
  }
}

/** Refusals of operations are answered with 200, so the statuses do not show them. */
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

/** A tenant's read waits for its turn among the tenants, not behind all reads of another tenant. */
function inTurns(cells: Cells, atOnce: number): Cells {
  const databases = new Map(
    [...cells.all].map(([cell, database]) => {
      const queue = new FairQueue({ atOnce, waitingMax: READ_WAITING_MAX })
      const fair: Database = {
        ...database,
        read: (tenants, work) => queue.run(tenants[0] ?? 0, () => database.read(tenants, work)),
        transaction: (tenants, work) => queue.run(tenants[0] ?? 0, () => database.transaction(tenants, work)),
      }
      return [cell, fair]
    }),
  )
  return { ...cells, of: (tenant) => databases.get(tenant.cell) ?? cells.of(tenant) }
}

/** Batches of reads at the same time from one database: two keep Node and PostgreSQL both busy. */
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
      batcher = new Batcher({
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
