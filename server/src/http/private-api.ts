import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { SettledReads } from '../accounts/settled-reads.ts'
import { HeldUpError } from '../accounts/till/side-lane.ts'
import type { Till } from '../accounts/till/till.ts'
import { actionRoutes } from '../actions/private-api/routes.ts'
import { tillOfEachCell } from '../app/tills.ts'
import { Balances, readBalances } from '../balances/balances.ts'
import { pointsRoutes } from '../balances/private-api/points-routes.ts'
import { cashbackRoutes } from '../balances/private-api/routes.ts'
import { cardRoutes } from '../cards/private-api/routes.ts'
import { readTitles } from '../cards/read-shown.ts'
import { bulkProducts } from '../catalog/private-api/bulk.ts'
import { productPointsRoutes } from '../catalog/private-api/points-routes.ts'
import { catalogRoutes } from '../catalog/private-api/routes.ts'
import type { Operation } from '../contract/admin-api/operation.ts'
import { unavailable } from '../contract/edge-error.ts'
import type { TenantId } from '../contract/ids.ts'
import { localeOfHeader } from '../contract/locale.ts'
import { codeOfRefused, isRefused, messageOfRefused } from '../contract/private-api/failure-code.ts'
import { refusedIn } from '../contract/private-api/localized-refusal.ts'
import { isStorable } from '../contract/schema.ts'
import { couponListRoutes } from '../coupons/private-api/list-routes.ts'
import { couponRoutes } from '../coupons/private-api/routes.ts'
import { Findability } from '../customers/findability.ts'
import { bulkCustomers } from '../customers/private-api/bulk.ts'
import { customerRoutes } from '../customers/private-api/routes.ts'
import { erasingRoutes } from '../erasing/private-api/routes.ts'
import { orderReadRoutes } from '../history/private-api/order-routes.ts'
import { historyRoutes } from '../history/private-api/routes.ts'
import { type AdminApiOptions, serveAdminApi } from '../management/management-api.ts'
import { mergingRoutes } from '../merging/private-api/routes.ts'
import { bulkOrders } from '../orders/private-api/bulk.ts'
import { returnRoutes } from '../orders/private-api/return-routes.ts'
import { orderRoutes } from '../orders/private-api/routes.ts'
import { Batcher } from '../platform/batcher.ts'
import type { Clock } from '../platform/clock.ts'
import { FairQueue } from '../platform/fair-queue.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isUnavailable } from '../platform/postgres/failures.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { quizRoutes } from '../quizzes/private-api/routes.ts'
import { FailedRequests } from '../requests/failed-requests.ts'
import { checkoutRoutes } from '../rewards/private-api/checkout-routes.ts'
import { tillCouponRoutes } from '../rewards/private-api/coupon-routes.ts'
import { redeemRoutes } from '../rewards/private-api/redeem-routes.ts'
import { redeemedRoutes } from '../rewards/private-api/redeemed-routes.ts'
import { rewardRoutes } from '../rewards/private-api/routes.ts'
import { tillRoutes } from '../rewards/private-api/till-routes.ts'
import { findRedeemedRewards, listRewards } from '../rewards/store/rewards.ts'
import { Authenticator } from '../tenancy/authenticate.ts'
import { measureTenantRequests } from '../tenancy/busiest-tenants.ts'
import type { Cells } from '../tenancy/cells.ts'
import { type Limits, limitsInProcess } from '../tenancy/limits.ts'
import { keyNamedBy } from '../tenancy/manage/keys.ts'
import { type PrivateApi, protectPrivateApi } from '../tenancy/private-api/protection.ts'
import { type Tenant, tenantClock } from '../tenancy/tenant.ts'
import { tierRoutes } from '../tiers/private-api/routes.ts'
import { eventRoutes } from '../webhooks/private-api/routes.ts'
import { accountRoutes } from './account-routes.ts'
import type { BulkListOptions } from './bulk/list.ts'
import { bulkRoute, takeLists } from './bulk/routes.ts'
import { Draining } from './draining.ts'
import { createServer, refuseUnknownPaths, type ServerOptions } from './edge.ts'
import { tellIgnoredMembers } from './ignored-members.ts'
import { servePanel, tellPanelIsMissing } from './panel.ts'
import { type ReferenceLogin, serveReference } from './reference/page.ts'
import { documentApi } from './reference/private-api.ts'

/** For reads that are not gathered, and for products: the till and the gathered reads have their own connections. */
const READS_AT_ONCE = 6

export interface ApiOptions extends ServerOptions {
  readonly cells: Cells
  readonly redis: Redis | null
  /** Where requests and failed logins are counted; default: in this process. */
  readonly limits?: Limits
  readonly clock: Clock
  readonly rateLimitPerSecond: number
  /** Of all keys of a tenant together. Default: no limit. */
  readonly tenantRateLimitPerSecond?: number
  readonly readsAtOnce?: number
  /** Since the start of the process. Default: yes. */
  readonly hasDirectoryAnswered?: () => boolean
  /** For how long items of a list are begun. Default: a minute. */
  readonly bulkTryForMs?: number
  /** The management API; null: not served. */
  readonly admin?: Omit<AdminApiOptions, 'tillOf'> | null
  /** The folder of the panel that was built; null: it is not served. */
  readonly panel?: string | null
  /** It is wanted, but was not built. */
  readonly isPanelMissing?: boolean
  /** Whether the reference page and `/openapi.json` are served, without a log-in. Default: yes. */
  readonly isDocumented?: boolean
  /** What the reference page fills in to try an operation; default: nothing. */
  readonly referenceLogin?: ReferenceLogin | null
}

const NO_OPERATIONS: ReadonlyMap<string, Operation> = new Map()

export type Api = Awaited<ReturnType<typeof createApi>>

/** The whole HTTP interface: edge, health, private operations and their reference page. */
export async function createApi(options: ApiOptions) {
  const { metrics, limits = limitsInProcess(monotonicClock) } = options
  const cells = inTurns(options.cells, options.readsAtOnce ?? READS_AT_ONCE)
  const clock = tenantClock(options.clock)
  const { server, requests } = createServer(options)
  const draining = new Draining(server)
  refuseUnknownPaths(server)
  const authenticator = new Authenticator(cells.directory, monotonicClock, options.clock, limits.failures)
  server.addHook('onClose', async () => authenticator.close())

  const tillOf = tillOfEachCell(options.cells, options.clock, watchTill(options))
  const reads = new SettledReads({ cells, clock, tillOf })
  const balances = new Balances(
    batcherOfEachCell(options, 'balances', (database, inputs) => readBalances(database, inputs, clock)),
    reads,
  )

  await documentApi(server)

  server.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  const hasDirectoryAnswered = options.hasDirectoryAnswered ?? (() => true)
  // It asks no database: one that is away would take all processes out, and with them the merchants of all others.
  server.get('/readyz', { schema: { hide: true } }, async () => {
    if (draining.isGoingAway) throw unavailable('The server is stopping: send requests elsewhere.')
    if (!hasDirectoryAnswered()) throw unavailable('The database has not answered since the start.')
    return { status: 'ok' }
  })

  await server.register(async (api) => {
    const failedRequests = watchFailures(api, options)
    const ofTenant = options.tenantRateLimitPerSecond ?? Number.POSITIVE_INFINITY
    tellIgnoredMembers(api, failedRequests)
    const budget = protectPrivateApi(api, {
      authenticator,
      rateLimitPerSecond: options.rateLimitPerSecond,
      tenantRateLimitPerSecond: ofTenant,
      log: options.log,
      redis: options.redis,
      counts: limits.counts,
    })
    catalogRoutes(api, cells)
    productPointsRoutes(api, { cells, clock })
    customerRoutes(api, { cells, tillOf })
    const audited = { tillOf, clock: options.clock, keyNamed: keyNamedBy(cells.directory) }
    erasingRoutes(api, audited)
    mergingRoutes(api, audited)
    orderRoutes(api, { tillOf })
    returnRoutes(api, { tillOf })
    cashbackRoutes(api, { cells, tillOf })
    pointsRoutes(api, { balances, tillOf })
    historyRoutes(api, { reads })
    orderReadRoutes(api, { cells, reads })
    for (const routes of [actionRoutes, cardRoutes]) routes(api, { cells, clock, reads, tillOf, readTitles })
    accountRoutes(api, { cells, clock, requestsPerSecond: Math.min(options.rateLimitPerSecond, ofTenant) })
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
      listsOf: batcherOfEachCell(options, 'reward-lists', (database, queries) =>
        database.read([...new Set(queries.map(({ tenantId }) => tenantId))], (tx) =>
          listRewards(tx, queries),
        ),
      ),
    })
    const isStopping = (): boolean => draining.isDraining
    const list = { budget, requests, isStopping, metrics, failedRequests, log: options.log }
    await listRoutes(api, { cells, tillOf, list, tryForMs: options.bulkTryForMs })
  })

  const adminOperations = options.admin
    ? await serveAdminApi(server, { counts: limits.counts, ...options.admin, tillOf, metrics })
    : NO_OPERATIONS
  if (options.panel) await servePanel(server, options.panel)
  else if (options.isPanelMissing) tellPanelIsMissing(server)
  if (options.isDocumented ?? true) await serveReference(server, adminOperations, options.referenceLogin)
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

function watchTill(options: ApiOptions) {
  return {
    ...watchBatches(options, 'till'),
    onAwardsFailure(err: unknown, { id }: Tenant, customer: string) {
      // Another transaction is at it, or the database is away: it is given a little later.
      if (err instanceof HeldUpError || isUnavailable(err)) return
      options.log?.error({ err, tenant: id, customer }, 'a reward that is due could not be given')
    },
  }
}

function watchBatches({ metrics, tracer }: ApiOptions, batcher: string) {
  return {
    trace: tracer && { tracer, batcher },
    onBatch(size: number, waitedMs: number) {
      metrics.batchSize.observe({ batcher }, size)
      metrics.batchWaitSeconds.observe({ batcher }, waitedMs / 1_000)
    },
    onBatchDone(tookMs: number) {
      metrics.batchSeconds.observe({ batcher }, tookMs / 1_000)
    },
  }
}

/**
 * Refusals of operations are answered with 200, so the statuses do not show them. A call that is done costs no more than
 * the look at its answer.
 */
function watchFailures(api: PrivateApi, { cells, clock, metrics }: ApiOptions): FailedRequests {
  const failedRequests = new FailedRequests(cells, clock)
  const measured = measureTenantRequests(metrics)
  api.addHook('onResponse', (request, reply, done) => {
    if (request.tenant) measured.requestOf(request.tenant.id, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
  api.addHook('onClose', () => failedRequests.close())
  api.addHook('preSerialization', (request, reply, payload, done) => {
    if (isRefused(payload)) {
      const operation = operationOf(request)
      const code = codeOfRefused(payload)
      const { tenant, apiToken, params, query, body } = request
      if (reply.statusCode === 200) metrics.refusals.inc({ operation, code: code ?? 'none' })
      // Where the log-in failed it is not known whose call it was.
      if (tenant) {
        const { statusCode: status } = reply
        if (status === 200) measured.refusalOf(tenant.id, operation)
        const message = messageOfRefused(payload)
        const sent = [params, query, body]
        failedRequests.note({
          tenant,
          operation,
          status,
          code,
          message,
          requestId: request.id,
          orderId: orderIdOf(request),
          apiToken,
          sent,
        })
      }
    }
    const language = request.headers['accept-language']
    if (language === undefined || !isRefused(payload)) return done(null, payload)
    done(null, refusedIn(localeOfHeader(language), reply.statusCode, payload))
  })
  return failedRequests
}

const ORDER_ID_LENGTH_MAX = 200

/** The shop's id of the order that a call is about: in its path, or in the order that it sends. */
function orderIdOf({ routeOptions: { url = '' }, params, body }: FastifyRequest): string | null {
  const { orderId } = params as { readonly orderId?: unknown }
  const sent = /\/(POS\/orders|Order)$/.test(url)
    ? (body as { OriginalId?: unknown } | null)?.OriginalId
    : null
  const id = orderId ?? sent
  return typeof id === 'string' && id !== '' && id.length <= ORDER_ID_LENGTH_MAX && isStorable(id) ? id : null
}

function operationOf({ routeOptions: { method, url, schema } }: FastifyRequest): string {
  const { operationId = `${method} ${url}` } = (schema ?? {}) as { operationId?: string }
  return operationId
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

function batcherOfEachCell<Input extends { readonly tenantId: TenantId }, Output>(
  options: ApiOptions,
  name: string,
  run: (database: Cells['directory'], inputs: readonly Input[]) => Promise<readonly Output[]>,
): (cell: string) => Batcher<Input, Output> {
  const batchers = new Map<string, Batcher<Input, Output>>()
  return (cell) => {
    let batcher = batchers.get(cell)
    if (!batcher) {
      const database = options.cells.of({ cell })
      batcher = new Batcher({
        lanes: READ_LANES,
        batchMax: READ_BATCH_MAX,
        waitingMax: READ_WAITING_MAX,
        groupOf: ({ tenantId }) => tenantId,
        run: (inputs) => run(database, inputs),
        ...watchBatches(options, name),
      })
      batchers.set(cell, batcher)
    }
    return batcher
  }
}
