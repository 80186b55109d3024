/** What happened last, and one search for everything: src/history/admin-api/activity-routes.ts, src/management/search. */
import { describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../src/contract/admin-api/operation.ts'
import type { listActivity } from '../../src/history/admin-api/activity-schema.ts'
import type { Found } from '../../src/management/search/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { allOf, MASKED, type PageOf } from '../support/seen.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)
type Activity = AnswerOf<typeof listActivity>['items'][number]

async function open(published = program({ waitingDays: 2 })): Promise<{ shop: Shop; manager: Manager }> {
  const shop = await test.open(published)
  return { shop, manager: admin.manager(shop.key) }
}

describe('activity', () => {
  it('has every change of a balance, newest first, with whose it is and the balance after it', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    expect(await allOf(manager, '/activity')).toEqual([])
    test.api.now += 3 * DAY_MS
    await shop.changedPoints('ana', 7)
    await shop.redeemed(await shop.makeReward(), 'ana')
    await shop.completed('9', 'bia', 20)
    await shop.changedPoints('bia', 1)
    const items = await allOf<Activity>(manager, '/activity', { limit: 1 })
    expect(
      items.map(({ kind, points, customer, balanceAfter }) => [
        kind,
        points,
        customer.originalId,
        balanceAfter.points,
      ]),
    ).toEqual([
      ['adjusted', '1', 'bia', '1'],
      ['redeemed', '-100', 'ana', '107'],
      ['adjusted', '7', 'ana', '207'],
      ['opened', '200', 'ana', '200'],
    ])
    expect(items[3]).toEqual({
      id: expect.stringMatching(/^\d+-\d+$/),
      at: expect.any(String),
      kind: 'opened',
      title: 'Order 1',
      customer: expect.objectContaining({ originalId: 'ana' }),
      points: '200',
      cashback: '20',
      balanceAfter: { points: '200', cashback: '20' },
      recordId: expect.any(Number),
      order: { id: expect.any(Number), originalId: '1' },
    })
  })

  it('shows nothing twice and misses nothing while changes are made', async () => {
    const { shop, manager } = await open(program())
    for (let index = 0; index < 9; index += 1) await shop.completed(`o-${index}`, 'ana', 10)
    let added = 0
    const seen = await allOf<Activity>(manager, '/activity', {
      limit: 2,
      between: async () => {
        added += 1
        await shop.completed(`later-${added}`, 'ana', 10)
      },
    })
    expect(seen.map(({ order }) => order?.originalId)).toEqual(
      Array.from({ length: 9 }, (_, index) => `o-${8 - index}`),
    )
    expect(added).toBe(4)
  })

  it('is a merchant’s own, and masks customers', async () => {
    const { shop, manager } = await open(program())
    await shop.completed('1', 'x', 10, { Customer: { OriginalId: 'ana', Name: 'Ana', Email: 'ana@x.com' } })
    const other = await open()
    expect(await allOf(other.manager, '/activity')).toEqual([])
    const { body } = await manager.get<PageOf<Activity>>('/activity', MASKED)
    expect(body.items[0]?.customer).toMatchObject({ name: 'A•••', email: 'a•••@x.com' })
    for (const keys of [
      ['x', 1],
      ['1', 1.5],
      ['99999999999999999999', 1],
      [1, 1],
    ]) {
      const cursor = Buffer.from(JSON.stringify(['', ...keys])).toString('base64url')
      expect([keys, (await manager.get(`/activity?cursor=${cursor}`)).status]).toEqual([keys, 422])
    }
  })
})

describe('the search', () => {
  const find = async (manager: Manager, q: string, options = {}): Promise<Found> =>
    (await manager.get<Found>(`/search?q=${encodeURIComponent(q)}`, options)).body

  const NOTHING: Found = {
    customers: [],
    orders: [],
    redemptions: [],
    coupons: [],
    rewards: [],
    tiers: [],
    quizzes: [],
    rules: [],
  }

  it('finds customers, an order, a redemption, a coupon, rewards, tiers and rules', async () => {
    const { shop, manager } = await open(
      program({ name: 'One point' }, { id: 2, kind: 'signup', name: 'Welcome', points: '5' }),
    )
    await giveTiers(test.api, shop)
    await shop.completed('1041', 'x', 500, { Customer: { OriginalId: 'ana', Name: 'Ana Lima' } })
    const mug = await shop.makeReward({ title: 'Café mug', key: 'mug' })
    const { couponCode, externalCode } = await shop.redeemed(mug, 'ana', { OriginalKey: 'kept-1' })
    const ana = expect.objectContaining({ originalId: 'ana', name: 'Ana Lima' })
    expect(await find(manager, 'lima')).toEqual({ ...NOTHING, customers: [ana] })
    expect(await find(manager, '1041')).toEqual({
      ...NOTHING,
      orders: [
        {
          id: expect.any(Number),
          originalId: '1041',
          total: '500',
          placedAt: iso(test.api.now),
          customer: ana,
        },
      ],
    })
    const redeemed = { id: expect.any(Number), key: 'kept-1', title: 'Café mug', customer: ana }
    expect(await find(manager, 'kept-1')).toEqual({ ...NOTHING, redemptions: [redeemed] })
    expect(await find(manager, externalCode)).toEqual({ ...NOTHING, redemptions: [redeemed] })
    expect(await find(manager, couponCode.toLowerCase())).toEqual({
      ...NOTHING,
      coupons: [{ code: couponCode, customer: ana }],
    })
    expect(await find(manager, 'cafe')).toMatchObject({
      rewards: [{ id: mug, key: 'mug', title: 'Café mug' }],
    })
    expect(await find(manager, 'GOLD')).toMatchObject({ tiers: [{ name: 'Gold' }] })
    expect(await find(manager, 'welc')).toMatchObject({
      rules: [{ id: 2, name: 'Welcome', sentence: expect.stringContaining('5') }],
    })
    expect(await find(manager, 'nothing like this')).toEqual(NOTHING)
    const other = await open()
    for (const q of ['lima', '1041', 'kept-1', externalCode, couponCode, 'cafe']) {
      expect([q, await find(other.manager, q)]).toEqual([q, NOTHING])
    }
    const masked = await find(manager, couponCode, MASKED)
    expect(masked).toEqual(NOTHING)
    expect(await find(manager, externalCode, MASKED)).toEqual(NOTHING)
    expect((await find(manager, '1041', MASKED)).orders[0]?.customer.name).toBe('A••• L•••')
  })

  it('shows at most five of each', async () => {
    const { shop, manager } = await open(program())
    for (let index = 0; index < 7; index += 1) await shop.completed(`o-${index}`, `ana-${index}`, 10)
    expect((await find(manager, 'ana')).customers).toHaveLength(5)
  })

  it('asks for something to look for', async () => {
    const { manager } = await open()
    for (const query of ['', '?q=', '?q=%20', '?q=%00', `?q=${'x'.repeat(101)}`]) {
      expect([query, (await manager.get(`/search${query}`)).status]).toEqual([query, 422])
    }
  })
})
