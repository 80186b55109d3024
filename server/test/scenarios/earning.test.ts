import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTill } from '../../src/accounts/till/till.ts'
import { isRefusal } from '../../src/contract/refusal.ts'
import { cancelOrder, placeOrder } from '../../src/orders/commands.ts'
import { readOrder } from '../../src/orders/private-api/read.ts'
import { completeOrders } from '../../src/orders/store/orders.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import {
  type Body,
  DAY_MS,
  iso,
  type ProgramToPublish,
  program,
  type Seller,
  useSellers,
} from '../support/seller.ts'
import { START } from '../support/test-api.ts'
import { tenantOf } from '../support/tiers.ts'

const sellers = useSellers()

/** Points by rule, as the latest record of the customer explains them. */
async function explained(seller: Seller, customer: string): Promise<[number, string[]]> {
  const record = (await seller.records(customer)).at(-1)
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
    sellers.api.now = START + 5 * DAY_MS
    const seller = await sellers.open(published)
    await seller.saveProduct('beans-250', { ProductBrand: AURORA, ProductCategory: BEANS })
    const order = await seller.complete('o1', 'ana', 100, { OrderPlacementDate: iso(START), ...members })
    expect(order.Customer).toMatchObject({ PointsBalance: points, Cashback: points / 10 })
    expect(await explained(seller, 'ana')).toEqual([points, lines])
  })

  it.each<[string, ProgramToPublish]>([
    ['a minimum that it does not reach', program({ minimumOrder: '100.01' })],
    ['a purchase rule that is off', program({ isActive: false })],
    ['bonuses alone', { ...program(), rules: [{ ...centro, points: '15' }] }],
  ])('nothing with %s, and is complete', async (_case, published) => {
    const seller = await sellers.open(published)
    const order = await seller.complete('o1', 'ana', 100, atCentro)
    expect(order).toMatchObject({ State: 2, Customer: { PointsBalance: 0, Cashback: 0 } })
    expect(await seller.records('ana')).toEqual([])
    expect(await seller.events('ana')).toEqual([])
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
    const seller = await sellers.open(program())
    expect((await seller.complete('o1', 'ana', total)).Customer.PointsBalance).toBe(points)
  })
})

describe('the first purchase', () => {
  const first = { id: 8, kind: 'firstPurchase' as const, points: '50' }

  it('is the first order that is complete', async () => {
    const seller = await sellers.open(program({}, first))
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    await seller.complete('cancelled', 'ana', 10, {
      ...pending,
      IsCancelledOrReturned: true,
      OrderCancelledDate: iso(START),
    })
    await seller.complete('pending', 'ana', 10, pending)
    await seller.complete('not enrolled', 'ana', 10, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    const enrolled = { Customer: { OriginalId: 'ana', IsEnrolled: true } }
    expect((await seller.complete('first', 'ana', 10, enrolled)).Customer.PointsBalance).toBe(60)
    expect((await seller.complete('pending', 'ana', 10)).Customer.PointsBalance).toBe(70)
    expect((await seller.complete('next', 'ana', 10)).Customer.PointsBalance).toBe(80)
    expect((await seller.complete('of another', 'bia', 10)).Customer.PointsBalance).toBe(60)
  })

  it('stays the first when it is changed', async () => {
    const seller = await sellers.open(program({}, first))
    await seller.complete('first', 'ana', 10)
    await seller.complete('next', 'ana', 10)
    expect((await seller.complete('first', 'ana', 25)).Customer.PointsBalance).toBe(85)
    expect(await explained(seller, 'ana')).toEqual([15, ['recorded -60', 'purchase 25', 'firstPurchase 50']])
  })
})

describe('the first purchase after a cancellation', () => {
  const first = { id: 8, kind: 'firstPurchase' as const, points: '50' }
  const balanceAfter = async (seller: Seller, id: string, more: Body = {}): Promise<number> =>
    (await seller.complete(id, 'ana', 10, more)).Customer.PointsBalance

  it('is the next order that is complete, while none other is; what has earned stays as it is', async () => {
    const seller = await sellers.open(program({}, first))
    expect(await balanceAfter(seller, 'o1')).toBe(60)
    await seller.cancelled('o1')
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    expect(await balanceAfter(seller, 'pending', pending)).toBe(0)
    expect(await balanceAfter(seller, 'o2')).toBe(60)
    expect(await balanceAfter(seller, 'pending')).toBe(70)
    // The second of two that stand has not become the first.
    await seller.cancelled('o2')
    expect(await balanceAfter(seller, 'pending', { OrderTotal: 20 })).toBe(20)
    expect(await balanceAfter(seller, 'o3')).toBe(30)
    await seller.cancelled('pending')
    await seller.cancelled('o3')
    expect(await balanceAfter(seller, 'o4')).toBe(60)
  })

  it('is not spoilt by an order that was ignored, nor found in another customer’s', async () => {
    const seller = await sellers.open(program({}, first))
    await seller.complete('of another', 'bia', 10)
    expect(await balanceAfter(seller, 'o1')).toBe(60)
    await seller.cancelled('o1')
    const enrolled = (IsEnrolled: boolean) => ({ Customer: { OriginalId: 'ana', IsEnrolled } })
    await balanceAfter(seller, 'ignored', enrolled(false))
    expect(await balanceAfter(seller, 'o2', enrolled(true))).toBe(60)
  })

  it('is found in what the same batch has done', async () => {
    const seller = await sellers.open(program({}, first))
    const tenant = await tenantOf(sellers.api, seller)
    const sizes: number[] = []
    const till = createTill({
      database: sellers.api.cells.of({ cell: MAIN_CELL }),
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

  it('is looked for by what is stored, whoever wrote it', async () => {
    const seller = await sellers.open(program({}, first))
    await balanceAfter(seller, 'o1')
    // As the version before this one cancels: it says of the customer that they have purchased, for ever.
    await sellers.reader.query(
      `with cancelled as (update customer_order set state = 3, cancelled_at = placed_at where tenant_id = $1)
       update customer set order_count = 0 where tenant_id = $1 and has_purchased`,
      [seller.tenantId],
    )
    expect(await balanceAfter(seller, 'o2')).toBe(120)
  })

  it('looks at the newest of 20,000 orders, not at all of them', async () => {
    const seller = await sellers.open(program({}, first))
    await balanceAfter(seller, 'o1')
    await sellers.reader.query(
      `insert into customer_order (tenant_id, id, original_id, customer_id, state, origin, total, placed_at,
         completed_at, updated_at, details)
       select tenant_id, -n, 'many-' || n, customer_id, 2, 1, 0, placed_at, placed_at, placed_at, '{}'
       from customer_order, generate_series(1, 20000) as n where tenant_id = $1`,
      [seller.tenantId],
    )
    await sellers.reader.query('update customer set order_count = 20001 where tenant_id = $1', [
      seller.tenantId,
    ])
    expect(await balanceAfter(seller, 'o2')).toBe(70)
    const [customer] = await sellers.reader.query<{ id: string }>(
      'select id from customer where tenant_id = $1',
      [seller.tenantId],
    )
    const key = { tenantId: seller.tenantId, key: Number(customer?.id) }
    const loaded = await sellers.api.cells
      .of({ cell: MAIN_CELL })
      .transaction([seller.tenantId], (tx) => completeOrders.load(tx, [key]))
    expect([...loaded.values()][0]).toHaveLength(101)
  })
})

describe('an order that is complete and earns nothing', () => {
  const reasonOf = async (seller: Seller, id: string): Promise<string | null> => {
    const rows = await sellers.reader.query<{ reason: string | null }>(
      `select details ->> 'n' as reason from customer_order where tenant_id = $1 and original_id = $2`,
      [seller.tenantId, id],
    )
    return rows[0]?.reason ?? null
  }
  const enrolled = (IsEnrolled: boolean) => ({ Customer: { OriginalId: 'ana', IsEnrolled } })

  it('keeps the reason, as long as it is so', async () => {
    const none = await sellers.open(null)
    await none.complete('o1', 'ana', 100)
    expect(await reasonOf(none, 'o1')).toBe('no-purchase-rule')

    const seller = await sellers.open(program({ minimumOrder: '50', perAmount: '100' }))
    await seller.complete('pending', 'ana', 10, { IsCompleted: false, OrderCompletedDate: null })
    expect(await reasonOf(seller, 'pending')).toBeNull()
    await seller.complete('o1', 'ana', 49)
    expect(await reasonOf(seller, 'o1')).toBe('below-minimum')
    await seller.complete('o1', 'ana', 49, { OrderStatus: 'delivered' })
    expect(await reasonOf(seller, 'o1')).toBe('below-minimum')
    await seller.complete('o1', 'ana', 99)
    expect(await reasonOf(seller, 'o1')).toBe('less-than-a-point')
    await seller.complete('o1', 'ana', 100)
    expect(await reasonOf(seller, 'o1')).toBeNull()
    await seller.complete('o1', 'ana', 30)
    expect(await reasonOf(seller, 'o1')).toBe('below-minimum')
    await seller.complete('o1', 'ana', 200, enrolled(false))
    expect(await reasonOf(seller, 'o1')).toBe('not-enrolled')
    await seller.complete('o2', 'ana', 200)
    expect(await reasonOf(seller, 'o2')).toBe('not-enrolled')
  })
})

describe('the signup', () => {
  const signup = { id: 9, kind: 'signup' as const, points: '25', validityDays: 10 }

  it('welcomes a customer once, with a record of its own', async () => {
    const seller = await sellers.open(program({}, signup))
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    expect((await seller.complete('o1', 'ana', 100, pending)).Customer).toMatchObject({
      PointsBalance: 25,
      Cashback: 2.5,
    })
    expect((await seller.complete('o1', 'ana', 100)).Customer.PointsBalance).toBe(125)
    expect((await seller.complete('o2', 'ana', 100)).Customer.PointsBalance).toBe(225)
    const [welcome] = await seller.records('ana')
    expect(welcome).toMatchObject({
      type: 1,
      points: 25,
      order: null,
      expiresAt: '2026-01-26T03:00:00.000Z',
      explanation: { v: 1, lines: [{ rule: 9, kind: 'signup', points: '25' }] },
    })
    const grants = await sellers.reader.query(
      'select action, grant_key from action_grant where tenant_id = $1',
      [seller.tenantId],
    )
    expect(grants).toEqual([{ action: 'signup', grant_key: 'once' }])
  })

  it('and the first purchase come together', async () => {
    const seller = await sellers.open(program({}, signup, { id: 8, kind: 'firstPurchase', points: '50' }))
    await seller.complete('o1', 'ana', 100)
    expect(await seller.story('ana')).toEqual(['+25 / +2.5 → 25 / 2.5', '+150 / +15 → 175 / 17.5'])
  })

  it('welcomes nobody who does not take part', async () => {
    const seller = await sellers.open(program({}, signup))
    const stranger = { Customer: { OriginalId: 'ana', IsEnrolled: false } }
    expect((await seller.complete('o1', 'ana', 100, stranger)).Customer.PointsBalance).toBe(0)
  })

  it('can wait', async () => {
    const seller = await sellers.open(program({}, { ...signup, waitingDays: 2 }))
    expect((await seller.complete('o1', 'ana', 100)).Customer.PointsBalance).toBe(100)
    sellers.api.now = START + 2 * DAY_MS
    expect((await seller.complete('o2', 'ana', 1)).Customer.PointsBalance).toBe(126)
  })
})
