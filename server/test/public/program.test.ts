import { describe, expect, it } from 'vitest'
import type { ShownProgram } from '../../src/http/storefront/schema.ts'
import { decimal } from '../support/rewards.ts'
import { DAY_MS, program } from '../support/shop.ts'
import { configure, openStorefront, type Storefront } from '../support/storefront.ts'
import { giveTiers, spend } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()

async function open(...others: Parameters<typeof program>[1][]) {
  return openStorefront(shops.api, await shops.open(program({ validityDays: 365 }, ...others)))
}

async function read(storefront: Storefront, query = '?lang=en'): Promise<ShownProgram> {
  const answer = await storefront.ofShop(`/program${query}`)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

describe('what a shop promises', () => {
  it('is this, to the last member', async () => {
    const shop = await shops.open(
      program(
        { validityDays: 365 },
        { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' },
        { id: 3, kind: 'card', name: 'Coffee', counts: 'orders', stamps: 10, points: '50' },
        { id: 4, kind: 'quiz' },
      ),
    )
    await giveTiers(shops.api, shop, [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Gold', order: 2, color: '#d4af37', goals: [spend(2_000)] },
    ] as never)
    const reward = await shop.makeReward({ title: 'Barista class', type: 4, points: decimal(1_500) })
    const storefront = await openStorefront(shops.api, shop)
    expect(await read(storefront)).toEqual({
      ways: [
        { text: '1 point for every R$\u00a01.00 you spend. Points expire after 365 days.' },
        { text: 'Products of selected brands earn 2 times the points.' },
      ],
      rewards: [expect.objectContaining({ id: reward, title: 'Barista class', points: '1500', until: null })],
      tiers: [
        { name: 'Bronze', color: null, image: null, goals: [], benefits: [] },
        {
          name: 'Gold',
          color: '#d4af37',
          image: null,
          goals: ['R$\u00a02,000.00 in 12 months'],
          benefits: [],
        },
      ],
      cards: [
        {
          name: 'Coffee',
          text: expect.stringContaining('Every order gives a stamp; 10 stamps earn 50 points'),
          size: '10',
          prize: { reward: null, points: '50' },
        },
      ],
      referral: null,
    })
  })

  it('has the rewards that can be had now, and for whom', async () => {
    const shop = await shops.open(program())
    const ids = await giveTiers(shops.api, shop, [
      { name: 'Bronze', order: 1, isBase: true },
      { name: 'Gold', order: 2, goals: [spend(2_000)] },
    ] as never)
    const reward = (title: string, more: object) => shop.makeReward({ title, points: decimal(10), ...more })
    await reward('Now', {})
    await reward('Soon', { validFrom: shops.api.now + DAY_MS })
    await reward('Over', { validUntil: shops.api.now - DAY_MS })
    const once = await reward('Sold out', { globalUsageLimit: 1 })
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(once, 'ana')
    await reward('At the till', { channel: 2 })
    const forGold = await reward('For Gold', { points: decimal(20) })
    await shops.reader.query(
      'insert into reward_configuration_tier (tenant_id, reward_configuration_id, tier_id) values ($1, $2, $3)',
      [shop.tenantId, forGold, ids[1]],
    )
    const { rewards } = await read(await openStorefront(shops.api, shop))
    expect(rewards.map(({ title, tiers }) => [title, tiers])).toEqual([
      ['Now', []],
      ['For Gold', ['Gold']],
    ])
  })

  it('names what the catalog knows', async () => {
    const storefront = await open({ id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' })
    await storefront.shop.savedProduct('beans', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
    const { ways } = await read(storefront)
    expect(ways[1]?.text).toBe('Products of brand Aurora earn 2 times the points.')
  })

  it('is told without rules that the merchant hides, parts that are off and what is not yet', async () => {
    const at = (days: number) => new Date(shops.api.now + days * DAY_MS).toISOString()
    const campaign = { kind: 'campaign', multiplier: '2' } as const
    const storefront = await open(
      { id: 2, kind: 'cap', points: '500', per: 'day' },
      { id: 3, ...campaign, startsAt: at(1), endsAt: at(2) },
      { id: 4, ...campaign, startsAt: at(-1), endsAt: at(2) },
      { id: 5, kind: 'card', name: 'Coffee', counts: 'orders', stamps: 10, points: '50' },
    )
    const before = await read(storefront)
    expect([before.ways.length, before.cards.length]).toEqual([3, 1])
    await configure(shops.api, storefront.shop.tenantId, {
      content: { hiddenRules: [2, 5], switches: { rewards: false } },
    })
    await until(async () => (await read(storefront)).ways.length === 2)
    const after = await read(storefront)
    expect([after.cards, after.rewards]).toEqual([[], []])
    await configure(shops.api, storefront.shop.tenantId, { content: { switches: { ways: false } } })
    await until(async () => (await read(storefront)).ways.length === 0)
  })

  it('may be kept by any cache, in each language by itself', async () => {
    const storefront = await open()
    const answer = await storefront.ofShop('/program?lang=es', { origin: 'https://anywhere.example' })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
      'content-language': 'es',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    expect(answer.json().ways[0].text).toMatch(/^1 punto por cada/)
    const again = await storefront.ofShop('/program?lang=es', {
      'if-none-match': String(answer.headers.etag),
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const unknown = await storefront.ofShop('/program?lang=es&x=1')
    expect(unknown.statusCode).toBe(422)
  })

  it('has no id of a rule, no version and no store', async () => {
    const storefront = await open(
      { id: 987_654, kind: 'branch', ids: ['store-17'], multiplier: '2' },
      { id: 987_655, kind: 'custom', key: 'secret-key', name: 'Review', points: '7' },
    )
    const text = JSON.stringify(await read(storefront))
    expect(text).toContain('selected stores')
    expect(text).not.toMatch(/987654|987655|store-17|secret-key|version/)
  })
})
