import { describe, expect, it } from 'vitest'
import { Redeemer } from '../support/redeemer.ts'
import { program, resultOf, type Seller, useSellers } from '../support/seller.ts'
import { giveTiers, sweepNow } from '../support/tiers.ts'

const sellers = useSellers()

function at(date: string): void {
  sellers.api.now = Date.parse(`${date}T07:00:00Z`)
}

/** A merchant with a reward that is kept for all of its tiers, so that it shows how many are in each. */
async function open() {
  const seller = await sellers.open(program())
  const tiers = await giveTiers(sellers.api, seller)
  const shop = new Redeemer(sellers, seller)
  const reward = await shop.makeReward()
  await keepFor(seller, reward, tiers)
  const counts = async () => {
    const { Tiers } = resultOf(await shop.getReward(reward))
    return Object.fromEntries(Tiers.map(({ Name, CustomerCount }) => [Name, CustomerCount]))
  }
  return { seller, shop, reward, counts }
}

function keepFor(seller: Seller, reward: number, tiers: readonly number[]) {
  return sellers.reader.query(
    `insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id)
     select $1, $2, unnest($3::bigint[])`,
    [seller.tenantId, reward, tiers],
  )
}

describe('how many customers are in each tier', () => {
  it('is right at every moment: who comes, who rises, who falls', async () => {
    const { seller, shop, reward, counts } = await open()
    expect(await counts()).toEqual({ Bronze: 0, Silver: 0, Gold: 0 })
    at('2026-01-15')
    await seller.complete('a1', 'ana', 100)
    await seller.complete('b1', 'bia', 600)
    await seller.complete('c1', 'caio', 2_500)
    expect(await counts()).toEqual({ Bronze: 1, Silver: 1, Gold: 1 })
    await seller.complete('a2', 'ana', 450)
    await seller.complete('b2', 'bia', 1_500)
    expect(await counts()).toEqual({ Bronze: 0, Silver: 1, Gold: 2 })
    const { item } = await shop.redeemed(reward, 'caio')
    expect(item.Tiers.map(({ CustomerCount }) => CustomerCount)).toEqual([0, 1, 2])

    at('2027-01-16')
    await sweepNow(sellers.api, seller)
    expect(await counts()).toEqual({ Bronze: 0, Silver: 1, Gold: 2 })
    at('2027-02-20')
    await sweepNow(sellers.api, seller)
    expect(await counts()).toEqual({ Bronze: 3, Silver: 0, Gold: 0 })
  })

  it('is right when a hundred come at once, also with a coupon instead of an order', async () => {
    const { seller, shop, counts } = await open()
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
          : seller.complete(`o-${index}`, `c-${index}`, index % 4 === 1 ? 700 : 10),
      ),
    )
    expect(await counts()).toEqual({ Bronze: 75, Silver: 25, Gold: 0 })
  })

  it('counts those of a tier that is switched off among the base tier', async () => {
    const { seller, counts } = await open()
    await seller.complete('b1', 'bia', 600)
    await sellers.reader.query(`update tier set is_active = false where tenant_id = $1 and name = 'Silver'`, [
      seller.tenantId,
    ])
    expect(await counts()).toEqual({ Bronze: 1, Silver: 0, Gold: 0 })
  })
})
