import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { cancelOrder, placeOrder } from '../../src/orders/commands.ts'
import { readOrder } from '../../src/orders/private-api/read.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { NewTier } from '../../src/tiers/store/tiers.ts'
import { resultOf } from '../support/answers.ts'
import { answerQuiz, COFFEE_OR_TEA, fullAnswer, listQuizzes, makeQuiz } from '../support/quizzes.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import {
  availableTiers,
  BRONZE_SILVER_GOLD,
  giveTiers,
  orders,
  points,
  spend,
  tenantOf,
} from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

async function open(tiers: readonly NewTier[] = BRONZE_SILVER_GOLD, published = program()) {
  const shop = await shops.open(published)
  const ids = await giveTiers(shops.api, shop, tiers)
  return { shop, ids }
}

/** The order's tier as it was answered. */
async function buy(shop: Shop, id: string, customer: string, total: number, more = {}) {
  return (await shop.completed(id, customer, total, more)).Customer.TierName
}

const movesOf = async (shop: Shop) =>
  (
    await shops.reader.query<{ customer: string; from: string; to: string; reason: string; goals: object }>(
      `select customer.original_id as customer, before.name as from, after.name as to, reason,
         explanation as goals
       from tier_move as move
       join customer on customer.tenant_id = move.tenant_id and customer.id = move.customer_id
       left join tier as before on before.id = from_tier_id left join tier as after on after.id = to_tier_id
       where move.tenant_id = $1 order by move.id`,
      [shop.tenantId],
    )
  ).map(({ customer, from, to, reason }) => `${customer}: ${from} → ${to}, ${reason}`)

describe('a tier is reached', () => {
  it('with the order that meets its goal, and shows wherever the customer does', async () => {
    const { shop, ids } = await open()
    expect(await buy(shop, 'o1', 'ana', 300)).toBe('Bronze')
    expect(await buy(shop, 'o2', 'ana', 199.99)).toBe('Bronze')
    expect(await movesOf(shop)).toEqual([])
    expect(await buy(shop, 'o3', 'ana', 0.01)).toBe('Silver')
    expect(await movesOf(shop)).toEqual(['ana: Bronze → Silver, goals reached'])
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier).toEqual({
      Name: 'Silver',
      Color: null,
      IconUrl: null,
    })
    expect((await availableTiers(shop, 'ana')).CurrentTier).toMatchObject({ Id: ids[1], Name: 'Silver' })
    expect(await buy(shop, 'o4', 'ana', 1_500)).toBe('Gold')
    expect(await buy(shop, 'o5', 'bia', 1)).toBe('Bronze')
  })

  it('by a new customer with one order, past the tiers between', async () => {
    const { shop } = await open()
    expect(await buy(shop, 'o1', 'ana', 2_000)).toBe('Gold')
    expect(await movesOf(shop)).toEqual(['ana: Bronze → Gold, goals reached'])
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier?.Name).toBe('Gold')
  })

  it('with the moment, the goals and what the customer had of them on record', async () => {
    const { shop, ids } = await open()
    await buy(shop, 'o1', 'ana', 123.45)
    shops.api.now = START + DAY_MS
    await buy(shop, 'o2', 'ana', 400)
    expect(
      await shops.reader.query(
        'select moved_at, from_tier_id::int, to_tier_id::int, explanation from tier_move where tenant_id = $1',
        [shop.tenantId],
      ),
    ).toEqual([
      {
        moved_at: new Date(START + DAY_MS),
        from_tier_id: ids[0],
        to_tier_id: ids[1],
        explanation: [{ name: 'R$ 500', measure: 0, months: 12, goal: '500', value: '523.45' }],
      },
    ])
  })

  it('only when all of its goals are met', async () => {
    const { shop } = await open([
      { name: 'Base', order: 1, isBase: true },
      { name: 'Friend', order: 2, goals: [spend(100), orders(3), points(150)] },
    ])
    expect(await buy(shop, 'o1', 'ana', 100)).toBe('Base')
    expect(await buy(shop, 'o2', 'ana', 10)).toBe('Base')
    expect(await buy(shop, 'o3', 'ana', 39.99)).toBe('Base')
    expect(await buy(shop, 'o4', 'ana', 1)).toBe('Friend')
  })

  it('without a base tier, from none', async () => {
    const { shop } = await open([{ name: 'Silver', order: 1, goals: [orders(2)] }])
    expect(await buy(shop, 'o1', 'ana', 1)).toBe(null)
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier).toBe(null)
    expect(await buy(shop, 'o2', 'ana', 1)).toBe('Silver')
    expect(await movesOf(shop)).toEqual(['ana: null → Silver, goals reached'])
  })

  it('never by itself where it has no goals, and not while it is switched off', async () => {
    const { shop } = await open([
      { name: 'Base', order: 1, isBase: true },
      { name: 'By hand', order: 2 },
      { name: 'Off', order: 3, isActive: false, goals: [spend(1)] },
    ])
    expect(await buy(shop, 'o1', 'ana', 1_000)).toBe('Base')
  })

  it('with the points of a quiz', async () => {
    const { shop } = await open([
      { name: 'Base', order: 1, isBase: true },
      { name: 'Expert', order: 2, goals: [points(60)] },
    ])
    await makeQuiz(shops.api.cells.of({ cell: MAIN_CELL }), shop.tenantId, COFFEE_OR_TEA)
    expect(await buy(shop, 'o1', 'ana', 10)).toBe('Base')
    const [quiz] = resultOf(await listQuizzes(shop))
    if (!quiz) throw new Error('no quiz')
    await answerQuiz(shop, 'ana', fullAnswer(quiz))
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier?.Name).toBe('Expert')
    expect(await movesOf(shop)).toEqual(['ana: Base → Expert, goals reached'])
  })
})

describe('what counts', () => {
  it('is complete orders, neither pending, nor cancelled, nor of someone who is not enrolled', async () => {
    const { shop } = await open()
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    await shop.completed('pending', 'ana', 400, pending)
    await buy(shop, 'cancelled', 'ana', 400)
    await shop.cancelled('cancelled')
    await buy(shop, 'ignored', 'ana', 400, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    expect(await buy(shop, 'o1', 'ana', 400, { Customer: { OriginalId: 'ana', IsEnrolled: true } })).toBe(
      'Bronze',
    )
    expect((await availableTiers(shop, 'ana')).NextTiers[0]?.Goals).toEqual([
      { Name: 'R$ 500', GoalValue: 500, CurrentValue: 400, PercentToGoal: 80 },
    ])
    expect(await buy(shop, 'pending', 'ana', 100)).toBe('Silver')
  })

  it('is an order as it was last changed', async () => {
    const { shop } = await open()
    const later = (minutes: number) => ({ UpdatedDate: iso(START + minutes * 60_000) })
    expect(await buy(shop, 'o1', 'ana', 499)).toBe('Bronze')
    expect(await buy(shop, 'o1', 'ana', 100, later(1))).toBe('Bronze')
    expect(await buy(shop, 'o2', 'ana', 399)).toBe('Bronze')
    expect(await buy(shop, 'o1', 'ana', 101, later(2))).toBe('Silver')
  })

  it('is the last twelve months, to the end of the anniversary in São Paulo', async () => {
    const { shop } = await open()
    // 23:30 on 15 January there.
    shops.api.now = Date.parse('2026-01-16T02:30:00Z')
    await buy(shop, 'o1', 'ana', 400)
    await buy(shop, 'o1 of bia', 'bia', 400)
    shops.api.now = Date.parse('2027-01-16T02:59:59.999Z')
    expect(await buy(shop, 'o2', 'ana', 100)).toBe('Silver')
    shops.api.now = Date.parse('2027-01-16T03:00:00Z')
    expect(await buy(shop, 'o2 of bia', 'bia', 100)).toBe('Bronze')
  })

  it('is when an order was completed, not when it was sent', async () => {
    const { shop } = await open()
    const longAgo = {
      OrderPlacementDate: iso(START - 400 * DAY_MS),
      OrderCompletedDate: iso(START - 399 * DAY_MS),
    }
    expect(await buy(shop, 'o1', 'ana', 3_000, longAgo)).toBe('Bronze')
    const yesterday = { OrderPlacementDate: iso(START - DAY_MS), OrderCompletedDate: iso(START - DAY_MS) }
    expect(await buy(shop, 'o2', 'ana', 500, yesterday)).toBe('Silver')
  })

  it('is the window of each goal', async () => {
    const { shop } = await open([
      { name: 'Base', order: 1, isBase: true },
      { name: 'Busy', order: 2, goals: [orders(2, 1), spend(100, 3)] },
    ])
    const at = (days: number) => {
      shops.api.now = START + days * DAY_MS
    }
    expect(await buy(shop, 'o1', 'ana', 90)).toBe('Base')
    at(60)
    expect(await buy(shop, 'o2', 'ana', 5)).toBe('Base')
    at(70)
    expect(await buy(shop, 'o3', 'ana', 5)).toBe('Busy')
  })

  it("is of one's own: neither another customer's orders nor another merchant's tiers", async () => {
    const { shop } = await open()
    const { shop: other } = await open([{ name: 'Easy', order: 1, goals: [spend(1)] }])
    expect(await buy(shop, 'o1', 'ana', 499)).toBe('Bronze')
    expect(await buy(shop, 'o2', 'bia', 499)).toBe('Bronze')
    expect(await buy(other, 'o1', 'ana', 499)).toBe('Easy')
  })
})

describe('many orders at once', () => {
  it('of one customer: the one that meets the goal raises, once', async () => {
    const { shop } = await open()
    await buy(shop, 'o0', 'ana', 1)
    const names = await Promise.all(
      Array.from({ length: 30 }, (_, index) => buy(shop, `o${index + 1}`, 'ana', 20)),
    )
    // 1 + 25 × 20 is the first sum of 500 or more.
    expect(names.filter((name) => name === 'Bronze')).toHaveLength(24)
    expect(names.filter((name) => name === 'Silver')).toHaveLength(6)
    expect(await movesOf(shop)).toEqual(['ana: Bronze → Silver, goals reached'])
  })

  it('of a new customer', async () => {
    const { shop } = await open()
    const names = await Promise.all(
      Array.from({ length: 10 }, (_, index) => buy(shop, `o${index}`, 'ana', 100)),
    )
    expect(names.filter((name) => name === 'Bronze')).toHaveLength(4)
    expect(await movesOf(shop)).toEqual(['ana: Bronze → Silver, goals reached'])
  })

  it('and a cancellation before them in the same batch takes away what it cancels', async () => {
    const { shop } = await open()
    await buy(shop, 'o1', 'ana', 300)
    await buy(shop, 'o2', 'ana', 100)
    const tenant = await tenantOf(shops.api, shop)
    const sizes: number[] = []
    const till = createTill({
      database: shops.api.cells.of({ cell: MAIN_CELL }),
      clock: () => START,
      onBatch: (size) => sizes.push(size),
    })
    const now = iso(START)
    const sent = readOrder(
      {
        OriginalId: 'o3',
        OrderPlacementDate: now,
        OrderCompletedDate: now,
        IsCompleted: true,
        OrderTotal: 150,
        Customer: { OriginalId: 'ana' },
      },
      tenant.timeZone,
    )
    if (isRefusal(sent)) throw new Error(sent.message)
    const [, placed] = await Promise.all([
      till.run(cancelOrder, { tenant, originalId: 'o1', cancelledAt: START, status: null }),
      till.run(placeOrder, { tenant, sent, publicId: randomUUID() }),
    ])
    expect(sizes).toEqual([2])
    expect(placed).toMatchObject({ tierName: 'Bronze' })
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier?.Name).toBe('Bronze')
  })
})

describe('tiers that are changed', () => {
  it('count at once, for the next order', async () => {
    const { shop, ids } = await open()
    expect(await buy(shop, 'o1', 'ana', 300)).toBe('Bronze')
    await shops.reader.query('update tier_goal set value = 301 where tier_id = $1', [ids[1]])
    expect(await buy(shop, 'o2', 'ana', 1)).toBe('Silver')
    await shops.reader.query(`update tier set name = 'Prata' where id = $1`, [ids[1]])
    expect(await buy(shop, 'o3', 'ana', 1)).toBe('Prata')
    await shops.reader.query('update tier set is_active = false where id = $1', [ids[1]])
    expect(await buy(shop, 'o4', 'ana', 1)).toBe('Bronze')
    await shops.reader.query('delete from tier_goal where tier_id = $1', [ids[2]])
    expect((await availableTiers(shop, 'ana')).AllTiers.map(({ Goals }) => Goals)).toEqual([[], []])
  })
})
