import { describe, expect, it } from 'vitest'
import { refusedCoupon } from '../support/answers.ts'
import { type Body, DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { START } from '../support/test-api.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const NOW = iso(START)

async function open(published = program()): Promise<Shop> {
  const shop = await test.open(published)
  await shop.completed('first', 'ana', 100)
  return shop
}

const COUPON: Body = {
  OriginalId: 'c-1',
  CouponCode: 'Welcome-1',
  CreatedDate: '2026-01-01T10:00:00-03:00',
  CouponType: 0,
  IsUsed: false,
  CouponValue: 12.5,
  ValidDateStart: '2026-01-02T00:00:00Z',
  ValidDateEnd: '2026-02-02T00:00:00Z',
  CustomerId: 'ana',
}

describe('the answer', () => {
  it('is a list of the one coupon, with every member', async () => {
    const shop = await open()
    const [{ id }] = (await test.reader.query<{ id: number }>(
      'select id::int from customer where tenant_id = $1',
      [shop.tenantId],
    )) as [{ id: number }]
    expect(await shop.createCoupon(COUPON)).toStrictEqual({
      Items: [
        {
          CouponCode: 'Welcome-1',
          CreatedDate: '2026-01-01T13:00:00.000Z',
          IsUsed: false,
          CouponValue: 12.5,
          CustomerId: id,
          ValidDateStart: '2026-01-02T00:00:00.000Z',
          ValidDateEnd: '2026-02-02T00:00:00.000Z',
          CouponType: 0,
        },
      ],
      TotalItemCount: 1,
      PageSize: 1,
      PageNumber: 1,
      HasNextPage: false,
      HasError: false,
      ErrorMessages: [],
    })
    // A coupon that the merchant gives costs the customer nothing.
    expect(await shop.story('ana')).toEqual(['+100 / +10 → 100 / 10'])
  })

  it('of the least that a coupon can be', async () => {
    const shop = await open()
    const { Items } = await shop.createCoupon({ CouponCode: ' least ', CouponType: 2, CustomerId: 'ana' })
    expect(Items).toStrictEqual([
      {
        CouponCode: 'least',
        CreatedDate: NOW,
        IsUsed: false,
        CouponValue: 0,
        CustomerId: expect.any(Number),
        ValidDateStart: null,
        ValidDateEnd: null,
        CouponType: 2,
      },
    ])
  })

  it.each([
    [0, 0.01],
    [1, 100],
    [2, 0],
    [3, 5],
    [4, 0],
  ])('type %d with a value of %d', async (CouponType, CouponValue) => {
    const shop = await open()
    const { Items } = await shop.createCoupon({ ...COUPON, CouponType, CouponValue, IsUsed: true })
    expect(Items).toMatchObject([{ CouponType, CouponValue, IsUsed: true }])
  })

  it('reads dates without an offset in the zone of the tenant', async () => {
    const shop = await open()
    const { Items } = await shop.createCoupon({ ...COUPON, ValidDateStart: '2026-01-02', ValidDateEnd: null })
    expect(Items).toMatchObject([{ ValidDateStart: '2026-01-02T03:00:00.000Z', ValidDateEnd: null }])
  })
})

describe('a coupon that is sent again', () => {
  it('as it was is answered the same', async () => {
    const shop = await open()
    const first = await shop.createCoupon(COUPON)
    test.api.now += DAY_MS
    expect(await shop.createCoupon(COUPON)).toEqual(first)
    expect(await shop.createCoupon({ ...COUPON, CreatedDate: null })).toEqual(first)
    expect(await shop.createCoupon({ ...COUPON, CouponCode: 'WELCOME-1' })).toEqual(first)
  })

  it('after an order used it, or after it was inactivated, is answered as it stands', async () => {
    const shop = await open()
    await shop.createCoupon(COUPON)
    await shop.completed('uses', 'ana', 10, { Coupon: 'welcome-1' })
    expect((await shop.createCoupon(COUPON)).Items).toMatchObject([{ IsUsed: true }])
    await shop.cancelled('uses')
    expect((await shop.createCoupon(COUPON)).Items).toMatchObject([{ IsUsed: false }])
    await shop.inactivate('welcome-1')
    expect((await shop.createCoupon(COUPON)).Items).toMatchObject([{ IsUsed: true }])
  })

  it.each<[string, Body]>([
    ['another type', { CouponType: 3 }],
    ['another value', { CouponValue: 12.49 }],
    ['another start', { ValidDateStart: NOW }],
    ['another end', { ValidDateEnd: null }],
    ['another date', { CreatedDate: NOW }],
    ['another id', { OriginalId: null }],
    ['another use', { IsUsed: true }],
    ['another customer', { CustomerId: 'bia' }],
    ['a new customer', { CustomerId: null, Customer: { OriginalId: 'cleo' } }],
  ])('with %s is refused with 71', async (_case, change) => {
    const shop = await open()
    await shop.completed('second', 'bia', 10)
    await shop.createCoupon(COUPON)
    const stored = await shop.everything()
    expect(await shop.createCoupon({ ...COUPON, ...change })).toEqual(
      refusedCoupon({ code: 71, says: 'CouponCode' }),
    )
    expect(await shop.createCoupon({ ...COUPON, ...change, CouponCode: 'wELCOME-1' })).toEqual(
      refusedCoupon({ code: 71, says: 'CouponCode' }),
    )
    expect(await shop.everything()).toEqual(stored)
  })

  it('with a code that a reward has issued, or keeps in a list, is refused with 71', async () => {
    const shop = await open()
    const reward = await shop.makeReward({}, ['listed-1', 'ação-2'])
    await shop.redeemed(reward, 'ana')
    for (const CouponCode of ['LISTED-1', 'AÇÃO-2']) {
      expect(await shop.createCoupon({ ...COUPON, CouponCode })).toEqual(
        refusedCoupon({ code: 71, says: 'CouponCode' }),
      )
    }
  })
})

describe('the customer', () => {
  const ana = { OriginalId: 'dora', Name: 'Dora Lima', Email: 'dora@example.com', BirthdayDate: '1990-05-17' }

  it('is added where there is a Customer, and welcomed', async () => {
    const shop = await open(program({}, { id: 2, kind: 'signup', points: '20' }))
    const { Items } = await shop.createCoupon({ ...COUPON, CustomerId: null, Customer: ana })
    expect((await shop.getCustomer('dora')).Result).toMatchObject({
      Name: 'Dora Lima',
      IsEnrolled: true,
    })
    expect(await shop.story('dora')).toEqual(['+20 / +2 → 20 / 2'])
    const { Customer } = await shop.completed('o', 'dora', 10)
    expect(Customer).toMatchObject({ Id: Items?.[0]?.CustomerId, PointsBalance: 30 })
  })

  it.each<[string, Body, string]>([
    ['CustomerId', { CustomerId: 'eva', Customer: { Name: 'Eva' } }, 'eva'],
    ['its Email', { CustomerId: null, Customer: { Email: 'e@x.example', Document: '1' } }, 'e@x.example'],
    ['its Document', { CustomerId: '', Customer: { Document: 'doc-1' } }, 'doc-1'],
  ])('without OriginalId goes by %s', async (_case, change, id) => {
    const shop = await open()
    await shop.createCoupon({ ...COUPON, ...change })
    expect((await shop.getCustomer(id)).Result).toMatchObject({ OriginalId: id })
    expect(await shop.coupon('welcome-1')).toMatchObject({ customer: id })
  })

  it('who is known takes what is sent', async () => {
    const shop = await open()
    await shop.createCoupon({ ...COUPON, Customer: { Name: 'Ana Souza', Phone: null } })
    expect((await shop.getCustomer('ana')).Result).toMatchObject({ Name: 'Ana Souza' })
  })

  it('who is not enrolled is not welcomed', async () => {
    const shop = await open(program({}, { id: 2, kind: 'signup', points: '20' }))
    await shop.createCoupon({ ...COUPON, CustomerId: null, Customer: { ...ana, IsEnrolled: false } })
    expect(await shop.events('dora')).toEqual([])
  })
})

describe('what is refused', () => {
  it.each<[string, Body, number, string]>([
    ['no code', { CouponCode: null }, 7, 'CouponCode'],
    ['a blank code', { CouponCode: ' ' }, 7, 'CouponCode'],
    ['an unknown customer', { CustomerId: 'nobody' }, 55, 'nobody'],
    ['no customer at all', { CustomerId: null }, 55, 'CustomerId'],
    ['a customer without any id', { CustomerId: null, Customer: { Name: 'X' } }, 50, 'Customer'],
    ['two customers', { Customer: { OriginalId: 'bia' } }, 56, 'Customer.OriginalId'],
    ['no type', { CouponType: null }, 8, 'CouponType'],
    ['a type below 0', { CouponType: -1 }, 8, 'CouponType'],
    ['a type above 4', { CouponType: 5 }, 8, 'CouponType'],
    ['half a type', { CouponType: 1.5 }, 8, 'CouponType'],
    ['no value', { CouponValue: null }, 9, 'CouponValue'],
    ['a fixed value of 0', { CouponValue: 0 }, 9, 'CouponValue'],
    ['a percentage below 0', { CouponType: 1, CouponValue: -1 }, 9, 'CouponValue'],
    ['a shipping discount of 0', { CouponType: 3, CouponValue: 0 }, 9, 'CouponValue'],
    ['a percentage above 100', { CouponType: 1, CouponValue: 100.01 }, 4, 'CouponValue'],
    ['an end before the start', { ValidDateEnd: '2026-01-01T23:59:59Z' }, 0, 'ValidDateEnd'],
    ['no date as date', { CreatedDate: 'yesterday' }, 8, 'CreatedDate'],
    ['no date as start', { ValidDateStart: '2026-13-01' }, 8, 'ValidDateStart'],
    ['no date as end', { ValidDateEnd: 'x' }, 8, 'ValidDateEnd'],
    ['no date as birthday', { Customer: { BirthdayDate: 'x' } }, 8, 'Customer.BirthdayDate'],
    ['a code of a wrong type', { CouponCode: 1 }, 56, 'CouponCode'],
    ['a value of a wrong type', { CouponValue: '5' }, 56, 'CouponValue'],
    ['a type of a wrong type', { CouponType: '0' }, 56, 'CouponType'],
    ['a customer of a wrong type', { Customer: [] }, 56, 'Customer'],
    ['IsUsed of a wrong type', { IsUsed: 1 }, 56, 'IsUsed'],
    ['a code that cannot be stored', { CouponCode: 'a\0' }, 56, 'CouponCode'],
    ['a code too long', { CouponCode: 'x'.repeat(251) }, 10, 'CouponCode'],
    ['a value too large', { CouponValue: 1e11 }, 10, 'CouponValue'],
    ['an id too long', { OriginalId: 'x'.repeat(251) }, 10, 'OriginalId'],
  ])('%s', async (_case, change, code, field) => {
    const shop = await open()
    const stored = await shop.everything()
    expect(await shop.createCoupon({ ...COUPON, ...change })).toEqual(refusedCoupon({ code, says: field }))
    expect(await shop.everything()).toEqual(stored)
    expect(await shop.coupon('welcome-1')).toBeUndefined()
  })

  it('not an end at the start', async () => {
    const shop = await open()
    const { HasError } = await shop.createCoupon({ ...COUPON, ValidDateEnd: COUPON.ValidDateStart })
    expect(HasError).toBe(false)
  })
})

describe('another merchant', () => {
  it('may use the same code, and does not know our customers', async () => {
    const [mine, theirs] = [await open(), await open()]
    await mine.completed('o', 'mine', 10)
    expect((await mine.createCoupon({ ...COUPON, CustomerId: 'mine' })).HasError).toBe(false)
    expect(await theirs.createCoupon({ ...COUPON, CustomerId: 'mine' })).toEqual(
      refusedCoupon({ code: 55, says: 'mine' }),
    )
    expect((await theirs.createCoupon({ ...COUPON, CouponValue: 1 })).Items).toMatchObject([
      { CouponValue: 1 },
    ])
  })
})
