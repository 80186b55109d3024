import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noticeInactive } from '../../src/accounts/inactivity-notices.ts'
import { Sweep } from '../../src/accounts/sweep.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import type { Database } from '../../src/platform/postgres/database.ts'
import { localDateFromText, startOfDay } from '../../src/platform/zone.ts'
import { MAIN_CELL } from '../../src/tenancy/cells.ts'
import type { Inactivity } from '../../src/tenancy/tenant.ts'
import { verifyMerchant } from '../support/ledger.ts'
import { DAY_MS, program, type Shop } from '../support/shop.ts'
import { openTestDatabase } from '../support/test-database.ts'
import { tenantOf } from '../support/tiers.ts'
import { useShops } from '../support/use-shops.ts'

const shops = useShops()

let worker: Database | undefined
beforeAll(() => {
  worker = openTestDatabase(shops.api.databaseUrl)
})
afterAll(() => worker?.close())

function on(text: string): void {
  shops.api.now = Date.parse(text)
}

async function open(
  inactivity: Inactivity,
  { timeZone = 'America/Toronto', published = program() } = {},
): Promise<Shop> {
  return shops.open(published, { timeZone, settings: { inactivity } })
}

/** What the worker does when it looks: until nothing is due. */
async function sweep(shop: Shop): Promise<void> {
  if (!worker) throw new Error('the worker has no database')
  const sweeping = new Sweep({
    database: worker,
    clock: () => shops.api.now,
    onFailure: (_tenant, customer, error) => expect.fail(`${customer}: ${error}`),
  })
  const tenant = await tenantOf(shops.api, shop)
  while ((await sweeping.round([tenant])) > 0);
}

/** What the worker does once a day, in the morning. */
async function daily(shop: Shop): Promise<void> {
  if (!worker) throw new Error('the worker has no database')
  const till = createTill({ database: worker, clock: () => shops.api.now })
  const tenant = await tenantOf(shops.api, shop)
  await noticeInactive({ database: worker, till, tenant, now: shops.api.now })
}

/** Day by day at six in the morning in Toronto, as the worker would. */
async function everyDay(shop: Shop, from: string, until: string): Promise<void> {
  for (let at = Date.parse(`${from}T11:00:00Z`); at <= Date.parse(`${until}T11:00:00Z`); at += DAY_MS) {
    shops.api.now = at
    await daily(shop)
    await sweep(shop)
  }
}

/** When the customer was told, of which end. */
async function notices(shop: Shop): Promise<unknown[]> {
  const rows = await shops.reader.query<{ told: Date; facts: { endsAt: string }; sequence: number }>(
    `select occurred_at as told, facts, sequence from point_event
     where tenant_id = $1 and topic = 8 order by id`,
    [shop.tenantId],
  )
  return rows.map(({ told, facts, sequence }) => [sequence, told.toISOString().slice(0, 10), facts.endsAt])
}

const expiries = async (shop: Shop, customer: string): Promise<unknown[]> =>
  (await shop.records(customer)).flatMap(({ type, points, recordedAt }) =>
    type === 8 ? [[points, recordedAt]] : [],
  )

const daysOf = async (shop: Shop, customer: string): Promise<unknown> => {
  const [row] = await shops.reader.query<{ active: string | null; notice: string | null }>(
    `select active_on::text as active, notice_on::text as notice from customer
     where tenant_id = $1 and original_id = $2`,
    [shop.tenantId, customer],
  )
  return row?.active ?? null
}

const HALF_A_YEAR = { months: 6, noticeDays: 0, startsOn: '2026-01-01' }

describe.each([
  ['stopped', async () => {}],
  ['running', sweep],
] as const)('points that are not used, with the worker %s', (_how, look) => {
  it.each([
    ['America/Toronto', '2027-03-01T05:00:00.000Z'],
    ['America/Sao_Paulo', '2027-03-01T03:00:00.000Z'],
  ])('end with the last day of February, six months after 31 August, in %s', async (timeZone, end) => {
    const shop = await open(HALF_A_YEAR, { timeZone })
    on('2026-08-31T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 20)
    expect(await daysOf(shop, 'ana')).toBe('2026-08-31')

    shops.api.now = Date.parse(end) - 1
    await look(shop)
    expect((await shop.getPoints('ana')).PointsToExpire).toEqual([
      { Points: 120, When: new Date(Date.parse(end) - 1_000).toISOString() },
    ])
    expect((await shop.getPoints('ana')).PointsBalance).toBe(120)

    shops.api.now = Date.parse(end)
    await look(shop)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 0, PointsToExpire: [] })
    expect(await expiries(shop, 'ana')).toEqual([
      [-100, end],
      [-20, end],
    ])
    expect(await daysOf(shop, 'ana')).toBeNull()
    const told = (await shop.history('ana')).flatMap(({ Explanation }) => Explanation?.Lines ?? [])
    expect(told.map(({ Text }) => Text)).toContain(
      '-100 expirados, porque nada foi comprado, ganho ou resgatado desde 31 ago 2026',
    )
  })

  it('end late in the same way, and what was earned since is counted from its own day', async () => {
    const shop = await open(HALF_A_YEAR, { published: program({ waitingDays: 200, validityDays: 400 }) })
    on('2026-02-01T15:00:00Z')
    await shop.completed('o0', 'ana', 0)
    await shop.changedPoints('ana', 50)
    // Opens on 20 August, nineteen days after the first points have ended.
    await shop.completed('o1', 'ana', 100)
    on('2027-12-01T15:00:00Z')
    await look(shop)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
    expect(await expiries(shop, 'ana')).toEqual([
      [-50, '2026-08-02T04:00:00.000Z'],
      [-100, '2027-02-21T05:00:00.000Z'],
    ])
  })

  it('have their own end where that is earlier', async () => {
    const shop = await open(HALF_A_YEAR, { published: program({ validityDays: 30 }) })
    on('2026-03-01T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    await shop.changedPoints('ana', 7)
    expect((await shop.getPoints('ana')).PointsToExpire).toEqual([
      { Points: 100, When: '2026-04-01T03:59:59.000Z' },
      { Points: 7, When: '2026-09-02T03:59:59.000Z' },
    ])
    on('2026-10-01T15:00:00Z')
    await look(shop)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
    expect(await expiries(shop, 'ana')).toEqual([
      [-100, '2026-04-01T04:00:00.000Z'],
      [-7, '2026-09-02T04:00:00.000Z'],
    ])
  })

  it('are kept alive by what the customer does, and by nothing else', async () => {
    const shop = await open(HALF_A_YEAR)
    const reward = await shop.makeReward({ points: 100_000n })
    on('2026-02-01T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'ana', 30)
    on('2026-02-10T15:00:00Z')
    await shop.cancelled('o2')
    on('2026-02-11T15:00:00Z')
    await shop.returned('o1', 10)
    on('2026-02-12T15:00:00Z')
    await shop.changedPoints('ana', -5)
    expect(await daysOf(shop, 'ana')).toBe('2026-02-01')

    on('2026-03-01T15:00:00Z')
    await shop.redeemed(reward, 'ana', { OriginalKey: 'r1' })
    expect(await daysOf(shop, 'ana')).toBe('2026-03-01')
    on('2026-03-02T15:00:00Z')
    expect(await shop.returnReward('r1')).toBeNull()
    expect(await daysOf(shop, 'ana')).toBe('2026-03-02')
    // An order of nothing, which was completed the day before it is sent.
    on('2026-04-02T15:00:00Z')
    const completed = {
      OrderPlacementDate: '2026-04-01T15:00:00Z',
      OrderCompletedDate: '2026-04-01T15:00:00Z',
    }
    await shop.completed('o3', 'ana', 0, completed)
    expect(await daysOf(shop, 'ana')).toBe('2026-04-01')
    // What is sent late about an older day moves nothing back.
    const older = { OrderPlacementDate: '2026-01-05T15:00:00Z', OrderCompletedDate: '2026-01-05T15:00:00Z' }
    await shop.completed('o4', 'ana', 0, older)
    expect(await daysOf(shop, 'ana')).toBe('2026-04-01')
    shops.api.now = Date.parse('2026-10-02T04:00:00Z')
    await look(shop)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
    expect((await expiries(shop, 'ana')).length).toBeGreaterThan(0)
  })
})

it('an order of long ago makes a new customer active today if it earns, and on no day if it does not', async () => {
  const shop = await open(HALF_A_YEAR)
  on('2027-05-01T15:00:00Z')
  const longAgo = { OrderPlacementDate: '2025-03-01T15:00:00Z', OrderCompletedDate: '2025-03-01T15:00:00Z' }
  await shop.completed('o1', 'ana', 100, longAgo)
  expect(await daysOf(shop, 'ana')).toBe('2027-05-01')
  expect((await shop.getPoints('ana')).PointsBalance).toBe(100)
  await shop.completed('o2', 'bia', 0, longAgo)
  expect(await daysOf(shop, 'bia')).toBeNull()
})

describe('a merchant that says nothing of inactivity', () => {
  it('has no days, and nothing ends', async () => {
    const shop = await shops.open(program())
    await shop.completed('o1', 'ana', 100)
    expect(await daysOf(shop, 'ana')).toBeNull()
    shops.api.now += 3_000 * DAY_MS
    await sweep(shop)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(100)
  })
})

describe('points from before inactivity was switched on', () => {
  it('count from the day on which it starts', async () => {
    const shop = await shops.open(program())
    on('2026-01-01T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'bia', 40)
    const inactivity = { months: 12, noticeDays: 0, startsOn: '2027-06-01' }
    await change(shop, inactivity)
    on('2028-06-02T02:59:59Z')
    expect((await shop.getPoints('ana')).PointsBalance).toBe(100)
    on('2028-06-02T03:00:00Z')
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
    expect(await expiries(shop, 'ana')).toEqual([[-100, '2028-06-02T03:00:00.000Z']])
    // No command and no read has met her.
    const [left] = await shops.reader.query<{ points: string }>(
      `select points_balance as points from customer where tenant_id = $1 and original_id = 'bia'`,
      [shop.tenantId],
    )
    expect(Number(left?.points)).toBe(40)
    expect((await shop.getPoints('bia')).PointsBalance).toBe(0)
  })

  it('are good for no shorter than was promised when the months become fewer (check 18)', async () => {
    const shop = await open({ months: 24, noticeDays: 0, startsOn: '2026-01-01' })
    on('2026-01-01T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    on('2027-05-01T15:00:00Z')
    await change(shop, { months: 12, noticeDays: 0, startsOn: '2027-06-01' })
    for (const at of ['2027-06-01T15:00:00Z', '2028-01-02T15:00:00Z', '2028-06-02T03:59:59.999Z']) {
      on(at)
      await sweep(shop)
      expect([at, (await shop.getPoints('ana')).PointsBalance]).toEqual([at, 100])
    }
    on('2028-06-02T04:00:00Z')
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
    expect(await expiries(shop, 'ana')).toEqual([[-100, '2028-06-02T04:00:00.000Z']])
  })

  it('do not end once it is switched off, and from its new start when it is switched on again (check 18)', async () => {
    const shop = await open(HALF_A_YEAR)
    on('2026-08-31T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    await change(shop, null)
    on('2029-01-01T15:00:00Z')
    await sweep(shop)
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100, PointsToExpire: [] })
    await change(shop, { ...HALF_A_YEAR, startsOn: '2029-02-01' })
    on('2029-08-02T03:59:59.999Z')
    await sweep(shop)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(100)
    on('2029-08-02T04:00:00Z')
    await sweep(shop)
    expect(await expiries(shop, 'ana')).toEqual([[-100, '2029-08-02T04:00:00.000Z']])
  })
})

/** The merchant's setting becomes this; null: it is switched off. Processes have heard of it then. */
async function change({ tenantId }: Shop, inactivity: Inactivity | null): Promise<void> {
  const settings = inactivity ? { inactivity } : {}
  await shops.reader.query('update tenant set settings = $2 where id = $1', [tenantId, settings])
  await shops.reader.query('update directory_generation set generation = generation + 1', [])
  await new Promise((resolve) => setTimeout(resolve, 1_000))
}

const A_YEAR_WITH_NOTICE = { months: 12, noticeDays: 45, startsOn: '2026-01-01' }

describe('points that end only after a notice', () => {
  async function bought(timeZone = 'America/Toronto'): Promise<Shop> {
    const shop = await open(A_YEAR_WITH_NOTICE, { timeZone })
    on('2026-03-10T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    return shop
  }

  it.each([
    ['America/Toronto', '2027-03-11T05:00:00.000Z'],
    ['America/Sao_Paulo', '2027-03-11T03:00:00.000Z'],
  ])('end a year after the last purchase, told 45 days before, in %s', async (timeZone, end) => {
    const shop = await bought(timeZone)
    await everyDay(shop, '2027-01-20', '2027-02-01')
    expect(await notices(shop)).toEqual([[-1, '2027-01-24', end]])
    shops.api.now = Date.parse(end) - 1
    expect(await shop.getPoints('ana')).toMatchObject({
      PointsBalance: 100,
      PointsToExpire: [{ Points: 100, When: new Date(Date.parse(end) - 1_000).toISOString() }],
    })
    shops.api.now = Date.parse(end)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
    expect(await expiries(shop, 'ana')).toEqual([[-100, end]])
  })

  it.each([
    ['America/Toronto', '2027-04-16T04:00:00.000Z'],
    ['America/Sao_Paulo', '2027-04-16T03:00:00.000Z'],
  ])('end later where the worker was down, and the notice was late, in %s', async (timeZone, end) => {
    const shop = await bought(timeZone)
    on('2027-03-01T11:00:00Z')
    await daily(shop)
    // Twice, and twice at once: told once.
    await Promise.all([daily(shop), daily(shop)])
    expect(await notices(shop)).toEqual([[-1, '2027-03-01', end]])
    shops.api.now = Date.parse(end) - 1
    await sweep(shop)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(100)
    shops.api.now = Date.parse(end)
    await sweep(shop)
    expect(await expiries(shop, 'ana')).toEqual([[-100, end]])
  })

  it('never end without one', async () => {
    const shop = await bought()
    for (const at of ['2027-03-12', '2027-09-01', '2028-03-12', '2031-01-01']) {
      on(`${at}T15:00:00Z`)
      await sweep(shop)
      expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 100, PointsToExpire: [] })
    }
    expect(await expiries(shop, 'ana')).toEqual([])
  })

  it('stay where the customer buys after the notice, which is void, and the next one comes a year later', async () => {
    const shop = await bought()
    await everyDay(shop, '2027-01-23', '2027-01-26')
    on('2027-03-02T15:00:00Z')
    await shop.completed('o2', 'ana', 5)
    expect((await shop.getPoints('ana')).PointsToExpire).toEqual([])
    await everyDay(shop, '2028-01-15', '2028-01-20')
    expect(await notices(shop)).toEqual([
      [-1, '2027-01-24', '2027-03-11T05:00:00.000Z'],
      [-2, '2028-01-17', '2028-03-03T05:00:00.000Z'],
    ])
    on('2028-03-03T05:00:00Z')
    await sweep(shop)
    expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
  })

  it('are told of to no one who has none, or whose points have just opened', async () => {
    const shop = await open(A_YEAR_WITH_NOTICE, { published: program({ waitingDays: 330 }) })
    on('2026-03-10T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    await shop.completed('o2', 'bia', 0)
    await everyDay(shop, '2027-01-23', '2027-01-26')
    expect(await notices(shop)).toEqual([])
    // Hers opened on 3 February.
    await everyDay(shop, '2027-12-18', '2027-12-21')
    expect(await notices(shop)).toEqual([[-1, '2027-12-20', '2028-02-04T05:00:00.000Z']])
    // Nothing is left to remember of one who has nothing.
    expect(await daysOf(shop, 'bia')).toBeNull()
  })

  it('are found by the daily step where nothing has happened since it was switched on', async () => {
    const shop = await shops.open(program(), { timeZone: 'America/Toronto' })
    on('2026-01-10T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    await shops.reader.query('update tenant set settings = $2 where id = $1', [
      shop.tenantId,
      { inactivity: { months: 12, noticeDays: 45, startsOn: '2026-06-01' } },
    ])
    on('2026-05-31T11:00:00Z')
    await daily(shop)
    expect(await daysOf(shop, 'ana')).toBeNull()
    on('2026-06-01T11:00:00Z')
    await daily(shop)
    expect(await daysOf(shop, 'ana')).toBe('2026-06-01')
    await everyDay(shop, '2027-04-15', '2027-04-18')
    expect(await notices(shop)).toEqual([[-1, '2027-04-17', '2027-06-02T04:00:00.000Z']])
    on('2027-06-02T04:00:00Z')
    await sweep(shop)
    expect(await expiries(shop, 'ana')).toEqual([[-100, '2027-06-02T04:00:00.000Z']])
  })
})

describe.each(['America/Sao_Paulo', 'America/Toronto'])(
  'points with a day of the calendar, in %s',
  (timeZone) => {
    const midnightAfter = (day: string): string =>
      new Date(startOfDay((localDateFromText(day) ?? 0) + 1, timeZone)).toISOString()

    it.each([
      ['2026-07-06', { goodUntil: { monthEnd: 12 } }, '2027-07-31'],
      ['2026-12-20', { goodUntil: { yearDay: '03-31', years: 1 } }, '2027-03-31'],
      ['2026-12-20', { goodUntil: { yearDay: '03-31', years: 1 }, waitingDays: 30 }, '2027-03-31'],
      ['2026-12-20', { goodUntil: { yearDay: '03-31', years: 1 }, waitingDays: 106 }, '2028-03-31'],
      ['2026-05-02', { goodUntil: { yearDay: '03-31', years: 0 } }, '2027-03-31'],
    ] as const)('earned on %s with %j are good through %s', async (day, rule, through) => {
      const shop = await shops.open(program(rule), { timeZone })
      on(`${day}T15:00:00Z`)
      await shop.completed('o1', 'ana', 100)
      const end = midnightAfter(through)
      expect((await shop.records('ana')).map(({ expiresAt }) => expiresAt)).toEqual([end])
      shops.api.now = Date.parse(end) - 1
      expect(await shop.getPoints('ana')).toMatchObject({
        PointsBalance: 100,
        PointsToExpire: [{ Points: 100, When: new Date(Date.parse(end) - 1_000).toISOString() }],
      })
      shops.api.now = Date.parse(end)
      await sweep(shop)
      expect((await shop.getPoints('ana')).PointsBalance).toBe(0)
      expect(await expiries(shop, 'ana')).toEqual([[-100, end]])
    })

    it('follow an order whose completion is corrected', async () => {
      const shop = await shops.open(program({ goodUntil: { monthEnd: 1 } }), { timeZone })
      on('2026-03-10T15:00:00Z')
      const placed = { OrderPlacementDate: '2026-02-20T15:00:00Z' }
      await shop.completed('o1', 'ana', 100, { ...placed, OrderCompletedDate: '2026-03-10T15:00:00Z' })
      await shop.completed('o1', 'ana', 100, { ...placed, OrderCompletedDate: '2026-02-27T15:00:00Z' })
      expect((await shop.records('ana')).map(({ expiresAt }) => expiresAt)).toEqual([
        midnightAfter('2026-03-31'),
      ])
    })
  },
)

describe('what else happens to an account', () => {
  it('merging keeps the later day, voids the notice, and ends nothing early', async () => {
    const shop = await open(A_YEAR_WITH_NOTICE)
    on('2026-03-10T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    on('2026-09-01T15:00:00Z')
    await shop.completed('o2', 'ana maria', 50)
    on('2027-01-24T11:00:00Z')
    await daily(shop)
    expect((await shop.getPoints('ana')).PointsToExpire).toHaveLength(1)
    const merge = { Into: 'ana', MergeKey: 'same person' }
    await shop.sendText('POST', '/v1/pvt/Customer/ana%20maria/merge', JSON.stringify(merge))
    expect(await daysOf(shop, 'ana')).toBe('2026-09-01')
    expect(await shop.getPoints('ana')).toMatchObject({ PointsBalance: 150, PointsToExpire: [] })
    await everyDay(shop, '2027-07-17', '2027-07-19')
    on('2027-09-02T04:00:00Z')
    await sweep(shop)
    expect(await expiries(shop, 'ana')).toEqual([
      [-100, '2027-09-02T04:00:00.000Z'],
      [-50, '2027-09-02T04:00:00.000Z'],
    ])
  })

  it('verify finds points that should have ended, and a notice that no event tells of', async () => {
    const shop = await open(A_YEAR_WITH_NOTICE)
    on('2026-03-10T15:00:00Z')
    await shop.completed('o1', 'ana', 100)
    const found = async (): Promise<string[]> => {
      const database = shops.api.cells.of({ cell: MAIN_CELL })
      const { differences } = await verifyMerchant(database, shop.tenantId, () => shops.api.now)
      return differences.map(({ customer, what }) => `${customer}: ${what}`)
    }
    const set = (text: string) =>
      shops.reader.query(`update customer set ${text} where tenant_id = $1 and original_id = 'ana'`, [
        shop.tenantId,
      ])
    expect(await found()).toEqual([])
    await set(`active_on = '2020-01-01', notice_on = '2021-01-01'`)
    on('2030-01-01T15:00:00Z')
    await set(`notice_on = '2029-01-01'`)
    expect(await found()).toEqual(['ana: points after 2029-02-15, when inactivity has ended them'])
    await set(`active_on = '2026-03-10', notice_on = null, other_sequence = 1`)
    expect(await found()).toEqual(['ana: last event of no points'])
    await set('other_sequence = null')
    expect(await found()).toEqual([])
  })
})
