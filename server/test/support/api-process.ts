/**
 * The API as `punchcard serve` has it, but for the clock: it stands still, and whoever started this process
 * moves it by messages.
 */
import type { AddressInfo } from 'node:net'
import { openConfiguredCells } from '../../src/app/cells.ts'
import { readConfig } from '../../src/app/config.ts'
import { createApi } from '../../src/http/private-api.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { stopOnSignal } from '../../src/platform/signals.ts'

let now = Number(process.env.NOW)

const config = readConfig({ ...process.env, PORT: '0', PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000' })
const log = createLogger({ level: 'error', destination: process.stderr })
const cells = openConfiguredCells(config, log, 'punchcard clocked')
const api = await createApi({
  ...config,
  cells,
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
}
stopOnSignal(log, stop, config.stopSeconds)
// Whoever started us is gone without saying so.
process.on('disconnect', () => process.exit(1))
const { port } = api.server.server.address() as AddressInfo
process.send?.({ url: `http://${config.host}:${port}` })
