/** The notice of inactivity, as its receivers get it: in a numbering of its own, and only where it is asked for. */
import { expect, it, onTestFinished } from 'vitest'
import { noticeInactive } from '../../src/accounts/inactivity-notices.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import { readWebhookId, webhookId } from '../../src/events/event.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import { useManager } from '../support/admin.ts'
import { type ResultEnvelope, resultOf } from '../support/answers.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const admin = useManager(() => shops.api)
const POINTS = ['Point_Add', 'Point_Update', 'Point_Removed']

async function receiver(): Promise<Receiver> {
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  return inbox
}

/** A customer who bought, was told, bought again and was told again. */
async function told(): Promise<Shop> {
  const inactivity = { months: 12, noticeDays: 45, startsOn: '2026-01-01' }
  return shops.open(program(), { timeZone: 'America/Toronto', settings: { inactivity } })
}

async function tell(shop: Shop, at: string): Promise<void> {
  shops.api.now = Date.parse(at)
  const database = shops.api.cells.of({ cell: MAIN_CELL })
  const till = createTill({ database, clock: () => shops.api.now })
  await noticeInactive({ database, till, tenant: await tenantOf(shops.api, shop), now: shops.api.now })
}

async function buy(shop: Shop, id: string, at: string): Promise<void> {
  shops.api.now = Date.parse(at)
  await shop.completed(id, 'ana', 100, { Customer: { OriginalId: 'ana', Name: 'Ana Lima' } })
}

const readEvents = async (shop: Shop, query: string): Promise<Events> =>
  resultOf(await shop.sendText<ResultEnvelope<Events>>('GET', `/v1/pvt/Events?${query}`))

it('goes to endpoints that name it, with its own numbers, and to no others', async () => {
  const shop = await told()
  const [ofPoints, ofNotices, ofAll] = await Promise.all([receiver(), receiver(), receiver()])
  await subscribe(shops.api, shop.tenantId, ofPoints.url, { topics: POINTS })
  await subscribe(shops.api, shop.tenantId, ofNotices.url, { topics: ['Points_Expiring'] })
  await subscribe(shops.api, shop.tenantId, ofAll.url, { topics: [...POINTS, 'Points_Expiring'] })
  await buy(shop, 'o1', '2026-03-10T15:00:00Z')
  await tell(shop, '2027-01-24T11:00:00Z')
  await buy(shop, 'o2', '2027-03-02T15:00:00Z')
  await tell(shop, '2028-01-17T11:00:00Z')
  const delivery = await deliver(shops.api)
  await until(async () => ofAll.received.length === 4 && ofNotices.received.length === 2)
  await until(async () => ofPoints.received.length === 2)
  await delivery.stop()

  const id = ofNotices.bodies<{ Customer: { Id: number } }>()[0]?.Customer.Id ?? 0
  const named = (sequence: number) =>
    webhookId({ tenantId: shop.tenantId, eventId: 0, customer: { id, sequence } })
  expect(named(-1)).toBe(`evt_${shop.tenantId}_${id}_o1`)
  expect(
    ofAll.received.map(({ headers, id: name, sequence }) => [
      headers['punchcard-topic'],
      headers['punchcard-series'],
      sequence,
      name,
    ]),
  ).toEqual([
    ['Point_Add', undefined, 1, named(1)],
    ['Points_Expiring', 'other', 1, named(-1)],
    ['Point_Add', undefined, 2, named(2)],
    ['Points_Expiring', 'other', 2, named(-2)],
  ])
  expect(ofPoints.received.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(ofPoints.received.every(({ headers }) => !('punchcard-series' in headers))).toBe(true)
  expect(ofNotices.bodies()).toMatchObject([
    {
      Points: 100,
      Cashback: 10,
      ExpirationDate: '2027-03-11T04:59:59.000Z',
      LastActivityDate: '2026-03-10T04:00:00.000Z',
      Customer: { Id: id, OriginalId: 'ana', Name: 'Ana Lima' },
      EventDate: '2027-01-24T11:00:00.000Z',
    },
    { Points: 200, ExpirationDate: '2028-03-03T04:59:59.000Z' },
  ])
  expect(Object.keys(ofNotices.bodies<object>()[0] ?? {})).toEqual([
    'Points',
    'Cashback',
    'ExpirationDate',
    'LastActivityDate',
    'Customer',
    'EventDate',
  ])

  // By its name the attempt is found, and no other one of the same number.
  const manager = await admin.manager(shop.key)
  const { body } = await manager.get<{ items: { event: { id: string; topic: string } }[] }>(
    `/webhook-deliveries?search=${named(-1)}`,
  )
  expect(new Set(body.items.map(({ event }) => event.id))).toEqual(new Set([named(-1)]))
  expect(body.items[0]?.event.topic).toBe('Points_Expiring')
})

it('is read by those who name it, and a reader of points sees no gap', async () => {
  const shop = await told()
  await buy(shop, 'o1', '2026-03-10T15:00:00Z')
  await tell(shop, '2027-01-24T11:00:00Z')
  await buy(shop, 'o2', '2027-03-02T15:00:00Z')
  const all = POINTS.concat('Points_Expiring').map((topic) => `Topic=${topic}`)
  await until(async () => (await readEvents(shop, all.join('&'))).Items.length === 3)
  const brief = ({ Items }: Events) =>
    Items.map(({ EventId, Topic, CustomerSequence }) => [EventId.split('_').at(-1), Topic, CustomerSequence])
  expect(brief(await readEvents(shop, ''))).toEqual([
    ['1', 'Point_Add', 1],
    ['2', 'Point_Add', 2],
  ])
  expect(brief(await readEvents(shop, 'Topic=Points_Expiring'))).toEqual([['o1', 'Points_Expiring', 1]])
  expect(brief(await readEvents(shop, all.join('&')))).toEqual([
    ['1', 'Point_Add', 1],
    ['o1', 'Points_Expiring', 1],
    ['2', 'Point_Add', 2],
  ])
  // Page by page too, where a page may hold less than was asked for.
  const first = await readEvents(shop, 'PageSize=1')
  const second = await readEvents(shop, `PageSize=1&Cursor=${first.NextCursor}`)
  expect([brief(first).length, second.HasMore]).toEqual([1, true])
  const third = await readEvents(shop, `PageSize=1&Cursor=${second.NextCursor}`)
  expect(brief(third)).toEqual([['2', 'Point_Add', 2]])
})

it('has a name that is read as it was written', () => {
  for (const sequence of [1, 999, -1, -12]) {
    const name = { tenantId: 7, eventId: 0, customer: { id: 4711, sequence } }
    expect(readWebhookId(webhookId(name))).toEqual(name)
  }
  for (const wrong of ['evt_7_4711_o', 'evt_7_4711_-1', 'evt_7_4711_oo1', 'evt_7_4711_1o']) {
    expect(readWebhookId(wrong)).toBeNull()
  }
})
