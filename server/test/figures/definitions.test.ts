/** What each figure means, by two histories that were written and added up by hand: of forty entries, and of what is rarer. */
import { expect, it } from 'vitest'
import { POINT_TYPE } from '../../src/accounts/account.ts'
import { Sweep } from '../../src/accounts/sweep.ts'
import type { Command } from '../../src/accounts/till/command.ts'
import { createTill } from '../../src/accounts/till/till.ts'
import type { CustomersAnswer } from '../../src/figures/admin-api/orders-schema.ts'
import type { LiabilityAnswer, OverviewAnswer, PointsAnswer } from '../../src/figures/admin-api/schema.ts'
import type { VintagesAnswer } from '../../src/figures/admin-api/vintages-schema.ts'
import { REWARDS_DUE } from '../../src/orders/due.ts'
import type { Tenant } from '../../src/tenancy/tenant.ts'
import { useManager } from '../support/admin.ts'
import { COFFEE_CARD, coffees } from '../support/coffee-card.ts'
import { countAllFigures, countAllOrders } from '../support/count-figures.ts'
import { createdCustomer, erasedCustomer, mergedCustomer } from '../support/customers.ts'
import { decimal } from '../support/rewards.ts'
import { program, type Shop } from '../support/shop.ts'
import { useStories } from '../support/stories.ts'
import { tenantOf } from '../support/tiers.ts'

const story = useStories()
const admin = useManager(() => story.api)

/** 1 point per R$ 1.00, worth R$ 0.10. In May those of an order end after 20 days; from the 15th to the 17th they wait for 30. */
const PROGRAM = program({ validityDays: 20 })
const WITH_WAIT = program({ validityDays: 20, waitingDays: 30 })

const buys = (order: string, total: number) => (shop: Shop, who: string) => shop.completed(order, who, total)
/** Sends it again, with another total. */
function changes(order: string, total: number, day: string) {
  const placed = `2026-${day}T15:00:00Z`
  const dates = { OrderPlacementDate: placed, OrderCompletedDate: placed }
  return (shop: Shop, who: string) => shop.completed(order, who, total, dates)
}
const cancels = (order: string) => (shop: Shop) => shop.cancelled(order)
const returns = (order: string, value: number) => (shop: Shop) => shop.returned(order, value)
const byHand = (points: number) => (shop: Shop, who: string) => shop.changedPoints(who, points)
const redeems =
  (points: number, key = `redeemed ${points}`) =>
  async (shop: Shop, who: string) =>
    shop.redeemed(await shop.makeReward({ points: decimal(points) }), who, { OriginalKey: `${who} ${key}` })

interface Import {
  readonly tenant: Tenant
  readonly customer: string
  readonly points: number
}

/** Nothing imports balances yet; their records are known. Below zero: an import that is undone. */
const IMPORT: Command<Import, null> = {
  name: 'import points',
  customerOf: ({ customer }) => customer,
  loads: () => [],
  decide(_facts, { points }, posting) {
    const source = { type: POINT_TYPE.import, orderId: null }
    if (points < 0) {
      posting.debit('points', decimal(-points), source)
    } else {
      const amount = { points: decimal(points), cashback: decimal(points / 10) }
      posting.credit({ ...source, amount, availableAt: posting.now, expiresAt: null })
    }
    return { result: null }
  },
}

/** Below zero: undoes so much of them. */
const imports = (points: number) => async (shop: Shop, customer: string) => {
  const till = createTill({ database: story.database, clock: () => story.api.now, ...REWARDS_DUE })
  return till.run(IMPORT, { tenant: await tenantOf(story.api, shop), customer, points })
}

type History = readonly (readonly [day: string, who: string, what: (shop: Shop, who: string) => unknown])[]

/** What ends at a midnight is an entry of the day before, told in a comment. */
const HISTORY: History = [
  ['04-20', 'ana', buys('a1', 200)],
  ['04-20', 'bob', buys('b1', 100)],
  ['04-22', 'ana', redeems(100, 'in April')],
  ['05-01', 'ana', buys('a2', 300)],
  ['05-02', 'eva', buys('e1', 150)],
  ['05-02', 'leo', buys('l1', 80)],
  ['05-03', 'ana', redeems(100)], // the last of a1
  ['05-03', 'eva', redeems(100)],
  ['05-04', 'eva', (shop) => shop.cancelRewardByKey('eva redeemed 100')],
  ['05-05', 'bob', byHand(30)],
  ['05-05', 'bob', byHand(-10)], // of b1
  ['05-06', 'ana', imports(500)],
  ['05-07', 'leo', returns('l1', 30)],
  ['05-08', 'mia', buys('m1', 60)],
  ['05-08', 'mia', redeems(50)],
  ['05-09', 'mia', cancels('m1')], // 10 are left, and 50 are owed
  // 05-10: bob's 90 of b1 expire
  ['05-12', 'mia', buys('m2', 20)], // pays 20 of what is owed
  ['05-13', 'zoe', buys('z1', 70)],
  ['05-14', 'zoe', (shop, who) => erasedCustomer(shop, who)], // 70 end early
  ['05-15', '', (shop) => shop.publish(WITH_WAIT)],
  ['05-15', 'rui', buys('r1', 90)], // pending
  ['05-15', 'bob', buys('b2', 40)], // pending
  ['05-16', 'rui', cancels('r1')],
  ['05-18', '', (shop) => shop.publish(PROGRAM)],
  ['05-18', 'kim', buys('k1', 0)],
  ['05-19', 'ana', buys('a3', 100)],
  ['05-19', 'ana', buys('a4', 50)],
  ['05-20', 'ana', cancels('a4')],
  ['05-20', 'eva', buys('e2', 60)],
  // 05-21: ana's 300 of a2 expire; 05-22: eva's 150 of e1 and leo's 50 of l1
  ['05-23', 'leo', buys('l2', 200)],
  ['05-24', 'leo', redeems(100)],
  ['05-25', 'nil', buys('n1', 10)],
  ['05-25', 'nil', returns('n1', 10)],
  ['05-26', 'ana', byHand(5)],
  ['05-27', 'bob', buys('b3', 25)],
  ['05-28', 'eva', redeems(50)],
  ['05-29', 'ana', redeems(100, 'at the end')], // all of a3
]

/** Points end with the day a month after the last one on which their customer did something. */
const ONE_MONTH = { months: 1, noticeDays: 0, startsOn: '2026-01-01' }
/** As above, for ever; and two coffees earn a prize of 40. */
const WITH_CARD = program({}, { ...COFFEE_CARD, stamps: 2, points: '40' })
const WITHOUT_WORTH = { ...WITH_CARD, cashback: { isOn: false, pointValue: '0.1' } }

const buysCoffees = (order: string, total: number) => (shop: Shop, who: string) =>
  shop.completed(order, who, total, coffees(2, total))

const RARE_HISTORY: History = [
  ['04-10', 'ida', buys('i1', 70)],
  ['04-20', 'gus', buys('g1', 100)],
  ['04-22', 'sam', buys('s1', 60)],
  ['04-25', 'tia', buys('t1', 40)],
  ['05-02', 'gus', changes('g1', 130, '04-20')], // 30 more
  ['05-03', 'gus', changes('g1', 110, '04-20')], // 20 less
  ['05-04', 'uma', (shop) => createdCustomer(shop, { OriginalId: 'uma' })],
  ['05-04', 'uma', imports(500)],
  ['05-05', 'uma', imports(300)],
  ['05-06', 'uma', imports(-500)], // the first import is undone
  ['05-07', 'gus', buysCoffees('g2', 20)], // and a prize of 40
  ['05-08', 'tia', buysCoffees('t2', 30)], // and a prize of 40
  ['05-09', 'tia', cancels('t2')], // and the prize is undone
  // 05-10: ida's 70 of i1 expire, a month after she bought
  ['05-11', 'sol', buys('o1', 25)],
  ['05-11', 'sol', redeems(25)],
  ['05-12', 'sol', cancels('o1')], // 25 are owed
  ['05-13', 'sam', (shop) => mergedCustomer(shop, 'sam', 'sol')], // his 60 pay them
  ['05-14', 'sol', buys('o2', 15)],
  ['05-14', 'sol', redeems(30)], // of s1
  ['05-15', '', (shop) => shop.publish(WITHOUT_WORTH)],
  ['05-15', 'gus', buys('g3', 50)], // worth nothing
  ['05-16', 'leo', buys('l1', 80)], // worth nothing
  ['05-16', 'leo', redeems(20)], // worth nothing
  ['05-17', '', (shop) => shop.publish(WITH_CARD)],
  ['05-17', 'leo', changes('l1', 90, '05-16')], // 10 more, which are worth R$ 1.00
  ['05-18', 'leo', buys('l2', 40)],
]

/** Points, and what they are worth: by default R$ 0.10 each. */
const of = (points: number, worth = points / 10) => ({ points: String(points), worth: String(worth) })

const WAYS = ['log', 'accounts'] as const
type Way = (typeof WAYS)[number]

/** Lets it happen, and counts it at the end of May. Returns what reads the figures of a report. */
async function live(shop: Shop, history: History, way: Way) {
  const tenant = await tenantOf(story.api, shop)
  // What is counted already is followed in the log; otherwise every account is read.
  if (way === 'log') await countAllFigures(story.api.cells, shop.tenantId)
  const sweep = new Sweep({ database: story.database, clock: () => story.api.now, ...REWARDS_DUE })
  const settle = async () => {
    while ((await sweep.round([tenant])) > 0);
  }
  for (const [index, [day, who, what]] of history.entries()) {
    story.api.now = Date.parse(`2026-${day}T15:00:00Z`) + index * 1_000
    await settle()
    await what(shop, who)
  }
  story.on('2026-05-31T15:00:00Z')
  await settle()
  await countAllOrders(story.api.cells, shop.tenantId, story.api.now)
  return async <Answer extends { figures: unknown }>(path: string) => {
    const { body } = await admin.manager(shop.key).done<Answer>('GET', path)
    return body.figures as NonNullable<Answer['figures']>
  }
}

const period = 'from=2026-05-01&to=2026-05-30'

it.each(WAYS)(
  'figures of a history that was written by hand are those that were added up by hand, from the %s',
  async (way) => {
    story.on('2026-04-19T15:00:00Z')
    const read = await live(await story.open(PROGRAM), HISTORY, way)

    const overview = await read<OverviewAnswer>(`/overview?${period}`)
    expect(overview.sum).toMatchObject({
      start: of(200),
      issued: of(300 + 150 + 80 + 30 + 60 + 20 + 70 + 100 + 50 + 60 + 200 + 10 + 5 + 25),
      imported: of(500),
      redeemed: of(100 + 100 - 100 + 50 + 100 + 50 + 100),
      expired: of(90 + 300 + 150 + 50 + 70),
      takenBack: of(10 + 30 + 60 + 50 + 10),
      end: of(640),
      pending: of(40),
      owed: of(30),
    })
    expect(overview.keyFigures).toMatchObject({
      // 400 ÷ 1,160
      redemptionRate: { now: { rate: '0.3448' } },
      // Ana, Bob, Eva, Leo, Mia, Zoe, who is erased, and Kim, who earned nothing; not Nil, who returned all.
      activeCustomers: { state: 'current', value: 7 },
      // Of Ana, Bob, Eva, Leo, Mia and Kim, who are enrolled, the first four bought twice.
      repeatPurchase: { state: 'current', rate: '0.6667', repeated: 4, members: 6 },
    })
    expect(await read<LiabilityAnswer>('/reports/liability?asOf=2026-05-30')).toMatchObject({
      ...{ open: of(505 + 55 + 10 + 100 - 30), inLots: of(670), owed: of(30), pending: of(40) },
      months: [{ month: '2026-06', ...of(25 + 10 + 100) }],
      never: of(500 + 5 + 30),
    })
    const { rows, ended } = await read<VintagesAnswer>('/reports/vintages?months=2')
    expect(rows).toMatchObject([
      {
        ...{ month: '2026-04', issued: of(300), imported: of(0), takenBack: of(10), redeemed: of(200) },
        // 90 ÷ 290
        ...{ expired: of(90), endedEarly: of(0), open: of(0), breakage: '0.3103', isFinal: true },
      },
      {
        month: '2026-05',
        // The pending ones too, of which 90 were taken back.
        ...{ issued: of(1_160 + 90 + 40), imported: of(500), takenBack: of(30 + 10 + 50 + 10 + 90) },
        ...{ redeemed: of(50 + 100 + 50 + 100), repaid: of(20), expired: of(300 + 150 + 50) },
        // 500 ÷ (1,790 − 190 − 70)
        ...{ endedEarly: of(70), open: of(670 + 40), breakage: '0.3268', isFinal: false },
      },
    ])
    expect(ended).toMatchObject({ base: of(290), breakage: '0.3103' })
    const customers = await read<CustomersAnswer>(`/reports/customers?${period}`)
    // The first orders of Eva, Leo, Mia, Zoe and Kim; before, those of Ana and Bob.
    expect(customers.newMembers).toMatchObject({ value: 5, before: 2 })
    const bought = 300 + 150 + (80 - 30) + 20 + 70 + 40 + 0 + 100 + 60 + 200 + 25
    expect(customers.members).toMatchObject({ orders: 11, firstOrders: 5, sales: String(bought) })
  },
)

it.each(WAYS)('figures of what is rarer are those that were added up by hand, from the %s', async (way) => {
  story.on('2026-04-09T15:00:00Z')
  const shop = await story.open(WITH_CARD, { settings: { inactivity: ONE_MONTH } })
  const read = await live(shop, RARE_HISTORY, way)

  const overview = await read<OverviewAnswer>(`/overview?${period}`)
  expect(overview.sum).toMatchObject({
    start: of(70 + 100 + 60 + 40),
    // Of g1 only what it grew by; 50 and 80 of the days without cashback.
    issued: of(
      30 + (20 + 40) + (30 + 40) + 25 + 15 + 50 + 80 + 10 + 40,
      3 + (2 + 4) + (3 + 4) + 2.5 + 1.5 + 0 + 0 + 1 + 4,
    ),
    imported: of(500 + 300 - 500),
    redeemed: of(25 + 30 + 20, 2.5 + 3 + 0),
    expired: of(70),
    takenBack: of(20 + (30 + 40) + 25),
    // Gus, Tia, Sol, Uma and Leo.
    end: of(220 + 40 + 20 + 300 + 110, 17 + 4 + 2 + 30 + 5),
    pending: of(0),
    owed: of(0),
  })
  expect(overview.keyFigures).toMatchObject({
    // 75 ÷ 380
    redemptionRate: { now: { rate: '0.1974' } },
    // Gus, Sol and Leo; what Tia bought was cancelled.
    activeCustomers: { state: 'current', value: 3 },
    // Of Ida, Gus, Tia, Sol and Leo these bought twice: Gus, Leo, and Sol, who has what Sam bought.
    repeatPurchase: { state: 'current', rate: '0.6', repeated: 3, members: 5 },
  })

  const rows = async (query: string) => {
    const { total, rows } = await read<PointsAnswer>(`/reports/points?${period}&${query}`)
    const { points, worth } = total
    return { total: { points, worth }, rows: rows?.map(({ id, times, points }) => [id, times, points]) }
  }
  expect(await rows('show=issued&by=type')).toEqual({
    total: of(380, 25),
    rows: [
      [0, 7, String(20 + 30 + 25 + 15 + 50 + 80 + 40)],
      [13, 2, String(40 + 40)],
      [11, 2, String(30 + 10)],
    ],
  })
  expect(await rows('show=issued&by=rule')).toMatchObject({
    rows: [
      [1, 9, String(380 - 80)],
      [12, 2, String(40 + 40)],
    ],
  })
  expect(await rows('show=takenBack&by=type')).toEqual({
    total: of(115),
    rows: [
      [9, 2, String(30 + 25)],
      [13, 1, '40'],
      [11, 1, '20'],
    ],
  })
  expect(await rows('show=takenBack&by=rule')).toMatchObject({
    rows: [
      [1, 3, String(30 + 25 + 20)],
      [12, 1, '40'],
    ],
  })
  expect(await rows('show=expired&by=type')).toEqual({ total: of(70), rows: [[8, 1, '70']] })
  // On the last day on which Ida could spend them.
  const ofDay = await read<PointsAnswer>('/reports/points?from=2026-05-10&to=2026-05-10&show=expired')
  expect(ofDay.total).toMatchObject(of(70))

  // Gus, Tia, Sam and Uma; and Sol, who owes.
  expect(await read<LiabilityAnswer>('/reports/liability?asOf=2026-05-12')).toMatchObject({
    ...{ open: of(170 + 40 + 60 + 300 - 25), inLots: of(570), owed: of(25), pending: of(0) },
    ...{ months: [], never: of(570) },
  })
  // Sam's 60 are Sol's, and have paid 25.
  expect(await read<LiabilityAnswer>('/reports/liability?asOf=2026-05-13')).toMatchObject({
    ...{ open: of(545), inLots: of(170 + 40 + 35 + 300), owed: of(0), pending: of(0) },
    ...{ months: [], never: of(545) },
  })
  expect(await read<LiabilityAnswer>('/reports/liability?asOf=2026-05-30')).toMatchObject({
    ...{ open: of(690, 58), inLots: of(690, 58), owed: of(0), months: [], never: of(690, 58) },
  })

  const vintages = await read<VintagesAnswer>('/reports/vintages?months=2')
  expect(vintages.rows).toMatchObject([
    {
      ...{ month: '2026-04', issued: of(270), imported: of(0), takenBack: of(20), redeemed: of(30) },
      ...{ repaid: of(25), expired: of(70), endedEarly: of(0), open: of(80 + 40 + 5) },
      // 70 ÷ 250
      ...{ breakage: '0.28', isFinal: false },
    },
    {
      ...{ month: '2026-05', issued: of(380, 25), imported: of(500 + 300), takenBack: of(500 + 70) },
      ...{ redeemed: of(25 + 20, 2.5), repaid: of(0), expired: of(0), endedEarly: of(0) },
      ...{ open: of(30 + 20 + 40 + 50 + 15 + 300 + 60 + 10 + 40, 9 + 1.5 + 30 + 5), breakage: '0' },
    },
  ])
  const customers = await read<CustomersAnswer>(`/reports/customers?${period}`)
  // Leo's; before, those of Ida, Gus, Sam and Tia. Sol's first is Sam's.
  expect(customers.newMembers).toMatchObject({ value: 1, before: 4 })
  const bought = 20 + 15 + 50 + 90 + 40
  expect(customers.members).toMatchObject({ orders: 5, firstOrders: 1, sales: String(bought) })
})
