import fc from 'fast-check'
import { shortText } from '../../src/earning/explanation.ts'
import type { ProgramContent, RuleJson } from '../../src/earning/program-json.ts'
import { problemsOf } from '../../src/earning/program-problems.ts'

/** Few ids, so that rules and orders often meet. */
export const IDS = ['a', 'b', 'c', 'd'] as const

export interface RandomProgramOptions {
  /** Of tiers that there are; none: no rule names one. */
  readonly tierIds: readonly string[]
  /** Of rewards that there are; none: no rule gives one. */
  readonly rewardIds?: readonly string[]
  /** Campaigns begin and end around this moment. */
  readonly around: number
}

const decimal = (min: number, max: number) =>
  fc.integer({ min, max }).map((value) => shortText(BigInt(value)))
const ids = fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 4 })
const multiplier = decimal(10_000, 50_000)
const bonus = fc.oneof(fc.record({ multiplier }), fc.record({ points: decimal(10_000, 1_000_000) }))
const points = decimal(10_000, 5_000_000)

/** Members that may be left out are, half of the time; and written out with what is meant anyway. */
const common = fc.record(
  {
    name: fc.constantFrom(
      '',
      'Aurora em dobro',
      'Ação “ñ”: # - ?',
      '0123',
      'true',
      'line\nbreak',
      ' spaces ',
    ),
    isActive: fc.boolean(),
  },
  { requiredKeys: [] },
)
const validity = fc
  .tuple(
    fc.record({ waitingDays: fc.constantFrom(0, 0, 1, 30) }, { requiredKeys: [] }),
    fc.oneof(
      fc.record({ validityDays: fc.constantFrom(null, 0, 1, 365) }, { requiredKeys: [] }),
      fc.record({ goodUntil: fc.record({ monthEnd: fc.constantFrom(0, 1, 12, 120) }) }),
      fc.record({
        goodUntil: fc.record({ yearDay: fc.constantFrom('03-31', '12-31'), years: fc.constantFrom(0, 1, 3) }),
      }),
    ),
  )
  .map(([waiting, end]) => ({ ...waiting, ...end }))

/** Conditions that can be published, and how a rule goes beside others: each in a third of the rules. */
function conditions({ tierIds, around }: RandomProgramOptions, ...without: string[]): fc.Arbitrary<object> {
  const moment = (least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((hour) => new Date(around + hour * 3_600_000).toISOString())
  const members = {
    from: moment(-50, -1),
    until: moment(1, 50),
    days: fc.uniqueArray(fc.constantFrom('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'), { minLength: 1 }),
    hours: fc.array(fc.constantFrom({ from: '08:00', until: '24:00' }, { from: '22:30', until: '02:15' }), {
      minLength: 1,
      maxLength: 2,
    }),
    ...(tierIds.length > 0 && { tiers: fc.uniqueArray(fc.constantFrom(...tierIds), { minLength: 1 }) }),
    branches: ids,
    paymentMethods: ids,
    minimumOrder: decimal(1, 2_000_000),
    firstOrders: fc.integer({ min: 1, max: 100 }),
  }
  const open = Object.fromEntries(Object.entries(members).filter(([name]) => !without.includes(name)))
  const when = fc.record(open, { requiredKeys: [] }).filter((one) => Object.keys(one).length > 0)
  return fc
    .tuple(fc.option(when, { freq: 2 }), fc.constantFrom(undefined, true, false))
    .map(([when, stacks]) => ({ ...(when && { when }), ...(stacks !== undefined && { stacks }) }))
}

/** A bonus that is given so often, in a quarter of the rules. */
const limited = fc
  .option(
    fc.record({
      times: fc.integer({ min: 1, max: 3 }),
      per: fc.constantFrom('day', 'week', 'month', 'year', 'ever'),
    }),
    { freq: 2 },
  )
  .map((limit) => (limit ? { limit } : {}))

/** What is left out of an order, of points, stamps, tiers or of all. */
function exclusion(options: RandomProgramOptions): fc.Arbitrary<object> {
  const of = fc.oneof(
    fc.record({ of: fc.constantFrom('product', 'brand', 'category'), ids }),
    fc.record({ of: fc.constantFrom('marked', 'shipping') }),
    fc.record({ of: fc.constant('all'), when: ids.map((branches) => ({ branches })) }),
  )
  const outOf = fc.uniqueArray(fc.constantFrom('points', 'stamps', 'tiers'), { minLength: 1 })
  const more = conditions(options, 'minimumOrder', 'firstOrders').map((one) => {
    const { stacks: _stacks, ...when } = one as { stacks?: boolean }
    return when
  })
  return fc
    .tuple(of, fc.option(outOf), fc.option(more))
    .map(([what, out, asked]) => ({ ...(asked ?? {}), ...what, ...(out && { outOf: out }) }))
}

/** What fills with stamps: by items, orders or money. */
function card(options: RandomProgramOptions): fc.Arbitrary<object> {
  const of = fc.constantFrom('product', 'brand', 'category')
  const pick = fc.record({ of, ids })
  const counts = fc.oneof(
    fc.tuple(fc.record({ counts: fc.constant('items'), stamps: fc.integer({ min: 2, max: 50 }) }), pick),
    fc.tuple(
      fc.record({ counts: fc.constant('orders'), stamps: fc.integer({ min: 2, max: 50 }) }),
      fc.option(pick),
    ),
    fc.tuple(
      fc.record({
        counts: fc.constant('spend'),
        stamps: fc.integer({ min: 1, max: 50 }),
        perAmount: fc.constantFrom('1', '1.00', '30', '300'),
      }),
      fc.option(pick),
    ),
  )
  const more = fc.record(
    {
      stampLimit: fc.record({
        stamps: fc.integer({ min: 1, max: 50 }),
        per: fc.constantFrom('order', 'day', 'week', 'month'),
      }),
      stampsGoodDays: fc.constantFrom(null, 1, 365),
      once: fc.boolean(),
      graceDays: fc.constantFrom(0, 3, 30),
    },
    { requiredKeys: [] },
  )
  return fc.tuple(counts, more, conditions(options)).map(([[what, picked], others, asked]) => {
    const { stacks: _stacks, ...when } = asked as { stacks?: boolean; when?: { until?: string } }
    const { graceDays, ...rest } = others
    const hasEnd = when.when?.until !== undefined
    const grace = hasEnd && graceDays !== undefined ? { graceDays } : {}
    return { ...what, ...(picked ?? {}), ...rest, ...grace, ...when }
  })
}

/** Points, a reward, or both. */
function prize({ rewardIds = [] }: RandomProgramOptions): fc.Arbitrary<object> {
  if (rewardIds.length === 0) return fc.record({ points })
  const reward = fc.constantFrom(...rewardIds)
  return fc.oneof(fc.record({ points }), fc.record({ reward }), fc.record({ points, reward }))
}

/** What a rule for referrals asks and gives beside points. */
function ofReferral({ rewardIds = [] }: RandomProgramOptions): fc.Arbitrary<object> {
  return fc.record(
    {
      minimumOrder: decimal(0, 500_000),
      withinDays: fc.integer({ min: 1, max: 365 }),
      friendPoints: decimal(0, 500_000),
      limits: fc.record(
        { perDay: fc.constantFrom(null, 1, 5), ever: fc.constantFrom(null, 20) },
        { requiredKeys: [] },
      ),
      ...(rewardIds.length > 0 && { friendReward: fc.constantFrom(...rewardIds) }),
    },
    { requiredKeys: [] },
  )
}

type Rule = Omit<RuleJson, 'id'>

const rule = (kind: RuleJson['kind'], ...members: fc.Arbitrary<object>[]): fc.Arbitrary<Rule> =>
  fc.tuple(common, ...members).map((parts) => Object.assign({ kind }, ...parts) as Rule)

const purchase = rule(
  'purchase',
  fc.record({ points: decimal(1, 30_000) }),
  fc.record(
    {
      perAmount: fc.constantFrom('1', '3', '0.7', '250'),
      minimumOrder: fc.constantFrom('0', '50', '50.00'),
      rounding: fc.constantFrom('floor', 'nearest', 'ceiling'),
    },
    { requiredKeys: [] },
  ),
  validity,
)

function extras(options: RandomProgramOptions): fc.Arbitrary<Rule> {
  const { tierIds, around } = options
  const hours = (min: number, max: number) =>
    fc.integer({ min, max }).map((hour) => new Date(around + hour * 3_600_000).toISOString())
  const withIds = fc.record({ ids })
  const anyExtra = fc.oneof(
    rule('product', withIds, bonus, conditions(options), limited),
    rule('brand', withIds, bonus, conditions(options), limited),
    rule('category', withIds, bonus, conditions(options), limited),
    rule('paymentMethod', withIds, bonus, conditions(options, 'paymentMethods'), limited),
    rule('branch', withIds, bonus, conditions(options, 'branches'), limited),
    rule('exclude', exclusion(options)),
    rule('cap', fc.record({ points, per: fc.constantFrom('order', 'day', 'week', 'month', 'year', 'ever') })),
    rule('firstPurchase', bonus, conditions(options, 'firstOrders')),
    rule(
      'campaign',
      fc.record({ multiplier, startsAt: hours(-9, 0), endsAt: hours(1, 9) }),
      conditions(options, 'from', 'until'),
      limited,
    ),
    rule('order', bonus, fc.constant({ when: { minimumOrder: '1' } }), conditions(options), limited),
    rule('card', card(options), prize(options), validity),
    rule('signup', prize(options), validity),
    rule('birthday', prize(options), validity),
    rule('referral', fc.record({ points }), ofReferral(options), validity),
    rule('quiz', validity),
    rule(
      'custom',
      fc.record({ points, key: fc.constantFrom('review', 'visit', 'a: b') }),
      fc.record(
        {
          limits: fc.record(
            { perDay: fc.constantFrom(null, 1, 5), ever: fc.constantFrom(null, 20) },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: [] },
      ),
      validity,
    ),
  )
  if (tierIds.length === 0) return anyExtra
  const tiers = fc.uniqueArray(fc.constantFrom(...tierIds), { minLength: 1, maxLength: 2 })
  return fc.oneof(
    { weight: 12, arbitrary: anyExtra },
    { weight: 2, arbitrary: rule('tier', fc.record({ ids: tiers }), bonus, conditions(options, 'tiers')) },
    { weight: 2, arbitrary: rule('tierReached', fc.record({ ids: tiers }), prize(options), validity) },
  )
}

/** Programs of all kinds of rules that can be published. */
export function randomProgram(options: RandomProgramOptions): fc.Arbitrary<ProgramContent> {
  const rules = fc.tuple(
    fc.option(purchase, { freq: 12 }),
    fc.array(extras(options), { maxLength: 8 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 9, maxLength: 9 }),
  )
  return fc
    .tuple(rules, fc.boolean(), decimal(0, 20_000))
    .map(([[first, others, numbers], isOn, pointValue]) => ({
      cashback: { isOn, pointValue },
      rules: [...(first ? [{ ...first, isActive: true }] : []), ...onlyOnes(others)].map(
        (one, index) => ({ id: numbers[index], ...one }) as RuleJson,
      ),
    }))
    .filter((content) => problemsOf(content).length === 0)
}

/** Of what only one may be active, the first stays. */
function onlyOnes(rules: readonly Rule[]): Rule[] {
  const seen = new Set<string>()
  return rules.filter((one) => {
    const { kind, key, per } = one as { kind: string; key?: string; per?: string }
    if (!['signup', 'birthday', 'referral', 'quiz', 'custom', 'cap'].includes(kind)) return true
    const name = `${kind} ${key ?? per ?? ''}`
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst
  })
}
