/** Orders of another system: they count, and earn nothing; what they earned there is taken back with them, once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countOrdersOfDay } from '../../src/figures/store/order-days.ts'
import { resultOf } from '../support/answers.ts'
import { clientOf } from '../support/client-of.ts'
import { erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { anOrder, importOrders, undoOrdersOf } from '../support/imported-orders.ts'
import { amount, day, importLines } from '../support/imports.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { BRONZE_SILVER_GOLD } from '../support/tiers.ts'

const story = useStories()
const bring = (shop: Shop, orders: Parameters<typeof importOrders>[2], importId = 1) =>
  importOrders(story.api, shop, orders, { importId })
const at = (text: string) => ({ kind: 'instant' as const, instant: Date.parse(text) })

const pointsOf = async (shop: Shop, customer = 'ana') =>
  (await shop.records(customer)).map(({ type, points }) => [type, Number(points)])
const storedOrder = async (shop: Shop, id: string) =>
  (
    await story.query(
      `select state, origin, program_version, total::float, taken_points::float as taken
       from customer_order left join order_elsewhere as elsewhere
         on elsewhere.tenant_id = customer_order.tenant_id and elsewhere.order_id = customer_order.id
       where customer_order.tenant_id = $1 and original_id = $2`,
      [shop.tenantId, id],
    )
  )[0]

/** Rules of every kind that an order could meet. */
async function everyRule(shop: Shop, tierIds: readonly number[]): Promise<void> {
  const reward = String(await shop.makeReward({ title: 'Coffee', isPrizeOnly: true }))
  const silver = String(tierIds[1] ?? '')
  await shop.publish(
    program(
      {},
      { id: 2, kind: 'firstPurchase', points: '500' },
      { id: 3, kind: 'signup', points: '100' },
      ...(silver ? [{ id: 6, kind: 'tierReached' as const, ids: [silver], points: '70', reward }] : []),
      { id: 7, kind: 'card', name: 'Card', counts: 'orders', stamps: 1, reward },
      { id: 8, kind: 'order', points: '9', when: { firstOrders: 3 } },
    ),
  )
}

describe('an imported order', () => {
  it('earns nothing: not when it comes, nor when the shop sends it again, changed or in a list', async () => {
    const shop = await story.open(null, { tiers: BRONZE_SILVER_GOLD })
    await everyRule(shop, shop.tierIds)
    story.on('2026-11-19T12:00:00Z')
    expect(await bring(shop, [anOrder('o1', '600'), anOrder('o2', '20')])).toEqual(['created', 'created'])
    expect(await storedOrder(shop, 'o1')).toMatchObject({
      state: 2,
      origin: 2,
      program_version: 0,
      total: 600,
    })
    expect(await bring(shop, [anOrder('o1', '600')])).toEqual(['doneBefore'])
    expect(await bring(shop, [anOrder('o1', '600')], 2)).toEqual(['doneBefore'])

    await shop.completed('o1', 'ana', 600)
    await shop.completed('o1', 'ana', 900, { Products: [{ OriginalId: 'p', ProductPrice: 900 }] })
    const { Items = [] } = (await shop.placeOrders([
      shop.completeOrder('o1', 'ana', 1_000, { PaymentMethod: { OriginalId: 'pix' } }),
      shop.completeOrder('o2', 'ana', 5),
    ])) as unknown as { Items?: unknown[] }
    expect(Items.length).toBeGreaterThanOrEqual(0)
    await shop.returned('o1', 100)
    expect(await pointsOf(shop)).toEqual([])
    const customer = resultOf(await shop.getCustomer('ana'))
    expect(customer).toMatchObject({ CurrentTier: { Name: 'Silver' } })
    expect(await story.query('select from award where tenant_id = $1', [shop.tenantId])).toEqual([])
    expect(await story.query('select from stamp_record where tenant_id = $1', [shop.tenantId])).toEqual([])

    // The next order is neither the first one nor one of the first three; it is the first of the card.
    await shop.completed('o3', 'ana', 10)
    await shop.completed('o4', 'ana', 10)
    expect((await pointsOf(shop)).filter(([type]) => type === 0)).toEqual([
      [0, 19],
      [0, 10],
    ])
  })

  it('is an order in figures, which has earned nothing, also where something is taken back of what it earned elsewhere', async () => {
    const shop = await story.open(program())
    story.on('2026-11-19T12:00:00Z')
    await importLines(story.api, shop, [{ originalId: 'ana', points: amount('1000') }], { importId: 7 })
    await bring(shop, [anOrder('o1', '300', { earnedPoints: amount('100') }), anOrder('o2', '40')])
    await shop.returned('o1', 150)
    const ranges = [{ from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-03-02T00:00:00Z') }]
    const [figures] = await story.database.read([shop.tenantId], (tx) =>
      countOrdersOfDay(tx, shop.tenantId, 0, ranges),
    )
    expect(figures).toMatchObject({ orders: 2, sales: amount('190'), earnedOrders: 0, points: 0n })
  })

  it('counts on the day on which it was complete, in the zone of the merchant', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD, timeZone: 'America/Sao_Paulo' })
    story.on('2026-11-19T12:00:00Z')
    const long = at('2024-01-01T10:00:00Z')
    await bring(shop, [
      anOrder('old', '9000', { placedAt: long, completedAt: long }),
      // A day alone is that of the order: neither before it, nor on another one.
      anOrder('day', '10', { placedAt: at('2026-03-01T18:00:00Z'), completedAt: day('2026-03-01') }),
    ])
    expect(resultOf(await shop.getCustomer('ana')).CurrentTier?.Name ?? null).toBe('Bronze')
    const [row] = await story.query(
      `select completed_at = placed_at as is_same from customer_order where tenant_id = $1 and original_id = 'day'`,
      [shop.tenantId],
    )
    expect(row).toEqual({ is_same: true })
  })

  it('is kept as it is where it is not complete or was cancelled, and completes here as any other', async () => {
    const shop = await story.open(program())
    story.on('2026-11-19T12:00:00Z')
    const { completedAt: _, ...open } = anOrder('open', '30')
    const outcomes = await bring(shop, [
      open,
      anOrder('gone', '40', { cancelledAt: at('2026-03-04T12:00:00Z') }),
      anOrder('ours', '50', { state: 'cancelled' }),
      anOrder('left', '60', { state: 'ignored' }),
      anOrder('part', '70', { returned: amount('20') }),
    ])
    expect(outcomes).toEqual(['created', 'created', 'created', 'created', 'created'])
    const states = await story.query(
      'select original_id as id, state, total::float from customer_order where tenant_id = $1 order by id',
      [shop.tenantId],
    )
    expect(states.map(({ id, state, total }) => [id, state, total])).toEqual([
      ['gone', 3, 40],
      ['left', 4, 60],
      ['open', 1, 30],
      ['ours', 3, 50],
      ['part', 2, 50],
    ])
    await shop.completed('open', 'ana', 30)
    await shop.completed('left', 'ana', 60)
    expect(await pointsOf(shop)).toEqual([[0, 30]])
  })

  it('that is there already stays as it is, and no person who was erased comes back with one', async () => {
    const shop = await story.open(program())
    story.on('2026-11-19T12:00:00Z')
    await shop.completed('o1', 'ana', 10)
    await shop.completed('o2', 'eva', 10)
    await erasedCustomer(shop, 'eva')
    expect(
      await bring(shop, [
        anOrder('o1', '999', { earnedPoints: amount('5') }),
        anOrder('o1', '999', { originalId: 'bob' }),
        anOrder('o9', '10', { originalId: 'eva' }),
      ]),
    ).toEqual(['unchanged', 'unchanged', 'erasedPerson'])
    expect(await pointsOf(shop)).toEqual([[0, 10]])
  })

  it('finds its customer by id, e-mail, document or the id that we have given', async () => {
    const shop = await story.open(program())
    story.on('2026-11-19T12:00:00Z')
    await shop.completed('o0', 'ana', 10, {
      Customer: { OriginalId: 'ana', Email: 'ana@x.com', Document: '123' },
    })
    const [ana] = await story.query(
      `select public_id::text as id from customer where tenant_id = $1 and original_id = 'ana'`,
      [shop.tenantId],
    )
    const outcomes = await bring(shop, [
      anOrder('o1', '10', { email: 'ANA@x.com' }),
      anOrder('o2', '10', { document: '12-3' }),
      anOrder('o3', '10', { publicId: String(ana?.id).toUpperCase() }),
      anOrder('o4', '10', { publicId: '5f3c7d52-6a1e-4a3e-9f51-0d2f1a1b2c3d' }),
      anOrder('o5', '10', { email: 'new@x.com' }),
    ])
    expect(outcomes).toEqual(['created', 'created', 'created', 'unknown-customer', 'unclaimed'])
    const [count] = await story.query(
      `select order_count from customer where tenant_id = $1 and original_id = 'ana'`,
      [shop.tenantId],
    )
    expect(count).toEqual({ order_count: 4 })
  })

  it('is refused where it says what can’t be', async () => {
    const shop = await story.open(program())
    story.on('2026-11-19T12:00:00Z')
    const { placedAt: _, ...undated } = anOrder('o2', '10')
    expect(
      await bring(shop, [
        anOrder('', '10'),
        undated,
        anOrder('o3', '-1'),
        anOrder('o4', '10', {
          placedAt: at('2027-01-01T00:00:00Z'),
          completedAt: at('2027-01-01T00:00:00Z'),
        }),
        anOrder('o5', '10', { completedAt: at('2026-02-01T00:00:00Z') }),
        anOrder('o6', '10', { state: 'paid' }),
        anOrder('o7', '10', { returned: amount('11') }),
        anOrder('o8', '10', { state: 'pending', earnedPoints: amount('5') }),
        anOrder('o9', '10', { products: [{ productName: 'Without an id' }] }),
        anOrder('o10', '10', { products: [{ productId: 'p', quantity: 1_000 }] }),
        anOrder('o11', '10', { earnedPoints: amount('-5') }),
        anOrder('o12', '10', { publicId: "'; drop table customer; --" }),
      ]),
    ).toEqual([
      'no-order',
      'value-missing',
      'below-zero',
      'date-ahead',
      'before-placed',
      'unknown-state',
      'returned-above-total',
      'earned-before-complete',
      'value-missing',
      'wrong-quantity',
      'below-zero',
      'not-a-uuid',
    ])
  })
})

describe('what an order earned elsewhere', () => {
  const moved = async (settings = {}) => {
    const shop = await story.open(program(), settings)
    story.on('2026-11-19T12:00:00Z')
    await importLines(story.api, shop, [{ originalId: 'ana', points: amount('1000') }], { importId: 7 })
    await bring(shop, [anOrder('o1', '300', { earnedPoints: amount('100') })])
    return shop
  }

  it('is taken back when it is cancelled, exactly and once', async () => {
    const shop = await moved()
    await shop.completed('o1', 'ana', 250)
    await shop.cancelled('o1')
    await shop.cancelOrder('o1')
    expect(await pointsOf(shop)).toEqual([
      [10, 1000],
      [9, -100],
    ])
    expect(await storedOrder(shop, 'o1')).toMatchObject({ state: 3, taken: 100 })
    const [back] = (await shop.history('ana')).filter(
      ({ Points }: { Points?: unknown }) => Number(Points) < 0,
    )
    expect(JSON.stringify(back)).toContain('programa anterior')
  })

  it('is taken back by share when parts are returned, and all shares add up', async () => {
    const shop = await moved()
    await shop.returned('o1', 100)
    await shop.returned('o1', 100)
    expect(await pointsOf(shop)).toEqual([
      [10, 1000],
      [11, -33],
      [11, -33],
    ])
    await shop.returned('o1', 100)
    expect((await pointsOf(shop)).slice(1)).toEqual([
      [11, -33],
      [11, -33],
      [9, -34],
    ])
    expect(await storedOrder(shop, 'o1')).toMatchObject({ state: 3, taken: 100 })
  })

  it('goes from the soonest expiry on, and the rest is owed, or let go', async () => {
    for (const takeBack of ['debt', 'clamp'] as const) {
      const shop = await story.open(program(), { settings: { takeBack } })
      story.on('2026-11-19T12:00:00Z')
      await importLines(
        story.api,
        shop,
        [
          { originalId: 'ana', points: amount('30'), expiresOn: day('2028-01-01') },
          { originalId: 'ana', points: amount('20'), expiresOn: day('2027-01-01') },
        ],
        { importId: 7 },
      )
      await bring(shop, [
        anOrder('o1', '100', { earnedPoints: amount('25') }),
        anOrder('o2', '100', { earnedPoints: amount('100') }),
      ])
      await shop.cancelled('o1')
      const lots = await story.query(
        `select remaining_points::float as left from point_record
         where tenant_id = $1 and is_live and remaining_points > 0`,
        [shop.tenantId],
      )
      expect(lots).toEqual([{ left: 25 }])
      await shop.cancelled('o2')
      const taken = (await pointsOf(shop)).slice(2)
      expect(taken).toEqual(
        takeBack === 'debt'
          ? [
              [9, -25],
              [9, -100],
            ]
          : [
              [9, -25],
              [9, -25],
            ],
      )
      expect(await storedOrder(shop, 'o2')).toMatchObject({ taken: 100 })
    }
  })

  it('does not count for tiers, stays with who is merged, and goes with who is erased', async () => {
    const shop = await moved({ tiers: BRONZE_SILVER_GOLD })
    await shop.completed('o9', 'bea', 10)
    await mergedCustomer(shop, 'ana', 'bea')
    await shop.returned('o1', 150)
    expect((await pointsOf(shop, 'bea')).at(-1)).toEqual([11, -50])
    await erasedCustomer(shop, 'bea')
    expect(await story.query('select from order_elsewhere where tenant_id = $1', [shop.tenantId])).toEqual([])
  })
})

describe('undoing an import of orders', () => {
  it('cancels them and frees their ids; what they earned elsewhere stays with the customer', async () => {
    const shop = await story.open(program(), { tiers: BRONZE_SILVER_GOLD })
    story.on('2026-11-19T12:00:00Z')
    await importLines(story.api, shop, [{ originalId: 'ana', points: amount('1000') }], { importId: 7 })
    const lines = ['o1', 'o2', 'o3', 'o4', 'o5'].map((id) =>
      anOrder(id, '600', { earnedPoints: amount('10'), originalId: id === 'o5' ? 'bea' : 'ana' }),
    )
    await bring(shop, lines)
    // The shop has changed one of them, cancelled another one, and sent a third one as it is.
    await shop.completed('o1', 'ana', 700)
    await shop.cancelled('o2')
    expect(await undoOrdersOf(story.api, shop)).toEqual({ kept: 2, lines: 5 })
    const ids = await story.query(
      'select original_id as id, state from customer_order where tenant_id = $1 order by original_id',
      [shop.tenantId],
    )
    expect(ids.map(({ id, state }) => [String(id).replace(/[0-9a-f]{32}$/, '…'), state])).toEqual([
      ['o1', 2],
      ['o2', 3],
      ['undone-1-…', 3],
      ['undone-1-…', 3],
      ['undone-1-…', 3],
    ])
    expect(await pointsOf(shop)).toEqual([
      [10, 1000],
      [9, -10],
    ])
    // Twice is once; and the file may come again, corrected.
    expect(await undoOrdersOf(story.api, shop)).toEqual({ kept: 2, lines: 2 })
    expect(
      await bring(
        shop,
        lines.map((line) => ({ ...line, total: amount('50') })),
        2,
      ),
    ).toEqual(['doneBefore', 'doneBefore', 'created', 'created', 'created'])
    expect(await storedOrder(shop, 'o3')).toMatchObject({ state: 2, total: 50 })
    // The shop’s own order takes the id of one that is undone.
    expect(await undoOrdersOf(story.api, shop, 2)).toEqual({ kept: 0, lines: 3 })
    await shop.completed('o4', 'ana', 20)
    expect((await pointsOf(shop)).at(-1)).toEqual([0, 20])
  })

  it('passes over no order whose customer gets another id at that moment', async () => {
    const shop = await story.open(program())
    story.on('2026-11-19T12:00:00Z')
    expect(await bring(shop, [anOrder('o1', '600')])).toEqual(['created'])
    const other = clientOf(story.api.databaseUrl)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    await other.query(
      `update customer set original_id = 'ana of the shop', former_id_count = former_id_count + 1
       where tenant_id = $1 and original_id = 'ana'`,
      [shop.tenantId],
    )
    await other.query(
      `insert into customer_alias (tenant_id, original_id, customer_id)
       select tenant_id, 'ana', id from customer where tenant_id = $1 and original_id = 'ana of the shop'`,
      [shop.tenantId],
    )
    const undone = undoOrdersOf(story.api, shop).then(
      () => true,
      () => false,
    )
    await sleep(300)
    await other.query('commit')
    // A job does a page again that was refused.
    if (!(await undone)) await undoOrdersOf(story.api, shop)
    expect(await storedOrder(shop, 'o1')).toBeUndefined()
    const [order] = await story.query('select state from customer_order where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(order?.state).toBe(3)
    // Only the row had another id: what customers are found by is as it was.
    await other.query(`update customer set original_id = 'ana', former_id_count = 0 where tenant_id = $1`, [
      shop.tenantId,
    ])
    await other.query('delete from customer_alias where tenant_id = $1', [shop.tenantId])
  })
})
