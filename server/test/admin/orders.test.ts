/** Orders as a merchant's people find and explain them: src/history/admin-api/order-routes.ts. */
import { describe, expect, it } from 'vitest'
import type { OrderAnswer, OrderItem } from '../../src/history/admin-api/orders-schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { allOf, MASKED, type PageOf } from '../support/seen.ts'
import { DAY_MS, iso, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
}

async function open(published: ProgramToPublish | null = program({ validityDays: 365 })): Promise<Opened> {
  const shop = await test.open(published)
  return { shop, manager: admin.manager(shop.key) }
}

const found = async (manager: Manager, query: string): Promise<readonly OrderItem[]> =>
  (await manager.done<PageOf<OrderItem>>('GET', `/orders?${query}`)).body.items

async function pathOf(manager: Manager, originalId: string): Promise<string> {
  const [order] = await found(manager, `originalId=${encodeURIComponent(originalId)}`)
  if (!order) throw new Error(`there is no order ${originalId}`)
  return `/customers/${order.customer.id}/orders/${order.id}`
}

const names = (orders: readonly OrderItem[]) => orders.map(({ originalId }) => originalId)

describe('the list of orders', () => {
  it('shows those placed last first, of all customers, with what stands recorded', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 10, { OrderPlacementDate: iso(test.api.now - 2 * DAY_MS) })
    await shop.completed('2', 'bia', 20, { OrderPlacementDate: iso(test.api.now - 3 * DAY_MS) })
    await shop.completed('3', 'ana', 30)
    await shop.completed('4', 'caio', 40, { OrderPlacementDate: iso(test.api.now - DAY_MS) })
    const orders = await allOf<OrderItem>(manager, '/orders', { limit: 1 })
    expect(names(orders)).toEqual(['3', '4', '1', '2'])
    expect(orders[0]).toEqual({
      id: expect.any(Number),
      originalId: '3',
      state: 'complete',
      total: '30',
      returned: '0',
      placedAt: iso(test.api.now),
      completedAt: iso(test.api.now),
      cancelledAt: null,
      points: '30',
      cashback: '3',
      none: null,
      customer: {
        id: expect.any(Number),
        originalId: 'ana',
        publicId: expect.any(String),
        name: null,
        email: null,
        erasedAt: null,
      },
    })
  })

  it('is filtered by id, customer, time and state, each with the others', async () => {
    const { shop, manager } = await open()
    const day = (days: number) => iso(test.api.now - days * DAY_MS)
    await shop.completed('1', 'ana', 10, { OrderPlacementDate: day(9) })
    await shop.completed('2', 'bia', 20, { OrderPlacementDate: day(5) })
    await shop.completed('3', 'ana', 30, { OrderPlacementDate: day(2) })
    await shop.cancelled('3')
    const [one] = await found(manager, 'originalId=1')
    const ana = one?.customer.id
    expect(names(await found(manager, 'state=cancelled'))).toEqual(['3'])
    expect(names(await found(manager, 'state=complete'))).toEqual(['2', '1'])
    expect(names(await found(manager, `customerId=${ana}`))).toEqual(['3', '1'])
    expect(names(await found(manager, `customerId=${ana}&state=complete`))).toEqual(['1'])
    expect(names(await found(manager, `customerId=${ana}&from=${day(3)}`))).toEqual(['3'])
    expect(names(await found(manager, `from=${day(5)}&to=${day(2)}`))).toEqual(['2'])
    expect(names(await found(manager, `originalId=1&customerId=${ana}&state=complete`))).toEqual(['1'])
    expect(names(await found(manager, 'originalId=1&state=cancelled'))).toEqual([])
    expect(names(await found(manager, `originalId=2&customerId=${ana}`))).toEqual([])
    expect(names(await found(manager, `originalId=1&from=${day(3)}`))).toEqual([])
    expect(names(await found(manager, 'originalId=none'))).toEqual([])
    expect(names(await allOf(manager, `/customers/${ana}/orders`, { limit: 1 }))).toEqual(['3', '1'])
    expect(names(await allOf(manager, `/customers/${ana}/orders?state=cancelled`))).toEqual(['3'])
  })

  it('is filtered by what was returned in part, and not in whole', async () => {
    const { shop, manager } = await open()
    for (const [id, customer] of [
      ['1', 'ana'],
      ['2', 'bia'],
      ['3', 'ana'],
      ['4', 'ana'],
    ] as const)
      await shop.completed(id, customer, 10)
    await shop.returned('1', 4)
    await shop.returned('2', 4)
    // All of it, in two parts: such an order is cancelled.
    await shop.returned('3', 4)
    await shop.returned('3', 6)
    const [one] = await found(manager, 'originalId=1')
    const ana = one?.customer.id
    expect(names(await allOf(manager, '/orders?returned=part', { limit: 1 }))).toEqual(['2', '1'])
    expect(names(await found(manager, `customerId=${ana}&returned=part`))).toEqual(['1'])
    expect(names(await allOf(manager, `/customers/${ana}/orders?returned=part`))).toEqual(['1'])
    expect(names(await found(manager, 'originalId=1&returned=part'))).toEqual(['1'])
    expect(names(await found(manager, 'originalId=3&returned=part'))).toEqual([])
    expect(names(await found(manager, 'originalId=4&returned=part'))).toEqual([])
    expect(names(await found(manager, 'returned=part&state=cancelled'))).toEqual([])
    expect((await manager.get('/orders?returned=all')).status).toBe(422)
  })

  it('shows no order twice and misses none while orders are placed', async () => {
    const { shop, manager } = await open()
    for (let index = 0; index < 12; index += 1) {
      await shop.completed(`o-${index}`, `c-${index % 3}`, 10)
    }
    let added = 0
    const between = async () => {
      added += 1
      test.api.now += 1_000
      await shop.completed(`later-${added}`, 'c-1', 10)
    }
    const expected = Array.from({ length: 12 }, (_, index) => `o-${11 - index}`)
    expect(names(await allOf(manager, '/orders', { limit: 3, between }))).toEqual(expected)
    expect(added).toBe(3)
    const [one] = await found(manager, 'originalId=o-1')
    const own = await allOf<OrderItem>(manager, `/customers/${one?.customer.id}/orders`, {
      limit: 2,
      between,
    })
    expect(names(own).filter((name) => name.startsWith('o-'))).toEqual(['o-10', 'o-7', 'o-4', 'o-1'])
    expect(new Set(names(own)).size).toBe(own.length)
  })

  it('masks whose order it is', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'x', 10, {
      Customer: { OriginalId: 'ana', Name: 'Ana Lima', Email: 'ana@x.com' },
    })
    const { body } = await manager.get<PageOf<OrderItem>>('/orders', MASKED)
    expect(body.items[0]?.customer).toMatchObject({ name: 'A••• L•••', email: 'a•••@x.com' })
  })
})

describe('an order', () => {
  it('is shown with its content, what it earned with and why, and all that was recorded since', async () => {
    const { shop, manager } = await open(
      program(
        { validityDays: 365 },
        { id: 2, kind: 'brand', name: 'Double', ids: ['aurora'], multiplier: '2' },
      ),
    )
    await giveTiers(test.api, shop)
    const content = {
      Products: [
        {
          OriginalId: 'p',
          Title: 'Cup',
          ProductPrice: 40,
          ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
        },
      ],
      Metadatas: [{ Name: 'cashier', Value: 'Davi' }],
      PaymentMethod: { OriginalId: 'pix', Name: 'Pix' },
    }
    await shop.completed('1041', 'ana', 100, content)
    test.api.now += DAY_MS
    await shop.completed('1041', 'ana', 80, content)
    const path = await pathOf(manager, '1041')
    const { body } = await manager.done<OrderAnswer>('GET', path)
    expect(body).toMatchObject({
      originalId: '1041',
      state: 'complete',
      total: '80',
      points: '120',
      cashback: '12',
      none: null,
      customer: { originalId: 'ana' },
      updatedAt: iso(test.api.now),
      content: {
        products: [{ originalId: 'p', title: 'Cup', price: '40', brandId: 'aurora', brandName: 'Aurora' }],
        paymentMethod: { originalId: 'pix', name: 'Pix' },
        metadata: [{ name: 'cashier', value: 'Davi' }],
        coupon: null,
      },
      earnedWith: {
        programVersion: 1,
        tierName: 'Bronze',
        tierMultiplier: null,
        isFirstPurchase: true,
        writtenOff: { points: '0', cashback: '0' },
        missedPoints: '0',
      },
      why: { none: null, programVersion: 1, points: '120', estimate: null, notes: [] },
      recordsLeftOut: 0,
      returns: [],
      coupons: [],
    })
    expect(body.records.map(({ kind, points, balanceAfter }) => [kind, points, balanceAfter.points])).toEqual(
      [
        ['earned', '140', '140'],
        ['orderChanged', '-20', '120'],
      ],
    )
    const sum = body.why.lines.reduce((all, { points }) => all + Number(points), 0)
    expect(sum).toBe(120)
    const why = await manager.done<OrderAnswer['why']>('GET', `${path}/why`)
    expect(why.body).toEqual({
      order: { id: body.id, originalId: '1041', state: 'complete', total: '80' },
      ...body.why,
    })
    const read = await shop.getOrder('1041')
    expect(body.why.lines.map(({ kind, points }) => [kind, Number(points)])).toEqual(
      read.Explanation.Lines.map(({ Kind, Points }) => [Kind, Points]),
    )
  })

  it('is shown with the coupons that it has used, to those who may read codes', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    const { couponCode } = await shop.redeemed(await shop.makeReward(), 'ana')
    await shop.completed('2', 'ana', 50, { Coupon: couponCode })
    const path = await pathOf(manager, '2')
    const { body } = await manager.done<OrderAnswer>('GET', path)
    expect(body.coupons).toEqual([
      {
        code: couponCode,
        type: 'fixedValue',
        value: '10',
        redemptionId: expect.any(Number),
        redeemedWith: 'points',
      },
    ])
    expect(body.content.coupon).toBe(couponCode)
    const masked = await manager.get<OrderAnswer>(path, MASKED)
    expect(JSON.stringify(masked.body)).not.toContain(couponCode)
    expect(masked.body.coupons).toMatchObject([{ code: null, value: '10' }])
  })

  it('tells that cashback was redeemed for it', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    const reward = await shop.makeReward({ type: 3, points: 0n, value: 0n })
    const { couponCode } = await shop.redeemed(reward, 'ana', { Value: 10 })
    await shop.completed('2', 'ana', 50, { Coupon: couponCode })
    const { body } = await manager.done<OrderAnswer>('GET', await pathOf(manager, '2'))
    expect(body.coupons).toMatchObject([{ value: '10', redeemedWith: 'cashback' }])
  })

  it('is shown with what was returned of it', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 200)
    const CancelKey = 'back-1'
    await shop.returned('1', 50, { CancelKey })
    const { body } = await manager.done<OrderAnswer>('GET', await pathOf(manager, '1'))
    expect(body).toMatchObject({
      total: '200',
      returned: '50',
      points: '150',
      none: null,
      returns: [
        { key: CancelKey, at: expect.any(String), value: '50', taken: { points: '50', cashback: '5' } },
      ],
    })
    expect(body.records.map(({ points }) => points)).toEqual(['200', '-50'])
  })

  it('is masked where it may tell who bought it', async () => {
    const { shop, manager } = await open()
    const Metadatas = [{ Name: 'note', Value: 'for Ana Lima' }]
    await shop.completed('1', 'ana', 200, { Metadatas })
    const { body } = await manager.get<OrderAnswer>(await pathOf(manager, '1'), MASKED)
    expect(body.content.metadata).toEqual([{ name: 'note', value: '•••' }])
  })

  it('of another customer or another merchant is not there', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 10)
    await shop.completed('2', 'bia', 10)
    const other = await open()
    const path = await pathOf(manager, '1')
    const [, , customer, , order] = path.split('/')
    const [, , bia] = (await pathOf(manager, '2')).split('/')
    for (const what of ['', '/why']) {
      expect((await manager.get(path + what)).status).toBe(200)
      expect((await other.manager.get(path + what)).status).toBe(404)
      expect((await manager.get(`/customers/${bia}/orders/${order}${what}`)).status).toBe(404)
      expect((await manager.get(`/customers/${customer}/orders/999999999${what}`)).status).toBe(404)
    }
    expect(await found(other.manager, 'originalId=1')).toEqual([])
  })
})

describe('an order without points says why', () => {
  const PENDING = { IsCompleted: false, OrderCompletedDate: null }

  async function whyOf({ manager }: Opened, id: string) {
    const { body } = await manager.done<OrderAnswer['why']>('GET', `${await pathOf(manager, id)}/why`)
    const [listed] = await found(manager, `originalId=${id}`)
    expect(listed?.none).toBe(body.none)
    return body
  }

  it('because no rule is for purchases', async () => {
    const opened = await open({
      cashback: { isOn: false, pointValue: '0' },
      rules: [{ id: 1, kind: 'signup', points: '5' }],
    })
    await opened.shop.completed('1', 'ana', 10)
    expect(await whyOf(opened, '1')).toMatchObject({ none: 'noRule', points: '0', lines: [] })
  })

  it('because it is below the minimum', async () => {
    const opened = await open(program({ minimumOrder: '20' }))
    await opened.shop.completed('1', 'ana', 15)
    expect(await whyOf(opened, '1')).toMatchObject({
      none: 'belowMinimum',
      sentence: expect.stringContaining('R$\u00a020.00'),
    })
  })

  it('because the customer does not take part', async () => {
    const opened = await open()
    await opened.shop.completed('1', 'ana', 15, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    expect(await whyOf(opened, '1')).toMatchObject({ none: 'notEnrolled' })
  })

  it('because it is pending, with what it would earn', async () => {
    const opened = await open()
    await opened.shop.completed('1', 'ana', 15, PENDING)
    expect(await whyOf(opened, '1')).toMatchObject({
      none: 'pending',
      estimate: { points: '15', cashback: '1.5' },
    })
  })

  it('because it was cancelled, before or after it had earned', async () => {
    const opened = await open()
    await opened.shop.completed('1', 'ana', 15, PENDING)
    await opened.shop.cancelled('1')
    expect(await whyOf(opened, '1')).toMatchObject({ none: 'cancelled', points: '0' })
    await opened.shop.completed('2', 'ana', 15)
    await opened.shop.cancelled('2')
    expect(await whyOf(opened, '2')).toMatchObject({ none: 'cancelled', points: '0' })
  })

  it('but not where its points have expired: it had some', async () => {
    const opened = await open(program({ validityDays: 10 }))
    await opened.shop.completed('1', 'ana', 15)
    test.api.now += 20 * DAY_MS
    expect(await whyOf(opened, '1')).toMatchObject({ none: null, points: '0' })
  })

  it('in three languages', async () => {
    const opened = await open(program({ minimumOrder: '20' }))
    await opened.shop.completed('1', 'ana', 15)
    const path = `${await pathOf(opened.manager, '1')}/why`
    const told = await Promise.all(
      ['pt-BR', 'en', 'es'].map(
        async (language) => (await opened.manager.get<OrderAnswer['why']>(path, { language })).body.sentence,
      ),
    )
    expect(new Set(told).size).toBe(3)
  })
})
