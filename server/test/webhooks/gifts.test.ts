/** What receivers are told of gifts: in order, in the numbering of the other series, and only where it is asked for. */
import { expect, it, onTestFinished } from 'vitest'
import { replay } from '../../src/webhooks/manage.ts'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import { type ResultEnvelope, resultOf } from '../support/answers.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe, webhookTools } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const POINTS = ['Point_Add', 'Point_Update', 'Point_Removed']
const GIFTS = ['Card_Completed', 'Reward_Given', 'Reward_TakenBack']

async function receiver(): Promise<Receiver> {
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  return inbox
}

async function open(): Promise<{ shop: Shop; reward: number }> {
  const shop = await shops.open(program({}))
  const reward = await shop.makeReward({ title: 'House coffee' }, ['COFFEE-1', 'COFFEE-2'])
  const card = {
    id: 12,
    kind: 'card',
    name: 'Coffee card',
    counts: 'orders',
    stamps: 2,
    reward: String(reward),
  } as const
  await shop.publish(program({}, card))
  return { shop, reward }
}

/** Two full cards, the first of which is taken back with its coupon. */
async function tellOf(shop: Shop): Promise<void> {
  await shop.completed('o1', 'ana', 10)
  await shop.completed('o2', 'ana', 10)
  await shop.cancelled('o1')
  await shop.completed('o3', 'ana', 10)
  await shop.history('ana')
}

const TOLD = ['Card_Completed', 'Reward_Given', 'Reward_TakenBack', 'Card_Completed', 'Reward_Given']

interface GiftBody {
  readonly AwardId: number
  readonly Source: { readonly ReferenceId: string }
  readonly Coupon: { readonly CouponCode: string }
}

it('a reward is given and taken back, each once and in order, and other receivers see no gap', async () => {
  const { shop, reward } = await open()
  const [ofPoints, ofGifts] = await Promise.all([receiver(), receiver()])
  await subscribe(shops.api, shop.tenantId, ofPoints.url, { topics: POINTS })
  await subscribe(shops.api, shop.tenantId, ofGifts.url, { topics: GIFTS })
  await tellOf(shop)
  const delivery = await deliver(shops.api)
  await until(async () => ofGifts.received.length >= 5 && ofPoints.received.length >= 4)
  await delivery.stop()
  expect(ofGifts.received.map(({ headers }) => headers['punchcard-topic'])).toEqual(TOLD)
  const sequences = ofGifts.received.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
  expect(new Set(ofGifts.received.map(({ id }) => id)).size).toBe(5)
  expect(ofGifts.received.every(({ headers }) => headers['punchcard-series'] === 'other')).toBe(true)
  const [, given, takenBack, , again] = ofGifts.bodies<GiftBody>()
  expect(given).toMatchObject({
    Source: { Kind: 'card', RuleId: 12, Name: 'Coffee card' },
    RewardConfigurationId: reward,
    Title: 'House coffee',
    Coupon: { CouponCode: 'COFFEE-1' },
    Customer: { OriginalId: 'ana' },
  })
  expect(takenBack).toMatchObject({
    AwardId: given?.AwardId,
    Source: given?.Source,
    Coupon: { CouponCode: 'COFFEE-1' },
  })
  expect(again).toMatchObject({ Coupon: { CouponCode: 'COFFEE-2' } })
  expect(again?.AwardId).not.toBe(given?.AwardId)
  expect(ofPoints.received.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(ofPoints.received.every(({ headers }) => headers['punchcard-series'] === undefined)).toBe(true)
})

it('are read by those who name them, under the ids that were delivered, and sent again under the same', async () => {
  const { shop } = await open()
  const inbox = await receiver()
  const { id } = await subscribe(shops.api, shop.tenantId, inbox.url, { topics: GIFTS })
  await tellOf(shop)
  const delivery = await deliver(shops.api)
  await until(async () => inbox.received.length >= 5)
  const ids = inbox.received.map(({ id }) => id)
  const read = async (query: string): Promise<Events> =>
    resultOf(await shop.sendText<ResultEnvelope<Events>>('GET', `/v1/pvt/Events?${query}`))
  const named = GIFTS.map((topic) => `Topic=${topic}`).join('&')
  await until(async () => (await read(named)).Items.length === 5)
  const { Items } = await read(named)
  expect(Items.map(({ Topic }) => Topic)).toEqual(TOLD)
  expect(Items.map(({ EventId }) => EventId)).toEqual(ids)
  await until(async () => (await read('')).Items.length === 4)
  expect((await read('')).Items.map(({ Topic }) => Topic)).toEqual([
    'Point_Add',
    'Point_Add',
    'Point_Removed',
    'Point_Add',
  ])
  // What was delivered last is known to be so by then.
  await delivery.stop()
  const endpoint = { tenantId: shop.tenantId, id }
  const replayed = await replay(webhookTools(shops.api), endpoint, { from: 0, to: Date.now() * 2 })
  expect(replayed).toMatchObject({ events: 5 })
  const again = await deliver(shops.api)
  await until(async () => inbox.received.length >= 10)
  await again.stop()
  expect(inbox.received.slice(5).map(({ id }) => id)).toEqual(ids)
  expect(inbox.received).toHaveLength(10)
})
