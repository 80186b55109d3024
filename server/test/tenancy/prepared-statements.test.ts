/**
 * A migration changes what statements select that a running server has prepared: no request fails, with a connection
 * of its own or behind pgbouncer in transaction mode (1.21 or newer; see `pooler.test.ts`).
 */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient } from '../support/json-client.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { HAS_PGBOUNCER, type Pooler, startPgbouncer } from '../support/pgbouncer.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'

const ORDERS = 60
const MIGRATIONS = 3

describe.each([
  { way: 'on a connection of its own', isPooled: false },
  { way: 'behind pgbouncer in transaction mode', isPooled: true },
])('a server $way', ({ isPooled }) => {
  const test = useTestApi()
  let pooler: Pooler | null = null
  let url: string
  let owner: pg.Client
  let shop: ShopKey
  const servers: ApiProcess[] = []

  beforeAll(async () => {
    const { databaseUrl } = test.api
    url = urlOfLogin(databaseUrl, 'api')
    if (isPooled && HAS_PGBOUNCER) {
      pooler = await startPgbouncer([...new Set([databaseUrl, url])])
      url = pooler.urlOf(url)
    }
    owner = clientOf(databaseUrl)
    await owner.connect()
    shop = await openShop(test.api.cells.directory, { program: SIMPLE_PROGRAM })
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await pooler?.stop()
    await owner?.end()
  })

  /** Orders at once, so that every connection is used; the key is looked up anew once it has not been for a second. */
  async function failuresOf(server: ApiProcess, prefix: string): Promise<object[]> {
    const client = createJsonClient(shop.authorization)
    const answers = await Promise.all(
      Array.from({ length: ORDERS }, (_, count) =>
        client.post(
          server.url,
          '/v1/pvt/POS/orders',
          orderToSend(`${prefix}-${count}`, `c${count % 20}`, 10),
        ),
      ),
    )
    const history = await fetch(`${server.url}/v1/pvt/Customer/c1/history`, {
      headers: { authorization: shop.authorization },
    })
    client.close()
    return [
      ...answers,
      { status: history.status, body: (await history.json()) as { HasError: boolean } },
    ].filter(({ status, body }) => status !== 200 || body.HasError)
  }

  it.skipIf(isPooled && !HAS_PGBOUNCER)('goes on after each migration', async () => {
    const running = await startServe(url)
    servers.push(running)
    expect(await failuresOf(running, 'before')).toEqual([])
    for (let migration = 1; migration <= MIGRATIONS; migration += 1) {
      await owner.query(
        `alter table tenant add column tried_${migration} int; alter table point_record add column tried_${migration} int`,
      )
      expect(await failuresOf(running, `after-${migration}`)).toEqual([])
    }
    // A new process finds what the pooler's connections have kept of all editions.
    const next = await startServe(url)
    servers.push(next)
    expect(await failuresOf(next, 'next')).toEqual([])
    expect([...running.complaints, ...next.complaints]).toEqual([])
  })
})
