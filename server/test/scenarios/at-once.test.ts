import { describe, expect, it } from 'vitest'
import type { OrderResult } from '../../src/orders/private-api/schema.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

/*
 * Requests that arrive together run in one batch, one after the other: the end must be the same as if each had
 * waited for the answer to the one before. The first request of each list keeps the others waiting, so that
 * those meet in one batch.
 */

const shops = useShops()
const later = (seconds: number): string => iso(START + seconds * 1_000)

const order = (id: string, customer: string, seconds: number, members: Body = {}): Body => ({
  OriginalId: id,
  OrderPlacementDate: iso(START),
  OrderCompletedDate: iso(START),
  IsCompleted: true,
  OrderTotal: 100,
  UpdatedDate: later(seconds),
  Customer: { OriginalId: customer },
  ...members,
})
const CANCELLED = { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: iso(START) }

/** `[State, PointsBalance]` of each answer. */
async function together(shop: Shop, orders: Body[]): Promise<[number, number][]> {
  const answers: OrderResult[] = await Promise.all(orders.map((body) => shop.placed(body)))
  return answers.map(({ State, Customer }) => [State, Customer.PointsBalance])
}

/** More open lots than the till loads at first (64): the lot of an order is then loaded by its order. */
const MANY = 100

describe.each([
  ['a new customer', null],
  ['a known customer', 0],
  ['a customer with many open lots', MANY],
])('at once, for %s', (_case, lots) => {
  /** Each lot has one point. */
  async function open(): Promise<Shop> {
    const shop = await shops.open(program())
    if (lots !== null) await shop.placed(order('before', 'ana', 0, { OrderTotal: 0 }))
    const one = Array.from({ length: lots ?? 0 }, (_, id) => order(`lot-${id}`, 'ana', 0, { OrderTotal: 1 }))
    if (lots) expect(await shop.placeOrders(one)).toMatchObject({ SucceededCount: lots })
    return shop
  }
  const had = lots ?? 0
  const first = order('first', 'ana', 0, { OrderTotal: 1 })

  it.each<[string, Body[], [number, number][]]>([
    [
      'an order and a larger total',
      [order('o', 'ana', 1), order('o', 'ana', 2, { OrderTotal: 150 })],
      [
        [2, 101],
        [2, 151],
      ],
    ],
    [
      'an order and a smaller total',
      [order('o', 'ana', 1), order('o', 'ana', 2, { OrderTotal: 40 })],
      [
        [2, 101],
        [2, 41],
      ],
    ],
    [
      'an order and its cancellation',
      [order('o', 'ana', 1), order('o', 'ana', 2, CANCELLED)],
      [
        [2, 101],
        [3, 1],
      ],
    ],
    [
      'an order and an older one',
      [order('o', 'ana', 2), order('o', 'ana', 1, { OrderTotal: 7 })],
      [
        [2, 101],
        [2, 101],
      ],
    ],
    [
      'pending, complete, changed and cancelled',
      [
        order('o', 'ana', 1, { IsCompleted: false }),
        order('o', 'ana', 2),
        order('o', 'ana', 3, { OrderTotal: 130 }),
        order('o', 'ana', 4, CANCELLED),
      ],
      [
        [1, 1],
        [2, 101],
        [2, 131],
        [3, 1],
      ],
    ],
    [
      'the same order three times',
      [order('o', 'ana', 1), order('o', 'ana', 1), order('o', 'ana', 1)],
      [
        [2, 101],
        [2, 101],
        [2, 101],
      ],
    ],
    [
      'several orders',
      [order('o', 'ana', 1), order('p', 'ana', 1), order('q', 'ana', 1)],
      [
        [2, 101],
        [2, 201],
        [2, 301],
      ],
    ],
  ])('%s', async (_name, orders, expected) => {
    const shop = await open()
    const answers = [[2, 1] as const, ...expected].map(([state, points]) => [state, points + had])
    expect(await together(shop, [first, ...orders])).toEqual(answers)
    expect((await shop.placed(order('last', 'ana', 9, { OrderTotal: 0 }))).Customer.PointsBalance).toBe(
      answers.at(-1)?.[1],
    )
  })

  it('an old order is changed twice and cancelled', async () => {
    const shop = await open()
    await shop.placed(order('o', 'ana', 1))
    const changes = [{ OrderTotal: 90 }, { OrderTotal: 60 }, CANCELLED]
    const answers = await together(shop, [
      first,
      ...changes.map((change, index) => order('o', 'ana', index + 2, change)),
    ])
    expect(answers).toEqual([
      [2, had + 101],
      [2, had + 91],
      [2, had + 61],
      [3, had + 1],
    ])
  })

  it('an order, a removal of its cashback, and its cancellation', async () => {
    const shop = await open()
    const change = { Value: 10, OperationType: 1, Reason: 'r', ChangeKey: 'k' }
    const [, , removed, cancelled] = await Promise.all([
      shop.placed(first),
      shop.placed(order('o', 'ana', 1)),
      shop.changeCashback('ana', change),
      shop.placed(order('o', 'ana', 2, CANCELLED)),
    ])
    expect(removed).toMatchObject({ HasError: false, Result: { CashbackBalance: (1 + had) / 10 } })
    expect(cancelled).toMatchObject({
      State: 3,
      Customer: { PointsBalance: had - 99, Cashback: (had - 99) / 10 },
    })
  })
})

describe('at once, for customers of several merchants', () => {
  it('each order earns under its own program', async () => {
    const rates = ['1', '2', '3']
    const opened = await Promise.all(rates.map((points) => shops.open(program({ points }))))
    const answers = await Promise.all(
      opened.flatMap((shop) =>
        ['ana', 'bia'].map((customer) => shop.placed(order(`o-${customer}`, customer, 0))),
      ),
    )
    expect(answers.map(({ Customer }) => Customer.PointsBalance)).toEqual([100, 100, 200, 200, 300, 300])
  })

  it('a refusal and a failure take no other command along', async () => {
    const shop = await shops.open({
      ...program({ points: '9999' }),
      cashback: { isOn: true, pointValue: '1' },
    })
    await shop.placed(order('hers', 'ana', 0, { OrderTotal: 1 }))
    const answers = await Promise.all([
      shop.placeOrder(order('a', 'bia', 0, { OrderTotal: 1 })),
      shop.placeOrder(order('hers', 'bia', 1)),
      shop.placeOrder(order('huge', 'caio', 0, { OrderTotal: 99_999_999_999 })),
      shop.placeOrder(order('b', 'davi', 0, { OrderTotal: 1 })),
      shop.placeOrder(order('c', 'bia', 0, { OrderTotal: 1 })),
    ])
    expect(answers.map(({ ErrorCode }) => ErrorCode)).toEqual([null, 99, 36, null, null])
    expect(answers.at(-1)?.Result?.Customer.PointsBalance).toBe(19_998)
    expect(await shop.getCustomer('caio')).toMatchObject({ ErrorCode: 59 })
  })

  it('one order id of two customers belongs to one of them', async () => {
    const shop = await shops.open(program())
    const answers = await Promise.all(
      ['ana', 'bia', 'caio', 'davi'].map((customer) => shop.placeOrder(order('same', customer, 0))),
    )
    expect(answers.map(({ ErrorCode }) => ErrorCode).sort()).toEqual([99, 99, 99, null])
  })
})

describe('at once, while something becomes due', () => {
  it('what has just opened can be spent by the next in the batch', async () => {
    const shop = await shops.open(program({ waitingDays: 1 }))
    await shop.placed(order('o', 'ana', 0))
    shops.api.now = START + DAY_MS
    const change = { Value: 10, OperationType: 1, Reason: 'r', ChangeKey: 'k' }
    const [, removed] = await Promise.all([
      shop.placed(order('p', 'ana', 0)),
      shop.changeCashback('ana', change),
      shop.placed(order('q', 'ana', 0)),
    ])
    expect(removed).toMatchObject({ HasError: false, Result: { CashbackBalance: 10 } })
  })
})
