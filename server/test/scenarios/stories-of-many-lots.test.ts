import { describe, expect, it } from 'vitest'
import { decimal } from '../support/rewards.ts'
import { iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

/*
 * Customers with more open lots than the till loads at first (64). Several commands about one of their old orders come
 * in one batch: each must see what the one before has made of the order's lot, and not what is stored.
 */

const shops = useShops()

/** Each order earns 100 points, in a lot of its own. */
async function regular(orders: number): Promise<Shop> {
  const shop = await shops.open(program())
  const all = Array.from({ length: orders }, (_, index) => shop.completeOrder(`o-${index + 1}`, 'ana', 100))
  const { SucceededCount } = await shop.placeOrders(all)
  expect(SucceededCount).toBe(orders)
  return shop
}

describe('a customer with many open lots', () => {
  it('one list brings three updates of an old order', async () => {
    const shop = await regular(70)
    const totals = [90, 80, 60]
    const { Items } = await shop.placeOrders(totals.map((total) => shop.completeOrder('o-70', 'ana', total)))
    expect(Items?.map(({ Result }) => Result?.PointsGranted)).toEqual(totals)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 6_960 })
    expect(await shop.cancelled('o-70')).toMatchObject({ Status: 3 })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 6_900 })
  })

  it('ten parts of an old order are returned at once, then the rest', async () => {
    const shop = await regular(80)
    const parts = await Promise.all(Array.from({ length: 10 }, () => shop.returned('o-78', 1)))
    expect(parts.map(({ PointsTakenBack }) => PointsTakenBack)).toEqual(Array.from({ length: 10 }, () => 1))
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 7_990 })
    await shop.cancelled('o-78')
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 7_900 })
  })

  it('an old order is updated and cancelled at once, several times over', async () => {
    const shop = await regular(90)
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 4 < 2
          ? shop.placeOrder(shop.completeOrder('o-87', 'ana', 80))
          : shop.cancelOrder('o-87', { OrderCancelledDate: iso(START) }),
      ),
    )
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 8_900 })
  })

  it('points of an old order are spent, given back and spent again while its order shrinks', async () => {
    const shop = await regular(100)
    const reward = await shop.makeReward({ points: decimal(9_950) })
    const { originalKey } = await shop.redeemed(reward, 'ana')
    const [givenBack] = await Promise.all([
      shop.cancelRewardByKey(originalKey),
      shop.completed('o-99', 'ana', 30),
      shop.completed('o-98', 'ana', 30),
      shop.changedPoints('ana', -20),
    ])
    expect(givenBack).toMatchObject({ HasError: false })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 9_840 })
  })

  it('nearly all of 400 lots are spent while old orders shrink, come back in parts and are cancelled', async () => {
    const shop = await regular(400)
    const reward = await shop.makeReward({ points: decimal(39_500) })
    const [, redeemed, ...others] = await Promise.all([
      shop.placeOrder(shop.completeOrder('o-400', 'ana', 90)),
      shop.redeem(reward, { CustomerId: 'ana', OriginalKey: 'all' }),
      shop.placeOrder(shop.completeOrder('o-400', 'ana', 70)),
      shop.returnPart('o-399', { ValueToRefund: 10, CancelKey: 'a' }),
      shop.returnPart('o-399', { ValueToRefund: 10, CancelKey: 'b' }),
      shop.cancelOrder('o-398'),
      shop.placeOrder(shop.completeOrder('o-400', 'ana', 60)),
    ])
    expect(redeemed.answer.Items).toHaveLength(1)
    expect(others.filter(({ HasError }) => HasError)).toEqual([])
    // 40,000 - 39,500 - 40 of the one order - 20 of the next - 100 of the cancelled one.
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 340 })
    expect(await shop.cancelRewardByKey('all')).toMatchObject({ HasError: false })
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 39_840 })
  })
})
