import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { completeOrders } from '../../src/orders/collections/complete-orders.ts'
import { cancelOrder, placeOrder } from '../../src/orders/commands.ts'
import { readOrder } from '../../src/orders/private-api/read.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import { type Body, DAY_MS, iso, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

/** Points by rule, as the latest record of the customer explains them. */
async function explained(shop: Shop, customer: string): Promise<[number, string[]]> {
  const record = (await shop.records(customer)).at(-1)
  const lines = record?.explanation?.lines.map(({ kind, points }) => `${kind} ${points}`) ?? []
  return [record?.points ?? 0, lines]
}

const AURORA = { OriginalId: 'aurora', Name: 'Aurora' }
const COFFEE = { OriginalId: 'coffee', Name: 'Coffee' }
const BEANS = { OriginalId: 'beans', Name: 'Beans', ParentCategory: COFFEE }

const line = (id: string, price: number | null, brand: Body | null = null): Body => ({
  OriginalId: id,
  ProductPrice: price,
  ProductBrand: brand,
})

const brand = { id: 2, kind: 'brand' as const, ids: ['aurora'], multiplier: '2' }
const category = { id: 3, kind: 'category' as const, ids: ['coffee'], multiplier: '3' }
const product = { id: 4, kind: 'product' as const, ids: ['beans-250'], multiplier: '4' }
const campaign = {
  id: 5,
  kind: 'campaign' as const,
  multiplier: '2',
  startsAt: iso(START),
  endsAt: iso(START + DAY_MS),
}
const pix = { id: 6, kind: 'paymentMethod' as const, ids: ['pix'] }
const centro = { id: 7, kind: 'branch' as const, ids: ['centro'] }
const paidWithPix = { PaymentMethod: { OriginalId: 'pix', Name: 'Pix' } }
const atCentro = { Branch: { OriginalId: 'centro', Name: 'Centro' } }

describe('an order of R$ 100.00 earns by', () => {
  it.each<[string, ProgramToPublish, Body, number, string[]]>([
    ['the rate', program({ points: '2' }), {}, 200, ['purchase 200']],
    ['the rate per R$ 3', program({ perAmount: '3' }), {}, 33, ['purchase 33']],
    [
      'the rate, rounded to the nearest',
      program({ points: '2', perAmount: '3', rounding: 'nearest' }),
      {},
      67,
      ['purchase 67'],
    ],
    ['the rate, rounded up', program({ perAmount: '3', rounding: 'ceiling' }), {}, 34, ['purchase 34']],
    ['a minimum that it reaches', program({ minimumOrder: '100' }), {}, 100, ['purchase 100']],
    [
      'the brand that was sent',
      program({}, brand),
      { Products: [line('a', 30, AURORA), line('b', 70, { OriginalId: 'other' })] },
      130,
      ['purchase 100', 'brand 30'],
    ],
    [
      'the brand of the catalogue',
      program({}, brand),
      { Products: [line('beans-250', 30), line('b', 70)] },
      130,
      ['purchase 100', 'brand 30'],
    ],
    [
      'the brand that was sent rather than that of the catalogue',
      program({}, brand),
      { Products: [line('beans-250', 30, { OriginalId: 'other' })] },
      100,
      ['purchase 100'],
    ],
    [
      'a category above the one of the catalogue',
      program({}, category),
      { Products: [line('beans-250', 30)] },
      160,
      ['purchase 100', 'category 60'],
    ],
    [
      'the best of several multipliers of a line',
      program({}, brand, category, product),
      { Products: [line('beans-250', 30), line('b', 10, AURORA)] },
      200,
      ['purchase 100', 'product 90', 'brand 10'],
    ],
    [
      'fixed points for each line',
      program({}, { id: 2, kind: 'category', ids: ['coffee', 'beans'], points: '7' }),
      { Products: [line('beans-250', 30), line('beans-250', 30), line('b', 40)] },
      114,
      ['purchase 100', 'category 14'],
    ],
    [
      'no bonus for what has no price',
      program({}, brand, { ...product, id: 9 }),
      { Products: [line('beans-250', null), line('beans-250', 0, AURORA)] },
      100,
      ['purchase 100'],
    ],
    ['a campaign on its first moment', program({}, campaign), {}, 200, ['purchase 100', 'campaign 100']],
    [
      'no campaign that had just ended',
      program({}, { ...campaign, startsAt: iso(START - DAY_MS), endsAt: iso(START) }),
      {},
      100,
      ['purchase 100'],
    ],
    [
      'the campaign of its placement, not of its completion',
      program({}, campaign),
      { OrderCompletedDate: iso(START + 5 * DAY_MS) },
      200,
      ['purchase 100', 'campaign 100'],
    ],
    [
      'a brand that beats the campaign on its lines',
      program({}, campaign, { ...brand, multiplier: '3' }),
      { Products: [line('a', 30, AURORA)] },
      230,
      ['purchase 100', 'campaign 100', 'brand 30'],
    ],
    [
      'the payment method',
      program({}, { ...pix, points: '20' }),
      paidWithPix,
      120,
      ['purchase 100', 'paymentMethod 20'],
    ],
    [
      'the payment method, multiplied',
      program({}, { ...pix, multiplier: '1.5' }),
      paidWithPix,
      150,
      ['purchase 100', 'paymentMethod 50'],
    ],
    [
      'no payment method of another name',
      program({}, { ...pix, points: '20' }),
      { PaymentMethod: { OriginalId: 'PIX' } },
      100,
      ['purchase 100'],
    ],
    ['the branch', program({}, { ...centro, points: '15' }), atCentro, 115, ['purchase 100', 'branch 15']],
    [
      'the first purchase',
      program({}, { id: 8, kind: 'firstPurchase', points: '50' }),
      {},
      150,
      ['purchase 100', 'firstPurchase 50'],
    ],
    [
      'the first purchase, multiplied',
      program({}, { id: 8, kind: 'firstPurchase', multiplier: '2' }),
      {},
      200,
      ['purchase 100', 'firstPurchase 100'],
    ],
    [
      'no rule that is off',
      program({}, { ...centro, points: '15', isActive: false }),
      atCentro,
      100,
      ['purchase 100'],
    ],
    [
      'everything together',
      program(
        {},
        { ...brand, multiplier: '3' },
        campaign,
        { ...pix, points: '20' },
        { ...centro, multiplier: '1.1' },
        { id: 8, kind: 'firstPurchase', points: '50' },
      ),
      { Products: [line('beans-250', 30), line('b', 70)], ...paidWithPix, ...atCentro },
      310,
      ['purchase 100', 'campaign 100', 'brand 30', 'paymentMethod 20', 'branch 10', 'firstPurchase 50'],
    ],
  ])('%s', async (_case, published, members, points, lines) => {
    shops.api.now = START + 5 * DAY_MS
    const shop = await shops.open(published)
    await shop.savedProduct('beans-250', { ProductBrand: AURORA, ProductCategory: BEANS })
    const order = await shop.completed('o1', 'ana', 100, { OrderPlacementDate: iso(START), ...members })
    expect(order.Customer).toMatchObject({ PointsBalance: points, Cashback: points / 10 })
    expect(await explained(shop, 'ana')).toEqual([points, lines])
  })

  it.each<[string, ProgramToPublish]>([
    ['a minimum that it does not reach', program({ minimumOrder: '100.01' })],
    ['a purchase rule that is off', program({ isActive: false })],
    ['bonuses alone', { ...program(), rules: [{ ...centro, points: '15' }] }],
  ])('nothing with %s, and is complete', async (_case, published) => {
    const shop = await shops.open(published)
    const order = await shop.completed('o1', 'ana', 100, atCentro)
    expect(order).toMatchObject({ State: 2, Customer: { PointsBalance: 0, Cashback: 0 } })
    expect(await shop.records('ana')).toEqual([])
    expect(await shop.events('ana')).toEqual([])
  })
})

describe('an order that costs nothing', () => {
  it('earns nothing, fixed bonuses included, until something is paid for it', async () => {
    const shop = await shops.open(
      program(
        {},
        { ...pix, points: '20' },
        { ...centro, points: '10' },
        { id: 8, kind: 'firstPurchase', points: '50' },
      ),
    )
    const more = { ...paidWithPix, ...atCentro, Products: [line('beans-250', 0)] }
    await shop.completed('o1', 'ana', 0, more)
    expect(await shop.records('ana')).toEqual([])
    await shop.completed('o1', 'ana', 30, more)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 30 + 20 + 10 + 50 })
    await shop.completed('o1', 'ana', 0, more)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 0 })
  })
})

describe('cents', () => {
  it.each([
    [0.99, 0],
    [1, 1],
    [99.99, 99],
    [0.0001, 0],
    [29.99 + 0.01, 30],
  ])('R$ %d is %d points', async (total, points) => {
    const shop = await shops.open(program())
    expect((await shop.completed('o1', 'ana', total)).Customer.PointsBalance).toBe(points)
  })
})

describe('the first purchase', () => {
  const first = { id: 8, kind: 'firstPurchase' as const, points: '50' }

  it('is the first order that is complete', async () => {
    const shop = await shops.open(program({}, first))
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    await shop.completed('cancelled', 'ana', 10, {
      ...pending,
      IsCancelledOrReturned: true,
      OrderCancelledDate: iso(START),
    })
    await shop.completed('pending', 'ana', 10, pending)
    await shop.completed('not enrolled', 'ana', 10, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    const enrolled = { Customer: { OriginalId: 'ana', IsEnrolled: true } }
    expect((await shop.completed('first', 'ana', 10, enrolled)).Customer.PointsBalance).toBe(60)
    expect((await shop.completed('pending', 'ana', 10)).Customer.PointsBalance).toBe(70)
    expect((await shop.completed('next', 'ana', 10)).Customer.PointsBalance).toBe(80)
    expect((await shop.completed('of another', 'bia', 10)).Customer.PointsBalance).toBe(60)
  })

  it('stays the first when it is changed', async () => {
    const shop = await shops.open(program({}, first))
    await shop.completed('first', 'ana', 10)
    await shop.completed('next', 'ana', 10)
    expect((await shop.completed('first', 'ana', 25)).Customer.PointsBalance).toBe(85)
    expect(await explained(shop, 'ana')).toEqual([15, ['recorded -60', 'purchase 25', 'firstPurchase 50']])
  })
})

describe('the first purchase after a cancellation', () => {
  const first = { id: 8, kind: 'firstPurchase' as const, points: '50' }
  const balanceAfter = async (shop: Shop, id: string, more: Body = {}): Promise<number> =>
    (await shop.completed(id, 'ana', 10, more)).Customer.PointsBalance

  it('is the next order that is complete, while none other is; what has earned stays as it is', async () => {
    const shop = await shops.open(program({}, first))
    expect(await balanceAfter(shop, 'o1')).toBe(60)
    await shop.cancelled('o1')
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    expect(await balanceAfter(shop, 'pending', pending)).toBe(0)
    expect(await balanceAfter(shop, 'o2')).toBe(60)
    expect(await balanceAfter(shop, 'pending')).toBe(70)
    // The second of two that stand has not become the first.
    await shop.cancelled('o2')
    expect(await balanceAfter(shop, 'pending', { OrderTotal: 20 })).toBe(20)
    expect(await balanceAfter(shop, 'o3')).toBe(30)
    await shop.cancelled('pending')
    await shop.cancelled('o3')
    expect(await balanceAfter(shop, 'o4')).toBe(60)
  })

  it('is not spoilt by an order that was ignored, nor found in another customer’s', async () => {
    const shop = await shops.open(program({}, first))
    await shop.completed('of another', 'bia', 10)
    expect(await balanceAfter(shop, 'o1')).toBe(60)
    await shop.cancelled('o1')
    const enrolled = (IsEnrolled: boolean) => ({ Customer: { OriginalId: 'ana', IsEnrolled } })
    await balanceAfter(shop, 'ignored', enrolled(false))
    expect(await balanceAfter(shop, 'o2', enrolled(true))).toBe(60)
  })

  it('is found in what the same batch has done', async () => {
    const shop = await shops.open(program({}, first))
    const tenant = await tenantOf(shops.api, shop)
    const sizes: number[] = []
    const till = createTill({
      database: shops.api.cells.of({ cell: MAIN_CELL }),
      clock: () => START,
      onBatch: (size) => sizes.push(size),
    })
    const place = async (OriginalId: string, IsCompleted = true): Promise<number> => {
      const body = { OriginalId, OrderTotal: 10, IsCompleted, Customer: { OriginalId: 'ana' } }
      const dates = { OrderPlacementDate: iso(START), OrderCompletedDate: iso(START) }
      const sent = readOrder({ ...body, ...dates }, tenant.timeZone)
      if (isRefusal(sent)) throw new Error(sent.message)
      const placed = await till.run(placeOrder, { tenant, sent, publicId: randomUUID() })
      if (isRefusal(placed)) throw new Error(placed.message)
      return Number(placed.account.balance.points) / 10_000
    }
    const cancel = async (originalId: string): Promise<number> => {
      const cancelled = await till.run(cancelOrder, { tenant, originalId, cancelledAt: START, status: null })
      if (isRefusal(cancelled)) throw new Error(cancelled.message)
      return Number(cancelled.account.balance.points) / 10_000
    }
    // Of somebody new, and of somebody who has bought.
    expect(await Promise.all([place('a'), place('b'), place('c')])).toEqual([60, 70, 80])
    expect(await Promise.all([cancel('a'), place('d'), cancel('b')])).toEqual([20, 30, 20])
    expect(await Promise.all([cancel('c'), cancel('d'), place('e'), place('f')])).toEqual([10, 0, 60, 70])
    expect(await Promise.all([place('g'), cancel('e'), cancel('f'), place('h')])).toEqual([80, 20, 10, 20])
    expect(await Promise.all([cancel('g'), cancel('h'), place('i')])).toEqual([10, 0, 60])
    // While another waits to be complete, the number of orders does not tell.
    await place('pending', false)
    expect(await Promise.all([cancel('i'), place('j')])).toEqual([0, 60])
    expect(sizes).toEqual([3, 3, 4, 4, 3, 1, 2])
  })

  it('is looked for by what is stored, whichever process wrote it', async () => {
    const shop = await shops.open(program({}, first))
    await balanceAfter(shop, 'o1')
    // As an older process cancels, with its points let go: it says of the customer that they have purchased, for ever.
    await shops.reader.query(
      `with cancelled as (
         update customer_order set state = 3, cancelled_at = placed_at, details = '{"o": ["60.0000", "6.0000"]}'
         where tenant_id = $1
       )
       update customer set order_count = 0 where tenant_id = $1 and has_purchased`,
      [shop.tenantId],
    )
    expect(await balanceAfter(shop, 'o2')).toBe(120)
  })

  it('looks at the newest of 20,000 orders, not at all of them', async () => {
    const shop = await shops.open(program({}, first))
    await balanceAfter(shop, 'o1')
    await shops.reader.query(
      `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
         completed_at, updated_at, program_version, details)
       select tenant_id, -n, 'many-' || n, customer_id, 2, 1, 0, placed_at, placed_at, placed_at, program_version,
         '{"n": "less-than-a-point"}'
       from customer_order, generate_series(1, 20000) as n where tenant_id = $1`,
      [shop.tenantId],
    )
    await shops.reader.query('update customer set order_count = 20001 where tenant_id = $1', [shop.tenantId])
    expect(await balanceAfter(shop, 'o2')).toBe(70)
    const [customer] = await shops.reader.query<{ id: string }>(
      'select id from customer where tenant_id = $1',
      [shop.tenantId],
    )
    const key = { tenantId: shop.tenantId, key: Number(customer?.id) }
    const loaded = await shops.api.cells
      .of({ cell: MAIN_CELL })
      .transaction([shop.tenantId], (tx) => completeOrders.load(tx, [key]))
    expect([...loaded.values()][0]).toHaveLength(101)
  })
})

describe('an order that is complete and earns nothing', () => {
  const reasonOf = async (shop: Shop, id: string): Promise<string | null> => {
    const rows = await shops.reader.query<{ reason: string | null }>(
      `select details ->> 'n' as reason from customer_order where tenant_id = $1 and original_id = $2`,
      [shop.tenantId, id],
    )
    return rows[0]?.reason ?? null
  }
  const enrolled = (IsEnrolled: boolean) => ({ Customer: { OriginalId: 'ana', IsEnrolled } })

  it('keeps the reason, as long as it is so', async () => {
    const none = await shops.open(null)
    await none.completed('o1', 'ana', 100)
    expect(await reasonOf(none, 'o1')).toBe('no-purchase-rule')

    const shop = await shops.open(program({ minimumOrder: '50', perAmount: '100' }))
    await shop.completed('pending', 'ana', 10, { IsCompleted: false, OrderCompletedDate: null })
    expect(await reasonOf(shop, 'pending')).toBeNull()
    await shop.completed('o1', 'ana', 49)
    expect(await reasonOf(shop, 'o1')).toBe('below-minimum')
    await shop.completed('o1', 'ana', 49, { OrderStatus: 'delivered' })
    expect(await reasonOf(shop, 'o1')).toBe('below-minimum')
    await shop.completed('o1', 'ana', 99)
    expect(await reasonOf(shop, 'o1')).toBe('less-than-a-point')
    await shop.completed('o1', 'ana', 100)
    expect(await reasonOf(shop, 'o1')).toBeNull()
    await shop.completed('o1', 'ana', 30)
    expect(await reasonOf(shop, 'o1')).toBe('below-minimum')
    await shop.completed('o1', 'ana', 200, enrolled(false))
    expect(await reasonOf(shop, 'o1')).toBe('not-enrolled')
    await shop.completed('o2', 'ana', 200)
    expect(await reasonOf(shop, 'o2')).toBe('not-enrolled')
  })
})

describe('the signup', () => {
  const signup = { id: 9, kind: 'signup' as const, points: '25', validityDays: 10 }

  it('welcomes a customer once, with a record of its own', async () => {
    const shop = await shops.open(program({}, signup))
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    expect((await shop.completed('o1', 'ana', 100, pending)).Customer).toMatchObject({
      PointsBalance: 25,
      Cashback: 2.5,
    })
    expect((await shop.completed('o1', 'ana', 100)).Customer.PointsBalance).toBe(125)
    expect((await shop.completed('o2', 'ana', 100)).Customer.PointsBalance).toBe(225)
    const [welcome] = await shop.records('ana')
    expect(welcome).toMatchObject({
      type: 1,
      points: 25,
      order: null,
      expiresAt: '2026-01-26T03:00:00.000Z',
      explanation: { v: 1, lines: [{ rule: 9, kind: 'signup', points: '25' }] },
    })
    const grants = await shops.reader.query(
      'select action, grant_key from action_grant where tenant_id = $1',
      [shop.tenantId],
    )
    expect(grants).toEqual([{ action: 'signup', grant_key: 'once' }])
  })

  it('and the first purchase come together', async () => {
    const shop = await shops.open(program({}, signup, { id: 8, kind: 'firstPurchase', points: '50' }))
    await shop.completed('o1', 'ana', 100)
    expect(await shop.story('ana')).toEqual(['+25 / +2.5 → 25 / 2.5', '+150 / +15 → 175 / 17.5'])
  })

  it('is not for a customer who does not take part', async () => {
    const shop = await shops.open(program({}, signup))
    const stranger = { Customer: { OriginalId: 'ana', IsEnrolled: false } }
    expect((await shop.completed('o1', 'ana', 100, stranger)).Customer.PointsBalance).toBe(0)
  })

  it('can wait', async () => {
    const shop = await shops.open(program({}, { ...signup, waitingDays: 2 }))
    expect((await shop.completed('o1', 'ana', 100)).Customer.PointsBalance).toBe(100)
    shops.api.now = START + 2 * DAY_MS
    expect((await shop.completed('o2', 'ana', 1)).Customer.PointsBalance).toBe(126)
  })
})
