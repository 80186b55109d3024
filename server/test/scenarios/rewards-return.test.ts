/** A redemption is undone: its points go back where they came from. */
import { afterEach, describe, expect, it } from 'vitest'
import { decimal, Redeemer } from '../support/redeemer.ts'
import type { SellerSettings } from '../support/seller.ts'
import { DAY_MS, type ProgramToPublish, program, useSellers } from '../support/seller.ts'

const test = useSellers()
const opened: Redeemer[] = []

async function open(
  published: ProgramToPublish = program(),
  settings: SellerSettings = {},
): Promise<Redeemer> {
  const shop = new Redeemer(test, await test.open(published, settings))
  opened.push(shop)
  return shop
}

afterEach(async () => {
  for (const shop of opened.splice(0)) expect(await shop.doubts()).toEqual([])
})

describe('returning a redemption', () => {
  it('that was paid from three lots of different worth restores each of them', async () => {
    const shop = await open(program({ validityDays: 30 }))
    const { seller } = shop
    await seller.complete('cheap', 'ana', 50)
    await seller.publish({ ...program({ validityDays: 60 }), cashback: { isOn: true, pointValue: '0.2' } })
    test.api.now += DAY_MS
    await seller.complete('dear', 'ana', 50)
    await seller.publish({ ...program(), cashback: { isOn: true, pointValue: '0.5' } })
    await seller.complete('dearest', 'ana', 50)
    const before = (await seller.records('ana')).map(({ left, expiresAt }) => [left, expiresAt])
    const reward = await shop.makeReward({ points: decimal(120) })
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k' })
    expect((await seller.records('ana')).map(({ left }) => left)).toEqual([0, 0, 30, null])
    expect(await shop.returnReward('k')).toBeNull()
    expect((await seller.records('ana')).slice(0, 3).map(({ left, expiresAt }) => [left, expiresAt])).toEqual(
      before,
    )
    expect(await seller.story('ana')).toEqual([
      '+50 / +5 → 50 / 5',
      '+50 / +10 → 100 / 15',
      '+50 / +25 → 150 / 40',
      '-120 / -25 → 30 / 15',
      '+120 / +25 → 150 / 40',
    ])
  })

  it('lets points that have expired meanwhile expire again', async () => {
    const shop = await open(program({ validityDays: 10 }))
    await shop.seller.complete('old', 'ana', 60)
    test.api.now += 5 * DAY_MS
    await shop.seller.complete('young', 'ana', 60)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    test.api.now += 8 * DAY_MS
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.seller.story('ana')).toEqual([
      '+60 / +6 → 60 / 6',
      '+60 / +6 → 120 / 12',
      '-100 / -10 → 20 / 2',
      '+100 / +10 → 120 / 12',
      '-60 / -6 → 60 / 6',
    ])
  })

  it('repays what the customer owes', async () => {
    const shop = await open()
    await shop.seller.complete('first', 'ana', 100)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    await shop.seller.cancelled('first')
    expect((await shop.seller.events('ana')).at(-1)?.balance).toEqual([-100, -10])
    expect(await shop.returnReward('k')).toBeNull()
    expect((await shop.seller.events('ana')).at(-1)?.balance).toEqual([0, 0])
  })

  it('of cashback gives back the cashback and the points that went with it', async () => {
    const shop = await open()
    await shop.seller.complete('first', 'ana', 100)
    const reward = await shop.makeReward({ type: 3, points: 0n })
    await shop.redeemed(reward, 'ana', { OriginalKey: 'k', Value: 3.33 })
    expect(await shop.returnReward('k')).toBeNull()
    expect((await shop.seller.events('ana')).at(-1)?.balance).toEqual([100, 10])
  })

  it('is done once, and not to what was never redeemed', async () => {
    const shop = await open()
    await shop.seller.complete('first', 'ana', 100)
    await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    expect(await shop.returnReward('unknown')).toBe(73)
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.returnReward('k')).toBe(74)
    expect(await shop.seller.events('ana')).toHaveLength(3)
  })

  it('ends its coupon, and is refused while an order uses it', async () => {
    const shop = await open()
    await shop.seller.complete('first', 'ana', 100)
    const { couponCode } = await shop.redeemed(await shop.makeReward(), 'ana', { OriginalKey: 'k' })
    await shop.seller.complete('uses', 'ana', 0, { Coupon: couponCode })
    expect(await shop.returnReward('k')).toBe(85)
    await shop.seller.cancelled('uses')
    expect(await shop.returnReward('k')).toBeNull()
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, is_inactive: true })
    await shop.seller.complete('tries', 'ana', 0, { Coupon: couponCode })
    expect(await shop.coupon(couponCode)).toMatchObject({ is_used: false, order: null })
  })

  it('makes room under both limits, but its code is never given out again', async () => {
    const shop = await open()
    await shop.seller.complete('first', 'ana', 1_000)
    const reward = await shop.makeReward({ customerUsageLimit: 1, globalUsageLimit: 1 }, ['c1', 'c2', 'c3'])
    expect((await shop.redeemed(reward, 'ana', { OriginalKey: 'k1' })).couponCode).toBe('c1')
    expect(await shop.refusal(reward, 'ana')).toBe(47)
    expect(await shop.returnReward('k1')).toBeNull()
    expect((await shop.getReward(reward)).Result).toMatchObject({ Enabled: true })
    expect((await shop.redeemed(reward, 'ana', { OriginalKey: 'k2' })).couponCode).toBe('c2')
    expect(await shop.refusal(reward, 'ana')).toBe(47)
  })

  it('works for a redemption that took 1,200 lots', { timeout: 60_000 }, async () => {
    const shop = await open()
    await Promise.all(
      Array.from({ length: 1_200 }, (_, index) => shop.seller.complete(`small-${index}`, 'ana', 1)),
    )
    await shop.redeemed(await shop.makeReward({ points: decimal(1_200) }), 'ana', { OriginalKey: 'k' })
    expect((await shop.seller.events('ana')).at(-1)?.balance).toEqual([0, 0])
    expect(await shop.returnReward('k')).toBeNull()
    expect((await shop.seller.events('ana')).at(-1)?.balance).toEqual([1_200, 120])
  })
})
