/** Redemptions as a merchant's people find them, and whether a customer can redeem: src/rewards/admin-api/redemption-routes.ts. */
import { describe, expect, it } from 'vitest'
import type { CouponAnswer } from '../../src/coupons/admin-api/schema.ts'
import type { CustomerItem } from '../../src/customers/admin-api/schema.ts'
import type { RedemptionAnswer, RedemptionItem } from '../../src/rewards/admin-api/redemptions-schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { decimal, type RewardToMake } from '../support/rewards.ts'
import { allOf, MASKED, type PageOf } from '../support/seen.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
}

async function open(): Promise<Opened> {
  const shop = await test.open(program({ validityDays: 365 }))
  return { shop, manager: admin.manager(shop.key) }
}

async function idOf(manager: Manager, customer: string): Promise<number> {
  const { body } = await manager.done<PageOf<CustomerItem>>('GET', `/customers?search=${customer}`)
  return body.items[0]?.id ?? 0
}

const found = async (manager: Manager, query: string): Promise<readonly RedemptionItem[]> =>
  (await manager.done<PageOf<RedemptionItem>>('GET', `/redemptions?${query}`)).body.items
const keys = (items: readonly RedemptionItem[]) => items.map(({ key }) => key)

describe('the list of redemptions', () => {
  it('shows each with reward, customer, cost and coupon, newest first', async () => {
    const { shop, manager } = await open()
    const mug = await shop.makeReward({ title: 'Mug' })
    for (const name of ['ana', 'bia']) await shop.completed(`o-${name}`, name, 500)
    await shop.redeemed(mug, 'ana', { OriginalKey: 'k-1' })
    test.api.now += DAY_MS
    await shop.redeemed(mug, 'bia', { OriginalKey: 'k-2' })
    await shop.redeemed(mug, 'ana', { OriginalKey: 'k-3' })
    const { couponCode, externalCode } = await shop.redeemed(mug, 'ana', { OriginalKey: 'k-4' })
    await shop.returnReward('k-3')
    const all = await allOf<RedemptionItem>(manager, '/redemptions', { limit: 1 })
    expect(keys(all)).toEqual(['k-4', 'k-3', 'k-2', 'k-1'])
    expect(all[0]).toEqual({
      id: expect.any(Number),
      key: 'k-4',
      externalCode,
      reward: { id: mug, title: 'Mug' },
      customer: expect.objectContaining({ originalId: 'ana' }),
      cost: { points: '100', cashback: '10' },
      coupon: {
        code: couponCode,
        type: 'fixedValue',
        value: '10',
        state: 'open',
        validUntil: null,
        orderId: null,
      },
      redeemedAt: iso(test.api.now),
      returnedAt: null,
    })
    expect(all[1]).toMatchObject({ returnedAt: iso(test.api.now), coupon: { state: 'inactive' } })
  })

  it('is filtered by key, codes, customer, reward and time', async () => {
    const { shop, manager } = await open()
    const [mug, cup] = [await shop.makeReward({ title: 'Mug' }), await shop.makeReward({ title: 'Cup' })]
    for (const name of ['ana', 'bia']) await shop.completed(`o-${name}`, name, 500)
    const { couponCode, externalCode } = await shop.redeemed(mug, 'ana', { OriginalKey: 'k-1' })
    test.api.now += DAY_MS
    await shop.redeemed(cup, 'bia', { OriginalKey: 'k-2' })
    await shop.redeemed(cup, 'ana', { OriginalKey: 'k-3' })
    const ana = await idOf(manager, 'ana')
    const now = iso(test.api.now)
    for (const [query, expected] of [
      ['key=k-1', ['k-1']],
      [`code=${couponCode.toLowerCase()}`, ['k-1']],
      [`externalCode=${externalCode}`, ['k-1']],
      [`key=k-1&code=${couponCode}`, ['k-1']],
      [`key=k-2&code=${couponCode}`, []],
      ['key=none', []],
      [`key=k-2&customerId=${ana}`, []],
      [`customerId=${ana}`, ['k-3', 'k-1']],
      [`customerId=${ana}&rewardId=${cup}`, ['k-3']],
      [`rewardId=${cup}`, ['k-3', 'k-2']],
      [`from=${now}`, ['k-3', 'k-2']],
      [`to=${now}`, ['k-1']],
    ] as const) {
      expect([query, keys(await found(manager, query))]).toEqual([query, expected])
    }
    const own = await allOf<RedemptionItem>(manager, `/customers/${ana}/redemptions`, { limit: 1 })
    expect(keys(own)).toEqual(['k-3', 'k-1'])
  })

  it('shows no redemption twice and misses none while some are added', async () => {
    const { shop, manager } = await open()
    const mug = await shop.makeReward({ points: decimal(1) })
    await shop.completed('1', 'ana', 500)
    for (let index = 0; index < 9; index += 1) await shop.redeemed(mug, 'ana', { OriginalKey: `k-${index}` })
    let added = 0
    const between = async () => {
      added += 1
      await shop.redeemed(mug, 'ana', { OriginalKey: `later-${added}` })
    }
    const seen = await allOf<RedemptionItem>(manager, '/redemptions', { limit: 2, between })
    expect(keys(seen)).toEqual(Array.from({ length: 9 }, (_, index) => `k-${8 - index}`))
    expect(added).toBe(4)
  })
})

describe('a redemption', () => {
  it('is shown with the points that paid for it, and what came of it', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 70)
    await shop.completed('2', 'ana', 80)
    await shop.redeemed(await shop.makeReward(), 'ana', {
      OriginalKey: 'k',
      Metadatas: [{ Name: 'note', Value: 'for Ana' }],
    })
    const [{ id } = { id: 0 }] = await found(manager, 'key=k')
    const { body } = await manager.done<RedemptionAnswer>('GET', `/redemptions/${id}`)
    const lot = { lotId: expect.any(Number), from: expect.stringMatching(/Z$/) }
    expect(body).toMatchObject({
      recordId: expect.any(Number),
      returnRecordId: null,
      lots: [
        { ...lot, order: { id: expect.any(Number), originalId: '1' }, used: { points: '70', cashback: '7' } },
        { ...lot, order: { id: expect.any(Number), originalId: '2' }, used: { points: '30', cashback: '3' } },
      ],
      metadata: [{ name: 'note', value: 'for Ana' }],
    })
    const masked = await manager.get<RedemptionAnswer>(`/redemptions/${id}`, MASKED)
    expect(masked.body).toMatchObject({
      key: null,
      externalCode: null,
      coupon: { code: null },
      metadata: [{ name: 'note', value: '•••' }],
    })
    const other = await open()
    expect((await other.manager.get(`/redemptions/${id}`)).status).toBe(404)
    expect((await manager.get('/redemptions/999999999')).status).toBe(404)
  })

  it('can’t be found by trying codes without the right to read them', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    const { couponCode, externalCode } = await shop.redeemed(await shop.makeReward(), 'ana')
    for (const query of [`code=${couponCode}`, `externalCode=${externalCode}`]) {
      const { body } = await manager.get<PageOf<RedemptionItem>>(`/redemptions?${query}`, MASKED)
      expect(body.items).toEqual([])
    }
  })
})

describe('a customer’s coupons', () => {
  it('are listed newest first, page by page', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 500)
    const mug = await shop.makeReward()
    const codes = []
    for (let index = 0; index < 3; index += 1) codes.unshift((await shop.redeemed(mug, 'ana')).couponCode)
    const path = `/customers/${await idOf(manager, 'ana')}/coupons`
    const listed = await allOf<CouponAnswer>(manager, path, { limit: 2 })
    expect(listed.map(({ code }) => code)).toEqual(codes)
    expect((await manager.get(path, MASKED)).status).toBe(403)
  })
})

describe('whether a customer can redeem a reward', () => {
  interface Checked {
    readonly enabled: boolean
    readonly obstacle: string | null
    readonly sentence: string
  }

  const check = async (manager: Manager, reward: number, language = 'en'): Promise<Checked> => {
    const customerId = await idOf(manager, 'ana')
    return (await manager.send<Checked>('POST', `/rewards/${reward}/check`, { customerId }, { language }))
      .body
  }

  it.each<[string, RewardToMake, string]>([
    ['inactive', { isActive: false }, 'not active'],
    ['tooFewPoints', { points: decimal(250) }, 'costs 250 points and the customer has 200: 50 are missing'],
    ['notYetValid', { validFrom: Date.UTC(2026, 5, 1) }, 'from 31 May 2026'],
    ['noLongerValid', { validUntil: Date.UTC(2026, 0, 2) }, 'until 1 Jan 2026'],
  ])('is told: %s', async (obstacle, reward, says) => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    const id = await shop.makeReward(reward)
    const told = await check(manager, id)
    expect(told).toEqual({ enabled: false, obstacle, sentence: expect.stringContaining(says) })
    const sentences = await Promise.all(
      ['pt-BR', 'en', 'es'].map(async (language) => (await check(manager, id, language)).sentence),
    )
    expect(new Set(sentences).size).toBe(3)
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|null|NaN/)
    // As redeeming itself says.
    expect(await shop.refusal(id, 'ana')).not.toBeNull()
  })

  it('is yes where nothing is in the way, and then redeeming works', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    const id = await shop.makeReward({ customerUsageLimit: 1 })
    expect(await check(manager, id)).toMatchObject({ enabled: true, obstacle: null })
    await shop.redeemed(id, 'ana')
    expect(await check(manager, id)).toMatchObject({
      enabled: false,
      obstacle: 'customerLimit',
      sentence: 'The customer has reached the limit per customer: 1 of 1.',
    })
  })

  it('looks at what is owed, at what has expired by now, at tiers and at who takes part', async () => {
    const { shop, manager } = await open()
    await giveTiers(test.api, shop)
    await shop.completed('1', 'ana', 200)
    const id = await shop.makeReward()
    await shop.redeemed(id, 'ana')
    await shop.cancelled('1')
    expect(await check(manager, id)).toMatchObject({
      obstacle: 'owesPoints',
      sentence: expect.stringContaining('owes 100 points'),
    })
    await shop.completed('2', 'ana', 300)
    expect(await check(manager, id)).toMatchObject({ enabled: true })
    test.api.now += 400 * DAY_MS
    expect(await check(manager, id)).toMatchObject({ obstacle: 'tooFewPoints' })
    await shop.completed('3', 'ana', 300, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    expect(await check(manager, id)).toMatchObject({ obstacle: 'notEnrolled' })
  })

  it('of another merchant’s customer or reward is not there', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    const id = await shop.makeReward()
    const customerId = await idOf(manager, 'ana')
    const other = await open()
    const theirs = await other.shop.makeReward()
    expect((await other.manager.send('POST', `/rewards/${theirs}/check`, { customerId })).status).toBe(404)
    expect((await manager.send('POST', `/rewards/${theirs}/check`, { customerId })).status).toBe(404)
    expect((await manager.send('POST', `/rewards/${id}/check`, { customerId: 999_999_999 })).status).toBe(404)
    expect((await manager.send('POST', `/rewards/${id}/check`, { customerId: 'ana' })).status).toBe(422)
  })
})
