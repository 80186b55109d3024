/** What rules give by themselves, as a merchant's people see it: src/rewards/admin-api/award-routes.ts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/platform/log.ts'
import type { AwardAnswer } from '../../src/rewards/admin-api/awards-schema.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { MASKED } from '../support/seen.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

beforeAll(() =>
  migrateQueue(test.api.databaseUrl, createLogger({ level: 'silent', destination: process.stderr })),
)

/** A shop whose card gives a reward, with these codes; null: codes are made as they are needed. */
async function open(codes: readonly string[] | null = null, card: object = {}) {
  const shop = await test.open(program({}))
  const reward = await shop.makeReward({ title: 'House coffee' }, codes)
  const { points: _, ...coffeeCard } = COFFEE_CARD
  await shop.publish(program({}, { ...coffeeCard, reward: String(reward), ...card }))
  return { shop, manager: admin.manager(shop.key), reward }
}

async function fills(shop: Shop, customer: string, quantity = 10): Promise<void> {
  test.api.now += 60_000
  const Customer = { OriginalId: customer, Name: 'Ana Lima' }
  await shop.completed(`of ${customer}`, customer, 8 * quantity, { ...coffees(quantity), Customer })
  await shop.history(customer)
}

interface Page {
  readonly items: AwardAnswer[]
  readonly nextCursor: string | null
}

const list = async (manager: Manager, query = '', options?: SendOptions): Promise<Page> =>
  (await manager.done<Page>('GET', `/awards${query}`, undefined, options)).body

const drop = (manager: Manager, id: number | undefined, options?: SendOptions) =>
  manager.send<Record<string, unknown>>('POST', `/awards/${id}/drop`, undefined, options)

describe('the list of awards', () => {
  it('has what was given, with its coupon, and what is held, with its reason', async () => {
    const { shop, manager, reward } = await open(['C-1'], { points: '30' })
    await fills(shop, 'ana')
    await fills(shop, 'bia')
    const { items, nextCursor } = await list(manager)
    expect(nextCursor).toBeNull()
    const [held, given] = items
    expect(given).toEqual({
      id: expect.any(Number),
      state: 'given',
      heldBecause: null,
      source: 'card',
      rule: { id: 12, name: 'Coffee card' },
      reference: expect.stringMatching(/^\d+$/),
      customer: expect.objectContaining({ originalId: 'ana', name: 'Ana Lima' }),
      reward: { id: reward, title: 'House coffee' },
      points: '30',
      recordId: expect.any(Number),
      redemptionId: expect.any(Number),
      coupon: expect.objectContaining({ code: 'C-1', state: 'open', orderId: null }),
      madeAt: iso(test.api.now - 60_000),
      dueAt: iso(test.api.now - 60_000),
      givenAt: iso(test.api.now - 60_000),
      endedAt: null,
    })
    expect(held).toMatchObject({
      ...{ state: 'held', heldBecause: 'noCodes', points: '30', redemptionId: null, coupon: null },
      ...{ givenAt: null, endedAt: null },
    })
    const { body: redemption } = await manager.done('GET', `/redemptions/${given?.redemptionId}`)
    expect(redemption).toMatchObject({ cost: { points: '0', cashback: '0' }, reward: { id: reward } })
  })

  it('is filtered by state, customer and reward, and goes page by page', async () => {
    const { shop, manager, reward } = await open(['C-1', 'C-2'])
    await fills(shop, 'ana', 20)
    await fills(shop, 'bia', 20)
    const of = async (query: string) => (await list(manager, query)).items.map(({ state }) => state)
    expect(await of('')).toEqual(['held', 'held', 'given', 'given'])
    expect(await of('?state=held')).toEqual(['held', 'held'])
    expect(await of('?state=given')).toEqual(['given', 'given'])
    expect(await of('?state=due')).toEqual([])
    expect(await of(`?rewardId=${reward}`)).toHaveLength(4)
    expect(await of(`?rewardId=${reward + 1_000}`)).toEqual([])
    const { items } = await list(manager)
    const ana = items.at(-1)?.customer.id
    expect(await of(`?customerId=${ana}`)).toEqual(['given', 'given'])
    expect(await of(`?customerId=${ana}&state=held`)).toEqual([])
    const seen: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page = await list(manager, `?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen).toEqual(items.map(({ id }) => id))
    expect((await manager.get('/awards?state=lost')).status).toBe(422)
  })

  it('tells no code and no person to callers who may not see them, and nothing to other merchants', async () => {
    const { shop, manager } = await open(['C-1'])
    await fills(shop, 'ana')
    const permissions = [...(MASKED.permissions ?? []), 'rewards.read'] as const
    const [seen] = (await list(manager, '', { permissions })).items
    expect(seen?.coupon).toMatchObject({ code: null, state: 'open' })
    expect(seen?.customer.name).toBe('A••• L•••')
    const other = await open()
    expect(await list(other.manager)).toEqual({ items: [], nextCursor: null })
    expect((await manager.get('/awards', { permissions: ['program.read'] })).status).toBe(403)
  })
})

describe('dropping an award', () => {
  it('is for what is held or due, once, and is audited once', async () => {
    const { shop, manager } = await open([])
    await fills(shop, 'ana')
    const [held] = (await list(manager)).items
    const dropped = await drop(manager, held?.id)
    expect(dropped).toMatchObject({ status: 200, body: { id: held?.id, state: 'dropped' } })
    test.api.now += 60_000
    expect((await drop(manager, held?.id)).body).toEqual(dropped.body)
    expect((await list(manager)).items[0]).toMatchObject({
      ...{ state: 'dropped', heldBecause: null, endedAt: dropped.body.endedAt },
    })
    const { body } = await manager.done<{ items: object[] }>('GET', '/audit?action=award.drop')
    expect(body.items).toEqual([
      expect.objectContaining({
        action: 'award.drop',
        target: expect.objectContaining({ kind: 'award', id: String(held?.id) }),
        before: { state: 'held' },
        after: { state: 'dropped' },
      }),
    ])
  })

  it('keeps what waits for its day from being given', async () => {
    const { shop, manager } = await open(null, { waitingDays: 2 })
    await fills(shop, 'ana', 20)
    const [second, first] = (await list(manager, '?state=due')).items
    expect(first?.dueAt).not.toBeNull()
    await drop(manager, first?.id)
    test.api.now += 4 * DAY_MS
    await shop.history('ana')
    const states = (await list(manager)).items.map(({ id, state }) => [id, state])
    expect(states).toEqual([
      [second?.id, 'given'],
      [first?.id, 'dropped'],
    ])
  })

  it('is refused in three languages where it was given, and not found where it is of another merchant', async () => {
    const { shop, manager } = await open()
    await fills(shop, 'ana')
    const [given] = (await list(manager)).items
    const details = []
    for (const language of ['en', 'pt-BR', 'es']) {
      const { status, body } = await drop(manager, given?.id, { language })
      expect(status).toBe(409)
      details.push(body.detail)
    }
    expect(new Set(details).size).toBe(3)
    await shop.cancelled('of ana')
    expect((await drop(manager, given?.id)).status).toBe(409)
    expect((await drop((await open()).manager, given?.id)).status).toBe(404)
    expect((await drop(manager, given?.id, { permissions: ['rewards.read'] })).status).toBe(403)
  })
})

describe('trying held awards again', () => {
  it('queues a job for a worker, once for a key, and says how many are held', async () => {
    const { shop, manager, reward } = await open([])
    expect((await manager.done('POST', '/awards/retry', {})).body).toEqual({ held: 0 })
    await fills(shop, 'ana', 20)
    const sent = await manager.done('POST', '/awards/retry', { rewardId: reward }, { key: 'again' })
    expect(sent).toMatchObject({ status: 202, body: { held: 2 } })
    const repeated = await manager.done('POST', '/awards/retry', { rewardId: reward }, { key: 'again' })
    expect(repeated.headers['idempotent-replayed']).toBe('true')
    expect((await manager.done('POST', '/awards/retry', {})).body).toEqual({ held: 2 })
    const jobs = await test.reader.query(
      `select key from graphile_worker.jobs where key like $1 order by key`,
      [`awards ${shop.tenantId} %`],
    )
    expect(jobs.map(({ key }) => key)).toEqual([
      `awards ${shop.tenantId} ${reward}`,
      `awards ${shop.tenantId} all`,
    ])
    const { body } = await manager.done<{ items: object[] }>('GET', '/audit?action=award.retry')
    expect(body.items).toHaveLength(2)
    expect((await manager.send('POST', '/awards/retry', { rewardId: reward + 1_000 })).status).toBe(404)
    expect((await manager.send('POST', '/awards/retry', {}, { key: null })).status).toBe(428)
  })
})

describe('a reward that a rule gives', () => {
  const archive = (manager: Manager, id: number, language = 'en') =>
    manager.send<{ detail: string; rules: object[] }>('POST', `/rewards/${id}/archive`, undefined, {
      ...{ ifMatch: '*', language },
    })

  it('can’t be archived, and says which rules give it', async () => {
    const { manager, shop, reward } = await open()
    const rule = { id: 12, name: 'Coffee card', version: 2, isCurrent: true }
    expect((await manager.done('GET', `/rewards/${reward}`)).body.givenBy).toEqual([rule])
    const refused = await archive(manager, reward)
    expect(refused).toMatchObject({ status: 409, body: { rules: [rule] } })
    expect(refused.body.detail).toContain('“Coffee card”')
    expect((await archive(manager, reward, 'es')).body.detail).toContain('«Coffee card»')
    const { points: _, ...coffeeCard } = COFFEE_CARD
    await shop.publish(program({}, { ...coffeeCard, reward: String(reward), isActive: false }))
    expect((await archive(manager, reward)).status).toBe(200)
  })

  it('can’t be archived while a scheduled version gives it', async () => {
    const shop = await test.open(program({}))
    const manager = admin.manager(shop.key)
    const reward = await shop.makeReward({ title: 'House coffee' })
    const etag = async () => (await manager.get('/program')).etag
    const { points: _, ...coffeeCard } = COFFEE_CARD
    const draft = { program: program({}, { ...coffeeCard, reward: String(reward) }) }
    await manager.done('PUT', '/program/draft', draft, { ifMatch: await etag() })
    const publication = { effectiveAt: iso(test.api.now + 30 * DAY_MS) }
    await manager.done('POST', '/program/publish', publication, { ifMatch: await etag() })
    expect(await archive(manager, reward)).toMatchObject({
      status: 409,
      body: { rules: [{ id: 12, version: 2, isCurrent: false }] },
    })
    await manager.done('DELETE', '/program/scheduled', undefined, { ifMatch: await etag() })
    expect((await archive(manager, reward)).status).toBe(200)
  })

  it('is told by its list of codes, with how many rules gave lately', async () => {
    const { manager, shop, reward } = await open(['C-1', 'C-2', 'C-3'])
    await fills(shop, 'ana', 20)
    const { body } = await manager.done<{ items: { id: number }[] }>('GET', `/coupon-lists?reward=${reward}`)
    const automaticOf = async () =>
      (await manager.done('GET', `/coupon-lists/${body.items[0]?.id}`)).body.automatic
    expect(await automaticOf()).toMatchObject({ rules: [{ name: 'Coffee card' }], given30Days: 2 })
    test.api.now += 31 * DAY_MS
    expect(await automaticOf()).toMatchObject({ given30Days: 0 })
  })
})
