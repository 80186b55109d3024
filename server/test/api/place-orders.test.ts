/** `POST /v1/pvt/Order/bulk`. */
import { describe, expect, it } from 'vitest'
import { BULK_ITEMS_MAX } from '../../src/contract/private-api/bulk.ts'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { refusedPage } from '../support/answers.ts'
import { type Body, iso, program, type Shop } from '../support/shop.ts'
import { basic } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop()

const failed = (code: number, says: string, originalId: string | null = expect.any(String)) => ({
  OriginalId: originalId,
  HasError: true,
  ErrorCode: code,
  ErrorMessage: expect.stringContaining(says),
  Result: null,
})

function refusedList(code: number, says: string) {
  return { ...refusedPage({ code, says }), SucceededCount: 0, FailedCount: 0 }
}

const points = async (shop: Shop, customer: string): Promise<number> =>
  (await shop.getPoints(customer)).PointsBalance

describe('many orders', () => {
  it('are answered one by one, to the last member', async () => {
    const shop = await test.open()
    const answer = await shop.placeOrders([
      shop.completeOrder('o-1', 'ana', 100),
      { ...shop.completeOrder('o-2', 'ana', 50), IsCompleted: false, OrderCompletedDate: null },
      shop.completeOrder('o-3', '', 10),
      shop.completeOrder('o-4', 'bob', 10.5),
    ])
    const [first, second, third, fourth] = answer.Items ?? []
    expect(answer).toStrictEqual({
      Items: [first, second, third, fourth],
      TotalItemCount: 4,
      PageSize: 4,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
      SucceededCount: 3,
      FailedCount: 1,
    })
    expect(first).toStrictEqual({
      Index: 0,
      OriginalId: 'o-1',
      HasError: false,
      ErrorCode: null,
      ErrorMessage: null,
      Result: { Id: expect.any(Number), State: 2, PointsGranted: 100, CashbackGranted: 5 },
    })
    expect(second?.Result).toStrictEqual({
      Id: expect.any(Number),
      State: 1,
      PointsGranted: 0,
      CashbackGranted: 0,
    })
    expect(third).toStrictEqual({ Index: 2, ...failed(50, 'Customer', 'o-3') })
    expect(fourth?.Result).toMatchObject({ PointsGranted: 10, CashbackGranted: 0.5 })
    expect([await points(shop, 'ana'), await points(shop, 'bob')]).toEqual([100, 10])
  })

  it('are each what the single operation makes of them', async () => {
    const [alone, together] = [await test.open(), await test.open()]
    const bodies: unknown[] = [
      ...['a', 'b', 'a', 'c'].map((customer, index) =>
        alone.completeOrder(`o-${index}`, customer, 40 + index),
      ),
      alone.completeOrder('o-1', 'b', 90),
      alone.completeOrder('o-1', 'c', 90),
      { ...alone.completeOrder('o-2', 'a', 1), IsCancelledOrReturned: true },
      {
        OriginalId: 'o-3',
        Customer: { OriginalId: 'c' },
        IsCancelledOrReturned: true,
        OrderCancelledDate: iso(test.api.now),
      },
      { Customer: { OriginalId: 'a' } },
      { OriginalId: 'o-9' },
      { ...alone.completeOrder('o-9', 'a', 5), OrderPlacementDate: null },
      { ...alone.completeOrder('o-9', 'a', 5), OrderCompletedDate: null },
      { ...alone.completeOrder('o-9', 'a', -5) },
      { ...alone.completeOrder('o-9', 'a', 5), OrderTotal: 'five' },
      { ...alone.completeOrder('o-9', 'a', 5), OrderStatus: 'x'.repeat(251) },
      { ...alone.completeOrder('o-9', 'a', 5), OrderTotal: null },
      alone.completeOrder('o-3', 'c', 77),
    ]
    const singly = []
    for (const body of bodies) {
      const { ErrorCode, ErrorMessage, Result, HasError } = await alone.placeOrder(body as Body)
      singly.push({ ErrorCode, ErrorMessage, HasError, State: Result?.State })
    }
    const { Items } = await together.placeOrders(bodies)
    expect(
      Items?.map(({ ErrorCode, ErrorMessage, HasError, Result }) => ({
        ErrorCode,
        ErrorMessage,
        HasError,
        State: Result?.State,
      })),
    ).toEqual(singly)
    for (const customer of ['a', 'b', 'c']) {
      expect(await points(together, customer)).toBe(await points(alone, customer))
    }
  })

  it('say what stands recorded for each, as reading the order does', async () => {
    const shop = await test.open(program({ waitingDays: 3 }))
    await shop.placeOrders([shop.completeOrder('o-1', 'ana', 100), shop.completeOrder('o-2', 'ana', 20)])
    const { Items } = await shop.placeOrders([
      shop.completeOrder('o-1', 'ana', 70),
      shop.completeOrder('o-1', 'ana', 80),
      shop.completeOrder('o-2', 'ana', 20),
      {
        OriginalId: 'o-2',
        Customer: { OriginalId: 'ana' },
        IsCancelledOrReturned: true,
        OrderCancelledDate: iso(test.api.now),
      },
    ])
    expect(Items?.map(({ Result }) => [Result?.PointsGranted, Result?.CashbackGranted])).toEqual([
      [70, 7],
      [80, 8],
      [20, 2],
      [0, 0],
    ])
    for (const id of ['o-1', 'o-2']) {
      const { PointsGranted, CashbackGranted } = await shop.getOrder(id)
      const last = Items?.findLast(({ OriginalId }) => OriginalId === id)
      expect(last?.Result).toMatchObject({ PointsGranted, CashbackGranted })
    }
  })

  it('of one customer are done in their order, and so is one order under two customers', async () => {
    const shop = await test.open()
    const steps = Array.from({ length: 300 }, (_, index) => shop.completeOrder('same', 'ana', index + 1))
    const { Items } = await shop.placeOrders(steps)
    expect(Items?.map(({ Result }) => Result?.PointsGranted)).toEqual(steps.map((_, index) => index + 1))
    for (let repetition = 0; repetition < 20; repetition += 1) {
      const answer = await shop.placeOrders([
        shop.completeOrder(`whose-${repetition}`, 'first', 1),
        shop.completeOrder(`whose-${repetition}`, 'second', 1),
        shop.completeOrder(`whose-${repetition}`, 'first', 2),
      ])
      expect(answer.Items?.map(({ ErrorCode }) => ErrorCode)).toEqual([null, 99, null])
    }
  })

  it('may be sent again: nothing is counted twice', async () => {
    const shop = await test.open()
    const bodies = Array.from({ length: 100 }, (_, index) =>
      shop.completeOrder(`o-${index}`, `c-${index % 7}`, 10),
    )
    const first = await shop.placeOrders(bodies)
    expect(await shop.placeOrders(bodies)).toEqual(first)
    let sum = 0
    for (let index = 0; index < 7; index += 1) sum += await points(shop, `c-${index}`)
    expect(sum).toBe(1_000)
  })

  it('may be a thousand', async () => {
    const shop = await test.open()
    const bodies = Array.from({ length: BULK_ITEMS_MAX }, (_, index) =>
      shop.completeOrder(`o-${index}`, `c-${index % 300}`, 1),
    )
    const answer = await shop.placeOrders(bodies)
    expect(answer).toMatchObject({
      SucceededCount: 1_000,
      FailedCount: 0,
      PageSize: 1_000,
      HasNextPage: false,
    })
    expect(answer.Items?.map(({ Index, OriginalId }) => `o-${Index} ${OriginalId}`)).toEqual(
      bodies.map(({ OriginalId }) => `${OriginalId} ${OriginalId}`),
    )
  })

  it('of another merchant are not met, though the ids are the same', async () => {
    const [one, other] = [await test.open(), await test.open()]
    await one.placeOrders([one.completeOrder('o-1', 'ana', 100)])
    const { Items } = await other.placeOrders([other.completeOrder('o-1', 'bob', 30)])
    expect(Items?.[0]?.HasError).toBe(false)
    expect([await points(one, 'ana'), await points(one, 'bob')]).toEqual([100, 0])
    expect([await points(other, 'ana'), await points(other, 'bob')]).toEqual([0, 30])
  })
})

describe('what is no order', () => {
  it('is refused as an item, and refuses no other', async () => {
    const shop = await test.open()
    const { Items, SucceededCount } = await shop.placeOrders([
      null,
      5,
      'o-1',
      [],
      {},
      { OriginalId: 5 },
      { OriginalId: 'x'.repeat(251), Customer: { OriginalId: 'ana' } },
      { OriginalId: 'nul\0', Customer: { OriginalId: 'ana' } },
      shop.completeOrder('o-1', 'ana', 7),
    ])
    expect(Items?.map(({ ErrorCode }) => ErrorCode)).toEqual([36, 36, 36, 36, 39, 36, 10, 36, null])
    expect(Items?.[0]).toStrictEqual({ Index: 0, ...failed(36, 'must be a JSON object', null) })
    expect(Items?.[6]).toStrictEqual({ Index: 6, ...failed(10, 'OriginalId', null) })
    expect(SucceededCount).toBe(1)
    expect(await points(shop, 'ana')).toBe(7)
  })

  it('is refused as a whole where it is no list of 1 to 1,000', async () => {
    const { shop } = test
    expect(await shop.placeOrders([])).toEqual(refusedList(7, 'empty'))
    const tooMany = Array(BULK_ITEMS_MAX + 1).fill(shop.completeOrder('one-too-many', 'ana', 1))
    expect(await shop.placeOrders(tooMany)).toEqual(refusedList(10, 'more than 1000 items'))
    expect(await shop.getOrder('one-too-many')).toMatchObject({ ErrorCode: 37 })
  })

  it.each(['{}', '"text"', 'null', '5', '', '[{"OriginalId":"half', '[1,]', '[]]'])(
    'is a malformed request: %s',
    async (payload) => {
      const response = await test.api.send({
        method: 'POST',
        url: '/v1/pvt/Order/bulk',
        headers: { authorization: test.shop.key.authorization, 'content-type': 'application/json' },
        payload,
      })
      expect(response.statusCode, response.body).toBe(400)
      expect(response.json()).toMatchObject({ HasError: true, Result: null, ErrorCode: null })
    },
  )

  it('is refused where it is larger than 8 MiB, and taken where it is not', async () => {
    const send = (payload: string) =>
      test.api.send({
        method: 'POST',
        url: '/v1/pvt/Order/bulk',
        headers: { authorization: test.shop.key.authorization, 'content-type': 'application/json' },
        payload,
      })
    const order = JSON.stringify(test.shop.completeOrder('large', 'ana', 1))
    const room = 8 * 1_024 * 1_024 - order.length - 2
    expect((await send(`[${order}${' '.repeat(room)}]`)).json()).toMatchObject({ SucceededCount: 1 })
    const refused = await send(`[${order}${' '.repeat(room + 1)}]`)
    expect([refused.statusCode, refused.json().ErrorMessage]).toEqual([
      413,
      'The body is larger than 8388608 bytes.',
    ])
  })

  it('needs a content type that is taken', async () => {
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Order/bulk',
      headers: { authorization: test.shop.key.authorization, 'content-type': 'text/csv' },
      payload: '[]',
    })
    expect([response.statusCode, response.json().ErrorMessage]).toEqual([
      415,
      'The body must be sent with Content-Type: application/json or application/x-ndjson.',
    ])
  })
})

it('refuses a key that may only read, before it looks at the list', async () => {
  const { token, secret } = await createKey(test.api.cells.directory, test.shop.tenantId, 'reader')
  await test.reader.query('update api_key set scopes = $2 where token = $1', [token, ['read']])
  const response = await test.api.send({
    method: 'POST',
    url: '/v1/pvt/Order/bulk',
    headers: { authorization: basic(token, secret) },
    payload: [test.shop.completeOrder('forbidden', 'ana', 1)],
  })
  expect(response.statusCode, response.body).toBe(403)
  expect(await test.shop.getOrder('forbidden')).toMatchObject({ ErrorCode: 37 })
})
