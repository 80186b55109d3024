import { Redis } from 'ioredis'
import { CellWatch } from '../app/cell-watch.ts'
import { openAdminCells, openConfiguredCells, type Watched } from '../app/cells.ts'
import { type Config, isStorefrontAlone } from '../app/config.ts'
import { sealErasureKeys } from '../app/sealed.ts'
import { ALONE, BESIDE_SALES, openStorefrontCells } from '../app/storefront-cells.ts'
import { openConfiguredTracing } from '../app/tracing.ts'
import { describeVersion } from '../app/version.ts'
import { adoptListeners, type ListenOptions, openListeners } from '../platform/http/listeners.ts'
import type { Logger } from '../platform/log.ts'
import {
  createMetrics,
  describeBuild,
  measureDatabases,
  measureReadiness,
  measureRedis,
  serveMetrics,
} from '../platform/metrics.ts'
import { createSealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import type { Limits } from '../tenancy/limits.ts'
import { urlOf } from './listening-url.ts'
import { builtPanel, PANEL_IS_MISSING } from './panel.ts'
import { createApi } from './private-api.ts'
import type { ReferenceLogin } from './reference/page.ts'
import { builtShopFiles, presentShopFiles } from './shop-files.ts'
import { REPLACED, stopServing, trackConnections } from './stop.ts'

export interface RunningServer {
  readonly url: string
  readonly metricsUrl: string | null
  readonly isReady: boolean
  /** Resolves when the directory has answered; it listens before that, and says 503. */
  readonly ready: Promise<void>
  /** As Prometheus reads them. */
  metrics(): Promise<string>
  /** Finishes what is under way, then closes everything it opened. On SIGINT, from a person, it stops without delay. */
  stop(reason?: string): Promise<void>
}

/** Where a server has its place beside others that serve on the same port. */
export interface Place {
  /** Tells it apart in metrics, which another process shows. */
  readonly number: number
  /** File descriptors of the sockets to listen on. */
  readonly sockets: readonly number[]
  /** One count for all of them. */
  readonly limits: Limits
}

export interface ServeOptions {
  /** Of a demo merchant, for the reference page. */
  readonly referenceLogin?: ReferenceLogin
  /** Default: it is alone. */
  readonly place?: Place
}

export async function serve(
  config: Config,
  log: Logger,
  { referenceLogin, place }: ServeOptions = {},
): Promise<RunningServer> {
  const isAlone = isStorefrontAlone(config)
  const kind = isAlone ? 'storefront' : 'serve'
  const watch = await CellWatch.start(config, log, { kind })
  const problemOf = (cell: string): string | null => watch.problemOf(cell)
  const metrics = createMetrics()
  if (place) metrics.registry.setDefaultLabels({ process: String(place.number) })
  describeBuild(metrics, describeVersion(), kind)
  const tracing = await openConfiguredTracing(config, 'punchcard-serve', log, metrics)
  const tracer = tracing?.tracer
  const { cells, adminCells, storefront, close } = openDatabases(config, log, { metrics, tracer, problemOf })
  const redis = config.redisUrl === null ? null : connectRedis(config.redisUrl, log)
  if (redis) measureRedis(metrics, () => redis.status === 'ready')
  await watch.beginEach(async (cell) => {
    if (!isAlone) await sealErasureKeys(cells, cell, log)
  })
  measureDatabases(metrics, new Map([...cells.all, ['directory', cells.directory]]))
  const panel = config.isPanelServed ? builtPanel() : null
  const isPanelMissing = config.isPanelServed && panel === null
  if (isPanelMissing) log.warn(PANEL_IS_MISSING)
  const api = await createApi({
    ...config,
    cells,
    redis,
    log,
    metrics,
    tracer,
    clock: systemClock,
    hasDirectoryAnswered: () => watch.hasDirectoryAnswered,
    storefront,
    admin: adminCells && {
      cells: adminCells,
      log,
      clock: systemClock,
      sealer: config.secretsKeys && createSealer(config.secretsKeys),
      publicUrl: config.publicUrl,
      fileQuotas: config.fileQuotas,
      elementFiles: await presentShopFiles(builtShopFiles()),
      reach: { isPrivateAllowed: config.isPrivateWebhookAllowed, allowedNetworks: config.webhookNetworks },
    },
    panel,
    isPanelMissing,
    ...(config.serves.has('storefront') && { shopFiles: builtShopFiles() }),
    referenceLogin: referenceLogin ?? null,
    ...(place && { limits: place.limits }),
    // The till and the gathered reads have two lanes each.
    readsAtOnce: Math.max(2, config.connectionCount - 4),
  })
  measureReadiness(metrics, kind, {
    isReady: () => watch.hasDirectoryAnswered && !api.draining.isLeaving,
    databasesUp: () => watch.up,
  })
  const connections = trackConnections(api.server.server)
  const listen = (options: ListenOptions): Promise<unknown> => api.server.listen(options)
  const listeners = place
    ? await adoptListeners(api.server.server, config, place.sockets, listen)
    : await openListeners(api.server.server, config, listen)
  const metricsServer =
    place || config.metricsPort === null
      ? null
      : await serveMetrics(metrics, { host: config.metricsHost, port: config.metricsPort })

  return {
    url: urlOf(api.server.server),
    metricsUrl: metricsServer && `${urlOf(metricsServer)}/metrics`,
    isReady: watch.hasDirectoryAnswered,
    ready: watch.directoryAnswered,
    metrics: () => metrics.registry.metrics(),
    async stop(reason) {
      await stopServing(
        api,
        { connections, listeners },
        {
          lameDuckMs: reason === 'SIGINT' ? 0 : config.drainSeconds * 1_000,
          // What follows, such as closing the pools, needs some time too.
          deadlineMs: config.stopSeconds * 900,
          isReplaced: reason === REPLACED,
        },
      )
      metricsServer?.close()
      redis?.disconnect()
      await Promise.all([watch.stop(), close(), tracing?.close()])
    },
  }
}

/** Each with connections of its own: sales, the management API, and browsers. */
function openDatabases(config: Config, log: Logger, { metrics, ...watched }: Watched) {
  const isAlone = isStorefrontAlone(config)
  const bounds = isAlone ? ALONE : BESIDE_SALES
  const {
    cells: ofBrowsers,
    restOf,
    ...opened
  } = openStorefrontCells(config, log, bounds, {
    ...(isAlone && metrics && { metrics }),
    ...watched,
  })
  const sales = isAlone
    ? null
    : openConfiguredCells(config, log, 'punchcard serve', { ...(metrics && { metrics }), ...watched })
  const adminCells = config.serves.has('admin') ? openAdminCells(config, log, watched) : null
  const { storefrontRateLimitPerSecond: rateLimitPerSecond } = config
  const publicUrl = config.shopOrigin ?? config.publicUrl
  return {
    cells: sales ?? ofBrowsers,
    adminCells,
    storefront: { cells: ofBrowsers, bounds, restOf, publicUrl, rateLimitPerSecond },
    close: () => Promise.all([opened.close(), sales?.close(), adminCells?.close()]),
  }
}

function connectRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, {
    // A sale does not wait for a rate limit that Redis does not answer at once.
    connectTimeout: 500,
    commandTimeout: 200,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  // Not the error itself: the error of a refused log-in holds the command with the password.
  redis.on('error', ({ message }: Error) =>
    log.warn({ reason: message }, 'Redis cannot be reached: no rate limits until it can'),
  )
  return redis
}
