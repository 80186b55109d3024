/** Events on their way: signed, in order, through failures, and never past one that failed. */
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readWebhookId } from '../../src/events/event.ts'
import type { DeliveryOptions } from '../../src/webhooks/delivery/delivery.ts'
import {
  attemptsOf,
  endpointsOf,
  parkedOf,
  pauseEndpoint,
  removeEndpoint,
  replay,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../src/webhooks/manage.ts'
import { type Received, Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe, untilLeased, webhookTools } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
const tools = () => webhookTools(shops.api)

async function receiver(): Promise<Receiver> {
  const started = await Receiver.start()
  onTestFinished(() => started.stop())
  return started
}

async function start(overrides: Partial<DeliveryOptions> = {}): Promise<{ stop(): Promise<void> }> {
  let isStopped = false
  const delivery = await deliver(shops.api, overrides)
  const stop = async (): Promise<void> => {
    if (!isStopped) await delivery.stop()
    isStopped = true
  }
  onTestFinished(stop)
  return { stop }
}

/** Some orders of each customer, all at once. */
async function sell(shop: Shop, name: string, customers: number, orders: number): Promise<void> {
  for (let order = 0; order < orders; order += 1) {
    await Promise.all(
      Array.from({ length: customers }, (_, customer) =>
        shop.completed(`${name}-${customer}-${order}`, `c${customer}`, 10 + order),
      ),
    )
  }
}

const customerOf = ({ body }: Received): string =>
  (JSON.parse(body) as { Customer: { OriginalId: string } }).Customer.OriginalId

/** The sequence numbers of each customer as they came, without repetitions of the whole event. */
function sequences(received: readonly Received[]): Map<string, number[]> {
  const seen = new Set<string>()
  const found = new Map<string, number[]>()
  for (const one of received) {
    if (seen.has(one.id)) continue
    seen.add(one.id)
    const customer = customerOf(one)
    found.set(customer, [...(found.get(customer) ?? []), one.sequence])
  }
  return found
}

const counting = (to: number): number[] => Array.from({ length: to }, (_, index) => index + 1)

describe('delivery', () => {
  it('brings every event once, signed, with the headers that were promised and those of the merchant', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    const { secret } = await subscribe(shops.api, shop.tenantId, `${inbox.url}/hooks?a=1`, {
      headers: { 'X-Shop': '7', Authorization: 'Bearer mine' },
    })
    await start()
    await sell(shop, 'o', 3, 4)
    await until(async () => inbox.received.length >= 12)
    expect(inbox.requests.length).toBe(12)
    expect(sequences(inbox.received)).toEqual(new Map(['c0', 'c1', 'c2'].map((name) => [name, [1, 2, 3, 4]])))
    for (const { headers, body, path, id, sequence } of inbox.received) {
      const customer = (JSON.parse(body) as { Customer: { Id: number } }).Customer.Id
      expect(id).toBe(`evt_${shop.tenantId}_${customer}_${sequence}`)
      expect(path).toBe('/hooks?a=1')
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': expect.stringMatching(`^evt_${shop.tenantId}_\\d+_[1-4]$`),
        'punchcard-topic': 'Point_Add',
        'x-shop': '7',
        authorization: 'Bearer mine',
        'user-agent': 'Punchcard/test',
      })
    }
    const forged = inbox.received[0]?.body.replace('"Points":10', '"Points":11') ?? ''
    expect(() => new Webhook(secret).verify(forged, inbox.received[0]?.headers ?? {})).toThrow()
  })

  it('signs with both secrets during a rotation, and with the new one alone after it', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    const { id, secret: first } = await subscribe(shops.api, shop.tenantId, inbox.url)
    await start()
    const endpoint = { tenantId: shop.tenantId, id }
    const { secret: second } = await rotateSecret(tools(), endpoint, 1)
    // The worker looks for changed endpoints every half a second, and nothing tells when it has.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await sell(shop, 'o', 1, 1)
    await until(async () => inbox.received.length === 1)
    const { secret: third } = await rotateSecret(tools(), endpoint, 0)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await sell(shop, 'p', 1, 1)
    await until(async () => inbox.received.length === 2)
    const verifies = ({ body, headers }: Received): boolean[] =>
      [first, second, third].map((secret) => {
        try {
          new Webhook(secret).verify(body, headers)
          return true
        } catch {
          return false
        }
      })
    expect(inbox.received.map(verifies)).toEqual([
      [true, true, false],
      [false, false, true],
    ])
  })

  it('keeps the order of a customer through failures, and lets the others go on', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    let failures = 3
    inbox.reply = (incoming) => {
      if (customerOf(incoming) !== 'c0' || failures === 0) return { status: 200 }
      failures -= 1
      return { status: 500, body: 'not today' }
    }
    const { id } = await subscribe(shops.api, shop.tenantId, inbox.url)
    await start()
    await sell(shop, 'o', 3, 5)
    await until(async () => inbox.received.length === 15)
    expect(sequences(inbox.received)).toEqual(new Map(['c1', 'c2', 'c0'].map((name) => [name, counting(5)])))
    // The one that failed was tried again and nothing of its customer was sent in between.
    expect(inbox.requests.filter((one) => customerOf(one) === 'c0').map(({ sequence }) => sequence)).toEqual([
      1, 1, 1, 1, 2, 3, 4, 5,
    ])
    const attempts = await attemptsOf(tools(), { tenantId: shop.tenantId, id })
    expect(attempts.filter(({ isSuccess }) => !isSuccess)).toMatchObject([
      { attempt: 3, status: 500, answer: 'not today' },
      { attempt: 2, status: 500 },
      { attempt: 1, status: 500 },
    ])
  })

  it('parks an event that was tried often enough, goes on with the next, and sends it again when told', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    let isFixed = false
    inbox.reply = ({ sequence }) => ({ status: sequence === 2 && !isFixed ? 400 : 204 })
    const { id } = await subscribe(shops.api, shop.tenantId, inbox.url)
    const endpoint = { tenantId: shop.tenantId, id }
    await start()
    await sell(shop, 'o', 1, 3)
    await until(async () => inbox.received.length === 2)
    expect(inbox.received.map(({ sequence }) => sequence)).toEqual([1, 3])
    expect(inbox.requests.filter(({ sequence }) => sequence === 2).length).toBe(4)
    await until(async () => (await parkedOf(tools(), endpoint)).length === 1)
    const [parked] = await parkedOf(tools(), endpoint)
    expect(parked).toMatchObject({ attempts: 4 })
    isFixed = true
    expect(await replay(tools(), endpoint, { failedSince: Date.now() - 60_000 })).toEqual({
      events: 1,
      isAll: true,
    })
    await until(async () => inbox.received.length === 3)
    expect(inbox.received[2]?.sequence).toBe(2)
    await until(async () => (await parkedOf(tools(), endpoint)).length === 0)
    // And once more: one event, and a range of time.
    const event = readWebhookId(inbox.received[2]?.id ?? '')
    if (!event) throw new Error('nothing was sent again')
    expect(await replay(tools(), endpoint, { event })).toMatchObject({ events: 1 })
    await until(async () => inbox.received.length === 4)
    expect(await replay(tools(), endpoint, { from: 0, to: Date.now() * 2 })).toMatchObject({ events: 3 })
    await until(async () => inbox.received.length === 7)
    expect(inbox.received.slice(4).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect(new Set(inbox.received.map(({ id: webhookId }) => webhookId)).size).toBe(3)
  })

  it('asks a dead endpoint now and then only, and brings everything when it is back', async () => {
    const shop = await shops.open(program())
    const [dead, well] = [await receiver(), await receiver()]
    let isDead = true
    dead.reply = () => ({ status: isDead ? 503 : 200 })
    await subscribe(shops.api, shop.tenantId, dead.url)
    await subscribe(shops.api, shop.tenantId, well.url)
    await start({ retrySeconds: [0.5, 1, 1, 1, 1, 1, 1, 1, 1, 1] })
    await sell(shop, 'o', 40, 3)
    await until(async () => well.received.length === 120)
    const triedBefore = dead.requests.length
    // Some that were under way when it was given up, and a few probes; not all 120.
    expect(triedBefore).toBeLessThan(40)
    isDead = false
    await until(async () => dead.received.length >= 120)
    for (const numbers of sequences(dead.received).values()) expect(numbers).toEqual([1, 2, 3])
    expect(new Set(dead.received.map(({ id }) => id)).size).toBe(dead.received.length)
  })

  it('takes 3xx for a failure and follows nothing; 410 disables; Retry-After is respected', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    let answers: { status: number; headers?: Record<string, string> }[] = [
      { status: 302, headers: { location: `${inbox.url}/elsewhere` } },
      { status: 429, headers: { 'retry-after': '2' } },
    ]
    inbox.reply = () => answers.shift() ?? { status: 200 }
    const { id } = await subscribe(shops.api, shop.tenantId, `${inbox.url}/here`)
    const endpoint = { tenantId: shop.tenantId, id }
    await start()
    await sell(shop, 'o', 1, 1)
    await until(async () => inbox.received.length === 1)
    expect(inbox.requests.map(({ path }) => path)).toEqual(['/here', '/here', '/here'])
    const [, second, third] = inbox.requests
    expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(1_990)

    answers = [{ status: 410 }]
    await sell(shop, 'p', 1, 2)
    await until(async () => (await endpointsOf(tools(), shop.tenantId))[0]?.state === 'disabled')
    expect(await endpointsOf(tools(), shop.tenantId)).toMatchObject([
      { state: 'disabled', stateReason: 'It answered 410 (gone).' },
    ])
    // Time enough for what must not be sent.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(inbox.requests.length).toBe(4)
    await resumeEndpoint(tools(), endpoint)
    await until(async () => inbox.received.length === 3)
    expect(inbox.received.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })

  it('disables once, however many attempts were under way, and judges again where that could not be saved', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    let brokenUntil = Number.POSITIVE_INFINITY
    inbox.reply = () => {
      if (brokenUntil === Number.POSITIVE_INFINITY) brokenUntil = performance.now() + 500
      return { status: 410 }
    }
    await subscribe(shops.api, shop.tenantId, inbox.url)
    await sell(shop, 'o', 12, 1)
    const { database } = tools()
    const isBroken = (): boolean => inbox.requests.length > 0 && performance.now() < brokenUntil
    const told: string[] = []
    const troubles: string[] = []
    await start({
      database: {
        ...database,
        transaction: (tenants, work) =>
          isBroken() ? Promise.reject(new Error('unplugged')) : database.transaction(tenants, work),
      },
      onDisabled: ({ tenantId }, reason) => void (tenantId === shop.tenantId && told.push(reason)),
      onTrouble: (what) => void troubles.push(what),
    })
    await until(async () => (await endpointsOf(tools(), shop.tenantId))[0]?.state === 'disabled')
    expect(troubles).toContain('disabling an endpoint')
    expect(told).toEqual(['It answered 410 (gone).'])
  })

  it('disables an endpoint that has failed for too long, and tells', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    inbox.reply = () => ({ status: 500 })
    await subscribe(shops.api, shop.tenantId, inbox.url)
    const told: string[] = []
    await start({
      disableAfterMs: 600,
      retrySeconds: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2],
      onDisabled: ({ tenantId, url }, reason) => {
        if (tenantId === shop.tenantId) told.push(`${url} ${reason}`)
      },
    })
    await sell(shop, 'o', 1, 1)
    await until(async () => told.length > 0)
    expect(told).toEqual([`${inbox.url}/ It has received nothing for days.`])
    expect(await endpointsOf(tools(), shop.tenantId)).toMatchObject([
      { state: 'disabled', failingSince: expect.any(Number) },
    ])
  })

  it('counts the days of an endpoint from zero when it is resumed, also where an attempt was not saved yet', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    inbox.reply = () => ({ status: 500 })
    const { id } = await subscribe(shops.api, shop.tenantId, inbox.url)
    const endpoint = { tenantId: shop.tenantId, id }
    const failed = (attempts: number) => async (): Promise<boolean> => {
      const of = 'tenant_id = $1 and endpoint_id = $2 and attempts >= $3'
      return (
        (await shops.reader.query(`select from webhook_retry where ${of}`, [shop.tenantId, id, attempts]))
          .length > 0
      )
    }
    const first = await start({ retrySeconds: [1, 1, 1, 1] })
    await sell(shop, 'o', 1, 1)
    await until(failed(1))
    await first.stop()
    await shops.reader.query(
      `update webhook_cursor set failing_since = now() - interval '4 days' where tenant_id = $1 and endpoint_id = $2`,
      [shop.tenantId, id],
    )

    const { database } = tools()
    const resumed = Promise.withResolvers<void>()
    let attempts = 0
    await start({
      database: {
        ...database,
        transaction: async (tenants, work) => {
          if (attempts > 0) await resumed.promise
          return database.transaction(tenants, work)
        },
      },
      retrySeconds: [1, 1, 1, 1],
      onAttempt: () => {
        attempts += 1
      },
    })
    await until(async () => attempts > 0)
    await resumeEndpoint(tools(), endpoint)
    resumed.resolve()
    await until(failed(2))
    const [{ failingSince } = { failingSince: 0 }] = await endpointsOf(tools(), shop.tenantId)
    expect(failingSince ?? Date.now()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('sends nothing while paused and everything when resumed, and nothing after it was removed', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    const { id } = await subscribe(shops.api, shop.tenantId, inbox.url, { topics: ['Point_Add'] })
    const endpoint = { tenantId: shop.tenantId, id }
    await start()
    await untilLeased(shops.reader, endpoint, true)
    await pauseEndpoint(tools(), endpoint)
    await untilLeased(shops.reader, endpoint, false)
    await sell(shop, 'o', 2, 2)
    // Not of the topic.
    await shop.changedCashback('c0', -1)
    await sell(shop, 'p', 1, 1)
    // Time enough for what must not be sent.
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(inbox.requests.length).toBe(0)
    await resumeEndpoint(tools(), endpoint)
    await until(async () => inbox.received.length === 5)
    expect(sequences(inbox.received).get('c0')).toEqual([1, 2, 4])
    await removeEndpoint(tools(), endpoint)
    // The worker hears of it within half a second; then time enough for what must not be sent.
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    await sell(shop, 'q', 1, 1)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(inbox.requests.length).toBe(5)
    expect(await endpointsOf(tools(), shop.tenantId)).toEqual([])
  })

  it('goes on where another worker stopped, without a repetition', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    await subscribe(shops.api, shop.tenantId, inbox.url)
    const first = await start()
    await sell(shop, 'o', 5, 2)
    await until(async () => inbox.received.length >= 4)
    await first.stop()
    await sell(shop, 'p', 5, 2)
    await start()
    await until(async () => inbox.received.length >= 20)
    expect(inbox.requests.length).toBe(20)
    for (const numbers of sequences(inbox.received).values()) expect(numbers).toEqual([1, 2, 3, 4])
  })

  it('sends a test event past the queue', async () => {
    const shop = await shops.open(program())
    const inbox = await receiver()
    const { id, secret } = await subscribe(shops.api, shop.tenantId, inbox.url)
    const endpoint = { tenantId: shop.tenantId, id }
    expect(await testEndpoint(tools(), endpoint)).toMatchObject({
      outcome: { kind: 'received', status: 200 },
    })
    const [test] = inbox.received
    expect(new Webhook(secret).verify(test?.body ?? '', test?.headers ?? {})).toMatchObject({ Points: 100 })
    inbox.reply = () => ({ status: 404, body: `nobody${'!'.repeat(3_000)}` })
    expect(await testEndpoint(tools(), endpoint)).toMatchObject({ outcome: { kind: 'failed', status: 404 } })
    const [last] = await attemptsOf(tools(), endpoint)
    expect(last).toMatchObject({ eventId: 0, status: 404 })
    expect(last?.answer.length).toBe(1_024)
    await inbox.stop()
    expect(await testEndpoint(tools(), endpoint)).toMatchObject({
      outcome: { kind: 'failed', status: null },
      text: expect.stringContaining('ECONNREFUSED'),
    })
  })
})
