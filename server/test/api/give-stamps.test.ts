import { describe, expect, it } from 'vitest'
import { createKey } from '../../src/tenancy/manage/tenants.ts'
import { refused, resultOf } from '../support/answers.ts'
import { COFFEE_CARD, coffees, SPEND_CARD } from '../support/coffee-card.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { basic, START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program({}, COFFEE_CARD, { ...COFFEE_CARD, id: 14, isActive: false }))

type RuleToPublish = Parameters<typeof program>[1]

async function shopWithAna(...rules: (RuleToPublish & object)[]): Promise<Shop> {
  const shop = await test.open(program({}, ...rules), { locale: 'en' })
  await shop.completed('o1', 'ana', 1)
  return shop
}

const give = async (shop: Shop, body: Body, cardId = 12) =>
  resultOf(await shop.giveStamps('ana', cardId, body))

describe('the answer', () => {
  it('has every member, both sequences, and the record says why', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampsGoodDays: 30 })
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Customer/ana/cards/12/stamps',
      headers: { authorization: shop.key.authorization },
      payload: { Key: 'receipt-1', Stamps: 2, Date: '2026-01-15T01:00:00Z' },
    })
    // The card began at noon: what is for a moment before it is refused.
    expect(response.json()).toMatchObject({ ErrorCode: 53 })
    test.api.now = START + 2 * DAY_MS
    const again = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Customer/ana/cards/12/stamps',
      headers: { authorization: shop.key.authorization },
      payload: { Key: 'receipt-1', Stamps: 2, Date: iso(START + DAY_MS) },
    })
    expect(again.json()).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: { IsNew: true, StampsGiven: 2, AmountGiven: null, Card: await shop.cardOf('ana', 12) },
      HasError: false,
    })
    expect(again.headers).toMatchObject({
      'punchcard-customer-sequence': '1',
      'punchcard-other-sequence': '1',
    })
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 2, LastStampDate: iso(START + 2 * DAY_MS) })
    expect(await shop.listStamps('ana', 12)).toMatchObject({
      Items: [
        {
          Day: '2026-01-16',
          Stamps: 2,
          StampType: 3,
          OrderId: null,
          Key: 'receipt-1',
          ExpirationDate: '2026-02-16T02:59:59.000Z',
          Text: '2 stamps given by the shop (“receipt-1”)',
        },
      ],
    })
  })

  it('is one stamp unless told, and of a card that counts money its amount', async () => {
    const shop = await shopWithAna(COFFEE_CARD, { ...SPEND_CARD, stamps: 3, perAmount: '100', once: false })
    expect(await give(shop, { Key: 'k' })).toMatchObject({ StampsGiven: 1, Card: { Stamps: 1 } })
    expect(await give(shop, { Key: 'k', Stamps: 2 }, 13)).toMatchObject({
      StampsGiven: 2,
      AmountGiven: 200,
      // The order of R$ 1 counts too.
      Card: { Stamps: 201, Amount: 201, GoalAmount: 300, StampAmount: 100 },
    })
    const again = { IsNew: false, StampsGiven: 0, AmountGiven: 0, Card: { Amount: 201 } }
    expect(await give(shop, { Key: 'k', Stamps: 2 }, 13)).toMatchObject(again)
  })

  it('fills a card, gives its prize at once, and goes on with the next one', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    expect(await give(shop, { Key: 'k', Stamps: 13 })).toMatchObject({
      Card: { Stamps: 3, CardNumber: 2, CompletedCount: 1 },
    })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 101 })
    expect(await shop.history('ana')).toMatchObject([{ PointType: 13, Points: 100 }, { PointType: 0 }])
  })

  it('adds to what orders gave, and what is owed is paid first', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampsGoodDays: 30 })
    await shop.completed('a', 'ana', 32, coffees(4))
    await give(shop, { Key: 'k', Stamps: 6 })
    test.api.now = START + 31 * DAY_MS
    await shop.cancelled('a')
    expect(await give(shop, { Key: 'l', Stamps: 3 })).toMatchObject({ Card: { Stamps: 0, StampsOwed: 1 } })
    expect(await give(shop, { Key: 'm', Stamps: 3 })).toMatchObject({ Card: { Stamps: 2, StampsOwed: 0 } })
  })

  it('stamps that had expired when they came are recorded, and expire at once', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampsGoodDays: 5 })
    test.api.now = START + 20 * DAY_MS
    expect(await give(shop, { Key: 'k', Stamps: 2, Date: iso(START + DAY_MS) })).toMatchObject({
      IsNew: true,
      StampsGiven: 2,
      Card: { Stamps: 0 },
    })
    expect((await shop.listStamps('ana', 12)).Items?.map(({ StampType }) => StampType)).toEqual([7, 3])
  })
})

describe('the same key', () => {
  it('gives once, also later and where the card is off by then', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    const sent = { Key: 'k', Stamps: 2, Date: iso(START) }
    await give(shop, sent)
    const before = await shop.everything()
    expect(await give(shop, sent)).toMatchObject({ IsNew: false, StampsGiven: 0, Card: { Stamps: 2 } })
    test.api.now = START + 60 * DAY_MS
    expect(await give(shop, sent)).toMatchObject({ IsNew: false, StampsGiven: 0 })
    await shop.publish(program({}, { ...COFFEE_CARD, isActive: false }))
    expect(await give(shop, sent)).toMatchObject({ IsNew: false, StampsGiven: 0, Card: { State: 4 } })
    expect(await shop.everything()).toEqual(before)
  })

  it('with other content is 66', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await give(shop, { Key: 'k', Stamps: 2 })
    for (const other of [{ Stamps: 3 }, {}, { Stamps: 2, Date: iso(START) }]) {
      expect(await shop.giveStamps('ana', 12, { Key: 'k', ...other })).toEqual(
        refused({ code: 66, says: 'Key k' }),
      )
    }
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 2 })
  })

  it('is another one for another card and another customer', async () => {
    const shop = await shopWithAna(COFFEE_CARD, { ...COFFEE_CARD, id: 15 })
    await shop.completed('o2', 'bia', 1)
    await give(shop, { Key: 'k' })
    expect(await give(shop, { Key: 'k' }, 15)).toMatchObject({ IsNew: true })
    expect(resultOf(await shop.giveStamps('bia', 12, { Key: 'k' }))).toMatchObject({ IsNew: true })
  })

  it('that was canceled stays used', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await give(shop, { Key: 'k', Stamps: 2 })
    resultOf(await shop.cancelStamps('ana', 12, 'k'))
    expect(await give(shop, { Key: 'k', Stamps: 2 })).toMatchObject({
      IsNew: false,
      StampsGiven: 0,
      Card: { Stamps: 0 },
    })
    expect(await shop.giveStamps('ana', 12, { Key: 'k' })).toMatchObject({ ErrorCode: 66 })
  })

  it('a hundred times at once is one stamp', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => shop.giveStamps('ana', 12, { Key: 'k' })),
    )
    expect(answers.filter(({ HasError }) => HasError)).toEqual([])
    expect(answers.filter(({ Result }) => Result?.IsNew)).toHaveLength(1)
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 1 })
  })
})

describe('limits', () => {
  const within = async (shop: Shop, body: Body) => (await shop.giveStamps('ana', 12, body)).ErrorCode

  it.each([
    ['day', DAY_MS],
    ['week', 4 * DAY_MS],
    ['month', 17 * DAY_MS],
  ] as const)('of a %s: all that is asked for, or nothing', async (per, next) => {
    // A Thursday: the next week begins four days later.
    const shop = await shopWithAna({ ...COFFEE_CARD, stampLimit: { stamps: 3, per } })
    await shop.completed('a', 'ana', 8, coffees(1))
    expect(await within(shop, { Key: 'k1', Stamps: 3 })).toBe(53)
    expect(await within(shop, { Key: 'k1', Stamps: 2 })).toBeNull()
    expect(await within(shop, { Key: 'k2' })).toBe(53)
    test.api.now = START + next - 13 * 3_600_000
    expect(await within(shop, { Key: 'k2' })).toBe(53)
    test.api.now = START + next
    expect(await within(shop, { Key: 'k2', Stamps: 3 })).toBeNull()
    // For a day of the period that is full.
    expect(await within(shop, { Key: 'k3', Date: iso(START) })).toBe(53)
  })

  it('what was canceled or returned makes room on the day that it was given for, and on no other', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampLimit: { stamps: 3, per: 'day' } })
    await shop.completed('a', 'ana', 16, coffees(2))
    await give(shop, { Key: 'k1' })
    test.api.now = START + DAY_MS
    await shop.returned('a', 8)
    resultOf(await shop.cancelStamps('ana', 12, 'k1'))
    expect(await within(shop, { Key: 'k2', Stamps: 4 })).toBe(53)
    expect(await within(shop, { Key: 'k2', Stamps: 3 })).toBeNull()
    expect(await within(shop, { Key: 'k3', Stamps: 3, Date: iso(START) })).toBe(53)
    expect(await within(shop, { Key: 'k3', Stamps: 2, Date: iso(START) })).toBeNull()
  })

  it('of an order is that of one request', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampLimit: { stamps: 2, per: 'order' } })
    expect(await within(shop, { Key: 'k1', Stamps: 3 })).toBe(53)
    expect(await within(shop, { Key: 'k1', Stamps: 2 })).toBeNull()
    expect(await within(shop, { Key: 'k2', Stamps: 2 })).toBeNull()
  })

  it('hold at once: of twenty one day takes three', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampLimit: { stamps: 3, per: 'day' } })
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => within(shop, { Key: `k${index}` })),
    )
    expect(codes.filter((code) => code === null)).toHaveLength(3)
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 3 })
  })

  it('a card that is given once takes no more when it is done', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, once: true })
    await give(shop, { Key: 'k1', Stamps: 12 })
    expect(await shop.giveStamps('ana', 12, { Key: 'k2' })).toEqual(refused({ code: 53, says: 'once' }))
    resultOf(await shop.cancelStamps('ana', 12, 'k1'))
    expect(await within(shop, { Key: 'k2' })).toBeNull()
  })

  it('the dates of the card are those of the stamps', async () => {
    const [from, until] = [START + 5 * DAY_MS, START + 10 * DAY_MS]
    const shop = await shopWithAna({ ...COFFEE_CARD, when: { from: iso(from), until: iso(until) } })
    test.api.now = START + 20 * DAY_MS
    const code = (at: number, key: string) => within(shop, { Key: key, Date: iso(at) })
    expect(await code(from - 1_000, 'a')).toBe(53)
    expect(await code(from, 'b')).toBeNull()
    expect(await code(until - 1_000, 'c')).toBeNull()
    expect(await code(until, 'd')).toBe(53)
    expect(await within(shop, { Key: 'e' })).toBe(53)
  })
})

describe('refusals', () => {
  it.each([
    [12, {}, 7, 'Key'],
    [12, { Key: ' ' }, 7, 'Key'],
    [12, { Key: null }, 7, 'Key'],
    [12, { Key: 5 }, 7, 'Key'],
    [12, { Key: 'x'.repeat(251) }, 10, 'Key'],
    [12, { Key: 'k', Stamps: 0 }, 10, 'Stamps'],
    [12, { Key: 'k', Stamps: 21 }, 10, 'Stamps'],
    [12, { Key: 'k', Stamps: -1 }, 10, 'Stamps'],
    [12, { Key: 'k', Stamps: 1.5 }, 10, 'Stamps'],
    [12, { Key: 'k', Stamps: '2' }, 7, 'Stamps'],
    [12, { Key: 'k', Date: 'soon' }, 8, 'Date'],
    [12, { Key: 'k', Date: iso(START + DAY_MS + 1_000) }, 8, 'Date'],
    [12, { Key: 'k', Date: iso(START - 31 * DAY_MS - 1_000) }, 10, 'Date'],
    [12, { Key: 'k', Date: iso(START - DAY_MS) }, 53, 'started'],
    [99, { Key: 'k' }, 48, 'card'],
    ['coffee', { Key: 'k' }, 48, 'coffee'],
    ['9'.repeat(30), { Key: 'k' }, 48, 'card'],
    [1, { Key: 'k' }, 54, 'card'],
    [14, { Key: 'k' }, 49, 'off'],
  ])('card %s: %j is %i', async (card, body, code, says) => {
    await test.shop.completed('o1', 'ana', 1)
    const before = await test.shop.everything()
    expect(await test.shop.giveStamps('ana', card, body)).toEqual(refused({ code, says }))
    expect(await test.shop.everything()).toEqual(before)
  })

  it('a date up to 24 hours ahead or 31 days back is none', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    expect(await give(shop, { Key: 'ahead', Date: iso(START + DAY_MS) })).toMatchObject({ IsNew: true })
    test.api.now = START + 31 * DAY_MS
    expect(await give(shop, { Key: 'back', Date: iso(START) })).toMatchObject({ IsNew: true })
  })

  it.each(['nobody', '\0'])('a customer who is not known is 59: %j', async (customer) => {
    expect(await test.shop.giveStamps(customer, 12, { Key: 'k' })).toEqual(
      refused({ code: 59, says: 'customer' }),
    )
  })

  it('a customer and a card of another merchant are not there', async () => {
    const other = await test.open(program({}, { ...COFFEE_CARD, id: 77 }))
    await other.completed('o1', 'only-there', 1)
    await test.shop.completed('o1', 'ana', 1)
    expect(await test.shop.giveStamps('only-there', 12, { Key: 'k' })).toMatchObject({ ErrorCode: 59 })
    expect(await test.shop.giveStamps('ana', 77, { Key: 'k' })).toMatchObject({ ErrorCode: 48 })
  })

  it('a customer who is not enrolled is 49, and so is a card that was removed', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await shop.completed('o2', 'bia', 1, { Customer: { OriginalId: 'bia', IsEnrolled: false } })
    expect(await shop.giveStamps('bia', 12, { Key: 'k' })).toEqual(refused({ code: 49, says: 'enrolled' }))
    await give(shop, { Key: 'k' })
    await shop.publish(program())
    expect(await shop.giveStamps('ana', 12, { Key: 'l' })).toEqual(refused({ code: 49, says: 'removed' }))
  })

  it('a key without the scope `points` is refused', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    const { token, secret } = await createKey(test.api.cells.directory, shop.tenantId, 'till', [
      'read',
      'write',
    ])
    for (const path of ['stamps', 'stamps/k/cancel']) {
      const response = await test.api.send({
        method: 'POST',
        url: `/v1/pvt/Customer/ana/cards/12/${path}`,
        headers: { authorization: basic(token, secret) },
        payload: { Key: 'k' },
      })
      expect(response.statusCode).toBe(403)
    }
  })
})
