import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SERVED_PARTS, type ServedPart } from '../app/config.ts'
import { tillOfEachCell } from '../app/tills.ts'
import type { Operation } from '../contract/admin-api/operation.ts'
import { unavailable } from '../contract/edge-error.ts'
import { localeOfHeader } from '../contract/locale.ts'
import { codeOfRefused, isRefused, messageOfRefused } from '../contract/private-api/failure-code.ts'
import { refusedIn } from '../contract/private-api/localized-refusal.ts'
import type { PublicOperation } from '../contract/public-api/operation.ts'
import { isStorable } from '../contract/schema.ts'
import { serveAdminApi } from '../management/management-api.ts'
import { FairQueue } from '../platform/fair-queue.ts'
import type { Database } from '../platform/postgres/database.ts'
import { monotonicClock } from '../platform/system-clock.ts'
import { FailedRequests } from '../requests/failed-requests.ts'
import { ReferralUrls } from '../storefront/referral-url.ts'
import { Authenticator } from '../tenancy/authenticate.ts'
import { measureTenantRequests } from '../tenancy/busiest-tenants.ts'
import type { Cells } from '../tenancy/cells.ts'
import { limitsInProcess } from '../tenancy/limits.ts'
import { type PrivateApi, protectPrivateApi } from '../tenancy/private-api/protection.ts'
import { tenantClock } from '../tenancy/tenant.ts'
import type { ApiOptions } from './api-options.ts'
import { watchTill } from './batchers.ts'
import { Draining } from './draining.ts'
import { createServer, refuseUnknownPaths } from './edge.ts'
import { separateHosts } from './hosts.ts'
import { tellIgnoredMembers } from './ignored-members.ts'
import { servePanel, tellPanelIsMissing } from './panel.ts'
import { servePreview } from './panel-preview.ts'
import { serveReference } from './reference/page.ts'
import { documentApi } from './reference/private-api.ts'
import { salesRoutes } from './sales-routes.ts'
import { builtShopFiles, serveShopFiles, tellShopFilesAreMissing } from './shop-files.ts'
import { ShopWindow } from './storefront/shop-window.ts'

/** For reads that are not gathered, and for products: the till and the gathered reads have their own connections. */
const READS_AT_ONCE = 6
const READS_WAITING_MAX = 10_000

const NO_OPERATIONS: ReadonlyMap<string, Operation> = new Map()
const NO_PUBLIC_OPERATIONS: ReadonlyMap<string, PublicOperation> = new Map()
const ALL_PARTS: ReadonlySet<ServedPart> = new Set(SERVED_PARTS)

export type Api = Awaited<ReturnType<typeof createApi>>

/** The whole HTTP interface: edge, health, private operations and their reference page. */
export async function createApi(options: ApiOptions) {
  const { metrics, limits = limitsInProcess(monotonicClock) } = options
  const cells = inTurns(options.cells, options.readsAtOnce ?? READS_AT_ONCE)
  const clock = tenantClock(options.clock)
  const { server, requests } = createServer(options)
  const draining = new Draining(server)
  if (options.shopOrigin) separateHosts(server, options.shopOrigin)
  refuseUnknownPaths(server)
  const authenticator = new Authenticator(cells.directory, monotonicClock, options.clock, limits.failures)
  server.addHook('onClose', async () => authenticator.close())

  const tillOf = tillOfEachCell(options.cells, options.clock, watchTill(options))
  const { serves = ALL_PARTS } = options
  const shopWindow = options.storefront
    ? new ShopWindow({ ...options, ...options.storefront, watch: authenticator.watch })
    : null

  server.addHook('onClose', () => shopWindow?.close())

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
    shopWindow?.privateRoutes(api)
    if (!serves.has('private')) return
    const isStopping = (): boolean => draining.isDraining
    const list = { budget, requests, isStopping, metrics, failedRequests, log: options.log }
    const referralUrls = new ReferralUrls(cells.directory, authenticator.watch)
    await salesRoutes(api, options, { cells, clock, tillOf, ofTenant, list, referralUrls })
  })
  const publicOperations =
    shopWindow && serves.has('storefront') ? await shopWindow.serve(server) : NO_PUBLIC_OPERATIONS

  const adminOperations = options.admin
    ? await serveAdminApi(server, { counts: limits.counts, ...options.admin, tillOf, metrics })
    : NO_OPERATIONS
  await serveBuiltFiles(server, options)
  if (options.isDocumented ?? true) {
    await serveReference(server, { adminOperations, publicOperations }, options.referenceLogin)
  }
  return { server, draining, requests, adminOperations, publicOperations }
}

/** What was built for browsers. */
async function serveBuiltFiles(
  server: FastifyInstance,
  { panel, isPanelMissing, shopFiles, shopOrigin = null }: ApiOptions,
): Promise<void> {
  if (panel) {
    await servePanel(server, panel, shopOrigin)
    await servePreview(server, panel, builtShopFiles())
  } else if (isPanelMissing) tellPanelIsMissing(server)
  if (shopFiles) await serveShopFiles(server, shopFiles)
  else if (shopFiles === null) tellShopFilesAreMissing(server)
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
      const queue = new FairQueue({ atOnce, waitingMax: READS_WAITING_MAX })
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
