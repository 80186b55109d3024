/** Customers as a merchant's people find and see them: src/customers/admin-api/routes.ts. */
import { describe, expect, it } from 'vitest'
import type { CustomerAnswer, CustomerItem } from '../../src/customers/admin-api/schema.ts'
import { type Manager, useManager } from '../support/admin.ts'
import { erasedCustomer } from '../support/customers.ts'
import { allOf, MASKED, type PageOf } from '../support/seen.ts'
import { DAY_MS, iso, program, type Shop } from '../support/shop.ts'
import { BRONZE_SILVER_GOLD, giveTiers } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const test = useShops()
const admin = useManager(() => test.api)

const JOAO = {
  OriginalId: 'Cliente-7',
  Name: 'João da Silva',
  Email: 'joao@x.com',
  Phone: '+55 11 98765-4321',
  Document: '529.982.247-25',
}

interface Opened {
  readonly shop: Shop
  readonly manager: Manager
}

async function open(): Promise<Opened> {
  const shop = await test.open(program({ validityDays: 365 }))
  return { shop, manager: admin.manager(shop.key) }
}

const found = async (manager: Manager, query = ''): Promise<readonly CustomerItem[]> =>
  (await manager.done<PageOf<CustomerItem>>('GET', `/customers?${query}`)).body.items

const idOf = async (manager: Manager, search: string): Promise<number> => {
  const [first] = await found(manager, `search=${encodeURIComponent(search)}`)
  if (!first) throw new Error(`nobody is found by ${search}`)
  return first.id
}

describe('the list of customers', () => {
  it('shows each with balance, tier and contact, newest first, page by page', async () => {
    const { shop, manager } = await open()
    for (const name of ['ana', 'bia', 'caio', 'davi', 'eva']) await shop.completed(`o-${name}`, name, 10)
    await shop.completed('o-2', 'ana', 20)
    const [eva, ...others] = await allOf<CustomerItem>(manager, '/customers')
    expect(eva).toEqual({
      id: expect.any(Number),
      originalId: 'eva',
      publicId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: null,
      email: null,
      phone: null,
      document: null,
      isEnrolled: true,
      tier: null,
      balance: { points: '10', cashback: '1' },
      orders: 1,
      createdAt: iso(test.api.now),
      erasedAt: null,
    })
    expect(others.map(({ originalId, balance }) => [originalId, balance.points])).toEqual([
      ['davi', '10'],
      ['caio', '10'],
      ['bia', '10'],
      ['ana', '30'],
    ])
  })

  it('shows nobody twice and misses nobody while customers are added', async () => {
    const { shop, manager } = await open()
    for (let index = 0; index < 12; index += 1) await shop.completed(`o-${index}`, `c-${index}`, 10)
    let added = 0
    const seen = await allOf<CustomerItem>(manager, '/customers', {
      limit: 3,
      between: async () => {
        added += 1
        await shop.completed(`later-${added}`, `later-${added}`, 10)
      },
    })
    const ids = seen.map(({ originalId }) => originalId)
    expect(added).toBe(3)
    expect(ids).toEqual(Array.from({ length: 12 }, (_, index) => `c-${11 - index}`))
  })

  it('tells balances of which something was due as if it had been settled', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 10)
    test.api.now += 400 * DAY_MS
    expect((await found(manager))[0]?.balance).toEqual({ points: '0', cashback: '0' })
  })

  it('is filtered by whether they take part and by tier', async () => {
    const { shop, manager } = await open()
    const [bronze = 0, silver = 0, gold = 0] = await giveTiers(test.api, shop, BRONZE_SILVER_GOLD)
    await shop.completed('1', 'ana', 10)
    await shop.completed('2', 'bia', 600)
    await shop.completed('3', 'caio', 10, { Customer: { OriginalId: 'caio', IsEnrolled: false } })
    const names = async (query: string) => (await found(manager, query)).map(({ originalId }) => originalId)
    expect(await names('enrolled=false')).toEqual(['caio'])
    expect(await names('enrolled=true')).toEqual(['bia', 'ana'])
    expect(await names(`tier=${bronze}`)).toEqual(['caio', 'ana'])
    expect(await names(`tier=${silver}`)).toEqual(['bia'])
    expect(await names(`tier=${gold}`)).toEqual([])
    expect(await names(`tier=${silver}&enrolled=false`)).toEqual([])
    expect(await names(`tier=${silver}&search=bia`)).toEqual(['bia'])
    expect(await names(`tier=${bronze}&search=bia`)).toEqual([])
    expect(await names('enrolled=false&search=caio')).toEqual(['caio'])
    // An erased customer is in no tier, not even in that of everybody else.
    await erasedCustomer(shop, 'ana')
    expect(await names(`tier=${bronze}`)).toEqual(['caio'])
  })

  it('refuses a cursor of another list, and one that was made up', async () => {
    const { shop, manager } = await open()
    for (const name of ['ana', 'bia']) await shop.completed(`o-${name}`, name, 10)
    const { body } = await manager.done<PageOf<CustomerItem>>('GET', '/customers?limit=1')
    const made = (...keys: unknown[]) => Buffer.from(JSON.stringify(['', ...keys])).toString('base64url')
    for (const query of [
      `enrolled=true&cursor=${body.nextCursor}`,
      `search=ana&cursor=${body.nextCursor}`,
      `cursor=${made(1.5)}`,
      `cursor=${made(-1)}`,
      `cursor=${made('1; drop table customer')}`,
      'cursor=x',
    ]) {
      expect([query, (await manager.get(`/customers?${query}`)).status]).toEqual([query, 422])
    }
  })
})

describe('a search', () => {
  it.each([
    'joao',
    'JOÃO s',
    'silva',
    'joao@x',
    '529.982.247-25',
    '52998224725',
    '98765-4321',
    '+55 11 98765-4321',
    '11987654321',
    'cliente-7',
  ])('for “%s” finds the customer, and no other merchant’s', async (text) => {
    const { shop, manager } = await open()
    await shop.completed('1', 'x', 10, { Customer: JOAO })
    await shop.completed('2', 'maria', 10, { Customer: { OriginalId: 'maria', Name: 'Maria Pereira' } })
    const other = await open()
    await other.shop.completed('1', 'x', 10, { Customer: { ...JOAO, OriginalId: 'theirs' } })
    const query = `search=${encodeURIComponent(text)}`
    expect((await found(manager, query)).map(({ originalId }) => originalId)).toEqual(['Cliente-7'])
  })

  it('finds first who was meant exactly, then the newest, page by page', async () => {
    const { shop, manager } = await open()
    for (const name of ['ana', 'anabel', 'anatol', 'bia', 'ana-2'])
      await shop.completed(`o-${name}`, name, 10)
    const seen = await allOf<CustomerItem>(manager, '/customers?search=ana', { limit: 1 })
    expect(seen.map(({ originalId }) => originalId)).toEqual(['ana', 'ana-2', 'anatol', 'anabel'])
  })

  it('finds nobody by what is no letter and no digit', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 10)
    for (const text of ['%', '_', '*', "'", '\\']) {
      expect([text, await found(manager, `search=${encodeURIComponent(text)}`)]).toEqual([text, []])
    }
  })

  it('finds nothing out letter by letter for those who see customers masked', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'x', 10, { Customer: JOAO })
    const masked = async (text: string) =>
      (
        await manager.get<PageOf<CustomerItem>>(`/customers?search=${encodeURIComponent(text)}`, MASKED)
      ).body.items.map(({ name }) => name)
    for (const text of ['joao', 'joao@', '529', '5299822472', '98765-4321', 'silva']) {
      expect([text, await masked(text)]).toEqual([text, []])
    }
    for (const text of ['joao@x.com', '52998224725', 'cliente-7']) {
      expect([text, await masked(text)]).toEqual([text, ['J••• d••• S•••']])
    }
  })
})

describe('a customer', () => {
  it('is shown with profile, balance, what waits, expires and is owed, tier and orders', async () => {
    const shop = await test.open(
      program({ validityDays: 45 }, { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' }),
    )
    await giveTiers(test.api, shop)
    const manager = admin.manager(shop.key)
    const birthday = '1990-02-03T00:00:00.000Z'
    await shop.completed('1', 'x', 600, { Customer: { ...JOAO, BirthdayDate: birthday } })
    test.api.now += 20 * DAY_MS
    await shop.completed('2', 'x', 100, { Customer: JOAO })
    const { body } = await manager.done<CustomerAnswer>('GET', `/customers/${await idOf(manager, 'joao')}`)
    expect(body).toEqual({
      id: expect.any(Number),
      originalId: 'Cliente-7',
      publicId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'João da Silva',
      email: 'joao@x.com',
      phone: '+55 11 98765-4321',
      document: '529.982.247-25',
      birthday,
      version: expect.any(Number),
      mergedInto: null,
      isMasked: false,
      isEnrolled: true,
      enrolledAt: expect.any(String),
      erasedAt: null,
      signupAt: null,
      createdAt: iso(test.api.now - 20 * DAY_MS),
      balance: { points: '700', cashback: '70' },
      waiting: { points: '0', cashback: '0' },
      expiring: {
        in30Days: { points: '600', cashback: '60' },
        in60Days: { points: '700', cashback: '70' },
        in90Days: { points: '700', cashback: '70' },
      },
      activeOn: null,
      endsOn: null,
      noticedOn: null,
      owed: { points: '0', cashback: '0' },
      tier: {
        id: expect.any(Number),
        name: 'Silver',
        color: null,
        since: iso(test.api.now - 20 * DAY_MS),
        belowSince: null,
        goals: [{ name: 'R$ 500', measure: 'spend', value: '500', progress: '700', months: 12, isMet: true }],
      },
      nextTier: {
        id: expect.any(Number),
        name: 'Gold',
        color: null,
        goals: [
          { name: 'R$ 2000', measure: 'spend', value: '2000', progress: '700', months: 12, isMet: false },
        ],
      },
      counts: { orders: 2 },
      spent: '700',
      firstOrderAt: iso(test.api.now - 20 * DAY_MS),
      lastOrderAt: iso(test.api.now),
      consents: [],
    })
  })

  it('is shown with what waits, and with what is owed', async () => {
    const shop = await test.open(program({ waitingDays: 10, validityDays: 15 }))
    const manager = admin.manager(shop.key)
    await shop.completed('1', 'ana', 100)
    test.api.now += 11 * DAY_MS
    await shop.redeemed(await shop.makeReward(), 'ana')
    await shop.cancelled('1')
    await shop.completed('2', 'ana', 30)
    const { body } = await manager.done<CustomerAnswer>('GET', `/customers/${await idOf(manager, 'ana')}`)
    expect(body).toMatchObject({
      balance: { points: '-100', cashback: '-10' },
      waiting: { points: '30', cashback: '3' },
      expiring: { in30Days: { points: '0', cashback: '0' } },
      owed: { points: '100', cashback: '10' },
    })
  })

  it('has spent what complete orders add up to, without what was returned', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 100.1)
    await shop.completed('2', 'ana', 60.2)
    await shop.returned('2', 10)
    await shop.completed('3', 'ana', 10)
    await shop.cancelled('3')
    const { OrderCompletedDate: _, ...pending } = shop.completeOrder('4', 'ana', 70, { IsCompleted: false })
    await shop.placed(pending)
    await shop.completed('5', 'ana', 0.7, { Customer: { OriginalId: 'ana', IsEnrolled: false } })
    const path = `/customers/${await idOf(manager, 'ana')}`
    const spent = async () => (await manager.done<CustomerAnswer>('GET', path)).body.spent
    expect(await spent()).toBe('151')
    await test.reader.query('update customer set order_count = order_count + 2000 where tenant_id = $1', [
      shop.tenantId,
    ])
    expect(await spent()).toBeNull()
    await test.reader.query('update customer set order_count = order_count - 2000 where tenant_id = $1', [
      shop.tenantId,
    ])
  })

  it('is masked for those who may not see who it is', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'x', 10, { Customer: { ...JOAO, BirthdayDate: '1990-02-03T00:00:00Z' } })
    const id = await idOf(manager, 'joao')
    const { body } = await manager.get<CustomerAnswer>(`/customers/${id}`, MASKED)
    expect(body).toMatchObject({
      originalId: '•••e7',
      name: 'J••• d••• S•••',
      email: 'j•••@x.com',
      phone: '•••21',
      document: '•••25',
      birthday: null,
      // It follows from the members: who could ask for it could guess them.
      version: null,
      isMasked: true,
    })
    expect((await manager.get(`/customers/${id}`, MASKED)).etag).toBeUndefined()
    const { body: list } = await manager.get('/customers', MASKED)
    const all = JSON.stringify([body, list])
    for (const told of ['João', 'Silva', 'joao@', '98765', '4321', '529', '247', '1990']) {
      expect([told, all.includes(told)]).toEqual([told, false])
    }
  })

  it.each([
    ['an e-mail address', 'joao@x.com', 'j•••@x.com'],
    ['the document without dots', '52998224725', '•••25'],
    ['the phone', '+5511987654321', '•••21'],
    ['a document that is nowhere else', 'c-11144477735-br', '•••br'],
    ['a number of the shop', '4711', '•••'],
  ])('has %s as its id, which is masked', async (_what, originalId, shown) => {
    const { shop, manager } = await open()
    await shop.completed('1', 'x', 10, { Customer: { ...JOAO, OriginalId: originalId } })
    const { body } = await manager.get<CustomerAnswer>(`/customers/${await idOf(manager, 'joao')}`, MASKED)
    expect(body.originalId).toBe(shown)
  })

  it('of another merchant, or that there is not, is not there', async () => {
    const { shop, manager } = await open()
    await shop.completed('1', 'ana', 10)
    const id = await idOf(manager, 'ana')
    const other = await open()
    const PATHS = [
      '',
      '/balance-explained',
      '/timeline',
      '/lots',
      '/orders',
      '/redemptions',
      '/coupons',
      '/audit',
    ]
    for (const path of PATHS) {
      expect([path, (await manager.get(`/customers/${id}${path}`)).status]).toEqual([path, 200])
      expect([path, (await other.manager.get(`/customers/${id}${path}`)).status]).toEqual([path, 404])
      expect([path, (await manager.get(`/customers/999999999${path}`)).status]).toEqual([path, 404])
      expect([path, (await manager.get(`/customers/0${path}`)).status]).toEqual([path, 404])
      expect([path, (await manager.get(`/customers/ana${path}`)).status]).toEqual([path, 404])
    }
  })
})
