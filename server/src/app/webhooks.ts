import { Counter, Histogram } from 'prom-client'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createSealer } from '../platform/sealing.ts'
import type { Cells } from '../tenancy/cells.ts'
import { startDelivery } from '../webhooks/delivery.job.ts'
import { hasEndpoints } from '../webhooks/store.ts'
import { tenantsOf } from './cells.ts'
import type { Config } from './config.ts'
import { holdPresence } from './presence.ts'
import { VERSION } from './version.ts'

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
}

/** Delivers the events of a cell until it is stopped. */
export async function deliverWebhooks(options: WebhookOptions): Promise<{ stop(): Promise<void> }> {
  const { config, cells, cell, url, log, clock, measured } = options
  const database = cells.of({ cell })
  const tenants = tenantsOf(cells, cell)
  if (config.secretsKeys === null) {
    const ids = (await tenants()).map(({ id }) => id)
    const isWanted = await database.transaction(ids, (tx) => hasEndpoints(tx, ids))
    if (isWanted) log.warn('webhooks are not delivered: PUNCHCARD_SECRETS_KEY is not set')
    return { stop: async () => {} }
  }
  const presence = await holdPresence(url, log)
  const delivery = startDelivery({
    database,
    tenants,
    presence,
    sealer: createSealer(config.secretsKeys),
    reach: { isPrivateAllowed: config.isPrivateWebhookAllowed },
    retrySeconds: config.webhookRetrySeconds,
    disableAfterMs: DISABLE_AFTER_MS,
    userAgent: `Punchcard/${VERSION}`,
    clock,
    onAttempt: ({ kind, status }, seconds) =>
      measured.attemptSeconds.observe({ cell, outcome: kind, status: statusClass(status) }, seconds),
    onDisabled({ tenantId, id, url: to }, reason) {
      measured.disabledEndpoints.inc({ cell })
      log.error({ tenant: tenantId, endpoint: id, url: to, reason }, 'a webhook endpoint was disabled')
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

function statusClass(status: number | null): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`
}

export function measureWebhooks({ registry }: Metrics) {
  const registers = [registry]
  return {
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
