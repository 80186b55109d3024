import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../src/earning/program-problems.ts'
import type { Earn } from '../../src/orders/public-api/schema.ts'
import { upsertCustomer } from '../support/customers.ts'
import { itIsGuarded } from '../support/guarded.ts'
import { IDS, randomProgram } from '../support/random-program.ts'
import { seedOf } from '../support/seed.ts'
import { type Body, DAY_MS, type ProgramToPublish, program, type Shop } from '../support/shop.ts'
import { openStorefront, type Storefront } from '../support/storefront.ts'
import { START } from '../support/test-api.ts'
import { giveTiers, orders, spend } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'
import { until } from '../support/workers.ts'

const shops = useShops()
/** Of each law; by name as many as one likes: `EARN_BASKETS=10000 npm test -- public/earn`. */
const BASKETS = Number(process.env.EARN_BASKETS ?? 60)

/** It names the run that failed. */
const SEED = seedOf()

type Rules = Parameters<typeof program>

async function open(purchase: Rules[0] = {}, ...others: Rules[1][]) {
  return openStorefront(shops.api, await shops.open(program(purchase, ...others)))
}

async function told(storefront: Storefront, query: string): Promise<Earn> {
  const answer = await storefront.ofShop(`/earn?${query}`)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

async function toldTo(storefront: Storefront, customer: string, query: string): Promise<Earn> {
  return storefront.read<Earn>(`/earn?${query}`, await storefront.tokenOf(customer))
}

/** What an order of now has earned. */
async function earned(shop: Shop, id: string, customer: string, total: number, more: Body = {}) {
  const { Items } = await shop.placeOrders([shop.completeOrder(id, customer, total, more)])
  const [done] = Items ?? []
  if (!done?.Result) throw new Error(JSON.stringify(done))
  return done.Result.PointsGranted
}

const pointsOf = ({ items, order }: Earn) => [...items.map(({ points }) => points), order?.points ?? null]

describe('what goods earn', () => {
  it('is this, to the last member, in the order asked, one for each', async () => {
    const storefront = await open({}, { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' })
    await storefront.shop.savedProduct('beans:250', {
      ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' },
    })
    const query = 'p=espresso:8.50&p=beans%3A250:39.90&p=espresso:8.50&total=50.00'
    expect(await told(storefront, query)).toEqual({
      items: [
        { id: 'espresso', points: '8', cashback: '0.80' },
        { id: 'beans:250', points: '79', cashback: '7.90' },
        { id: 'espresso', points: '8', cashback: '0.80' },
      ],
      order: { points: '89', cashback: '8.90', isBelowMinimum: false, isUpTo: false },
    })
    expect(await told(storefront, 'p=espresso:8.5')).toEqual({
      items: [{ id: 'espresso', points: '8', cashback: '0.80' }],
      order: null,
    })
  })

  it('has no cashback where that is off', async () => {
    const shop = await shops.open({ ...program(), cashback: { isOn: false, pointValue: '0.1' } })
    const storefront = await openStorefront(shops.api, shop)
    expect(await told(storefront, 'p=a:10&total=10')).toEqual({
      items: [{ id: 'a', points: '10', cashback: null }],
      order: { points: '10', cashback: null, isBelowMinimum: false, isUpTo: false },
    })
  })

  it('says that an order is too small, and that customers may earn less', async () => {
    const storefront = await open({ minimumOrder: '50' }, { id: 2, kind: 'cap', points: '500', per: 'day' })
    expect(await told(storefront, 'p=a:10&total=10')).toMatchObject({
      items: [{ points: '10' }],
      order: { points: '0', isBelowMinimum: true, isUpTo: true },
    })
  })

  it('is what the base tier has', async () => {
    const shop = await shops.open(program())
    await giveTiers(shops.api, shop, [
      {
        name: 'Bronze',
        order: 1,
        isBase: true,
        benefits: [{ description: 'Double', type: 1, multiplier: 20_000n }],
      },
      { name: 'Silver', order: 2, goals: [spend(500)] },
    ] as never)
    const storefront = await openStorefront(shops.api, shop)
    // Silver has no such benefit, so it is not promised to everyone.
    expect((await told(storefront, 'p=a:10&total=10')).order).toMatchObject({ points: '20', isUpTo: true })
  })

  it('is nothing that can be told without a purchase rule', async () => {
    const storefront = await open({ isActive: false })
    const visitor = await storefront.ofShop('/earn?p=a:1')
    const customer = await storefront.own('/earn?p=a:1', await storefront.tokenOf('ana'))
    for (const answer of [visitor, customer]) {
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        {
          type: 'urn:punchcard:problem:conflict',
          title: 'Not possible right now',
          status: 409,
          detail: 'Orders do not earn points at the moment.',
          code: 'noRule',
          requestId: expect.any(String),
        },
      ])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it('knows a change of the catalog within a minute, and one of the program within seconds', async () => {
    const storefront = await open({}, { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' })
    expect(pointsOf(await told(storefront, 'p=mug:10'))).toEqual(['10', null])
    await storefront.shop.savedProduct('mug', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
    shops.api.now = START + 60_000
    expect(pointsOf(await told(storefront, 'p=mug:10'))).toEqual(['20', null])
    await storefront.shop.publish(program({ points: '3' }))
    await until(async () => pointsOf(await told(storefront, 'p=mug:10'))[0] === '30')
  })
})

describe('what is wrong with a question', () => {
  const many = (count: number) => Array.from({ length: count }, () => 'p=a:1').join('&')

  it.each<[string, string, string[]]>([
    ['no product', '', ['/p']],
    ['51 products', many(51), ['/p']],
    ['no price', 'p=espresso', ['/p/0']],
    ['no id', 'p=a:1&p=:8.50', ['/p/1']],
    ['a price below zero', 'p=a:-1', ['/p/0']],
    ['a price with five decimals', 'p=a:1.00000', ['/p/0']],
    ['a price without digits', 'p=a:1e3', ['/p/0']],
    ['a comma', 'p=a:1,50', ['/p/0']],
    ['an id that is too long', `p=${'a'.repeat(251)}:1`, ['/p/0']],
    ['an id that PostgreSQL can’t keep', 'p=%00:1', ['/p/0']],
    ['a wrong total', 'p=a:1&total=-1', ['/total']],
    ['two totals', 'p=a:1&total=1&total=2', ['/total']],
    ['what walks past caches', 'p=a:1&x=1', ['/x']],
    ['a language, which it does not need', 'p=a:1&lang=en', ['/lang']],
    ['too long an address', `${many(30)}&p=${'%41'.repeat(2_000)}:1`, ['']],
  ])('%s', async (_what, query, pointers) => {
    const storefront = await open()
    const token = await storefront.tokenOf('ana')
    for (const answer of [
      await storefront.ofShop(`/earn?${query}`),
      await storefront.own(`/earn?${query}`, token),
    ]) {
      expect([answer.statusCode, answer.json().errors?.map(({ pointer }: never) => pointer)]).toEqual([
        422,
        pointers,
      ])
    }
  })

  it('50 products and 250 characters are not too many', async () => {
    const storefront = await open()
    expect((await told(storefront, many(50))).items).toHaveLength(50)
    expect((await told(storefront, `p=${'a'.repeat(250)}:1`)).items).toHaveLength(1)
  })
})

describe('how long it is kept', () => {
  it('says for how long, and names its bytes', async () => {
    const storefront = await open()
    const answer = await storefront.ofShop('/earn?p=a:1', { origin: 'https://anywhere.example' })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60, stale-while-revalidate=60',
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'x-content-type-options': 'nosniff',
    })
    const { etag = '' } = answer.headers
    const again = await storefront.ofShop('/earn?p=a:1', { 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await storefront.ofShop('/earn?p=a:2', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('is right in the minute in which a happy hour begins, and in that in which it ends', async () => {
    // 17:00 to 19:00 in São Paulo.
    const [from, end] = [Date.UTC(2026, 0, 15, 20), Date.UTC(2026, 0, 15, 22)]
    const storefront = await open(
      {},
      {
        id: 2,
        kind: 'brand',
        ids: ['aurora'],
        multiplier: '2',
        when: { hours: [{ from: '17:00', until: '19:00' }] },
      },
    )
    await storefront.shop.savedProduct('mug', { ProductBrand: { OriginalId: 'aurora', Name: 'Aurora' } })
    const secondsOf = (text: unknown) => Number(/max-age=(\d+)/.exec(String(text))?.[1])
    for (const [at, points] of [
      [from - 90_000, '10'],
      [from - 40_000, '10'],
      [from - 1_000, '10'],
      [from - 1, '10'],
      [from, '20'],
      [from + 20_000, '20'],
      [end - 25_000, '20'],
      [end - 1, '20'],
      [end, '10'],
      [end + 61_000, '10'],
    ] as const) {
      shops.api.now = at
      const answer = await storefront.ofShop('/earn?p=mug:10&total=10')
      expect([at, pointsOf(answer.json())]).toEqual([at, [points, points]])
      const seconds = secondsOf(answer.headers['cache-control'])
      const next = at < from ? from : at < end ? end : Number.POSITIVE_INFINITY
      expect([at, seconds]).toEqual([at, Math.floor(Math.min(60_000, next - at) / 1_000)])
      const mine = await toldTo(storefront, 'ana', 'p=mug:10&total=10')
      expect([at, pointsOf(mine)]).toEqual([at, [points, points]])
    }
  })

  it('is right when a scheduled version takes effect', async () => {
    const storefront = await open()
    await shops.reader.query(
      `insert into program_version (tenant_id, version, program, published_at, effective_at)
      select tenant_id, 2, jsonb_set(program, '{rules,0,points}', '"3"'), published_at, $2 from program_version
      where tenant_id = $1`,
      [storefront.shop.tenantId, new Date(START + 10_000)],
    )
    await until(async () =>
      String((await storefront.ofShop('/earn?p=a:10')).headers['cache-control']).includes('max-age=10,'),
    )
    shops.api.now = START + 10_000
    expect(pointsOf(await told(storefront, 'p=a:10'))).toEqual(['30', null])
  })
})

it('asks the database for what is not in memory 200 times a second, for all visitors of a shop', async () => {
  const storefront = await open({}, { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '2' })
  await told(storefront, 'p=known:1')
  const flood = Array.from({ length: 260 }, (_, price) => storefront.ofShop(`/earn?p=known:${price + 2}`))
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(1)
  expect(refused[0]?.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' })
  expect((await storefront.ofShop('/earn?p=known:1')).statusCode).toBe(200)
})

it('is not there while the switch is off', async () => {
  const shop = await shops.open(program())
  const storefront = await openStorefront(shops.api, shop, { content: { switches: { earn: false } } })
  expect((await storefront.ofShop('/earn?p=a:1')).statusCode).toBe(404)
})

describe('what it earns a customer', () => {
  itIsGuarded(shops, {
    path: '/earn?p=espresso:8.50&total=8.50',
    switch: 'earn',
    perSecond: 5,
    ofProspect: {
      items: [{ id: 'espresso', points: '8', cashback: '0.80' }],
      order: { points: '8', cashback: '0.80', isBelowMinimum: false, isUpTo: false },
    },
  })

  it('counts the tier, and what caps and limits leave', async () => {
    const shop = await shops.open(
      program(
        {},
        { id: 2, kind: 'product', ids: ['mug'], multiplier: '3', limit: { times: 1, per: 'ever' } },
        { id: 3, kind: 'cap', points: '150', per: 'day' },
      ),
    )
    await giveTiers(shops.api, shop, [
      { name: 'Bronze', order: 1, isBase: true },
      {
        name: 'Silver',
        order: 2,
        goals: [orders(1)],
        benefits: [{ description: 'x', type: 1, multiplier: 15_000n }],
      },
    ] as never)
    const storefront = await openStorefront(shops.api, shop)
    const query = 'p=mug:20&p=tea:20&total=40'
    const before = await toldTo(storefront, 'ana', query)
    expect(pointsOf(before)).toEqual(['60', '20', '80'])
    expect(before.order).toMatchObject({ isUpTo: false })
    const line = (OriginalId: string) => ({ OriginalId, ProductPrice: 20 })
    expect(await earned(shop, 'o1', 'ana', 40, { Products: [line('mug'), line('tea')] })).toBe(80)
    // Silver now, the mug was given its multiplier, and 70 are left of today.
    expect(pointsOf(await toldTo(storefront, 'ana', query))).toEqual(['30', '30', '60'])
    expect(pointsOf(await toldTo(storefront, 'ana', 'p=tea:90&total=90'))).toEqual(['70', '70'])
    expect(await earned(shop, 'o2', 'ana', 90, { Products: [line('tea')] })).toBe(70)
    shops.api.now = START + DAY_MS
    expect(pointsOf(await toldTo(storefront, 'ana', 'p=tea:90&total=90'))).toEqual(['135', '135'])
  })

  it('is nothing for who has opted out', async () => {
    const storefront = await open()
    await upsertCustomer(storefront.shop, { OriginalId: 'ana', IsEnrolled: false })
    expect(await toldTo(storefront, 'ana', 'p=a:10&total=10')).toEqual({
      items: [{ id: 'a', points: '0', cashback: '0.00' }],
      order: { points: '0', cashback: '0.00', isBelowMinimum: false, isUpTo: false },
    })
    expect(await earned(storefront.shop, 'o1', 'ana', 10)).toBe(0)
  })
})

describe('beside what orders then earn', () => {
  const cents = fc.integer({ min: 0, max: 20_000 }).map((amount) => amount / 100)
  const line = fc.record({ id: fc.constantFrom(...IDS), price: cents })
  const baskets = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 4 }), total: cents })
  type Basket = typeof baskets extends fc.Arbitrary<infer One> ? One : never
  const programs = randomProgram({ tierIds: [], around: START }).filter(
    (content) => problemsOf(content).length === 0,
  )

  const queryOf = ({ lines, total }: Basket) =>
    [...lines.map(({ id, price }) => `p=${id}:${price.toFixed(2)}`), `total=${total.toFixed(2)}`].join('&')
  const orderOf = ({ lines }: Basket) => ({
    Products: lines.map(({ id: OriginalId, price: ProductPrice }) => ({ OriginalId, ProductPrice })),
  })

  async function opened(content: ProgramToPublish): Promise<{ shop: Shop; storefront: Storefront }> {
    const shop = await shops.open(content)
    for (const id of IDS) {
      await shop.savedProduct(id, {
        ProductBrand: { OriginalId: id, Name: id },
        ProductCategory: { OriginalId: id, Name: id, ParentCategory: null },
      })
    }
    return { shop, storefront: await openStorefront(shops.api, shop) }
  }

  it(`${BASKETS} baskets earn what was said, customers and visitors alike (TEST_SEED=${SEED})`, {
    timeout: 3_600_000,
  }, async () => {
    const perProgram = 10
    const drawn = fc.sample(
      fc.tuple(programs, fc.array(baskets, { minLength: perProgram, maxLength: perProgram })),
      {
        numRuns: Math.ceil(BASKETS / perProgram),
        seed: SEED,
      },
    )
    for (const [content, some] of drawn) {
      const { shop, storefront } = await opened(content as ProgramToPublish)
      const hasRule = content.rules.some(({ kind, isActive }) => kind === 'purchase' && isActive !== false)
      if (!hasRule) continue
      for (const [place, basket] of some.entries()) {
        const query = queryOf(basket)
        const [visitor, asked] = [
          await told(storefront, query),
          await shop.productPoints(
            basket.lines.map(({ id: Id, price: Price }) => ({ Id, Price, PriceCurrency: 'BRL', Name: Id })),
          ),
        ]
        expect(visitor.items.map(({ id, points }) => ({ id, points: Number(points) }))).toEqual(
          (asked.Result as { Id: string; Points: number }[]).map(({ Id, Points }) => ({
            id: Id,
            points: Points,
          })),
        )
        // What is given for a first purchase or the first orders comes on top.
        const who = `c${place % 2}`
        const mine = await toldTo(storefront, who, query)
        const before = await storefront.seen(await storefront.tokenOf(who))
        const recorded = await earned(shop, `o${place}`, who, basket.total, orderOf(basket))
        const isPlain = before.state === 'member' && !content.rules.some(isForFirst)
        if (isPlain) expect([query, Number(mine.order?.points)]).toEqual([query, recorded])
        else expect(Number(mine.order?.points)).toBeLessThanOrEqual(recorded)
        const { points, isUpTo } = visitor.order ?? { points: '', isUpTo: false }
        if (isUpTo && isPlain) expect(Number(points)).toBeGreaterThanOrEqual(recorded)
        if (!isUpTo && isPlain) expect(Number(points)).toBe(recorded)
        if (!isUpTo) expect(Number(points)).toBeLessThanOrEqual(recorded)
      }
    }
  })

  function isForFirst({ kind, isActive, ...more }: ProgramToPublish['rules'][number]): boolean {
    if (isActive === false) return false
    return kind === 'firstPurchase' || ('when' in more && more.when?.firstOrders !== undefined)
  }
})
