/** A merchant who clamps: what can't be taken back is let go, for good, and written down with the order. */
import { describe, expect, it } from 'vitest'
import { decimal } from '../support/rewards.ts'
import { iso, type ProgramToPublish, program } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { START } from '../support/test-api.ts'

const story = useStories()
const PLACED = { OrderPlacementDate: iso(START), OrderCompletedDate: iso(START) }

async function open(published: ProgramToPublish = program()) {
  const shop = await story.open(published, { settings: { takeBack: 'clamp' } })
  const tenant = [shop.tenantId]
  return {
    shop,
    /** Redeems so many points. */
    spend: async (points: number) => shop.redeemed(await shop.makeReward({ points: decimal(points) }), 'ana'),
    balance: async () => (await shop.events('ana')).at(-1)?.balance,
    /** Points and cashback that were written off, by order. */
    writtenOff: async () => {
      const orders = await story.query(
        `select original_id as id, details -> 'o' as amount from customer_order
         where tenant_id = $1 and details -> 'o' is not null order by original_id`,
        tenant,
      )
      return Object.fromEntries(orders.map(({ id, amount }) => [id, (amount as string[]).map(Number)]))
    },
    /** What the newest record took, and what its explanation says. */
    newest: async () => {
      const record = (await shop.records('ana')).at(-1)
      const lines = record?.explanation?.lines ?? []
      return { points: record?.points, lines: lines.map(({ kind, points }) => [kind, Number(points)]) }
    },
  }
}

describe('what was let go', () => {
  it('is not taken by a later update that changes nothing of what the order earns', async () => {
    const { shop, spend, balance, writtenOff, newest } = await open()
    await shop.completed('o1', 'ana', 150)
    await spend(100)
    await shop.completed('o1', 'ana', 0)
    expect(await newest()).toEqual({
      points: -50,
      lines: [
        ['recorded', -150],
        ['purchase', 0],
        ['writtenOff', 100],
      ],
    })
    expect(await writtenOff()).toEqual({ o1: [100, 10] })
    await shop.completed('o2', 'ana', 500)
    story.api.now += 1_000
    for (const more of [
      { Branch: { OriginalId: 'centro' } },
      { OrderPlacementDate: iso(START - 1_000) },
      {},
    ]) {
      story.api.now += 1_000
      await shop.completed('o1', 'ana', 0, { ...PLACED, ...more })
    }
    expect(await balance()).toEqual([500, 50])
    await shop.cancelled('o1')
    await shop.cancelled('o1')
    expect(await balance()).toEqual([500, 50])
    expect(await writtenOff()).toEqual({ o1: [100, 10] })
  })

  it('counts as kept by the order: it earns no more until it is worth more, and none of it is taken later', async () => {
    const { shop, spend, balance, writtenOff, newest } = await open()
    await shop.completed('o1', 'ana', 150)
    await spend(120)
    // 100 should go back, 30 are there: of an order of R$ 50 she has kept 120.
    await shop.completed('o1', 'ana', 50)
    expect(await writtenOff()).toEqual({ o1: [70, 7] })
    await shop.completed('o2', 'ana', 100)
    const { length } = await shop.records('ana')
    for (const total of [80, 120, 100]) await shop.completed('o1', 'ana', total)
    expect(await shop.records('ana')).toHaveLength(length)
    // As much as at first: the 30 that were taken are earned again, and nothing else.
    await shop.completed('o1', 'ana', 150)
    expect(await newest()).toEqual({
      points: 30,
      lines: [
        ['recorded', -120],
        ['purchase', 150],
      ],
    })
    expect(await balance()).toEqual([130, 13])
    await shop.cancelled('o1')
    expect(await newest()).toEqual({ points: -80, lines: [['recorded', -80]] })
    expect(await balance()).toEqual([50, 5])
    expect(await writtenOff()).toEqual({ o1: [70, 7] })
  })

  it('is not earned again, however often an order shrinks and grows back', async () => {
    const { shop, spend, balance } = await open()
    await shop.completed('o1', 'ana', 100)
    await spend(100)
    for (let round = 0; round < 5; round += 1) {
      await shop.completed('o1', 'ana', 0)
      await shop.completed('o1', 'ana', 100)
    }
    expect(await balance()).toEqual([0, 0])
    await shop.completed('o1', 'ana', 110)
    expect(await balance()).toEqual([10, 1])
  })

  it('is not earned again when parts of the order are returned and its lines corrected', async () => {
    const { shop, spend, balance } = await open()
    await shop.completed('o1', 'ana', 100)
    await spend(100)
    await shop.returnPart('o1', { ValueToRefund: 40, CancelKey: 'r1' })
    await shop.completed('o1', 'ana', 140)
    expect(await balance()).toEqual([0, 0])
    await shop.completed('o1', 'ana', 150)
    expect(await balance()).toEqual([10, 1])
  })

  it('of several orders is kept with each of them, whether anything could be taken or not', async () => {
    const { shop, spend, balance, writtenOff, newest } = await open()
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 50)
    await shop.completed('o3', 'ana', 30)
    await spend(160)
    await shop.cancelled('o1')
    expect(await newest()).toEqual({
      points: -20,
      lines: [
        ['recorded', -100],
        ['writtenOff', 80],
      ],
    })
    const records = await shop.records('ana')
    await shop.cancelled('o2')
    await shop.completed('o3', 'ana', 10)
    expect(await shop.records('ana')).toHaveLength(records.length)
    expect(await writtenOff()).toEqual({ o1: [80, 8], o2: [50, 5], o3: [20, 2] })
    await shop.completed('o4', 'ana', 40)
    for (const id of ['o1', 'o2', 'o3']) await shop.cancelled(id)
    // Of the third, the ten that it still counted for.
    expect(await balance()).toEqual([30, 3])
  })

  it('stays with the customer when the redemption comes back that had spent it', async () => {
    const { shop, spend, balance, writtenOff } = await open()
    await shop.completed('o1', 'ana', 100)
    const { originalKey } = await spend(100)
    await shop.cancelled('o1')
    expect(await shop.returnReward(originalKey)).toBeNull()
    expect(await balance()).toEqual([100, 10])
    await shop.cancelled('o1')
    expect(await balance()).toEqual([100, 10])
    expect(await writtenOff()).toEqual({ o1: [100, 10] })
  })

  it('is nothing where points still wait', async () => {
    const { shop, balance, writtenOff } = await open(program({ waitingDays: 5 }))
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o1', 'ana', 40)
    await shop.cancelled('o1')
    expect(await writtenOff()).toEqual({})
    expect(await balance()).toBeUndefined()
  })
})
