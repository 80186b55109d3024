/** Webhook endpoints as a merchant's people configure them: src/webhooks/admin-api. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointAnswer } from '../../src/webhooks/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { Receiver } from '../support/receiver.ts'
import { useShops } from '../support/use-shops.ts'
import { webhookTools } from '../support/webhooks.ts'

const test = useShops()
const admin = useManager(
  () => test.api,
  () => {
    const { sealer, reach } = webhookTools(test.api)
    return { sealer, reach }
  },
)

const SHOP = { url: 'https://shop.example/hooks#part', topics: ['Point_Add', 'Point_Removed', 'Point_Add'] }

interface Made {
  readonly endpoint: EndpointAnswer
  readonly secret: string
}

async function open(): Promise<Manager> {
  return admin.manager((await test.open()).key)
}

const make = (manager: Manager, more: object = {}) =>
  manager.done<Made>('POST', '/webhook-endpoints', { ...SHOP, ...more })

let receiver: Receiver
beforeAll(async () => {
  receiver = await Receiver.start()
})
afterAll(() => receiver.stop())

describe('a test of an address that does not answer', () => {
  it('tells the same whatever the reason: no name and no port, refused, unknown or inside', async () => {
    const manager = await open()
    const closed = await Receiver.start()
    const { url: refusing } = closed
    await closed.stop()
    const answers: object[] = []
    for (const url of [refusing, 'https://nobody.invalid/hooks', 'http://127.0.0.1:1025/hooks']) {
      const { body } = await make(manager, { url })
      const tested = await manager.done('POST', `/webhook-endpoints/${body.endpoint.id}/test`)
      answers.push(tested.body)
      const listed = await manager.done<{ items: { text: string; durationMs: number }[] }>(
        'GET',
        `/webhook-endpoints/${body.endpoint.id}/attempts`,
      )
      expect(listed.body.items).toMatchObject([
        { text: 'There was no answer from this address.', durationMs: 0 },
      ])
    }
    expect(answers).toEqual(
      answers.map(() => ({
        isReceived: false,
        status: null,
        durationMs: 0,
        text: 'There was no answer from this address.',
      })),
    )
  })
})

describe('a webhook endpoint', () => {
  it('is added with a secret that is shown once; values of headers never are', async () => {
    const manager = await open()
    const made = await make(manager, {
      description: 'The shop',
      headers: { Authorization: 'Bearer of-the-shop' },
    })
    expect(made).toMatchObject({ status: 201, etag: '"r1"' })
    expect(made.body.endpoint).toEqual({
      id: expect.any(Number),
      url: 'https://shop.example/hooks',
      topics: ['Point_Add', 'Point_Removed'],
      description: 'The shop',
      headerNames: ['Authorization'],
      state: 'active',
      stateReason: null,
      stateSince: expect.stringMatching(/Z$/),
      failingSince: null,
      leftOutAt: null,
      previousSecretUntil: null,
      backlog: { events: 0, oldest: null, held: 0, parked: 0 },
      last24Hours: { sent: 0, failed: 0, p50Ms: null, p95Ms: null },
      hours: [],
      createdAt: expect.stringMatching(/Z$/),
      version: 1,
    })
    expect(made.body.secret).toMatch(/^whsec_/)
    const list = await manager.get<{ items: EndpointAnswer[]; nextCursor: null }>('/webhook-endpoints')
    expect(list.body).toEqual({ items: [made.body.endpoint], nextCursor: null })
    const one = await manager.get(`/webhook-endpoints/${made.body.endpoint.id}`)
    expect(one).toMatchObject({ etag: '"r1"', body: made.body.endpoint })
    const audit = await test.reader.query(
      'select action, before, after from audit_entry where tenant_id = $1',
      [manager.shop.tenantId],
    )
    expect(audit).toMatchObject([
      { action: 'webhook.create', before: null, after: { headerNames: ['Authorization'] } },
    ])
    for (const shown of [list.body, audit]) {
      for (const secret of ['of-the-shop', made.body.secret]) {
        expect(JSON.stringify(shown)).not.toContain(secret)
      }
    }
  })

  it('changes in what is named, is paused and resumed, and removed', async () => {
    const manager = await open()
    const made = await make(manager, { headers: { 'X-Shop': '1' } })
    const path = `/webhook-endpoints/${made.body.endpoint.id}`
    const url = 'https://other.example/'
    const changed = await manager.done<EndpointAnswer>('PATCH', path, { url }, { ifMatch: made.etag })
    expect(changed.body).toMatchObject({
      url,
      topics: ['Point_Add', 'Point_Removed'],
      headerNames: ['X-Shop'],
      version: 2,
    })
    const rest = { topics: ['Point_Update'], description: 'New', headers: {} }
    const again = await manager.done<EndpointAnswer>('PATCH', path, rest, { ifMatch: changed.etag })
    expect(again.body).toMatchObject({ url, topics: ['Point_Update'], description: 'New', headerNames: [] })
    const paused = await manager.done<EndpointAnswer>('POST', `${path}/pause`)
    expect(paused.body).toMatchObject({ state: 'paused' })
    const twice = await manager.done<EndpointAnswer>('POST', `${path}/pause`)
    expect(twice.body.version).toBe(paused.body.version)
    const resumed = await manager.done<EndpointAnswer>('POST', `${path}/resume`)
    expect(resumed.body).toMatchObject({ state: 'active' })
    expect((await manager.send('DELETE', path, undefined, { ifMatch: made.etag })).status).toBe(412)
    expect((await manager.send('DELETE', path)).status).toBe(428)
    expect((await manager.send('PATCH', path, { url })).status).toBe(428)
    const gone = await manager.done('DELETE', path, undefined, { ifMatch: resumed.etag })
    expect(gone).toMatchObject({ status: 204, body: null })
    expect((await manager.get(path)).status).toBe(404)
    const actions = await test.reader.query<{ action: string }>(
      'select action from audit_entry where tenant_id = $1 order by id',
      [manager.shop.tenantId],
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'webhook.create',
      'webhook.update',
      'webhook.update',
      'webhook.pause',
      'webhook.resume',
      'webhook.delete',
    ])
  })

  it('has a new secret while the old one signs too', async () => {
    const manager = await open()
    const made = await make(manager)
    const path = `/webhook-endpoints/${made.body.endpoint.id}/rotate`
    const rotated = await manager.done<Made>('POST', path, { overlapHours: 24 }, { key: 'k' })
    expect(rotated.body.secret).not.toBe(made.body.secret)
    expect(rotated.body.endpoint.previousSecretUntil).toBe(
      new Date(test.api.now + 24 * 3_600_000).toISOString(),
    )
    expect((await manager.send('POST', path, { overlapHours: 24 }, { key: 'k' })).status).toBe(409)
    expect(await manager.problems('POST', path, { overlapHours: 721 })).toEqual(['/overlapHours'])
  })

  it('is tried with a made-up event, and what came back is told', async () => {
    const shop = await test.open()
    const manager = admin.manager(shop.key)
    const { body } = await make(manager, { url: receiver.url })
    const tried = await manager.done('POST', `/webhook-endpoints/${body.endpoint.id}/test`)
    expect(tried.body).toMatchObject({ isReceived: true, status: 200, durationMs: expect.any(Number) })
    const steps = await manager.get<{ steps: { step: string; isDone: boolean }[] }>('/checklist')
    expect(steps.body.steps).toContainEqual({ step: 'webhookReceived', isDone: true, at: null })
    const actions = await test.reader.query(
      `select actor_label from audit_entry where tenant_id = $1 and action = 'webhook.test'`,
      [shop.tenantId],
    )
    expect(actions).toEqual([{ actor_label: 'Bia' }])
  })

  it.each([
    ['no topic', { topics: [] }, '/topics WebhookSubscription_TopicRequired'],
    ['a topic that there is not', { topics: ['Point_Add', 'Order_Add'] }, '/topics/1'],
    ['no address', { url: 'shop' }, '/url'],
    ['a password in it', { url: 'https://a:b@shop.example/' }, '/url'],
    ['a header of ours', { headers: { 'webhook-id': 'x' } }, '/headers/webhook-id'],
    ['a header over two lines', { headers: { 'X-A/B': 'a\nb' } }, '/headers/X-A~1B'],
    ['an unknown member', { secret: 'mine' }, '/secret'],
  ])('is refused with %s', async (_, more, problem) => {
    const manager = await open()
    expect(await manager.problems('POST', '/webhook-endpoints', { ...SHOP, ...more })).toEqual([problem])
    const made = await make(manager)
    const path = `/webhook-endpoints/${made.body.endpoint.id}`
    expect(await manager.problems('PATCH', path, more, { ifMatch: made.etag })).toEqual([problem])
  })

  it('is one of twenty at most', async () => {
    const manager = await open()
    for (let n = 0; n < 20; n += 1) await make(manager)
    expect((await manager.send('POST', '/webhook-endpoints', SHOP)).status).toBe(409)
  })

  it('of another merchant is not there', async () => {
    const [mine, theirs] = [await open(), await open()]
    const { body } = await make(theirs)
    const path = `/webhook-endpoints/${body.endpoint.id}`
    const ifMatch = '"r1"'
    const statuses = [
      await mine.get(path),
      await mine.send('PATCH', path, { url: 'https://evil.example/' }, { ifMatch }),
      await mine.send('DELETE', path, undefined, { ifMatch }),
      await mine.send('POST', `${path}/pause`),
      await mine.send('POST', `${path}/resume`),
      await mine.send('POST', `${path}/test`),
      await mine.send('POST', `${path}/rotate`, { overlapHours: 0 }),
    ].map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 404))
    expect((await theirs.get(path)).body).toEqual(body.endpoint)
  })
})
