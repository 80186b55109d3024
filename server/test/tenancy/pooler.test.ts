/**
 * `serve` behind pgbouncer in transaction mode, where no session is anybody's own. It needs pgbouncer 1.21 or newer on
 * PATH, or PUNCHCARD_TEST_PGBOUNCER with the command that runs it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere } from '../cli/run-here.ts'
import { type ApiProcess, startServe } from '../support/api-processes.ts'
import { clientOf } from '../support/client-of.ts'
import { createJsonClient } from '../support/json-client.ts'
import { urlOfLogin } from '../support/logins.ts'
import { openShop, SIMPLE_PROGRAM } from '../support/open-shop.ts'
import { orderToSend } from '../support/order-to-send.ts'
import { HAS_PGBOUNCER, type Pooler, startPgbouncer } from '../support/pgbouncer.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'

const ORDERS = 300

describe.runIf(HAS_PGBOUNCER)('behind pgbouncer in transaction mode', () => {
  const test = useTestApi()
  let pooler: Pooler
  let api: ApiProcess
  let shops: ShopKey[]

  beforeAll(async () => {
    const { databaseUrl } = test.api
    const urls = [
      databaseUrl,
      ...(['owner', 'api', 'worker'] as const).map((who) => urlOfLogin(databaseUrl, who)),
    ]
    pooler = await startPgbouncer([...new Set(urls)])
    shops = [
      await openShop(test.api.cells.directory, { program: SIMPLE_PROGRAM }),
      await openShop(test.api.cells.directory, { program: SIMPLE_PROGRAM }),
    ]
    api = await startServe(pooler.urlOf(urlOfLogin(databaseUrl, 'api')))
  })
  afterAll(async () => {
    await api?.stop()
    await pooler?.stop()
  })

  it('orders of two merchants at once are saved, each its own, and the accounts verify', async () => {
    const clients = shops.map(({ authorization }) => createJsonClient(authorization))
    // A key that was right a moment ago is asked for no more: all that follow come at once.
    for (const { authorization } of shops)
      await fetch(`${api.url}/v1/pvt/Quiz/list`, { headers: { authorization } })
    const answers = await Promise.all(
      Array.from({ length: ORDERS }, (_, count) => {
        const which = count % 2
        const order = orderToSend(`o${count}`, `c${count % 20}`, which === 0 ? 10 : 20)
        return clients[which]?.post(api.url, '/v1/pvt/POS/orders', order)
      }),
    )
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]))
    for (const [which, { authorization }] of shops.entries()) {
      const customer = await fetch(`${api.url}/v1/pvt/Customer/c${which}`, { headers: { authorization } })
      expect(await customer.json()).toMatchObject({ Result: { OriginalId: `c${which}` } })
      const stranger = await fetch(`${api.url}/v1/pvt/Customer/c${1 - which}`, { headers: { authorization } })
      expect(await stranger.json()).toMatchObject({ HasError: true })
    }
    for (const client of clients) client.close()
    const looking = clientOf(test.api.databaseUrl)
    await looking.connect()
    const { rows } = await looking.query(
      'select tenant_id::text, sum(points)::int as points from point_record group by 1 order by 1',
    )
    await looking.end()
    expect(rows).toEqual(
      shops.map(({ tenantId }, which) => ({
        tenant_id: String(tenantId),
        points: (ORDERS / 2) * (which === 0 ? 10 : 20),
      })),
    )
    const verified = await runHere(['verify', '--json'], { DATABASE_URL: pooler.urlOf(test.api.databaseUrl) })
    expect(JSON.parse(verified.stdout)).toMatchObject({ accounts: 20, differences: 0 })
    expect(api.complaints).toEqual([])
  })

  it('no connection that a transaction leaves behind has become anything', async () => {
    const client = clientOf(pooler.urlOf(urlOfLogin(test.api.databaseUrl, 'api')))
    await client.connect()
    for (let count = 0; count < 20; count += 1) {
      const { rows } = await client.query(
        `select current_user = session_user as plain, coalesce(current_setting('app.tenants', true), '') as tenants`,
      )
      expect(rows).toEqual([{ plain: true, tenants: '' }])
    }
    await client.end()
  })

  it.each(['work', 'migrate'])('`%s` says that it needs a direct connection', async (command) => {
    const { exitCode, stderr } = await runHere([command], {
      DATABASE_URL: pooler.urlOf(urlOfLogin(test.api.databaseUrl, command === 'work' ? 'worker' : 'owner')),
      PUNCHCARD_LOG_LEVEL: 'silent',
    })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('direct connection to PostgreSQL')])
  })
})
