import { randomBytes } from 'node:crypto'
import { createLogger } from '../../src/platform/log.ts'
import { createSealer } from '../../src/platform/sealing.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { listTenants } from '../../src/tenancy/store/tenants.ts'
import { type Delivery, type DeliveryOptions, startDelivery } from '../../src/webhooks/delivery/delivery.ts'
import type { NewEndpoint } from '../../src/webhooks/endpoint.ts'
import { addEndpoint, type WebhookTools } from '../../src/webhooks/manage.ts'
import { holdPresence } from '../../src/webhooks/store/presence.ts'
import type { LedgerReader } from './ledger.ts'
import type { TestApi } from './test-api.ts'
import { until } from './workers.ts'

const sealer = createSealer([randomBytes(32)])
const ALL_TOPICS = ['Point_Add', 'Point_Update', 'Point_Removed']

type Place = Pick<TestApi, 'cells' | 'databaseUrl'>

/** As the command line has them. */
export function webhookTools({ cells }: Pick<Place, 'cells'>): WebhookTools {
  return {
    database: cells.of({ cell: MAIN_CELL }),
    sealer,
    reach: { isPrivateAllowed: true },
    clock: systemClock,
    userAgent: 'Punchcard/test',
  }
}

export function subscribe(
  place: Pick<Place, 'cells'>,
  tenantId: number,
  url: string,
  rest: Partial<NewEndpoint> = {},
): Promise<{ id: number; secret: string }> {
  const endpoint = { url, topics: ALL_TOPICS, description: '', headers: {}, ...rest }
  return addEndpoint(webhookTools(place), tenantId, endpoint)
}

/** The delivery of a worker, in this process. */
export async function deliver(
  { cells, databaseUrl }: Place,
  overrides: Partial<DeliveryOptions> = {},
): Promise<Delivery> {
  const log = createLogger({ level: 'silent', destination: process.stderr })
  const presence = await holdPresence(databaseUrl, log)
  const delivery = startDelivery({
    database: cells.of({ cell: MAIN_CELL }),
    tenants: () => cells.directory.transaction([], listTenants),
    presence,
    sealer,
    reach: { isPrivateAllowed: true },
    retrySeconds: [0.2, 0.2, 0.2],
    disableAfterMs: 5 * 86_400_000,
    userAgent: 'Punchcard/test',
    clock: systemClock,
    onTrouble: (what, error) => process.stderr.write(`${what}: ${(error as Error).stack}\n`),
    ...overrides,
  })
  return {
    async stop() {
      await delivery.stop()
      await presence.end()
    },
  }
}

/** Returns when a worker has the endpoint, or when none has it any more, as after a pause. */
export function untilLeased(
  reader: LedgerReader,
  { tenantId, id }: { readonly tenantId: number; readonly id: number },
  isLeased: boolean,
): Promise<void> {
  const leased = 'select from webhook_cursor where tenant_id = $1 and endpoint_id = $2 and worker is not null'
  return until(async () => (await reader.query(leased, [tenantId, id])).length === (isLeased ? 1 : 0))
}
