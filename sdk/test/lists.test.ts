/** Lists of any length, the events one by one, and names for numbers. */
import { describe, expect, it } from 'vitest'
import { POINT_TYPE } from '../../server/src/accounts/account.ts'
import { ORDER_STATE } from '../../server/src/orders/order.ts'
import { REWARD_TYPE } from '../../server/src/rewards/reward-type.ts'
import { program } from '../../server/test/support/shop.ts'
import {
  everyEvent,
  OperationType,
  type OrderInput,
  OrderState,
  PointType,
  RewardType,
} from '../src/punchcard.ts'
import { badNetwork } from './support/bad-network.ts'
import { useClients } from './support/use-client.ts'

const test = useClients()

const orders = (count: number, prefix = 'o'): OrderInput[] =>
  Array.from({ length: count }, (_, index) => ({
    OriginalId: `${prefix}-${index}`,
    OrderTotal: 1,
    IsCompleted: true,
    OrderPlacementDate: new Date(test.api.now),
    OrderCompletedDate: new Date(test.api.now),
    Customer: { OriginalId: `c-${index % 20}` },
  }))

describe('placeMany', () => {
  it('takes more than a list of the server has room for, and answers each in its place', async () => {
    const punchcard = test.clientOf(await test.open(program()))
    const sent = orders(1_203)
    sent[1_101] = { OriginalId: 'wrong', Customer: { OriginalId: 'ana' }, OrderTotal: -1 }
    const { Items, TotalItemCount, SucceededCount, FailedCount } = await punchcard.orders.placeMany(sent)
    expect([Items.length, TotalItemCount, SucceededCount, FailedCount]).toEqual([1_203, 1_203, 1_202, 1])
    expect(Items.every(({ Index, OriginalId }) => sent[Index]?.OriginalId === OriginalId)).toBe(true)
    expect(Items[1_101]).toMatchObject({ Index: 1_101, HasError: true, ErrorCode: 9 })
    expect(Items[1_202]).toMatchObject({ Index: 1_202, Result: { State: OrderState.Complete } })
  })

  it('sends again what the server had no time for', async () => {
    const shop = await test.open(program())
    const item = (Index: number, ErrorCode: number | null) => ({
      ...{ Index, OriginalId: `o-${Index}`, HasError: ErrorCode !== null, ErrorCode, ErrorMessage: null },
      Result: ErrorCode === null ? { Id: 1, State: 2, PointsGranted: 1, CashbackGranted: 0 } : null,
    })
    const Items = [item(0, null), item(1, 103), item(2, null), item(3, 103)]
    const body = JSON.stringify({ Items, HasError: false, ErrorMessages: [] })
    const { url, arrivals } = await badNetwork(test.url, { status: 200, body })
    const { result, attempts } = await test.clientOf(shop, { url }).orders.placeMany(orders(4)).answer()
    expect(result.Items.map(({ Index, HasError }) => [Index, HasError])).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, false],
    ])
    expect([attempts, arrivals.length]).toEqual([2, 2])
    // Only those two reached the server.
    expect((await shop.getPoints('c-1')).PointsBalance).toBe(1)
    expect((await shop.getPoints('c-0')).CustomerExists).toBe(false)
  })

  it('queues behind another list of the same client', async () => {
    const punchcard = test.clientOf(await test.open(program()))
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((prefix) => punchcard.orders.placeMany(orders(30, prefix)).answer()),
    )
    expect(answers.map(({ attempts, result }) => [attempts, result.SucceededCount])).toEqual(
      Array(3).fill([1, 30]),
    )
    // One that is refused holds up none behind it.
    const refused = punchcard.orders.placeMany([])
    const next = punchcard.orders.placeMany(orders(1, 'd'))
    await expect(refused).rejects.toMatchObject({ code: 7 })
    expect(await next).toMatchObject({ SucceededCount: 1 })
  })
})

it('everyEvent goes through all pages, and says where to go on', async () => {
  const shop = await test.open(program())
  const punchcard = test.clientOf(shop)
  for (let index = 0; index < 5; index += 1) await shop.completed(`o-${index}`, 'ana', 10)
  const cursors: string[] = []
  const read = async (Cursor?: string) => {
    const sequences: number[] = []
    const options = { Cursor, PageSize: 2, onPage: (cursor: string) => cursors.push(cursor) }
    for await (const event of everyEvent((query) => punchcard.events.list(query), options)) {
      sequences.push(event.CustomerSequence)
    }
    return sequences
  }
  await expect.poll(() => read(), { timeout: 20_000 }).toEqual([1, 2, 3, 4, 5])
  await shop.completed('o-9', 'ana', 10)
  await expect.poll(() => read(cursors.at(-1)), { timeout: 20_000 }).toEqual([6])
})

it('names stand for the numbers of the server', () => {
  const pascal = (numbers: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(numbers).map(([name, number]) => [name[0]?.toUpperCase() + name.slice(1), number]),
    )
  expect(OrderState).toEqual(pascal(ORDER_STATE))
  expect(RewardType).toEqual(pascal(REWARD_TYPE))
  expect(PointType).toEqual(pascal(POINT_TYPE))
})

it('an operation type adds or removes', async () => {
  const shop = await test.open(program())
  await shop.completed('o', 'ana', 100)
  const change = { Value: 1, Reason: 'test' }
  const { customers } = test.clientOf(shop)
  await customers.changeCashback('ana', { ...change, OperationType: OperationType.Remove, ChangeKey: 'a' })
  expect((await customers.points('ana')).CashbackBalance).toBe(9)
  await customers.changeCashback('ana', { ...change, OperationType: OperationType.Add, ChangeKey: 'b' })
  expect((await customers.points('ana')).CashbackBalance).toBe(10)
})
