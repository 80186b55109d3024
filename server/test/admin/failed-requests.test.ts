/** “Why was my call refused?”: src/requests, src/management/failed-requests. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type { listFailedRequests } from '../../src/management/failed-requests/schema.ts'
import { FailedRequests } from '../../src/requests/failed-requests.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { LedgerReader } from '../support/ledger.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'
import { until } from '../support/workers.ts'

const test = useTestApi({ rateLimitPerSecond: 50 })
const admin = useManager(() => test.api)
let reader: LedgerReader
beforeAll(async () => {
  reader = new LedgerReader(test.api.databaseUrl)
  await reader.open()
})
afterAll(() => reader.close())

type Listed = AnswerOf<typeof listFailedRequests>

const list = async (manager: Manager, query = '', language = 'en'): Promise<Listed> =>
  (await manager.get<Listed>(`/failed-requests${query}`, { language })).body

function send({ authorization }: ShopKey, method: 'GET' | 'POST', path: string, payload?: unknown) {
  const headers = { authorization, 'content-type': 'application/json' }
  const body =
    payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }
  return test.api.send({ method, url: `/v1/pvt/${path}`, headers, ...body })
}

describe('a call of the private API', () => {
  it('that is refused is told within two seconds, with the catalog’s text and without what was sent', async () => {
    const key = await test.api.openShop()
    const manager = admin.manager(key)
    const answered = await send(key, 'GET', 'Customer/ana.lima@shop.example')
    await send(key, 'POST', 'POS/orders', { OriginalId: 'secret-order-77' })
    await send(key, 'POST', 'POS/orders', '{"broken')
    await until(async () => (await list(manager)).items.length === 3)
    const { items } = await list(manager)
    const [broken, order, points] = items
    expect(points).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      count: 1,
      operation: expect.any(String),
      status: 200,
      code: expect.any(Number),
      name: expect.stringMatching(/Not_?[Ff]ound/),
      catalogue: expect.stringMatching(/There is no customer/),
      message: expect.stringContaining('•••'),
      requestId: answered.headers['punchcard-request-id'],
      orderIds: [],
      key: { token: key.token, label: 'test' },
    })
    expect(order).toMatchObject({ status: 200, name: expect.any(String), orderIds: ['secret-order-77'] })
    // Of what was sent it alone is kept.
    expect(order?.message).not.toContain('secret-order')
    expect(broken).toMatchObject({
      status: 400,
      code: null,
      name: null,
      catalogue: expect.stringMatching(/JSON/),
    })
    const stored = await reader.query('select * from failed_request where tenant_id = $1', [key.tenantId])
    expect(JSON.stringify(stored)).not.toMatch(/ana\.lima|shop\.example/)
    expect((await list(manager, '', 'pt-BR')).items[2]?.catalogue).toMatch(/^Não há cliente/)
  })

  it('is found by the id of each request, and of the order that it was about', async () => {
    const key = await test.api.openShop()
    const manager = admin.manager(key)
    const refused = async (path: string, payload: unknown): Promise<string> =>
      String((await send(key, 'POST', path, payload)).headers['punchcard-request-id'])
    const first = await refused('POS/orders', { OriginalId: 'o-77' })
    const alike = await refused('POS/orders', { OriginalId: 'o-78' })
    await until(async () => (await list(manager)).items[0]?.count === 2)
    // One more of the same minute, after the row is there.
    const later = await refused('Order', { OriginalId: 'o-79' })
    const cancelled = await refused('POS/orders/o-80/cancel', {})
    const found = async (id: string) => (await list(manager, `?id=${encodeURIComponent(id)}`)).items
    await until(async () => (await found('o-80')).length === 1 && (await found('o-79')).length === 1)
    const [line] = await found('o-77')
    expect(line).toMatchObject({ orderIds: expect.arrayContaining(['o-77', 'o-78']) })
    for (const id of ['o-78', first, alike]) expect(await found(id)).toEqual([line])
    expect(await found(later)).toEqual(await found('o-79'))
    expect(await found(cancelled)).toMatchObject([{ orderIds: ['o-80'], requestId: cancelled }])
    expect(await found('o-7')).toEqual([])
    expect(
      (await admin.manager(await test.api.openShop()).get<Listed>('/failed-requests?id=o-77')).body.items,
    ).toEqual([])
  })

  it('that sends a list tells of each item that was refused, by its order and by the request', async () => {
    const key = await test.api.openShop()
    const manager = admin.manager(key)
    const customers = [{ OriginalId: 'ana-lima', Email: 'no address' }]
    await send(key, 'POST', 'Customer/bulk', customers)
    const sent = await send(key, 'POST', 'Order/bulk', [{ OriginalId: 'l-1' }, { OriginalId: 7 }, 'none'])
    const found = async (id: string) => (await list(manager, `?id=${id}`)).items
    await until(async () => (await found('l-1')).length === 1)
    expect(await found('l-1')).toMatchObject([{ operation: 'placeOrders', status: 200, orderIds: ['l-1'] }])
    const request = String(sent.headers['punchcard-request-id'])
    expect((await found(request)).reduce((sum, { count }) => sum + count, 0)).toBe(3)
    // The id of a customer is no id of an order.
    const stored = await reader.query('select * from failed_request where tenant_id = $1', [key.tenantId])
    expect(JSON.stringify(stored)).not.toContain('ana-lima')
  })

  it('that is done leaves nothing, and one with a wrong key nobody knows of', async () => {
    const key = await test.api.openShop()
    const manager = admin.manager(key)
    await send(key, 'GET', 'RewardConfigurations')
    await send({ ...key, authorization: 'Basic bm86bm8=' }, 'GET', 'RewardConfigurations')
    await send(key, 'GET', 'Customer/nobody')
    await until(async () => (await list(manager)).items.length === 1)
    const stored = await reader.query('select from failed_request where tenant_id = $1', [key.tenantId])
    expect(stored).toHaveLength(1)
  })

  it('that is sent too often is counted with the others of its minute', async () => {
    const key = await test.api.openShop()
    const manager = admin.manager(key)
    await Promise.all(Array.from({ length: 200 }, () => send(key, 'GET', 'RewardConfigurations')))
    await until(async () => (await list(manager)).items.some(({ status }) => status === 429))
    const { items } = await list(manager)
    expect(items.filter(({ status }) => status === 429)).toMatchObject([
      { code: 103, name: 'Too_Many_Requests' },
    ])
    expect(items[0]?.count).toBeGreaterThan(50)
  })

  it('is seen by its own merchant alone, newest first, page by page', async () => {
    const [mine, theirs] = [await test.api.openShop(), await test.api.openShop()]
    await reader.query(
      `insert into failed_request (tenant_id, at, operation, status, code, message, request_id, api_token, count)
       select $1, now() + n * interval '1 s', 'getPoints', 200, 59, n::text, 'r-' || n, 'gone', 1
       from generate_series(1, 25) as n`,
      [mine.tenantId],
    )
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(admin.manager(mine), `?limit=10${cursor}`)
      seen.push(...page.items.map(({ message }) => message))
      expect(page.items.every(({ key }) => key.label === null)).toBe(true)
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => String(25 - index)))
    expect((await list(admin.manager(theirs))).items).toEqual([])
  })
})

describe('a flood of refusals', () => {
  it('makes a bounded number of rows per minute, and counts all of them', async () => {
    const { tenantId, token } = await test.api.openShop()
    let now = Date.UTC(2026, 0, 15, 12)
    const failed = new FailedRequests(test.api.cells, () => now)
    onTestFinished(() => failed.close())
    const flood = (calls: number, operations: number): void => {
      for (let n = 0; n < calls; n += 1) {
        failed.note({
          tenant: { id: tenantId, cell: MAIN_CELL },
          operation: `op-${n % operations}`,
          status: 200,
          code: 59,
          message: `Field${n} is wrong`,
          requestId: `r-${n}`,
          orderId: `o-${n}`,
          apiToken: token,
          sent: [{ id: 'x'.repeat(100) }],
        })
      }
    }
    const startedAt = performance.now()
    flood(100_000, 100)
    const micros = ((performance.now() - startedAt) * 1_000) / 100_000
    await failed.flush()
    flood(1_000, 1)
    await failed.flush()
    const stored = await reader.query<{ count: number; orders: number; requests: number }>(
      `select count, cardinality(order_ids) as orders, cardinality(request_ids) as requests
      from failed_request where tenant_id = $1`,
      [tenantId],
    )
    expect(stored.length).toBeLessThanOrEqual(31)
    expect(Math.max(...stored.flatMap(({ orders, requests }) => [orders, requests]))).toBeLessThanOrEqual(100)
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(101_000)
    expect(micros).toBeLessThan(100)
    now += 60_000
    flood(10, 1)
    await failed.flush()
    const later = await reader.query('select from failed_request where tenant_id = $1', [tenantId])
    expect(later.length).toBe(stored.length + 10)
  })
})
