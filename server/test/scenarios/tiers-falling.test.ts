/** What happens to a tier when an order that counted for it is taken back. */
import { describe, expect, it } from 'vitest'
import { type Body, DAY_MS, iso, program, resultOf, type Seller } from '../support/seller.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD, sweepNow } from '../support/tiers.ts'

const story = useStories()

async function open() {
  const { seller } = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
  return seller
}

const buy = (seller: Seller, id: string, total: number, more: Body = {}) =>
  seller.complete(id, 'ana', total, more)

const tierOf = async (seller: Seller) => resultOf(await seller.getCustomer('ana')).CurrentTier?.Name ?? null

async function night(date: string, seller: Seller): Promise<string | null> {
  story.on(`${date}T07:00:00Z`)
  await sweepNow(story.api, seller)
  return tierOf(seller)
}

const moves = async (seller: Seller) =>
  (
    (await story.query(
      `select concat_ws(' ', before.name, '→', after.name || ',', reason) as line
       from tier_move as move
       left join tier as before on before.id = from_tier_id left join tier as after on after.id = to_tier_id
       where move.tenant_id = $1 order by move.id`,
      [seller.tenantId],
    )) as { line: string }[]
  ).map(({ line }) => line)

describe('a tier', () => {
  it('falls with the order that raised it, at once, to the highest that is met', async () => {
    const seller = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(seller, 'o1', 600)
    story.on('2026-02-15T12:00:00Z')
    await buy(seller, 'o2', 1_500)
    expect(await tierOf(seller)).toBe('Gold')
    expect(await night('2026-03-01', seller)).toBe('Gold')
    await seller.cancelled('o2')
    expect(await tierOf(seller)).toBe('Silver')
    await seller.cancelled('o1')
    expect(await tierOf(seller)).toBe('Bronze')
    expect(await moves(seller)).toEqual([
      'Bronze → Silver, goals reached',
      'Silver → Gold, goals reached',
      'Gold → Silver, order taken back',
      'Silver → Bronze, order taken back',
    ])
    // Nothing but what still stands counts the next time.
    expect((await buy(seller, 'o3', 499)).Customer.TierName).toBe('Bronze')
    expect((await buy(seller, 'o4', 1)).Customer.TierName).toBe('Silver')
  })

  it('that was reached before the cancelled order keeps its grace', async () => {
    const seller = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(seller, 'o1', 500)
    story.on('2026-06-15T12:00:00Z')
    await buy(seller, 'o2', 500)
    // The order that raised has left the window; the second one holds the tier.
    expect(await night('2027-03-01', seller)).toBe('Silver')
    story.on('2027-03-01T12:00:00Z')
    await seller.cancelled('o2')
    expect(await tierOf(seller)).toBe('Silver')
    // It was still met at the look of the night before.
    expect(await night('2027-03-30', seller)).toBe('Silver')
    expect(await night('2027-03-31', seller)).toBe('Bronze')
    expect((await moves(seller)).at(-1)).toBe('Silver → Bronze, goals missed')
  })

  it('below the one that falls keeps its grace too, where it was reached before', async () => {
    const seller = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(seller, 'o1', 500)
    story.on('2026-02-15T12:00:00Z')
    await buy(seller, 'o2', 1_500)
    expect(await night('2027-01-20', seller)).toBe('Gold')
    story.on('2027-01-20T12:00:00Z')
    await seller.cancelled('o2')
    // Of nothing is enough left, but Silver was there before the second order.
    expect(await tierOf(seller)).toBe('Silver')
    expect(await night('2027-02-18', seller)).toBe('Silver')
    expect(await night('2027-02-19', seller)).toBe('Bronze')
  })

  it.each([
    ['the last', ['o3', 'o2']],
    ['the first', ['o2', 'o3']],
  ])(
    'that was reached before two orders keeps its grace when both go back, %s first',
    async (_which, cancelled) => {
      const seller = await open()
      story.on('2026-01-15T12:00:00Z')
      await buy(seller, 'o1', 500)
      story.on('2026-12-01T12:00:00Z')
      await buy(seller, 'o2', 600)
      await buy(seller, 'o3', 1_500)
      expect(await night('2027-02-01', seller)).toBe('Gold')
      story.on('2027-02-01T12:00:00Z')
      for (const id of cancelled) await seller.cancelled(id)
      // Nothing is left that counts, but Silver was there before both of them.
      expect(await tierOf(seller)).toBe('Silver')
      expect(await night('2027-03-02', seller)).toBe('Silver')
      expect(await night('2027-03-03', seller)).toBe('Bronze')
    },
  )

  it('falls with an order that is wholly returned, and keeps its grace with one that only becomes smaller', async () => {
    const seller = await open()
    story.on('2026-01-15T12:00:00Z')
    await buy(seller, 'o1', 500)
    const placed = { OrderPlacementDate: '2026-01-15T12:00:00Z', OrderCompletedDate: '2026-01-15T12:00:00Z' }
    story.on('2026-01-16T12:00:00Z')
    await buy(seller, 'o1', 100, placed)
    expect(await tierOf(seller)).toBe('Silver')
    story.on('2026-01-17T12:00:00Z')
    await buy(seller, 'o1', 0, placed)
    expect(await tierOf(seller)).toBe('Bronze')
  })

  it('that was reached before an order heard of late keeps its grace, however old the order says it is', async () => {
    const seller = await open()
    story.on('2026-03-01T12:00:00Z')
    await buy(seller, 'o1', 500)
    expect(await night('2026-03-10', seller)).toBe('Silver')
    const old = { OrderPlacementDate: '2026-02-01T12:00:00Z', OrderCompletedDate: '2026-02-01T12:00:00Z' }
    story.on('2026-03-10T12:00:00Z')
    await buy(seller, 'late', 400, old)
    const small = { OrderPlacementDate: '2026-03-01T12:00:00Z', OrderCompletedDate: '2026-03-01T12:00:00Z' }
    await buy(seller, 'o1', 300, small)
    expect(await night('2026-03-11', seller)).toBe('Silver')
    await seller.cancelled('late')
    expect(await tierOf(seller)).toBe('Silver')
  })

  it('of points falls by all that the order had counted, also where it is spent, expired or let go', async () => {
    for (const takeBack of ['debt', 'clamp'] as const) {
      const { seller } = await story.open(program({ validityDays: 10 }), {
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
      await buy(seller, 'o1', 60)
      await buy(seller, 'o2', 40)
      await seller.changedCashback('ana', -5)
      expect(await tierOf(seller)).toBe('Collector')
      story.on(iso(Date.parse('2026-01-15T12:00:00Z') + 20 * DAY_MS))
      // All of it is spent or gone: there is nothing to take back, but nothing counts either.
      await seller.cancelled('o1')
      expect(await tierOf(seller)).toBe('Base')
      await buy(seller, 'o3', 59)
      expect(await tierOf(seller)).toBe('Base')
      await buy(seller, 'o4', 1)
      expect(await tierOf(seller)).toBe('Collector')
    }
  })
  it('of points is not reached by an order whose points have expired and that grows by little', async () => {
    const { seller } = await story.open(program({ validityDays: 10 }), {
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
    await buy(seller, 'o1', 100, dates)
    story.on('2026-02-04T12:00:00Z')
    await buy(seller, 'o1', 101, dates)
    expect(await tierOf(seller)).toBe('Base')
    await buy(seller, 'o2', 18)
    expect(await tierOf(seller)).toBe('Base')
    await buy(seller, 'o3', 1)
    expect(await tierOf(seller)).toBe('Collector')
  })
})
