import fc from 'fast-check'
import { shortText } from '../../src/earning/explanation.ts'
import type { ProgramContent, RuleJson } from '../../src/earning/program-json.ts'
import { problemsOf } from '../../src/earning/program-problems.ts'

/** Few ids, so that rules and orders often meet. */
export const IDS = ['a', 'b', 'c', 'd'] as const

export interface RandomProgramOptions {
  /** Of tiers that there are; none: no rule names one. */
  readonly tierIds: readonly string[]
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
const validity = fc.record(
  {
    waitingDays: fc.constantFrom(0, 0, 1, 30),
    validityDays: fc.constantFrom(null, 0, 1, 365),
  },
  { requiredKeys: [] },
)

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

function extras({ tierIds, around }: RandomProgramOptions): fc.Arbitrary<Rule> {
  const hours = (min: number, max: number) =>
    fc.integer({ min, max }).map((hour) => new Date(around + hour * 3_600_000).toISOString())
  const withIds = fc.record({ ids })
  const anyExtra = fc.oneof(
    rule('product', withIds, bonus),
    rule('brand', withIds, bonus),
    rule('category', withIds, bonus),
    rule('paymentMethod', withIds, bonus),
    rule('branch', withIds, bonus),
    rule('firstPurchase', bonus),
    rule('campaign', fc.record({ multiplier, startsAt: hours(-9, 0), endsAt: hours(1, 9) })),
    rule('signup', fc.record({ points }), validity),
    rule('birthday', fc.record({ points }), validity),
    rule('referral', fc.record({ points }), validity),
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
    { weight: 2, arbitrary: rule('tier', fc.record({ ids: tiers, multiplier })) },
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
    const { kind, key } = one as { kind: string; key?: string }
    if (!['signup', 'birthday', 'referral', 'quiz', 'custom'].includes(kind)) return true
    const name = `${kind} ${key ?? ''}`
    const isFirst = !seen.has(name)
    seen.add(name)
    return isFirst
  })
}
