import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Decimal, decimalFromText, ONE, ZERO } from '../platform/decimal.ts'
import { parseInstant } from '../platform/zone.ts'
import { type Bonus, indexRules, type Program, type Rule, type RuleKind } from './program.ts'
import { firstError, type ProgramProblem } from './schema-error.ts'

/*
 * The program as JSON: what the panel sends and the database keeps. Decimals are text, as a JSON number would
 * be a float; their patterns are their bounds.
 */

const MULTIPLIER = '^[1-9]\\d?(\\.\\d{1,4})?$'
const POINTS = '^\\d{1,7}(\\.\\d{1,4})?$'
const RATE_POINTS = '^(?=.*[1-9])\\d{1,4}(\\.\\d{1,4})?$'
const POSITIVE_AMOUNT = '^(?=.*[1-9])\\d{1,8}(\\.\\d{1,4})?$'
const AMOUNT = '^\\d{1,11}(\\.\\d{1,4})?$'
const POINT_VALUE = '^\\d{1,6}(\\.\\d{1,4})?$'
const INSTANT = '(Z|[+-]\\d\\d:\\d\\d)$'

const NO_INSTANT = 'must be an ISO 8601 date-time with an offset or Z'

/** What a pattern means, for the person who reads why a program is refused. */
const PATTERN_IN_WORDS: Record<string, string> = {
  [MULTIPLIER]: 'must be text with a multiplier from 1 to 99.9999, such as "1.5"',
  [POINTS]: 'must be text with points from 0 to 9999999.9999, such as "50"',
  [RATE_POINTS]: 'must be text with points above 0 and below 10000, such as "1"',
  [POSITIVE_AMOUNT]: 'must be text with an amount above 0 and below 100000000, such as "1"',
  [AMOUNT]: 'must be text with an amount of at least 0 and at most four decimals, such as "30.00"',
  [POINT_VALUE]: 'must be text with an amount below 1000000, such as "0.05"',
  [INSTANT]: NO_INSTANT,
}

const decimalText = (pattern: string) => Type.String({ pattern, maxLength: 20 })
const instantText = () => Type.String({ pattern: INSTANT, maxLength: 40 })
const ids = () => Type.Array(Type.String({ minLength: 1, maxLength: 250 }), { minItems: 1, maxItems: 2_000 })

function ruleSchema<Kind extends RuleKind, Properties extends TProperties>(
  kind: Kind,
  properties: Properties,
) {
  return Type.Object(
    {
      id: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      name: Type.Optional(Type.String({ maxLength: 250 })),
      isActive: Type.Optional(Type.Boolean()),
      kind: Type.Literal(kind),
      ...properties,
    },
    { additionalProperties: false },
  )
}

const validity = {
  waitingDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_650 })),
  validityDays: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 36_500 }), Type.Null()])),
}

/** Exactly one of the two, which `readBonus` sees to. */
const bonus = {
  multiplier: Type.Optional(decimalText(MULTIPLIER)),
  points: Type.Optional(decimalText(POINTS)),
}

const limit = () => Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()]))

const simpleAction = { points: decimalText(POINTS), ...validity }

const schemaOfKind = {
  purchase: ruleSchema('purchase', {
    points: decimalText(RATE_POINTS),
    perAmount: Type.Optional(decimalText(POSITIVE_AMOUNT)),
    minimumOrder: Type.Optional(decimalText(AMOUNT)),
    rounding: Type.Optional(Type.Enum(['floor', 'nearest', 'ceiling'])),
    ...validity,
  }),
  product: ruleSchema('product', { ids: ids(), ...bonus }),
  brand: ruleSchema('brand', { ids: ids(), ...bonus }),
  category: ruleSchema('category', { ids: ids(), ...bonus }),
  paymentMethod: ruleSchema('paymentMethod', { ids: ids(), ...bonus }),
  branch: ruleSchema('branch', { ids: ids(), ...bonus }),
  tier: ruleSchema('tier', { ids: ids(), multiplier: decimalText(MULTIPLIER) }),
  firstPurchase: ruleSchema('firstPurchase', bonus),
  campaign: ruleSchema('campaign', {
    multiplier: decimalText(MULTIPLIER),
    startsAt: instantText(),
    endsAt: instantText(),
  }),
  signup: ruleSchema('signup', simpleAction),
  birthday: ruleSchema('birthday', simpleAction),
  referral: ruleSchema('referral', simpleAction),
  quiz: ruleSchema('quiz', validity),
  custom: ruleSchema('custom', {
    key: Type.String({ minLength: 1, maxLength: 100 }),
    limits: Type.Optional(Type.Object({ perDay: limit(), ever: limit() }, { additionalProperties: false })),
    ...simpleAction,
  }),
}

const RuleSchema = Type.Union([
  schemaOfKind.purchase,
  schemaOfKind.product,
  schemaOfKind.brand,
  schemaOfKind.category,
  schemaOfKind.paymentMethod,
  schemaOfKind.branch,
  schemaOfKind.tier,
  schemaOfKind.firstPurchase,
  schemaOfKind.campaign,
  schemaOfKind.signup,
  schemaOfKind.birthday,
  schemaOfKind.referral,
  schemaOfKind.quiz,
  schemaOfKind.custom,
])

const programSchema = <Rules extends TSchema>(rules: Rules) =>
  Type.Object(
    {
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      cashback: Type.Object(
        { isOn: Type.Boolean(), pointValue: decimalText(POINT_VALUE) },
        { additionalProperties: false },
      ),
      rules: Type.Array(rules, { maxItems: 200 }),
    },
    { additionalProperties: false },
  )

export const ProgramSchema = programSchema(RuleSchema)

/** The same with the rules unread: a union can't say which of its members a broken rule was meant to be. */
const ProgramOutline = programSchema(
  Type.Object({ kind: Type.Enum(Object.keys(schemaOfKind) as RuleKind[]) }),
)

export type ProgramJson = Static<typeof ProgramSchema>
type RuleJson = Static<typeof RuleSchema>

/** The program that a person sent, or the first thing wrong with it. */
export function readProgram(json: unknown): { program: Program } | { problem: ProgramProblem } {
  if (!Value.Check(ProgramSchema, json)) return { problem: schemaProblem(json) }
  const problem = contentProblem(json)
  if (problem !== null) return { problem }
  const rules = json.rules.map(readRule)
  const pointValue = decimalFromText(json.cashback.pointValue)
  return {
    program: {
      version: json.version,
      cashback: { isOn: json.cashback.isOn, pointValue },
      rules,
      index: indexRules(rules),
    },
  }
}

/** The program that the database keeps. It was read before it was stored, so a problem is a defect. */
export function parseProgram(json: unknown): Program {
  const read = readProgram(json)
  if ('problem' in read) throw new Error(`program: ${read.problem.field} ${read.problem.reason}`)
  return read.program
}

function readRule(json: RuleJson): Rule {
  const common = { id: json.id, name: json.name ?? '', isActive: json.isActive ?? true }
  switch (json.kind) {
    case 'purchase':
      return {
        ...common,
        kind: json.kind,
        points: decimalFromText(json.points),
        perAmount: optionalDecimal(json.perAmount, ONE),
        minimumOrder: optionalDecimal(json.minimumOrder, ZERO),
        rounding: json.rounding ?? 'floor',
        ...readValidity(json),
      }
    case 'product':
    case 'brand':
    case 'category':
      return { ...common, kind: json.kind, ids: json.ids, bonus: readBonus(json) }
    case 'paymentMethod':
    case 'branch':
      return { ...common, kind: json.kind, ids: json.ids, bonus: readBonus(json) }
    case 'tier':
      return { ...common, kind: json.kind, ids: json.ids, multiplier: decimalFromText(json.multiplier) }
    case 'firstPurchase':
      return { ...common, kind: json.kind, bonus: readBonus(json) }
    case 'campaign':
      return {
        ...common,
        kind: json.kind,
        multiplier: decimalFromText(json.multiplier),
        startsAt: readInstant(json.startsAt),
        endsAt: readInstant(json.endsAt),
      }
    case 'signup':
    case 'birthday':
    case 'referral':
      return { ...common, kind: json.kind, points: decimalFromText(json.points), ...readValidity(json) }
    case 'quiz':
      return { ...common, kind: json.kind, ...readValidity(json) }
    case 'custom':
      return {
        ...common,
        kind: json.kind,
        key: json.key,
        points: decimalFromText(json.points),
        limits: { perDay: json.limits?.perDay ?? null, ever: json.limits?.ever ?? null },
        ...readValidity(json),
      }
  }
}

function readValidity(json: { waitingDays?: number; validityDays?: number | null }) {
  return { waitingDays: json.waitingDays ?? 0, validityDays: json.validityDays ?? null }
}

function optionalDecimal(text: string | undefined, otherwise: Decimal): Decimal {
  return text === undefined ? otherwise : decimalFromText(text)
}

interface BonusJson {
  multiplier?: string
  points?: string
}

function readBonus(json: BonusJson): Bonus {
  return json.multiplier !== undefined
    ? { type: 'multiplier', multiplier: decimalFromText(json.multiplier) }
    : { type: 'points', points: optionalDecimal(json.points, ZERO) }
}

/** Texts are checked to end in an offset, so the zone is never used. NaN for what is no date. */
function readInstant(text: string): number {
  return parseInstant(text, 'UTC') ?? Number.NaN
}

/** What a schema can't say: one rule seen with the others, one field with another. */
function contentProblem(json: ProgramJson): ProgramProblem | null {
  const ruleIds = new Set<number>()
  const onlyOnes = new Set<string>()
  for (const [position, rule] of json.rules.entries()) {
    const problemAt = (field: string, reason: string) => ({ field: `rules[${position}].${field}`, reason })
    if (ruleIds.has(rule.id)) return problemAt('id', 'is the id of another rule')
    ruleIds.add(rule.id)
    if (rule.kind === 'campaign') {
      if (Number.isNaN(readInstant(rule.startsAt))) return problemAt('startsAt', NO_INSTANT)
      if (Number.isNaN(readInstant(rule.endsAt))) return problemAt('endsAt', NO_INSTANT)
      if (readInstant(rule.endsAt) <= readInstant(rule.startsAt)) {
        return problemAt('endsAt', 'must be after startsAt')
      }
    }
    if (hasBonus(rule) && (rule.multiplier === undefined) === (rule.points === undefined)) {
      return problemAt('multiplier', 'must be given, or points, and not both')
    }
    const onlyOne = rule.isActive === false ? null : onlyActiveOne(rule)
    if (onlyOne === null) continue
    if (onlyOnes.has(onlyOne)) {
      return problemAt(rule.kind === 'custom' ? 'key' : 'kind', 'is that of another active rule')
    }
    onlyOnes.add(onlyOne)
  }
  return null
}

function hasBonus(rule: RuleJson): rule is RuleJson & BonusJson {
  return BONUS_KINDS.has(rule.kind)
}

const BONUS_KINDS = new Set<RuleKind>([
  'product',
  'brand',
  'category',
  'paymentMethod',
  'branch',
  'firstPurchase',
])

/** What only one active rule may be, as two would leave open which of them counts. */
function onlyActiveOne(rule: RuleJson): string | null {
  if (rule.kind === 'custom') return `custom ${rule.key}`
  return ['purchase', 'signup', 'birthday', 'referral', 'quiz'].includes(rule.kind) ? rule.kind : null
}

function schemaProblem(json: unknown): ProgramProblem {
  const outside = firstError(ProgramOutline, json, '', PATTERN_IN_WORDS)
  if (outside !== null) return outside
  const { rules } = json as Static<typeof ProgramOutline>
  for (const [position, rule] of rules.entries()) {
    const problem = firstError(schemaOfKind[rule.kind], rule, `/rules/${position}`, PATTERN_IN_WORDS)
    if (problem !== null) return problem
  }
  return { field: '', reason: 'is not a program' }
}
