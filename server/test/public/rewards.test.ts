import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnReward, OwnRewards } from '../../src/rewards/public-api/schema.ts'
import { upsertCustomer } from '../support/customers.ts'
import { itIsGuarded } from '../support/guarded.ts'
import { decimal, type RewardToMake } from '../support/rewards.ts'
import { seedOf } from '../support/seed.ts'
import { program } from '../support/shop.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { giveTiers, spend } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
/** Merchants with random rewards; by name as many as one likes: `REWARD_MERCHANTS=500 npm test -- public/rewards`. */
const MERCHANTS = Number(process.env.REWARD_MERCHANTS ?? 8)
/** It names the run that failed. */
const SEED = seedOf()
const ENGLISH = { 'accept-language': 'en' }
const DAY_MS = 86_400_000

/** Ana has 100 points, worth R$ 10. */
async function open(rewards: readonly RewardToMake[] = [], settings = {}) {
  const shop = await shops.open(program(), settings)
  for (const reward of rewards) await shop.makeReward(reward)
  await shop.completed('o1', 'ana', 100)
  return openStorefront(shops.api, shop)
}

async function rewardsOf(
  storefront: Storefront,
  customer = 'ana',
  headers: Record<string, string> = ENGLISH,
) {
  const token = await storefront.tokenOf(customer)
  return (await storefront.read<OwnRewards>('/rewards', token, headers)).items
}

const shown = (items: readonly OwnReward[]) => items.map(({ title, state }) => `${title}: ${state}`)

itIsGuarded(shops, { path: '/rewards', switch: 'rewards', perSecond: 5, ofProspect: { items: [] } })

describe('a reward', () => {
  it('is this, to the last member', async () => {
    const storefront = await open()
    const id = await storefront.shop.makeReward({
      title: 'Barista class',
      type: 4,
      description: 'Two hours at our roastery.',
      points: decimal(121),
      minimumPurchase: decimal(20),
      validUntil: START + DAY_MS,
      customIconUrl: 'https://shop.example/class.jpg',
    })
    expect(await rewardsOf(storefront)).toEqual([
      {
        id,
        type: 'custom',
        title: 'Barista class',
        text: 'Two hours at our roastery.',
        points: '121',
        value: null,
        image: 'https://shop.example/class.jpg',
        until: '2026-01-16T11:59:59.000Z',
        requirements: 'Cannot be combined with other promotions. Valid for purchases from R$\u00a020.00.',
        tiers: [],
        state: 'missing',
        missing: '21',
        percent: 82.64,
        reason: null,
        maximum: null,
      },
    ])
    const [own] = await rewardsOf(storefront, 'ana', {})
    expect(own?.requirements).toContain('Válido para compras a partir de')
  })

  it.each<[string, RewardToMake, Partial<OwnReward>]>([
    ['percent', { type: 0, value: decimal(12.5) }, { type: 'percent', value: '12.5', points: '100' }],
    ['money', { type: 1, value: decimal(10) }, { type: 'fixedValue', value: '10.00', maximum: null }],
    ['shipping', { type: 2, value: decimal(7) }, { type: 'freeShipping', value: null }],
    [
      'cashback',
      { type: 3, points: 0n, value: 0n, cashbackMaximum: decimal(8) },
      { type: 'cashback', value: null, points: null, maximum: '8.00', state: 'ready' },
    ],
    ['cashback without an end', { type: 3, points: 0n, value: 0n }, { maximum: '10.00' }],
    ['a product', { type: 5, value: decimal(30) }, { type: 'product', value: null }],
  ])('of %s', async (_what, reward, expected) => {
    expect((await rewardsOf(await open([reward])))[0]).toMatchObject(expected)
  })

  it.each<[string, RewardToMake, string | null]>([
    ['none', {}, null],
    ['its own', { customIconUrl: 'https://a.example/i.png' }, 'https://a.example/i.png'],
    ['none over plain http', { customIconUrl: 'http://a.example/i.png' }, null],
    ['none that is a script', { customIconUrl: 'javascript:alert(1)' }, null],
    [
      'that of the widget',
      { isWidgetIconActive: true, widgetIcon: 'https://b.example/', customIconUrl: 'https://a.example/' },
      'https://b.example/',
    ],
    ['not one that is off', { widgetIcon: 'https://b.example/' }, null],
    [
      'that of the landing page',
      {
        isLandingPageIconActive: true,
        landingPageIcon: 'https://c.example/',
        isWidgetIconActive: true,
        widgetIcon: 'https://b.example/',
      },
      'https://c.example/',
    ],
  ])('has a picture: %s', async (_what, reward, image) => {
    expect((await rewardsOf(await open([reward])))[0]?.image).toBe(image)
  })
})

describe('a customer', () => {
  it('has rewards in every state, those that are ready first', async () => {
    const shop = await shops.open(program())
    const [, gold = 0] = await giveTiers(shops.api, shop, [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Gold', order: 2, goals: [spend(5_000)] },
    ])
    await shop.completed('o1', 'ana', 100)
    const make = (title: string, reward: RewardToMake = {}, codes: string[] | null = null) =>
      shop.makeReward({ title, ...reward }, codes)
    await make('soon', { validFrom: START + DAY_MS })
    const once = await make('once', { points: decimal(1), customerUsageLimit: 1 })
    const soldOut = await make('sold out', { points: decimal(1), globalUsageLimit: 1 })
    await make('without codes', {}, [])
    await make('far', { points: decimal(500) })
    await make('near', { points: decimal(100) })
    await make('cheap', { points: decimal(10) })
    await make('dear', { points: decimal(99) })
    await make('cashback', { type: 3, points: 0n, value: 0n })
    const forGold = await make('for gold')
    await shops.reader.query(
      'insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id) values ($1, $2, $3)',
      [shop.tenantId, forGold, gold],
    )
    await make('over', { validFrom: START - 2 * DAY_MS, validUntil: START })
    await make('off', { isActive: false })
    await make('prize', { isPrizeOnly: true })
    await make('at the till', { channel: 2 })
    await make('online', { points: decimal(600), channel: 1 })
    await shop.completed('o2', 'bia', 100)
    await shop.redeemed(soldOut, 'bia')
    await shop.redeemed(once, 'ana')
    const storefront = await openStorefront(shops.api, shop)
    const items = await rewardsOf(storefront)
    expect(shown(items)).toEqual([
      'dear: ready',
      'cheap: ready',
      'cashback: ready',
      'near: missing',
      'far: missing',
      'online: missing',
      'soon: soon',
      'once: locked',
      'sold out: soldOut',
      'without codes: soldOut',
      'for gold: locked',
    ])
    expect(items.slice(6).map(({ reason }) => reason)).toEqual([
      'Coming soon.',
      'You’ve redeemed this as often as you can.',
      'Sold out.',
      'Sold out.',
      'Available to another tier.',
    ])
    await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: false })
    const dear = (await rewardsOf(storefront)).find(({ title }) => title === 'dear')
    expect([dear?.state, dear?.reason]).toEqual(['locked', 'Join the program to redeem this.'])
  })

  it('who owes something is told that', async () => {
    const storefront = await open([{}], { settings: { takeBack: 'debt' } })
    const { shop } = storefront
    await shop.redeemed((await rewardsOf(storefront))[0]?.id ?? 0, 'ana')
    await shop.cancelled('o1')
    expect((await rewardsOf(storefront))[0]).toMatchObject({
      state: 'locked',
      missing: null,
      reason: 'You owe points. They’re covered by the next points you earn.',
    })
  })

  it('whom only the shop knows sees what there is', async () => {
    const storefront = await open([{}, { title: 'over', validFrom: START - 2, validUntil: START }])
    expect(await rewardsOf(storefront, 'new one')).toMatchObject([
      { title: 'R$ 10 off', state: 'locked', missing: null, reason: 'Join the program to redeem this.' },
    ])
  })

  it('sees no cashback where that is off', async () => {
    const shop = await shops.open({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    await shop.makeReward({ type: 3, points: 0n, value: 0n })
    await shop.completed('o1', 'ana', 100)
    expect(await rewardsOf(await openStorefront(shops.api, shop))).toEqual([])
  })

  it('sees a hundred of them', async () => {
    const storefront = await open(Array.from({ length: 120 }, (_, count) => ({ points: decimal(count + 1) })))
    const items = await rewardsOf(storefront)
    expect(items).toHaveLength(100)
    expect(items.map(({ points }) => Number(points))).toEqual(
      Array.from({ length: 100 }, (_, place) => 100 - place),
    )
  })
})

describe('with a token', () => {
  it('come along if they are asked for, in the merchant’s language', async () => {
    const storefront = await open([{ points: decimal(500), minimumPurchase: decimal(20) }])
    const { Token, Initial } = await storefront.minted('ana', { Include: ['rewards', 'me'] })
    expect(Initial).toEqual({
      me: await storefront.seen(Token),
      rewards: await storefront.read('/rewards', Token),
    })
    expect((await storefront.minted('new one', { Include: ['rewards'] })).Initial).toMatchObject({
      rewards: { items: [{ state: 'locked' }] },
    })
    const { tenantId } = storefront.shop
    await configure(shops.api, tenantId, { content: { switches: { rewards: false } } })
    await until(async () => (await storefront.own('/rewards', Token)).statusCode === 404)
    expect((await storefront.minted('ana', { Include: ['rewards'] })).Initial).toEqual({ rewards: null })
  })
})

/** What redeeming says to the merchant, and the page to the customer. */
const SAME: readonly (readonly [string, string])[] = [
  ['not available yet', 'Coming soon.'],
  ['redeemed as often as it may be', 'Sold out.'],
  ['No coupons of this reward are left', 'Sold out.'],
  ['does not take part', 'Join the program to redeem this.'],
  ['owes points', 'You owe points. They’re covered by the next points you earn.'],
  ['owes cashback', 'You owe cashback. It’s covered by the next you earn.'],
  ['as often as one may', 'You’ve redeemed this as often as you can.'],
  ['has less than a cent of cashback', 'You don’t have any cashback yet.'],
]

describe('what is shown and what is redeemed', () => {
  const amounts = fc.integer({ min: 0, max: 200 }).map(decimal)
  const rewards: fc.Arbitrary<RewardToMake> = fc
    .record(
      {
        type: fc.constantFrom(0, 1, 2, 4, 5),
        points: amounts,
        value: fc.integer({ min: 1, max: 90 }).map(decimal),
        validFrom: fc.constantFrom(START - 1, START + 1),
        validUntil: fc.constantFrom(START + 2, null),
        isActive: fc.constantFrom(true, true, true, false),
        isPrizeOnly: fc.constantFrom(false, false, true),
        channel: fc.constantFrom(0, 1),
        customerUsageLimit: fc.constantFrom(null, 1, 2),
        globalUsageLimit: fc.constantFrom(null, 1, 2),
      },
      { requiredKeys: ['points', 'value'] },
    )
    .map((one) => one as RewardToMake)
  const cashback = fc
    .record({ cashbackMaximum: fc.constantFrom(null, decimal(0.01), decimal(4)) })
    .map((one): RewardToMake => ({ ...one, type: 3, points: 0n, value: 0n }))
  const merchants = fc.record({
    rewards: fc.array(fc.oneof({ weight: 4, arbitrary: rewards }, { weight: 1, arbitrary: cashback }), {
      minLength: 1,
      maxLength: 6,
    }),
    codes: fc.constantFrom(null, null, 0, 2),
    spent: fc.integer({ min: 0, max: 300 }),
    isEnrolled: fc.constantFrom(true, true, true, false),
    owes: fc.boolean(),
  })

  it(`agree, with random rewards of ${MERCHANTS} merchants (TEST_SEED=${SEED})`, {
    timeout: 3_600_000,
  }, async () => {
    for (const { rewards, codes, spent, isEnrolled, owes } of fc.sample(merchants, {
      numRuns: MERCHANTS,
      seed: SEED,
    })) {
      const shop = await shops.open(program(), { settings: { takeBack: 'debt' } })
      await shop.completed('o1', 'ana', spent)
      if (owes) {
        const first = await shop.makeReward({ points: decimal(1), isActive: true })
        await shop.redeem(first, { CustomerId: 'ana' })
        await shop.cancelled('o1')
        await shops.reader.query('update reward_configuration set is_active = false where tenant_id = $1', [
          shop.tenantId,
        ])
      }
      for (const [place, reward] of rewards.entries()) {
        const list =
          codes === null || reward.type === 3
            ? null
            : Array.from({ length: codes }, (_, code) => `C${place}-${code}`)
        await shop.makeReward(reward, list)
      }
      await upsertCustomer(shop, { OriginalId: 'ana', IsEnrolled: isEnrolled })
      const storefront = await openStorefront(shops.api, shop)
      for (let round = 0; round < 4; round += 1) {
        const items = await rewardsOf(storefront)
        for (const item of items) {
          if (item.state === 'ready') continue
          const { answer } = await shop.redeem(item.id, { CustomerId: 'ana', Value: 0.01 })
          const message = String(answer.ErrorMessage)
          const expected = item.state === 'missing' ? 'too few points' : item.reason
          const said = SAME.find(([merchant]) => message.includes(merchant))?.[1]
          expect([
            item.title,
            item.state === 'missing' && message.includes('too few points') ? 'too few points' : said,
          ]).toEqual([item.title, expected])
        }
        const ready = items.filter(({ state }) => state === 'ready')
        const chosen = ready[round % Math.max(1, ready.length)]
        if (!chosen) break
        const value = chosen.type === 'cashback' ? { Value: Number(chosen.maximum) } : {}
        await shop.redeemed(chosen.id, 'ana', value)
      }
      // What is not shown can't be redeemed either.
      const seen = new Set((await rewardsOf(storefront)).map(({ id }) => id))
      const rows = await shops.reader.query<{ id: string }>(
        'select id from reward_configuration where tenant_id = $1',
        [shop.tenantId],
      )
      for (const { id } of rows) {
        if (!seen.has(Number(id)))
          expect(await shop.refusal(Number(id), 'ana', { Value: 0.01 })).not.toBeNull()
      }
    }
  })
})
