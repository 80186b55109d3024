import { describe, expect, it } from 'vitest'
import { refusedPage } from '../support/answers.ts'
import { DAY_MS, iso, program } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program())
const NOW = iso(START)

describe('the answer', () => {
  it('has every member: an order that earned', async () => {
    const shop = await test.open(
      program({ validityDays: 30 }, { id: 2, kind: 'firstPurchase', points: '20' }),
      {
        locale: 'en',
      },
    )
    await shop.completed('5531', 'ana', 100)
    const { sequence, answer } = await shop.send('GET', '/v1/pvt/Customer/ana/history?PageSize=1')
    expect(sequence).toBe(1)
    expect(answer).toEqual({
      Items: [
        {
          Id: expect.any(Number),
          Date: NOW,
          Title: 'Order 5531',
          Points: 120,
          PointType: 0,
          IsCanceled: false,
          CouponCode: null,
          CouponRefunded: false,
          CouponIsUsed: false,
          CouponIsAvailable: false,
          CashbackDescription: 'R$12.00',
          CashbackValue: 12,
          IsTierHistory: false,
          TierUpdate: 0,
          TierName: null,
          Metadatas: [],
          OrderId: '5531',
          AvailableDate: NOW,
          ExpirationDate: '2026-02-15T02:59:59.000Z',
          RemainingPoints: 120,
          RemainingCashback: 12,
          Origins: [],
          Explanation: {
            ProgramVersion: 1,
            Lines: [
              {
                Kind: 'purchase',
                RuleId: 1,
                Name: null,
                Amount: 100,
                Count: null,
                ReferenceId: null,
                Points: 100,
                Text: '+100 for R$\u00a0100.00 at 1 point per R$\u00a01.00',
              },
              {
                Kind: 'firstPurchase',
                RuleId: 2,
                Name: null,
                Amount: null,
                Count: null,
                ReferenceId: null,
                Points: 20,
                Text: '+20 for the first purchase',
              },
            ],
            NoneReason: null,
          },
        },
      ],
      TotalItemCount: 1,
      PageSize: 1,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
  })

  it('a redemption: its coupon, where its points came from, its metadata', async () => {
    const shop = await test.open(program(), { locale: 'en' })
    await shop.completed('o1', 'ana', 100)
    const reward = await shop.makeReward({ points: 300_000n, title: 'Mug' })
    const { couponCode } = await shop.redeemed(reward, 'ana', {
      OriginalKey: 'cart-1',
      Metadatas: [{ Name: 'channel', Value: 'app' }],
    })
    const [redeemed, earned] = await shop.history('ana')
    expect(redeemed).toMatchObject({
      Title: 'Mug',
      Points: -30,
      PointType: 6,
      IsCanceled: false,
      CouponCode: couponCode,
      CouponRefunded: false,
      CouponIsUsed: false,
      CouponIsAvailable: true,
      CashbackValue: -3,
      Metadatas: [{ Name: 'channel', Value: 'app' }],
      AvailableDate: null,
      ExpirationDate: null,
      RemainingPoints: null,
      RemainingCashback: null,
      Origins: [{ PointId: earned?.Id, UsedPoints: 30, UsedCashback: 3 }],
      Explanation: { Lines: [{ Kind: 'reward', ReferenceId: String(reward), Points: -30 }] },
    })
    expect(earned).toMatchObject({ Points: 100, RemainingPoints: 70, RemainingCashback: 7 })
    await shop.completed('o2', 'ana', 10, { Coupon: couponCode })
    expect((await shop.history('ana')).find(({ PointType }) => PointType === 6)).toMatchObject({
      CouponIsUsed: true,
      CouponIsAvailable: false,
    })
  })

  it('a redemption that was returned, and its return', async () => {
    const shop = await test.open(program(), { locale: 'en' })
    await shop.completed('o1', 'ana', 100)
    const { originalKey } = await shop.redeemed(
      await shop.makeReward({ points: 300_000n, title: 'Mug' }),
      'ana',
    )
    await shop.returnReward(originalKey)
    const [returned, redeemed] = await shop.history('ana')
    expect(returned).toMatchObject({ Title: 'Returned: Mug', Points: 30, PointType: 7, CouponRefunded: true })
    expect(redeemed).toMatchObject({ IsCanceled: true, CouponRefunded: true, CouponIsAvailable: false })
  })

  it('an order that was cancelled, and what was taken back', async () => {
    const shop = await test.open(program(), { locale: 'pt-BR' })
    await shop.completed('o1', 'ana', 100)
    await shop.cancelled('o1')
    expect(await shop.history('ana')).toMatchObject([
      { Title: 'Pedido o1 cancelado', Points: -100, PointType: 9, IsCanceled: false, OrderId: 'o1' },
      { Title: 'Pedido o1', Points: 100, PointType: 0, IsCanceled: true, RemainingPoints: 0 },
    ])
  })

  it('points that wait are listed and in no balance, and so is what was taken back of them', async () => {
    const shop = await test.open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o1', 'ana', 60)
    expect(await shop.history('ana')).toMatchObject([
      { Points: -40, PointType: 11, AvailableDate: null },
      { Points: 100, PointType: 0, AvailableDate: '2026-01-20T03:00:00.000Z', RemainingPoints: 60 },
    ])
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 0, PointHistory: [] })
  })

  it('a move to another tier is a row of its own', async () => {
    const shop = await test.open(program(), { locale: 'es' })
    await giveTiers(test.api, shop)
    await shop.completed('o1', 'ana', 600)
    const items = await shop.history('ana')
    expect(items).toHaveLength(2)
    expect(items.find(({ IsTierHistory }) => IsTierHistory)).toMatchObject({
      Title: 'Nivel Silver',
      Points: 0,
      PointType: null,
      TierUpdate: 1,
      TierName: 'Silver',
      Explanation: null,
    })
    await shop.cancelled('o1')
    expect((await shop.history('ana')).filter(({ IsTierHistory }) => IsTierHistory)).toMatchObject([
      { TierUpdate: 2, TierName: 'Bronze' },
      { TierUpdate: 1, TierName: 'Silver' },
    ])
    expect(await shop.history('ana', '&PointType=0')).toMatchObject([{ PointType: 0 }])
  })

  it('an order whose change leaves it below the minimum says so', async () => {
    const shop = await test.open(program({ minimumOrder: '50' }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o1', 'ana', 20)
    expect(await shop.history('ana')).toMatchObject([
      { Points: -100, PointType: 11, Explanation: { NoneReason: 'belowMinimum' } },
      { Points: 100, Explanation: { NoneReason: null } },
    ])
  })

  it('the lines of every record add up to its points', async () => {
    const shop = await test.open(program({ validityDays: 30 }, { id: 2, kind: 'signup', points: '7' }))
    await shop.completed('o1', 'ana', 123.45)
    await shop.changedCashback('ana', 2.5)
    await shop.redeemed(await shop.makeReward({ points: 1_000_000n }), 'ana')
    await shop.completed('o1', 'ana', 50)
    await shop.cancelled('o1')
    test.api.now = START + 40 * DAY_MS
    const items = await shop.history('ana')
    expect(items.length).toBeGreaterThan(5)
    for (const { Points, Explanation } of items) {
      expect(Explanation?.Lines.reduce((sum, line) => sum + line.Points, 0)).toBeCloseTo(Points, 4)
    }
  })
})

describe('settles first', () => {
  it('what has expired is there', async () => {
    const shop = await test.open(program({ validityDays: 10 }), { locale: 'en' })
    await shop.completed('o1', 'ana', 100)
    test.api.now = START + 11 * DAY_MS
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/history')
    expect(answer).toMatchObject({
      TotalItemCount: 2,
      Items: [{ Title: 'Expired points', Points: -100, PointType: 8, OrderId: 'o1' }, { Points: 100 }],
    })
    expect(sequence).toBe(2)
  })
})

describe('pages', () => {
  it('newest first, each row once', async () => {
    const shop = await test.open()
    for (let index = 1; index <= 5; index += 1) await shop.completed(`o${index}`, 'ana', index)
    const pages = await Promise.all(
      [1, 2, 3, 4].map((number) => shop.getHistory('ana', `?PageSize=2&PageNumber=${number}`)),
    )
    expect(pages.map(({ Items }) => Items?.map(({ OrderId }) => OrderId))).toEqual([
      ['o5', 'o4'],
      ['o3', 'o2'],
      ['o1'],
      [],
    ])
    expect(pages.map(({ HasNextPage }) => HasNextPage)).toEqual([true, true, false, false])
    expect(pages.map(({ TotalItemCount }) => TotalItemCount)).toEqual([5, 5, 5, 5])
  })

  it('of a time and of a type', async () => {
    const shop = await test.open()
    await shop.completed('o1', 'ana', 1)
    test.api.now = START + DAY_MS
    await shop.completed('o2', 'ana', 2)
    await shop.changedCashback('ana', 1)
    test.api.now = START + 2 * DAY_MS
    await shop.completed('o3', 'ana', 3)
    const ordersOf = async (query: string) => (await shop.history('ana', query)).map(({ OrderId }) => OrderId)
    expect(await ordersOf(`&From=${iso(START + DAY_MS)}`)).toEqual(['o3', null, 'o2'])
    expect(await ordersOf(`&Until=${iso(START + DAY_MS)}`)).toEqual([null, 'o2', 'o1'])
    expect(await ordersOf(`&From=${iso(START + 1)}&Until=${iso(START + DAY_MS)}&PointType=0`)).toEqual(['o2'])
    // Without an offset the merchant's time zone is meant.
    expect(await ordersOf('&From=2026-01-16T09:00:01')).toEqual(['o3'])
    expect(await ordersOf('&PointType=5')).toEqual([null])
    expect(await ordersOf('&From=&Until=null&PointType=')).toHaveLength(4)
  })
})

describe('POST answers the same', () => {
  const url = '/v1/pvt/Customer/ana/history'

  it('with a body, with a query, with neither', async () => {
    const shop = await test.open()
    for (let index = 1; index <= 3; index += 1) await shop.completed(`o${index}`, 'ana', index)
    const asked = await shop.getHistory('ana', '?PageSize=1&PageNumber=2&PointType=0')
    const body = { PageSize: 1, PageNumber: 2, PointType: 0, From: null }
    expect(await shop.sendText('POST', url, JSON.stringify(body))).toEqual(asked)
    expect(await shop.sendText('POST', `${url}?PageSize=1&PageNumber=2&PointType=0`)).toEqual(asked)
    expect(await shop.sendText('POST', url)).toEqual(await shop.getHistory('ana'))
    expect(await shop.send('POST', url, '{}')).toMatchObject({ sequence: 3 })
  })

  it.each([
    [{ PageSize: 51 }, 45, 'PageSize'],
    [{ PageSize: 1.5 }, 45, 'PageSize'],
    [{ PageNumber: 0 }, 9, 'PageNumber'],
    [{ From: iso(START + 1), Until: NOW }, 0, 'From'],
    [{ PageSize: 'many' }, 7, 'PageSize'],
    [{ From: 5 }, 7, 'From'],
  ])('%j is %i', async (body, code, says) => {
    expect(await test.shop.sendText('POST', url, JSON.stringify(body))).toEqual(refusedPage({ code, says }))
  })

  it('a body that is no object is a bad request', async () => {
    const response = await test.api.send({ method: 'POST', url, payload: '[]', headers: JSON_BODY })
    expect(response.statusCode).toBe(400)
  })
})

const JSON_BODY = { 'content-type': 'application/json' }

describe('refusals', () => {
  it.each([
    ['?PageSize=0', 45, 'PageSize'],
    ['?PageSize=51', 45, 'PageSize'],
    ['?PageSize=x', 45, 'PageSize'],
    ['?PageNumber=0', 9, 'PageNumber'],
    ['?PageNumber=-1', 9, 'PageNumber'],
    ['?PageSize=50&PageNumber=201', 10, 'PageNumber'],
    [`?From=${iso(START + 1)}&Until=${NOW}`, 0, 'From'],
    ['?From=yesterday', 8, 'From'],
    ['?Until=2026-02-30', 8, 'Until'],
    ['?From=2026-01-01&From=2026-01-02', 8, 'From'],
    ['?PointType=purchase', 7, 'PointType'],
    ['?PointType=-1', 10, 'PointType'],
    ['?PointType=14', 10, 'PointType'],
  ])('%s is %i', async (query, code, says) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.getHistory('ana', query)).toEqual(refusedPage({ code, says }))
  })

  it('the deepest page that is allowed', async () => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.getHistory('ana', '?PageSize=50&PageNumber=200')).toMatchObject({
      HasError: false,
      Items: [],
    })
  })

  it.each(['nobody', 'ANA', 'x'.repeat(4_000)])('an unknown customer is 59: %s', async (id) => {
    expect(await test.shop.getHistory(id)).toEqual(refusedPage({ code: 59, says: 'customer' }))
  })

  it('a character that cannot be stored is 59', async () => {
    expect(await test.shop.sendText('GET', '/v1/pvt/Customer/%00/history')).toEqual(
      refusedPage({ code: 59, says: 'customer' }),
    )
  })

  it('another tenant’s customer is 59', async () => {
    const other = await test.open()
    await other.completed('o1', 'only-there', 100)
    expect(await test.shop.getHistory('only-there')).toEqual(refusedPage({ code: 59, says: 'customer' }))
    expect(await other.history('only-there')).toHaveLength(1)
  })
})
