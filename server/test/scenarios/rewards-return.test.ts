/** A redemption is undone: its points go back where they came from. */
import { afterEach, describe, expect, it } from 'vitest'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, type ProgramToPublish, program, type Shop, type ShopSettings } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const opened: Shop[] = []

async function open(published: ProgramToPublish = program(), settings: ShopSettings = {}): Promise<Shop> {
  const shop = await test.open(published, settings)
  opened.push(shop)
  return shop
}

afterEach(async () => {
  for (const shop of opened.splice(0)) expect(await shop.doubts()).toEqual([])
})

describe('returning a redemption', () => {
  it('that was paid from three lots of different worth restores each of them', async () => {
    const shop = await open(program({ validityDays: 30 }))
    await shop.completed('cheap', 'ana', 50)
    await shop.publish({ ...program({ validityDays: 60 }), cashback: { isOn: true, pointValue: '0.2' } })
    test.api.now += DAY_MS
    await shop.completed('dear', 'ana', 50)
    await shop.publish({ ...program(), cashback: { isOn: true, pointValue: '0.5' } })
    await shop.completed('dearest', 'ana', 50)
    const before = (await shop.records('ana')).map(({ left, expiresAt }) => [left, expiresAt])
    const reward = await shop.makeReward({ points: decimal(120) })
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k' })
    expect((await shop.records('ana')).map(({ left }) => left)).toEqual([0, 0, 30, null])
    expect(await shop.returnReward('k')).toBeNull()
    expect((await shop.records('ana')).slice(0, 3).map(({ left, expiresAt }) => [left, expiresAt])).toEqual(
      before,
    )
    expect(await shop.story('ana')).toEqual([
      '+50 / +5 → 50 / 5',
      '+50 / +10 → 100 / 15',
      '+50 / +25 → 150 / 40',
      '-120 / -25 → 30 / 15',
      '+120 / +25 → 150 / 40',
    ])
  })

  it('lets points that have expired meanwhile expire again', async () => {
    const shop = await open(program({ validityDays: 10 }))
    await shop.completed('old', 'ana', 60)
    test.api.now += 5 * DAY_MS
    await shop.completed('young', 'ana', 60)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    test.api.now += 8 * DAY_MS
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.story('ana')).toEqual([
      '+60 / +6 → 60 / 6',
      '+60 / +6 → 120 / 12',
      '-100 / -10 → 20 / 2',
      '+100 / +10 → 120 / 12',
      '-60 / -6 → 60 / 6',
    ])
  })

  it('repays what the customer owes', async () => {
    const shop = await open()
    await shop.completed('first', 'ana', 100)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    await shop.cancelled('first')
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([-100, -10])
    expect(await shop.returnReward('k')).toBeNull()
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([0, 0])
  })

  it('of cashback gives back the cashback and the points that went with it', async () => {
    const shop = await open()
    await shop.completed('first', 'ana', 100)
    const reward = await shop.makeReward({ type: 3, points: 0n })
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k', Value: 3.33 })
    expect(await shop.returnReward('k')).toBeNull()
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([100, 10])
  })

  it('is done once, and not to what was never redeemed', async () => {
    const shop = await open()
    await shop.completed('first', 'ana', 100)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    expect(await shop.returnReward('unknown')).toBe(73)
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.returnReward('k')).toBe(74)
    expect(await shop.events('ana')).toHaveLength(3)
  })

  it('ends its coupon, and is refused while an order uses it', async () => {
    const shop = await open()
    await shop.completed('first', 'ana', 100)
    const { couponCode } = await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    await shop.completed('uses', 'ana', 0, { Coupon: couponCode })
    expect(await shop.returnReward('k')).toBe(85)
    await shop.cancelled('uses')
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true })
    await shop.completed('tries', 'ana', 0, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, order: null })
  })

  it('makes room under both limits, but its code is never given out again', async () => {
    const shop = await open()
    await shop.completed('first', 'ana', 1_000)
    const reward = await shop.makeReward({ customerUsageLimit: 1, globalUsageLimit: 1 }, ['c1', 'c2', 'c3'])
    expect((await shop.redeemed(reward, 'ana', { OriginalKey: 'k1' })).couponCode).toBe('c1')
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    expect(await shop.returnReward('k1')).toBeNull()
    expect((await shop.getReward(reward)).Result).toMatchObject({ Enabled: true })
    expect((await shop.redeemed(reward, 'ana', { OriginalKey: 'k2' })).couponCode).toBe('c2')
    expect(await shop.refusal(reward, 'ana')).toBe(47)
  })

  it('works for a redemption that took 1,200 lots', async () => {
    const shop = await open()
    await Promise.all(Array.from({ length: 1_200 }, (_, index) => shop.completed(`small-${index}`, 'ana', 1)))
    await shop.redeemed(await shop.makeReward({ points: decimal(1_200) }), 'ana', { OriginalKey: 'k' })
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([0, 0])
    expect(await shop.returnReward('k')).toBeNull()
    expect((await shop.events('ana')).at(-1)?.balance).toEqual([1_200, 120])
  })
})
