import { Counter, Gauge, Histogram } from 'prom-client'
import { tenantsServed } from '../app/cells.ts'
import type { Config } from '../app/config.ts'
import { VERSION } from '../app/version.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import { FIGURES_TIMEOUT_MS, type Metrics } from '../platform/metrics.ts'
import { createSealer } from '../platform/sealing.ts'
import { monotonicClock, systemClock } from '../platform/system-clock.ts'
import type { Tracer } from '../platform/tracing/tracer.ts'
import { within } from '../platform/within.ts'
import { BusiestTenants } from '../tenancy/busiest-tenants.ts'
import type { Cells } from '../tenancy/cells.ts'
import { startDelivery } from '../webhooks/delivery/delivery.ts'
import { BACKLOG_COUNT_MAX } from '../webhooks/manage.ts'
import { type Backlog, measureBacklog } from '../webhooks/store/backlog.ts'
import { hasEndpoints } from '../webhooks/store/endpoints.ts'
import { holdPresence } from '../webhooks/store/presence.ts'

/** An endpoint at which nothing has been received for so long is disabled. */
const DISABLE_AFTER_MS = 5 * 86_400_000

export interface WebhookOptions {
  readonly config: Config
  readonly cells: Cells
  readonly cell: string
  readonly url: string
  readonly log: Logger
  readonly clock: Clock
  readonly measured: ReturnType<typeof measureWebhooks>
  readonly tracer: Tracer | undefined
}

/** Delivers the events of a cell until it is stopped. */
export async function deliverWebhooks(options: WebhookOptions): Promise<{ stop(): Promise<void> }> {
  const { config, cells, cell, url, log, clock, measured, tracer } = options
  const database = cells.of({ cell })
  measured.disabledEndpoints.inc({ cell }, 0)
  const tenants = tenantsServed(cells, cell)
  measured.backlogOf(cell, async () => {
    // The events of a sandbox whose clock was moved are not of today.
    const ids = (await tenants()).filter(({ clockAheadMs }) => clockAheadMs === 0).map(({ id }) => id)
    return database.read(ids, (tx) => measureBacklog(tx, ids, BACKLOG_COUNT_MAX))
  })
  if (config.secretsKeys === null) {
    const ids = (await tenants()).map(({ id }) => id)
    const isWanted = await database.read(ids, (tx) => hasEndpoints(tx, ids))
    if (isWanted) log.warn('webhooks are not delivered: PUNCHCARD_SECRETS_KEY is not set')
    return { stop: async () => {} }
  }
  const presence = await holdPresence(url, log)
  const delivery = startDelivery({
    database,
    tenants,
    presence,
    sealer: createSealer(config.secretsKeys),
    reach: { isPrivateAllowed: config.isPrivateWebhookAllowed, allowedNetworks: config.webhookNetworks },
    retrySeconds: config.webhookRetrySeconds,
    disableAfterMs: DISABLE_AFTER_MS,
    userAgent: `Punchcard/${VERSION}`,
    clock,
    tracer,
    onAttempt({ kind, status }, seconds, tenantId) {
      measured.attemptSeconds.observe({ cell, outcome: kind, status: statusClass(status) }, seconds)
      measured.tenantAttempts.add(tenantId, kind)
    },
    onDisabled({ tenantId, id, url: to }, reason) {
      measured.disabledEndpoints.inc({ cell })
      log.error(
        { tenant: tenantId, endpoint: id, url: withoutQuery(to), reason },
        'a webhook endpoint was disabled',
      )
    },
    onTrouble: (what, error) =>
      log.warn({ what, reason: (error as Error).message }, 'webhooks have trouble and try again'),
  })
  return {
    async stop() {
      await delivery.stop()
      await presence.end()
    },
  }
}

/** The query, the user name and the password of an address may hold secrets of the merchant. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

function statusClass(status: number | null): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`
}

const KINDS = ['healthy', 'failing', 'stopped'] as const
const ASK_EVERY_MS = 500
const LAG_EVENTS_HELP = `Events that are not read yet, counted up to ${BACKLOG_COUNT_MAX} per endpoint`

export function measureWebhooks({ registry }: Metrics) {
  const registers = [registry]
  const backlogs = new Map<string, () => Promise<Backlog[]>>()
  let asked = { at: Number.NEGATIVE_INFINITY, found: Promise.resolve<[string, Backlog[]][]>([]) }

  /** Once for all the figures of one look at the metrics. */
  function askOnce(): Promise<[string, Backlog[]][]> {
    if (monotonicClock() - asked.at > ASK_EVERY_MS) {
      const found = [...backlogs].map(async ([cell, backlog]): Promise<[string, Backlog[]]> => {
        // A database that does not answer must not hide the other figures.
        return [cell, await within(FIGURES_TIMEOUT_MS, backlog()).catch(() => [])]
      })
      asked = { at: monotonicClock(), found: Promise.all(found) }
    }
    return asked.found
  }

  function gauge(name: string, help: string, read: (backlog: Backlog) => number): void {
    new Gauge({
      name,
      help,
      labelNames: ['cell', 'class'],
      registers,
      async collect() {
        for (const [cell, found] of await askOnce()) {
          for (const kind of KINDS) {
            const one = found.find((each) => each.kind === kind)
            this.set({ cell, class: kind }, one ? read(one) : 0)
          }
        }
      },
    })
  }

  gauge('punchcard_webhook_endpoints', 'Endpoints', ({ endpoints }) => endpoints)
  gauge('punchcard_webhook_lag_events', LAG_EVENTS_HELP, ({ events }) => events)
  gauge('punchcard_webhook_lag_seconds', 'Age of the oldest event that is not read yet', ({ since }) =>
    since === null ? 0 : Math.max(0, systemClock() - since) / 1_000,
  )
  gauge('punchcard_webhook_held_events', 'Events that failed or wait behind one', ({ held }) => held)
  gauge('punchcard_webhook_parked_events', 'Events that were given up', ({ parked }) => parked)
  return {
    backlogOf: (cell: string, backlog: () => Promise<Backlog[]>): void => void backlogs.set(cell, backlog),
    tenantAttempts: new BusiestTenants(registry, {
      name: 'punchcard_tenant_webhook_attempts_total',
      help: 'Attempts to deliver webhooks by merchant and outcome, of the busiest 100',
      label: 'outcome',
    }),
    attemptSeconds: new Histogram({
      name: 'punchcard_webhook_attempt_seconds',
      help: 'Attempts to deliver webhooks by outcome, and how long they took',
      labelNames: ['cell', 'outcome', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 15],
      registers,
    }),
    disabledEndpoints: new Counter({
      name: 'punchcard_webhook_disabled_endpoints_total',
      help: 'Endpoints that were disabled because they are gone or have failed for days',
      labelNames: ['cell'],
      registers,
    }),
  }
}
