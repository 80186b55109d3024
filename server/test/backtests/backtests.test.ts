/** Programs that are tried out on past orders: against what was recorded, plain arithmetic, and a merchant who really had them. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { BacktestAnswer, BacktestItem } from '../../src/backtests/admin-api/schema.ts'
import { checkYesterday } from '../../src/backtests/check-yesterday.ts'
import { BACKTEST_JOB } from '../../src/backtests/job.ts'
import { PERMISSIONS } from '../../src/contract/permission.ts'
import type { ProgramContent } from '../../src/earning/program-json.ts'
import type { Needs } from '../../src/management/needs/schema.ts'
import { createLogger } from '../../src/platform/log.ts'
import { Random } from '../../src/platform/random.ts'
import { migrateQueue } from '../../src/worker/queue.ts'
import { type Manager, type SendOptions, useManager } from '../support/admin.ts'
import { IDS, randomProgram } from '../support/random-program.ts'
import { seedOf } from '../support/seed.ts'
import { type Body, DAY_MS, DEMO_PROGRAM, iso, program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { START } from '../support/test-api.ts'
import { points, sweepNow, tenantOf } from '../support/tiers.ts'
import { takeOneTurn, triedOut } from './try-out.ts'

/** In full by name: `BACKTEST_ORDERS=10000 npm test -- backtests/backtests`. */
const ORDERS = Number(process.env.BACKTEST_ORDERS ?? 150)
const SEED = seedOf('BACKTEST_SEED')
/** Of any number of orders, all lie in the days that a backtest may take. */
const YEAR_MS = 365 * DAY_MS
vi.setConfig({ testTimeout: Math.max(120_000, ORDERS * 200) })

const story = useStories()
const admin = useManager(() => story.api)

beforeAll(() =>
  migrateQueue(story.api.databaseUrl, createLogger({ level: 'error', destination: process.stderr })),
)

const below = (random: Random, limit: number): number => random.between(0, limit - 1)
const managers = new Map<Shop, Manager>()
function manager(shop: Shop): Manager {
  const known = managers.get(shop) ?? admin.manager(shop.key)
  managers.set(shop, known)
  return known
}
const tomorrow = () => {
  story.api.now += DAY_MS
}

/** Orders of some weeks with lines, branches and payments that rules meet, returns and cancellations in between. */
async function sell(shop: Shop, random: Random, count: number, begin = START): Promise<number> {
  const oneOf = <T>(list: readonly T[]): T => random.one(list)
  const sent: { id: string; left: number }[] = []
  let number = 0
  while (number < count) {
    const customer = `customer-${below(random, 8)}`
    story.api.now += below(random, Math.min(8 * 3_600_000, Math.floor(YEAR_MS / count)))
    const chance = below(random, 10)
    const old = sent.length > 0 ? oneOf(sent) : null
    if (chance === 0 && old && old.left > 2) {
      const value = 1 + below(random, Math.floor(old.left - 1))
      old.left -= value
      await shop.returned(old.id, value)
    } else if (chance === 1 && old) {
      sent.splice(sent.indexOf(old), 1)
      await shop.cancelled(old.id)
    } else {
      number += 1
      const total = below(random, 60_000) / 100
      const id = `order-${number}`
      const products = Array.from({ length: below(random, 4) }, () => ({
        OriginalId: oneOf(IDS),
        ProductPrice: below(random, 30_000) / 100,
        ProductBrand: below(random, 2) === 0 ? null : { OriginalId: oneOf(IDS), Name: 'brand' },
      }))
      const late = below(random, 4) === 0 ? below(random, 3 * DAY_MS) : 0
      const placedAt = iso(Math.max(begin, story.api.now - late))
      const body: Body = shop.completeOrder(id, customer, total, {
        OrderPlacementDate: placedAt,
        OrderCompletedDate: placedAt,
        Products: products,
        PaymentMethod: { OriginalId: oneOf(IDS) },
        Branch: { OriginalId: oneOf(IDS) },
      })
      await shop.placed(body)
      sent.push({ id, left: total })
    }
  }
  tomorrow()
  return number
}

async function catalog(shop: Shop, turn = 0): Promise<void> {
  const at = (place: number) => IDS[(place + turn) % IDS.length] ?? 'a'
  const [a, b, c, d] = [0, 1, 2, 3].map((place) => ({ OriginalId: at(place), Name: at(place) }))
  await shop.savedProduct('a', { ProductBrand: b, ProductCategory: { ...c, ParentCategory: d } })
  await shop.savedProduct('b', { ProductBrand: null, ProductCategory: a })
  await shop.savedProduct('c', { ProductBrand: a, ProductCategory: b })
}

describe('the program as it is', () => {
  it(`gives exactly what was recorded, whatever was returned and wherever products are now (${ORDERS} orders, seed ${SEED})`, async () => {
    process.stdout.write(`backtests: ${ORDERS} orders, BACKTEST_SEED=${SEED}\n`)
    const random = new Random(SEED)
    const [drawn, other] = fc.sample(
      randomProgram({ tierIds: [], around: START + 10 * DAY_MS }).filter(({ rules }) => rules.length > 4),
      { seed: SEED, numRuns: 2 },
    ) as [ProgramContent, ProgramContent]
    const content: ProgramContent = {
      ...drawn,
      rules: [
        { id: 900_001, kind: 'purchase', points: '1' },
        { id: 900_002, kind: 'category', ids: ['a', 'd'], multiplier: '2' },
        { id: 900_003, kind: 'cap', points: '400', per: 'day' },
        {
          ...{ id: 900_004, kind: 'order', points: '50', when: { minimumOrder: '100' } },
          limit: { times: 2, per: 'week' },
        },
        ...drawn.rules.filter(
          ({ kind }) => !['purchase', 'cap', 'card', 'signup', 'birthday'].includes(kind),
        ),
      ],
    }
    const shop = await story.open(null, { timeZone: 'America/Sao_Paulo' })
    const version = await shop.publish(content)
    await catalog(shop)
    await sell(shop, random, ORDERS)
    // What stood elsewhere in the catalog when it was bought is what it was.
    await catalog(shop, 1)
    const { result } = await triedOut(story.api, manager(shop), { of: version, days: 400 })
    expect(result.orders).toBeGreaterThan(ORDERS / 3)
    expect(result.points.candidate).toBe(result.points.live)
    for (const { points, change } of result.rules) {
      expect([points.candidate, change]).toEqual([points.live, 'same'])
    }
    expect(result.customers).toMatchObject({ more: 0, fewer: 0, gains: [], losses: [] })
    expect(result.check).toMatchObject({ orders: result.orders, differences: 0, first: [] })
    expect(result).toMatchObject({ incomparable: [], byTodaysCatalog: 0 })
    const elsewhere = await triedOut(story.api, manager(shop), { of: await shop.publish(other), days: 400 })
    expect(elsewhere.result.points.live).toBe(result.points.live)
    expect(elsewhere.result.check.differences).toBe(0)
  })

  it('can’t be compared for orders that do not know where their products stood, and differs for none', async () => {
    const tea: ProgramContent['rules'][number] = { id: 2, kind: 'category', ids: ['tea'], multiplier: '2' }
    const shop = await story.open(program({}, tea))
    const inTea = { ProductBrand: null, ProductCategory: { OriginalId: 'tea', Name: 'Tea' } }
    await shop.savedProduct('oolong', inTea)
    const products = [{ OriginalId: 'oolong', ProductPrice: 10 }]
    for (const id of ['kept', 'lost']) await shop.completed(id, 'ana', 10, { Products: products })
    await story.query(
      `update customer_order set details = (details::jsonb - 'g')::json where tenant_id = $1 and original_id = 'lost'`,
      [shop.tenantId],
    )
    await shop.savedProduct('oolong', { ...inTea, ProductCategory: { OriginalId: 'coffee', Name: 'Coffee' } })
    tomorrow()
    const { result } = await triedOut(story.api, manager(shop), { of: 1, days: 2 })
    expect(result).toMatchObject({
      orders: 1,
      points: { live: '20', candidate: '20' },
      incomparable: [{ why: 'catalog', orders: 1 }],
      check: { orders: 2, differences: 0, incomparable: 1 },
    })
    // So that the ledger verifies after this test.
    await story.query(
      `update customer_order set details = (details::jsonb || '{"g":[["oolong",null,"tea"]]}')::json
      where tenant_id = $1 and original_id = 'lost'`,
      [shop.tenantId],
    )
  })

  it('differs from a record that was changed, and names the order', async () => {
    const shop = await story.open(program())
    await shop.completed('one', 'ana', 10)
    await shop.completed('two', 'ana', 20)
    const change = (points: string) =>
      story.query(
        `update point_record set explanation = jsonb_set(explanation::jsonb, '{lines,0,points}', $2::jsonb)::json
        where tenant_id = $1 and points = 20`,
        [shop.tenantId, JSON.stringify(points)],
      )
    await change('21')
    tomorrow()
    const { result } = await triedOut(story.api, manager(shop), { of: 1, days: 2 })
    expect(result.check).toEqual({ orders: 2, differences: 1, incomparable: 0, first: ['two'] })
    await change('20')
  })
})

describe('the daily check', () => {
  it('finds an order of yesterday with another record, tells Home, and is well again with the next day', async () => {
    const shop = await story.open(program())
    await shop.completed('one', 'ana', 10)
    const change = (points: string) =>
      story.query(
        `update point_record set explanation = jsonb_set(explanation::jsonb, '{lines,0,points}', $2::jsonb)::json
        where tenant_id = $1`,
        [shop.tenantId, JSON.stringify(points)],
      )
    await change('11')
    tomorrow()
    const found: number[] = []
    const check = async () =>
      checkYesterday({
        ...{ database: story.database, tenant: await tenantOf(story.api, shop), now: story.api.now },
        ...{ signal: new AbortController().signal, onDifferences: (count) => found.push(count) },
        log: createLogger({ level: 'silent', destination: process.stderr }),
      })
    const needs = async () => (await manager(shop).done<Needs>('GET', '/needs')).body.backtestDiffers
    await check()
    expect([found, await needs()]).toEqual([[1], 1])
    await change('10')
    await check()
    tomorrow()
    await check()
    expect([found, await needs()]).toEqual([[1, 0, 0], 0])
  })
})

describe('a backtest', () => {
  it('goes on after any page where it was, whoever takes the next turn, and leaves nothing behind', async () => {
    const shop = await story.open(program())
    for (let number = 0; number < 5; number += 1) await shop.completed(`order-${number}`, `c-${number}`, 10)
    tomorrow()
    const { id } = (
      await manager(shop).done<BacktestItem>('POST', '/backtests', {
        ...{ file: { punchcard: 1, program: program({ points: '3' }) }, days: 3 },
      })
    ).body
    const kind = BACKTEST_JOB
    // Two orders per page, and as if a worker was killed after each: nothing of a page is kept but what was saved.
    const small = {
      ...kind,
      step: (...[tx, input, checkpoint, budget]: Parameters<typeof kind.step>) =>
        kind.step(tx, input, JSON.parse(JSON.stringify(checkpoint)), { ...budget, rows: 2 }),
    }
    await takeOneTurn(story.api, shop.tenantId, new Map([[kind.kind, small]]))
    const { body } = await manager(shop).done<BacktestAnswer>('GET', `/backtests/${id}`)
    expect(body).toMatchObject({
      state: 'done',
      done: 5,
      result: { orders: 5, points: { live: '50', candidate: '150' }, customers: { more: 5 } },
    })
    expect(await story.query('select from backtest_customer where tenant_id = $1', [shop.tenantId])).toEqual(
      [],
    )
  })

  it('begins again where its first page finds what a former run has left', async () => {
    const shop = await story.open(program())
    await shop.completed('one', 'ana', 10)
    tomorrow()
    const { id } = (await manager(shop).done<BacktestItem>('POST', '/backtests', { of: 1, days: 3 })).body
    await story.query(
      `insert into backtest_customer (tenant_id, job_id, customer_id, live, candidate, orders)
      select tenant_id, $2, id, 99, 99, 9 from customer where tenant_id = $1`,
      [shop.tenantId, id],
    )
    await takeOneTurn(story.api, shop.tenantId)
    const { body } = await manager(shop).done<BacktestAnswer>('GET', `/backtests/${id}`)
    expect(body.result).toMatchObject({ orders: 1, points: { live: '10', candidate: '10' } })
  })

  it('is refused without a program or with days that are none, and is the same for the same key', async () => {
    const shop = await story.open(program())
    const start = (body: object, options?: SendOptions) =>
      manager(shop).send('POST', '/backtests', body, options)
    for (const [body, pointer] of [
      [{}, '/of'],
      [{ of: 'draft' }, '/of'],
      [{ of: 7 }, '/of'],
      [{ of: 1, file: { punchcard: 1 } }, '/of'],
      [{ file: { punchcard: 1 } }, '/file/program'],
      [{ file: { punchcard: 1, program: { cashback: {}, rules: [{ kind: 'x' }] } } }, null],
      [{ of: 1, from: '2026-01-01' }, '/days'],
      [{ of: 1, days: 3, from: '2026-01-01', to: '2026-01-02' }, '/days'],
      [{ of: 1, from: '2026-01-02', to: '2026-01-01' }, '/to'],
      [{ of: 1, from: '2026-01-01', to: '2026-01-31' }, '/to'],
      [{ of: 1, from: '2024-01-01', to: '2026-01-01' }, '/from'],
      [{ of: 1, days: 401 }, '/days'],
    ] as const) {
      const answer = await start(body)
      const [first] = (answer.body as { errors?: { pointer: string }[] }).errors ?? []
      expect([answer.status, pointer === null ? null : first?.pointer], JSON.stringify(body)).toEqual([
        422,
        pointer,
      ])
    }
    const [one, again] = [await start({ of: 1 }, { key: 'k' }), await start({ of: 1 }, { key: 'k' })]
    expect([one.status, again.body]).toEqual([202, one.body])
    const { body } = await manager(shop).done<{ items: BacktestItem[] }>('GET', '/backtests')
    expect(body.items).toHaveLength(1)
  })

  it('masks customers for callers who may not see persons, and is not there for another merchant', async () => {
    const shop = await story.open(program())
    await shop.completed('one', 'ana@example.com', 10, {
      Customer: { OriginalId: 'ana@example.com', Name: 'Ana Lima', Email: 'ana@example.com' },
    })
    tomorrow()
    const file = { punchcard: 1, program: program({ points: '2' }) }
    const options = { permissions: PERMISSIONS.filter((one) => one !== 'customers.personal') }
    const { id, result } = await triedOut(story.api, manager(shop), { file, days: 2 }, options)
    expect(result.customers.gains).toHaveLength(1)
    expect(JSON.stringify(result)).not.toMatch(/ana@example|Ana Lima/)
    const other = manager(await story.open(program()))
    expect((await other.send('GET', `/backtests/${id}`)).status).toBe(404)
  })
})

describe('another program', () => {
  it('comes to what plain arithmetic comes to', async () => {
    const shop = await story.open(DEMO_PROGRAM)
    const random = new Random(SEED)
    const sums = { live: 0, candidate: 0, sales: 0, aurora: [0, 0], differing: 0 }
    const ofCustomer = new Map<string, number>()
    for (let number = 1; number <= 60; number += 1) {
      const customer = `customer-${number % 7}`
      const cents = 100 + below(random, 30_000)
      const ofBrand = below(random, cents + 1)
      await shop.completed(`order-${number}`, customer, cents / 100, {
        Products: [
          { OriginalId: 'x', ProductPrice: ofBrand / 100, ProductBrand: { OriginalId: 'aurora' } },
          { OriginalId: 'y', ProductPrice: (cents - ofBrand) / 100 },
        ],
      })
      // The running sum is rounded down: base, then with the brand twice or three times.
      const whole = (value: number) => Math.floor(value / 100)
      const [base, live, candidate] = [whole(cents), whole(cents + ofBrand), whole(cents + 2 * ofBrand)]
      sums.live += live
      sums.candidate += candidate
      sums.sales += cents
      sums.aurora = [(sums.aurora[0] ?? 0) + live - base, (sums.aurora[1] ?? 0) + candidate - base]
      ofCustomer.set(customer, (ofCustomer.get(customer) ?? 0) + candidate - live)
      story.api.now += 3_600_000
    }
    tomorrow()
    const file = {
      punchcard: 1,
      program: {
        cashback: DEMO_PROGRAM.cashback,
        rules: [DEMO_PROGRAM.rules[0], { id: 2, kind: 'brand', ids: ['aurora'], multiplier: '3' }],
      },
    }
    const { result, of } = await triedOut(story.api, manager(shop), { file, days: 30 })
    expect(of).toBe('file')
    expect(result).toMatchObject({
      orders: 60,
      sales: String(sums.sales / 100),
      points: { live: String(sums.live), candidate: String(sums.candidate) },
      worth: { live: String((sums.live * 5) / 100), candidate: String((sums.candidate * 5) / 100) },
      change: (Math.round(((sums.candidate - sums.live) / sums.live) * 1_000) / 10).toFixed(1),
      customers: {
        more: [...ofCustomer.values()].filter((more) => more > 0).length,
        fewer: 0,
        same: [...ofCustomer.values()].filter((more) => more === 0).length,
      },
      tiers: null,
      check: { differences: 0 },
    })
    expect(result.rules[0]).toMatchObject({
      ...{ rule: 2, change: 'changed' },
      points: { live: String(sums.aurora[0]), candidate: String(sums.aurora[1]) },
    })
    const largest = Math.max(...ofCustomer.values())
    const [first] = result.customers.gains
    expect(Number(first?.points.candidate) - Number(first?.points.live)).toBe(largest)
    const expiring = result.months.reduce((sum, month) => sum + Number(month.points.candidate), 0)
    expect(expiring).toBe(sums.candidate)
  })

  it.each([
    ['2', 'up'],
    ['0.5', 'down'],
  ] as const)(
    'that gives %s points moves customers %s, each as at a merchant who really had it',
    async (given, moves) => {
      const other = program({ points: given })
      const tiers = [
        { name: 'Base', order: 1, isBase: true },
        { name: 'Silver', order: 2, goals: [points(800, 1)] },
        { name: 'Gold', order: 3, goals: [points(3_000, 12)] },
      ]
      const settings = { timeZone: 'America/Sao_Paulo', tiers, isSandbox: true }
      const tried = await story.open(program(), settings)
      const ran = await story.open(other, settings)
      const begin = story.api.now
      for (const shop of [tried, ran]) {
        story.api.now = begin
        await sellForTiers(shop, new Random(SEED))
      }
      const { result } = await triedOut(story.api, manager(tried), {
        ...{ file: { punchcard: 1, program: other }, days: 200 },
      })
      const [live, candidate] = [await tiersOf(tried), await tiersOf(ran)]
      const [ups, downs] = [1, -1].map(
        (way) =>
          [...live].filter(([customer, tier]) => way * ((candidate.get(customer) ?? 0) - tier) > 0).length,
      )
      expect(result.tiers).toMatchObject({ up: ups, down: downs })
      expect(moves === 'up' ? [ups, downs] : [downs, ups]).toEqual([
        expect.toSatisfy((count) => count > 0),
        0,
      ])
      const count = (of: ReadonlyMap<string, number>, order: number) =>
        [...of.values()].filter((one) => one === order).length
      for (const [index, { name }] of tiers.entries()) {
        const shown = result.tiers?.tiers.find((tier) => tier.name === name)
        expect([name, shown?.live ?? 0, shown?.candidate ?? 0]).toEqual([
          name,
          count(live, index + 1),
          count(candidate, index + 1),
        ])
      }
    },
  )
})

/** The place of each customer's tier among the others. */
async function tiersOf({ tenantId }: Shop): Promise<Map<string, number>> {
  const rows = await story.query(
    `select original_id, coalesce(tier.position, 1) as place
    from customer left join tier on tier.tenant_id = customer.tenant_id and tier.id = customer.tier_id
    where customer.tenant_id = $1`,
    [tenantId],
  )
  return new Map(rows.map(({ original_id: id, place }) => [id as string, Number(place)]))
}

/** Each customer buys now and then for some months; tiers are reviewed every morning. */
async function sellForTiers(shop: Shop, random: Random): Promise<void> {
  for (let day = 0; day < 120; day += 1) {
    await sweepNow(story.api, shop)
    story.api.now += DAY_MS / 3
    const customer = `customer-${below(random, 12)}`
    await shop.completed(`order-${day}`, customer, 20 + below(random, 300))
    story.api.now += DAY_MS - DAY_MS / 3
  }
  await sweepNow(story.api, shop)
}
