import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { COFFEE_CARD, coffees, SPEND_CARD } from '../support/coffee-card.ts'
import { type Body, DAY_MS, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop(program({}, COFFEE_CARD))

type RuleToPublish = Parameters<typeof program>[1]

async function shopWithAna(...rules: (RuleToPublish & object)[]): Promise<Shop> {
  const shop = await test.open(program({}, ...rules), { locale: 'en' })
  await shop.completed('o1', 'ana', 1)
  return shop
}

const give = async (shop: Shop, body: Body, cardId = 12) =>
  resultOf(await shop.giveStamps('ana', cardId, body))
const cancel = async (shop: Shop, key: string, cardId = 12) =>
  resultOf(await shop.cancelStamps('ana', cardId, key))
const firstText = async (shop: Shop) => (await shop.listStamps('ana', 12)).Items?.[0]?.Text

describe('the answer', () => {
  it('has every member and both sequences, and the record says why', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await give(shop, { Key: 'a/b ?', Stamps: 3 })
    const response = await test.api.send({
      method: 'POST',
      url: '/v1/pvt/Customer/ana/cards/12/stamps/a%2Fb%20%3F/cancel',
      headers: { authorization: shop.key.authorization },
    })
    expect(response.json()).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      Result: {
        IsCanceled: true,
        StampsTakenBack: 3,
        AmountTakenBack: null,
        Card: await shop.cardOf('ana', 12),
      },
      HasError: false,
    })
    expect(response.headers).toMatchObject({
      'punchcard-customer-sequence': '1',
      'punchcard-other-sequence': '2',
    })
    expect(await shop.listStamps('ana', 12)).toMatchObject({
      Items: [
        {
          Stamps: -3,
          StampType: 4,
          StampsAfter: 0,
          Key: 'a/b ?',
          Text: '3 stamps taken back: the shop cancelled “a/b ?”',
        },
        { Stamps: 3, StampType: 3 },
      ],
    })
  })

  it('is the same when it is repeated, whatever came in between', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await give(shop, { Key: 'k', Stamps: 3 })
    await cancel(shop, 'k')
    await give(shop, { Key: 'l', Stamps: 2 })
    const before = await shop.everything()
    expect(await cancel(shop, 'k')).toMatchObject({ StampsTakenBack: 3, Card: { Stamps: 2 } })
    expect(await shop.everything()).toEqual(before)
  })

  it('a hundred at once take back once', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await give(shop, { Key: 'k', Stamps: 3 })
    await give(shop, { Key: 'l', Stamps: 5 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => shop.cancelStamps('ana', 12, 'k')))
    expect(new Set(answers.map(({ Result }) => Result?.StampsTakenBack))).toEqual(new Set([3]))
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 5 })
    expect(await shop.listStamps('ana', 12)).toMatchObject({ TotalItemCount: 3 })
  })

  it('given and cancelled at once, each key ends with nothing', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`)
    await Promise.all(
      keys.flatMap((Key) => [
        shop.giveStamps('ana', 12, { Key, Stamps: 7 }),
        shop.cancelStamps('ana', 12, Key),
        shop.giveStamps('ana', 12, { Key, Stamps: 7 }),
      ]),
    )
    for (const key of keys) expect(await cancel(shop, key)).toMatchObject({ StampsTakenBack: 7 })
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 0, StampsOwed: 0, CompletedCount: 0 })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 1 })
  })
})

describe('what is taken back', () => {
  it('undoes the prize that the stamps were used for', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await shop.completed('a', 'ana', 32, coffees(4))
    await give(shop, { Key: 'k', Stamps: 6 })
    expect(await cancel(shop, 'k')).toMatchObject({
      StampsTakenBack: 6,
      Card: { Stamps: 4, StampsOwed: 0, CompletedCount: 0 },
    })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 33 })
    await give(shop, { Key: 'l', Stamps: 6 })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 133 })
  })

  it('costs nothing where it has expired, and is recorded all the same', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampsGoodDays: 30 })
    await give(shop, { Key: 'k', Stamps: 3 })
    test.api.now = START + 20 * DAY_MS
    await give(shop, { Key: 'l', Stamps: 2 })
    test.api.now = START + 31 * DAY_MS
    expect(await cancel(shop, 'k')).toMatchObject({ StampsTakenBack: 0, Card: { Stamps: 2 } })
    expect(await firstText(shop)).toBe('0 stamps taken back: the shop cancelled “k”')
    const before = await shop.everything()
    expect(await cancel(shop, 'k')).toMatchObject({ StampsTakenBack: 0, Card: { Stamps: 2 } })
    expect(await shop.everything()).toEqual(before)
    expect(await give(shop, { Key: 'k', Stamps: 3 })).toMatchObject({ IsNew: false, StampsGiven: 0 })
  })

  it('costs nothing where it expired in the same moment that its prize was undone', async () => {
    const shop = await shopWithAna({ ...COFFEE_CARD, stampsGoodDays: 30 })
    await give(shop, { Key: 'k', Stamps: 4 })
    test.api.now = START + 20 * DAY_MS
    await give(shop, { Key: 'l', Stamps: 6 })
    test.api.now = START + 31 * DAY_MS
    // The prize is undone for the six; the four that it also used have expired by now.
    expect(await cancel(shop, 'l')).toMatchObject({ StampsTakenBack: 6, Card: { Stamps: 0, StampsOwed: 0 } })
    expect(await cancel(shop, 'k')).toMatchObject({ StampsTakenBack: 0, Card: { Stamps: 0, StampsOwed: 0 } })
  })

  it.each([
    ['debt', 4, 1, '4 stamps taken back: the shop cancelled “k”; 4 are owed'],
    ['clamp', 0, 0, '0 stamps taken back: the shop cancelled “k”; 4 were written off'],
  ] as const)(
    'is owed or written off where nothing can be undone: %s',
    async (takeBack, taken, owed, text) => {
      const shop = await test.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }), {
        locale: 'en',
        settings: { takeBack },
      })
      await shop.completed('o1', 'ana', 1)
      await give(shop, { Key: 'k', Stamps: 4 })
      await give(shop, { Key: 'l', Stamps: 6 })
      test.api.now = START + 31 * DAY_MS
      expect(await cancel(shop, 'k')).toMatchObject({ StampsTakenBack: taken })
      expect(await firstText(shop)).toBe(text)
      expect(await cancel(shop, 'k')).toMatchObject({ StampsTakenBack: taken })
      await give(shop, { Key: 'm', Stamps: 3 })
      expect(await shop.cardOf('ana', 12)).toMatchObject({ StampsOwed: owed, CompletedCount: 1 })
    },
  )

  it('of a card that counts money is told in stamps as they were sent, and in money', async () => {
    const card = { ...SPEND_CARD, stamps: 3, perAmount: '100', once: false }
    const shop = await shopWithAna(card)
    for (const Key of ['k', 'l']) await give(shop, { Key, Stamps: 1 }, 13)
    const taken = { StampsTakenBack: 1, AmountTakenBack: 100 }
    expect(await cancel(shop, 'k', 13)).toMatchObject({ ...taken, Card: { Stamps: 101, Amount: 101 } })
    expect(await cancel(shop, 'k', 13)).toMatchObject(taken)
    // What one stamp was worth then counts, also where it is another amount now.
    await shop.publish(program({}, { ...card, perAmount: '50' }))
    expect(await cancel(shop, 'l', 13)).toMatchObject({ ...taken, Card: { Amount: 1 } })
  })

  it('of a card that counts money may be a part of a stamp, where the rest is written off', async () => {
    const card = { ...SPEND_CARD, stamps: 3, perAmount: '100', once: false, stampsGoodDays: 30 }
    const shop = await test.open(program({}, card), { settings: { takeBack: 'clamp' } })
    await shop.completed('o1', 'ana', 1)
    await give(shop, { Key: 'k', Stamps: 1 }, 13)
    await give(shop, { Key: 'l', Stamps: 2 }, 13)
    test.api.now = START + 20 * DAY_MS
    await shop.completed('o2', 'ana', 50)
    // The prize stays: all of its stamps would have expired by now. Only what the second order gave can be taken.
    test.api.now = START + 31 * DAY_MS
    expect(await cancel(shop, 'l', 13)).toMatchObject({
      StampsTakenBack: 0.5,
      AmountTakenBack: 50,
      Card: { Amount: 0, StampsOwed: 0, CompletedCount: 1 },
    })
  })

  it('works where the card is off or removed, or the customer not enrolled any more', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    for (const Key of ['k', 'l', 'm']) await give(shop, { Key })
    await shop.publish(program({}, { ...COFFEE_CARD, isActive: false }))
    expect(await cancel(shop, 'k')).toMatchObject({ StampsTakenBack: 1, Card: { State: 4, Stamps: 2 } })
    await shop.publish(program())
    await shop.completed('o2', 'ana', 1, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    expect(await cancel(shop, 'l')).toMatchObject({ StampsTakenBack: 1, Card: { State: 4, Stamps: 1 } })
  })
})

describe('refusals', () => {
  it.each([
    ['nobody', 12, 'k', 59, 'customer'],
    ['\0', 12, 'k', 59, 'customer'],
    ['ana', 99, 'k', 48, 'card'],
    ['ana', 'coffee', 'k', 48, 'card'],
    ['ana', 1, 'k', 54, 'card'],
    ['ana', 12, 'never', 73, 'never'],
    ['ana', 12, '\0', 73, 'key'],
    ['ana', 12, 'x'.repeat(300), 73, 'key'],
  ])('%s, card %s, key %s is %i', async (customer, card, key, code, says) => {
    await test.shop.completed('o1', 'ana', 1)
    expect(await test.shop.cancelStamps(customer, card, key)).toEqual(refused({ code, says }))
  })

  it('a key of another card, customer or merchant is 73', async () => {
    const shop = await shopWithAna(COFFEE_CARD, { ...COFFEE_CARD, id: 15 })
    await shop.completed('o2', 'bia', 1)
    await give(shop, { Key: 'k' }, 15)
    expect(await shop.cancelStamps('ana', 12, 'k')).toMatchObject({ ErrorCode: 73 })
    expect(await shop.cancelStamps('bia', 15, 'k')).toMatchObject({ ErrorCode: 73 })
    await test.shop.completed('o1', 'ana', 1)
    expect(await test.shop.cancelStamps('ana', 12, 'k')).toMatchObject({ ErrorCode: 73 })
  })

  it('an order is not a key', async () => {
    const shop = await shopWithAna(COFFEE_CARD)
    await shop.completed('a', 'ana', 32, coffees(4))
    expect(await shop.cancelStamps('ana', 12, 'a')).toMatchObject({ ErrorCode: 73 })
  })
})
