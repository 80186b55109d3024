/** How a merchant's people see what an endpoint was sent, and send it again: src/webhooks/admin-api/console-routes.ts. */
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type {
  getAttempt,
  getEvent,
  listAttempts,
  listParked,
} from '../../src/webhooks/admin-api/console-schema.ts'
import type { listDeliveries } from '../../src/webhooks/admin-api/deliveries-schema.ts'
import type { EndpointAnswer } from '../../src/webhooks/admin-api/schema.ts'
import type { Delivery, DeliveryOptions } from '../../src/webhooks/delivery/delivery.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe, untilLeased, webhookTools } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const admin = useManager(
  () => shops.api,
  () => {
    const { sealer, reach } = webhookTools(shops.api)
    return { sealer, reach }
  },
)

type Attempts = AnswerOf<typeof listAttempts>
type Attempt = AnswerOf<typeof getAttempt>
type Parked = AnswerOf<typeof listParked>
type Replayed = { readonly events: number; readonly isAll: boolean }

/** Who may look after webhooks, and not see who customers are. */
const DEVELOPER = ['webhooks.read', 'webhooks.write', 'customers.read'] as const

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly inbox: Receiver
  readonly id: number
  readonly secret: string
  readonly path: string
}

async function open(): Promise<Opened> {
  const shop = await shops.open(program())
  const inbox = await Receiver.start()
  onTestFinished(() => inbox.stop())
  const { id, secret } = await subscribe(shops.api, shop.tenantId, inbox.url, {
    headers: { 'X-Shop': 's3cret' },
  })
  return { shop, manager: admin.manager(shop.key), inbox, id, secret, path: `/webhook-endpoints/${id}` }
}

async function start(overrides: Partial<DeliveryOptions> = {}): Promise<Delivery> {
  const delivery = await deliver(shops.api, overrides)
  onTestFinished(() => delivery.stop())
  return delivery
}

async function sell(shop: Shop, name: string, customers: number, orders: number): Promise<void> {
  for (let order = 0; order < orders; order += 1) {
    await Promise.all(
      Array.from({ length: customers }, (_, n) =>
        shop.completed(`${name}-${n}-${order}`, `c${n}`, 10 + order),
      ),
    )
  }
}

const attemptsOf = async ({ manager, path }: Opened, query = ''): Promise<Attempts> =>
  (await manager.get<Attempts>(`${path}/attempts${query}`)).body
const endpointOf = async ({ manager, path }: Opened): Promise<EndpointAnswer> =>
  (await manager.get<EndpointAnswer>(path)).body
const replay = ({ manager, path }: Opened, body: object, key?: string) =>
  manager.send<Replayed>('POST', `${path}/replay`, body, key ? { key } : {})

describe('the health of an endpoint', () => {
  it('counts every attempt once, and tells how long they took', async () => {
    const opened = await open()
    let failures = 3
    opened.inbox.reply = () => {
      failures -= 1
      return failures >= 0 ? { status: 500 } : { status: 200 }
    }
    await start()
    await sell(opened.shop, 'o', 5, 6)
    await until(async () => opened.inbox.received.length >= 30)
    await until(async () => (await endpointOf(opened)).last24Hours.sent === opened.inbox.requests.length)
    const { last24Hours, hours, failingSince } = await endpointOf(opened)
    expect(last24Hours).toMatchObject({ failed: 3, p50Ms: expect.any(Number), p95Ms: expect.any(Number) })
    expect(last24Hours.p95Ms).toBeGreaterThanOrEqual(last24Hours.p50Ms ?? 0)
    expect(hours.reduce((sum, { sent }) => sum + sent, 0)).toBe(opened.inbox.requests.length)
    expect(failingSince).toBeNull()
  })

  it('counts the probes of one that fails, and goes with the endpoint', async () => {
    const opened = await open()
    opened.inbox.reply = () => ({ status: 503 })
    await start()
    await sell(opened.shop, 'o', 8, 1)
    await until(async () => (await endpointOf(opened)).last24Hours.failed >= 6)
    const { last24Hours } = await endpointOf(opened)
    expect(last24Hours).toMatchObject({ sent: last24Hours.failed, p50Ms: null, p95Ms: null })
    const { etag } = await opened.manager.get(opened.path)
    await opened.manager.done('DELETE', opened.path, undefined, { ifMatch: etag })
    const left = await shops.reader.query('select from webhook_hour where tenant_id = $1', [
      opened.shop.tenantId,
    ])
    expect(left).toEqual([])
  })
})

describe('attempts', () => {
  it('show the request as it was sent, signed, and the answer; headers of one’s own without their values', async () => {
    const opened = await open()
    opened.inbox.reply = () => ({ status: 418, body: 'no coffee' })
    await start()
    await opened.shop.completed('o1', 'ana', 25)
    await until(async () => (await attemptsOf(opened)).items.length > 0)
    const { items } = await attemptsOf(opened)
    const last = items.at(-1)
    expect(last).toMatchObject({
      isReceived: false,
      status: 418,
      text: 'no coffee',
      attempt: 1,
      isTest: false,
    })
    expect(last?.event).toMatchObject({ topic: 'Point_Add', customer: { originalId: 'ana' } })
    const { body: one } = await opened.manager.get<Attempt>(`${opened.path}/attempts/${last?.id}`)
    const sent = opened.inbox.requests[0]
    const headers = Object.fromEntries((one.request?.headers ?? []).map(({ name, value }) => [name, value]))
    expect(one.request?.body).toBe(sent?.body)
    expect(one.request?.url).toBe(`${opened.inbox.url}/`)
    expect(headers).toMatchObject({
      'webhook-id': sent?.id,
      'punchcard-topic': 'Point_Add',
      'punchcard-customer-sequence': '1',
      'X-Shop': '•••',
    })
    const moment = Number(headers['webhook-timestamp'])
    expect(Math.abs(moment - Number(sent?.headers['webhook-timestamp']))).toBeLessThanOrEqual(1)
    expect(new Webhook(opened.secret).verify(one.request?.body ?? '', headers)).toBeTruthy()
    expect(one.waiting).toMatchObject({ attempts: expect.any(Number), parkedAt: null })
    expect(JSON.stringify(one)).not.toMatch(/s3cret|whsec_/)
    const event = await opened.manager.get<AnswerOf<typeof getEvent>>(`/events/${one.event.position}`)
    expect(event.body).toMatchObject({ id: sent?.id, sequence: 1, body: sent?.body, isMasked: false })
  })

  it('mask the customer for those who may not see persons, and leave out a signature that would not fit', async () => {
    const opened = await open()
    await start()
    await opened.shop.placed({
      OriginalId: 'o1',
      OrderTotal: 25,
      IsCompleted: true,
      OrderPlacementDate: '2026-01-15T12:00:00Z',
      OrderCompletedDate: '2026-01-15T12:00:00Z',
      Customer: { OriginalId: 'ana.lima@shop.example', Name: 'Ana Lima', Email: 'ana.lima@shop.example' },
    })
    await until(async () => (await attemptsOf(opened)).items.length > 0)
    const { id, event } = (await attemptsOf(opened)).items[0] ?? { id: 0 }
    const masked = { permissions: DEVELOPER }
    const answers = [
      await opened.manager.get<Attempts>(`${opened.path}/attempts`, masked),
      await opened.manager.get<Attempt>(`${opened.path}/attempts/${id}`, masked),
      await opened.manager.get(`/events/${event?.position}`, masked),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(/Ana|Lima|ana\./)
    }
    const [, one] = answers as unknown as [unknown, { body: Attempt }]
    expect(one.body.isMasked).toBe(true)
    expect(one.body.request?.headers.map(({ name }) => name)).not.toContain('webhook-signature')
  })

  it('of a test are shown whole to everybody, and verify', async () => {
    const opened = await open()
    await opened.manager.done('POST', `${opened.path}/test`)
    const { items } = await attemptsOf(opened)
    expect(items).toMatchObject([
      { isTest: true, isReceived: true, event: { position: null, customer: null } },
    ])
    const { body } = await opened.manager.get<Attempt>(`${opened.path}/attempts/${items[0]?.id}`, {
      permissions: DEVELOPER,
    })
    const headers = Object.fromEntries((body.request?.headers ?? []).map(({ name, value }) => [name, value]))
    const sent = opened.inbox.requests[0]
    expect([headers['webhook-id'], body.request?.body]).toEqual([sent?.id, sent?.body])
    expect(body.event.id).toBe(sent?.id)
    // The clock of this test stands in January: the tolerance of the package would refuse it.
    expect(headers['webhook-signature']).toMatch(/^v1,/)
  })

  it('are a list by outcome and status, page by page without a gap', async () => {
    const opened = await open()
    await shops.reader.query(
      `insert into webhook_attempt (tenant_id, endpoint_id, event_id, attempt, attempted_at, duration_ms, is_success,
        status, answer)
       select $1, $2, n, 1, now(), 5, n % 3 = 0, case n % 3 when 0 then 200 when 1 then 500 end, ''
       from generate_series(1, 30) as n`,
      [opened.shop.tenantId, opened.id],
    )
    const count = async (query: string): Promise<number> => (await attemptsOf(opened, query)).items.length
    expect(await count('?outcome=received')).toBe(10)
    expect(await count('?outcome=failed')).toBe(20)
    expect(await count('?outcome=unanswered')).toBe(10)
    expect(await count('?status=500')).toBe(10)
    expect(await count('?status=200&outcome=failed')).toBe(0)
    const seen: number[] = []
    let cursor = ''
    do {
      const page = await attemptsOf(opened, `?limit=7&outcome=failed${cursor}`)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : ''
    } while (cursor)
    expect(seen).toHaveLength(20)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
    expect((await opened.manager.get(`${opened.path}/attempts?outcome=lost`)).status).toBe(422)
  })
})

describe('what was given up', () => {
  it('is listed with its last answer, and sent again by its place in the log', async () => {
    const opened = await open()
    opened.inbox.reply = () => ({ status: 400, body: 'bad' })
    await start({ retrySeconds: [0.05] })
    await sell(opened.shop, 'o', 3, 1)
    const parked = async (query = ''): Promise<Parked> =>
      (await opened.manager.get<Parked>(`${opened.path}/parked${query}`)).body
    await until(async () => (await parked()).items.length === 3)
    const { items } = await parked()
    expect(items).toMatchObject(items.map(() => ({ attempts: 2, lastAnswer: { status: 400, text: 'bad' } })))
    const first = await parked('?limit=2')
    const rest = await parked(`?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...rest.items]).toEqual(items)
    opened.inbox.reply = () => ({ status: 200 })
    const sent = await replay(opened, { event: items[0]?.event.position })
    expect(sent).toMatchObject({ status: 200, body: { events: 1, isAll: true } })
    await until(async () => opened.inbox.received.length === 1)
    expect(opened.inbox.received[0]?.id).toBe(items[0]?.event.id)
    const others = await replay(opened, { failedSince: '2026-01-01T00:00:00Z' })
    expect(others.body.events).toBe(2)
    await until(async () => opened.inbox.received.length === 3)
    await until(async () => (await parked()).items.length === 0)
  })
})

describe('a replay', () => {
  it('with one key is done once, and told to the audit', async () => {
    const opened = await open()
    const delivery = await start()
    await opened.shop.completed('o1', 'ana', 25)
    await until(async () => opened.inbox.received.length === 1)
    const event = opened.inbox.received[0]?.id
    const [first, second] = [await replay(opened, { event }, 'once'), await replay(opened, { event }, 'once')]
    expect([first.body, second.body]).toEqual([
      { events: 1, isAll: true },
      { events: 1, isAll: true },
    ])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await replay(opened, { event: 'evt_1_2_3' }, 'once')).status).toBe(422)
    await until(async () => opened.inbox.received.length === 2)
    await delivery.stop()
    expect(opened.inbox.received.map(({ id }) => id)).toEqual([event, event])
    const audit = await shops.reader.query(
      `select after, actor_label from audit_entry where tenant_id = $1 and action = 'webhook.replay'`,
      [opened.shop.tenantId],
    )
    expect(audit).toEqual([{ after: { event, events: 1 }, actor_label: 'Bia' }])
  })

  it('of a paused endpoint is sent when it is resumed', async () => {
    const opened = await open()
    await start()
    await opened.shop.completed('o1', 'ana', 25)
    await until(async () => opened.inbox.received.length === 1)
    await opened.manager.done('POST', `${opened.path}/pause`)
    await untilLeased(shops.reader, { tenantId: opened.shop.tenantId, id: opened.id }, false)
    const from = '2026-01-01T00:00:00Z'
    expect((await replay(opened, { from, to: '2026-02-01T00:00:00Z' })).body.events).toBe(1)
    await opened.shop.completed('o2', 'ana', 30)
    await opened.manager.done('POST', `${opened.path}/resume`)
    await until(async () => opened.inbox.received.length === 3)
    // The repetition stands before what happened meanwhile: the new events of a customer are never overtaken.
    expect(opened.inbox.received.map(({ sequence }) => sequence)).toEqual([1, 1, 2])
  })

  it('of thousands survives a worker that is stopped in the middle, and live events of a customer stay in order', async () => {
    const opened = await open()
    const customers = 20
    const orders = Number(process.env.REPLAYED_EVENTS ?? 200) / customers
    const first = await start()
    await sell(opened.shop, 'o', customers, orders)
    const all = customers * orders
    await until(async () => (await endpointOf(opened)).backlog.events === 0)
    const { body } = await replay(opened, { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' })
    expect(body).toEqual({ events: Math.min(all, 10_000), isAll: all < 10_000 })
    await until(async () => opened.inbox.received.length > all + 10)
    await first.stop()
    await sell(opened.shop, 'p', customers, 1)
    await start()
    const live = (): number => new Set(opened.inbox.received.map(({ id }) => id)).size
    await until(async () => live() === all + customers)
    const kept = async () =>
      shops.reader.query('select from webhook_retry where tenant_id = $1', [opened.shop.tenantId])
    await until(async () => (await kept()).length === 0)
    for (const [, own] of Map.groupBy(opened.inbox.received, ({ body: sent }) => customerOf(sent))) {
      const repeated = own.slice(orders).map(({ sequence }) => sequence)
      // Again from the first on, and the new one behind all of them.
      expect(repeated.at(-1)).toBe(orders + 1)
      expect(new Set(repeated).size).toBe(orders + 1)
    }
  })

  it.each([
    ['nothing', {}, ['']],
    ['two things', { event: '1-1', failedSince: '2026-01-01T00:00:00Z' }, ['']],
    ['a beginning without an end', { from: '2026-01-01T00:00:00Z' }, ['']],
    ['an end before its beginning', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, ['/to']],
    ['no name of an event', { event: 'the last one' }, ['/event']],
    ['a number beyond all', { event: '99999999999999999999-1' }, ['/event']],
    ['no moment', { failedSince: 'yesterday' }, ['/failedSince']],
  ])('is refused with %s', async (_, body, problems) => {
    const opened = await open()
    expect(await opened.manager.problems('POST', `${opened.path}/replay`, body)).toEqual(problems)
  })

  it('of another merchant’s events, or at another merchant’s endpoint, finds nothing', async () => {
    const [mine, theirs] = [await open(), await open()]
    await start()
    await theirs.shop.completed('o1', 'ana', 25)
    await until(async () => (await attemptsOf(theirs)).items.length > 0)
    const attempt = (await attemptsOf(theirs)).items[0]
    const statuses = [
      await replay(mine, { event: attempt?.event.id }),
      await replay(mine, { event: attempt?.event.position }),
      await mine.manager.send('POST', `${theirs.path}/replay`, { failedSince: '2026-01-01T00:00:00Z' }),
      await mine.manager.get(`${theirs.path}/attempts`),
      await mine.manager.get(`${theirs.path}/attempts/${attempt?.id}`),
      await mine.manager.get(`${mine.path}/attempts/${attempt?.id}`),
      await mine.manager.get(`${theirs.path}/parked`),
      await mine.manager.get(`/events/${attempt?.event.position}`),
    ].map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 404))
    expect(theirs.inbox.requests).toHaveLength(1)
  })
})

function customerOf(body: string): string {
  return (JSON.parse(body) as { Customer: { OriginalId: string } }).Customer.OriginalId
}

describe('whether events have arrived', () => {
  type Deliveries = AnswerOf<typeof listDeliveries>
  const ask = async ({ manager }: Opened, query: string): Promise<Deliveries> =>
    (await manager.get<Deliveries>(`/webhook-deliveries?${query}`)).body

  it('is found by event, order and customer, every success too', async () => {
    const opened = await open()
    const { shop, inbox, id } = opened
    await start()
    await sell(shop, 'o', 3, 5)
    await until(async () => inbox.received.length >= 15)
    await until(async () => (await ask(opened, 'search=c1')).items.length === 5)
    expect(await endpointOf(opened)).toMatchObject({ leftOutAt: null })
    const of = await ask(opened, 'search=c1')
    expect(of).toMatchObject({ found: 'customer', undelivered: [], keptSince: null })
    expect(of.items.every(({ isReceived, endpoint }) => isReceived && endpoint.id === id)).toBe(true)
    const one = of.items[2]
    expect((await ask(opened, `search=${one?.event.id}`)).items).toEqual([one])
    const order = await ask(opened, 'search=o-1-3')
    expect([order.found, order.items.length]).toEqual(['order', 1])
    expect(await ask(opened, 'search=nobody')).toMatchObject({ found: null, items: [] })
    const [row] = await shops.reader.query<{ id: number; customer_id: number }>(
      `select id::int, customer_id::int from customer_order where tenant_id = $1 and original_id = 'o-1-3'`,
      [shop.tenantId],
    )
    const byNumber = await ask(opened, `customerId=${row?.customer_id}&orderId=${row?.id}`)
    expect(byNumber.items).toEqual(order.items)
    const stranger = admin.manager((await shops.open()).key)
    expect((await ask({ ...opened, manager: stranger }, `search=${one?.event.id}`)).items).toEqual([])
  })

  it('says what has not', async () => {
    const opened = await open()
    opened.inbox.reply = () => ({ status: 503 })
    await start()
    await sell(opened.shop, 'o', 1, 1)
    await until(async () => (await ask(opened, 'search=c0')).undelivered.length === 1)
    const { undelivered, items } = await ask(opened, 'search=o-0-0')
    expect(undelivered).toMatchObject([
      { endpoint: { id: opened.id }, event: expect.stringMatching(/^evt_/), parkedAt: null },
    ])
    expect(items.every(({ isReceived }) => !isReceived)).toBe(true)
  })
})
