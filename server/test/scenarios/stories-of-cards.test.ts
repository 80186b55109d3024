import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { endStamps } from '../../src/cards/sweep.ts'
import { findTenant } from '../../src/tenancy/store/tenants.ts'
import { resultOf } from '../support/answers.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { points } from '../support/tiers.ts'

const story = useStories()

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
  id: 12,
  kind: 'card' as const,
  name: 'Three hundred',
  counts: 'spend' as const,
  perAmount: '300',
  stamps: 1,
  once: true,
  points: '100',
}

const line = (price: number, Quantity?: number) => ({
  OriginalId: 'coffee',
  Title: 'Coffee',
  ProductPrice: price,
  ...(Quantity !== undefined && { Quantity }),
})

/** Sends an order of so many coffees at R$ 8. */
async function buys(shop: Shop, id: string, quantity: number, more: Record<string, unknown> = {}) {
  story.api.now += 60_000
  await shop.completed(id, 'ana', 8 * quantity, { Products: [line(8 * quantity, quantity)], ...more })
}

async function spends(shop: Shop, id: string, total: number) {
  story.api.now += 60_000
  await shop.completed(id, 'ana', total, { Products: [] })
}

async function runDailyStep(shop: Shop) {
  const { database } = story
  const tenant = await database.transaction([], (tx) => findTenant(tx, shop.tenantId))
  if (!tenant) throw new Error('there is no such merchant')
  const till = createTill({ database, clock: () => story.api.now })
  await endStamps({ database, till, tenant, now: story.api.now })
}

/** What is on the card, what is owed, and what its prizes have given. */
async function cardOf(shop: Shop, customer = 'ana') {
  const [row] = await story.query(
    `select card.balance::float as stamps, card.completed as prizes,
       (select coalesce(sum(points), 0)::float from point_record as record
        where record.tenant_id = $1 and record.customer_id = card.customer_id and type = 13) as points
     from stamp_card as card join customer on customer.tenant_id = $1 and customer.id = card.customer_id
     where card.tenant_id = $1 and rule_id = 12 and customer.original_id = $2`,
    [shop.tenantId, customer],
  )
  return row
}

describe('stories of cards', () => {
  it('ten coffees give a prize, a return takes it back, and the next coffees give it again (C1)', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 1, points: 100 })
    await shop.cancelled('a')
    expect(await cardOf(shop)).toEqual({ stamps: 6, prizes: 0, points: 0 })
    await buys(shop, 'c', 4)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 1, points: 100 })
    const [newest] = await shop.history('ana')
    expect(newest).toMatchObject({ PointType: 13 })
  })

  it('stamps of the next card pay first, and where they are too few the prize goes (C4, C5)', async () => {
    for (const [next, after] of [
      [4, { stamps: 0, prizes: 1, points: 100 }],
      [3, { stamps: 9, prizes: 0, points: 0 }],
    ] as const) {
      const shop = await story.open(program({}, COFFEES))
      await buys(shop, 'a', 4)
      await buys(shop, 'b', 6)
      await buys(shop, 'c', next)
      await shop.cancelled('a')
      expect(await cardOf(shop), `${next} on the next card`).toEqual(after)
    }
  })

  it('one order fills two cards, and what is returned of it undoes one of them (C6)', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 23)
    expect(await cardOf(shop)).toEqual({ stamps: 3, prizes: 2, points: 200 })
    await shop.returned('a', 40)
    expect(await cardOf(shop)).toEqual({ stamps: 8, prizes: 1, points: 100 })
  })

  it('stamps end by themselves, and what has ended is not taken back (C7)', async () => {
    const shop = await story.open(program({}, { ...COFFEES, stampsGoodDays: 30 }))
    story.on('2026-03-01T15:00:00Z')
    await buys(shop, 'a', 3)
    story.on('2026-03-21T15:00:00Z')
    await buys(shop, 'b', 2)
    story.on('2026-04-01T15:00:00Z')
    await buys(shop, 'c', 6)
    expect(await cardOf(shop)).toMatchObject({ stamps: 8 })
    story.on('2026-04-02T15:00:00Z')
    await shop.cancelled('a')
    expect(await cardOf(shop)).toMatchObject({ stamps: 8 })
    // The others end in the daily run, if nothing happens before.
    story.on('2026-06-01T15:00:00Z')
    await runDailyStep(shop)
    expect(await cardOf(shop)).toMatchObject({ stamps: 0 })
    const ended = await story.query(
      `select recorded_at::text as at, stamps::float as stamps from stamp_record where tenant_id = $1 and type = 7 order by id`,
      [shop.tenantId],
    )
    expect(ended).toHaveLength(3)
    expect(ended[0]).toEqual({ at: expect.stringContaining('2026-04-01 03:00:00'), stamps: -3 })
  })

  it('a card of money that is given once opens again when its prize is taken back (C8)', async () => {
    const shop = await story.open(program({}, SPENT))
    await spends(shop, 'a', 150)
    await spends(shop, 'b', 200)
    expect(await cardOf(shop)).toEqual({ stamps: 50, prizes: 1, points: 100 })
    await shop.returned('b', 60)
    expect(await cardOf(shop)).toEqual({ stamps: 290, prizes: 0, points: 0 })
    await spends(shop, 'c', 10)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 1, points: 100 })
    await spends(shop, 'd', 500)
    expect(await cardOf(shop), 'once').toEqual({ stamps: 0, prizes: 1, points: 100 })
  })

  it('three coffees, returned in every way', async () => {
    const shop = await story.open(program({}, COFFEES))
    const three = { Products: [line(8), line(8), line(8)] }
    await shop.completed('named', 'ana', 24, three)
    await shop.returned('named', 8, { Products: [{ OriginalId: 'coffee', ValueToRefund: 8 }] })
    expect(await cardOf(shop), 'one by name').toMatchObject({ stamps: 2 })
    await shop.completed('unnamed', 'bob', 24, three)
    await shop.returned('unnamed', 8)
    expect(await cardOf(shop, 'bob'), 'R$ 8 without a line').toMatchObject({ stamps: 2 })
    await shop.completed('a-real', 'cid', 24, three)
    await shop.returned('a-real', 1, { Products: [{ OriginalId: 'coffee', ValueToRefund: 1 }] })
    expect(await cardOf(shop, 'cid'), 'R$ 1 of one of them').toMatchObject({ stamps: 3 })
    await shop.completed('one-line', 'dea', 24, { Products: [line(24, 3)] })
    await shop.returned('one-line', 8)
    expect(await cardOf(shop, 'dea'), 'R$ 8 of a line of three').toMatchObject({ stamps: 2 })
    await shop.returned('one-line', 1)
    expect(await cardOf(shop, 'dea'), 'R$ 9 of it').toMatchObject({ stamps: 2 })
    await shop.completed('half', 'eva', 12, { Products: [line(24, 3)] })
    await shop.returned('half', 4)
    expect(await cardOf(shop, 'eva'), 'at half the price, R$ 4').toMatchObject({ stamps: 2 })
    await shop.completed('free', 'fay', 8, { Products: [line(0, 5), line(8, 1)] })
    expect(await cardOf(shop, 'fay'), 'what is free gives no stamp').toMatchObject({ stamps: 1 })
  })

  it('a card that was begun keeps its size and prize, and the next one has the new ones (check 26)', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 9)
    await shop.publish(program({}, { ...COFFEES, stamps: 8, points: '70' }))
    await buys(shop, 'b', 1)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 1, points: 100 })
    await buys(shop, 'c', 8)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 2, points: 170 })
  })

  it('switched off, a card gets no new stamps, and returns work (check 27)', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 5)
    await buys(shop, 'b', 3)
    await shop.publish(program({}, { ...COFFEES, isActive: false }))
    await buys(shop, 'c', 5)
    await buys(shop, 'b', 6)
    expect(await cardOf(shop)).toMatchObject({ stamps: 8 })
    await shop.cancelled('a')
    expect(await cardOf(shop)).toMatchObject({ stamps: 3 })
    await shop.publish(program({}, COFFEES))
    await buys(shop, 'd', 7)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 1, points: 100 })
  })

  it('orders of before the card give no stamps, however many are imported (check 33)', async () => {
    story.on('2026-05-01T12:00:00Z')
    const shop = await story.open(program())
    await shop.publish(program({}, COFFEES))
    await buys(shop, 'old', 30, {
      OrderPlacementDate: '2024-05-01T12:00:00Z',
      OrderCompletedDate: '2024-05-01T12:00:00Z',
    })
    expect(await cardOf(shop)).toBeUndefined()
    await buys(shop, 'new', 3)
    expect(await cardOf(shop)).toMatchObject({ stamps: 3 })
  })

  it('999 coffees fill twenty cards, and the next coffee goes on from there (check 29)', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 999)
    expect(await cardOf(shop)).toEqual({ stamps: 799, prizes: 20, points: 2_000 })
    await buys(shop, 'b', 1)
    expect(await cardOf(shop)).toEqual({ stamps: 600, prizes: 40, points: 4_000 })
    await shop.cancelled('a')
    await shop.cancelled('b')
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 0, points: 0 })
  })

  it('a limit of stamps a day, a corrected day and a window with grace', async () => {
    story.on('2026-11-03T12:00:00Z')
    const limited = {
      ...COFFEES,
      stampLimit: { stamps: 4, per: 'day' as const },
      when: { from: '2026-11-01T00:00:00-03:00', until: '2026-12-01T00:00:00-03:00' },
    }
    const shop = await story.open(program({}, limited))
    await buys(shop, 'a', 3)
    await buys(shop, 'b', 3)
    expect(await cardOf(shop), 'four a day').toMatchObject({ stamps: 4 })
    await buys(shop, 'b', 3, { OrderPlacementDate: '2026-11-02T12:00:00Z' })
    expect(await cardOf(shop), 'moved with what it had').toMatchObject({ stamps: 4 })
    await shop.cancelled('a')
    expect(await cardOf(shop)).toMatchObject({ stamps: 1 })
    const [moved] = await story.query(
      `select day::text, expires_at::text from stamp_record where tenant_id = $1 and type = 0 and stamps = 1`,
      [shop.tenantId],
    )
    expect(moved).toEqual({ day: '2026-11-02', expires_at: expect.stringContaining('2026-12-04 03:00:00') })
  })

  it('prize points bring no customer closer to a tier (check 37)', async () => {
    const tiers = [
      { name: 'Base', order: 1, isBase: true },
      { name: 'Gold', order: 2, goals: [points(150)] },
    ]
    const shop = await story.open(program({}, { ...COFFEES, stamps: 2, points: '1000' }), { tiers })
    await buys(shop, 'a', 2)
    expect(await cardOf(shop)).toMatchObject({ prizes: 1, points: 1_000 })
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier?.Name).toBe('Base')
  })

  it('a customer who is erased has no stamps any more, and returns change nothing (check 30)', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 13)
    await erasedCustomer(shop, 'ana')
    await shop.cancelled('a')
    const left = await story.query(
      `select balance::float, state, completed from stamp_card where tenant_id = $1`,
      [shop.tenantId],
    )
    expect(left).toEqual([{ balance: 0, state: { l: [] }, completed: 1 }])
  })

  it('two customers who are one have one card: their stamps together, what one owed paid by the other', async () => {
    const shop = await story.open(program({}, COFFEES))
    await buys(shop, 'a', 14)
    await shop.completed('of-bob', 'bob', 8 * 13, { Products: [line(8 * 13, 13)] })
    await mergedCustomer(shop, 'bob', 'ana')
    expect(await cardOf(shop)).toEqual({ stamps: 7, prizes: 2, points: 200 })
    await shop.cancelled('of-bob')
    expect(await cardOf(shop), 'as if there had always been one').toEqual({
      stamps: 4,
      prizes: 1,
      points: 100,
    })
    await buys(shop, 'c', 6)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 2, points: 200 })
  })

  it('a card on which all stamps have ended is not begun: the other one decides what fills it', async () => {
    const coffees = { ...COFFEES, stampsGoodDays: 5 }
    const shop = await story.open(program({}, coffees))
    story.on('2026-03-01T15:00:00Z')
    await buys(shop, 'a', 3)
    story.on('2026-03-21T15:00:00Z')
    await shop.publish(program({}, { ...coffees, stamps: 4 }))
    await shop.completed('of-bob', 'bob', 16, { Products: [line(16, 2)] })
    await mergedCustomer(shop, 'bob', 'ana')
    await buys(shop, 'b', 2)
    expect(await cardOf(shop)).toEqual({ stamps: 0, prizes: 1, points: 100 })
  })

  it('an order that is a spend card, capped and in part left out, and comes back in part (check 31)', async () => {
    const shop = await story.open(
      program(
        {},
        { id: 2, kind: 'exclude', of: 'brand', ids: ['gifts'] },
        { id: 3, kind: 'cap', points: '100', per: 'day' },
        { ...SPENT, perAmount: '50', stamps: 4, once: false },
      ),
    )
    // R$ 300, of which a gift card of R$ 60 does not count: 240 of 200 fill one card, 40 stay.
    const giftCard = { OriginalId: 'gift', ProductPrice: 60, ProductBrand: { OriginalId: 'gifts' } }
    await shop.completed('a', 'ana', 300, { Products: [line(240), giftCard] })
    expect(await cardOf(shop)).toEqual({ stamps: 40, prizes: 1, points: 100 })
    expect((await shop.getOrder('a')).PointsGranted, 'the cap').toBe(100)
    // R$ 100 of the coffee comes back: 140 are left, which fill none.
    await shop.returned('a', 100, { Products: [{ OriginalId: 'coffee', ValueToRefund: 100 }] })
    expect(await cardOf(shop)).toEqual({ stamps: 140, prizes: 0, points: 0 })
    expect((await shop.getOrder('a')).PointsGranted).toBe(100)
    // The gift card comes back: nothing changes.
    await shop.returned('a', 60, { Products: [{ OriginalId: 'gift', ValueToRefund: 60 }] })
    expect(await cardOf(shop)).toEqual({ stamps: 140, prizes: 0, points: 0 })
  })

  it('stamps of more than 500 orders are joined, fill a card and come back', async () => {
    const shop = await story.open(program({}, { ...SPENT, perAmount: '110', stamps: 10, once: false }))
    const ids = Array.from({ length: 530 }, (_, index) => `o-${index}`)
    for (let first = 0; first < ids.length; first += 100) {
      await Promise.all(ids.slice(first, first + 100).map((id) => shop.completed(id, 'ana', 2)))
    }
    expect(await cardOf(shop)).toEqual({ stamps: 1_060, prizes: 0, points: 0 })
    await spends(shop, 'big', 50)
    expect(await cardOf(shop)).toEqual({ stamps: 10, prizes: 1, points: 100 })
    await shop.cancelled('big')
    expect(await cardOf(shop)).toEqual({ stamps: 1_060, prizes: 0, points: 0 })
  })
})
