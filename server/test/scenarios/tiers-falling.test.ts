/** What happens to a tier when an order that counted for it is taken back. */

import { describe, expect, it } from 'vitest'
import { resultOf } from '../support/answers.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD, sweepNow } from '../support/tiers.ts'

const story = useStories()

async function open() {
  const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
  return shop
}

const buy = (shop: Shop, id: string, total: number, more: Body = {}) => shop.completed(id, 'ana', total, more)

const tierOf = async (shop: Shop) => resultOf(await shop.getCustomer('ana')).CurrentTier?.Name ?? null

async function night(date: string, shop: Shop): Promise<string | null> {
  story.on(`${date}T07:00:00Z`)
  await sweepNow(story.api, shop)
  return tierOf(shop)
}

const moves = async (shop: Shop) =>
  (
    (await story.query(
      `select concat_ws(' ', before.name, '→', after.name || ',', reason) as line
       from tier_move as move
       left join tier as before on before.id = from_tier_id left join tier as after on after.id = to_tier_id
       where move.tenant_id = $1 order by move.id`,
      [shop.tenantId],
    )) as { line: string }[]
  ).map(({ line }) => line)

describe('a tier', () => {
  it('falls with the order that reached it, at once, to the highest that is met', async () => {
    const shop = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(shop, 'o1', 600)
    story.on('2026-02-15T12:00:00Z')
    await buy(shop, 'o2', 1_500)
    expect(await tierOf(shop)).toBe('Gold')
    expect(await night('2026-03-01', shop)).toBe('Gold')
    await shop.cancelled('o2')
    expect(await tierOf(shop)).toBe('Silver')
    await shop.cancelled('o1')
    expect(await tierOf(shop)).toBe('Bronze')
    expect(await moves(shop)).toEqual([
      'Bronze → Silver, goals reached',
      'Silver → Gold, goals reached',
      'Gold → Silver, order taken back',
      'Silver → Bronze, order taken back',
    ])
    // Nothing but what still stands counts the next time.
    expect((await buy(shop, 'o3', 499)).Customer.TierName).toBe('Bronze')
    expect((await buy(shop, 'o4', 1)).Customer.TierName).toBe('Silver')
  })

  it('that was reached before the cancelled order keeps its grace', async () => {
    const shop = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(shop, 'o1', 500)
    story.on('2026-06-15T12:00:00Z')
    await buy(shop, 'o2', 500)
    // The order that raised has left the window; the second one holds the tier.
    expect(await night('2027-03-01', shop)).toBe('Silver')
    story.on('2027-03-01T12:00:00Z')
    await shop.cancelled('o2')
    expect(await tierOf(shop)).toBe('Silver')
    // It was still met at the look of the night before.
    expect(await night('2027-03-30', shop)).toBe('Silver')
    expect(await night('2027-03-31', shop)).toBe('Bronze')
    expect((await moves(shop)).at(-1)).toBe('Silver → Bronze, goals missed')
  })

  it('below the one that falls keeps its grace too, where it was reached before', async () => {
    const shop = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(shop, 'o1', 500)
    story.on('2026-02-15T12:00:00Z')
    await buy(shop, 'o2', 1_500)
    expect(await night('2027-01-20', shop)).toBe('Gold')
    story.on('2027-01-20T12:00:00Z')
    await shop.cancelled('o2')
    // Of nothing is enough left, but Silver was there before the second order.
    expect(await tierOf(shop)).toBe('Silver')
    expect(await night('2027-02-18', shop)).toBe('Silver')
    expect(await night('2027-02-19', shop)).toBe('Bronze')
  })

  it.each([
    ['the last', ['o3', 'o2']],
    ['the first', ['o2', 'o3']],
  ])(
    'that was reached before two orders keeps its grace when both go back, %s first',
    async (_which, cancelled) => {
      const shop = await open()
      story.on('2026-01-15T12:00:00Z')
      await buy(shop, 'o1', 500)
      story.on('2026-12-01T12:00:00Z')
      await buy(shop, 'o2', 600)
      await buy(shop, 'o3', 1_500)
      expect(await night('2027-02-01', shop)).toBe('Gold')
      story.on('2027-02-01T12:00:00Z')
      for (const id of cancelled) await shop.cancelled(id)
      // Nothing is left that counts, but Silver was there before both of them.
      expect(await tierOf(shop)).toBe('Silver')
      expect(await night('2027-03-02', shop)).toBe('Silver')
      expect(await night('2027-03-03', shop)).toBe('Bronze')
    },
  )

  it('falls with an order that is wholly returned, and keeps its grace with one that only becomes smaller', async () => {
    const shop = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(shop, 'o1', 500)
    const placed = { OrderPlacementDate: '2026-01-15T12:00:00Z', OrderCompletedDate: '2026-01-15T12:00:00Z' }
    story.on('2026-01-16T12:00:00Z')
    await buy(shop, 'o1', 100, placed)
    expect(await tierOf(shop)).toBe('Silver')
    story.on('2026-01-17T12:00:00Z')
    await buy(shop, 'o1', 0, placed)
    expect(await tierOf(shop)).toBe('Bronze')
  })

  it('that was reached before an order heard of late keeps its grace, however old the order says it is', async () => {
    const shop = await open()
    story.on('2026-03-01T12:00:00Z')
    await buy(shop, 'o1', 500)
    expect(await night('2026-03-10', shop)).toBe('Silver')
    const old = { OrderPlacementDate: '2026-02-01T12:00:00Z', OrderCompletedDate: '2026-02-01T12:00:00Z' }
    story.on('2026-03-10T12:00:00Z')
    await buy(shop, 'late', 400, old)
    const small = { OrderPlacementDate: '2026-03-01T12:00:00Z', OrderCompletedDate: '2026-03-01T12:00:00Z' }
    await buy(shop, 'o1', 300, small)
    expect(await night('2026-03-11', shop)).toBe('Silver')
    await shop.cancelled('late')
    expect(await tierOf(shop)).toBe('Silver')
  })

  it('falls with an order that a message gives its first points and takes out of the tiers', async () => {
    const outlet = { when: { branches: ['outlet'] }, outOf: ['tiers' as const] }
    const shop = await story.open(
      program({ minimumOrder: '1000' }, { id: 2, kind: 'exclude', of: 'all', ...outlet }),
      { tiers: BRONZE_SILVER_GOLD },
    )
    story.on('2026-01-15T12:00:00Z')
    const placed = { OrderPlacementDate: '2026-01-15T12:00:00Z', OrderCompletedDate: '2026-01-15T12:00:00Z' }
    expect((await buy(shop, 'o1', 600)).Customer).toMatchObject({ TierName: 'Silver', PointsBalance: 0 })
    story.on('2026-02-15T12:00:00Z')
    const moved = await buy(shop, 'o1', 1_200, {
      ...placed,
      Branch: { OriginalId: 'outlet', Name: 'Outlet' },
    })
    // It has counted since January, not since it has points.
    expect(moved.Customer).toMatchObject({ TierName: 'Bronze', PointsBalance: 1_200 })
  })

  it.each([
    ['one after the other', false],
    ['in one batch', true],
  ])(
    'that was reached before an order had its first points keeps its grace: points and cancellation %s',
    async (_how, isBatch) => {
      const shop = await story.open(program({ minimumOrder: '50' }), { tiers: BRONZE_SILVER_GOLD })
      const dates = (date: string) => ({ OrderPlacementDate: date, OrderCompletedDate: date })
      const [january, february] = [dates('2026-01-15T12:00:00Z'), dates('2026-02-15T12:00:00Z')]
      story.on('2026-01-15T12:00:00Z')
      await buy(shop, 'o1', 10)
      story.on('2026-02-15T12:00:00Z')
      await buy(shop, 'o2', 500)
      story.on('2026-03-01T12:00:00Z')
      const cancelled = {
        ...january,
        IsCompleted: false,
        IsCancelledOrReturned: true,
        OrderCancelledDate: '2026-03-01T12:00:00Z',
      }
      const bodies = [
        // The first order keeps the others waiting, so that those meet in one batch.
        shop.completeOrder('o2', 'ana', 300, february),
        shop.completeOrder('o1', 'ana', 60, january),
        shop.completeOrder('o1', 'ana', 60, cancelled),
      ]
      if (isBatch) expect(await shop.placeOrders(bodies)).toMatchObject({ FailedCount: 0 })
      else for (const body of bodies) await shop.placed(body)
      expect(await tierOf(shop)).toBe('Silver')
    },
  )

  it('of points falls by all that the order had counted, also where it is spent, expired or let go', async () => {
    for (const takeBack of ['debt', 'clamp'] as const) {
      const shop = await story.open(program({ validityDays: 10 }), {
        tiers: [
          { name: 'Base', order: 1, isBase: true },
          {
            name: 'Collector',
            order: 2,
            goals: [{ name: 'points', measure: 2, value: 1_000_000n, months: 12 }],
          },
        ],
        settings: { takeBack },
      })
      story.on('2026-01-15T12:00:00Z')
      await buy(shop, 'o1', 60)
      await buy(shop, 'o2', 40)
      await shop.changedCashback('ana', -5)
      expect(await tierOf(shop)).toBe('Collector')
      story.on(iso(Date.parse('2026-01-15T12:00:00Z') + 20 * DAY_MS))
      // All of it is spent or gone: there is nothing to take back, but nothing counts either.
      await shop.cancelled('o1')
      expect(await tierOf(shop)).toBe('Base')
      await buy(shop, 'o3', 59)
      expect(await tierOf(shop)).toBe('Base')
      await buy(shop, 'o4', 1)
      expect(await tierOf(shop)).toBe('Collector')
    }
  })
  it('of points is not reached by an order whose points have expired and that grows by little', async () => {
    const shop = await story.open(program({ validityDays: 10 }), {
      tiers: [
        { name: 'Base', order: 1, isBase: true },
        {
          name: 'Collector',
          order: 2,
          goals: [{ name: 'points', measure: 2, value: 1_200_000n, months: 12 }],
        },
      ],
    })
    story.on('2026-01-15T12:00:00Z')
    const dates = { OrderPlacementDate: '2026-01-15T12:00:00Z', OrderCompletedDate: '2026-01-15T12:00:00Z' }
    await buy(shop, 'o1', 100, dates)
    story.on('2026-02-04T12:00:00Z')
    await buy(shop, 'o1', 101, dates)
    expect(await tierOf(shop)).toBe('Base')
    await buy(shop, 'o2', 18)
    expect(await tierOf(shop)).toBe('Base')
    await buy(shop, 'o3', 1)
    expect(await tierOf(shop)).toBe('Collector')
  })
})
