import { describe, expect, it } from 'vitest'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const NOW = iso(START)
const NOTHING = { TotalPendingPoints: 0, TotalPendingCashback: 0, PendingOrders: [] }

/** An order that is not complete yet. */
function pending(shop: Shop, id: string, total: number, more: Body = {}) {
  return shop.placed({
    OriginalId: id,
    OrderPlacementDate: NOW,
    OrderTotal: total,
    Customer: { OriginalId: 'ana' },
    ...more,
  })
}

describe('the answer', () => {
  it('has every member, and no envelope', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    await pending(shop, 'o2', 40)
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/pendingpoints')
    expect(sequence).toBe(0)
    expect(answer).toEqual({
      TotalPendingPoints: 140,
      TotalPendingCashback: 14,
      PendingOrders: [
        {
          OrderDate: NOW,
          OrderValue: 100,
          PendingPoints: 100,
          PendingCashback: 10,
          OrderId: 'o1',
          AvailableDate: '2026-01-20T03:00:00.000Z',
          IsEstimate: false,
        },
        {
          OrderDate: NOW,
          OrderValue: 40,
          PendingPoints: 40,
          PendingCashback: 4,
          OrderId: 'o2',
          AvailableDate: null,
          IsEstimate: true,
        },
      ],
    })
  })

  it('has no cashback while that is off', async () => {
    const shop = await test.open({
      ...program({ waitingDays: 5 }),
      cashback: { isOn: false, pointValue: '0' },
    })
    await shop.completed('o1', 'ana', 100)
    await pending(shop, 'o2', 40)
    expect(await shop.getPending('ana')).toMatchObject({
      TotalPendingPoints: 140,
      TotalPendingCashback: null,
      PendingOrders: [{ PendingCashback: null }, { PendingCashback: null }],
    })
  })

  it('is empty where nothing waits', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 100)
    expect(await shop.getPending('ana')).toEqual(NOTHING)
  })

  it('points that wait for no order', async () => {
    const shop = await test.open(program({}, { id: 2, kind: 'signup', points: '30', waitingDays: 3 }))
    await shop.completed('o1', 'ana', 100)
    expect(await shop.getPending('ana')).toMatchObject({
      TotalPendingPoints: 30,
      PendingOrders: [
        { OrderDate: NOW, OrderValue: null, OrderId: null, PendingPoints: 30, IsEstimate: false },
      ],
    })
  })

  it('is empty again from the day on which they open', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 5 * DAY_MS
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/pendingpoints')
    expect({ answer, sequence }).toEqual({ answer: NOTHING, sequence: 1 })
  })

  it('shows what is left of points of which some were taken back', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o1', 'ana', 60)
    expect(await shop.getPending('ana')).toMatchObject({
      TotalPendingPoints: 60,
      PendingOrders: [{ OrderValue: 60, PendingPoints: 60 }],
    })
  })
})

describe('an estimate is what the order then earns', () => {
  it('with bonuses, a tier and the first purchase', async () => {
    const shop = await test.open(
      program(
        {},
        { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' },
        { id: 3, kind: 'category', ids: ['cups'], points: '5' },
        { id: 4, kind: 'branch', ids: ['centro'], points: '3' },
        { id: 5, kind: 'firstPurchase', points: '11' },
      ),
    )
    await giveTiers(test.api, shop)
    await shop.savedProduct('mug', {
      ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
      ProductCategory: { OriginalId: 'cups', Name: 'Cups' },
    })
    const content = {
      Products: [{ OriginalId: 'mug', Title: 'Mug', ProductPrice: 30 }],
      Branch: { OriginalId: 'centro', Name: 'Centro' },
    }
    await pending(shop, 'o1', 70, content)
    const { PendingOrders } = await shop.getPending('ana')
    expect(PendingOrders).toMatchObject([{ PendingPoints: 70 + 30 + 5 + 3 + 11, IsEstimate: true }])
    await shop.completed('o1', 'ana', 70, content)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: PendingOrders[0]?.PendingPoints })
    expect(await shop.getPending('ana')).toEqual(NOTHING)
  })

  it('of several only the oldest is the first purchase', async () => {
    const shop = await test.open(program({}, { id: 2, kind: 'firstPurchase', points: '11' }))
    await pending(shop, 'o1', 10)
    await pending(shop, 'o2', 20)
    expect((await shop.getPending('ana')).PendingOrders.map((one) => one.PendingPoints)).toEqual([20, 21])
    await shop.completed('o3', 'ana', 5)
    expect((await shop.getPending('ana')).PendingOrders.map((one) => one.PendingPoints)).toEqual([20, 10])
  })

  it('nothing for one who is not enrolled, and nothing without a rule', async () => {
    const shop = await test.open(program())
    await pending(shop, 'o1', 40, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    expect(await shop.getPending('ana')).toMatchObject({
      TotalPendingPoints: 0,
      PendingOrders: [{ PendingPoints: 0 }],
    })
    const none = await test.open(null)
    await pending(none, 'o1', 40)
    expect(await none.getPending('ana')).toMatchObject({ TotalPendingPoints: 0 })
  })

  it('the 50 newest', async () => {
    const shop = await test.open()
    for (let index = 1; index <= 52; index += 1) await pending(shop, `o${index}`, 1)
    const { PendingOrders, TotalPendingPoints } = await shop.getPending('ana')
    expect({ count: PendingOrders.length, first: PendingOrders[0]?.OrderId, TotalPendingPoints }).toEqual({
      count: 50,
      first: 'o52',
      TotalPendingPoints: 50,
    })
  })
})

describe('zeros for an unknown customer', () => {
  it.each(['nobody', 'ANA', 'x'.repeat(4_000)])('%s', async (id) => {
    expect(await test.shop.getPending(id)).toEqual(NOTHING)
  })

  it('with a character that cannot be stored', async () => {
    expect(await test.shop.sendText('GET', '/v1/pvt/Customer/%00/pendingpoints')).toEqual(NOTHING)
  })

  it('another tenant’s', async () => {
    const other = await test.open(program({ waitingDays: 5 }))
    await other.completed('o1', 'only-there', 100)
    expect(await test.shop.getPending('only-there')).toEqual(NOTHING)
    expect(await other.getPending('only-there')).toMatchObject({ TotalPendingPoints: 100 })
  })
})
