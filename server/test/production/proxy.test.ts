/** The installation's HAProxy, word for word, in front of two processes: what shops see when parts behind it fail. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishProgram } from '../../src/earning/store.ts'
import { withClient } from '../../src/platform/postgres/client.ts'
import { type Cells, openCells } from '../../src/tenancy/cells.ts'
import { createKey, createTenant } from '../../src/tenancy/manage/tenants.ts'
import { DEFAULTS } from '../../src/tenancy/tenant.ts'
import { startGateway } from '../support/gateway.ts'
import { urlOfLogin } from '../support/logins.ts'
import { SERVER_URL } from '../support/server-url.ts'
import { program } from '../support/shop.ts'
import { basic } from '../support/test-api.ts'
import { cloneDatabase, openTestDatabase } from '../support/test-database.ts'
import { type Answer, isInstalled, ProxiedPunchcard } from './proxied.ts'

const REWARDS = '/v1/pvt/RewardConfigurations'
const PER_SECOND = 100
/** `PROXY_KILLS=6` for more of them. */
const KILLS = Number(process.env.PROXY_KILLS ?? 2)

const hasHaproxy = isInstalled('haproxy', '-v')
// Where it is skipped, nobody would notice that it is no longer true.
if (!hasHaproxy && process.env.CI)
  throw new Error("The installation's proxy is not tested here: install haproxy")

let urls: { main: string; other: string }
let cells: Cells
let shops: { main: Shop; other: Shop }
const drops: (() => Promise<void>)[] = []

interface Shop {
  readonly tenantId: number
  readonly authorization: string
}

beforeAll(async () => {
  const [main, other] = [await cloneDatabase(), await cloneDatabase()]
  drops.push(main.drop, other.drop)
  urls = { main: main.url, other: other.url }
  cells = openCells(new Map(Object.entries(urls)), openTestDatabase)
  shops = { main: await openShop('main'), other: await openShop('other') }
})
afterAll(async () => {
  await cells.close()
  for (const drop of drops) await drop()
})

async function openShop(cell: string): Promise<Shop> {
  const tenantId = await createTenant(cells, { ...DEFAULTS, name: 'Shop', isSandbox: false, cell })
  const { token, secret } = await createKey(cells.directory, tenantId, 'test')
  await cells.of({ cell }).transaction([tenantId], (tx) => publishProgram(tx, tenantId, program()))
  return { tenantId, authorization: basic(token, secret) }
}

function order(id: string): object {
  const now = new Date().toISOString()
  return {
    OriginalId: id,
    OrderPlacementDate: now,
    OrderCompletedDate: now,
    IsCompleted: true,
    OrderTotal: 10,
    Customer: { OriginalId: `c-${id}` },
  }
}

/** Sends orders at an even pace until it is told to stop, and answers what came of each. */
function sendOrders(proxied: ProxiedPunchcard, { authorization }: Shop) {
  const answers = new Map<string, Promise<Answer>>()
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * PER_SECOND
    while (answers.size < due) {
      const id = `o-${answers.size}`
      answers.set(id, proxied.send({ path: '/v1/pvt/POS/orders', authorization, body: order(id) }))
    }
  }, 10)
  return async (): Promise<Map<string, Answer>> => {
    clearInterval(timer)
    const all = [...answers].map(async ([id, answer]) => [id, await answer] as const)
    return new Map(await Promise.all(all))
  }
}

describe.skipIf(!hasHaproxy)("the installation's proxy", { timeout: 180_000 }, () => {
  it(`hides ${KILLS} times kill -9 under load: no request fails, and each order counts once`, async () => {
    await using proxied = await ProxiedPunchcard.start({
      DATABASE_URL: urls.main,
      PUNCHCARD_CELL_OTHER: urlOfLogin(urls.other, 'api'),
      PUNCHCARD_RATE_LIMIT_PER_SECOND: '1000000',
    })
    const finish = sendOrders(proxied, shops.main)
    await Promise.all([proxied.isUsed(0), proxied.isUsed(1)])
    for (let kill = 0; kill < KILLS; kill += 1) {
      const index = kill % 2 === 0 ? 0 : 1
      await proxied.kill(index)
      await sleep(2_000)
      await proxied.startProcess(index)
      await proxied.isUsed(index)
    }
    const answers = await finish()
    const failed = [...answers.values()].filter(({ status }) => status !== 200)
    expect(failed).toEqual([])
    const stored = await withClient({ connectionString: urls.main }, (client) =>
      client.query<{ orders: number; credits: number }>(
        `select count(distinct placed.id)::int as orders, count(record.id)::int as credits
        from customer_order as placed
        left join point_record as record on record.tenant_id = $1 and record.order_id = placed.id
        where placed.tenant_id = $1 and placed.original_id = any ($2)`,
        [shops.main.tenantId, [...answers.keys()]],
      ),
    )
    expect(stored.rows).toEqual([{ orders: answers.size, credits: answers.size }])
    process.stderr.write(`${KILLS} times kill -9, ${answers.size} orders, ${failed.length} failed\n`)
  })

  it('goes on for the merchants of all other cells while one is away', async () => {
    const { hostname, port } = new URL(SERVER_URL)
    const gateway = await startGateway({ hostname, port: Number(port) || 5432 })
    const other = new URL(urlOfLogin(urls.other, 'api'))
    other.host = `127.0.0.1:${gateway.port}`
    await using proxied = await ProxiedPunchcard.start({
      DATABASE_URL: urls.main,
      PUNCHCARD_CELL_OTHER: other.href,
    })
    const ask = (shop: Shop) => proxied.send({ path: REWARDS, authorization: shop.authorization })
    expect((await ask(shops.other)).status).toBe(200)
    await gateway.close()
    // Longer than the proxy takes to take a process out.
    const here: number[] = []
    const there: Answer[] = []
    for (const endAt = Date.now() + 5_000; Date.now() < endAt; ) {
      here.push((await ask(shops.main)).status)
      there.push(await ask(shops.other))
    }
    expect(new Set(here)).toEqual(new Set([200]))
    expect(here.length).toBeGreaterThan(20)
    expect(new Set(there.map(({ status }) => status))).toEqual(new Set([503]))
    for (const { headers } of there) expectOurs(headers)
    // One process is started anew while the cell is away.
    await proxied.stopProcess(0)
    await proxied.startProcess(0)
    expect((await ask(shops.main)).status).toBe(200)
    await gateway.open()
    await expect.poll(async () => (await ask(shops.other)).status, { timeout: 30_000 }).toBe(200)
  })

  it('sends to processes that are alive where none is ready, and answers itself where there is none', async () => {
    const { hostname, port } = new URL(SERVER_URL)
    const gateway = await startGateway({ hostname, port: Number(port) || 5432 })
    await gateway.close()
    const main = new URL(urls.main)
    main.host = `127.0.0.1:${gateway.port}`
    await using proxied = await ProxiedPunchcard.start({
      DATABASE_URL: main.href,
      PUNCHCARD_CELL_OTHER: urlOfLogin(urls.other, 'api'),
    })
    const { authorization } = shops.main
    const body = order('not-saved')
    for (const request of [{ path: REWARDS }, { path: '/v1/pvt/POS/orders', body }]) {
      const refused = await proxied.send({ ...request, authorization })
      expect(refused.status).toBe(503)
      expectOurs(refused.headers)
      expect(JSON.parse(refused.body)).toMatchObject({ HasError: true, Result: null })
    }
    await Promise.all([proxied.stopProcess(0), proxied.stopProcess(1)])
    const alone = await proxied.send({ path: '/v1/pvt/POS/orders', authorization, body })
    expect(alone).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1', 'content-type': 'application/json' },
    })
    expect(JSON.parse(alone.body)).toEqual({
      ErrorMessage: 'Punchcard cannot be reached: send the request again.',
      ErrorCode: null,
      Result: null,
      HasError: true,
    })
  })
})

function expectOurs(headers: Answer['headers']): void {
  expect(headers).toMatchObject({ 'retry-after': '1', 'punchcard-request-id': expect.stringMatching(/\w/) })
}
