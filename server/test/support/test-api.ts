import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { ERROR } from '../../src/contract/private-api/errors.ts'
import type { ApiOptions } from '../../src/http/api-options.ts'
import { type Api, createApi } from '../../src/http/private-api.ts'
import { ERRORS_OF_OPERATION } from '../../src/http/reference/errors.ts'
import { builtShopFiles } from '../../src/http/shop-files.ts'
import type { Instant } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/log.ts'
import { createMetrics, type Metrics } from '../../src/platform/metrics.ts'
import { type Cells, MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { KEY_SCOPES } from '../../src/tenancy/key-scope.ts'
import { createKey, createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS, type NewTenant } from '../../src/tenancy/tenant.ts'
import { cloneDatabase, openSealedTestDatabase, openTestDatabase } from './test-database.ts'

/** A merchant's tenant, and an API key to it. */
export interface ShopKey {
  readonly tenantId: number
  readonly token: string
  readonly secret: string
  /** The `Authorization` header of its key. */
  readonly authorization: string
}

export interface TestApi {
  readonly cells: Cells
  /** The same databases, where sealed columns can be opened. */
  readonly sealedCells: Cells
  readonly databaseUrl: string
  readonly server: Api['server']
  readonly metrics: Metrics
  readonly leave: () => void
  readonly drain: () => void
  readonly requestsInProgress: () => number
  /** Of the shop that `send` speaks for. */
  readonly key: ShopKey
  /** The moment at which operations happen; tests move it. */
  now: Instant
  /** A merchant of its own, still without a program. */
  openShop(settings?: Partial<NewTenant>): Promise<ShopKey>
  /** Sends with `key` unless the headers say otherwise. */
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export const START: Instant = Date.UTC(2026, 0, 15, 12)

/** What browsers of a test may do more, or less, than usual. */
export type StorefrontOverrides = Partial<NonNullable<ApiOptions['storefront']>>

export async function startTestApi(
  overrides: Partial<ApiOptions> = {},
  storefront: StorefrontOverrides = {},
): Promise<TestApi> {
  const database = await cloneDatabase()
  const urls = new Map([[MAIN_CELL, database.url]])
  const cells = openCells(urls, openTestDatabase)
  const sealedCells = openCells(urls, openSealedTestDatabase)
  const metrics = createMetrics()
  const api = await createApi({
    cells,
    redis: null,
    log: createLogger({ level: 'silent', destination: process.stderr }),
    metrics,
    clock: () => testApi.now,
    requestTimeoutMs: 10_000,
    rateLimitPerSecond: 1_000_000,
    trustProxy: 0,
    shopFiles: builtShopFiles(),
    storefront: {
      cells: sealedCells,
      bounds: { atOnce: 64, waitingMax: 256 },
      rateLimitPerSecond: 1_000_000,
      ...storefront,
    },
    ...overrides,
  })

  async function openShop(settings: Partial<NewTenant> = {}): Promise<ShopKey> {
    const tenantId = await createTenant(cells, {
      name: 'Shop',
      ...DEFAULTS,
      isSandbox: false,
      ...settings,
    })
    const { token, secret } = await createKey(cells.directory, tenantId, 'test', KEY_SCOPES)
    return { tenantId, token, secret, authorization: basic(token, secret) }
  }

  const key = await openShop()
  const testApi: TestApi = {
    cells,
    sealedCells,
    databaseUrl: database.url,
    server: api.server,
    metrics,
    leave: () => api.draining.leave(),
    drain: () => api.draining.drain(),
    requestsInProgress: () => api.requests.atWork,
    key,
    now: START,
    openShop,
    send: (request) =>
      api.server.inject({
        ...request,
        headers: { authorization: key.authorization, ...request.headers },
      }),
    async close() {
      const undocumented = await undocumentedRefusals(metrics)
      await api.server.close()
      await Promise.all([cells.close(), sealedCells.close()])
      await database.drop()
      if (undocumented.length > 0) throw new Error(`not in ERRORS_OF_OPERATION: ${undocumented.join(', ')}`)
    },
  }
  return testApi
}

/** What was refused with an error that the reference does not name for its operation. */
async function undocumentedRefusals(metrics: Metrics): Promise<string[]> {
  const { values } = await metrics.refusals.get()
  return values
    .map(({ labels: { operation, code } }) => ({ operation: String(operation), code: Number(code) }))
    .filter(({ operation, code }) => !ERRORS_OF_OPERATION[operation]?.some((name) => ERROR[name] === code))
    .map(({ operation, code }) => `${operation} ${code}`)
}

export function basic(token: string, secret: string): string {
  return `Basic ${Buffer.from(`${token}:${secret}`).toString('base64')}`
}

/** One API for all tests of a file. */
export function useTestApi(
  overrides: Partial<ApiOptions> = {},
  storefront: StorefrontOverrides = {},
): { readonly api: TestApi } {
  let api: TestApi | undefined
  beforeAll(async () => {
    api = await startTestApi(overrides, storefront)
  })
  afterAll(() => api?.close())
  return {
    get api() {
      if (!api) throw new Error('the API has not started yet')
      return api
    },
  }
}
