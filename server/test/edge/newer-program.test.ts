/** A program that a newer process has published: this one says so with 503, for that merchant alone. */

import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { FORMAT_KNOWN } from '../../src/earning/format.ts'
import { createLogger } from '../../src/platform/log.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { lastDailyRun } from '../../src/tenancy/daily.ts'
import { readDailyRuns } from '../../src/tenancy/store/tenants.ts'
import { runDaily } from '../../src/worker/daily.ts'
import { Manager, startAdminApi } from '../support/admin.ts'
import { LedgerReader } from '../support/ledger.ts'
import { Receiver } from '../support/receiver.ts'
import { program, Shop } from '../support/shop.ts'
import { START, startTestApi, type TestApi } from '../support/test-api.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const SENTENCE = "This process is older than the merchant's program"
const NEWER = {
  cashback: { isOn: true, pointValue: '0.1' },
  rules: [{ id: 1, kind: 'lottery', prize: 'car' }],
}

let api: TestApi
let reader: LedgerReader
const lines: Record<string, unknown>[] = []

function listeningLog() {
  const destination = new PassThrough()
  destination.on('data', (line: Buffer) => lines.push(JSON.parse(line.toString()) as Record<string, unknown>))
  return createLogger({ level: 'info', destination })
}

beforeAll(async () => {
  api = await startTestApi({ log: listeningLog() })
  reader = new LedgerReader(api.databaseUrl)
  await reader.open()
})
afterAll(async () => {
  await reader.close()
  await api.close()
})

async function open(): Promise<Shop> {
  const shop = new Shop(api, reader, await api.openShop())
  await shop.publish(program())
  return shop
}

/** As a process of the next version does it. */
async function publishNewer(shop: Shop, effectiveAt: number | null = null): Promise<void> {
  await reader.query(
    `insert into program_version (tenant_id, version, program, published_at, effective_at, format)
     select $1, max(version) + 1, $2, $3, $4, $5 from program_version where tenant_id = $1`,
    [
      shop.tenantId,
      JSON.stringify(NEWER),
      new Date(api.now),
      effectiveAt === null ? null : new Date(effectiveAt),
      FORMAT_KNOWN + 1,
    ],
  )
}

async function ask(shop: Shop, method: 'GET' | 'POST', url: string, body?: object) {
  const {
    statusCode,
    headers,
    body: text,
  } = await api.send({
    method,
    url: `/v1/pvt/${url}`,
    headers: { authorization: shop.key.authorization, 'content-type': 'application/json' },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  return { status: statusCode, retryAfter: headers['retry-after'], text }
}

const order = (id: string, customer: string) => ({
  OriginalId: id,
  OrderTotal: 10,
  IsCompleted: true,
  OrderPlacementDate: new Date(api.now).toISOString(),
  OrderCompletedDate: new Date(api.now).toISOString(),
  Customer: { OriginalId: customer, Name: customer },
})

const complaints = () => lines.filter(({ reason }) => String(reason).startsWith('this process is older'))

it('is refused with 503 in every operation that meets it; other merchants of the same batches are served', async () => {
  const [newer, other] = await Promise.all([open(), open()])
  await newer.completed('before', 'ana', 10)
  await other.completed('before', 'ana', 10)
  await publishNewer(newer)
  lines.length = 0
  for (const round of [1, 2, 3]) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [
        ask(newer, 'POST', 'POS/orders', order(`o${round}-${index}`, `c${index}`)),
        ask(other, 'POST', 'POS/orders', order(`o${round}-${index}`, `c${index}`)),
        ask(newer, 'GET', 'Customer/ana/points'),
        ask(other, 'GET', 'Customer/ana/points'),
      ]).flat(),
    )
    for (const [index, answer] of answers.entries()) {
      if (index % 2 === 1) expect(answer.status, answer.text).toBe(200)
      else {
        expect(answer).toMatchObject({ status: 503, retryAfter: '1' })
        expect(answer.text).toContain(SENTENCE)
      }
    }
  }
  expect((await other.getPoints('c3')).PointsBalance).toBe(30)
  for (const url of ['Customer/ana/history', 'Order/before', 'Product/any/points']) {
    expect((await ask(newer, 'GET', url)).status).not.toBe(500)
  }
  // Once for a minute, with the merchant's number; no other line is worse than information.
  expect(complaints()).toMatchObject([{ level: 'error', tenant: newer.tenantId, status: 503 }])
  expect(lines.filter(({ level }) => level !== 'info')).toHaveLength(1)
  // Nothing was counted for what was refused.
  const [row] = await reader.query('select count(*)::int as n from customer_order where tenant_id = $1', [
    newer.tenantId,
  ])
  expect(row).toEqual({ n: 1 })
})

it('that waits for its moment is refused from then on only', async () => {
  const shop = await open()
  const at = api.now + 3_600_000
  await publishNewer(shop, at)
  expect((await ask(shop, 'POST', 'POS/orders', order('before', 'ana'))).status).toBe(200)
  api.now = at
  onTestFinished(() => {
    api.now = START
  })
  expect((await ask(shop, 'POST', 'POS/orders', order('after', 'ana'))).status).toBe(503)
})

it('says so in the management API, in three languages', async () => {
  const [newer, other] = await Promise.all([open(), open()])
  const server = await startAdminApi({ cells: api.cells, now: () => api.now })
  onTestFinished(() => server.close())
  await publishNewer(newer)
  const manager = new Manager(() => server, newer.key)
  for (const [language, text] of [
    ['en', SENTENCE],
    ['pt-BR', 'Este processo é mais antigo que o programa da loja'],
    ['es', 'Este proceso es más antiguo que el programa de la tienda'],
  ] as const) {
    const { status, body } = await manager.get('/program', { language })
    expect(status).toBe(503)
    expect(body).toMatchObject({ type: 'urn:punchcard:problem:unavailable' })
    expect(body.detail).toContain(text)
  }
  const program = { cashback: { isOn: false, pointValue: '0' }, rules: [] }
  for (const [method, path, body] of [
    ['GET', '/program/draft', undefined],
    ['PUT', '/program/draft', { program }],
    ['POST', '/program/publish', {}],
    ['DELETE', '/program/scheduled', undefined],
    ['GET', '/program/versions/2', undefined],
    ['POST', '/program/versions/2/restore', undefined],
    ['GET', '/program-file', undefined],
  ] as const) {
    expect((await manager.send(method, path, body, { ifMatch: '"r1"' })).status, path).toBe(503)
  }
  // What has nothing to do with it is read, and so is another merchant's program.
  expect((await manager.get('/audit')).status).toBe(200)
  expect((await new Manager(() => server, other.key).get('/program')).status).toBe(200)
})

it('leaves its daily run and its webhooks to a newer worker', async () => {
  const [newer, other] = await Promise.all([open(), open()])
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  await subscribe(api, newer.tenantId, `${inbox.url}/newer`)
  await subscribe(api, other.tenantId, `${inbox.url}/other`)
  await newer.completed('o', 'ana', 10)
  await other.completed('o', 'ana', 10)
  await publishNewer(newer)
  const troubles: string[] = []
  const delivery = await deliver(api, {
    onTrouble: (_, error) => troubles.push((error as Error).message),
  })
  onTestFinished(() => delivery.stop())
  await until(async () => inbox.received.length > 0)
  await until(async () => troubles.length > 0)
  expect(inbox.received.map(({ path }) => path)).toEqual(['/other'])
  expect(troubles).toEqual([expect.stringContaining('this process is older')])
  // An upgraded program, or the version before it, and what waited goes out.
  await reader.query('delete from program_version where tenant_id = $1 and version = 2', [newer.tenantId])
  await until(async () => inbox.received.length === 2)
  await publishNewer(newer)

  lines.length = 0
  const database = api.cells.of({ cell: MAIN_CELL })
  const clock = () => api.now
  const context = {
    cells: api.cells,
    cell: MAIN_CELL,
    till: createTill({ database, clock }),
    clock,
    log: listeningLog(),
    signal: new AbortController().signal,
    onDone: () => {},
    onBacktestDifferences: () => {},
    onEventRoom: () => {},
  }
  const done = async (shop: Shop) =>
    (await database.read([shop.tenantId], (tx) => readDailyRuns(tx, [shop.tenantId]))).get(shop.tenantId)
  const before = await done(newer)
  for (const shop of [newer, other]) await runDaily(context, shop.tenantId)
  expect(await done(newer)).toBe(before)
  expect(await done(other)).toBe(lastDailyRun(api.now, 'America/Sao_Paulo'))
  expect(complaints()).toMatchObject([{ level: 'error', tenant: newer.tenantId }])
})
