import { afterEach, describe, expect, it } from 'vitest'
import { program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const opened: Shop[] = []

async function open(...published: Parameters<typeof test.open>): Promise<Shop> {
  const shop = await test.open(...published)
  opened.push(shop)
  return shop
}

afterEach(async () => {
  for (const shop of opened.splice(0)) expect(await shop.doubts()).toEqual([])
})

/** Moves the clock. */
function on(date: string): void {
  test.api.now = Date.parse(date)
}

describe('the story of a coupon', () => {
  it('earn, wait, open, redeem, use, cancel, use again, cancel when it is over', async () => {
    const shop = await open(program({ waitingDays: 7, validityDays: 365 }))
    const reward = await shop.makeReward({ couponValidDays: 30, customerUsageLimit: 1 })

    on('2026-01-10T15:00:00Z') // Ana buys. Her points wait.
    await shop.completed('january', 'ana', 120)
    expect(await shop.refusal(reward, 'ana')).toBe(47)

    on('2026-01-17T15:00:00Z') // A week later they are hers.
    const { couponCode, item } = await shop.redeemed(reward, 'ana', { OriginalKey: 'app-1' })
    expect(item).toMatchObject({ PointBalance: 20, CashbackBalance: 2, Enabled: false })

    on('2026-01-20T12:00:00Z') // She uses the coupon, and sends everything back two days later.
    await shop.completed('with-coupon', 'ana', 90, { Coupon: couponCode.toLowerCase() })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: true, order: 'with-coupon' })
    on('2026-01-22T12:00:00Z')
    await shop.cancelled('with-coupon')
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, order: null, is_inactive: false })

    on('2026-02-10T12:00:00Z') // The coupon is still good. The second order comes back when it is not.
    await shop.completed('second', 'ana', 90, { Coupon: couponCode })
    on('2026-02-20T12:00:00Z')
    await shop.cancelled('second')
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true })

    // So the points go back to the lot of January, which paid, and the reward can be had again.
    expect((await shop.redeemed(reward, 'ana', { OriginalKey: 'app-2' })).item.PointBalance).toBe(20)
    const told = (await shop.events('ana')).map(
      ({ at, topic, points, balance }) => `${at.slice(0, 10)} ${topic} ${points} → ${balance[0]}`,
    )
    expect(told).toEqual([
      '2026-01-17 Point_Add 120 → 120',
      '2026-01-17 Point_Removed -100 → 20',
      '2026-02-17 Point_Add 90 → 110',
      '2026-02-20 Point_Add 100 → 210',
      '2026-02-20 Point_Removed -90 → 120',
      '2026-02-20 Point_Removed -100 → 20',
    ])
  })

  it('a list of 20 codes and 25 buyers', async () => {
    const shop = await open(program())
    const codes = Array.from({ length: 20 }, (_, index) => `MUG-${index + 1}`)
    const mug = await shop.makeReward({}, codes)
    const buyers = Array.from({ length: 25 }, (_, index) => `buyer-${index}`)
    await Promise.all(buyers.map((buyer) => shop.completed(`of-${buyer}`, buyer, 100)))
    const answers = await Promise.all(buyers.map((CustomerId) => shop.redeem(mug, { CustomerId })))

    const issued = answers.flatMap(({ couponCode }) => couponCode ?? [])
    expect(issued.toSorted()).toEqual(codes.toSorted())
    const refusals = answers.filter(({ answer }) => answer.ErrorCode === 47)
    expect(refusals).toHaveLength(5)
    expect((await shop.getReward(mug)).Result).toMatchObject({
      Enabled: false,
      PreGeneratedCouponLists: [{ CouponCount: 20, UsedCoupons: 20 }],
    })
    const [sum] = await test.reader.query<{ points: number }>(
      'select sum(points_balance)::float as points from customer where tenant_id = $1',
      [shop.tenantId],
    )
    expect(sum?.points).toBe(500)
  })

  it('a reward that is kept for a weekend, in São Paulo', async () => {
    const shop = await open(program())
    on('2026-01-16T12:00:00Z')
    await shop.completed('o', 'ana', 1_000)
    const reward = await shop.makeReward({
      validFrom: Date.parse('2026-01-17T03:00:00Z'),
      validUntil: Date.parse('2026-01-19T03:00:00Z'),
      couponValidDays: 1,
    })
    on('2026-01-17T02:59:59.999Z')
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    on('2026-01-17T03:00:00Z')
    expect(
      (await shop.redeemed(reward, 'ana')).item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons,
    ).toMatchObject([{ ValidDateEnd: '2026-01-19T02:59:59.000Z' }])
    on('2026-01-19T02:59:59.999Z')
    expect(await shop.refusal(reward, 'ana')).toBeNull()
    on('2026-01-19T03:00:00Z')
    expect(await shop.refusal(reward, 'ana')).toBe(47)
  })
})
