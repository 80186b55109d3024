/** The same file done by two workers at the same moment, and undone while its points are spent. */
import { describe, expect, it, vi } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { anOrder, importOrders } from '../support/imported-orders.ts'
import { amount, importLines, outcomesOf, undoImport } from '../support/imports.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD } from '../support/tiers.ts'

const REPETITIONS = Number(process.env.RACE_REPETITIONS ?? 10)
vi.setConfig({ testTimeout: 300_000 })

const story = useStories()
const till = () => createTill({ database: story.database, clock: () => story.api.now })

const sums = async (shop: Shop) => {
  const [row] = await story.query(
    `select (select count(*)::int from customer where tenant_id = $1) as customers,
      (select sum(points_balance)::float from customer where tenant_id = $1) as points,
      (select count(*)::int from import_effect where tenant_id = $1) as effects,
      (select count(*)::int from point_record where tenant_id = $1 and type = 10) as records`,
    [shop.tenantId],
  )
  return row
}

describe('an import', () => {
  it('has one effect for each line, by two workers and in two imports at once', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    for (let repetition = 1; repetition <= REPETITIONS; repetition += 1) {
      const lines = Array.from({ length: 60 }, (_, index) => ({
        ...(index % 2 === 0 ? { originalId: `${repetition}-${index % 10}` } : {}),
        email: `${index % 4 === 1 ? 'A' : 'a'}${repetition}-${index % 10}@x.com`,
        points: amount(String(1 + index)),
        ...(index % 7 === 0 ? { spend: amount('100'), orderCount: 1 } : {}),
      }))
      const done = await Promise.all(
        [lines, lines.toReversed()].map((own, index) =>
          importLines(story.api, shop, own, { till: till(), importId: 2 * repetition + index }),
        ),
      )
      const repeated = outcomesOf(done.flat()).filter((outcome) => outcome === 'doneBefore')
      expect(repeated).toHaveLength(60)
      const expected = { points: repetition * 1_830, effects: repetition * 60, records: repetition * 60 }
      expect(await sums(shop)).toMatchObject(expected)
    }
  })

  it('is undone while its points are spent: what is spent stays, and the rest goes once', async () => {
    const shop = await story.open(program())
    const reward = await shop.makeReward({ points: 10n * 10_000n })
    for (let repetition = 1; repetition <= REPETITIONS; repetition += 1) {
      const ids = Array.from({ length: 10 }, (_, index) => `${repetition}-${index}`)
      const lines = ids.map((originalId) => ({ originalId, points: amount('25') }))
      await importLines(story.api, shop, lines, { importId: repetition })
      const spending = ids.map((id) => shop.refusal(reward, id))
      const [undone, again, ...refused] = await Promise.all([
        undoImport(story.api, shop, { importId: repetition, rows: 3 }),
        undoImport(story.api, shop, { importId: repetition, rows: 4 }),
        ...spending,
      ])
      const spent = refused.filter((code) => code === null).length
      const taken = undone.done.taken.points + again.done.taken.points
      expect(taken).toBe(amount(String(250 - 10 * spent)))
      expect(await sums(shop)).toMatchObject({ points: 0, effects: 0 })
    }
  })

  it('of orders has one effect for each, by two workers at once, and while the shop sends the same orders', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-11-19T12:00:00Z')
    for (let repetition = 1; repetition <= REPETITIONS; repetition += 1) {
      const id = (index: number) => `${repetition}-${index}`
      const orders = Array.from({ length: 30 }, (_, index) =>
        anOrder(id(index), '100', {
          originalId: `c${index % 5}`,
          ...(index % 2 === 0 && { earnedPoints: amount('10') }),
        }),
      )
      const how = (importId: number) => ({ importId, isForeseen: false })
      const [one, other] = await Promise.all([
        importOrders(story.api, shop, orders, how(2 * repetition)),
        importOrders(story.api, shop, orders.toReversed(), how(2 * repetition + 1)),
        ...Array.from({ length: 10 }, (_, index) =>
          shop.completed(id(index), `c${index % 5}`, 100).catch(() => null),
        ),
      ])
      const [row] = await story.query(
        `select count(*)::int as orders, count(*) filter (where origin = 2)::int as brought,
           (select count(*)::int from import_effect
            where tenant_id = $1 and import_id in ($3, $4)) as effects,
           (select coalesce(sum(points), 0)::float from point_record
            where tenant_id = $1 and order_id in (
              select id from customer_order where tenant_id = $1 and original_id like $2 and origin = 2
            )) as earned
         from customer_order where tenant_id = $1 and original_id like $2`,
        [shop.tenantId, `${repetition}-%`, 2 * repetition, 2 * repetition + 1],
      )
      const created = [...(one ?? []), ...(other ?? [])].filter((outcome) => outcome === 'created').length
      expect(row).toMatchObject({ orders: 30, brought: created, effects: created, earned: 0 })
    }
  })
})
