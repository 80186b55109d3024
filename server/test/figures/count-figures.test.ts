/** The sums of a merchant's figures are what its ledger says, whenever and by however many they are counted. */
import { describe, expect, it } from 'vitest'
import { beginGeneration, type Counting, countFigures } from '../../src/figures/count-figures.ts'
import { HEAD_STATE } from '../../src/figures/head.ts'
import { verifyFigures } from '../../src/figures/verify.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { chanceOf } from '../support/seed.ts'
import { iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const story = useStories()
const PEOPLE = ['ana', 'bob', 'eva', 'leo', 'mia', 'rui']

/** Small, so that there are many pages. */
const PAGE = 3

async function countingOf({ tenantId }: Shop, size = PAGE): Promise<Counting> {
  const spans = await story.api.cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  return { database: story.database, tenantId, spans, now: Date.now(), size }
}

const countAll = ({ tenantId }: Shop) => countAllFigures(story.api.cells, tenantId, PAGE)

async function differences(shop: Shop) {
  const { database, tenantId, spans } = await countingOf(shop)
  return verifyFigures(database, tenantId, spans)
}

/** Orders that are late, changed, cancelled and pending; rewards that are redeemed and returned; debts. */
async function openBusyShop(name: string) {
  const chance = chanceOf(name)
  const shop = await story.open(program({ waitingDays: 3, validityDays: 40 }), {
    settings: { takeBack: 'debt' },
  })
  const reward = await shop.makeReward({})
  story.on('2026-05-10T15:00:00Z')
  for (const one of PEOPLE) await shop.completed(`of ${one}`, one, 10)
  let steps = 0
  const live = async (count: number): Promise<void> => {
    for (const end = steps + count; steps < end; steps += 1) {
      story.api.now += chance.between(0, 86_400_000)
      const order = `o${chance.between(0, 40)}`
      const who = PEOPLE[Number(order.slice(1)) % PEOPLE.length] ?? ''
      const choice = chance.between(0, 10)
      if (choice < 5) {
        const completed = iso(story.api.now - chance.between(0, 30 * 86_400_000))
        const dates = { OrderPlacementDate: '2026-02-01T12:00:00Z', OrderCompletedDate: completed }
        await shop.placeOrder(shop.completeOrder(order, who, chance.between(0, 200), dates))
      } else if (choice < 6) await shop.cancelOrder(order)
      else if (choice < 8) await shop.redeem(reward, { CustomerId: who, OriginalKey: `k${steps}` })
      else await shop.cancelRewardByKey(`k${chance.between(0, steps + 1)}`)
    }
  }
  return { shop, live }
}

const statesOf = async ({ tenantId }: Shop): Promise<number[]> =>
  (
    await story.query('select state from figure_head where tenant_id = $1 order by generation', [tenantId])
  ).map(({ state }) => state as number)

describe('sums', () => {
  it('follow the ledger from the first order on', async () => {
    const { shop, live } = await openBusyShop('follow')
    await countAll(shop)
    for (let round = 0; round < 12; round += 1) {
      await live(10)
      // Also where the worker is behind: what it has not counted is added.
      expect(await differences(shop)).toEqual([])
      await countAll(shop)
      expect(await differences(shop)).toEqual([])
    }
    await mergedCustomer(shop, 'ana', 'bob')
    await erasedCustomer(shop, 'eva')
    await countAll(shop)
    expect(await differences(shop)).toEqual([])
    expect(await story.query('select from quiet_entry where tenant_id = $1', [shop.tenantId])).toEqual([])
  })

  it('are counted for the first time while the shop sells', async () => {
    const { shop, live } = await openBusyShop('first')
    await live(60)
    expect(await differences(shop)).toBeNull()
    const counting = await countingOf(shop, 2)
    while ((await statesOf(shop)).at(-1) !== HEAD_STATE.current) {
      await countFigures(counting)
      await live(3)
    }
    await countAll(shop)
    expect(await differences(shop)).toEqual([])
    expect(await story.query('select from figure_counted where tenant_id = $1', [shop.tenantId])).toEqual([])
  })

  it('are counted again while the shop sells, and what is read stays right', async () => {
    const { shop, live } = await openBusyShop('again')
    await live(40)
    await countAll(shop)
    const counting = await countingOf(shop, 2)
    expect(await beginGeneration(counting, 2)).toBe(true)
    expect(await beginGeneration(counting, 2)).toBe(false)
    while ((await statesOf(shop)).length > 1) {
      await live(2)
      await countFigures(counting)
      expect((await statesOf(shop)).filter((state) => state === HEAD_STATE.current)).toHaveLength(1)
      expect(await differences(shop)).toEqual([])
    }
    await countAll(shop)
    expect(await differences(shop)).toEqual([])
    const generations = 'select distinct generation from figure_sum where tenant_id = $1'
    expect(await story.query(generations, [shop.tenantId])).toEqual([{ generation: 2 }])
  })

  it('are counted anew where customers are merged meanwhile, also where nothing is told of it', async () => {
    const { shop, live } = await openBusyShop('merged')
    await live(60)
    await shop.completed('nothing', 'zoe', 0)
    const counting = await countingOf(shop, 2)
    while ((await countFigures(counting)).isMore && (await statesOf(shop)).at(-1) !== HEAD_STATE.catchingUp);
    const [head] = await story.query('select generation from figure_head where tenant_id = $1', [
      shop.tenantId,
    ])
    // What the last one has goes to one that was counted before it; and one that has nothing to another one.
    await mergedCustomer(shop, 'rui', 'ana')
    await mergedCustomer(shop, 'zoe', 'bob')
    await countAll(shop)
    const [anew] = await story.query('select generation from figure_head where tenant_id = $1', [
      shop.tenantId,
    ])
    expect([head, anew]).toEqual([{ generation: 1 }, { generation: 2 }])
    expect(await differences(shop)).toEqual([])
  })

  it('are the same where three workers count at the same time', async () => {
    const { shop, live } = await openBusyShop('together')
    await live(40)
    const counting = await countingOf(shop)
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([countFigures(counting), countFigures(counting), countFigures(counting), live(2)])
    }
    await countAll(shop)
    expect(await differences(shop)).toEqual([])
  })

  it('that were changed by hand are found', async () => {
    const { shop, live } = await openBusyShop('found')
    await live(20)
    await countAll(shop)
    const change = (by: number) =>
      story.query(
        `update figure_sum set points = points + $2
        where tenant_id = $1 and (day, a, b) = (
          select day, a, b from figure_sum where tenant_id = $1 and series = 4 order by day, a, b limit 1
        ) and series = 4`,
        [shop.tenantId, by],
      )
    await change(1)
    const found = await differences(shop)
    expect(found).toHaveLength(1)
    expect(found?.[0]).toMatchObject({ series: 4 })
    await change(-1)
  })
})
