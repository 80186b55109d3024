import { onTestFinished } from 'vitest'
import type { ApiOptions } from '../../src/http/api-options.ts'
import { type Api, createApi } from '../../src/http/private-api.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { type Cells, openCells } from '../../src/tenancy/cells.ts'
import { openTestDatabase } from '../support/test-database.ts'

/** A further API process on databases that are there already, closed when the test ends. */
export async function startAnotherApi(
  urls: Readonly<Record<string, string>>,
  overrides: Partial<ApiOptions> & { readonly open?: (url: string) => Database } = {},
): Promise<{ readonly server: Api['server']; readonly cells: Cells }> {
  const { open = openTestDatabase, ...options } = overrides
  const cells = openCells(new Map(Object.entries(urls)), open)
  const { server } = await createApi({
    cells,
    redis: null,
    log: createLogger({ level: 'silent', destination: process.stderr }),
    metrics: createMetrics(),
    clock: systemClock,
    requestTimeoutMs: 10_000,
    rateLimitPerSecond: 1_000_000,
    trustProxy: 0,
    ...options,
  })
  onTestFinished(async () => {
    await server.close()
    await cells.close()
  })
  return { server, cells }
}
