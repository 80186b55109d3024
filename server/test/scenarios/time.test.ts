import { describe, expect, it } from 'vitest'
import { type Body, DAY_MS, iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

/** Moves the clock. */
function at(text: string): void {
  shops.api.now = Date.parse(text)
}

const day = (days: number): string => iso(START + days * DAY_MS)
/** The start of that day in São Paulo: START is noon in UTC, nine o'clock there. */
const midnight = (days: number): string => iso(START + days * DAY_MS - 9 * HOUR_MS)
const HOUR_MS = 3_600_000

describe('points that wait', () => {
  it('are in no balance and no event until their moment, and then in both', async () => {
    const shop = await shops.open(program({ waitingDays: 7 }))
    expect((await shop.completed('o1', 'ana', 100)).Customer).toMatchObject({
      PointsBalance: 0,
      Cashback: 0,
    })
    expect(await shop.events('ana')).toEqual([])
    expect(await shop.records('ana')).toMatchObject([
      { points: 100, isWaiting: true, availableAt: midnight(7), left: 100 },
    ])

    at('2026-01-22T02:59:59.999Z')
    expect((await shop.completed('o2', 'ana', 1)).Customer.PointsBalance).toBe(0)
    at('2026-01-22T03:00:00Z')
    expect((await shop.completed('o3', 'ana', 1)).Customer).toMatchObject({
      PointsBalance: 100,
      Cashback: 10,
    })
    expect(await shop.events('ana')).toEqual([
      { sequence: 1, topic: 'Point_Add', points: 100, cashback: 10, balance: [100, 10], at: midnight(7) },
    ])
    expect((await shop.records('ana'))[0]).toMatchObject({ isWaiting: false, left: 100 })
  })

  it('open at the moment they were due, whenever they are looked at', async () => {
    const shop = await shops.open(program({ waitingDays: 7 }))
    await shop.completed('o1', 'ana', 100)
    shops.api.now = START + 2 * DAY_MS
    await shop.completed('o2', 'ana', 20)
    shops.api.now = START + 30 * DAY_MS
    expect((await shop.changedCashback('ana', -1)).PointsBalance).toBe(110)
    expect((await shop.events('ana')).map(({ points, at: moment }) => [points, moment])).toEqual([
      [100, midnight(7)],
      [20, midnight(9)],
      [-10, day(30)],
    ])
  })

  it.each([
    ['long enough ago are open at once', -8, 0, 100],
    ['exactly so long ago are open at once', -7, 0, 100],
    ['some days ago wait for the rest', -3, 4, 0],
  ])('of an order that was completed %s', async (_case, completedDay, opensOnDay, balance) => {
    const shop = await shops.open(program({ waitingDays: 7 }))
    const completed = { OrderPlacementDate: day(-9), OrderCompletedDate: day(completedDay) }
    expect((await shop.completed('o1', 'ana', 100, completed)).Customer.PointsBalance).toBe(balance)
    shops.api.now = START + opensOnDay * DAY_MS
    expect((await shop.completed('o2', 'bia', 1)).Customer.PointsBalance).toBe(0)
    expect((await shop.completed('o3', 'ana', 1)).Customer.PointsBalance).toBe(100)
  })

  it('of an order whose date of completion is a day ahead count from the day on which we hear of it', async () => {
    const shop = await shops.open(program({ validityDays: 10 }))
    const ahead = { OrderCompletedDate: day(1) }
    const order = await shop.completed('o1', 'ana', 100, ahead)
    expect(order).toMatchObject({ State: 2, OrderCompletedDate: day(1), Customer: { PointsBalance: 100 } })
    // What it earns more, when that day has come, ends with the rest.
    shops.api.now = START + 2 * DAY_MS
    await shop.completed('o1', 'ana', 130, { ...ahead, OrderPlacementDate: day(0) })
    expect((await shop.records('ana')).map(({ points, expiresAt }) => [points, expiresAt])).toEqual([
      [100, midnight(11)],
      [30, midnight(11)],
    ])
  })

  it('of one day open and expire together, whatever the clocks do in between', async () => {
    // In New York the clocks go forward on 8 March 2026.
    const shop = await shops.open(program({ waitingDays: 3, validityDays: 10 }), {
      timeZone: 'America/New_York',
    })
    for (const [id, moment] of [
      ['morning', '2026-03-06T05:00:00Z'],
      ['night', '2026-03-07T04:59:59Z'],
    ] as const) {
      at(moment)
      await shop.completed(id, 'ana', 100)
    }
    const dates = (await shop.records('ana')).map(({ availableAt, expiresAt }) => [availableAt, expiresAt])
    const together = ['2026-03-09T04:00:00.000Z', '2026-03-20T04:00:00.000Z']
    expect(dates).toEqual([together, together])
  })

  it('are settled by whatever meets the account first', async () => {
    const settlers: Record<string, (shop: Awaited<ReturnType<typeof shops.open>>) => Promise<unknown>> = {
      'an order that changes nothing': (shop) => shop.completed('o1', 'ana', 100, { UpdatedDate: day(-1) }),
      'a refused order': (shop) => shop.placeOrder(refusedOrder),
      'a refused change': (shop) =>
        shop.changeCashback('ana', { Value: 999, OperationType: 1, Reason: 'r', ChangeKey: 'k' }),
      'a cancellation of another order': (shop) => shop.cancelled('gone'),
    }
    const refusedOrder: Body = {
      OriginalId: 'gone',
      OrderPlacementDate: day(0),
      OrderTotal: 5,
      Customer: { OriginalId: 'ana' },
    }
    for (const settleWith of Object.values(settlers)) {
      shops.api.now = START
      const shop = await shops.open(program({ waitingDays: 7 }))
      await shop.completed('o1', 'ana', 100)
      await shop.completed('gone', 'ana', 0)
      await shop.cancelled('gone')
      shops.api.now = START + 8 * DAY_MS
      await settleWith(shop)
      expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10'])
    }
  })
})

describe('points expire', () => {
  it.each([
    ['America/Sao_Paulo', '2026-01-15T12:00:00Z', '2026-02-15T03:00:00.000Z'],
    // The evening of the 15th there, though the 16th in UTC.
    ['America/Sao_Paulo', '2026-01-16T02:59:59Z', '2026-02-15T03:00:00.000Z'],
    ['America/Sao_Paulo', '2026-01-16T03:00:00Z', '2026-02-16T03:00:00.000Z'],
    ['Asia/Tokyo', '2026-01-15T14:59:59Z', '2026-02-14T15:00:00.000Z'],
    ['Asia/Tokyo', '2026-01-15T15:00:00Z', '2026-02-15T15:00:00.000Z'],
    ['UTC', '2026-01-15T12:00:00Z', '2026-02-15T00:00:00.000Z'],
    // The clocks change in between, and the day ends when the wall says so.
    ['America/New_York', '2026-02-10T12:00:00Z', '2026-03-13T04:00:00.000Z'],
    ['Europe/Berlin', '2026-10-01T12:00:00Z', '2026-10-31T23:00:00.000Z'],
  ])('in %s, earned at %s and good for 30 days, at %s', async (timeZone, earnedAt, expiresAt) => {
    const shop = await shops.open(program({ validityDays: 30 }), { timeZone })
    at(earnedAt)
    await shop.completed('o1', 'ana', 100)
    expect((await shop.records('ana'))[0]?.expiresAt).toBe(expiresAt)

    shops.api.now = Date.parse(expiresAt) - 1
    expect((await shop.completed('o2', 'ana', 0)).Customer).toMatchObject({
      PointsBalance: 100,
      Cashback: 10,
    })
    shops.api.now = Date.parse(expiresAt)
    expect((await shop.completed('o3', 'ana', 0)).Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
    expect((await shop.events('ana')).at(-1)).toEqual({
      sequence: 2,
      topic: 'Point_Removed',
      points: -100,
      cashback: -10,
      balance: [0, 0],
      at: expiresAt,
    })
  })

  it('on the day itself when they are good for 0 days', async () => {
    const shop = await shops.open(program({ validityDays: 0 }))
    await shop.completed('o1', 'ana', 100)
    at('2026-01-16T02:59:59.999Z')
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(100)
    at('2026-01-16T03:00:00Z')
    expect((await shop.completed('o3', 'ana', 0)).Customer.PointsBalance).toBe(0)
  })

  it('never without validity days', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    at('2126-01-01T00:00:00Z')
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(100)
  })

  it('counted from the moment they became available', async () => {
    const shop = await shops.open(program({ waitingDays: 10, validityDays: 30 }))
    await shop.completed('o1', 'ana', 100)
    expect((await shop.records('ana'))[0]).toMatchObject({
      availableAt: '2026-01-25T03:00:00.000Z',
      expiresAt: '2026-02-25T03:00:00.000Z',
    })
    // Nobody looked in between: they were available, and they are gone.
    at('2026-06-01T00:00:00Z')
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(0)
    expect((await shop.events('ana')).map(({ points, at: moment }) => [points, moment])).toEqual([
      [100, '2026-01-25T03:00:00.000Z'],
      [-100, '2026-02-25T03:00:00.000Z'],
    ])
  })

  it('at once for an order that was completed too long ago', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    const old = { OrderPlacementDate: day(-60), OrderCompletedDate: day(-60) }
    const order = await shop.completed('o1', 'ana', 100, old)
    expect(order).toMatchObject({ State: 2, Customer: { PointsBalance: 0, Cashback: 0 } })
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10', '-100 / -10 → 0 / 0'])
  })

  it('as far as they are left, each lot on its own day', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await shop.completed('o1', 'ana', 100)
    shops.api.now = START + 5 * DAY_MS
    await shop.completed('o2', 'ana', 50)
    const { PointsToExpire } = await shop.changedCashback('ana', -4)
    expect(PointsToExpire).toEqual([
      { Points: 60, When: '2026-02-15T02:59:59.000Z' },
      { Points: 50, When: '2026-02-20T02:59:59.000Z' },
    ])
    at('2026-02-16T00:00:00Z')
    expect((await shop.completed('o3', 'ana', 0)).Customer.PointsBalance).toBe(50)
    at('2026-02-21T00:00:00Z')
    expect((await shop.completed('o4', 'ana', 0)).Customer.PointsBalance).toBe(0)
    expect((await shop.records('ana')).map(({ type, points, order }) => [type, points, order])).toEqual([
      [0, 100, 'o1'],
      [0, 50, 'o2'],
      [5, -40, null],
      [8, -60, 'o1'],
      [8, -50, 'o2'],
    ])
  })
})
