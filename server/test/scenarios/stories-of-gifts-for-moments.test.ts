import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { awardBirthdays, awardSignups } from '../../src/actions/awards.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import { localDate } from '../../src/platform/zone.ts'
import { giftsOf } from '../support/awards.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { tenantOf } from '../support/tiers.ts'

const story = useStories()

/** Whether it gives points, and whether it gives a reward. */
const PRIZES = [
  [true, false],
  [false, true],
  [true, true],
] as const

async function open(
  kind: 'signup' | 'birthday',
  [hasPoints, hasReward]: readonly [boolean, boolean],
  more = {},
) {
  const shop = await story.open(program({}))
  const reward = await shop.makeReward({ title: 'House coffee' })
  const rule = {
    id: 2,
    kind,
    ...(hasPoints && { points: '50' }),
    ...(hasReward && { reward: String(reward) }),
    ...more,
  }
  await shop.publish(program({}, rule as Parameters<typeof program>[1]))
  return shop
}

const gifts = (shop: Shop, customer?: string) => giftsOf(story.query, shop, customer)

async function pointsOf(shop: Shop, type: number, customer = 'ana') {
  return (await shop.records(customer)).filter((record) => record.type === type).map(({ points }) => points)
}

async function morning(shop: Shop, what: 'birthdays' | 'signups') {
  const tenant = await tenantOf(story.api, shop)
  const till = createTill({ database: story.database, clock: () => story.api.now, ...REWARDS_DUE })
  const options = { database: story.database, till, tenant, now: story.api.now }
  return what === 'signups'
    ? awardSignups(0, options)
    : awardBirthdays([localDate(story.api.now, tenant.timeZone)], options)
}

describe.each(PRIZES)('stories of gifts for moments: points %s, reward %s', (hasPoints, hasReward) => {
  const points = hasPoints ? [50] : []

  it('who joins with a first order is given it once, whatever is sent again', async () => {
    const shop = await open('signup', [hasPoints, hasReward])
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'ana', 10)
    expect(await morning(shop, 'signups')).toBe(0)
    await shop.history('ana')
    expect(await pointsOf(shop, 1)).toEqual(points)
    expect(await gifts(shop)).toEqual(hasReward ? ['signup once: given'] : [])
    await shop.cancelled('o1')
    expect(await gifts(shop)).toEqual(hasReward ? ['signup once: given'] : [])
  })

  it('who enrols later is given it by the daily run, once, and two runs at once do no harm', async () => {
    const shop = await open('signup', [hasPoints, hasReward])
    story.api.now += 60_000
    await shop.completed('o1', 'ana', 10, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    story.api.now += 60_000
    await shop.completed('o2', 'ana', 10, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    const runs = await Promise.all([morning(shop, 'signups'), morning(shop, 'signups')])
    expect(runs[0] + runs[1]).toBe(1)
    await shop.history('ana')
    expect(await pointsOf(shop, 1)).toEqual(points)
    expect(await gifts(shop)).toEqual(hasReward ? ['signup once: given'] : [])
  })

  it('a birthday gives it once per year', async () => {
    const shop = await open('birthday', [hasPoints, hasReward])
    story.on('2027-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 0, { Customer: { OriginalId: 'ana', BirthdayDate: '1990-06-15' } })
    story.on('2027-06-15T12:00:00Z')
    expect([await morning(shop, 'birthdays'), await morning(shop, 'birthdays')]).toEqual([1, 0])
    story.on('2028-06-15T12:00:00Z')
    expect(await morning(shop, 'birthdays')).toBe(1)
    await shop.history('ana')
    expect(await pointsOf(shop, 2)).toEqual([...points, ...points])
    expect(await gifts(shop)).toEqual(hasReward ? ['birthday 2027: given', 'birthday 2028: given'] : [])
  })
})

describe('stories of gifts for moments', () => {
  it('a gift that waits is given at the start of its day, without a worker', async () => {
    const shop = await open('signup', [true, true], { waitingDays: 2 })
    story.on('2027-01-10T12:00:00Z')
    await shop.completed('o1', 'ana', 10)
    await shop.history('ana')
    expect(await gifts(shop)).toEqual(['signup once: due'])
    story.on('2027-01-12T02:59:59Z') // In São Paulo the day begins at three.
    await shop.history('ana')
    expect(await gifts(shop)).toEqual(['signup once: due'])
    story.on('2027-01-12T03:00:00Z')
    await shop.history('ana')
    expect(await gifts(shop)).toEqual(['signup once: given'])
  })

  it('a customer whom a coupon or a record of the shop brings along is given it too', async () => {
    const shop = await open('signup', [false, true])
    await shop.upsertCustomers([{ OriginalId: 'bia', Email: 'bia@example.com', IsEnrolled: true }])
    await shop.history('bia')
    expect(await gifts(shop, 'bia')).toEqual(['signup once: given'])
    await shop.createCoupon({
      CouponCode: 'welcome',
      CouponType: 2,
      CustomerId: 'eva',
      Customer: { OriginalId: 'eva', IsEnrolled: true },
    })
    await shop.history('eva')
    expect(await gifts(shop, 'eva')).toEqual(['signup once: given'])
  })

  it('a reward that is only a prize is given by its rule, and neither listed nor redeemed', async () => {
    const shop = await story.open(program({}))
    const reward = await shop.makeReward({ title: 'House coffee', points: 0n, isPrizeOnly: true })
    const rule = { id: 2, kind: 'signup', reward: String(reward) }
    await shop.publish(program({}, rule as Parameters<typeof program>[1]))
    await shop.completed('o1', 'ana', 10)
    await shop.history('ana')
    expect(await gifts(shop)).toEqual(['signup once: given'])
    const listed = await shop.sendText<{ TotalItemCount: number }>('GET', '/v1/pvt/RewardConfigurations')
    expect(listed.TotalItemCount).toBe(0)
    const { answer } = await shop.redeem(reward, { CustomerId: 'ana' })
    expect(answer.ErrorMessages).toEqual([expect.stringContaining('Only rules give this reward')])
    expect(await gifts(shop)).toEqual(['signup once: given'])
  })

  it('a rule without points shows 0 points, and its gift is one of the counts of the customer', async () => {
    const shop = await open('signup', [false, true])
    await shop.completed('o1', 'ana', 10)
    const { Items } = await shop.listObjectives('?CustomerId=ana')
    const [, signup] = Items ?? []
    expect(signup).toMatchObject({ Id: 2, AmountOfPoints: 0, Details: { Completed: 1 } })
  })
})
