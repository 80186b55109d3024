import type { Operation } from '../../src/contract/admin-api/operation.ts'
import { createApi } from '../../src/http/private-api.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { openTestDatabase } from './test-database.ts'

/** All operations of the management API that are registered; no database is asked for it. */
export async function registeredOperations(): Promise<Operation[]> {
  const cells = openCells(new Map([[MAIN_CELL, 'postgres://127.0.0.1:1/none']]), openTestDatabase)
  const log = createLogger({ level: 'silent', destination: process.stderr })
  const { server, adminOperations } = await createApi({
    cells,
    admin: { cells, log, clock: systemClock },
    redis: null,
    log,
    metrics: createMetrics(),
    clock: systemClock,
    requestTimeoutMs: 10_000,
    rateLimitPerSecond: 1,
    trustProxy: 0,
  })
  await server.close()
  await cells.close()
  return [...adminOperations.values()]
}
