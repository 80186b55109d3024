import { describe, expect, it } from 'vitest'
import { decimalFromText } from '../../src/platform/decimal.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { iso, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { giveTiers, spend } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const x = (multiplier: string) => ({
  description: `${multiplier} ×`,
  multiplier: decimalFromText(multiplier),
})

const TIERS: readonly NewTier[] = [
  { name: 'Base', order: 1, isBase: true },
  { name: 'Plus', order: 2, goals: [spend(100)], benefits: [x('1.5'), { description: 'A smile' }] },
  { name: 'Top', order: 3, goals: [spend(1_000)], benefits: [x('1.5'), x('2')] },
]

async function open(tiers = TIERS, published: ProgramToPublish = program()) {
  const shop = await shops.open(published)
  const ids = await giveTiers(shops.api, shop, tiers)
  return { shop, ids }
}

const explanationOf = async (shop: Shop, index: number) => (await shop.records('ana'))[index]?.explanation

describe('a multiplier among the benefits of a tier', () => {
  it('multiplies what orders earn from the next one on, and is explained', async () => {
    const { shop, ids } = await open()
    // The order that reaches the tier is still one of the tier before.
    expect((await shop.completed('o1', 'ana', 100)).Customer).toMatchObject({
      PointsBalance: 100,
      TierName: 'Plus',
    })
    expect((await shop.completed('o2', 'ana', 25)).Customer.PointsBalance).toBe(100 + 25 + 12)
    expect(await explanationOf(shop, 1)).toEqual({
      v: 1,
      lines: [
        { rule: 1, kind: 'purchase', amount: '25', points: '25' },
        { kind: 'tierBenefit', id: String(ids[1]), multiplier: '1.5', points: '12' },
      ],
    })
  })

  it('is kept by an order that comes down to nothing, and multiplies again when it grows', async () => {
    const { shop } = await open()
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 20)
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(100)
    expect((await shop.completed('o2', 'ana', 40)).Customer.PointsBalance).toBe(100 + 40 + 20)
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(100)
  })

  it('adds up with others of the tier', async () => {
    const { shop, ids } = await open()
    await shop.completed('o1', 'ana', 1_000)
    expect((await shop.completed('o2', 'ana', 10)).Customer.PointsBalance).toBe(1_000 + 10 + 15)
    expect((await explanationOf(shop, 1))?.lines[1]).toEqual({
      kind: 'tierBenefit',
      id: String(ids[2]),
      multiplier: '2.5',
      points: '15',
    })
  })

  it("adds up with the program's rules for the tier", async () => {
    const shop = await shops.open(null)
    const ids = await giveTiers(shops.api, shop, TIERS)
    await shop.publish(program({}, { id: 7, kind: 'tier', ids: [String(ids[1])], multiplier: '3' }))
    await shop.completed('o1', 'ana', 100)
    expect((await shop.completed('o2', 'ana', 10)).Customer.PointsBalance).toBe(100 + 10 + 20 + 5)
    expect((await explanationOf(shop, 1))?.lines.map(({ kind, points }) => [kind, points])).toEqual([
      ['purchase', '10'],
      ['tier', '20'],
      ['tierBenefit', '5'],
    ])
  })

  it('of the base tier is for every customer, from the first order on', async () => {
    const { shop } = await open([{ name: 'Base', order: 1, isBase: true, benefits: [x('2')] }])
    expect((await shop.completed('o1', 'ana', 10)).Customer.PointsBalance).toBe(20)
  })
})

describe('an order that is changed after it has earned', () => {
  const later = (minutes: number) => ({ UpdatedDate: iso(START + minutes * 60_000) })

  it('keeps the tier and the multiplier that it earned with', async () => {
    const { shop, ids } = await open()
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 100)
    await shops.reader.query('update tier_benefit set multiplier = 4 where tier_id = $1 and type = 1', [
      ids[1],
    ])
    await shop.completed('o3', 'ana', 800)
    // o1 earned 100 in the base tier, o2 150 with 1.5, o3 3,200 with 4; then ana was at the top.
    expect((await shop.completed('o1', 'ana', 60, later(1))).Customer).toMatchObject({
      PointsBalance: 60 + 150 + 3_200,
      TierName: 'Top',
    })
    expect((await shop.completed('o2', 'ana', 50, later(1))).Customer.PointsBalance).toBe(60 + 75 + 3_200)
    expect((await shop.completed('o2', 'ana', 200, later(2))).Customer.PointsBalance).toBe(60 + 300 + 3_200)
    await shop.cancelled('o2')
    expect((await shop.completed('o4', 'ana', 0)).Customer.PointsBalance).toBe(60 + 3_200)
  })
})
