/** Cards in the management API: src/cards/admin-api/routes.ts, and what orders and previews say of them. */
import { describe, expect, it } from 'vitest'
import { countBegunWithin, countCompletedCards } from '../../src/cards/store/listed.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

const COFFEES = {
  id: 12,
  kind: 'card' as const,
  name: 'Coffee card',
  counts: 'items' as const,
  of: 'product' as const,
  ids: ['coffee'],
  stamps: 10,
  points: '100',
}
const SPENT = {
  id: 13,
  kind: 'card' as const,
  name: 'November',
  counts: 'spend' as const,
  perAmount: '300',
  stamps: 1,
  points: '50',
}

const coffees = (quantity: number) => ({
  Products: [{ OriginalId: 'coffee', Title: 'Coffee', ProductPrice: 8 * quantity, Quantity: quantity }],
})

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
  readonly customerId: number
}

interface Card {
  readonly ruleId: number
  readonly stamps: string
  readonly owed: string
  readonly parts: readonly { readonly kind: string; readonly stamps: string; readonly records: number }[]
  readonly prizes: readonly { readonly state: string }[]
}

/** Ana has bought so many coffees in one order, `first`. */
async function open(stamps: number, ...cards: readonly object[]): Promise<Opened> {
  const shop = await test.open(program({}, ...((cards.length > 0 ? cards : [COFFEES]) as never[])))
  test.api.now += 60_000
  await shop.completed('first', 'ana', 8 * stamps, coffees(stamps))
  const [row] = await test.reader.query<{ id: number }>(
    'select id::int from customer where tenant_id = $1 and original_id = $2',
    [shop.tenantId, 'ana'],
  )
  if (!row) throw new Error('there is no ana')
  return { shop, manager: admin.manager(shop.key), customerId: row.id }
}

const GIVE = { stamps: 2, reason: 'goodwill', note: 'The machine was broken' }
const adjust = ({ manager, customerId }: Opened, body: object = GIVE, key?: string) =>
  manager.send('POST', `/customers/${customerId}/cards/12/stamps`, body, key === undefined ? {} : { key })
const cardsOf = async ({ manager, customerId }: Opened) =>
  (await manager.get<{ items: Card[] }>(`/customers/${customerId}/cards`)).body.items
const recordsOf = async ({ manager, customerId }: Opened, query = '', language = 'en') =>
  (
    await manager.get<{
      items: { sentence: string; stamps: string; after: string; type: string }[]
      nextCursor: string
    }>(`/customers/${customerId}/cards/12/stamps${query}`, { language })
  ).body

describe('the cards of a customer', () => {
  it('tell how the stamps add up, where they came from and what full cards gave', async () => {
    const opened = await open(4)
    test.api.now += 60_000
    await opened.shop.completed('second', 'ana', 64, coffees(8))
    const [card] = await cardsOf(opened)
    expect(card).toMatchObject({
      ruleId: 12,
      name: 'Coffee card',
      state: 'open',
      isBegun: true,
      stamps: '2',
      owed: '0',
      size: '10',
      perStamp: null,
      number: 2,
      completed: 1,
      prize: { points: '100' },
      parts: [
        { kind: 'given', stamps: '12', records: 2 },
        { kind: 'full', stamps: '-10', records: 1 },
      ],
      lots: [{ order: { originalId: 'second' }, given: '8', left: '2', expiresAt: null }],
      prizes: [{ state: 'given', points: '100', undoneAt: null }],
    })
    expect((await recordsOf(opened)).items.map(({ sentence, after }) => `${sentence} → ${after}`)).toEqual([
      '10 stamps used: the card was full and earned 100 points → 2',
      '8 stamps for order “second” → 12',
      '4 stamps for order “first” → 4',
    ])
  })

  it('lists records page by page, and those of one part', async () => {
    const opened = await open(12)
    await adjust(opened, { ...GIVE, stamps: -1 })
    const first = await recordsOf(opened, '?limit=2')
    expect(first.items.map(({ type }) => type)).toEqual(['byHand', 'full'])
    const rest = await recordsOf(opened, `?limit=2&cursor=${first.nextCursor}`)
    expect(rest).toMatchObject({ items: [{ type: 'order', after: '12' }], nextCursor: null })
    expect(await recordsOf(opened, '?part=takenBack')).toMatchObject({
      items: [{ stamps: '-1', after: '1', sentence: '1 stamp taken by hand (goodwill)' }],
    })
    const inPortuguese = await recordsOf(opened, '?part=takenBack', 'pt-BR')
    expect(inPortuguese.items[0]?.sentence).toBe('1 carimbo a menos, à mão (cortesia)')
  })

  it('lists records in the order and the words of the private API', async () => {
    const opened = await open(4)
    await opened.shop.giveStamps('ana', 12, { Key: 'receipt-1', Stamps: 2 })
    await opened.shop.completed('second', 'ana', 64, coffees(8))
    await adjust(opened, { ...GIVE, stamps: -3 })
    await opened.shop.cancelled('second')
    const { Items } = await opened.shop.listStamps('ana', 12, '?PageSize=50')
    const { items } = await recordsOf(opened, '', 'pt-BR')
    expect(items.map(({ sentence, after }) => [sentence, Number(after)])).toEqual(
      Items?.map(({ Text, StampsAfter }) => [Text, StampsAfter]),
    )
    expect(Items?.length).toBeGreaterThan(5)
    // Each record goes on from the one before it.
    const sums = items.map(({ stamps, after }) => Number(after) - Number(stamps))
    expect(sums.slice(0, -1)).toEqual(items.slice(1).map(({ after }) => Number(after)))
  })

  it('lists what was recorded on all of them, page by page, also where the rule is gone', async () => {
    const opened = await open(4, COFFEES, SPENT)
    test.api.now += 60_000
    await opened.shop.completed('second', 'ana', 56, coffees(7))
    const { manager, customerId, shop } = opened
    const stampsOf = async (query = '') =>
      (
        await manager.get<{
          items: { sentence: string; after: string; card: { name: string; perStamp: string | null } }[]
          nextCursor: string | null
        }>(`/customers/${customerId}/stamps${query}`)
      ).body
    const told = ({ items }: Awaited<ReturnType<typeof stampsOf>>) =>
      items.map(({ card, sentence, after }) => `${card.name}: ${sentence.replace('\u00a0', ' ')} → ${after}`)
    const all = await stampsOf()
    const expected = [
      'Coffee card: 10 stamps used: the card was full and earned 100 points → 1',
      'Coffee card: 7 stamps for order “second” → 11',
      'Coffee card: 4 stamps for order “first” → 4',
      'November: R$ 56.00 for order “second” → 88',
      'November: R$ 32.00 for order “first” → 32',
    ]
    expect(told(all).toSorted()).toEqual(expected.toSorted())
    expect(told(all).findLastIndex((line) => line.includes('second'))).toBeLessThan(
      told(all).findIndex((line) => line.includes('first')),
    )
    expect(all.items.map(({ card }) => card.perStamp).toSorted()).toEqual(['300', '300', null, null, null])
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const page = await stampsOf(`?limit=2${cursor}`)
      paged.push(...told(page))
      if (page.nextCursor === null) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(paged).toEqual(told(all))
    await shop.publish(program())
    expect(told(await stampsOf())).toEqual(told(all))
  })

  it('ends stamps that are due before it answers', async () => {
    const opened = await open(4, { ...COFFEES, stampsGoodDays: 1 })
    test.api.now += 3 * DAY_MS
    expect(await cardsOf(opened)).toMatchObject([
      {
        stamps: '0',
        parts: [
          { kind: 'given', stamps: '4' },
          { kind: 'ended', stamps: '-4' },
        ],
      },
    ])
  })

  it('of a card that is gone stay as they were begun', async () => {
    const opened = await open(4)
    await opened.shop.publish(program())
    expect(await cardsOf(opened)).toMatchObject([
      { name: 'Coffee card', state: 'off', size: '10', sentence: null },
    ])
    expect((await adjust(opened)).status).toBe(404)
  })
})

describe('stamps by hand', () => {
  it('are given once for a key, fill the card, and are in the audit', async () => {
    const opened = await open(9)
    const given = await adjust(opened, GIVE, 'k1')
    expect(given).toMatchObject({
      status: 201,
      body: { recorded: '2', stamps: '1', owed: '0', size: '10', completed: 1, filled: 1, undone: 0 },
    })
    expect(await adjust(opened, GIVE, 'k1')).toMatchObject({ status: 201, body: given.body })
    expect(await cardsOf(opened)).toMatchObject([{ stamps: '1', completed: 1 }])
    const balance = await opened.manager.get<{ balance: { points: string } }>(
      `/customers/${opened.customerId}`,
    )
    expect(balance.body.balance.points).toBe('172')
    const audit = await test.reader.query(
      `select action, after from audit_entry where tenant_id = $1 and action = 'customer.stamps'`,
      [opened.shop.tenantId],
    )
    expect(audit).toMatchObject([
      { action: 'customer.stamps', after: { card: 'Coffee card', recorded: '2', reason: 'goodwill' } },
    ])
  })

  it('keep their key for good', async () => {
    const opened = await open(4)
    const { body } = await adjust(opened, GIVE, 'k1')
    await test.reader.query('delete from idempotency_key where tenant_id = $1', [opened.shop.tenantId])
    expect(await adjust(opened, GIVE, 'k1')).toMatchObject({ status: 201, body })
    expect(await adjust(opened, { ...GIVE, stamps: 3 }, 'k1')).toMatchObject({ status: 422 })
    expect(await cardsOf(opened)).toMatchObject([{ stamps: '6' }])
    expect((await recordsOf(opened)).items).toMatchObject([{ key: null, type: 'byHand' }, { type: 'order' }])
  })

  it('are taken from others, undo a prize first, and are owed only then', async () => {
    const opened = await open(12)
    expect(await adjust(opened, { ...GIVE, stamps: -5 })).toMatchObject({
      body: { recorded: '-5', stamps: '7', owed: '0', completed: 0, filled: 0, undone: 1 },
    })
    expect(await adjust(opened, { ...GIVE, stamps: -9 })).toMatchObject({
      body: { recorded: '-9', stamps: '0', owed: '2' },
    })
    expect(await cardsOf(opened)).toMatchObject([
      {
        stamps: '0',
        owed: '2',
        parts: [
          { kind: 'given', stamps: '12', records: 1 },
          { kind: 'takenBack', stamps: '-14', records: 2 },
          { kind: 'full', stamps: '0', records: 2 },
        ],
        prizes: [{ state: 'undone' }],
      },
    ])
    expect((await recordsOf(opened)).items[0]?.sentence).toBe('9 stamps taken by hand (goodwill); 2 are owed')
  })

  it('are refused: none, too many, an unknown card, one that is off, without permission', async () => {
    const opened = await open(4)
    const statusOf = async (body: object) => (await adjust(opened, { ...GIVE, ...body })).status
    expect(await statusOf({ stamps: 0 })).toBe(422)
    expect(await statusOf({ stamps: 51 })).toBe(422)
    expect(await statusOf({ reason: 'because' })).toBe(422)
    expect(await statusOf({ note: ' ' })).toBe(422)
    const { manager, customerId } = opened
    expect((await manager.send('POST', `/customers/${customerId}/cards/99/stamps`, GIVE)).status).toBe(404)
    expect((await manager.send('POST', '/customers/9999999/cards/12/stamps', GIVE)).status).toBe(404)
    const permissions = ['customers.read'] as const
    expect(
      (await manager.send('POST', `/customers/${customerId}/cards/12/stamps`, GIVE, { permissions })).status,
    ).toBe(403)
    await opened.shop.publish(program({}, { ...COFFEES, isActive: false } as never))
    expect(await statusOf({})).toBe(409)
    expect(await statusOf({ stamps: -1 })).toBe(201)
  })

  it('of a card that counts money are worth what is spent for one', async () => {
    const opened = await open(10, SPENT)
    const path = `/customers/${opened.customerId}/cards/13/stamps`
    expect(await opened.manager.send('POST', path, { ...GIVE, stamps: 1 })).toMatchObject({
      body: { recorded: '300', stamps: '80', size: '300', filled: 1 },
    })
    const { body } = await opened.manager.get<{ items: { sentence: string }[] }>(path)
    expect(body.items.map(({ sentence }) => sentence)).toContain('R$\u00a0300.00 given by hand (goodwill)')
  })
})

describe('the cards of a program', () => {
  it('say how many customers have begun them, and how often they were full', async () => {
    const opened = await open(12, COFFEES, SPENT)
    await opened.shop.completed('other', 'rui', 8, coffees(1))
    const { body } = await opened.manager.get<{ items: object[] }>('/cards')
    expect(body.items).toMatchObject([
      {
        ruleId: 12,
        isActive: true,
        begun: 2,
        completed30Days: 1,
        size: '10',
        sentence: expect.stringMatching(/^Every item/),
      },
      { ruleId: 13, begun: 2, completed30Days: 0, perStamp: '300', size: '300' },
    ])
  })

  it('say no figure where counting it would read more than so many rows', async () => {
    const { shop } = await open(24, COFFEES, SPENT)
    await shop.completed('other', 'rui', 8, coffees(1))
    // Two customers with two cards each, and two prizes.
    const counted = (cards: number, prizes: number, since = test.api.now - DAY_MS) =>
      test.api.cells
        .of({ cell: MAIN_CELL })
        .read([shop.tenantId], async (tx) => [
          await countBegunWithin(tx, shop.tenantId, cards),
          await countCompletedCards(tx, shop.tenantId, since, prizes),
        ])
    const [begun, completed] = [
      new Map([
        [12, 2],
        [13, 2],
      ]),
      new Map([[12, 2]]),
    ]
    expect(await counted(4, 2)).toEqual([begun, completed])
    expect(await counted(3, 1)).toEqual([null, null])
    // What is older than asked for is not counted, and does not hinder it.
    expect(await counted(4, 1, test.api.now + 1)).toEqual([begun, new Map()])
  })

  it('are in the preview of a basket, which is what an order then does', async () => {
    const opened = await open(9)
    const order = { total: '24', products: [{ id: 'coffee', price: '24', quantity: 3 }] }
    const tried = await opened.manager.done<{ cards: object[] }>('POST', '/program/preview', {
      of: 'draft',
      order,
      customerId: 'ana',
    })
    expect(tried.body.cards).toEqual([
      {
        ruleId: 12,
        name: 'Coffee card',
        perStamp: null,
        before: '9',
        stamps: '3',
        after: '2',
        size: '10',
        sizeAfter: '10',
        fills: 1,
        prize: '100',
        reward: null,
        sentence: '3 stamps: the card is full and earns 100 points; 2 of 10 on the next one',
      },
    ])
    expect(await cardsOf(opened)).toMatchObject([{ stamps: '9', completed: 0 }])
    await opened.shop.completed('second', 'ana', 24, coffees(3))
    expect(await cardsOf(opened)).toMatchObject([{ stamps: '2', completed: 1 }])
    const stranger = await opened.manager.done('POST', '/program/preview', { of: 'draft', order })
    expect(stranger.body).toMatchObject({ cards: [{ before: '0', stamps: '3', after: '3', fills: 0 }] })
  })

  it('are with an order that gave them stamps', async () => {
    const { manager, customerId } = await open(4)
    const list = await manager.get<{ items: { id: number }[] }>(`/customers/${customerId}/orders`)
    const [order] = list.body.items
    const { body } = await manager.get(`/customers/${customerId}/orders/${order?.id}`)
    expect(body).toMatchObject({
      stamps: [{ ruleId: 12, name: 'Coffee card', isMoney: false, stamps: '4' }],
    })
  })
})
