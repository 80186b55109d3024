import { describe, expect, it } from 'vitest'
import { type Body, DAY_MS, iso, program, useSellers } from '../support/seller.ts'
import { START } from '../support/test-api.ts'

const sellers = useSellers()
const later = (days: number): string => iso(START + days * DAY_MS)
const PENDING = { IsCompleted: false, OrderCompletedDate: null }

describe('an order that has earned posts the difference', () => {
  it('up and down, by the program it earned under', async () => {
    const seller = await sellers.open(program())
    await seller.complete('o1', 'ana', 100)
    await seller.publish({ ...program({ points: '3' }), cashback: { isOn: true, pointValue: '1' } })
    await seller.complete('o1', 'ana', 150)
    await seller.complete('o1', 'ana', 20.5)
    await seller.complete('o1', 'ana', 20.5, { OrderStatus: 'invoiced' })
    await seller.complete('o2', 'ana', 10)
    expect(await seller.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '+50 / +5 → 150 / 15',
      '-130 / -13 → 20 / 2',
      '+30 / +30 → 50 / 32',
    ])
    const explanations = (await seller.records('ana')).map(({ type, order, explanation }) => [
      type,
      order,
      explanation?.v,
      explanation?.lines.map(({ kind, points }) => `${kind} ${points}`).join(', '),
    ])
    expect(explanations).toEqual([
      [0, 'o1', 1, 'purchase 100'],
      [11, 'o1', 1, 'recorded -100, purchase 150'],
      [11, 'o1', 1, 'recorded -150, purchase 20'],
      [0, 'o2', 2, 'purchase 30'],
    ])
  })

  it('and earns under the program that stood when it was first complete', async () => {
    const seller = await sellers.open(program())
    await seller.complete('o1', 'ana', 100, PENDING)
    await seller.publish(program({ points: '2' }))
    await seller.complete('o1', 'ana', 100)
    await seller.publish(program({ points: '5' }))
    expect((await seller.complete('o1', 'ana', 110)).Customer.PointsBalance).toBe(220)
  })

  it('down to nothing below the minimum, and up again above it', async () => {
    const seller = await sellers.open(program({ minimumOrder: '50' }))
    await seller.complete('o1', 'ana', 100)
    expect((await seller.complete('o1', 'ana', 49.99)).Customer).toMatchObject({
      PointsBalance: 0,
      Cashback: 0,
    })
    expect((await seller.complete('o1', 'ana', 60)).Customer).toMatchObject({
      PointsBalance: 60,
      Cashback: 6,
    })
  })

  it('also where it earned nothing at first', async () => {
    const seller = await sellers.open(program({ minimumOrder: '50' }))
    await seller.complete('o1', 'ana', 49)
    expect(await seller.records('ana')).toEqual([])
    expect((await seller.complete('o1', 'ana', 50)).Customer.PointsBalance).toBe(50)
  })

  it('but nothing for a program that is published after it', async () => {
    const seller = await sellers.open(null)
    await seller.complete('o1', 'ana', 100)
    await seller.publish(program())
    expect((await seller.complete('o1', 'ana', 200)).Customer.PointsBalance).toBe(0)
  })

  const aurora = { id: 2, kind: 'brand' as const, ids: ['aurora'], multiplier: '2' }
  const pix = { id: 3, kind: 'paymentMethod' as const, ids: ['pix'], points: '20' }
  const centro = { id: 4, kind: 'branch' as const, ids: ['centro'], points: '15' }
  const campaign = {
    id: 5,
    kind: 'campaign' as const,
    multiplier: '2',
    startsAt: iso(START),
    endsAt: later(1),
  }
  const product = (id: string, price: number, brand: string | null): Body => ({
    OriginalId: id,
    ProductPrice: price,
    ProductBrand: brand === null ? null : { OriginalId: brand },
  })

  it.each<[string, Body, Body, number, number]>([
    ['a product less', { Products: [product('a', 40, 'aurora')] }, { Products: [] }, 240, 200],
    [
      'a dearer product',
      { Products: [product('a', 40, 'aurora')] },
      { Products: [product('a', 50, 'aurora')] },
      240,
      250,
    ],
    [
      'another brand',
      { Products: [product('a', 40, 'aurora')] },
      { Products: [product('a', 40, 'x')] },
      240,
      200,
    ],
    ['the payment method', {}, { PaymentMethod: { OriginalId: 'pix' } }, 200, 220],
    ['the branch', { Branch: { OriginalId: 'centro' } }, { Branch: null }, 215, 200],
    ['the date of placement', {}, { OrderPlacementDate: iso(START - 1) }, 200, 100],
    [
      'nothing that counts',
      {},
      { OrderStatus: 'x', Coupon: 'c', Metadatas: [{ Name: 'a', Value: 'b' }] },
      200,
      200,
    ],
  ])('for %s', async (_case, before, after, earned, earnedThen) => {
    const seller = await sellers.open(program({}, { ...aurora, multiplier: '3' }, pix, centro, campaign))
    expect((await seller.complete('o1', 'ana', 100, before)).Customer.PointsBalance).toBe(earned)
    const changed = await seller.complete('o1', 'ana', 100, after)
    expect(changed.Customer).toMatchObject({ PointsBalance: earnedThen, Cashback: earnedThen / 10 })
    expect(await seller.records('ana')).toHaveLength(earned === earnedThen ? 1 : 2)
  })

  it('with the place that the catalogue gives its products now', async () => {
    const category = { id: 2, kind: 'category' as const, ids: ['coffee'], multiplier: '2' }
    const seller = await sellers.open(program({}, category))
    const Products = [product('beans', 40, null)]
    await seller.complete('o1', 'ana', 100, { Products })
    await seller.saveProduct('beans', { ProductCategory: { OriginalId: 'coffee', Name: 'Coffee' } })
    // Sent as it was it stays as it was; a change is computed with the catalogue as it stands.
    expect((await seller.complete('o1', 'ana', 100, { Products })).Customer.PointsBalance).toBe(100)
    expect((await seller.complete('o1', 'ana', 101, { Products })).Customer.PointsBalance).toBe(141)
  })
})

describe('completion', () => {
  it('grants once, however often it is sent', async () => {
    const seller = await sellers.open(program())
    await seller.complete('o1', 'ana', 100, PENDING)
    for (let day = 0; day < 3; day += 1) {
      sellers.api.now = START + day * DAY_MS
      const order = await seller.complete('o1', 'ana', 100, { OrderPlacementDate: iso(START) })
      // The date of completion is that of the first: the points count from it.
      expect(order).toMatchObject({
        State: 2,
        OrderCompletedDate: iso(START),
        Customer: { PointsBalance: 100 },
      })
    }
    expect(await seller.records('ana')).toHaveLength(1)
  })

  it('stays when an update says otherwise, and the difference is still posted', async () => {
    const seller = await sellers.open(program())
    await seller.complete('o1', 'ana', 100)
    const order = await seller.complete('o1', 'ana', 80, PENDING)
    expect(order).toMatchObject({ State: 2, IsCompleted: true, OrderCompletedDate: iso(START) })
    expect(order.Customer.PointsBalance).toBe(80)
  })

  it('stays when the customer leaves the program', async () => {
    const seller = await sellers.open(program())
    await seller.complete('o1', 'ana', 100)
    const order = await seller.complete('o1', 'ana', 80, {
      Customer: { OriginalId: 'ana', IsEnrolled: false },
    })
    expect(order).toMatchObject({ State: 2, Customer: { IsEnrolled: false, PointsBalance: 80 } })
  })

  it('of an order that is cancelled before earns nothing', async () => {
    const seller = await sellers.open(program())
    await seller.complete('o1', 'ana', 100, PENDING)
    await seller.cancelled('o1')
    const late = { OrderPlacementDate: iso(START), UpdatedDate: iso(START - 1) }
    expect(await seller.complete('o1', 'ana', 100, late)).toMatchObject({
      State: 3,
      Customer: { PointsBalance: 0 },
    })
  })
})

describe('a difference and the time', () => {
  it('has the validity of the order, not one of its own', async () => {
    const seller = await sellers.open(program({ validityDays: 10 }))
    await seller.complete('o1', 'ana', 100)
    sellers.api.now = START + 5 * DAY_MS
    await seller.complete('o1', 'ana', 130, { OrderPlacementDate: iso(START) })
    const expiries = (await seller.records('ana')).map(({ points, expiresAt }) => [points, expiresAt])
    expect(expiries).toEqual([
      [100, '2026-01-26T03:00:00.000Z'],
      [30, '2026-01-26T03:00:00.000Z'],
    ])
  })

  it('waits with the order', async () => {
    const seller = await sellers.open(program({ waitingDays: 10 }))
    await seller.complete('o1', 'ana', 100)
    sellers.api.now = START + 3 * DAY_MS
    const placed = { OrderPlacementDate: iso(START) }
    expect((await seller.complete('o1', 'ana', 130, placed)).Customer.PointsBalance).toBe(0)
    sellers.api.now = START + 4 * DAY_MS
    expect((await seller.complete('o1', 'ana', 90, placed)).Customer.PointsBalance).toBe(0)
    expect(await seller.events('ana')).toEqual([])
    sellers.api.now = START + 10 * DAY_MS
    expect((await seller.complete('o2', 'ana', 1)).Customer).toMatchObject({ PointsBalance: 90, Cashback: 9 })
    const changes = (await seller.events('ana')).map(({ points }) => points)
    expect(changes.reduce((sum, points) => sum + points, 0)).toBe(90)
    await seller.cancelled('o1')
    expect((await seller.complete('o3', 'ana', 1)).Customer.PointsBalance).toBe(0)
  })

  it('of an order whose points have expired is worth nothing', async () => {
    const seller = await sellers.open(program({ validityDays: 10 }))
    await seller.complete('o1', 'ana', 100)
    sellers.api.now = START + 20 * DAY_MS
    for (const total of [150, 40]) {
      const order = await seller.complete('o1', 'ana', total, { OrderPlacementDate: iso(START) })
      expect(order.Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
    }
  })
})
