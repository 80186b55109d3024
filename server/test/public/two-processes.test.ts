import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isConfigRefusal } from '../../src/contract/config-refusal.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { MAIN_CELL, openCells } from '../../src/tenancy/cells.ts'
import { rotateStorefrontKey } from '../../src/tenancy/manage/storefront.ts'
import { patient } from '../support/patience.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront } from '../support/storefront.ts'
import { openSealedTestDatabase } from '../support/test-database.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'

const shops = useShops()
const BOUNDS = { bounds: { atOnce: 64, waitingMax: 256 }, rateLimitPerSecond: 1_000_000 }

/** A shop, and a second process that serves it. */
async function open() {
  const shop = await shops.open(program())
  await shop.completed('o1', 'ana', 10)
  const storefront = await openStorefront(shops.api, shop)
  const cells = openCells(new Map([[MAIN_CELL, shops.api.databaseUrl]]), openSealedTestDatabase)
  onTestFinished(() => cells.close())
  const { server } = await startAnotherApi(
    { [MAIN_CELL]: shops.api.databaseUrl },
    { clock: () => shops.api.now, storefront: { ...BOUNDS, cells } },
  )
  const there = (token: string) =>
    server.inject({ url: '/v1/pub/me', headers: { authorization: `Bearer ${token}` } })
  const statuses = async (token: string) =>
    (await Promise.all([storefront.me(token), there(token)])).map(({ statusCode }) => statusCode)
  const mintThere = async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/v1/pvt/Token',
      headers: { authorization: shop.key.authorization },
      payload: { CustomerId: 'ana' },
    })
    return answer.json().Result.Token as string
  }
  return { shop, storefront, statuses, mintThere }
}

async function rotate(tenantId: number, endsNow: boolean): Promise<void> {
  const done = await shops.api.sealedCells.directory.transaction([tenantId], (tx) =>
    rotateStorefrontKey(tx, tenantId, { now: shops.api.now, endsNow }),
  )
  if (isConfigRefusal(done)) throw new Error(JSON.stringify(done))
}

/** How long it takes until both processes answer so. */
async function msUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now()
  await until(isSo)
  return performance.now() - startedAt
}

describe('two processes', () => {
  it('take each other’s tokens, also while the key is being replaced', async () => {
    const { shop, storefront, statuses, mintThere } = await open()
    for (let round = 0; round < 3; round += 1) {
      const [, here, there] = await Promise.all([
        rotate(shop.tenantId, false),
        storefront.tokenOf('ana'),
        mintThere(),
      ])
      shops.api.now += 1_000
      expect(await statuses(here)).toEqual([200, 200])
      shops.api.now += 1_000
      expect(await statuses(there)).toEqual([200, 200])
      expect(await statuses(await storefront.tokenOf('ana'))).toEqual([200, 200])
      // A new key seals after five seconds, when every process has asked what has changed: here the clock is moved.
      await sleep(1_000)
      shops.api.now += 5_000
    }
  })

  it.each([
    [
      'its API key is revoked',
      401,
      async ({ tenantId }: { tenantId: number }) => {
        await shops.reader.query('update api_key set revoked_at = $2 where tenant_id = $1', [
          tenantId,
          new Date(shops.api.now),
        ])
      },
    ],
    ['its storefront key ends', 401, ({ tenantId }: { tenantId: number }) => rotate(tenantId, true)],
    [
      'the storefront is switched off',
      404,
      ({ tenantId }: { tenantId: number }) => configure(shops.api, tenantId, { isOn: false }),
    ],
  ])('refuse a token within a second when %s', async (_, status, end) => {
    const { shop, storefront, statuses } = await open()
    const token = await storefront.tokenOf('ana')
    expect(await statuses(token)).toEqual([200, 200])
    await end(shop)
    const took = await msUntil(async () => (await statuses(token)).every((one) => one === status))
    expect(took).toBeLessThan(patient(1_000))
  })
})

it('a preflight is answered while the database is away', async () => {
  const away = () =>
    openDatabase({
      ...{ url: 'postgres://127.0.0.1:1/none', connectionCount: 1, connectTimeoutMs: 500 },
      ...{ applicationName: 'punchcard test', onIdleError: () => {} },
    })
  const cells = openCells(new Map([[MAIN_CELL, '']]), away)
  onTestFinished(() => cells.close())
  const { server } = await startAnotherApi(
    { [MAIN_CELL]: '' },
    { open: away, storefront: { ...BOUNDS, cells } },
  )
  expect((await server.inject({ method: 'OPTIONS', url: '/v1/pub/me' })).statusCode).toBe(204)
  const answer = await server.inject({ url: '/v1/pub/shops/some-shop' })
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ type: 'urn:punchcard:problem:unavailable' })
  expect(['1', '2', '3']).toContain(answer.headers['retry-after'])
})
