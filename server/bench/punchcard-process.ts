/** `punchcard serve`, telling its parent where it listens. */
import { setPriority } from 'node:os'
import { isStorefrontAlone, readConfig } from '../src/app/config.ts'
import { serve } from '../src/http/serve.ts'
import { createLogger } from '../src/platform/log.ts'
import { stopOnSignal } from '../src/platform/signals.ts'

const config = readConfig({ ...process.env, PUNCHCARD_METRICS_PORT: '0' })
if (isStorefrontAlone(config)) setPriority(config.storefrontNice)
const log = createLogger({ level: config.logLevel, destination: process.stderr })
const server = await serve({ ...config, metricsPort: freePort(), drainSeconds: 0 }, log)
stopOnSignal(log, server.stop, config.stopSeconds)
process.send?.({ port: portOf(server.url), metricsPort: portOf(server.metricsUrl ?? '') })

/** Any: 0 asks the kernel for one. */
function freePort(): number {
  return 0
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
