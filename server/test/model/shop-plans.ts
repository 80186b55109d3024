/** The merchants of the model test: what they promise, and how that changes while their customers buy. */
import type { ProgramToPublish } from '../support/open-shop.ts'
import { units, written } from './arithmetic.ts'
import { DAY_MS } from './calendar.ts'
import { cardsFor, START, toCardRule, toWhen } from './card-plans.ts'
import { productsOf, type ServerIds } from './command.ts'
import type { ModelReward } from './counter.ts'
import type { Cap, Exclusion } from './counting.ts'
import type { Bonus, Program } from './earning.ts'
import { REVIEW } from './rewards.ts'
import { type ShopSettings, SIGNUP_VALIDITY_DAYS } from './shop.ts'
import type { ModelTier } from './tier.ts'

export const PROGRAM: Program = {
  points: units(1),
  perAmount: units(1),
  minimumOrder: 0n,
  waitingDays: 0,
  validityDays: 10,
  signupPoints: 0n,
  firstPurchasePoints: 0n,
  isCashbackOn: true,
  pointValue: units('0.05'),
  quizValidityDays: null,
  bonuses: [],
  campaigns: [],
  exclusions: [],
  caps: [],
  cards: [],
}

/** Names of clients are known beforehand, and so are their products. */
function bonusesFor(clients: readonly string[]): Bonus[] {
  const products = clients.map((client) => productsOf(client)[0] ?? '')
  return [
    { kind: 'product', ids: products, multiplier: units('1.75') },
    { kind: 'brand', ids: ['acme'], multiplier: units(2) },
    { kind: 'brand', ids: ['zeta'], points: units('7.5') },
    { kind: 'category', ids: ['drinks'], multiplier: units('2.5') },
    { kind: 'category', ids: ['food', ...clients.map((client) => `${client}-category`)], points: units(11) },
    { kind: 'paymentMethod', ids: ['visa'], points: units(13) },
    { kind: 'paymentMethod', ids: ['visa', 'pix'], multiplier: units('1.1') },
    { kind: 'branch', ids: ['north'], multiplier: units('1.3333') },
  ]
}

/** Each way to ask for something, and each way to go beside others. */
const CONDITIONS: readonly Bonus[] = [
  { kind: 'order', ids: [], points: units(9), when: { days: ['tue', 'sat'] } },
  {
    kind: 'order',
    ids: [],
    multiplier: units(3),
    stacks: false,
    when: { hours: { from: '21:00', until: '03:30' } },
  },
  { kind: 'order', ids: [], points: units(20), stacks: false, when: { minimumOrder: units(60) } },
  { kind: 'order', ids: [], points: units(45), stacks: false, when: { minimumOrder: units(150) } },
  { kind: 'order', ids: [], multiplier: units('1.5'), when: { firstOrders: 2 } },
  {
    kind: 'brand',
    ids: ['acme'],
    multiplier: units('1.4'),
    stacks: true,
    when: { days: ['mon', 'wed', 'fri', 'sun'] },
  },
  {
    kind: 'category',
    ids: ['drinks'],
    multiplier: units(4),
    when: { hours: { from: '09:00', until: '17:00' } },
  },
  { kind: 'branch', ids: ['north'], multiplier: units('1.8'), stacks: false },
]

/** What is left out: each kind of thing, of points, of tiers or of both. */
const EXCLUSIONS: readonly Exclusion[] = [
  { of: 'category', ids: ['food'], outOf: ['points', 'tiers'] },
  { of: 'brand', ids: ['zeta'], outOf: ['points', 'stamps'] },
  { of: 'marked', outOf: ['points', 'stamps', 'tiers'] },
  { of: 'shipping', outOf: ['points', 'stamps', 'tiers'] },
  { of: 'all', branch: 'south', outOf: ['tiers'] },
]

/** Bonuses that are given so often, and caps; the numbers of rules are those of every program that has them. */
const LIMITED: readonly Bonus[] = [
  {
    kind: 'order',
    ids: [],
    points: units(31),
    when: { minimumOrder: units(40) },
    limit: { id: 60, times: 2, per: 'month' },
  },
  {
    kind: 'order',
    ids: [],
    points: units(52),
    stacks: false,
    when: { minimumOrder: units(90) },
    limit: { id: 61, times: 1, per: 'week' },
  },
]
const CAPS: readonly Cap[] = [
  { id: 70, points: units(600), per: 'order' },
  { id: 71, points: units(350), per: 'day' },
  { id: 72, points: units(500), per: 'week' },
  { id: 73, points: units(4_000), per: 'ever' },
]

const CAMPAIGNS = [
  { multiplier: units(2), startsAt: START + 2 * DAY_MS, endsAt: START + 9 * DAY_MS },
  { multiplier: units('1.5'), startsAt: START - 20 * DAY_MS, endsAt: START + 30 * DAY_MS },
]

const SPEND_ORDERS_POINTS: readonly ModelTier[] = [
  { name: 'bronze', order: 1, isBase: true, goals: [], multiplier: null },
  tier('silver', 2, [{ measure: 'spend', value: units(500), months: 1 }]),
  tier('gold', 3, [
    { measure: 'orders', value: units(4), months: 1 },
    { measure: 'points', value: units(700), months: 1 },
  ]),
  tier('black', 4, [{ measure: 'points', value: units(1_500), months: 2 }], '1.5'),
]

const WITHOUT_BASE: readonly ModelTier[] = [
  tier('guest', 3, [{ measure: 'points', value: units(30), months: 1 }]),
  tier('club', 5, [{ measure: 'points', value: units(150), months: 1 }], '1.2'),
  tier('top', 9, [
    { measure: 'spend', value: units(900), months: 12 },
    { measure: 'orders', value: units(5), months: 2 },
  ]),
]

function tier(name: string, order: number, goals: ModelTier['goals'], multiplier?: string): ModelTier {
  return {
    name,
    order,
    isBase: false,
    goals,
    multiplier: multiplier === undefined ? null : units(multiplier),
  }
}

export interface ShopPlan {
  readonly settings: ShopSettings
  readonly tiers: readonly ModelTier[]
  /** Published in turn. */
  readonly programs: readonly [Program, ...Program[]]
}

export function shopPlansFor(clients: readonly string[]): ShopPlan[] {
  const bonuses = bonusesFor(clients)
  const cards = cardsFor(clients)
  return [
    {
      settings: { timeZone: 'America/Sao_Paulo', owes: true, graceDays: 0, refundsRedeem: true },
      tiers: [],
      programs: [
        { ...PROGRAM, bonuses, campaigns: CAMPAIGNS, cards: cards.owing[0] },
        {
          ...PROGRAM,
          points: units('1.5'),
          bonuses: bonuses.slice(3),
          firstPurchasePoints: units(40),
          cards: cards.owing[1],
        },
        {
          ...PROGRAM,
          isCashbackOn: false,
          bonuses: [...bonuses.slice(0, 4), ...CONDITIONS, ...LIMITED],
          exclusions: EXCLUSIONS,
          caps: CAPS,
          cards: cards.owing[2],
        },
      ],
    },
    {
      settings: { timeZone: 'America/New_York', owes: true, graceDays: 3, refundsRedeem: false },
      tiers: SPEND_ORDERS_POINTS,
      programs: [
        {
          ...PROGRAM,
          perAmount: units(3),
          minimumOrder: units(20),
          waitingDays: 3,
          validityDays: 6,
          signupPoints: units(50),
          firstPurchasePoints: units(25),
          pointValue: units('0.0333'),
          quizValidityDays: 2,
          bonuses: [{ kind: 'tier', ids: ['silver', 'gold'], multiplier: units('1.25') }],
        },
        {
          ...PROGRAM,
          waitingDays: 1,
          validityDays: 0,
          pointValue: units('0.07'),
          campaigns: CAMPAIGNS,
          bonuses: [...bonuses.slice(5), ...CONDITIONS],
        },
      ],
    },
    {
      settings: {
        timeZone: 'Asia/Tokyo',
        owes: false,
        graceDays: 0,
        refundsRedeem: true,
        inactivity: { months: 1, noticeDays: 0, startsOn: '2026-03-02' },
      },
      tiers: [],
      programs: [
        {
          ...PROGRAM,
          waitingDays: 1,
          validityDays: null,
          pointValue: units('0.0777'),
          cards: cards.clamping[0],
        },
        {
          ...PROGRAM,
          isCashbackOn: false,
          validityDays: 20,
          bonuses: [...bonuses, ...LIMITED],
          caps: CAPS.slice(1),
          cards: cards.clamping[0],
        },
        {
          ...PROGRAM,
          goodUntil: { monthEnd: 0 },
          points: units('2.5'),
          pointValue: units('0.01'),
          cards: cards.clamping[1],
        },
      ],
    },
    {
      settings: {
        timeZone: 'Europe/Lisbon',
        owes: false,
        graceDays: 5,
        refundsRedeem: false,
        // The clocks change between the notice and the end.
        inactivity: { months: 1, noticeDays: 9, startsOn: '2026-03-02' },
      },
      tiers: WITHOUT_BASE,
      programs: [
        {
          ...PROGRAM,
          waitingDays: 2,
          validityDays: 4,
          signupPoints: units(30),
          bonuses: bonuses.slice(2),
          exclusions: EXCLUSIONS,
          cards: cards.clamping[0],
        },
        {
          ...PROGRAM,
          minimumOrder: units(30),
          firstPurchasePoints: units('10.5'),
          pointValue: units('0.1'),
          waitingDays: 2,
          // The clocks have changed on the day before.
          goodUntil: { yearDay: '03-30', years: 0 },
          cards: cards.clamping[1],
        },
      ],
    },
  ]
}

const REWARD: ModelReward = {
  name: 'discount',
  points: units(60),
  cashbackMaximum: null,
  customerLimit: null,
  couponDays: 3,
  isActive: true,
}

/** Of every merchant. Without limits for all and lists of codes: there, who comes first depends on chance. */
export const REWARDS: readonly ModelReward[] = [
  REWARD,
  { ...REWARD, name: 'twice each', points: units('22.5'), customerLimit: 2, couponDays: 1 },
  { ...REWARD, name: 'for nothing', points: 0n, couponDays: 2 },
  { ...REWARD, name: 'cashback', points: null, couponDays: 2 },
  { ...REWARD, name: 'some cashback', points: null, cashbackMaximum: units('3.505'), couponDays: null },
  { ...REWARD, name: 'switched off', isActive: false },
]

export const QUIZZES = [
  { name: 'long', points: units(50) },
  { name: 'short', points: units('12.3456') },
  { name: 'for fun', points: 0n },
]

/** What cards give: one that always can be given, and one that at first has no codes. */
export const GIFTS: readonly ModelReward[] = [
  { ...REWARD, name: 'gift', points: units(1_000_000), couponDays: 7 },
  { ...REWARD, name: 'gift with a limit', points: units(1_000_000), couponDays: null },
  { ...REWARD, name: 'gift with codes', points: units(1_000_000), couponDays: 12 },
]
export const WITH_LIMIT = 'gift with a limit'
export const WITH_CODES = 'gift with codes'

/** As it is published: tiers are named by the ids that the server gave them. */
export function toPublish(program: Program, ids: Pick<ServerIds, 'tiers' | 'rewards'>): ProgramToPublish {
  const { waitingDays, validityDays, goodUntil, signupPoints, firstPurchasePoints } = program
  const rules: ProgramToPublish['rules'] = [
    {
      id: 1,
      kind: 'purchase',
      points: written(program.points),
      perAmount: written(program.perAmount),
      minimumOrder: written(program.minimumOrder),
      waitingDays,
      ...(goodUntil ? { goodUntil } : { validityDays }),
    },
  ]
  if (signupPoints > 0n) {
    rules.push({ id: 2, kind: 'signup', points: written(signupPoints), validityDays: SIGNUP_VALIDITY_DAYS })
  }
  if (firstPurchasePoints > 0n) {
    rules.push({ id: 3, kind: 'firstPurchase', points: written(firstPurchasePoints) })
  }
  if (program.quizValidityDays !== null) {
    rules.push({ id: 4, kind: 'quiz', validityDays: program.quizValidityDays })
  }
  const { id, key, points, validityDays: reviewDays, perDay, ever } = REVIEW
  const limits = { perDay, ever }
  rules.push({ id, kind: 'custom', key, points: written(points), validityDays: reviewDays, limits })
  for (const [index, { multiplier, startsAt, endsAt }] of program.campaigns.entries()) {
    const [start, end] = [startsAt, endsAt].map((at) => new Date(at).toISOString())
    const period = { startsAt: start ?? '', endsAt: end ?? '' }
    rules.push({ id: 10 + index, kind: 'campaign', multiplier: written(multiplier), ...period })
  }
  for (const [index, bonus] of program.bonuses.entries()) rules.push(toRule(bonus, 20 + index, ids.tiers))
  for (const [index, { of, ids, branch, outOf }] of program.exclusions.entries()) {
    rules.push({
      id: 80 + index,
      kind: 'exclude',
      of,
      outOf: [...outOf],
      ...(ids && { ids: [...ids] }),
      ...(branch !== undefined && { when: { branches: [branch] } }),
    })
  }
  for (const { id: number, points: most, per } of program.caps) {
    rules.push({ id: number, kind: 'cap', points: written(most), per })
  }
  for (const card of program.cards) rules.push(toCardRule(card, ids.rewards))
  return { cashback: { isOn: program.isCashbackOn, pointValue: written(program.pointValue) }, rules }
}

function toRule(
  { kind, ids, multiplier, points, when, stacks, limit }: Bonus,
  index: number,
  tierIds: ReadonlyMap<string, number>,
): ProgramToPublish['rules'][number] {
  const bonus =
    multiplier === undefined ? { points: written(points ?? 0n) } : { multiplier: written(multiplier) }
  const id = limit?.id ?? index
  const beside = {
    ...(stacks !== undefined && { stacks }),
    ...(limit && { limit: { times: limit.times, per: limit.per } }),
  }
  const asked = when ? toWhen(when) : undefined
  if (kind === 'order') return { id, kind, ...bonus, ...beside, when: asked ?? {} }
  const named = kind === 'tier' ? ids.map((name) => String(tierIds.get(name))) : [...ids]
  return { id, kind, ids: named, ...bonus, ...beside, ...(asked && { when: asked }) }
}
