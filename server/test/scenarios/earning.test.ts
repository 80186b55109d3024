import { describe, expect, it } from 'vitest'
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
