/** What only the merchant can know of: friends who were brought along, and actions of its own. */
import { describe, expect, it } from 'vitest'
import { createTill, type Till } from '../../src/accounts/till/till.ts'
import { grantAction } from '../../src/actions/grant.ts'
import { decimalFromText } from '../../src/platform/decimal.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { program, type Shop } from '../support/shop.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

const RULES = [
  { id: 2, kind: 'referral', points: '40' },
  { id: 3, kind: 'custom', key: 'review', points: '5', limits: { perDay: 2, ever: 3 } },
  { id: 4, kind: 'custom', key: 'signup', points: '7' },
] as const

function till(): Till {
  const database = shops.api.cells.of({ cell: MAIN_CELL })
  return createTill({ database, clock: () => shops.api.now })
}

async function open() {
  const shop = await shops.open(program({}, ...RULES))
  const tenant = await tenantOf(shops.api, shop)
  const counter = till()
  await shop.completed('o1', 'ana', 10)
  return {
    shop,
    grant: (action: string, key: string, customer = 'ana') =>
      counter.run(grantAction, { tenant, customer, action, key }),
  }
}

const granted = (points: string) => ({
  isNew: true,
  points: decimalFromText(points),
  recordId: expect.any(Number),
})
const GRANTED_BEFORE = { isNew: false, points: 0n, recordId: expect.any(Number) }

async function typesOf(shop: Shop): Promise<number[]> {
  return (await shop.records('ana')).map(({ type }) => type)
}

describe('an action', () => {
  it('a friend who was brought along is worth points, once each', async () => {
    const { shop, grant } = await open()
    expect(await grant('referral', 'bruno')).toEqual(granted('40'))
    expect(await grant('referral', 'carla')).toEqual(granted('40'))
    expect(await grant('referral', 'bruno')).toEqual(GRANTED_BEFORE)
    expect(await shop.story('ana')).toEqual(['+10 / +1 → 10 / 1', '+40 / +4 → 50 / 5', '+40 / +4 → 90 / 9'])
    expect(await typesOf(shop)).toEqual([0, 3, 3])
  })

  it('an action of the merchant is granted as often as its rule allows, in a day and ever', async () => {
    const { grant } = await open()
    const refused = { reason: 'limit-reached' }
    // 23:50 and 00:10 in São Paulo are two days.
    shops.api.now = Date.parse('2026-03-02T02:50:00Z')
    expect(await grant('review', 'r1')).toEqual(granted('5'))
    expect(await grant('review', 'r2')).toEqual(granted('5'))
    expect(await grant('review', 'r3')).toMatchObject(refused)
    expect(await grant('review', 'r1')).toEqual(GRANTED_BEFORE)
    shops.api.now = Date.parse('2026-03-02T03:10:00Z')
    expect(await grant('review', 'r3')).toEqual(granted('5'))
    shops.api.now = Date.parse('2026-04-02T12:00:00Z')
    expect(await grant('review', 'r4')).toMatchObject(refused)
  })

  it('many at once stay within the limit, and one of them is granted once', async () => {
    const { shop, grant } = await open()
    const reviews = await Promise.all(Array.from({ length: 20 }, (_, index) => grant('review', `r${index}`)))
    expect(reviews.filter((result) => 'isNew' in result)).toHaveLength(2)
    const same = await Promise.all(Array.from({ length: 20 }, () => grant('referral', 'bruno')))
    expect(same.filter((result) => 'isNew' in result && result.isNew)).toHaveLength(1)
    expect(await typesOf(shop)).toEqual([0, 5, 5, 3])
  })

  it('one that is named like ours is never taken for it', async () => {
    const { shop, grant } = await open()
    expect(await grant('signup', 'once')).toEqual(granted('7'))
    expect(await typesOf(shop)).toEqual([0, 5])
  })

  it('is refused without a rule, without a customer, and for a customer who is not enrolled', async () => {
    const { shop, grant } = await open()
    await shop.completed('o2', 'guest', 10, { Customer: { OriginalId: 'guest', IsEnrolled: false } })
    expect(await grant('dance', 'd1')).toMatchObject({ reason: 'no-rule' })
    expect(await grant('referral', 'x', 'nobody')).toMatchObject({ reason: 'customer-unknown' })
    expect(await grant('referral', 'x', 'guest')).toMatchObject({ reason: 'not-enrolled' })
    expect(await shop.story('ana')).toEqual(['+10 / +1 → 10 / 1'])
  })
})
