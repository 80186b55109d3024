/** A customer who comes without an id is the one who is known by the same document or e-mail: one person, one account. */
import { describe, expect, it } from 'vitest'
import { type Body, PLACE_PATHS, program, type Shop } from '../support/shop.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()
const ANA = { OriginalId: '7', Name: 'Ana', Email: 'ana@example.com', Document: '123.456.789-00' }

async function place(shop: Shop, id: string, customer: Body, more: Body = {}, path: string = PLACE_PATHS[0]) {
  const response = await shops.api.send({
    method: 'POST',
    url: path,
    headers: { authorization: shop.key.authorization },
    payload: { ...shop.completeOrder(id, 'nobody', 10), Customer: customer, ...more },
  })
  return { matchedBy: response.headers['punchcard-matched-by'] ?? null, answer: response.json() }
}

async function shopWithAna(settings = {}) {
  const shop = await shops.open(program(), { settings })
  await place(shop, 'first', ANA)
  return shop
}

async function accounts(shop: Shop): Promise<string[]> {
  const rows = await shops.reader.query<{ original_id: string; points: number }>(
    'select original_id, points_balance::float as points from customer where tenant_id = $1 order by original_id',
    [shop.tenantId],
  )
  return rows.map(({ original_id, points }) => `${original_id} ${points}`)
}

describe('an order whose customer has no id', () => {
  it.each(PLACE_PATHS)('counts for the customer with the same e-mail, %s', async (path) => {
    const shop = await shopWithAna()
    const { matchedBy, answer } = await place(shop, 'second', { Email: ' ANA@Example.com ' }, {}, path)
    expect(answer).toMatchObject({ HasError: false, Result: { State: 2 } })
    expect(matchedBy).toBe('email')
    expect(await accounts(shop)).toEqual(['7 20'])
  })

  it('counts for the customer with the same document, however it is written, before any e-mail', async () => {
    const shop = await shopWithAna()
    await place(shop, 'other', { OriginalId: '8', Email: 'family@example.com' })
    const { matchedBy } = await place(shop, 'second', {
      Document: '12345678900',
      Email: 'family@example.com',
    })
    expect(matchedBy).toBe('document')
    expect(await accounts(shop)).toEqual(['7 20', '8 10'])
  })

  it('starts an account of its own for a person who shares an e-mail and has another document', async () => {
    const shop = await shopWithAna()
    const { matchedBy } = await place(shop, 'second', { Document: '999', Email: ANA.Email })
    expect(matchedBy).toBeNull()
    expect(await accounts(shop)).toEqual(['7 10', 'ana@example.com 10'])
  })

  it('starts an account of its own where several have the e-mail or the document', async () => {
    const shop = await shopWithAna()
    await place(shop, 'other', { OriginalId: '8', Email: ANA.Email, Document: ANA.Document })
    expect((await place(shop, 'by-email', { Email: ANA.Email })).matchedBy).toBeNull()
    // Nor does the e-mail decide what the document leaves open.
    const only = { OriginalId: '9', Email: 'only@example.com' }
    await place(shop, 'only', only)
    const open = { Email: only.Email, Document: ANA.Document }
    expect((await place(shop, 'by-document', open)).matchedBy).toBe(null)
    expect(await accounts(shop)).toEqual([
      '7 10',
      '8 10',
      '9 10',
      'ana@example.com 10',
      'only@example.com 10',
    ])
  })

  it('goes on with the account that has the e-mail as its id, and says nothing of a match', async () => {
    const shop = await shops.open(program())
    expect((await place(shop, 'first', { Email: 'guest@example.com' })).matchedBy).toBeNull()
    await place(shop, 'other', { OriginalId: '8', Email: 'guest@example.com' })
    expect((await place(shop, 'second', { Email: 'guest@example.com' })).matchedBy).toBeNull()
    expect(await accounts(shop)).toEqual(['8 10', 'guest@example.com 20'])
  })

  it('takes an id that is sent at its word, also one that looks like an e-mail', async () => {
    const shop = await shopWithAna()
    const { matchedBy } = await place(shop, 'second', { OriginalId: ANA.Email, Email: ANA.Email })
    expect(matchedBy).toBeNull()
    expect(await accounts(shop)).toEqual(['7 10', 'ana@example.com 10'])
  })

  it('finds nobody of another merchant, and no erased person', async () => {
    const other = await shopWithAna()
    const shop = await shops.open(program())
    expect((await place(shop, 'first', { Email: ANA.Email })).matchedBy).toBeNull()
    await other.sendText('DELETE', '/v1/pvt/Customer/7')
    expect((await place(other, 'second', { Email: ANA.Email })).matchedBy).toBeNull()
    expect(await accounts(shop)).toEqual(['ana@example.com 10'])
  })

  it('stays with the customer who has placed it, also when another one gets the same e-mail', async () => {
    const shop = await shopWithAna()
    const pending = { IsCompleted: false, OrderCompletedDate: null }
    expect((await place(shop, 'late', { Email: ANA.Email }, pending)).matchedBy).toBe('email')
    await place(shop, 'other', { OriginalId: '8', Email: ANA.Email })
    const { answer, matchedBy } = await place(shop, 'late', { Email: ANA.Email })
    expect(answer).toMatchObject({ HasError: false, Result: { State: 2 } })
    expect(matchedBy).toBe('email')
    expect(await accounts(shop)).toEqual(['7 20', '8 10'])
  })

  it('can’t take over an order of somebody else', async () => {
    const shop = await shopWithAna()
    const { answer } = await place(shop, 'first', { Email: 'eve@example.com' }, { OrderTotal: 9_000 })
    expect(answer).toMatchObject({ HasError: true })
    expect(await accounts(shop)).toEqual(['7 10'])
  })

  it('is a customer of its own where the merchant has switched that off', async () => {
    const shop = await shopWithAna({ matchesCustomers: false })
    expect((await place(shop, 'second', { Email: ANA.Email })).matchedBy).toBeNull()
    expect(await accounts(shop)).toEqual(['7 10', 'ana@example.com 10'])
  })
})

it('recognises, in one list, customers that the list itself has brought', async () => {
  const shop = await shops.open(program())
  const order = (id: string, Customer: Body) => ({ ...shop.completeOrder(id, 'nobody', 10), Customer })
  const { FailedCount } = await shop.placeOrders([
    order('1', ANA),
    order('2', { Email: ANA.Email }),
    order('3', { Document: ANA.Document }),
    order('4', { Email: 'new@example.com', Document: '55' }),
    order('5', { Document: '55' }),
  ] as never)
  expect(FailedCount).toBe(0)
  expect(await accounts(shop)).toEqual(['7 30', 'new@example.com 20'])
})

it('gives a coupon for a customer without an id to the one who is known', async () => {
  const shop = await shopWithAna()
  const coupon = {
    OriginalId: 'c-1',
    CouponCode: 'WELCOME',
    CreatedDate: '2026-01-01T10:00:00-03:00',
    CouponType: 0,
    IsUsed: false,
    CouponValue: 5,
    ValidDateStart: '2026-01-02T00:00:00Z',
    ValidDateEnd: '2026-02-02T00:00:00Z',
    Customer: { Email: ANA.Email },
  }
  expect(await shop.createCoupon(coupon)).toMatchObject({ HasError: false, TotalItemCount: 1 })
  expect(await accounts(shop)).toEqual(['7 10'])
})
