/** `GET /v1/pvt/Events`. */
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Events } from '../../src/webhooks/private-api/schema.ts'
import { cursorToText } from '../../src/webhooks/rules/cursor.ts'
import { type ResultEnvelope, refused, resultOf } from '../support/answers.ts'
import { clientOf } from '../support/client-of.ts'
import { copyTenant } from '../support/move-tenant.ts'
import { Receiver } from '../support/receiver.ts'
import { program, type Shop } from '../support/shop.ts'
import { cloneDatabase } from '../support/test-database.ts'
import { useShops } from '../support/use-shops.ts'
import { deliver, subscribe } from '../support/webhooks.ts'
import { until } from '../support/workers.ts'
import { startAnotherApi } from '../tenancy/another-api.ts'

const shops = useShops()
let client: pg.Client

beforeAll(async () => {
  client = clientOf(shops.api.databaseUrl)
  await client.connect()
})
afterAll(() => client.end())

type Query = [string, string][] | Record<string, string>

const ask = (shop: Shop, query: Query = {}): Promise<ResultEnvelope<Events>> =>
  shop.sendText('GET', `/v1/pvt/Events?${new URLSearchParams(query)}`)

/**
 * Tests of other files work on the same server, and their transactions are open for a moment too: an event is read once
 * all that began before it have ended. Events of a second epoch lie far above: who reads those waits for what is expected.
 */
async function isAllBelowOpenTransactions(): Promise<boolean> {
  const { rows } = await client.query<{ is_all: boolean }>(`
    select not exists (
      select from point_event
      where transaction < (2::numeric ^ 48)::bigint::text::xid8
        and (transaction > pg_snapshot_xmin(pg_current_snapshot())
          or transaction = (select open from pg_snapshot_xip(pg_current_snapshot()) as open order by open limit 1))
    ) as is_all`)
  return rows[0]?.is_all ?? false
}

async function read(shop: Shop, query: Query = {}): Promise<Events> {
  await until(isAllBelowOpenTransactions)
  return resultOf(await ask(shop, query))
}

/** Page by page, until there is no more. */
async function readAll(shop: Shop, query: Record<string, string> = {}): Promise<Events['Items']> {
  const items: Events['Items'] = []
  let page = await read(shop, query)
  items.push(...page.Items)
  while (page.HasMore) {
    page = await read(shop, { ...query, Cursor: page.NextCursor })
    items.push(...page.Items)
  }
  return items
}

const named = (items: Events['Items']): string[] =>
  items.map(({ Payload, CustomerSequence }) => `${Payload.Customer.OriginalId} ${CustomerSequence}`)

describe('events', () => {
  it('are those that webhooks deliver, to the last member', async () => {
    const shop = await shops.open(program())
    const receiver = await Receiver.start()
    onTestFinished(() => receiver.stop())
    await subscribe(shops.api, shop.tenantId, receiver.url)
    const more = { Customer: { OriginalId: 'ana', Name: 'Ana Lima', Email: 'ana@example.com' } }
    await shop.completed('o-1', 'ana', 120, more)
    await shop.changedCashback('ana', -2)
    const reward = await shop.makeReward({ points: 100_000n })
    const { originalKey } = await shop.redeemed(reward, 'ana')
    await shop.updateMetadata({ OriginalKey: originalKey, Metadatas: [{ Name: 'a', Value: 'b' }] })
    const delivery = await deliver(shops.api)
    onTestFinished(() => delivery.stop())
    await until(async () => receiver.received.length === 4)

    const { Items, HasMore, ...rest } = await read(shop)
    expect(rest).toStrictEqual({ NextCursor: expect.stringMatching(/^[\w-]+$/) })
    expect(HasMore).toBe(false)
    expect(Items).toStrictEqual(
      receiver.received.map(({ id, headers, sequence, body }) => ({
        EventId: id,
        Topic: headers['punchcard-topic'],
        CustomerSequence: sequence,
        Payload: JSON.parse(body),
      })),
    )
    expect(Items.map(({ Topic }) => Topic)).toEqual([
      'Point_Add',
      'Point_Removed',
      'Point_Removed',
      'Point_Update',
    ])
  })

  it('are read page by page, twice the same, and go on where they ended', async () => {
    const shop = await shops.open(program())
    for (const index of [1, 2, 3, 4, 5]) await shop.completed(`o-${index}`, index % 2 ? 'ana' : 'bob', 10)
    const first = await read(shop, { PageSize: '2' })
    expect([named(first.Items), first.HasMore]).toEqual([['ana 1', 'bob 1'], true])
    const second = await read(shop, { PageSize: '2', Cursor: first.NextCursor })
    expect(await read(shop, { PageSize: '2', Cursor: first.NextCursor })).toEqual(second)
    expect([named(second.Items), second.HasMore]).toEqual([['ana 2', 'bob 2'], true])
    const third = await read(shop, { PageSize: '2', Cursor: second.NextCursor })
    expect([named(third.Items), third.HasMore]).toEqual([['ana 3'], false])
    const none = await read(shop, { Cursor: third.NextCursor })
    expect([none.Items, none.HasMore]).toEqual([[], false])
    await shop.completed('o-6', 'bob', 10)
    expect(named((await read(shop, { Cursor: none.NextCursor })).Items)).toEqual(['bob 3'])
    expect(named(await readAll(shop, { PageSize: '1' }))).toEqual(named((await read(shop)).Items))
  })

  it('begin anywhere: with the oldest, or now', async () => {
    const shop = await shops.open(program())
    const empty = await read(shop)
    expect([empty.Items, empty.HasMore]).toEqual([[], false])
    await shop.completed('o-1', 'ana', 10)
    const now = await read(shop, { Cursor: 'now' })
    expect([now.Items, now.HasMore]).toEqual([[], false])
    await shop.completed('o-2', 'ana', 10)
    expect(named((await read(shop, { Cursor: now.NextCursor })).Items)).toEqual(['ana 2'])
    expect(named((await read(shop, { Cursor: empty.NextCursor })).Items)).toEqual(['ana 1', 'ana 2'])
  })

  it('are only those of the topics that are asked for', async () => {
    const shop = await shops.open(program())
    await shop.completed('o-1', 'ana', 10)
    await shop.cancelled('o-1')
    await shop.completed('o-2', 'ana', 10)
    const topics = async (query: Query) => (await read(shop, query)).Items.map(({ Topic }) => Topic)
    expect(await topics({ Topic: 'Point_Removed' })).toEqual(['Point_Removed'])
    expect(await topics({ Topic: 'Point_Update' })).toEqual([])
    const both: Query = [
      ['Topic', 'Point_Add'],
      ['Topic', 'Point_Removed'],
    ]
    expect(await topics(both)).toEqual(['Point_Add', 'Point_Removed', 'Point_Add'])
    const cut = await read(shop, { Topic: 'Point_Add', PageSize: '1' })
    expect([named(cut.Items), cut.HasMore]).toEqual([['ana 1'], true])
    expect(named((await read(shop, { Topic: 'Point_Add', Cursor: cut.NextCursor })).Items)).toEqual(['ana 3'])
  })

  it('of a rare topic are found step by step, with no page that looks at everything', async () => {
    const shop = await shops.open(program())
    const orders = Array.from({ length: 600 }, (_, index) =>
      shop.completeOrder(`o-${index}`, `c-${index}`, 1),
    )
    await shop.placeOrders(orders)
    await shop.cancelled('o-599')
    const first = await read(shop, { Topic: 'Point_Removed' })
    expect([first.Items, first.HasMore]).toEqual([[], true])
    const second = await read(shop, { Topic: 'Point_Removed', Cursor: first.NextCursor })
    expect([named(second.Items), second.HasMore]).toEqual([['c-599 2'], false])
    expect(await readAll(shop, { PageSize: '500' })).toHaveLength(601)
  })

  it('speak of customers as they are when they are read', async () => {
    const shop = await shops.open(program())
    await shop.completed('o-1', 'ana', 10, { Customer: { OriginalId: 'ana', Name: 'Ana' } })
    await shop.completed('o-2', 'ana', 10, { Customer: { OriginalId: 'ana', Name: 'Ana Lima' } })
    const { Items } = await read(shop)
    expect(Items.map(({ Payload }) => Payload.Customer.Name)).toEqual(['Ana Lima', 'Ana Lima'])
  })

  it('of another merchant are never read, nor is its cursor', async () => {
    const [shop, other] = [await shops.open(program()), await shops.open(program())]
    await shop.completed('o-1', 'ana', 10)
    const { NextCursor } = await read(shop)
    expect((await read(other)).Items).toEqual([])
    await shop.completed('o-2', 'ana', 10)
    expect(await ask(other, { Cursor: NextCursor })).toEqual(refused({ code: 10, says: 'Cursor' }))
  })

  it('wait for the oldest open transaction, so that none is skipped', async () => {
    const shop = await shops.open(program())
    await shop.completed('o-1', 'ana', 10)
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
    const before = resultOf(await ask(shop))
    await shop.completed('o-2', 'ana', 10)
    const during = resultOf(await ask(shop, { Cursor: before.NextCursor }))
    expect(during.Items).toEqual([])
    await client.query('rollback')
    expect(named(before.Items.concat((await read(shop, { Cursor: during.NextCursor })).Items))).toEqual([
      'ana 1',
      'ana 2',
    ])
  })

  it('are read without a gap while many orders are committed', async () => {
    const shop = await shops.open(program())
    const orders = Array.from({ length: 400 }, (_, index) =>
      shop.completeOrder(`o-${index}`, `c-${index % 20}`, 1),
    )
    let isSelling = true
    const selling = Promise.all(orders.map((order) => shop.placeOrder(order))).then(() => {
      isSelling = false
    })
    const items: Events['Items'] = []
    let page = await read(shop, { PageSize: '7' })
    items.push(...page.Items)
    while (isSelling || page.HasMore || items.length < 400) {
      page = await read(shop, { PageSize: '7', Cursor: page.NextCursor })
      items.push(...page.Items)
    }
    await selling
    expect(items).toHaveLength(400)
    for (let customer = 0; customer < 20; customer += 1) {
      const own = items.filter(({ Payload }) => Payload.Customer.OriginalId === `c-${customer}`)
      expect(own.map(({ CustomerSequence }) => CustomerSequence)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      )
    }
  })
})

describe('a cursor', () => {
  it('goes on in the next home of its merchant, in another cell', async () => {
    const shop = await shops.open(program())
    await shop.completed('o-1', 'ana', 10)
    await shop.completed('o-2', 'ana', 10)
    const { Items, NextCursor } = await read(shop, { PageSize: '1' })
    const { NextCursor: end } = await read(shop)
    const other = await cloneDatabase()
    onTestFinished(() => other.drop())
    const { server } = await startAnotherApi({ main: shops.api.databaseUrl, other: other.url })
    await copyTenant(shops.api.databaseUrl, other.url, shop.tenantId)
    const moveTo = (cell: string) =>
      client.query('update tenant set cell = $1 where id = $2', [cell, shop.tenantId])
    await moveTo('other')
    try {
      const headers = { authorization: shop.key.authorization }
      const payload = shop.completeOrder('o-3', 'ana', 10)
      const placed = await server.inject({ method: 'POST', url: '/v1/pvt/Order', headers, payload })
      expect(placed.json()).toMatchObject({ HasError: false })
      const readThere = async (Cursor: string): Promise<Events['Items']> => {
        const answer = await server.inject({ url: '/v1/pvt/Events', query: { Cursor }, headers })
        return resultOf(answer.json() as ResultEnvelope<Events>).Items
      }
      // There too it is read when no transaction of another test is open that began before it.
      const all = async () => named(Items.concat(await readThere(NextCursor)))
      await expect.poll(all, { timeout: 30_000 }).toEqual(['ana 1', 'ana 2', 'ana 3'])
      expect(named(await readThere(end))).toEqual(['ana 3'])
    } finally {
      // What the tests of this file look at afterwards is where it was.
      await moveTo('main')
    }
  })

  it('that is older than what is kept is refused, and another one is not', async () => {
    const shop = await shops.open(program())
    await shop.completed('o-1', 'ana', 10)
    await shop.completed('o-2', 'ana', 10)
    const { NextCursor } = await read(shop, { PageSize: '1' })
    const tenant = shop.tenantId
    const beginsAt = async (hoursAgo: number) =>
      client.query(
        `insert into event_log (tenant_id, begins_at) values ($1, now() - make_interval(hours => $2))
        on conflict (tenant_id) do update set begins_at = excluded.begins_at`,
        [tenant, hoursAgo],
      )
    onTestFinished(() => client.query('delete from event_log where tenant_id = $1', [tenant]).then(() => {}))
    await beginsAt(24 * 30)
    expect(named((await read(shop, { Cursor: NextCursor })).Items)).toEqual(['ana 2'])
    const after = { transaction: '1', id: 0 }
    const old = cursorToText(tenant, { after, writtenSince: Date.now() - 31 * 86_400_000 })
    expect(await ask(shop, { Cursor: old })).toEqual(refused({ code: 10, says: 'older than what is kept' }))
    // Whoever stood in the middle of it too.
    await beginsAt(0)
    expect(await ask(shop, { Cursor: NextCursor })).toEqual(refused({ code: 10, says: 'from “now”' }))
    expect(named((await read(shop)).Items)).toEqual(['ana 1', 'ana 2'])
  })

  it.each([
    'x',
    'Now',
    '%00',
    ' ',
    '-1',
    '9'.repeat(5_000),
    cursorToText(7, { after: { transaction: '5', id: 5 }, writtenSince: 5 }),
  ])('that nobody was given is refused: %s', async (Cursor) => {
    const shop = await shops.open(program())
    expect(await ask(shop, { Cursor })).toEqual(refused({ code: 10, says: 'Cursor' }))
  })

  it('that is sent twice is refused', async () => {
    const shop = await shops.open(program())
    const { NextCursor } = await read(shop)
    const twice = ask(shop, [
      ['Cursor', NextCursor],
      ['Cursor', NextCursor],
    ])
    expect(await twice).toEqual(refused({ code: 10, says: 'Cursor' }))
  })
})

describe('what is asked for wrongly', () => {
  it.each(['0', '-1', '501', 'x', '1.5', '99999999999'])('PageSize %s', async (PageSize) => {
    const shop = await shops.open(program())
    expect(await ask(shop, { PageSize })).toEqual(
      refused({ code: 45, says: 'PageSize must be from 1 to 500' }),
    )
  })

  it.each([[['Order']], [['']], [['Point_Add', 'point_add']]])(
    'a topic that is unknown: %j',
    async (topics) => {
      const shop = await shops.open(program())
      const query = topics.map((topic): [string, string] => ['Topic', topic])
      expect(await ask(shop, query)).toEqual(refused({ code: 120, says: 'Topic must be one of Point_Add' }))
    },
  )
})
