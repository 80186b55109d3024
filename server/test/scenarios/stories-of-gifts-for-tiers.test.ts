import { describe, expect, it } from 'vitest'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { giftsOf, usableCode } from '../support/awards.ts'
import { mergedCustomer } from '../support/customers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { availableTiers, giveTiers, points as inPoints, spend, sweepNow } from '../support/tiers.ts'
import { until } from '../support/workers.ts'

const story = useStories()

const FOUR_TIERS = [
  { name: 'Bronze', order: 1, isBase: true },
  { name: 'Silver', order: 2, goals: [spend(500)] },
  { name: 'Gold', order: 3, goals: [spend(1_000)] },
  { name: 'Platinum', order: 4, goals: [spend(2_000)] },
] as const

/** Silver gives a reward, Gold points, Platinum both. */
async function open(settings: Parameters<typeof story.open>[1] = {}) {
  const shop = await story.open(program({}), { tiers: FOUR_TIERS, ...settings })
  return withGifts(shop, shop.tierIds)
}

async function withGifts(shop: Shop, tierIds: readonly number[]) {
  const reward = String(await shop.makeReward({ title: 'House coffee' }))
  const [, silver, gold, platinum] = tierIds.map(String)
  const rule = (id: number, tier: string | undefined, prize: object) =>
    ({ id, kind: 'tierReached', ids: [tier], validityDays: 365, ...prize }) as unknown as Parameters<
      typeof program
    >[1]
  await shop.publish(
    program(
      {},
      rule(11, silver, { reward }),
      rule(12, gold, { points: '40' }),
      rule(13, platinum, { points: '60', reward }),
    ),
  )
  const gifts = async (customer?: string) =>
    (await giftsOf(story.query, shop, customer)).map((text) =>
      text.replace(/^tier (\d+)/, (_, id) => String(NAMES[tierIds.indexOf(Number(id))])),
    )
  return { shop, gifts }
}

const NAMES = ['Bronze', 'Silver', 'Gold', 'Platinum']

async function buys(
  shop: Shop,
  id: string,
  total: number,
  more: Record<string, unknown> = {},
  customer = 'ana',
) {
  story.api.now += 60_000
  const { Customer } = await shop.completed(id, customer, total, more)
  await shop.history(customer)
  return Customer.TierName
}

async function cancels(shop: Shop, id: string, customer = 'ana') {
  story.api.now += 60_000
  await shop.cancelled(id)
  await shop.history(customer)
}

/** The points of prizes, as they were given and taken. */
async function prizePoints(shop: Shop, customer = 'ana') {
  return (await shop.records(customer)).filter(({ type }) => type === 13).map(({ points }) => points)
}

const balanceOf = async (shop: Shop) =>
  (await shop.records('ana')).reduce((sum, { points }) => sum + points, 0)

const tierOf = async (shop: Shop, customer = 'ana') => {
  const [row] = await story.query(
    `select tier.name from customer left join tier on tier.tenant_id = $1 and tier.id = customer.tier_id
     where customer.tenant_id = $1 and customer.original_id = $2`,
    [shop.tenantId, customer],
  )
  return row?.name ?? null
}

describe('stories of gifts for tiers', () => {
  it('one order from Bronze to Platinum gives the gift of every tier passed, and its return takes what was not used (check 35)', async () => {
    const { shop, gifts } = await open()
    expect(await buys(shop, 'big', 2_500)).toBe('Platinum')
    expect(await gifts()).toEqual(['Silver: given', 'Gold: given', 'Platinum: given'])
    expect(await prizePoints(shop)).toEqual([40, 60])

    // The newest coupon is that of Platinum: it is used, and stays with its points.
    await buys(shop, 'with-coupon', 5, { Coupon: await usableCode(story.query, shop) })
    await cancels(shop, 'big')
    expect(await tierOf(shop)).toBe(null)
    expect(await gifts()).toEqual(['Silver: undone, inactive', 'Gold: undone', 'Platinum: given, used'])
    expect(await prizePoints(shop)).toEqual([40, 60, -40])

    await buys(shop, 'again', 2_500)
    expect((await gifts()).slice(3)).toEqual(['Silver: given', 'Gold: given'])
    expect(await prizePoints(shop)).toEqual([40, 60, -40, 40])
  })

  it('of two orders that each reach the tier, and one that uses its coupon, nothing is left in any order of their returns', async () => {
    for (const order of [
      ['a', 'b', 'c'],
      ['a', 'c', 'b'],
      ['b', 'a', 'c'],
      ['b', 'c', 'a'],
      ['c', 'a', 'b'],
      ['c', 'b', 'a'],
    ]) {
      const { shop, gifts } = await open()
      await buys(shop, 'a', 600)
      await buys(shop, 'b', 600, {}, 'ana')
      await buys(shop, 'c', 5, { Coupon: await usableCode(story.query, shop) })
      for (const id of order) await cancels(shop, id)
      await shop.history('ana')
      expect([order, await gifts()]).toEqual([order, ['Silver: undone, inactive', 'Gold: undone']])
    }
  })

  it('an order that is sent again, corrected or followed by others gives nothing twice', async () => {
    const { shop, gifts } = await open()
    await buys(shop, 'o1', 600)
    await buys(shop, 'o1', 600)
    await buys(shop, 'o1', 700)
    await buys(shop, 'o2', 10)
    expect(await gifts()).toEqual(['Silver: given'])
    await buys(shop, 'o3', 400)
    expect(await gifts()).toEqual(['Silver: given', 'Gold: given'])
  })

  it('only the tiers above the one that is left lose their gifts', async () => {
    const { shop, gifts } = await open()
    await buys(shop, 'o1', 600)
    await buys(shop, 'o2', 2_000)
    expect(await gifts()).toEqual(['Silver: given', 'Gold: given', 'Platinum: given'])
    await cancels(shop, 'o2')
    expect(await tierOf(shop)).toBe('Silver')
    expect(await gifts()).toEqual(['Silver: given', 'Gold: undone', 'Platinum: undone, inactive'])
  })

  it('the points of a tier are told by its name, and when it is lost no stamps are blamed', async () => {
    const { shop } = await open()
    await buys(shop, 'o1', 1_000)
    await cancels(shop, 'o1')
    const told = (await shop.history('ana')).flatMap(({ Title, PointType, Explanation }) =>
      PointType === 13 ? [[Title, Explanation?.Lines[0]?.Text]] : [],
    )
    expect(told).toEqual([
      ['Prêmio', '-40 de um prêmio, retirado porque o nível foi perdido'],
      ['Prêmio', '+40 por chegar ao nível “Gold”'],
    ])
  })

  it('a tier that time has taken leaves its gift, and gives none when it is reached again', async () => {
    const { shop, gifts } = await open({ settings: { tierGraceDays: 0 } })
    story.on('2026-02-01T12:00:00Z')
    await buys(shop, 'o1', 600)
    story.on('2027-03-01T12:00:00Z')
    await sweepNow(story.api, shop)
    expect(await tierOf(shop)).toBe(null)
    expect(await gifts()).toEqual(['Silver: given'])
    expect(await buys(shop, 'o2', 600)).toBe('Silver')
    expect(await gifts()).toEqual(['Silver: given'])
    await cancels(shop, 'o2')
    expect(await gifts()).toEqual(['Silver: given']) // It was not this order's.
  })

  it('points that were spent are owed when the gift is taken back, or written off where the shop does so', async () => {
    for (const takeBack of ['debt', 'clamp'] as const) {
      const { shop, gifts } = await open({ settings: { takeBack } })
      const reward = await shop.makeReward({ title: 'Mug', points: decimalFromText('1540') })
      await buys(shop, 'o1', 1_500)
      await shop.redeemed(reward, 'ana')
      await cancels(shop, 'o1')
      expect(await gifts()).toEqual(['Silver: undone, inactive', 'Gold: undone'])
      expect(await balanceOf(shop)).toBe(takeBack === 'debt' ? -1_540 : 0)
    }
  })

  it('tiers that are introduced later give nothing for what was bought before, whoever comes first (check 34)', async () => {
    const shop = await story.open(program({}))
    await shop.completed('before-1', 'ana', 600)
    await shop.completed('before-2', 'bia', 1_200)
    const { gifts } = await withGifts(shop, await giveTiers(story.api, shop, FOUR_TIERS))
    await until(async () => (await availableTiers(shop, null)).AllTiers.length > 0)
    expect(await buys(shop, 'small', 10)).toBe('Silver')
    await sweepNow(story.api, shop)
    expect([await tierOf(shop), await tierOf(shop, 'bia')]).toEqual(['Silver', 'Gold'])
    expect([...(await gifts()), ...(await gifts('bia'))]).toEqual([])
    await buys(shop, 'larger', 400)
    expect(await gifts()).toEqual(['Gold: given'])
  })

  it('points, a friend or a change by hand can bring the tier, and its gift; prize points bring none (check 37)', async () => {
    const tiers = [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Silver', order: 2, goals: [inPoints(100)] },
      { name: 'Gold', order: 3, goals: [inPoints(150)] },
      { name: 'Platinum', order: 4, goals: [inPoints(200)] },
    ]
    const { shop, gifts } = await open({ tiers })
    await buys(shop, 'o1', 90)
    await shop.changedPoints('ana', 60)
    await shop.history('ana')
    expect(await gifts()).toEqual(['Silver: given', 'Gold: given'])
    // 150 that count, and 40 of the prize that do not: a purchase of 20 does not reach 200.
    await buys(shop, 'o2', 20)
    expect(await tierOf(shop)).toBe('Gold')
    expect(await prizePoints(shop)).toEqual([40])
  })

  it('an order that is completed and cancelled in one list leaves no gift', async () => {
    const { shop, gifts } = await open()
    const date = new Date(story.api.now).toISOString()
    const cancelled = { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: date }
    // The first order keeps the others waiting, so that those meet in one batch.
    const { FailedCount } = await shop.placeOrders([
      shop.completeOrder('first', 'ana', 1),
      shop.completeOrder('o1', 'ana', 1_200),
      shop.completeOrder('o1', 'ana', 1_200, cancelled),
    ])
    expect(FailedCount).toBe(0)
    await shop.history('ana')
    expect((await gifts()).map((text) => text.replace(', inactive', ''))).toEqual([
      'Silver: undone',
      'Gold: undone',
    ])
    expect(await balanceOf(shop)).toBe(1)
  })

  it('a customer of another merchant with the same id is given nothing', async () => {
    const { shop } = await open()
    const other = await open()
    await buys(shop, 'o1', 600)
    expect(await other.gifts()).toEqual([])
    await buys(other.shop, 'o1', 10)
    expect(await other.gifts()).toEqual([])
  })

  it('what a merged customer was still to be given for a tier goes with its order too', async () => {
    const shop = await story.open(program({}), { tiers: FOUR_TIERS })
    const reward = String(await shop.makeReward({ title: 'House coffee' }))
    const ids = [String(shop.tierIds[1])]
    await shop.publish(program({}, { id: 11, kind: 'tierReached', ids, reward, waitingDays: 5 }))
    await buys(shop, 'a', 600)
    await buys(shop, 'b', 600, {}, 'bia')
    await mergedCustomer(shop, 'bia', 'ana')
    for (const id of ['b', 'a']) {
      story.api.now += 60_000
      await shop.cancelled(id)
    }
    story.api.now += 6 * 86_400_000
    await shop.history('ana')
    const [coupons] = await story.query('select count(*)::int as count from coupon where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(coupons).toEqual({ count: 0 })
  })
})
