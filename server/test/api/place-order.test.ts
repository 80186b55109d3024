import { describe, expect, it } from 'vitest'
import { refused, resultOf } from '../support/answers.ts'
import { type Body, DAY_MS, DEMO_PROGRAM, iso, PLACE_PATHS } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShop } from '../support/use-shops.ts'

const test = useShop()
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const NOW = iso(START)
const later = (days: number): string => iso(START + days * DAY_MS)
const earlier = (days: number): string => iso(START - days * DAY_MS)

let orders = 0

/** A complete order of a customer of its own, unless the members say otherwise. */
function anOrder(members: Body = {}): Body {
  orders += 1
  return {
    OriginalId: `order-${orders}`,
    OrderPlacementDate: NOW,
    OrderCompletedDate: NOW,
    IsCompleted: true,
    OrderTotal: 100,
    Customer: { OriginalId: `customer-${orders}` },
    UpdatedDate: NOW,
    ...members,
  }
}

const FULL: Body = {
  OriginalId: 'full-1',
  OrderPlacementDate: '2026-01-14T10:00:00-03:00',
  OrderCompletedDate: '2026-01-15T08:30:00.125-03:00',
  OrderCancelledDate: null,
  OrderStatus: 'delivered',
  IsCancelledOrReturned: false,
  IsCompleted: true,
  OrderTotal: 120.5,
  Customer: {
    OriginalId: 'ana',
    Name: 'Ana Maria Souza',
    Email: 'ana@example.com',
    Phone: '+55 11 99999-0000',
    BirthdayDate: '1990-05-17',
    SignupDate: '2025-12-31T23:59:59Z',
    Document: '123.456.789-00',
    IsEnrolled: true,
  },
  Products: [
    {
      OriginalId: 'beans',
      Title: 'Beans',
      Url: 'https://store.example/beans',
      ImageUrl: 'https://store.example/beans.png',
      IsActive: true,
      ProductPrice: 100.255,
      ProductBrand: { OriginalId: 'other', Name: 'Other' },
    },
    { OriginalId: 'old-mug', IsActive: false },
  ],
  UpdatedDate: '2026-01-15T12:00:00Z',
  Coupon: 'DEZ-4711',
  Metadatas: [
    { Name: 'channel', Value: 'app' },
    { Name: 'gift', Value: null },
  ],
  PaymentMethod: { OriginalId: 'visa-credit', Name: 'Visa credit' },
  Branch: { OriginalId: 'centro', Name: 'Centro' },
  SalesPerson: { OriginalId: 'joao', Name: 'João' },
  ExternalCoupon: 'EXT-1',
}

describe('the answer', () => {
  it('has every member, as the order was sent and stored', async () => {
    const shop = await test.open()
    const answer = await shop.placeOrder(FULL)
    const id = answer.Result?.Id
    expect(answer).toEqual({
      ErrorMessage: null,
      ErrorCode: null,
      HasError: false,
      Result: {
        Id: expect.any(Number),
        OriginalId: 'full-1',
        OrderPlacementDate: '2026-01-14T13:00:00.000Z',
        OrderCompletedDate: '2026-01-15T11:30:00.125Z',
        OrderCancelledDate: null,
        OrderStatus: 'delivered',
        IsCancelledOrReturned: false,
        IsCompleted: true,
        OrderTotal: 120.5,
        Customer: {
          OriginalId: 'ana',
          Name: 'Ana Maria Souza',
          Email: 'ana@example.com',
          Phone: '+55 11 99999-0000',
          BirthdayDate: '1990-05-17T03:00:00.000Z',
          SignupDate: '2025-12-31T23:59:59.000Z',
          Document: '123.456.789-00',
          IsEnrolled: true,
          Id: expect.any(Number),
          PointsBalance: 120,
          BalanceOfPoints: 120,
          Cashback: 6,
          BirthdayUpdateDate: NOW,
          FirstName: 'Ana',
          PublicId: expect.stringMatching(UUID),
          SecondaryId: null,
          OrderCount: 1,
          ReasonEnrolled: null,
          AdminId: null,
          EmailAdmin: null,
          EnrolledDate: NOW,
          TierName: null,
          Origin: null,
          RfmGroup: null,
          RfmGroupName: null,
          Affiliate: null,
        },
        Products: [
          {
            OriginalId: 'beans',
            Title: 'Beans',
            Url: 'https://store.example/beans',
            ImageUrl: 'https://store.example/beans.png',
            IsActive: true,
            ProductPrice: 100.26,
          },
          {
            OriginalId: 'old-mug',
            Title: null,
            Url: null,
            ImageUrl: null,
            IsActive: false,
            ProductPrice: null,
          },
        ],
        UpdatedDate: '2026-01-15T12:00:00.000Z',
        Coupon: 'DEZ-4711',
        State: 2,
        Origin: 1,
        Metadatas: [
          { Id: 1, OrderId: id, Name: 'channel', Value: 'app' },
          { Id: 2, OrderId: id, Name: 'gift', Value: null },
        ],
      },
    })
    // What was read back from the tables is what was answered from the body.
    expect(await shop.placeOrder({ ...FULL, UpdatedDate: earlier(1), OrderTotal: 1 })).toEqual(answer)
  })

  it('of the least that an order can be', async () => {
    const shop = await test.open()
    const least = {
      OriginalId: 'least',
      OrderPlacementDate: NOW,
      OrderTotal: 0,
      Customer: { OriginalId: 'bia' },
    }
    const answer = await shop.placed(least)
    expect(answer).toEqual({
      Id: expect.any(Number),
      OriginalId: 'least',
      OrderPlacementDate: NOW,
      OrderCompletedDate: null,
      OrderCancelledDate: null,
      OrderStatus: null,
      IsCancelledOrReturned: false,
      IsCompleted: false,
      OrderTotal: 0,
      Customer: expect.objectContaining({
        OriginalId: 'bia',
        Name: null,
        FirstName: null,
        Email: null,
        Phone: null,
        BirthdayDate: null,
        BirthdayUpdateDate: null,
        SignupDate: null,
        Document: null,
        IsEnrolled: true,
        PointsBalance: 0,
        BalanceOfPoints: 0,
        Cashback: 0,
        OrderCount: 1,
      }),
      Products: [],
      UpdatedDate: NOW,
      Coupon: null,
      State: 1,
      Origin: 1,
      Metadatas: [],
    })
    const nulls = Object.fromEntries(
      Object.keys(FULL)
        .filter((name) => !(name in least))
        .map((name) => [name, null]),
    )
    const nullCustomer = Object.fromEntries(
      ['Name', 'Email', 'Phone', 'BirthdayDate', 'SignupDate', 'Document', 'IsEnrolled'].map((name) => [
        name,
        null,
      ]),
    )
    const again = { ...least, ...nulls, Customer: { OriginalId: 'bia', ...nullCustomer } }
    expect(await shop.placed(again)).toEqual(answer)
  })

  it.each(PLACE_PATHS)('is the same at %s', async (path) => {
    const shop = await test.open()
    const { Result, ...rest } = await shop.placeOrder(FULL, path)
    expect(rest).toEqual({ ErrorMessage: null, ErrorCode: null, HasError: false })
    expect(Result).toMatchObject({ OriginalId: 'full-1', State: 2, Customer: { PointsBalance: 120 } })
    const other = PLACE_PATHS.find((one) => one !== path)
    expect(await shop.placeOrder(FULL, other)).toEqual({ Result, ...rest })
  })

  it.each([
    [0.1, 0.1],
    [12.345, 12.35],
    [12.3449, 12.34],
    [0.0001, 0],
    [99_999_999_999, 99_999_999_999],
    [99_999_999_998.99, 99_999_999_998.99],
  ])('writes a total of %d as money: %d', async (sent, answered) => {
    const order = anOrder({ OrderTotal: sent, IsCompleted: false })
    expect((await test.shop.placed(order)).OrderTotal).toBe(answered)
    // And so it does when it comes from the table.
    expect((await test.shop.placed({ ...order, UpdatedDate: earlier(1) })).OrderTotal).toBe(answered)
  })

  it('ignores members that it does not know', async () => {
    const answer = await test.shop.placeOrder(
      anOrder({ Extra: { Deep: [1] }, Customer: { OriginalId: 'x', Extra: 1 } }),
    )
    expect(answer).toMatchObject({ HasError: false, Result: { Customer: { OriginalId: 'x' } } })
    expect(answer.Result).not.toHaveProperty('Extra')
  })
})

describe('the demo rule', () => {
  it('gives 120 points worth R$ 6.00 for R$ 120.00, and the record explains them', async () => {
    const shop = await test.open(DEMO_PROGRAM)
    const { Customer } = await shop.completed('demo-1', 'new-customer', 120)
    expect(Customer).toMatchObject({ PointsBalance: 120, BalanceOfPoints: 120, Cashback: 6 })
    expect(await shop.records('new-customer')).toEqual([
      {
        type: 0,
        points: 120,
        cashback: 6,
        order: 'demo-1',
        recordedAt: NOW,
        availableAt: NOW,
        // 365 days after the 15th of January is the 15th, good until that day ends in São Paulo.
        expiresAt: '2027-01-16T03:00:00.000Z',
        isWaiting: false,
        left: 120,
        owed: null,
        explanation: { v: 1, lines: [{ rule: 1, kind: 'purchase', amount: '120', points: '120' }] },
      },
    ])
    expect(await shop.events('new-customer')).toEqual([
      { sequence: 1, topic: 'Point_Add', points: 120, cashback: 6, balance: [120, 6], at: NOW },
    ])
  })
})

describe('an order that is sent again', () => {
  it('as it was has one effect', async () => {
    const shop = await test.open()
    const first = await shop.placeOrder(FULL)
    const stored = await shop.everything()
    expect(await shop.placeOrder(FULL)).toEqual(first)
    test.api.now += DAY_MS
    expect(await shop.placeOrder(FULL)).toEqual(first)
    expect(await shop.everything()).toEqual(stored)
  })

  it('without an UpdatedDate has first the newest of its own dates, and then the one it had', async () => {
    const shop = await test.open()
    const undated = anOrder({
      OriginalId: 'undated',
      OrderPlacementDate: earlier(3),
      OrderCompletedDate: earlier(2),
      UpdatedDate: null,
      OrderStatus: 'first',
    })
    expect(await shop.placed(undated)).toMatchObject({ UpdatedDate: earlier(2), OrderStatus: 'first' })
    // A sender whose clock is behind ours is heard.
    const behind = { ...undated, OrderStatus: 'second', UpdatedDate: iso(START - 2_000) }
    expect(await shop.placed(behind)).toMatchObject({
      UpdatedDate: iso(START - 2_000),
      OrderStatus: 'second',
    })
    const again = await shop.placed({ ...undated, OrderStatus: 'third' })
    expect(again).toMatchObject({ UpdatedDate: iso(START - 2_000), OrderStatus: 'third' })
    expect(again.Customer.PointsBalance).toBe(100)
    const older = { ...undated, OrderStatus: 'fourth', UpdatedDate: iso(START - 2_001) }
    expect(await shop.placed(older)).toEqual(again)
  })

  it.each<[string, Body, string]>([
    ['its placement', { IsCompleted: false, OrderCompletedDate: null }, earlier(3)],
    [
      'its cancellation',
      { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: earlier(1) },
      earlier(1),
    ],
    ['now, where its own are ahead', { OrderCompletedDate: later(1) }, NOW],
  ])('first without an UpdatedDate has that of %s', async (_case, members, updated) => {
    const dates = { OrderPlacementDate: earlier(3), OrderCompletedDate: earlier(2), UpdatedDate: null }
    expect((await test.shop.placed(anOrder({ ...dates, ...members }))).UpdatedDate).toBe(updated)
  })

  it('with an UpdatedDate of up to 24 hours ahead is compared as it was sent', async () => {
    const shop = await test.open()
    const order = anOrder({ OriginalId: 'ahead', UpdatedDate: later(1), OrderStatus: 'first' })
    const first = await shop.placed(order)
    expect(first.UpdatedDate).toBe(later(1))
    const older = { ...order, UpdatedDate: iso(START + DAY_MS - 1), OrderStatus: 'second' }
    expect(await shop.placed(older)).toEqual(first)
  })

  it('with an UpdatedDate further ahead counts as received then, and freezes nothing', async () => {
    const shop = await test.open()
    const order = anOrder({ OriginalId: 'far', UpdatedDate: '2036-01-01T00:00:00Z', OrderStatus: 'first' })
    expect(await shop.placed(order)).toMatchObject({ UpdatedDate: NOW, OrderStatus: 'first' })
    test.api.now += 1_000
    const stored = await shop.everything()
    expect((await shop.placed(order)).UpdatedDate).toBe(NOW)
    expect(await shop.everything()).toEqual(stored)
    const next = { ...order, UpdatedDate: iso(START + 500), OrderStatus: 'second' }
    expect(await shop.placed(next)).toMatchObject({ UpdatedDate: iso(START + 500), OrderStatus: 'second' })
    const older = { ...order, UpdatedDate: iso(START + 499), OrderStatus: 'third' }
    expect(await shop.placed(older)).toMatchObject({ OrderStatus: 'second' })
  })

  it('is not shut out by an UpdatedDate that was stored far ahead before such dates were cut', async () => {
    const shop = await test.open()
    const order = anOrder({ OriginalId: 'frozen', OrderStatus: 'first' })
    await shop.placed(order)
    await test.reader.query(`update customer_order set updated_at = '2036-01-01' where tenant_id = $1`, [
      shop.tenantId,
    ])
    const next = { ...order, OrderStatus: 'second' }
    expect(await shop.placed(next)).toMatchObject({ UpdatedDate: NOW, OrderStatus: 'second' })
  })

  it.each([
    ['older changes nothing and answers what is stored', -1, false],
    ['of the same moment applies', 0, true],
    ['newer applies', 1, true],
  ])('%s', async (_case, offsetMs, applies) => {
    const shop = await test.open()
    const first = await shop.placed({ ...FULL, UpdatedDate: NOW })
    const stored = await shop.everything()
    const sent = {
      ...FULL,
      UpdatedDate: iso(START + offsetMs),
      OrderTotal: 10,
      OrderStatus: 'changed',
      Customer: { OriginalId: 'ana', Name: 'Other' },
    }
    const { HasError, Result } = await shop.placeOrder(sent)
    expect(HasError).toBe(false)
    if (applies) {
      expect(Result).toMatchObject({
        Id: first.Id,
        OrderTotal: 10,
        OrderStatus: 'changed',
        UpdatedDate: iso(START + offsetMs),
        Customer: { Id: first.Customer.Id, Name: 'Other', PointsBalance: 10, Cashback: 0.5, OrderCount: 1 },
      })
    } else {
      expect(Result).toEqual(first)
      expect(await shop.everything()).toEqual(stored)
    }
  })

  const KEY = { OriginalId: 'full-1', Customer: { OriginalId: 'ana' } }
  const detailsOf = async (tenantId: number): Promise<object> => {
    const rows = await test.reader.query<{ details: object }>(
      'select details from customer_order where tenant_id = $1',
      [tenantId],
    )
    return rows[0]?.details ?? {}
  }

  it.each<[string, Body]>([
    ['left out', {}],
    ['null', Object.fromEntries(Object.keys(FULL).map((name) => [name, null]))],
    ['an empty date', { OrderPlacementDate: '', OrderCompletedDate: '0001-01-01T00:00:00', UpdatedDate: '' }],
    ['IsCompleted false', { IsCompleted: false }],
    ['no products, although something was paid', { Products: [] }],
  ])('keeps what is %s', async (_case, members) => {
    const shop = await test.open()
    const first = await shop.placed(FULL)
    const stored = await shop.everything()
    expect(await shop.placed({ ...members, ...KEY })).toEqual(first)
    expect(await shop.everything()).toEqual(stored)
    const details = await detailsOf(shop.tenantId)
    const newer = { ...members, ...KEY, UpdatedDate: later(1), OrderStatus: 'shipped' }
    expect(await shop.placed(newer)).toEqual({ ...first, UpdatedDate: later(1), OrderStatus: 'shipped' })
    expect(await detailsOf(shop.tenantId)).toEqual({ ...details, s: 'shipped' })
  })

  it.each<[string, Body, Body]>([
    ['OrderStatus', { OrderStatus: '' }, { OrderStatus: '' }],
    ['OrderTotal', { OrderTotal: 0 }, { OrderTotal: 0 }],
    ['OrderPlacementDate', { OrderPlacementDate: earlier(3) }, { OrderPlacementDate: earlier(3) }],
    ['OrderCompletedDate', { OrderCompletedDate: NOW }, { OrderCompletedDate: NOW }],
    ['Coupon', { Coupon: 'OTHER' }, { Coupon: 'OTHER' }],
    [
      'Products as a whole',
      { Products: [{ OriginalId: 'mug' }] },
      {
        Products: [
          { OriginalId: 'mug', Title: null, Url: null, ImageUrl: null, IsActive: true, ProductPrice: null },
        ],
      },
    ],
    ['Products with none, where nothing was paid', { Products: [], OrderTotal: 0 }, { Products: [] }],
    [
      'Metadatas as a whole',
      { Metadatas: [{ Name: 'only' }] },
      { Metadatas: [expect.objectContaining({ Id: 1, Name: 'only' })] },
    ],
    ['Metadatas with none', { Metadatas: [] }, { Metadatas: [] }],
  ])('takes %s over', async (_case, members, expected) => {
    const shop = await test.open()
    const first = await shop.placed(FULL)
    const second = await shop.placed({ ...KEY, ...members, UpdatedDate: NOW })
    const { Customer, ...order } = second
    const { Customer: _, ...before } = first
    expect(order).toEqual({ ...before, ...members, ...expected })
    expect(Customer.Id).toBe(first.Customer.Id)
  })

  it.each<[string, Body, object]>([
    ['PaymentMethod', { PaymentMethod: { OriginalId: 'pix' } }, { y: ['pix', null] }],
    ['PaymentMethods', { PaymentMethods: [{ OriginalId: 'pix', PaidAmount: 1 }] }, { y: ['pix', null] }],
    ['PaymentMethods with none', { PaymentMethods: [] }, { y: undefined }],
    ['Branch', { Branch: { OriginalId: 'norte', Name: 'Norte' } }, { b: ['norte', 'Norte'] }],
    ['SalesPerson', { SalesPerson: { OriginalId: 'rui' } }, { w: ['rui', null] }],
    ['ExternalCoupon', { ExternalCoupon: 'EXT-2' }, { x: 'EXT-2' }],
  ])('takes %s over, which is kept but not answered', async (_case, members, expected) => {
    const shop = await test.open()
    await shop.placed(FULL)
    const before = await detailsOf(shop.tenantId)
    await shop.placed({ ...KEY, ...members })
    expect({ y: undefined, ...(await detailsOf(shop.tenantId)) }).toEqual({ ...before, ...expected })
  })

  it('frees its codes with a blank while it is pending, and no longer once it is complete', async () => {
    const shop = await test.open()
    const blank = { ...KEY, Coupon: ' ', ExternalCoupon: '' }
    await shop.placed({ ...FULL, IsCompleted: false })
    expect((await shop.placed(blank)).Coupon).toBeNull()
    expect(await detailsOf(shop.tenantId)).not.toHaveProperty('x')
    await shop.placed(FULL)
    expect((await shop.placed(blank)).Coupon).toBe('DEZ-4711')
    expect(await detailsOf(shop.tenantId)).toHaveProperty('x', 'EXT-1')
  })

  it.each<[string, Body, Body, number | null]>([
    ['complete, with the date it had', {}, { IsCompleted: true }, null],
    ['complete, without a date', { OrderCompletedDate: null }, { IsCompleted: true }, 11],
    ['complete before its placement', { OrderCompletedDate: earlier(1) }, { IsCompleted: true }, 12],
    ['placed after its completion', { IsCompleted: true }, { OrderPlacementDate: iso(START + 1) }, 12],
    ['cancelled, without a date', {}, { IsCancelledOrReturned: true }, 14],
    ['cancelled, with the date it had', { OrderCancelledDate: NOW }, { IsCancelledOrReturned: true }, null],
    [
      'complete, and cancelled later',
      { IsCompleted: true },
      { IsCancelledOrReturned: true, OrderCancelledDate: NOW },
      null,
    ],
    [
      'complete and cancelled at once',
      {},
      { IsCompleted: true, IsCancelledOrReturned: true, OrderCancelledDate: NOW },
      13,
    ],
    [
      'complete, and cancelled before its placement',
      { IsCompleted: true },
      { IsCancelledOrReturned: true, OrderCancelledDate: '2001-01-01' },
      15,
    ],
  ])('is judged as it then is: %s', async (_case, first, second, code) => {
    const order = anOrder({ IsCompleted: false, ...first })
    await test.shop.placed(order)
    const { OriginalId, Customer } = order
    expect((await test.shop.placeOrder({ OriginalId, Customer, ...second })).ErrorCode).toBe(code)
  })

  it('is never refused for a date that was stored before it would have been', async () => {
    const shop = await test.open()
    await shop.placed(FULL)
    await test.reader.query(
      `update customer_order set placed_at = '2036-01-02', completed_at = '2036-01-01' where tenant_id = $1`,
      [shop.tenantId],
    )
    expect(await shop.placed({ ...KEY, OrderStatus: 'shipped' })).toMatchObject({ OrderStatus: 'shipped' })
    expect(await shop.placed({ ...FULL, OrderStatus: 'mended' })).toMatchObject({
      OrderPlacementDate: '2026-01-14T13:00:00.000Z',
      OrderCompletedDate: '2026-01-15T11:30:00.125Z',
    })
  })

  it('needs its id and its customer', async () => {
    await test.shop.placed(anOrder({ OriginalId: 'known' }))
    expect(await test.shop.placeOrder({ OriginalId: 'known' })).toEqual(
      refused({ code: 7, says: 'Customer' }),
    )
    expect(await test.shop.placeOrder({ Customer: { OriginalId: 'a' } })).toEqual(
      refused({ code: 39, says: 'OriginalId' }),
    )
  })
})

describe('a date in the future', () => {
  const ahead = iso(START + DAY_MS + 1)
  const cancelled = { IsCompleted: false, IsCancelledOrReturned: true }

  it.each<[string, Body, number, string]>([
    ['of placement', { OrderPlacementDate: ahead, OrderCompletedDate: ahead }, 8, 'OrderPlacementDate'],
    ['of completion', { OrderCompletedDate: ahead }, 12, 'OrderCompletedDate'],
    ['of completion to come', { IsCompleted: false, OrderCompletedDate: ahead }, 12, 'OrderCompletedDate'],
    ['of cancellation', { ...cancelled, OrderCancelledDate: ahead }, 15, 'OrderCancelledDate'],
  ])('%s is refused beyond 24 hours, also in an update', async (_case, members, code, field) => {
    expect(await test.shop.placeOrder(anOrder(members))).toEqual(refused({ code, says: field }))
    const order = anOrder()
    await test.shop.placed(order)
    expect(await test.shop.placeOrder({ ...order, ...members })).toEqual(refused({ code, says: field }))
  })

  it('is taken up to 24 hours', async () => {
    const order = anOrder({ OrderPlacementDate: later(1), OrderCompletedDate: later(1) })
    expect(await test.shop.placed(order)).toMatchObject({ State: 2, Customer: { PointsBalance: 100 } })
    const cancel = { ...order, ...cancelled, OrderCancelledDate: later(1) }
    expect(await test.shop.placed(cancel)).toMatchObject({ State: 3 })
  })
})

describe('the state', () => {
  const pending = { IsCompleted: false, OrderCompletedDate: null }
  const cancelled = { ...pending, IsCancelledOrReturned: true, OrderCancelledDate: later(1) }
  const stranger = { Customer: { OriginalId: 'stranger', IsEnrolled: false } }

  it.each<[string, Body, number, Body]>([
    ['pending is 1', pending, 1, { IsCompleted: false, IsCancelledOrReturned: false }],
    [
      'pending with a completion date is 1',
      { IsCompleted: false },
      1,
      { IsCompleted: false, OrderCompletedDate: NOW },
    ],
    ['complete is 2', {}, 2, { IsCompleted: true, IsCancelledOrReturned: false }],
    [
      'cancelled is 3',
      cancelled,
      3,
      { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: later(1) },
    ],
    [
      'complete of someone not enrolled is 4',
      stranger,
      4,
      { IsCompleted: true, IsCancelledOrReturned: false },
    ],
    ['pending of someone not enrolled is 1', { ...stranger, IsCompleted: false }, 1, { IsCompleted: false }],
    ['cancelled of someone not enrolled is 3', { ...stranger, ...cancelled }, 3, { IsCompleted: false }],
  ])('%s', async (_case, members, state, expected) => {
    const shop = await test.open()
    const answer = await shop.placed(anOrder({ OriginalId: 'state', ...members }))
    expect(answer).toMatchObject({ State: state, ...expected })
    expect(answer.Customer.PointsBalance).toBe(state === 2 ? 100 : 0)
  })

  it('ignored earns nothing, whatever is sent for it while its customer is not enrolled', async () => {
    const shop = await test.open()
    const order = anOrder({ OriginalId: 'ignored', ...stranger })
    expect(await shop.placed(order)).toMatchObject({
      State: 4,
      Customer: { IsEnrolled: false, EnrolledDate: null },
    })
    const more = { ...order, OrderTotal: 500, Customer: { OriginalId: 'stranger' } }
    expect(await shop.placed(more)).toMatchObject({
      State: 4,
      OrderTotal: 500,
      Customer: { PointsBalance: 0 },
    })
    const reopened = { ...more, IsCompleted: false }
    expect(await shop.placed(reopened)).toMatchObject({ State: 4, IsCompleted: true })
    // For good: not even when they enrol, with another order or with this one.
    await shop.placed(anOrder({ Customer: { OriginalId: 'stranger', IsEnrolled: true } }))
    expect(await shop.placed(order)).toMatchObject({ State: 4, Customer: { PointsBalance: 100 } })
    const enrolled = { ...order, OrderTotal: 600, Customer: { OriginalId: 'stranger', IsEnrolled: true } }
    expect(await shop.placed(enrolled)).toMatchObject({ State: 4, Customer: { PointsBalance: 100 } })
    expect(await shop.events('stranger')).toHaveLength(1)
  })

  it('complete with 0 points is complete all the same', async () => {
    const shop = await test.open(null)
    expect(await shop.completed('no-program', 'ana', 100)).toMatchObject({
      State: 2,
      Customer: { PointsBalance: 0, Cashback: 0, OrderCount: 1 },
    })
    expect(await shop.records('ana')).toEqual([])
  })
})

describe('the customer', () => {
  it('takes what is sent and keeps what is null or left out', async () => {
    const shop = await test.open()
    await shop.placed(FULL)
    const sent = { OriginalId: 'ana', Name: null, Email: 'new@example.com', Document: 'X-1' }
    const { Customer } = await shop.placed(anOrder({ Customer: sent }))
    expect(Customer).toMatchObject({
      Name: 'Ana Maria Souza',
      FirstName: 'Ana',
      Email: 'new@example.com',
      Phone: '+55 11 99999-0000',
      Document: 'X-1',
      BirthdayDate: '1990-05-17T03:00:00.000Z',
      SignupDate: '2025-12-31T23:59:59.000Z',
      IsEnrolled: true,
      OrderCount: 2,
      PointsBalance: 220,
    })
    expect(await shop.getCustomer('ana')).toMatchObject({
      Result: { Name: 'Ana Maria Souza', Email: 'new@example.com' },
    })
  })

  it('gets a birthday once, and the sale is not refused for another', async () => {
    const shop = await test.open()
    await shop.placed(anOrder({ Customer: { OriginalId: 'ana' } }))
    test.api.now = START + DAY_MS
    const withBirthday = (date: string | null) =>
      shop.placed(anOrder({ Customer: { OriginalId: 'ana', BirthdayDate: date } }))
    for (const impossible of ['0001-01-01T00:00:00', '1899-12-31', '2026-01-17', '2199-05-17']) {
      expect((await withBirthday(impossible)).Customer).toMatchObject({
        BirthdayDate: null,
        BirthdayUpdateDate: null,
      })
    }
    const first = { BirthdayDate: '1990-05-17T03:00:00.000Z', BirthdayUpdateDate: later(1) }
    expect((await withBirthday('1990-05-17')).Customer).toMatchObject(first)
    test.api.now += DAY_MS
    for (const other of ['1991-01-01', null, '2199-05-17', '0001-01-01T00:00:00', '1990-05-17']) {
      expect((await withBirthday(other)).Customer).toMatchObject(first)
    }
  })

  it('is enrolled or not only by a message that says something new of the order', async () => {
    const shop = await test.open()
    const left = anOrder({ OriginalId: 'left', Customer: { OriginalId: 'ana', IsEnrolled: false } })
    await shop.placed(left)
    const enrolled = anOrder({ Customer: { OriginalId: 'ana', IsEnrolled: true } })
    expect((await shop.placed(enrolled)).Customer.IsEnrolled).toBe(true)
    const stored = await shop.everything()
    expect((await shop.placed(left)).Customer.IsEnrolled).toBe(true)
    expect(await shop.everything()).toEqual(stored)
    const newer = { ...left, UpdatedDate: later(1), Customer: { ...(left.Customer as Body), Name: 'Ana' } }
    expect((await shop.placed(newer)).Customer).toMatchObject({ IsEnrolled: true, Name: 'Ana' })
    const changed = { ...newer, OrderStatus: 'shipped' }
    expect((await shop.placed(changed)).Customer.IsEnrolled).toBe(false)
  })

  it('who comes with an impossible birthday comes without one', async () => {
    const shop = await test.open()
    const { Customer } = await shop.placed(
      anOrder({ Customer: { OriginalId: 'bia', BirthdayDate: '2199-05-17' } }),
    )
    expect(Customer).toMatchObject({ BirthdayDate: null, BirthdayUpdateDate: null })
  })

  it('stays enrolled or not while nothing is said, and can be either later', async () => {
    const shop = await test.open()
    const next = async (enrolled: Body) => {
      test.api.now += DAY_MS
      const { State, Customer } = await shop.placed(anOrder({ Customer: { OriginalId: 'ana', ...enrolled } }))
      return [State, Customer.IsEnrolled, Customer.EnrolledDate, Customer.PointsBalance]
    }
    expect(await next({ IsEnrolled: false })).toEqual([4, false, null, 0])
    expect(await next({})).toEqual([4, false, null, 0])
    expect(await next({ IsEnrolled: null })).toEqual([4, false, null, 0])
    expect(await next({ IsEnrolled: true })).toEqual([2, true, later(4), 100])
    expect(await next({})).toEqual([2, true, later(4), 200])
    expect(await next({ IsEnrolled: true })).toEqual([2, true, later(4), 300])
    // Who leaves keeps the points, and earns no more.
    expect(await next({ IsEnrolled: false })).toEqual([4, false, null, 300])
  })

  it.each<[string, Body, string]>([
    ['OriginalId', { OriginalId: 'id', Email: 'e@example.com', Document: 'D-1' }, 'id'],
    ['Email', { Email: 'e@example.com', Document: 'D-1' }, 'e@example.com'],
    ['Email, for a blank OriginalId', { OriginalId: '  ', Email: 'e@example.com' }, 'e@example.com'],
    ['Document', { OriginalId: null, Email: '', Document: 'D-1' }, 'D-1'],
  ])('is found by its %s', async (_case, customer, id) => {
    const shop = await test.open()
    const first = await shop.placed(anOrder({ Customer: customer }))
    expect(first.Customer).toMatchObject({ OriginalId: id, PointsBalance: 100 })
    const second = await shop.placed(anOrder({ Customer: customer }))
    expect(second.Customer).toMatchObject({ Id: first.Customer.Id, PointsBalance: 200, OrderCount: 2 })
    expect(await shop.getCustomer(id)).toMatchObject({ HasError: false, Result: { OriginalId: id } })
  })

  it('is compared exactly by OriginalId alone', async () => {
    const shop = await test.open()
    const ids = ['ana', 'Ana', ' ana', 'ana ', 'aná']
    for (const id of ids) {
      const { Customer } = await shop.placed(
        anOrder({ Customer: { OriginalId: id, Email: 'same@example.com' } }),
      )
      expect(Customer).toMatchObject({ OriginalId: id, PointsBalance: 100, OrderCount: 1 })
    }
  })

  it('counts the orders that are not cancelled', async () => {
    const shop = await test.open()
    const countAfter = async (id: string, members: Body): Promise<number> => {
      const order = anOrder({ OriginalId: id, Customer: { OriginalId: 'ana' }, ...members })
      return (await shop.placed(order)).Customer.OrderCount
    }
    const cancelled = { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: NOW }
    expect(await countAfter('a', { IsCompleted: false })).toBe(1)
    expect(await countAfter('a', {})).toBe(1)
    expect(await countAfter('b', cancelled)).toBe(1)
    expect(await countAfter('c', {})).toBe(2)
    expect(await countAfter('c', cancelled)).toBe(1)
    expect(await countAfter('c', cancelled)).toBe(1)
  })
})

describe('a cancelled order', () => {
  const cancelled = { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: later(1) }

  it('in the body takes the points back, once', async () => {
    const shop = await test.open()
    const order = anOrder({ OriginalId: 'back', Customer: { OriginalId: 'ana' } })
    await shop.placed(order)
    const first = await shop.placed({ ...order, ...cancelled })
    expect(first).toMatchObject({
      State: 3,
      IsCompleted: false,
      IsCancelledOrReturned: true,
      OrderCompletedDate: NOW,
      OrderCancelledDate: later(1),
      Customer: { PointsBalance: 0, Cashback: 0, OrderCount: 0 },
    })
    expect(await shop.placed({ ...order, ...cancelled })).toEqual(first)
    expect(await shop.placed({ ...order, ...cancelled, UpdatedDate: later(1) })).toEqual(first)
    const { OriginalId, Customer } = order
    expect(await shop.placed({ OriginalId, Customer, IsCompleted: false })).toEqual(first)
    expect(await shop.story('ana')).toEqual(['+100 / +5 → 100 / 5', '-100 / -5 → 0 / 0'])
  })

  it('can no longer be changed: 33, unless what is sent is older', async () => {
    const shop = await test.open()
    const order = anOrder({ OriginalId: 'gone' })
    const first = await shop.placed({ ...order, ...cancelled })
    const stored = await shop.everything()
    expect(await shop.placeOrder(order)).toEqual(refused({ code: 33, says: 'gone' }))
    expect(await shop.placeOrder({ ...order, UpdatedDate: later(1) })).toEqual(
      refused({ code: 33, says: 'gone' }),
    )
    const { OriginalId, Customer } = order
    for (const change of [{ IsCancelledOrReturned: false }, { OrderStatus: 'shipped' }, { OrderTotal: 1 }]) {
      expect(await shop.placeOrder({ OriginalId, Customer, ...change })).toEqual(
        refused({ code: 33, says: 'gone' }),
      )
    }
    expect(resultOf(await shop.placeOrder({ ...order, UpdatedDate: earlier(1) }))).toEqual(first)
    expect(await shop.everything()).toEqual(stored)
  })
})

describe('what is wrong with an order is refused by number and name', () => {
  const without = (name: string): Body => ({ [name]: undefined })
  const cancelled = { IsCompleted: false, IsCancelledOrReturned: true, OrderCancelledDate: NOW }

  it.each<[string, Body, number, string]>([
    ['OriginalId missing', without('OriginalId'), 39, 'OriginalId'],
    ['OriginalId null', { OriginalId: null }, 39, 'OriginalId'],
    ['OriginalId blank', { OriginalId: ' \t' }, 39, 'OriginalId'],
    ['Customer missing', without('Customer'), 7, 'Customer'],
    ['Customer null', { Customer: null }, 7, 'Customer'],
    ['Customer without id, e-mail or document', { Customer: { Name: 'Ana' } }, 50, 'Customer'],
    ['Customer with blanks', { Customer: { OriginalId: '', Email: ' ', Document: null } }, 50, 'Customer'],
    ['complete without a date', { OrderCompletedDate: null }, 11, 'OrderCompletedDate'],
    ['complete with an empty date', { OrderCompletedDate: '0001-01-01T00:00:00' }, 11, 'OrderCompletedDate'],
    ['complete with no date at all', { OrderCompletedDate: 'yesterday' }, 11, 'OrderCompletedDate'],
    ['completed before it was placed', { OrderCompletedDate: iso(START - 1) }, 12, 'OrderCompletedDate'],
    ['both flags', { IsCancelledOrReturned: true, OrderCancelledDate: NOW }, 13, 'IsCancelledOrReturned'],
    ['cancelled without a date', { ...cancelled, OrderCancelledDate: null }, 14, 'OrderCancelledDate'],
    [
      'cancelled with an empty date',
      { ...cancelled, OrderCancelledDate: '0001-01-01' },
      14,
      'OrderCancelledDate',
    ],
    [
      'cancelled with no date at all',
      { ...cancelled, OrderCancelledDate: '15/01/2026' },
      14,
      'OrderCancelledDate',
    ],
    [
      'cancelled before it was placed',
      { ...cancelled, OrderCancelledDate: iso(START - 1) },
      15,
      'OrderCancelledDate',
    ],
    ['placement date missing', without('OrderPlacementDate'), 8, 'OrderPlacementDate'],
    ['placement date null', { OrderPlacementDate: null }, 8, 'OrderPlacementDate'],
    ['placement date blank', { OrderPlacementDate: '' }, 8, 'OrderPlacementDate'],
    ['placement date empty', { OrderPlacementDate: '0001-01-01T00:00:00' }, 8, 'OrderPlacementDate'],
    ['placement date garbage', { OrderPlacementDate: '2026-02-30' }, 8, 'OrderPlacementDate'],
    ['UpdatedDate garbage', { UpdatedDate: 'now' }, 8, 'UpdatedDate'],
    [
      'BirthdayDate garbage',
      { Customer: { OriginalId: 'a', BirthdayDate: '17/05/1990' } },
      8,
      'Customer.BirthdayDate',
    ],
    ['SignupDate garbage', { Customer: { OriginalId: 'a', SignupDate: '2026' } }, 8, 'Customer.SignupDate'],
    ['total missing', without('OrderTotal'), 7, 'OrderTotal'],
    ['total null', { OrderTotal: null }, 7, 'OrderTotal'],
    ['total below 0', { OrderTotal: -0.01 }, 9, 'OrderTotal'],
    ['product without id', { Products: [{ OriginalId: 'a' }, {}] }, 39, 'Products[1].OriginalId'],
    [
      'product price below 0',
      { Products: [{ OriginalId: 'a', ProductPrice: -1 }] },
      9,
      'Products[0].ProductPrice',
    ],
    ...[0, -1, 1.5, 1_000, 1e300].map((Quantity): [string, Body, number, string] => [
      `quantity ${Quantity}`,
      { Products: [{ OriginalId: 'a' }, { OriginalId: 'a', Quantity }] },
      10,
      'Products[1].Quantity',
    ]),
    ['shipping below 0', { ShippingValue: -0.01 }, 9, 'ShippingValue'],
    ['metadata without name', { Metadatas: [{ Name: 'a' }, { Name: ' ' }] }, 7, 'Metadatas[1].Name'],
  ])('%s', async (_case, members, code, field) => {
    const before = await test.shop.everything()
    const body = anOrder({ OriginalId: 'refused', Customer: { OriginalId: 'refused' }, ...members })
    const answer = await test.shop.placeOrder(body)
    expect(answer).toEqual(refused({ code, says: field }))
    expect(await test.shop.placeOrder(body, '/v1/pvt/Order')).toEqual(answer)
    expect(await test.shop.everything()).toEqual(before)
  })

  it("another customer's order is 99, whether that customer is known or not", async () => {
    const shop = await test.open()
    const order = anOrder({ OriginalId: 'hers', Customer: { OriginalId: 'ana' } })
    await shop.placed(order)
    await shop.placed(anOrder({ Customer: { OriginalId: 'bia' } }))
    const before = await shop.everything()
    for (const customer of ['bia', 'nobody']) {
      const theirs = { ...order, Customer: { OriginalId: customer }, UpdatedDate: later(1) }
      expect(await shop.placeOrder(theirs)).toEqual(refused({ code: 99, says: 'hers' }))
      expect(await shop.placeOrder({ ...theirs, UpdatedDate: earlier(1) })).toEqual(
        refused({ code: 99, says: 'hers' }),
      )
    }
    expect(await shop.everything()).toEqual(before)
    expect(await shop.getCustomer('nobody')).toMatchObject({ ErrorCode: 59 })
  })

  it('points beyond what an account can hold are 36', async () => {
    const huge = {
      cashback: { isOn: true, pointValue: '1' },
      rules: [{ id: 1, kind: 'purchase', points: '9999' }],
    } as const
    const shop = await test.open({ ...huge, rules: [...huge.rules] })
    const body = anOrder({ OrderTotal: 99_999_999_999 })
    expect(await shop.placeOrder(body)).toEqual(refused({ code: 36, says: 'order' }))
    expect(await shop.placed({ ...body, OrderTotal: 1 })).toMatchObject({
      Customer: { PointsBalance: 9_999 },
    })
  })
})

describe('a wrong JSON type is 36 and names the member', () => {
  const wrongTypes: [string, unknown, ...unknown[]][] = [
    ['OriginalId', 5, {}, ['a'], true],
    ['OrderPlacementDate', 1_768_478_400_000, {}],
    ['OrderCompletedDate', false],
    ['OrderCancelledDate', []],
    ['OrderStatus', 3],
    ['IsCancelledOrReturned', 'false', 0],
    ['IsCompleted', 'true', 1],
    ['OrderTotal', '100', true, {}],
    ['Customer', 'ana', []],
    ['Products', {}, 'none'],
    ['UpdatedDate', 0],
    ['Coupon', 10],
    ['Metadatas', {}],
    ['PaymentMethod', 'visa'],
    ['PaymentMethods', {}, 'visa'],
    ['Branch', []],
    ['SalesPerson', 7],
    ['ExternalCoupon', {}],
  ]
  const cases = wrongTypes.flatMap(([field, ...values]) =>
    values.map((value): [string, Body] => [field, { [field]: value }]),
  )

  it.each<[string, Body]>([
    ...cases,
    ['Customer.OriginalId', { Customer: { OriginalId: 1 } }],
    ['Customer.IsEnrolled', { Customer: { OriginalId: 'a', IsEnrolled: 'yes' } }],
    ['Customer.BirthdayDate', { Customer: { OriginalId: 'a', BirthdayDate: 19_900_517 } }],
    ['Products[1]', { Products: [{ OriginalId: 'a' }, null] }],
    ['Products[0].ProductPrice', { Products: [{ OriginalId: 'a', ProductPrice: '1' }] }],
    ['Products[0].ProductBrand', { Products: [{ OriginalId: 'a', ProductBrand: 'aurora' }] }],
    ['Products[0].IsActive', { Products: [{ OriginalId: 'a', IsActive: 1 }] }],
    ['Products[0].Quantity', { Products: [{ OriginalId: 'a', Quantity: '2' }] }],
    ['Products[0].EarnsPoints', { Products: [{ OriginalId: 'a', EarnsPoints: 'no' }] }],
    ['ShippingValue', { ShippingValue: '15' }],
    ['Metadatas[0]', { Metadatas: ['a'] }],
    ['Metadatas[0].Value', { Metadatas: [{ Name: 'a', Value: 1 }] }],
    ['Branch.Name', { Branch: { OriginalId: 'a', Name: 1 } }],
    ['PaymentMethods[0].PaidAmount', { PaymentMethods: [{ OriginalId: 'a', PaidAmount: '1' }] }],
  ])('%s %j', async (field, members) => {
    expect(await test.shop.placeOrder(anOrder(members))).toEqual(refused({ code: 36, says: field }))
  })

  it.each(['[]', '"order"', '5', 'null', ''])(
    'a body that is no object is malformed: %s',
    async (payload) => {
      const response = await test.api.send({
        method: 'POST',
        url: PLACE_PATHS[0],
        headers: { authorization: test.shop.key.authorization, 'content-type': 'application/json' },
        payload,
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ HasError: true, ErrorCode: null, Result: null })
    },
  )
})

it.each(PLACE_PATHS)('says by a header which events of the customer are in the answer: %s', async (path) => {
  const sequenceOf = async (method: 'GET' | 'POST', url: string, payload?: Body): Promise<unknown> => {
    const headers = { authorization: test.shop.key.authorization }
    const response = await test.api.send({ method, url, headers, ...(payload && { payload }) })
    expect([response.statusCode, response.json().HasError ?? false]).toEqual([200, false])
    return response.headers['punchcard-customer-sequence']
  }
  const first = anOrder()
  const { OriginalId: id, Customer: customer } = first
  const points = `/v1/pvt/Customer/${(customer as Body).OriginalId}/points`
  expect(await sequenceOf('POST', path, first)).toBe('1')
  expect(await sequenceOf('POST', path, first)).toBe('1')
  expect(await sequenceOf('POST', path, anOrder({ Customer: customer, IsCompleted: false }))).toBe('1')
  expect(await sequenceOf('POST', path, anOrder({ Customer: customer }))).toBe('2')
  expect(await sequenceOf('POST', `${path}/${id}/cancel`, { OrderCancelledDate: NOW })).toBe('3')
  expect(await sequenceOf('GET', points)).toBe('3')
})

describe('limits', () => {
  const TEXT = ['Name', 'Email', 'Phone', 'Document', 'OriginalId']
  const inCustomer = (name: string, value: string): Body => ({
    Customer: { OriginalId: 'limits', [name]: value },
  })
  const inProduct = (members: Body): Body => ({ Products: [{ OriginalId: 'a', ...members }] })

  const textMembers: [string, number, (text: string) => Body][] = [
    ['OriginalId', 250, (text) => ({ OriginalId: text })],
    ['OrderStatus', 250, (text) => ({ OrderStatus: text })],
    ['Coupon', 250, (text) => ({ Coupon: text })],
    ['ExternalCoupon', 250, (text) => ({ ExternalCoupon: text })],
    ...TEXT.map((name): [string, number, (text: string) => Body] => [
      `Customer.${name}`,
      250,
      (text) => inCustomer(name, text),
    ]),
    ...['PaymentMethod', 'Branch', 'SalesPerson'].flatMap(
      (name): [string, number, (text: string) => Body][] => [
        [`${name}.OriginalId`, 250, (text) => ({ [name]: { OriginalId: text } })],
        [`${name}.Name`, 250, (text) => ({ [name]: { OriginalId: 'a', Name: text } })],
      ],
    ),
    ['Products[0].OriginalId', 250, (text) => inProduct({ OriginalId: text })],
    ['Products[0].Title', 250, (text) => inProduct({ Title: text })],
    ['Products[0].Url', 2_048, (text) => inProduct({ Url: text })],
    ['Products[0].ImageUrl', 2_048, (text) => inProduct({ ImageUrl: text })],
    ['Products[0].ProductBrand.OriginalId', 250, (text) => inProduct({ ProductBrand: { OriginalId: text } })],
    ['Products[0].ProductBrand.Name', 250, (text) => inProduct({ ProductBrand: { Name: text } })],
    ['Metadatas[0].Name', 250, (text) => ({ Metadatas: [{ Name: text, Value: 'v' }] })],
    ['Metadatas[0].Value', 4_000, (text) => ({ Metadatas: [{ Name: 'n', Value: text }] })],
  ]

  it.each(textMembers)('%s takes %i characters and not one more', async (field, length, membersWith) => {
    const fitting = membersWith('😀'.repeat(length))
    const { Result } = await test.shop.placeOrder(anOrder({ IsCompleted: false, ...fitting }))
    expect(Result).toMatchObject({ State: 1 })
    const tooLong = await test.shop.placeOrder(anOrder(membersWith('x'.repeat(length + 1))))
    expect(tooLong).toEqual(refused({ code: 10, says: field }))
    expect(tooLong.ErrorMessage).toContain(String(length))
  })

  it.each<[string, number, (count: number) => Body]>([
    [
      'Products',
      500,
      (count) => ({
        Products: Array.from({ length: count }, (_, index) => ({
          OriginalId: `product-${index}`,
          ProductPrice: 1,
        })),
      }),
    ],
    [
      'Metadatas',
      50,
      (count) => ({
        Metadatas: Array.from({ length: count }, (_, index) => ({ Name: `name-${index}`, Value: 'v' })),
      }),
    ],
  ])('%s may have %i items and not one more', async (field, most, membersWith) => {
    const fitting = await test.shop.placed(anOrder(membersWith(most)))
    expect(fitting[field as 'Products' | 'Metadatas']).toHaveLength(most)
    const tooMany = await test.shop.placeOrder(anOrder(membersWith(most + 1)))
    expect(tooMany).toEqual(refused({ code: 10, says: field }))
    expect(tooMany.ErrorMessage).toContain(String(most))
  })

  it('PaymentMethods may have 50 items and not one more', async () => {
    const paid = (count: number): Body =>
      anOrder({ PaymentMethods: Array.from({ length: count }, (_, index) => ({ OriginalId: `${index}` })) })
    expect(await test.shop.placed(paid(50))).toMatchObject({ State: 2 })
    expect(await test.shop.placeOrder(paid(51))).toEqual(refused({ code: 10, says: 'PaymentMethods' }))
  })

  it.each([
    ['0.00001', 10],
    ['12.34567', 10],
    ['100000000000', 10],
    ['1e11', 10],
    ['1e400', 10],
    ['-1e400', 10],
    ['-1e11', 10],
    ['99999999999.9999', null],
    ['0.0001', null],
    ['1e3', null],
    ['-0', null],
  ])('the number %s is answered with %s', async (number, code) => {
    for (const [field, members] of [
      ['OrderTotal', { OrderTotal: '#' }],
      ['Products[0].ProductPrice', { Products: [{ OriginalId: 'a', ProductPrice: '#' }] }],
    ] as const) {
      const text = JSON.stringify(anOrder({ IsCompleted: false, ...members })).replace('"#"', number)
      const answer = await test.shop.sendText('POST', PLACE_PATHS[0], text)
      expect(answer).toEqual(
        code === null ? expect.objectContaining({ HasError: false }) : refused({ code, says: field }),
      )
    }
  })

  it.each<[string, Body]>([
    ['OriginalId', { OriginalId: 'a\0b' }],
    ['OriginalId', { OriginalId: 'half \ud83d' }],
    ['Customer.OriginalId', { Customer: { OriginalId: '\0' } }],
    ['Customer.Name', { Customer: { OriginalId: 'a', Name: 'A\0' } }],
    ['Products[0].Title', { Products: [{ OriginalId: 'a', Title: '\0' }] }],
    ['Metadatas[0].Value', { Metadatas: [{ Name: 'a', Value: '\0' }] }],
    ['Branch.OriginalId', { Branch: { OriginalId: '\0' } }],
    ['Coupon', { Coupon: '\udc00' }],
  ])('%s with a character that cannot be stored is 36', async (field, members) => {
    expect(await test.shop.placeOrder(anOrder(members))).toEqual(refused({ code: 36, says: field }))
  })
})

describe('dates', () => {
  it.each([
    ['2026-01-15T12:00:00Z', '2026-01-15T12:00:00.000Z'],
    ['2026-01-15T12:00:00.1234567Z', '2026-01-15T12:00:00.123Z'],
    ['2026-01-15T12:00:00+05:30', '2026-01-15T06:30:00.000Z'],
    ['2026-01-15T12:00:00-0300', '2026-01-15T15:00:00.000Z'],
    ['2026-01-15T12:00', '2026-01-15T15:00:00.000Z'],
    ['2026-01-15T12:00:00', '2026-01-15T15:00:00.000Z'],
    ['2026-01-15', '2026-01-15T03:00:00.000Z'],
    // São Paulo had summer time then, and on that day no midnight.
    ['2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['2018-11-05', '2018-11-05T02:00:00.000Z'],
    [' 2026-01-15T12:00:00Z ', '2026-01-15T12:00:00.000Z'],
  ])('%s is %s', async (sent, answered) => {
    const { OrderPlacementDate, OrderCompletedDate } = await test.shop.placed(
      anOrder({ OrderPlacementDate: sent, OrderCompletedDate: sent, UpdatedDate: sent }),
    )
    expect([OrderPlacementDate, OrderCompletedDate]).toEqual([answered, answered])
  })

  it.each(['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'UTC'])(
    'without an offset are those of %s, and an empty one is no date there either',
    async (timeZone) => {
      const shop = await test.open(DEMO_PROGRAM, { timeZone })
      const offsetHours =
        { 'Asia/Tokyo': 9, 'Europe/Berlin': 1, 'America/New_York': -5, UTC: 0 }[timeZone] ?? 0
      const answer = await shop.placed(
        anOrder({
          OrderPlacementDate: '2026-01-15T12:00:00',
          OrderCompletedDate: '0001-01-01T00:00:00',
          OrderCancelledDate: '0001-01-01T00:00:00Z',
          IsCompleted: false,
          UpdatedDate: '0001-01-01T00:00:00',
          Customer: {
            OriginalId: 'a',
            BirthdayDate: '0001-01-01',
            SignupDate: '0001-01-01T00:00:00.0000000',
          },
        }),
      )
      expect(answer).toMatchObject({
        OrderPlacementDate: iso(Date.UTC(2026, 0, 15, 12 - offsetHours)),
        OrderCompletedDate: null,
        OrderCancelledDate: null,
        UpdatedDate: iso(Math.min(START, Date.UTC(2026, 0, 15, 12 - offsetHours))),
        Customer: { BirthdayDate: null, SignupDate: null },
      })
    },
  )

  it('a date on an order that is not complete or cancelled is not held against it', async () => {
    const answer = await test.shop.placed(
      anOrder({ IsCompleted: false, OrderCompletedDate: earlier(1), OrderCancelledDate: earlier(1) }),
    )
    expect(answer).toMatchObject({ State: 1, OrderCompletedDate: earlier(1), OrderCancelledDate: earlier(1) })
  })
})

describe('ids', () => {
  it.each([
    'a/b',
    '%2F',
    'ção ☕ 😀',
    '...',
    "'; drop table customer --",
    ' 1 ',
    '1 2',
    '0',
    'null',
    'constructor',
  ])('may be any text: %s', async (id) => {
    const shop = await test.open()
    const first = await shop.placed(anOrder({ OriginalId: id, Customer: { OriginalId: id } }))
    expect(first).toMatchObject({ OriginalId: id, Customer: { OriginalId: id, PointsBalance: 100 } })
    expect(resultOf(await shop.getCustomer(id)).OriginalId).toBe(id)
    expect(resultOf(await shop.cancelOrder(id)).Status).toBe(3)
  })

  it('of another tenant are unknown here', async () => {
    const [one, other] = [await test.open(), await test.open()]
    const ours = await one.completed('shared', 'ana', 100)
    await one.completed('mine', 'bia', 100)
    const theirs = await other.completed('shared', 'someone-else', 7)
    expect(theirs).toMatchObject({ Customer: { PointsBalance: 7, OrderCount: 1 } })
    expect(theirs.Id).not.toBe(ours.Id)
    expect(await other.getCustomer('bia')).toMatchObject({ ErrorCode: 59 })
    expect(await other.cancelOrder('mine')).toMatchObject({ ErrorCode: 37 })
    expect(await other.completed('theirs', 'ana', 9)).toMatchObject({
      Customer: { PointsBalance: 9, OrderCount: 1 },
    })
    expect(await one.completed('last', 'ana', 1)).toMatchObject({ Customer: { PointsBalance: 101 } })
  })
})
