import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { COFFEE_CARD, coffees, SPEND_CARD } from '../support/coffee-card.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program({}, COFFEE_CARD))

const buys = (shop: Shop, id: string, quantity: number) =>
  shop.completed(id, 'ana', 8 * quantity, coffees(quantity))

const statesOf = async (shop: Shop, query = '') =>
  resultOf(await shop.customerCards('ana', query)).map(({ CardId, State }) => [CardId, State])

describe('the answer', () => {
  it('has every member, and both sequences', async () => {
    const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }), { locale: 'en' })
    await buys(shop, 'a', 4)
    test.api.now = START + DAY_MS
    await buys(shop, 'b', 9)
    const response = await test.api.send({
      method: 'GET',
      url: '/v1/pvt/Customer/ana/cards',
      headers: { authorization: shop.key.authorization },
    })
    expect(response.json()).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: [
        {
          CardId: 12,
          Name: 'Coffee card',
          Text: 'Every item with the ID coffee gives a stamp; 10 stamps earn 100 points; stamps expire after 30 days. Points never expire.',
          Counts: 0,
          State: 0,
          Stamps: 3,
          Size: 10,
          StampsOwed: 0,
          Amount: null,
          GoalAmount: null,
          StampAmount: null,
          CardNumber: 2,
          CompletedCount: 1,
          StartDate: null,
          EndDate: null,
          LastStampDate: iso(START + DAY_MS),
          StampsToExpire: [{ Stamps: 3, When: '2026-02-16T02:59:59.000Z' }],
          Prize: { RewardConfigurationId: null, Title: null, Points: 100 },
          Rewards: [],
        },
      ],
      HasError: false,
    })
    // Points of two orders and of a prize; two records of stamps, a full card as a record and as itself.
    expect(response.headers).toMatchObject({
      'punchcard-customer-sequence': '3',
      'punchcard-other-sequence': '4',
    })
  })

  it('shows a card that was not begun with 0 stamps', async () => {
    const shop = await test.open(program({}, COFFEE_CARD))
    await shop.completed('o1', 'ana', 10)
    expect(await shop.customerCards('ana')).toMatchObject({
      Result: [{ Stamps: 0, CardNumber: 1, CompletedCount: 0, LastStampDate: null, StampsToExpire: [] }],
    })
  })

  it('shows what is owed apart from what is there', async () => {
    const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }))
    await buys(shop, 'a', 4)
    await buys(shop, 'b', 6)
    // To undo the prize would bring nothing back: all of its stamps would have expired by now.
    test.api.now = START + 31 * DAY_MS
    await shop.cancelled('a')
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 0, StampsOwed: 4, CompletedCount: 1 })
  })

  it('of a card that counts money shows amounts, and is done after one that is given once', async () => {
    const shop = await test.open(program({}, SPEND_CARD))
    await shop.completed('a', 'ana', 150)
    expect(await shop.cardOf('ana', 13)).toMatchObject({
      State: 0,
      Stamps: 150,
      Size: 300,
      Amount: 150,
      GoalAmount: 300,
      StampAmount: 300,
      CardNumber: 1,
    })
    await shop.completed('b', 'ana', 200)
    expect(await shop.cardOf('ana', 13)).toMatchObject({
      State: 1,
      Stamps: 50,
      CardNumber: 1,
      CompletedCount: 1,
    })
  })

  it('keeps size and prize of a card that was begun', async () => {
    const shop = await test.open(program({}, COFFEE_CARD), { locale: 'en' })
    await buys(shop, 'a', 4)
    await shop.publish(program({}, { ...COFFEE_CARD, name: 'Cup card', stamps: 8, points: '50' }))
    const begun = await shop.cardOf('ana', 12)
    expect(begun).toMatchObject({ Name: 'Cup card', Size: 10, Prize: { Points: 100 } })
    expect(begun.Text).toContain('10 stamps earn 100 points')
    await buys(shop, 'b', 6)
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 0, Size: 8, Prize: { Points: 50 } })
  })

  it('hides a card that the merchant has ended, unless stamps are on it or All is asked for', async () => {
    const shop = await test.open(program({}, COFFEE_CARD, { ...SPEND_CARD, once: false }))
    await buys(shop, 'a', 4)
    await shop.publish(program({}, { ...COFFEE_CARD, isActive: false }))
    expect(await statesOf(shop)).toEqual([
      [12, 4],
      [13, 4],
    ])
    await shop.cancelled('a')
    expect(await statesOf(shop)).toEqual([])
    expect(await statesOf(shop, '?All=true')).toEqual([
      [12, 4],
      [13, 4],
    ])
  })

  it('ends what is due before it answers, without a worker, and once', async () => {
    const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }))
    await buys(shop, 'a', 4)
    test.api.now = START + 31 * DAY_MS
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 0, StampsToExpire: [] })
    const before = await shop.everything()
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 0 })
    expect(await shop.everything()).toEqual(before)
    expect(await shop.listStamps('ana', 12)).toMatchObject({ TotalItemCount: 2 })
  })
})

describe('refusals', () => {
  it.each(['nobody', '\0', 'x'.repeat(300)])('a customer who is not known is 59: %j', async (customer) => {
    expect(await test.shop.customerCards(customer)).toEqual(refused({ code: 59, says: 'customer' }))
  })

  it('a customer of another merchant is 59', async () => {
    const other = await test.open(program({}, COFFEE_CARD))
    await other.completed('o1', 'only-there', 10)
    expect(await test.shop.customerCards('only-there')).toEqual(refused({ code: 59, says: 'customer' }))
  })

  it('All that is neither true nor false is 7', async () => {
    expect(await test.shop.customerCards('ana', '?All=maybe')).toEqual(refused({ code: 7, says: 'All' }))
  })
})
