/** Tiers that come, or change, when customers have already been buying for long. */

import { describe, expect, it } from 'vitest'
import { createTill, type Till } from '../../src/accounts/till/till.ts'
import { sweepTiers } from '../../src/tiers/sweep.ts'
import { resultOf } from '../support/answers.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { availableTiers, giveTiers, orders, points, spend, sweepNow, tenantOf } from '../support/tiers.ts'
import { until } from '../support/workers.ts'

const story = useStories()

const TIERS = [
  { name: 'Base', order: 1, isBase: true },
  { name: 'Up', order: 2, goals: [spend(100), orders(2), points(100)] },
]

const tierOf = async (shop: Shop, customer: string) =>
  resultOf(await shop.getCustomer(customer)).CurrentTier?.Name ?? null

/** Returns when the API knows of them too: it keeps what it knows of a merchant for less than a second. */
async function introduce(shop: Shop, tiers = TIERS): Promise<number[]> {
  const ids = await giveTiers(story.api, shop, tiers)
  await until(async () => (await availableTiers(shop, null)).AllTiers.length > 0)
  return ids
}

const customersAt = async (shop: Shop) => {
  const [row] = (await story.query(
    'select count(*)::int as count from customer where tenant_id = $1 and tier_id is not null',
    [shop.tenantId],
  )) as { count: number }[]
  return row?.count
}

describe('tiers that are introduced later', () => {
  it('reach every customer who had spent enough before, on the first morning', async () => {
    const shop = await story.open(program())
    story.on('2026-01-15T12:00:00Z')
    const spent = { ana: [60, 40], bia: [60, 39], caio: [100], dora: [50, 50, 50] }
    for (const [customer, totals] of Object.entries(spent)) {
      for (const [index, total] of totals.entries()) {
        await shop.completed(`${customer}-${index}`, customer, total)
      }
    }
    await shop.cancelled('dora-2')
    await shop.completed('old-0', 'emil', 50, {
      OrderPlacementDate: '2024-01-01T12:00:00Z',
      OrderCompletedDate: '2024-01-02T12:00:00Z',
    })
    await shop.completed('old-1', 'emil', 60)
    await introduce(shop)
    expect(await tierOf(shop, 'ana')).toBe('Base')
    expect((await availableTiers(shop, 'ana')).NextTiers[0]?.Goals.map((goal) => goal.CurrentValue)).toEqual([
      100, 2, 100,
    ])
    story.on('2026-01-16T07:00:00Z')
    expect(await sweepNow(story.api, shop)).toEqual({ looked: 5, moved: 2 })
    expect(await Promise.all(['ana', 'bia', 'caio', 'dora', 'emil'].map((id) => tierOf(shop, id)))).toEqual([
      'Up',
      'Base',
      'Base',
      'Up',
      'Base',
    ])
    expect(await sweepNow(story.api, shop)).toEqual({ looked: 2, moved: 0 })
  })

  it('count what was there before with the next order of a customer, before any morning', async () => {
    const shop = await story.open(program())
    story.on('2026-01-15T12:00:00Z')
    await shop.completed('o1', 'ana', 99)
    await introduce(shop)
    expect((await shop.completed('o2', 'ana', 1)).Customer.TierName).toBe('Up')
    await shop.completed('o3', 'bia', 99)
    await shop.cancelled('o1')
    expect(await tierOf(shop, 'ana')).toBe('Base')
  })

  it('and are changed: every customer is looked at again, those without a tier as well', async () => {
    const shop = await story.open(program())
    story.on('2026-01-15T12:00:00Z')
    const [, up] = await introduce(shop)
    for (const id of ['o1', 'o2']) await shop.completed(id, 'ana', 40)
    story.on('2026-01-16T07:00:00Z')
    expect(await sweepNow(story.api, shop)).toEqual({ looked: 1, moved: 0 })
    expect(await sweepNow(story.api, shop)).toEqual({ looked: 0, moved: 0 })
    await story.query('update tier_goal set value = 80 where tier_id = $1 and measure <> 1', [up])
    expect(await sweepNow(story.api, shop)).toEqual({ looked: 1, moved: 1 })
    expect(await tierOf(shop, 'ana')).toBe('Up')
  })
})

describe('a merchant whose progress is not kept yet', () => {
  /** As after an upgrade: there are tiers, but nobody has looked since. */
  async function upgrade(shop: Shop): Promise<void> {
    await story.query('delete from tier_progress where tenant_id = $1', [shop.tenantId])
    await story.query('delete from tier_look where tenant_id = $1', [shop.tenantId])
  }
  const rowCount = async (shop: Shop) =>
    (await story.query('select from tier_progress where tenant_id = $1', [shop.tenantId])).length

  it('has it counted whenever it is asked for, and kept from the first morning on', async () => {
    const shop = await story.open(program(), { tiers: TIERS })
    story.on('2026-01-15T12:00:00Z')
    await shop.completed('o1', 'ana', 40)
    await upgrade(shop)
    expect((await shop.completed('o2', 'ana', 40)).Customer.TierName).toBe('Base')
    const [, up] = (await availableTiers(shop, 'ana')).AllTiers
    expect(up?.Goals.map((goal) => goal.CurrentValue)).toEqual([80, 2, 80])
    // Two in one batch: the second sees the first.
    const names = await Promise.all(
      ['o3', 'o4'].map(async (id) => (await shop.completed(id, 'ana', 10)).Customer.TierName),
    )
    expect(names.toSorted()).toEqual(['Base', 'Up'])
    await shop.cancelled('o4')
    expect(await tierOf(shop, 'ana')).toBe('Base')
    expect(await rowCount(shop)).toBe(0)
    story.on('2026-01-16T07:00:00Z')
    expect(await sweepNow(story.api, shop)).toEqual({ looked: 1, moved: 0 })
    expect(await rowCount(shop)).toBe(1)
    expect((await shop.completed('o5', 'ana', 10)).Customer.TierName).toBe('Up')
    expect(await rowCount(shop)).toBe(2)
  })
})

describe('the look at every customer', () => {
  async function openWith(customers: number) {
    const shop = await story.open(program())
    story.on('2026-01-15T12:00:00Z')
    // The first request of a key is looked up alone; the others find it known.
    expect((await shop.getCustomer('nobody')).HasError).toBe(true)
    for (const round of ['a', 'b']) {
      await Promise.all(
        Array.from({ length: customers }, (_, index) => shop.completed(`${round}${index}`, `c${index}`, 50)),
      )
    }
    await introduce(shop)
    const till = createTill({ database: story.database, clock: () => story.api.now })
    const options = {
      database: story.database,
      tenant: await tenantOf(story.api, shop),
      now: story.api.now,
    }
    return { shop, till, options }
  }

  it('goes on where it was cut off', async () => {
    const { shop, till, options } = await openWith(450)
    const cut = new AbortController()
    const cutAfterPage: Till = {
      run: (command, input) => {
        cut.abort()
        return till.run(command, input)
      },
      waiting: 0,
    }
    const first = await sweepTiers({ ...options, till: cutAfterPage, signal: cut.signal })
    expect(first).toEqual({ looked: 200, moved: 200 })
    expect(await customersAt(shop)).toBe(200)
    // It was not at everybody: the grace of those behind it does not begin anew.
    const swept = () => story.query('select from tier_sweep where tenant_id = $1', [shop.tenantId])
    expect(await swept()).toHaveLength(0)
    expect(await sweepTiers({ ...options, till })).toEqual({ looked: 250, moved: 250 })
    expect(await swept()).toHaveLength(1)
    expect(await sweepTiers({ ...options, till })).toEqual({ looked: 450, moved: 0 })
  })

  it('comes back to those who failed', async () => {
    const { shop, till, options } = await openWith(30)
    let failing = 7
    const failingTill: Till = {
      run: (command, input) => {
        failing -= 1
        return failing >= 0 ? Promise.reject(new Error('broken')) : till.run(command, input)
      },
      waiting: 0,
    }
    await expect(sweepTiers({ ...options, till: failingTill })).rejects.toThrow('7 customers')
    expect(await customersAt(shop)).toBe(23)
    expect(await sweepTiers({ ...options, till })).toEqual({ looked: 30, moved: 7 })
  })

  it('counts again, the first time, what others have written without keeping it', async () => {
    const { shop, till, options } = await openWith(3)
    await shop.completed('c', 'c0', 0)
    await story.query('update tier_progress set spend = 1, orders = 1, points = 1 where tenant_id = $1', [
      shop.tenantId,
    ])
    // The first was raised by the order; it is verified after the story that nothing wrong is left.
    expect(await sweepTiers({ ...options, till })).toEqual({ looked: 3, moved: 2 })
    expect(await tierOf(shop, 'c0')).toBe('Up')
  })

  it('while orders come loses none of them', async () => {
    const { shop, till, options } = await openWith(60)
    const [look] = await Promise.all([
      sweepTiers({ ...options, till }),
      ...Array.from({ length: 120 }, (_, index) => shop.completed(`n${index}`, `c${index % 60}`, 5)),
    ])
    expect(look.looked).toBe(60)
    expect(await customersAt(shop)).toBe(60)
  })
})
