/** Figures of orders are what their rows say, whatever became of an order and whenever it is counted. */
import { describe, expect, it } from 'vitest'
import { beginGeneration } from '../../src/figures/count-figures.ts'
import { countOrders } from '../../src/figures/count-orders.ts'
import { ALL_OF_COHORT } from '../../src/figures/rules/customer-months.ts'
import { readCohorts } from '../../src/figures/store/cohorts.ts'
import { readOrderDays } from '../../src/figures/store/order-days.ts'
import { findTenantsWithOrders, readOrderFiguresState } from '../../src/figures/store/order-figures.ts'
import { readPeriodFigures } from '../../src/figures/store/period-figures.ts'
import { findTimeZones } from '../../src/tenancy/store/zones.ts'
import { runHere } from '../cli/run-here.ts'
import { openBusyOrders } from '../support/busy-orders.ts'
import { countAllFigures } from '../support/count-figures.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { expectOrdersCounted } from '../support/expect-orders-counted.ts'
import { chanceOf } from '../support/seed.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'

const ORDERS = Number(process.env.FIGURE_ORDERS ?? 250)
const story = useStories()
const ALL_DAYS = { from: 0, to: 40_000 }

async function countingOf({ tenantId }: Shop) {
  const spans = await story.api.cells.directory.read([tenantId], (tx) => findTimeZones(tx, tenantId))
  return { database: story.database, tenantId, spans, now: story.api.now }
}

const foldAll = ({ tenantId }: Shop) => countAllFigures(story.api.cells, tenantId)

async function countAll(shop: Shop, isTodayDue = true): Promise<void> {
  await foldAll(shop)
  const counting = await countingOf(shop)
  while (!(await countOrders({ ...counting, isTodayDue })));
}

const expectCounted = ({ tenantId }: Shop): Promise<void> => expectOrdersCounted(story.query, tenantId)

describe('orders', () => {
  it('count on their day: late, changed, cancelled, returned, moved to another day, and without points', {
    timeout: 60_000 + ORDERS * 100,
  }, async () => {
    const { shop, live } = await openBusyOrders(story, 'orders', {
      strangers: ['rui', 'leo'],
      purchase: { minimumOrder: '40' },
    })
    // The first count has what was there before.
    await live(Math.ceil(ORDERS / 4))
    await countAll(shop)
    await expectCounted(shop)
    for (let round = 0; round < 3; round += 1) {
      await live(Math.ceil(ORDERS / 4))
      await countAll(shop)
      await expectCounted(shop)
    }
  })

  it('go with a customer who is merged into another one, also without points, and stay when one is erased', async () => {
    const { shop, live } = await openBusyOrders(story, 'merged orders')
    await live(60)
    await shop.completed('free', 'zoe', 0)
    await countAll(shop)
    await mergedCustomer(shop, 'zoe', 'mia')
    await mergedCustomer(shop, 'ana', 'bob')
    await shop.completed('of rui', 'rui', 5)
    await erasedCustomer(shop, 'rui')
    // One that is known and not counted yet.
    await shop.completed('late', 'leo', 5)
    await foldAll(shop)
    await mergedCustomer(shop, 'leo', 'eva')
    await countAll(shop)
    await countAll(shop)
    await expectCounted(shop)
    // What was pending when its customer was erased never opens.
    story.api.now += 10 * DAY_MS
  })

  it('are counted again with everything else, and are read meanwhile as they were', async () => {
    const { shop, live } = await openBusyOrders(story, 'again')
    await live(60)
    await countAll(shop)
    const { tenantId } = shop
    await story.query('update order_day set orders = orders + 1 where tenant_id = $1', [tenantId])
    const told = await runHere(['verify', '--tenant', String(tenantId)], {
      DATABASE_URL: story.api.databaseUrl,
    })
    expect(told.stderr).toContain('orders of 2026-')
    await story.query('update order_day set orders = orders - 1 where tenant_id = $1', [tenantId])
    // Of a branch with several days, on its first day and on its last.
    const plant = async (column: string, first: number, last: number) => {
      await story.query(
        `with ends as (select branch, min(day) as first, max(day) as last from order_day where tenant_id = $1
          group by branch having min(day) < max(day) order by branch limit 1)
        update order_day set ${column} = ${column} + case when day = ends.first then $2::int else $3::int end
        from ends where tenant_id = $1 and order_day.branch = ends.branch and day in (ends.first, ends.last)`,
        [tenantId, first, last],
      )
      const { stderr } = await runHere(['verify', '--tenant', String(tenantId)], {
        DATABASE_URL: story.api.databaseUrl,
      })
      return stderr.match(/orders of 2026-/g)?.length ?? 0
    }
    expect(await plant('points', 1, 0)).toBe(1)
    expect(await plant('points', -1, 0)).toBe(0)
    // In all they are as many.
    expect(await plant('orders', 1, -1)).toBe(2)
    await story.query('update cohort_sum set customers = customers + 1 where tenant_id = $1', [tenantId])
    await beginGeneration({ ...(await countingOf(shop)), now: Date.now() }, 2)
    const state = () => story.database.read([tenantId], (tx) => readOrderFiguresState(tx, tenantId))
    expect(await state()).toMatchObject({ isComplete: true })
    await countAll(shop)
    await expectCounted(shop)
  })

  it('are counted again where they were counted without points', async () => {
    const { shop, live } = await openBusyOrders(story, 'without points')
    await live(40)
    await countAll(shop)
    const { tenantId } = shop
    await story.query('update order_day set points = null where tenant_id = $1', [tenantId])
    const waiting = await story.database.read([tenantId], (tx) => findTenantsWithOrders(tx, [tenantId]))
    expect(waiting).toEqual([tenantId])
    await countAll(shop)
    await expectCounted(shop)
  })

  it('that were placed at a moment to come are on another day where the zone changed before it came', async () => {
    const shop = await story.open(program())
    const { tenantId } = shop
    story.on('2026-05-31T15:00:00Z')
    await story.query("update tenant_zone set since = '2026-01-01' where tenant_id = $1", [tenantId])
    await shop.completed('o1', 'ana', 10, {
      OrderPlacementDate: '2026-05-31T23:30:00-03:00',
      OrderCompletedDate: '2026-05-31T23:30:00-03:00',
    })
    await countAll(shop)
    await story.query("update tenant set time_zone = 'Asia/Kolkata' where id = $1", [tenantId])
    await story.query(
      "update tenant_zone set since = '2026-05-31T18:00:00Z' where tenant_id = $1 and since > '2026-06-01'",
      [tenantId],
    )
    story.on('2026-06-02T15:00:00Z')
    await shop.completed('o2', 'bob', 10)
    const days = async () => {
      const rows = await story.database.read([tenantId], (tx) => readOrderDays(tx, tenantId, ALL_DAYS))
      return rows.map(({ day, orders, firstOrders }) => [iso(day * DAY_MS).slice(0, 10), orders, firstOrders])
    }
    const verified = () =>
      runHere(['verify', '--tenant', String(tenantId)], { DATABASE_URL: story.api.databaseUrl })
    expect((await verified()).exitCode).toBe(0)
    await countAll(shop)
    expect(await days()).toEqual([
      ['2026-06-01', 1, 1],
      ['2026-06-02', 1, 1],
    ])
    const months = await story.query('select month from customer_month where tenant_id = $1 order by 1', [
      tenantId,
    ])
    expect(months).toEqual([{ month: 202_606 }, { month: 202_606 }])
    expect((await verified()).exitCode).toBe(0)
  })

  it('of today are left for their turn, and those of the past are not', async () => {
    const shop = await story.open(program())
    story.on('2026-05-10T15:00:00Z')
    await shop.completed('o1', 'ana', 10)
    await countAll(shop)
    await shop.completed('o2', 'ana', 20)
    await shop.completed('o3', 'bob', 30, { OrderPlacementDate: '2026-05-08T15:00:00Z' })
    await countAll(shop, false)
    const { tenantId } = shop
    const read = () => story.database.read([tenantId], (tx) => readOrderDays(tx, tenantId, ALL_DAYS))
    expect((await read()).map(({ orders, firstOrders }) => [orders, firstOrders])).toEqual([
      [1, 1],
      [1, 1],
    ])
    const state = await story.database.read([tenantId], (tx) => readOrderFiguresState(tx, tenantId))
    expect(state).toEqual({ isComplete: true, percent: 100, countedAt: story.api.now })
    await countAll(shop)
    expect((await read()).map(({ orders, firstOrders }) => [orders, firstOrders])).toEqual([
      [1, 1],
      [2, 1],
    ])
    expect(await story.database.read([tenantId], (tx) => readOrderFiguresState(tx, tenantId))).toEqual({
      isComplete: true,
      percent: 100,
      countedAt: null,
    })
  })

  it('keep the day of the zone that was in force, and none is lost or counted twice when that changes', async () => {
    const chance = chanceOf('zones')
    const shop = await story.open(program())
    const { tenantId } = shop
    story.on('2026-05-10T15:00:00Z')
    await story.query("update tenant_zone set since = '2026-01-01' where tenant_id = $1", [tenantId])
    for (const [index, zone] of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata'].entries()) {
      for (let step = 0; step < 15; step += 1) {
        const placed = iso(story.api.now + chance.between(-3 * DAY_MS, 0))
        await shop.completed(`o${index}-${step}`, `c${step % 4}`, 10, { OrderPlacementDate: placed })
      }
      await countAll(shop)
      await story.query('update tenant set time_zone = $2 where id = $1', [tenantId, zone])
      await story.query('update tenant_zone set since = $2 where tenant_id = $1 and time_zone = $3', [
        tenantId,
        new Date(story.api.now + 1_000),
        zone,
      ])
      story.api.now += 5 * 3_600_000
    }
    await countAll(shop)
    const rows = await story.database.read([tenantId], (tx) => readOrderDays(tx, tenantId, ALL_DAYS))
    expect(rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(45)
    expect(rows.reduce((sum, { firstOrders }) => sum + firstOrders, 0)).toBe(4)
  })

  it('are the same where two workers count at once, beside sales', async () => {
    const { shop, live } = await openBusyOrders(story, 'two')
    await live(20)
    for (let round = 0; round < 8; round += 1) {
      await foldAll(shop)
      const counting = { ...(await countingOf(shop)), isTodayDue: true }
      await Promise.all([countOrders(counting), countOrders(counting), live(3), countOrders(counting)])
    }
    await countAll(shop)
    await expectCounted(shop)
  })
})

describe('customers', () => {
  it('are active in the days that end with a day, and buy again, when that day is over', async () => {
    const shop = await story.open(program())
    story.on('2026-05-10T15:00:00Z')
    const placed = (id: string, customer: string, date: string, amount = 10) =>
      shop.completed(id, customer, amount, { OrderPlacementDate: `${date}T15:00:00Z` })
    await placed('a1', 'ana', '2026-05-08')
    await placed('a2', 'ana', '2026-03-08')
    await placed('b1', 'bob', '2026-04-20')
    await placed('e1', 'eva', '2025-06-01')
    await placed('x1', 'leo', '2026-05-07')
    await shop.returnPart('x1', { ValueToRefund: 10, CancelKey: 'r1' })
    await placed('t1', 'mia', '2026-05-10')
    await countAll(shop)
    const { tenantId } = shop
    const yesterday = Date.parse('2026-05-09T00:00:00Z') / DAY_MS
    const figures = await story.database.read([tenantId], (tx) =>
      readPeriodFigures(tx, tenantId, [yesterday, yesterday - 30]),
    )
    const of = (day: number) =>
      Object.fromEntries(
        figures.filter((one) => one.day === day).map(({ kind, value, base }) => [kind, [value, base]]),
      )
    expect(of(yesterday)).toEqual({ 7: [1, 0], 30: [2, 0], 90: [2, 0], 365: [3, 0], 1365: [1, 3] })
    expect(of(yesterday - 30)).toEqual({ 7: [0, 0], 30: [0, 0], 90: [1, 0], 365: [2, 0], 1365: [0, 2] })
    const cohorts = await story.database.read([tenantId], (tx) =>
      readCohorts(tx, tenantId, { from: 202_503, to: 202_605 }),
    )
    expect(cohorts.map(({ firstMonth, month, customers }) => [firstMonth, month, customers])).toEqual([
      [202_506, ALL_OF_COHORT, 1],
      [202_506, 202_506, 1],
      [202_603, ALL_OF_COHORT, 1],
      [202_603, 202_603, 1],
      [202_603, 202_605, 1],
      [202_604, ALL_OF_COHORT, 1],
      [202_604, 202_604, 1],
      [202_605, ALL_OF_COHORT, 1],
      [202_605, 202_605, 1],
    ])
  })
})
