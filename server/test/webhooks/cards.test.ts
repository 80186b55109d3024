/** What receivers are told of cards: in order, in the numbering of the other series, and only where it is asked for. */
import { expect, it, onTestFinished } from 'vitest'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import { type ResultEnvelope, resultOf } from '../support/answers.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const POINTS = ['Point_Add', 'Point_Update', 'Point_Removed']
const CARDS = ['Stamp_Add', 'Stamp_Removed', 'Card_Completed']

const COFFEES = {
  id: 12,
  kind: 'card' as const,
  name: 'Coffee card',
  counts: 'orders' as const,
  stamps: 2,
  stampsGoodDays: 30,
  points: '100',
}

async function receiver(): Promise<Receiver> {
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  return inbox
}

interface StampBody {
  readonly Stamps: number
  readonly StampType: number
  readonly StampsOnCard: number
  readonly CardNumber: number
  readonly OrderId: string | null
  readonly StampId: number
}

async function tellOf(shop: Shop): Promise<void> {
  await shop.completed('o1', 'ana', 10)
  await shop.completed('o2', 'ana', 10)
  await shop.cancelled('o1')
}

it('stamps, a full card, and its prize taken back, each once and in order', async () => {
  const shop = await shops.open(program({}, COFFEES))
  const [ofPoints, ofCards] = await Promise.all([receiver(), receiver()])
  await subscribe(shops.api, shop.tenantId, ofPoints.url, { topics: POINTS })
  await subscribe(shops.api, shop.tenantId, ofCards.url, { topics: CARDS })
  await tellOf(shop)
  const delivery = await deliver(shops.api)
  await until(async () => ofCards.received.length === 6 && ofPoints.received.length === 5)
  await delivery.stop()
  expect(ofCards.received.map(({ headers, sequence }) => [headers['punchcard-topic'], sequence])).toEqual([
    ['Stamp_Add', 1],
    ['Stamp_Add', 2],
    ['Stamp_Removed', 3],
    ['Card_Completed', 4],
    ['Stamp_Add', 5],
    ['Stamp_Removed', 6],
  ])
  expect(new Set(ofCards.received.map(({ id }) => id)).size).toBe(6)
  expect(ofCards.received.every(({ headers }) => headers['punchcard-series'] === 'other')).toBe(true)
  const [first, second, full, completed, undone, taken] = ofCards.bodies<StampBody>()
  expect(first).toMatchObject({
    CardId: 12,
    CardName: 'Coffee card',
    Stamps: 1,
    StampType: 0,
    StampsOnCard: 1,
    StampsOwed: 0,
    CardSize: 2,
    CardNumber: 1,
    Amount: null,
    GoalAmount: null,
    OrderId: 'o1',
    ValidDate: expect.stringMatching(/:59:59\.000Z$/),
    Origins: [],
    Customer: { OriginalId: 'ana' },
  })
  const used = [first, second].map((one) => ({ StampId: one?.StampId, UsedStamps: 1 }))
  expect(full).toMatchObject({ Stamps: -2, StampType: 5, StampsOnCard: 0, CardNumber: 1, Origins: used })
  expect(completed).toMatchObject({
    CardNumber: 1,
    StampId: full?.StampId,
    Prize: { RewardConfigurationId: null, Title: null, Points: 100 },
    Origins: used,
  })
  expect(undone).toMatchObject({ Stamps: 2, StampType: 6, StampsOnCard: 2, OrderId: null })
  expect(taken).toMatchObject({ Stamps: -1, StampType: 2, StampsOnCard: 1, OrderId: 'o1' })
  // Receivers of points see the prize come and go, and no gap.
  expect(ofPoints.received.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  expect(
    ofPoints.bodies<{ PointType: number; Points: number }>().map((one) => [one.PointType, one.Points]),
  ).toEqual([
    [0, 10],
    [0, 10],
    [13, 100],
    [9, -10],
    [13, -100],
  ])
})

it('are read by those who name them, under the same ids', async () => {
  const shop = await shops.open(program({}, COFFEES))
  await tellOf(shop)
  const read = async (query: string): Promise<Events> =>
    resultOf(await shop.sendText<ResultEnvelope<Events>>('GET', `/v1/pvt/Events?${query}`))
  const named = CARDS.map((topic) => `Topic=${topic}`).join('&')
  await until(async () => (await read(named)).Items.length === 6)
  const { Items } = await read(named)
  expect(Items.map(({ Topic, CustomerSequence }) => [Topic, CustomerSequence]).at(3)).toEqual([
    'Card_Completed',
    4,
  ])
  expect(Items.every(({ EventId }, index) => EventId.endsWith(`_o${index + 1}`))).toBe(true)
  expect((await read('')).Items.map(({ Topic }) => Topic)).toEqual([
    'Point_Add',
    'Point_Add',
    'Point_Add',
    'Point_Removed',
    'Point_Removed',
  ])
})
