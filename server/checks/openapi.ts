import { createApi } from '../src/http/private-api.ts'
import { describeAdminApi } from '../src/http/reference/admin-api.ts'
import { describePublicApi } from '../src/http/reference/public-api.ts'
import { createLogger } from '../src/platform/log.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { openDatabase } from '../src/platform/postgres/database.ts'
import { systemClock } from '../src/platform/system-clock.ts'
import { MAIN_CELL, openCells } from '../src/tenancy/cells.ts'

/** The descriptions of the routes of all APIs as they are registered; no database is asked. */
export async function writeOpenApi(): Promise<{ privateApi: string; adminApi: string; publicApi: string }> {
  const cells = openCells(new Map([[MAIN_CELL, 'postgres://127.0.0.1:1/none']]), (url) =>
    openDatabase({ url, connectionCount: 2, applicationName: 'punchcard generate', onIdleError: () => {} }),
  )
  const log = createLogger({ level: 'silent', destination: process.stderr })
  const { server, adminOperations, publicOperations } = await createApi({
    cells,
    admin: { cells, log, clock: systemClock },
    storefront: { cells, bounds: { atOnce: 1, waitingMax: 1 }, rateLimitPerSecond: 1 },
    redis: null,
    log,
    metrics: createMetrics(),
    clock: systemClock,
    requestTimeoutMs: 10_000,
    rateLimitPerSecond: 1,
    trustProxy: 0,
  })
  try {
    await server.ready()
    return {
      privateApi: written(server.swagger()),
      adminApi: written(describeAdminApi(adminOperations.values())),
      publicApi: written(describePublicApi(publicOperations.values())),
    }
  } finally {
    await server.close()
    await cells.close()
  }
}

function written(description: object): string {
  return `${JSON.stringify(description, null, 2)}\n`
}
