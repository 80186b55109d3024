import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/answers.ts'
import { iso, program, type Shop } from '../support/shop.ts'
import { giveTiers, sweepNow } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

function at(date: string): void {
  shops.api.now = Date.parse(`${date}T07:00:00Z`)
}

/** A merchant with a reward that is kept for all of its tiers, so that it shows how many are in each. */
async function open() {
  const shop = await shops.open(program())
  const tiers = await giveTiers(shops.api, shop)
  const reward = await shop.makeReward()
  await keepFor(shop, reward, tiers)
  const counts = async () => {
    const { Tiers } = resultOf(await shop.getReward(reward))
    return Object.fromEntries(Tiers.map(({ Name, CustomerCount }) => [Name, CustomerCount]))
  }
  return { shop, reward, counts }
}

function keepFor(shop: Shop, reward: number, tiers: readonly number[]) {
  return shops.reader.query(
    `insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id)
     select $1, $2, unnest($3::bigint[])`,
    [shop.tenantId, reward, tiers],
  )
}

describe('what counts for tiers', () => {
  it('is the same whether messages of one order come one by one or in one list', async () => {
    const { shop } = await open()
    const messages = [400, 700, 550].map((total, index) =>
      shop.completeOrder('o1', 'ana', total, { UpdatedDate: iso(shops.api.now + index) }),
    )
    const kept = () =>
      shops.reader.query(
        'select spend::float8, orders, points::float8 from tier_progress where tenant_id = $1',
        [shop.tenantId],
      )
    expect((await shop.placeOrders(messages)).SucceededCount).toBe(3)
    expect(await kept()).toEqual([{ spend: 550, orders: 1, points: 550 }])
  })
})

describe('how many customers are in each tier', () => {
  it('is right at every moment: customers come, rise and fall', async () => {
    const { shop, reward, counts } = await open()
    expect(await counts()).toEqual({ Bronze: 0, Silver: 0, Gold: 0 })
    at('2026-01-15')
    await shop.completed('a1', 'ana', 100)
    await shop.completed('b1', 'bia', 600)
    await shop.completed('c1', 'caio', 2_500)
    expect(await counts()).toEqual({ Bronze: 1, Silver: 1, Gold: 1 })
    await shop.completed('a2', 'ana', 450)
    await shop.completed('b2', 'bia', 1_500)
    expect(await counts()).toEqual({ Bronze: 0, Silver: 1, Gold: 2 })
    const { item } = await shop.redeemed(reward, 'caio')
    expect(item.Tiers.map(({ CustomerCount }) => CustomerCount)).toEqual([0, 1, 2])

    at('2027-01-16')
    await sweepNow(shops.api, shop)
    expect(await counts()).toEqual({ Bronze: 0, Silver: 1, Gold: 2 })
    at('2027-02-20')
    await sweepNow(shops.api, shop)
    expect(await counts()).toEqual({ Bronze: 3, Silver: 0, Gold: 0 })
  })

  it('is right when a hundred come at once, also with a coupon instead of an order', async () => {
    const { shop, counts } = await open()
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 4 === 0
          ? shop.createCoupon({
              CouponCode: `HI-${index}`,
              CouponType: 0,
              CouponValue: 5,
              CreatedDate: '2026-01-15T12:00:00Z',
              ValidDateStart: '2026-01-15T12:00:00Z',
              ValidDateEnd: '2026-02-15T12:00:00Z',
              CustomerId: `c-${index}`,
              Customer: { OriginalId: `c-${index}` },
            })
          : shop.completed(`o-${index}`, `c-${index}`, index % 4 === 1 ? 700 : 10),
      ),
    )
    expect(await counts()).toEqual({ Bronze: 75, Silver: 25, Gold: 0 })
  })

  it('counts those of a tier that is switched off among the base tier', async () => {
    const { shop, counts } = await open()
    await shop.completed('b1', 'bia', 600)
    await shops.reader.query(`update tier set is_active = false where tenant_id = $1 and name = 'Silver'`, [
      shop.tenantId,
    ])
    expect(await counts()).toEqual({ Bronze: 1, Silver: 0, Gold: 0 })
  })
})
