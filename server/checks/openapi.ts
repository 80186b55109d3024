import { createApi } from '../src/http/private-api.ts'
import { createLogger } from '../src/platform/log.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { MAIN_CELL, openCells } from '../src/tenancy/cells.ts'

/** The description of the routes as they are registered; no database is asked. */
export async function writeOpenApi(): Promise<string> {
  const cells = openCells(new Map([[MAIN_CELL, 'postgres://127.0.0.1:1/none']]), (url) =>
    openDatabase({ url, connectionCount: 2, applicationName: 'punchcard generate', onIdleError: () => {} }),
  )
  const { server } = await createApi({
    cells,
    redis: null,
    log: createLogger({ level: 'silent', destination: process.stderr }),
    metrics: createMetrics(),
    clock: systemClock,
    requestTimeoutMs: 10_000,
    rateLimitPerSecond: 1,
    trustProxy: 0,
  })
  try {
    await server.ready()
    return `${JSON.stringify(server.swagger(), null, 2)}\n`
  } finally {
    await server.close()
    await cells.close()
  }
}
