/** What is sent under a name that an operation does not know: src/http/ignored-members.ts. */
import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type { listFailedRequests } from '../../src/management/failed-requests/schema.ts'
import { useManager } from '../support/admin.ts'
import { type ShopKey, useTestApi } from '../support/test-api.ts'
import { until } from '../support/workers.ts'

const test = useTestApi()
const admin = useManager(() => test.api)

const NOW = '2026-01-15T10:00:00Z'
const ORDER = {
  OriginalId: 'o-1',
  OrderPlacementDate: NOW,
  OrderTotal: 80,
  Customer: { OriginalId: 'ana' },
}

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, key?: ShopKey) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json'
  const answered = await test.api.send({
    method,
    url: `/v1/pvt/${path}`,
    headers: {
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(key && { authorization: key.authorization }),
    },
    ...(body === undefined ? {} : { payload }),
  })
  return { text: answered.body, ignored: answered.headers['punchcard-ignored'], status: answered.statusCode }
}

describe('a name that differs from a known one by case alone is refused', () => {
  it.each([
    ['POST', 'POS/orders', { ...ORDER, ordertotal: 90 }, 'ordertotal', 'OrderTotal'],
    ['POST', 'Order', { originalId: 'o-2', customer: { originalId: 'ana' } }, 'originalId', 'OriginalId'],
    ['POST', 'Order', { ...ORDER, Customer: { originalID: 'ana' } }, 'Customer.originalID', 'OriginalId'],
    [
      'POST',
      'Order',
      { ...ORDER, Products: [{ productPrice: 1 }] },
      'Products[].productPrice',
      'ProductPrice',
    ],
    ['PUT', 'Product/p', { OriginalId: 'p', title: 'T' }, 'title', 'Title'],
    ['PUT', 'Product/p', { OriginalId: 'p', Title: 'T', ProductBrand: { name: 'B' } }, 'name', 'Name'],
    ['POST', 'Product/points', [{ id: 'p', Price: 1 }], 'id', 'Id'],
    ['POST', 'Customer/ana/cashback', { value: 1 }, 'value', 'Value'],
    ['GET', 'RewardConfigurations?pagesize=5', undefined, 'pagesize', 'PageSize'],
    ['GET', 'Quiz/list?CustomerId=ana', undefined, 'CustomerId', 'customerId'],
    ['GET', 'Customer?email=a@b.example', undefined, 'email', 'Email'],
    ['GET', 'Events?cursor=now', undefined, 'cursor', 'Cursor'],
    ['DELETE', 'POS/rewards?originalKey=k', undefined, 'originalKey', 'OriginalKey'],
    ['POST', 'Customer/ana/history?pageSize=5', {}, 'pageSize', 'PageSize'],
  ] as const)('%s %s %j', async (method, path, body, sent, meant) => {
    const { text, status } = await send(method, path, body)
    expect(status).toBe(200)
    expect(text).toMatch(/"HasError":true/)
    expect(text).toMatch(/"ErrorCode":8\b|"8 General_FieldCannotBeDefault|"Description":8\b/)
    expect(text).toContain(`${sent} is not a member of this request: write ${meant}.`)
  })

  it('also as an item of a list, where it refuses no other one', async () => {
    const wrong = { ...ORDER, OriginalId: 'wrong', orderTotal: 80 }
    const right = { ...ORDER, OriginalId: 'right' }
    const { text } = await send('POST', 'Order/bulk', [wrong, right])
    expect(JSON.parse(text).Items).toMatchObject([
      { ErrorCode: 8, ErrorMessage: expect.stringContaining('write OrderTotal') },
      { HasError: false },
    ])
    const lines = await send('POST', 'Order/bulk', `${JSON.stringify(wrong)}\n${JSON.stringify(right)}\n`)
    expect(lines.text).toMatch(/"ErrorCode":8/)
  })
})

describe('other unknown names are ignored, and told', () => {
  it('in a header, with their paths, of the body and of the query', async () => {
    const order = {
      ...ORDER,
      Note: 1,
      Products: [
        { OriginalId: 'p', Weight: 2 },
        { OriginalId: 'q', Weight: 3 },
      ],
    }
    const told = await send('POST', 'POS/orders?dry=1', order)
    expect(told.ignored).toBe('Note, Products[].Weight, ?dry')
    expect(told.text).toContain('"HasError":false')
    expect((await send('GET', 'RewardConfigurations?Page=2')).ignored).toBe('?Page')
    expect((await send('GET', 'Customer/ana?Page=2')).ignored).toBe('?Page')
    expect((await send('GET', 'RewardConfigurations?PageSize=2')).ignored).toBeUndefined()
    expect((await send('POST', 'Customer/ana/history?PageSize=5', { PageNumber: 1 })).ignored).toBeUndefined()
    expect((await send('POST', 'POS/orders', ORDER)).ignored).toBeUndefined()
  })

  it('at most 20, in a form that any header may have', async () => {
    const odd = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`ü\r\n${index}`, index]))
    const { ignored } = await send('POST', 'POS/orders', { ...ORDER, ...odd })
    expect(String(ignored).split(', ')).toHaveLength(20)
    expect(ignored).toMatch(/^[\x21-\x7e ]+$/)
  })

  it('of a list by each item, and together in the header', async () => {
    const items = [ORDER, { ...ORDER, OriginalId: 'o-9', Extra: 1 }]
    const { text, ignored } = await send('POST', 'Order/bulk', items)
    expect(ignored).toBe('Extra')
    const [plain, extra] = JSON.parse(text).Items
    expect([plain.Ignored, extra.Ignored, extra.HasError]).toEqual([undefined, ['Extra'], false])
    const lines = await send('POST', 'Order/bulk', `${JSON.stringify(items[1])}\n`)
    expect(JSON.parse(lines.text)).toMatchObject({ HasError: false, Ignored: ['Extra'] })
  })

  it('as a hint among the failed requests, which counts them and keeps no values', async () => {
    const key = await test.api.openShop()
    const manager = admin.manager(key)
    const listed = async () =>
      (await manager.get<AnswerOf<typeof listFailedRequests>>('/failed-requests', { language: 'en' })).body
        .items
    const order = { ...ORDER, Quantity: 'secret', 'ana@shop.example': 1 }
    for (let count = 0; count < 3; count += 1) await send('POST', 'POS/orders', order, key)
    await until(async () => (await listed())[0]?.count === 3)
    expect(await listed()).toMatchObject([
      {
        operation: 'placePosOrder',
        status: 200,
        code: null,
        message: 'Not known, and ignored: Quantity.',
        catalogue: expect.stringContaining('was done'),
      },
    ])
    expect(JSON.stringify(await listed())).not.toMatch(/secret|shop\.example/)
  })
})
