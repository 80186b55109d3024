/**
 * The API as `punchcard serve` has it, but for the clock: it stands still, and whoever started this process
 * moves it by messages.
 */
import type { AddressInfo } from 'node:net'
import { cellUrls, openConfiguredCells } from '../../src/app/cells.ts'
import { readConfig } from '../../src/app/config.ts'
import { BESIDE_SALES } from '../../src/app/storefront-cells.ts'
import { PUBLIC_LIMITS } from '../../src/contract/public-api/operation.ts'
import { createApi } from '../../src/http/private-api.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { stopOnSignal } from '../../src/platform/signals.ts'
import { openCells } from '../../src/tenancy/cells.ts'
import type { CustomerLimits } from '../../src/tenancy/public-api/limits.ts'
import { openSealedTestDatabase } from './test-database.ts'

let now = Number(process.env.NOW)

const config = readConfig({ ...process.env, PORT: '0', PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000' })
const log = createLogger({ level: 'error', destination: process.stderr })
const cells = openConfiguredCells(config, log, 'punchcard clocked')
/** Pages of shops ask as often as a test likes. */
const often = { perSecond: 1_000_000, perHour: 1_000_000 }
const customerLimits = Object.fromEntries(
  Object.keys(PUBLIC_LIMITS).map((limit) => [limit, often]),
) as CustomerLimits
const sealedCells = openCells(cellUrls(config), openSealedTestDatabase)
const api = await createApi({
  ...config,
  cells,
  storefront: {
    cells: sealedCells,
    bounds: BESIDE_SALES,
    rateLimitPerSecond: 1_000_000,
    customerLimits,
  },
  redis: null,
  log,
  metrics: createMetrics(),
  clock: () => now,
})
await api.server.listen({ host: config.host, port: config.port })

process.on('message', (message: { now: number }) => {
  now = message.now
  process.send?.({ now })
})
async function stop(): Promise<void> {
  await api.server.close()
  await cells.close()
  await sealedCells.close()
}
stopOnSignal(log, stop, config.stopSeconds)
// Whoever started us is gone without saying so.
process.on('disconnect', () => process.exit(1))
const { port } = api.server.server.address() as AddressInfo
process.send?.({ url: `http://${config.host}:${port}` })
