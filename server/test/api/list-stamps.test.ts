import { describe, expect, it } from 'vitest'
import { refusedPage } from '../support/answers.ts'
import { COFFEE_CARD, coffees, SPEND_CARD } from '../support/coffee-card.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program({}, COFFEE_CARD))

async function buys(shop: Shop, id: string, quantity: number): Promise<void> {
  test.api.now += 60_000
  await shop.completed(id, 'ana', 8 * quantity, coffees(quantity))
}

/** Newest first; fails where the changes do not add up. */
async function textsOf(shop: Shop, cardId = 12): Promise<string[]> {
  const { Items } = await shop.listStamps('ana', cardId, '?PageSize=50')
  if (!Items) throw new Error('refused')
  let sum = 0
  for (const { Stamps, StampsAfter } of Items.toReversed()) {
    sum += Stamps
    expect(StampsAfter).toBe(sum)
  }
  return Items.map(({ Text }) => Text)
}

describe('the answer', () => {
  it('has every member', async () => {
    const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }), { locale: 'en' })
    await buys(shop, '1041', 3)
    const { answer, sequence } = await shop.send('GET', '/v1/pvt/Customer/ana/cards/12/stamps')
    expect(sequence).toBe(1)
    expect(answer).toEqual({
      Items: [
        {
          Id: expect.any(Number),
          Date: iso(START + 60_000),
          Day: '2026-01-15',
          Stamps: 3,
          StampType: 0,
          StampsAfter: 3,
          OrderId: '1041',
          Key: null,
          ExpirationDate: '2026-02-15T02:59:59.000Z',
          Origins: [],
          Text: '3 stamps for order “1041”',
        },
      ],
      TotalItemCount: 1,
      PageSize: 10,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
  })

  it('explains every record: given, full, undone, returned, expired', async () => {
    const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }), { locale: 'en' })
    await buys(shop, '1041', 4)
    await buys(shop, '1042', 6)
    await shop.cancelled('1041')
    await shop.returned('1042', 16)
    test.api.now = START + 31 * DAY_MS
    expect(await textsOf(shop)).toEqual([
      '4 stamps expired on 15 Feb 2026',
      '2 stamps taken back: order “1042” was changed or returned in part',
      '4 stamps taken back: order “1041” was returned',
      '10 stamps back on the card: the prize was taken back',
      '10 stamps used: the card was full and earned 100 points',
      '6 stamps for order “1042”',
      '4 stamps for order “1041”',
    ])
  })

  it('says what is owed, and later that it was paid', async () => {
    const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }), { locale: 'en' })
    await buys(shop, '1041', 4)
    await buys(shop, '1042', 6)
    // To undo the prize would bring nothing back: all of its stamps would have expired by now.
    test.api.now = START + 31 * DAY_MS
    await shop.cancelled('1042')
    expect((await textsOf(shop))[0]).toBe('6 stamps taken back: order “1042” was returned; 6 are owed')
    await buys(shop, '1043', 5)
    expect((await textsOf(shop))[1]).toBe('6 stamps taken back: order “1042” was returned; 1 is owed')
    await buys(shop, '1044', 2)
    expect((await textsOf(shop))[2]).toBe(
      '6 stamps taken back: order “1042” was returned; 6 were owed and paid since',
    )
  })

  it.each([
    ['pt-BR', 'R$\u00a0150,00 pelo pedido “a”'],
    ['es', '150,00\u00a0R$ por el pedido «a»'],
    ['en', 'R$\u00a0150.00 for order “a”'],
  ] as const)('in the language of the merchant, and of money: %s', async (locale, text) => {
    const shop = await test.open(program({}, SPEND_CARD), { locale })
    await shop.completed('a', 'ana', 150)
    expect(await textsOf(shop, 13)).toEqual([text])
  })

  it('comes in pages, newest first', async () => {
    const shop = await test.open(program({}, COFFEE_CARD))
    for (const id of ['a', 'b', 'c']) await buys(shop, id, 1)
    const ofPage = async (page: number) => {
      const { Items, ...rest } = await shop.listStamps('ana', 12, `?PageSize=2&PageNumber=${page}`)
      return { ...rest, orders: Items?.map(({ OrderId, StampsAfter }) => [OrderId, StampsAfter]) }
    }
    expect(await ofPage(1)).toMatchObject({
      orders: [
        ['c', 3],
        ['b', 2],
      ],
      TotalItemCount: 3,
      HasNextPage: true,
    })
    expect(await ofPage(2)).toMatchObject({ orders: [['a', 1]], HasNextPage: false })
    expect(await ofPage(3)).toMatchObject({ orders: [], TotalItemCount: 3 })
  })

  it('of a card that was not begun is empty, and of a removed one still there', async () => {
    const shop = await test.open(program({}, COFFEE_CARD))
    await shop.completed('o1', 'ana', 10)
    expect(await shop.listStamps('ana', 12)).toMatchObject({ Items: [], TotalItemCount: 0 })
    await buys(shop, 'a', 2)
    await shop.publish(program())
    expect(await shop.listStamps('ana', 12)).toMatchObject({ Items: [{ Stamps: 2 }] })
  })
})

describe('refusals', () => {
  it.each([
    ['nobody', '12', '', 59, 'customer'],
    ['\0', '12', '', 59, 'customer'],
    ['ana', '99', '', 48, 'card'],
    ['ana', '9'.repeat(30), '', 48, 'card'],
    ['ana', '-12', '', 48, 'card'],
    ['ana', 'coffee', '', 48, 'card'],
    ['ana', '1', '', 54, 'card'],
    ['ana', '12', '?PageSize=51', 45, 'PageSize'],
    ['ana', '12', '?PageNumber=0', 9, 'PageNumber'],
    ['ana', '12', '?PageNumber=9999&PageSize=50', 10, 'PageNumber'],
  ])('%s, card %s%s is %i', async (customer, card, query, code, says) => {
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.listStamps(customer, card, query)).toEqual(refusedPage({ code, says }))
  })

  it('a card of another merchant is 48, and a customer 59', async () => {
    const other = await test.open(program({}, { ...COFFEE_CARD, id: 77 }))
    await other.completed('o1', 'only-there', 10)
    await test.shop.completed('o1', 'ana', 100)
    expect(await test.shop.listStamps('ana', 77)).toEqual(refusedPage({ code: 48, says: 'card' }))
    expect(await test.shop.listStamps('only-there', 12)).toEqual(refusedPage({ code: 59, says: 'customer' }))
  })
})
