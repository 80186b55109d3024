import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const BRAND = { id: 2, kind: 'brand' as const, ids: ['aurora'], multiplier: '2' }
const pointsOf = async (shop: Shop, order: string): Promise<number> =>
  (await shop.getOrder(order)).PointsGranted

describe('stories of conditions', () => {
  it('what adds up and what competes is to the point, in every way that a rule can say it', async () => {
    const pix = { id: 3, kind: 'paymentMethod' as const, ids: ['pix'], multiplier: '1.2' }
    const campaign = {
      id: 4,
      kind: 'campaign' as const,
      multiplier: '3',
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '2027-01-01T00:00:00Z',
    }
    const gold = { id: 5, kind: 'branch' as const, ids: ['gold'], multiplier: '1.5' }
    const basket = {
      Products: [{ OriginalId: 'beans', ProductPrice: 39.9, ProductBrand: { OriginalId: 'aurora' } }],
      PaymentMethod: { OriginalId: 'pix' },
      Branch: { OriginalId: 'gold' },
    }
    for (const [name, rules, points] of [
      ['S1', [BRAND, pix, campaign, gold], 372],
      ['S2', [BRAND, pix, campaign, { ...gold, stacks: false }], 322],
      ['S3', [BRAND, pix, { ...campaign, stacks: true }, gold], 410],
      ['S4', [{ ...BRAND, stacks: true }, gold], 189],
    ] as const) {
      const shop = await story.open(program({}, ...rules))
      await shop.completed('o1', 'ana', 100.9, basket)
      expect(await pointsOf(shop, 'o1'), name).toBe(points)
    }
    const steps = await story.open(
      program(
        {},
        { id: 2, kind: 'order', points: '50', stacks: false, when: { minimumOrder: '200' } },
        { id: 3, kind: 'order', points: '150', stacks: false, when: { minimumOrder: '500' } },
      ),
    )
    for (const [total, points] of [
      [199, 199],
      [200, 250],
      [499, 549],
      [500, 650],
    ] as const) {
      await steps.completed(`o${total}`, 'ana', total)
      expect(await pointsOf(steps, `o${total}`), `S5 ${total}`).toBe(points)
    }
  })

  it('a night out: Friday from ten to two, by the day on which the night began', async () => {
    const night = { days: ['fri' as const], hours: [{ from: '22:00', until: '02:00' }] }
    const shop = await story.open(program({}, { id: 2, kind: 'order', points: '7', when: night }))
    for (const [placed, points] of [
      ['2026-11-20T21:59', 10],
      ['2026-11-20T22:00', 17],
      ['2026-11-21T01:59', 17],
      ['2026-11-21T02:00', 10],
      ['2026-11-21T22:30', 10],
    ] as const) {
      story.on('2026-11-22T12:00:00Z')
      await shop.completed(placed, 'ana', 10, { OrderPlacementDate: `${placed}:00-03:00` })
      expect(await pointsOf(shop, placed), placed).toBe(points)
    }
  })

  it('clocks change in Toronto: an hour that comes twice counts twice, one that does not come never', async () => {
    const hour = (from: string, until: string) => ({ days: ['sun' as const], hours: [{ from, until }] })
    const shop = await story.open(
      program(
        {},
        { id: 2, kind: 'order', points: '7', when: hour('01:00', '02:00') },
        { id: 3, kind: 'order', points: '30', when: hour('02:00', '03:00') },
      ),
      { timeZone: 'America/Toronto' },
    )
    story.on('2026-11-10T12:00:00Z')
    for (const [placed, points] of [
      ['2026-11-01T05:30:00Z', 17],
      ['2026-11-01T06:30:00Z', 17],
      ['2026-11-01T07:30:00Z', 40],
      ['2026-03-08T06:30:00Z', 17],
      ['2026-03-08T07:00:00Z', 10],
    ] as const) {
      await shop.completed(placed, 'ana', 10, { OrderPlacementDate: placed })
      expect(await pointsOf(shop, placed), placed).toBe(points)
    }
  })

  it('a merchant moves to another zone: the happy hour of an old order stands', async () => {
    const happy = { hours: [{ from: '16:00', until: '18:00' }] }
    const shop = await story.open(program({}, { id: 2, kind: 'order', multiplier: '2', when: happy }))
    story.on('2026-11-17T20:30:00Z')
    await shop.completed('before', 'ana', 100)
    await story.query(`update tenant set time_zone = 'Asia/Tokyo' where id = $1`, [shop.tenantId])
    // What a merchant has set is read again every second.
    await sleep(1_200)
    story.api.now += 60_000
    const placed = { OrderPlacementDate: '2026-11-17T20:30:00Z' }
    await shop.completed('before', 'ana', 101, placed)
    expect(await pointsOf(shop, 'before')).toBe(202)
    story.api.now += 60_000
    await shop.completed('after', 'ana', 100, placed)
    expect(await pointsOf(shop, 'after')).toBe(100)
  })

  it('three welcome orders: one that is cancelled leaves its number to the next', async () => {
    const shop = await story.open(
      program({}, { id: 2, kind: 'order', points: '5', when: { firstOrders: 3 } }),
    )
    const earned: Record<string, number> = {}
    for (const id of ['a', 'b']) await shop.completed(id, 'ana', 10)
    expect([await pointsOf(shop, 'a'), await pointsOf(shop, 'b')]).toEqual([15, 15])
    await shop.cancelled('b')
    for (const id of ['c', 'd', 'e']) await shop.completed(id, 'ana', 10)
    await shop.returned('a', 10)
    for (const id of ['a', 'b', 'c', 'd', 'e']) earned[id] = await pointsOf(shop, id)
    expect(earned).toEqual({ a: 0, b: 0, c: 15, d: 15, e: 10 })
    // A message about one of them changes nothing of that.
    await shop.completed('c', 'ana', 11)
    await shop.completed('e', 'ana', 11)
    expect([await pointsOf(shop, 'c'), await pointsOf(shop, 'e')]).toEqual([16, 11])
  })

  it('a late order counts by when it was placed, and its return by what it earned with', async () => {
    const shop = await story.open(
      program(
        {},
        {
          id: 2,
          kind: 'order',
          multiplier: '2',
          when: { from: '2026-11-01T00:00:00-03:00', until: '2026-12-01T00:00:00-03:00' },
        },
      ),
    )
    story.on('2026-12-05T12:00:00Z')
    await shop.completed('in', 'ana', 100, { OrderPlacementDate: '2026-11-30T23:59:59-03:00' })
    await shop.completed('out', 'ana', 100, { OrderPlacementDate: '2026-12-01T00:00:00-03:00' })
    expect([await pointsOf(shop, 'in'), await pointsOf(shop, 'out')]).toEqual([200, 100])
    // The rule is gone; what it gave goes back by it.
    await shop.publish(program())
    expect(await shop.returned('in', 50)).toMatchObject({ PointsTakenBack: 100 })
    // A placement date that is corrected is judged again.
    story.api.now += 60_000
    await shop.completed('out', 'ana', 100, { OrderPlacementDate: '2026-11-30T12:00:00-03:00' })
    expect(await pointsOf(shop, 'out')).toBe(200)
  })

  it('a product page promises what anybody gets now, and nothing that depends on who buys', async () => {
    const shop = await story.open(
      program(
        {},
        { ...BRAND, when: { days: ['tue'] } },
        { id: 3, kind: 'brand', ids: ['aurora'], multiplier: '9', when: { branches: ['centro'] } },
      ),
    )
    await shop.savedProduct('beans', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
    const asked = [{ Id: 'beans', Price: 10, PriceCurrency: 'BRL' }]
    story.on('2026-11-17T12:00:00Z')
    expect(await shop.productPoints(asked)).toMatchObject({ Result: [{ Points: 20 }] })
    story.on('2026-11-18T12:00:00Z')
    expect(await shop.productPoints(asked)).toMatchObject({ Result: [{ Points: 10 }] })
    expect(iso(story.api.now)).toContain('2026-11-18')
  })
})
