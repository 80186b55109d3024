import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/answers.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { type Body, DAY_MS, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

async function buys(shop: Shop, id: string, quantity: number): Promise<void> {
  story.api.now += 60_000
  await shop.completed(id, 'ana', 8 * quantity, coffees(quantity))
}

async function gives(shop: Shop, key: string, stamps: number, more: Body = {}): Promise<void> {
  story.api.now += 60_000
  resultOf(await shop.giveStamps('ana', 12, { Key: key, Stamps: stamps, ...more }))
}

const cancels = async (shop: Shop, key: string): Promise<number> =>
  resultOf(await shop.cancelStamps('ana', 12, key)).StampsTakenBack

/** The card, as a shop shows it, and the prizes in points. The records of it add up. */
async function seen(shop: Shop): Promise<string> {
  const { Stamps, StampsOwed, Size, CompletedCount } = await shop.cardOf('ana', 12)
  const { Items } = await shop.listStamps('ana', 12, '?PageSize=50')
  let sum = 0
  for (const item of Items?.toReversed() ?? []) {
    sum += item.Stamps
    expect(item.StampsAfter).toBe(sum)
  }
  expect(sum).toBe(Stamps - StampsOwed)
  const points = (await shop.history('ana', '&PointType=13')).reduce((all, { Points }) => all + Points, 0)
  const owed = StampsOwed > 0 ? `, ${StampsOwed} owed` : ''
  return `${Stamps} of ${Size}${owed}, ${CompletedCount} filled, ${points} points`
}

describe('stamps by hand', () => {
  it('the stamps that filled a card are cancelled: the prize goes, and the next stamps fill it again', async () => {
    const shop = await story.open(program({}, COFFEE_CARD))
    await buys(shop, 'a', 4)
    await gives(shop, 'receipt-1', 6)
    expect(await seen(shop)).toBe('0 of 10, 1 filled, 100 points')
    expect(await cancels(shop, 'receipt-1')).toBe(6)
    expect(await seen(shop)).toBe('4 of 10, 0 filled, 0 points')
    await buys(shop, 'c', 6)
    expect(await seen(shop)).toBe('0 of 10, 1 filled, 100 points')
    expect(await cancels(shop, 'receipt-1')).toBe(6)
    expect(await seen(shop)).toBe('0 of 10, 1 filled, 100 points')
  })

  it('an order is returned that filled a card together with stamps by hand', async () => {
    const shop = await story.open(program({}, COFFEE_CARD))
    await shop.upsertCustomers([{ OriginalId: 'ana', IsEnrolled: true }])
    await gives(shop, 'receipt-1', 4)
    await buys(shop, 'b', 6)
    await gives(shop, 'receipt-2', 3)
    await shop.cancelled('b')
    expect(await seen(shop)).toBe('7 of 10, 0 filled, 0 points')
    expect(await cancels(shop, 'receipt-1')).toBe(4)
    expect(await seen(shop)).toBe('3 of 10, 0 filled, 0 points')
  })

  it('999 coffees fill twenty cards, and the next stamp goes on from there', async () => {
    const shop = await story.open(program({}, COFFEE_CARD))
    await buys(shop, 'party', 999)
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 799, CompletedCount: 20, CardNumber: 21 })
    await gives(shop, 'receipt-1', 1)
    expect(await shop.cardOf('ana', 12)).toMatchObject({ Stamps: 600, CompletedCount: 40 })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 8 * 999 + 4_000 })
  })

  it('what is owed stays owed when the shop begins to write off, and what comes later is written off', async () => {
    const shop = await story.open(program({}, { ...COFFEE_CARD, stampsGoodDays: 30 }), {
      locale: 'en',
      settings: { takeBack: 'debt' },
    })
    await shop.upsertCustomers([{ OriginalId: 'ana', IsEnrolled: true }])
    await gives(shop, 'receipt-1', 4)
    await gives(shop, 'receipt-2', 6)
    // The card that they filled can't be undone any more: all of its stamps would have expired.
    story.api.now += 31 * DAY_MS
    expect(await cancels(shop, 'receipt-1')).toBe(4)
    expect(await seen(shop)).toBe('0 of 10, 4 owed, 1 filled, 100 points')
    await story.query('update tenant set settings = $2 where id = $1', [shop.tenantId, { takeBack: 'clamp' }])
    await story.query('update directory_generation set generation = generation + 1', [])
    // A process looks every now and then whether settings have changed.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await cancels(shop, 'receipt-2')).toBe(0)
    expect(await seen(shop)).toBe('0 of 10, 4 owed, 1 filled, 100 points')
    const [{ Text } = {}] = (await shop.listStamps('ana', 12)).Items ?? []
    expect(Text).toBe('0 stamps taken back: the shop cancelled “receipt-2”; 6 were written off')
    await gives(shop, 'receipt-3', 5)
    expect(await seen(shop)).toBe('1 of 10, 1 filled, 100 points')
  })
})
