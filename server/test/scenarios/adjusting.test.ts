import { describe, expect, it } from 'vitest'
import { explain } from '../../src/history/explain-customer.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const later = (days: number): string => iso(START + days * DAY_MS)
/** The dates of an order of the first day, however late it is sent again. */
const DATED = { OrderPlacementDate: iso(START), OrderCompletedDate: iso(START) }
const PENDING = { IsCompleted: false, OrderCompletedDate: null }

describe('an order that has earned posts the difference', () => {
  it('up and down, by the program it earned under, with the cashback of the one that stands', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    await shop.publish({ ...program({ points: '3' }), cashback: { isOn: true, pointValue: '1' } })
    await shop.completed('o1', 'ana', 150)
    await shop.completed('o1', 'ana', 20.5)
    await shop.completed('o1', 'ana', 20.5, { OrderStatus: 'invoiced' })
    await shop.completed('o2', 'ana', 10)
    expect(await shop.story('ana')).toEqual([
      '+100 / +10 → 100 / 10',
      '+50 / +50 → 150 / 60',
      // What was recorded, in proportion.
      '-130 / -52 → 20 / 8',
      '+30 / +30 → 50 / 38',
    ])
    const explanations = (await shop.records('ana')).map(({ type, order, explanation }) => [
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
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100, PENDING)
    await shop.publish(program({ points: '2' }))
    await shop.completed('o1', 'ana', 100)
    await shop.publish(program({ points: '5' }))
    expect((await shop.completed('o1', 'ana', 110)).Customer.PointsBalance).toBe(220)
  })

  it('at most what stands of it, where dearer points of another order stood in for it', async () => {
    const cheap = { ...program(), cashback: { isOn: true, pointValue: '0.01' } }
    const shop = await shops.open(cheap)
    const reward = await shop.makeReward()
    await shop.completed('o1', 'ana', 100)
    await shop.redeemed(reward, 'ana')
    await shop.publish(program())
    await shop.completed('o2', 'ana', 100)
    // 50 points worth R$ 5 are taken for 50 that were worth R$ 0.50: of its cashback less than nothing stands then.
    await shop.completed('o1', 'ana', 50)
    await shop.completed('o1', 'ana', 20)
    await shop.cancelled('o1')
    expect(await shop.story('ana')).toEqual([
      '+100 / +1 → 100 / 1',
      '-100 / -1 → 0 / 0',
      '+100 / +10 → 100 / 10',
      '-50 / -5 → 50 / 5',
      '-30 / -3 → 20 / 2',
      '-20 / -2 → 0 / 0',
    ])
  })

  it('down to nothing below the minimum, and up again above it', async () => {
    const shop = await shops.open(program({ minimumOrder: '50' }))
    await shop.completed('o1', 'ana', 100)
    expect((await shop.completed('o1', 'ana', 49.99)).Customer).toMatchObject({
      PointsBalance: 0,
      Cashback: 0,
    })
    expect((await shop.completed('o1', 'ana', 60)).Customer).toMatchObject({
      PointsBalance: 60,
      Cashback: 6,
    })
  })

  it('also where it earned nothing at first', async () => {
    const shop = await shops.open(program({ minimumOrder: '50' }))
    await shop.completed('o1', 'ana', 49)
    expect(await shop.records('ana')).toEqual([])
    expect((await shop.completed('o1', 'ana', 50)).Customer.PointsBalance).toBe(50)
  })

  it('but nothing for a program that is published after it', async () => {
    const shop = await shops.open(null)
    await shop.completed('o1', 'ana', 100)
    await shop.publish(program())
    expect((await shop.completed('o1', 'ana', 200)).Customer.PointsBalance).toBe(0)
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
    [
      'a product less',
      { Products: [product('a', 40, 'aurora'), product('b', 40, 'aurora')] },
      { Products: [product('b', 40, 'aurora')] },
      280,
      240,
    ],
    ['an empty list of products', { Products: [product('a', 40, 'aurora')] }, { Products: [] }, 240, 240],
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
    ['the branch', { Branch: { OriginalId: 'centro' } }, { Branch: { OriginalId: 'norte' } }, 215, 200],
    [
      'a status alone',
      {
        Branch: { OriginalId: 'centro' },
        PaymentMethod: { OriginalId: 'pix' },
        Products: [product('a', 40, 'aurora')],
      },
      { Branch: null, OrderStatus: 'delivered' },
      275,
      275,
    ],
    [
      'several payment methods, of which one has paid the most',
      {},
      {
        PaymentMethods: [
          { OriginalId: 'cash', PaidAmount: 20 },
          { OriginalId: 'pix', PaidAmount: 80 },
        ],
      },
      200,
      220,
    ],
    ['no payment method', { PaymentMethod: { OriginalId: 'pix' } }, { PaymentMethods: [] }, 220, 200],
    ['the date of placement', {}, { OrderPlacementDate: iso(START - 1) }, 200, 100],
    [
      'nothing that counts',
      {},
      { OrderStatus: 'x', Coupon: 'c', Metadatas: [{ Name: 'a', Value: 'b' }] },
      200,
      200,
    ],
  ])('for %s', async (_case, before, after, earned, earnedThen) => {
    const shop = await shops.open(program({}, { ...aurora, multiplier: '3' }, pix, centro, campaign))
    expect((await shop.completed('o1', 'ana', 100, before)).Customer.PointsBalance).toBe(earned)
    const changed = await shop.completed('o1', 'ana', 100, after)
    expect(changed.Customer).toMatchObject({ PointsBalance: earnedThen, Cashback: earnedThen / 10 })
    expect(await shop.records('ana')).toHaveLength(earned === earnedThen ? 1 : 2)
  })

  describe('with the place that the catalogue gave its products when it earned', () => {
    const category = { id: 2, kind: 'category' as const, ids: ['coffee'], multiplier: '2' }
    const brand = { id: 3, kind: 'brand' as const, ids: ['aurora'], multiplier: '4' }
    const inCoffee = { ProductCategory: { OriginalId: 'coffee', Name: 'Coffee' } }
    const inTea = { ProductCategory: { OriginalId: 'tea', Name: 'Tea' } }
    const ofAurora = { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } }
    const ofOther = { ProductBrand: { OriginalId: 'other', Name: 'Other' } }

    it('although it has another category, or another brand, or any at all, by now', async () => {
      const shop = await shops.open(program({}, category, brand))
      await shop.savedProduct('coffee', inCoffee)
      await shop.savedProduct('mug', ofAurora)
      const Products = [product('coffee', 40, null), product('mug', 10, null), product('new', 10, null)]
      const balanceAt = async (total: number, more: Body = {}): Promise<number> =>
        (await shop.completed('o1', 'ana', total, more)).Customer.PointsBalance
      expect(await balanceAt(100, { Products })).toBe(170)
      await shop.savedProduct('coffee', inTea)
      await shop.savedProduct('mug', ofOther)
      await shop.savedProduct('new', { ...inCoffee, ...ofAurora })
      expect(await balanceAt(101, { Products })).toBe(171)
      expect(await balanceAt(102)).toBe(172)
      // A line that was not there stands where it stands now, and stays there.
      const tea = product('tea', 10, null)
      await shop.savedProduct('tea', ofAurora)
      expect(await balanceAt(102, { Products: [...Products, tea] })).toBe(202)
      await shop.savedProduct('tea', ofOther)
      expect(await balanceAt(103)).toBe(203)
      // What was taken out and put in again is where it was.
      expect(await balanceAt(103, { Products: [tea] })).toBe(133)
      expect(await balanceAt(103, { Products: [...Products, tea] })).toBe(203)
    })

    it('also where it completes with a message that says nothing of products, or has an empty list', async () => {
      const shop = await shops.open(program({}, category, brand))
      await shop.savedProduct('coffee', inCoffee)
      const Products = [product('coffee', 40, null)]
      for (const [id, more] of Object.entries({ left: {}, empty: { Products: [] } })) {
        await shop.completed(id, 'ana', 100, { Products, IsCompleted: false })
        await shop.completed(id, 'ana', 100, more)
      }
      expect((await shop.records('ana')).map(({ points }) => points)).toEqual([140, 140])
    })

    it('and with the catalogue of now where it earned before that was kept', async () => {
      const shop = await shops.open(program({}, category))
      const Products = [product('beans', 40, null)]
      await shop.completed('o1', 'ana', 100, { Products })
      await shops.reader.query(
        `update customer_order set details = (details::jsonb - 'g')::json where tenant_id = $1`,
        [shop.tenantId],
      )
      await shop.savedProduct('beans', inCoffee)
      expect((await shop.completed('o1', 'ana', 100, { Products })).Customer.PointsBalance).toBe(100)
      expect((await shop.completed('o1', 'ana', 101, { Products })).Customer.PointsBalance).toBe(141)
      await shop.savedProduct('beans', inTea)
      expect((await shop.completed('o1', 'ana', 102)).Customer.PointsBalance).toBe(142)
    })

    it('which takes no room where no rule asks for it, and little where one does', async () => {
      const details = async (tenantId: number) =>
        (
          await shops.reader.query<{ details: object }>(
            'select details from customer_order where tenant_id = $1',
            [tenantId],
          )
        )[0]?.details
      const Products = [product('a', 1, null), product('coffee', 1, null)]
      const plain = await shops.open(program())
      await plain.completed('o1', 'ana', 100, { Products })
      expect(await details(plain.tenantId)).not.toHaveProperty('g')
      const asking = await shops.open(program({}, category))
      await asking.savedProduct('coffee', { ...inCoffee, ...ofAurora })
      await asking.completed('o1', 'ana', 100, { Products })
      expect(await details(asking.tenantId)).toMatchObject({ g: [['coffee', null, 'coffee']] })
    })
  })
})

describe('completion', () => {
  it('grants once, however often it is sent', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100, PENDING)
    for (let day = 0; day < 3; day += 1) {
      shops.api.now = START + day * DAY_MS
      const order = await shop.completed('o1', 'ana', 100, { OrderPlacementDate: iso(START) })
      // A date that is sent again is a correction.
      expect(order).toMatchObject({
        State: 2,
        OrderCompletedDate: iso(shops.api.now),
        Customer: { PointsBalance: 100 },
      })
    }
    expect(await shop.records('ana')).toHaveLength(1)
  })

  it('stays when an update says otherwise, and the difference is still posted', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    const order = await shop.completed('o1', 'ana', 80, PENDING)
    expect(order).toMatchObject({ State: 2, IsCompleted: true, OrderCompletedDate: iso(START) })
    expect(order.Customer.PointsBalance).toBe(80)
  })

  it('stays when the customer leaves the program', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    const order = await shop.completed('o1', 'ana', 80, {
      Customer: { OriginalId: 'ana', IsEnrolled: false },
    })
    expect(order).toMatchObject({ State: 2, Customer: { IsEnrolled: false, PointsBalance: 80 } })
  })

  it('earns nothing more while its customer is not enrolled', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    const left = { Customer: { OriginalId: 'ana', IsEnrolled: false } }
    const grown = await shop.completed('o1', 'ana', 500, left)
    expect(grown).toMatchObject({ State: 2, OrderTotal: 500, Customer: { PointsBalance: 100, Cashback: 10 } })
    expect((await shop.completed('o1', 'ana', 600)).Customer.PointsBalance).toBe(100)
    // What is taken off is taken off.
    expect((await shop.completed('o1', 'ana', 70)).Customer.PointsBalance).toBe(70)
    expect((await shop.completed('o1', 'ana', 80)).Customer.PointsBalance).toBe(70)
  })

  it('does not earn later what it grew by while its customer was not enrolled', async () => {
    const shop = await shops.open(program())
    const points = async (total: number, IsEnrolled?: boolean) =>
      (await shop.completed('o1', 'ana', total, { Customer: { OriginalId: 'ana', IsEnrolled } })).Customer
        .PointsBalance
    expect(await points(100)).toBe(100)
    expect(await points(300, false)).toBe(100)
    expect(await points(301, true)).toBe(101)
    expect((await shop.records('ana')).at(-1)?.explanation?.lines).toEqual([
      { kind: 'recorded', points: '-100' },
      { kind: 'notEnrolled', points: '-200' },
      { rule: 1, kind: 'purchase', amount: '301', points: '301' },
    ])
    // What is taken off is first what it never earned.
    expect(await points(150)).toBe(101)
    expect(await points(160)).toBe(111)
    expect(await points(90)).toBe(90)
    expect(await points(160)).toBe(160)
    await shop.cancelled('o1')
    expect((await shop.completed('o2', 'ana', 5)).Customer.PointsBalance).toBe(5)
  })

  it('nor what it was below the minimum before', async () => {
    const shop = await shops.open(program({ minimumOrder: '50' }))
    await shop.completed('o1', 'ana', 49)
    await shop.completed('o1', 'ana', 60, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    const back = { Customer: { OriginalId: 'ana', IsEnrolled: true } }
    expect((await shop.completed('o1', 'ana', 55, back)).Customer.PointsBalance).toBe(0)
    const [order] = await shops.reader.query(`select details from customer_order where tenant_id = $1`, [
      shop.tenantId,
    ])
    expect(order).toMatchObject({ details: { n: 'not-enrolled' } })
    expect((await shop.completed('o1', 'ana', 65)).Customer.PointsBalance).toBe(10)
  })

  it('of an order that is cancelled before earns nothing', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100, PENDING)
    await shop.cancelled('o1')
    const late = { OrderPlacementDate: iso(START), UpdatedDate: iso(START - 1) }
    expect(await shop.completed('o1', 'ana', 100, late)).toMatchObject({
      State: 3,
      Customer: { PointsBalance: 0 },
    })
  })
})

describe('a date of completion that is sent again corrected', () => {
  const on = (day: string): string => `${day}T12:00:00.000Z`
  const correct = (shop: Shop, day: string, more: Body = {}) =>
    shop.completed('o1', 'ana', 100, {
      OrderPlacementDate: on('2025-12-01'),
      OrderCompletedDate: on(day),
      ...more,
    })
  const datesOf = async (shop: Shop) =>
    (await shop.records('ana')).map(({ availableAt, expiresAt, left }) => [
      availableAt?.slice(0, 10),
      expiresAt?.slice(0, 10) ?? null,
      left,
    ])
  const topicsOf = async (shop: Shop) => (await shop.events('ana')).map(({ topic }) => topic)

  it('moves the end of points that are open, which is an event, and their beginning never', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await correct(shop, '2026-01-02')
    expect(await datesOf(shop)).toEqual([['2026-01-02', '2026-02-02', 100]])
    expect((await correct(shop, '2026-01-12')).OrderCompletedDate).toBe(on('2026-01-12'))
    expect(await datesOf(shop)).toEqual([['2026-01-02', '2026-02-12', 100]])
    expect(await topicsOf(shop)).toEqual(['Point_Add', 'Point_Update'])
    // The same day at another hour ends with it, and is no event.
    await correct(shop, '2026-01-12', { OrderCompletedDate: '2026-01-12T18:00:00Z' })
    expect(await topicsOf(shop)).toHaveLength(2)
    expect((await correct(shop, '2026-01-05')).Customer.PointsBalance).toBe(100)
    expect(await datesOf(shop)).toEqual([['2026-01-02', '2026-02-05', 100]])
    // What they are worth and when they end is what happens.
    shops.api.now = Date.parse('2026-02-05T02:59:59Z')
    expect((await shop.completed('o2', 'ana', 0)).Customer.PointsBalance).toBe(100)
    shops.api.now += 1_000
    expect((await shop.completed('o3', 'ana', 0)).Customer.PointsBalance).toBe(0)
  })

  it('makes points that are over by it expire at once', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await correct(shop, '2026-01-02')
    expect((await correct(shop, '2025-12-02')).Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
    expect(await topicsOf(shop)).toEqual(['Point_Add', 'Point_Update', 'Point_Removed'])
    expect((await shop.events('ana')).at(-1)).toMatchObject({ points: -100, at: iso(START) })
  })

  it('moves points that wait, without an event, and opens them if their time has come', async () => {
    const shop = await shops.open(program({ waitingDays: 10, validityDays: 30 }))
    await correct(shop, '2026-01-10')
    expect(await datesOf(shop)).toEqual([['2026-01-20', '2026-02-20', 100]])
    await correct(shop, '2026-01-12')
    expect(await datesOf(shop)).toEqual([['2026-01-22', '2026-02-22', 100]])
    expect(await shop.events('ana')).toEqual([])
    expect((await correct(shop, '2026-01-02')).Customer.PointsBalance).toBe(100)
    expect(await datesOf(shop)).toEqual([['2026-01-15', '2026-02-12', 100]])
    expect(await shop.events('ana')).toMatchObject([{ topic: 'Point_Add', points: 100, at: iso(START) }])
    // They never wait again.
    expect((await correct(shop, '2026-01-15')).Customer.PointsBalance).toBe(100)
    expect(await datesOf(shop)).toEqual([['2026-01-15', '2026-02-25', 100]])
  })

  it('opens points when it comes, not at a time that has passed: the history has the balances of those days', async () => {
    const shop = await shops.open(program({ waitingDays: 10 }))
    await correct(shop, '2026-01-10')
    shops.api.now = START + DAY_MS
    await shop.changedCashback('ana', 4)
    shops.api.now = START + 2 * DAY_MS
    await correct(shop, '2026-01-02')
    expect(await shop.events('ana')).toMatchObject([
      { points: 40, balance: [40, 4], at: iso(START + DAY_MS) },
      { points: 100, balance: [140, 14], at: iso(START + 2 * DAY_MS) },
    ])
    const input = { tenantId: shop.tenantId, customer: 'ana', limit: 10 }
    const explained = await explain(shops.api.cells, input, () => shops.api.now)
    expect('history' in explained && explained.history.moments).toMatchObject([
      { kind: 'record', change: { points: 0n } },
      { kind: 'record', balance: { points: 400_000n } },
      { kind: 'opening', at: START + 2 * DAY_MS, balance: { points: 1_400_000n } },
    ])
  })

  it('leaves points of which something was spent as they are', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await correct(shop, '2026-01-02')
    await shop.changedCashback('ana', -1)
    expect((await correct(shop, '2026-01-12')).OrderCompletedDate).toBe(on('2026-01-12'))
    expect((await datesOf(shop))[0]).toEqual(['2026-01-02', '2026-02-02', 90])
    expect(await topicsOf(shop)).toEqual(['Point_Add', 'Point_Removed'])
  })

  it('repays what is owed with points that it opens', async () => {
    const shop = await shops.open(program({ waitingDays: 10 }))
    await shop.completed('debt', 'ana', 50, {
      OrderPlacementDate: on('2025-12-01'),
      OrderCompletedDate: on('2025-12-01'),
    })
    await shop.changedCashback('ana', -5)
    await shop.cancelled('debt')
    await correct(shop, '2026-01-10')
    expect((await correct(shop, '2026-01-02')).Customer.PointsBalance).toBe(50)
    expect((await datesOf(shop)).at(-1)).toEqual(['2026-01-15', null, 50])
  })

  it('counts for what is earned more in the same message', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await correct(shop, '2026-01-02')
    await correct(shop, '2026-01-12', { OrderTotal: 130 })
    expect(await datesOf(shop)).toEqual([
      ['2026-01-02', '2026-02-12', 100],
      ['2026-01-12', '2026-02-12', 30],
    ])
  })

  it('does not take back what it makes expire, where the order becomes smaller in the same message', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await correct(shop, '2026-01-02')
    await shop.completed('o2', 'ana', 80)
    const { Customer } = await correct(shop, '2025-12-02', { OrderTotal: 40 })
    expect(Customer).toMatchObject({ PointsBalance: 80, Cashback: 8 })
  })

  it('is saved also where the order came in the same batch', async () => {
    const shop = await shops.open(program({ validityDays: 30 }))
    await shop.completed('o0', 'ana', 1)
    for (let round = 0; round < 10; round += 1) {
      const OriginalId = `batch-${round}`
      await Promise.all([
        correct(shop, '2026-01-02', { OriginalId }),
        correct(shop, '2026-01-12', { OriginalId }),
      ])
    }
    const ends = (await shop.records('ana')).slice(1).map(({ expiresAt }) => expiresAt?.slice(0, 10))
    expect(ends).toEqual(Array.from({ length: 10 }, () => '2026-02-12'))
  })
})

describe('a difference and the time', () => {
  it('has the validity of the order, not one of its own', async () => {
    const shop = await shops.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    shops.api.now = START + 5 * DAY_MS
    await shop.completed('o1', 'ana', 130, DATED)
    const expiries = (await shop.records('ana')).map(({ points, expiresAt }) => [points, expiresAt])
    expect(expiries).toEqual([
      [100, '2026-01-26T03:00:00.000Z'],
      [30, '2026-01-26T03:00:00.000Z'],
    ])
  })

  it('waits with the order', async () => {
    const shop = await shops.open(program({ waitingDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    shops.api.now = START + 3 * DAY_MS
    expect((await shop.completed('o1', 'ana', 130, DATED)).Customer.PointsBalance).toBe(0)
    shops.api.now = START + 4 * DAY_MS
    expect((await shop.completed('o1', 'ana', 90, DATED)).Customer.PointsBalance).toBe(0)
    expect(await shop.events('ana')).toEqual([])
    shops.api.now = START + 10 * DAY_MS
    expect((await shop.completed('o2', 'ana', 1)).Customer).toMatchObject({ PointsBalance: 90, Cashback: 9 })
    const changes = (await shop.events('ana')).map(({ points }) => points)
    expect(changes.reduce((sum, points) => sum + points, 0)).toBe(90)
    await shop.cancelled('o1')
    expect((await shop.completed('o3', 'ana', 1)).Customer.PointsBalance).toBe(0)
  })

  it('of an order whose points have expired is worth nothing', async () => {
    const shop = await shops.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    shops.api.now = START + 20 * DAY_MS
    for (const total of [150, 40]) {
      const order = await shop.completed('o1', 'ana', total, DATED)
      expect(order.Customer).toMatchObject({ PointsBalance: 0, Cashback: 0 })
    }
    // What is gone is not earned once more.
    expect((await shop.events('ana')).map(({ points }) => points)).toEqual([100, -100, 50, -50])
  })

  it('of an order whose points have expired does not bring them back by a corrected date', async () => {
    const shop = await shops.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    shops.api.now = START + 20 * DAY_MS
    const corrected = { OrderPlacementDate: iso(START), OrderCompletedDate: later(19) }
    expect((await shop.completed('o1', 'ana', 100, corrected)).Customer.PointsBalance).toBe(0)
    expect((await shop.completed('o1', 'ana', 101, corrected)).Customer.PointsBalance).toBe(1)
    await shop.cancelled('o1')
    expect((await shop.completed('o2', 'ana', 5)).Customer.PointsBalance).toBe(5)
  })

  it('takes of an order that is partly expired what was spent of it beyond what it now earns', async () => {
    const shop = await shops.open(program({ validityDays: 10 }))
    await shop.completed('o1', 'ana', 100)
    await shop.changedCashback('ana', -6)
    shops.api.now = START + 20 * DAY_MS
    await shop.completed('o2', 'ana', 30)
    expect((await shop.completed('o1', 'ana', 70, DATED)).Customer.PointsBalance).toBe(30)
    expect((await shop.completed('o1', 'ana', 50, DATED)).Customer.PointsBalance).toBe(20)
    expect((await shop.events('ana')).map(({ points }) => points)).toEqual([100, -60, -40, 30, -10])
  })
})
