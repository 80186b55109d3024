import { describe, expect, it } from 'vitest'
import { iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()

const DAILY = { id: 2, kind: 'cap' as const, points: '500', per: 'day' as const }
const pointsOf = async (shop: Shop, order: string): Promise<number> =>
  (await shop.getOrder(order)).PointsGranted

/** A message about an order that was sent before is newer. */
async function sendAgain(
  shop: Shop,
  id: string,
  total: number,
  more: Record<string, unknown> = {},
): Promise<number> {
  story.api.now += 60_000
  await shop.completed(id, 'ana', total, more)
  return pointsOf(shop, id)
}

describe('stories of limits', () => {
  it('at most 500 points a day: what one order leaves, another one takes, and a return adds nothing', async () => {
    const shop = await story.open(program({}, DAILY))
    story.on('2026-11-16T12:00:00Z')
    await shop.completed('a', 'ana', 400)
    await shop.completed('b', 'ana', 400)
    expect([await pointsOf(shop, 'a'), await pointsOf(shop, 'b')], 'K1').toEqual([400, 100])
    await shop.cancelled('a')
    expect([await pointsOf(shop, 'a'), await pointsOf(shop, 'b')], 'K2').toEqual([0, 100])
    await shop.completed('c', 'ana', 450)
    expect(await pointsOf(shop, 'c'), 'K3').toBe(400)
    const { PointsTakenBack } = await shop.returned('b', 100)
    expect([PointsTakenBack, await pointsOf(shop, 'b')], 'K4').toEqual([0, 100])
    const lines = (await shop.getOrder('b')).Explanation.Lines
    expect(lines.reduce((sum, { Points }) => sum + Points, 0)).toBe(100)
    expect(lines.at(-1)).toMatchObject({ Points: -300, Text: expect.stringContaining('500 pontos por dia') })
    await shop.completed('d', 'ana', 10)
    const { PointsGranted, Explanation } = await shop.getOrder('d')
    expect([PointsGranted, Explanation.NoneReason]).toEqual([0, 'capped'])
    // Another customer, and another day, have room of their own.
    await shop.completed('of-bob', 'bob', 400)
    story.on('2026-11-17T12:00:00Z')
    await shop.completed('next-day', 'ana', 400)
    expect([await pointsOf(shop, 'of-bob'), await pointsOf(shop, 'next-day')]).toEqual([400, 400])
  })

  it('one order above the cap comes back in parts, and grows again', async () => {
    const shop = await story.open(program({}, DAILY))
    story.on('2026-11-16T12:00:00Z')
    const placed = { OrderPlacementDate: '2026-11-16T12:00:00Z' }
    await shop.completed('a', 'ana', 1_000)
    expect(await pointsOf(shop, 'a')).toBe(500)
    await shop.returned('a', 400)
    expect(await pointsOf(shop, 'a')).toBe(500)
    await shop.returned('a', 150)
    expect(await pointsOf(shop, 'a')).toBe(450)
    expect(await sendAgain(shop, 'a', 1_250, placed), 'K5').toBe(500)
  })

  it('an order that grows takes no more than there is room for, and a cent more is worth no more than a cent', async () => {
    const shop = await story.open(program({}, DAILY))
    story.on('2026-11-16T12:00:00Z')
    await shop.completed('a', 'ana', 400)
    await shop.completed('b', 'ana', 400)
    expect(await sendAgain(shop, 'a', 700), 'K6').toBe(400)
    await shop.cancelled('a')
    // 400 are free again, of which an order that was cut off takes what was bought in addition, and nothing else.
    expect(await sendAgain(shop, 'b', 400.01)).toBe(100)
    expect(await sendAgain(shop, 'b', 402)).toBe(102)
    expect(await sendAgain(shop, 'b', 401.5)).toBe(102)
  })

  it('a placement date that is corrected moves an order to another day, if there is room', async () => {
    const shop = await story.open(program({}, DAILY))
    story.on('2026-11-18T12:00:00Z')
    const on = (day: number) => ({ OrderPlacementDate: `2026-11-${day}T12:00:00Z` })
    await shop.completed('a', 'ana', 400, on(16))
    await shop.completed('b', 'ana', 400, on(16))
    expect(await sendAgain(shop, 'a', 400, on(17)), 'K7').toBe(400)
    await shop.completed('d', 'ana', 450, on(17))
    expect(await pointsOf(shop, 'd'), 'K7').toBe(100)
    expect(await sendAgain(shop, 'b', 400, on(17)), 'K7').toBe(0)
    // And back: it had nothing any more, so it gets nothing.
    expect(await sendAgain(shop, 'b', 400, on(16))).toBe(0)
  })

  it('a bonus that is given once: who gives it back leaves it to the next order, not to the one before', async () => {
    const shop = await story.open(
      program(
        {},
        {
          id: 2,
          kind: 'order',
          points: '50',
          when: { minimumOrder: '200' },
          limit: { times: 1, per: 'ever' },
        },
      ),
    )
    await shop.completed('one', 'ana', 250)
    await shop.completed('two', 'ana', 250)
    expect([await pointsOf(shop, 'one'), await pointsOf(shop, 'two')], 'K8').toEqual([300, 250])
    expect(await sendAgain(shop, 'one', 150), 'K8').toBe(150)
    expect(await pointsOf(shop, 'two'), 'K8').toBe(250)
    expect(await sendAgain(shop, 'two', 250.5)).toBe(250)
    await shop.completed('three', 'ana', 250)
    expect(await pointsOf(shop, 'three'), 'K8').toBe(300)
    const { Explanation } = await shop.getOrder('two')
    expect(Explanation.Lines.map(({ Text }) => Text).join()).toContain(
      'já dado o máximo de vezes: uma vez no total',
    )
  })

  it('an order of 200 days ago counts in its own day and month', async () => {
    const shop = await story.open(program({}, DAILY, { id: 3, kind: 'cap', points: '600', per: 'month' }))
    story.on('2026-11-16T12:00:00Z')
    const longAgo = { OrderPlacementDate: iso(Date.parse('2026-11-16T12:00:00Z') - 200 * 86_400_000) }
    await shop.completed('now', 'ana', 400)
    await shop.completed('then', 'ana', 550, longAgo)
    await shop.completed('then-too', 'ana', 550, longAgo)
    await shop.completed('now-too', 'ana', 550)
    const earned = await Promise.all(['now', 'then', 'then-too', 'now-too'].map((id) => pointsOf(shop, id)))
    expect(earned).toEqual([400, 500, 0, 100])
  })

  it('a week begins on Monday by the clock of the merchant, and an order that missed points has taken them', async () => {
    const shop = await story.open(program({}, { id: 2, kind: 'cap', points: '100', per: 'week' }))
    story.on('2026-11-17T12:00:00Z')
    // Sunday, 23:30 in São Paulo, and Monday, 00:30.
    await shop.completed('sunday', 'ana', 80, { OrderPlacementDate: '2026-11-16T02:30:00Z' })
    await shop.completed('monday', 'ana', 80, { OrderPlacementDate: '2026-11-16T03:30:00Z' })
    expect([await pointsOf(shop, 'sunday'), await pointsOf(shop, 'monday')]).toEqual([80, 80])
    story.api.now += 60_000
    const left = { Customer: { OriginalId: 'ana', IsEnrolled: false } }
    await shop.completed('monday', 'ana', 95, { ...left, OrderPlacementDate: '2026-11-16T03:30:00Z' })
    expect(await pointsOf(shop, 'monday')).toBe(80)
    story.api.now += 60_000
    await shop.completed('tuesday', 'ana', 80, { Customer: { OriginalId: 'ana', IsEnrolled: true } })
    expect(await pointsOf(shop, 'tuesday')).toBe(5)
  })
})
