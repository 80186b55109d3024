import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type TSchema, Type } from 'typebox'
import type { FieldProblem } from '../contract/field-problem.ts'
import type { LocalizedText } from '../contract/locale.ts'
import { isStorable } from '../contract/schema.ts'
import { decimalFromText, ONE } from '../platform/decimal.ts'
import { parseInstant } from '../platform/zone.ts'
import { problemsAmongCards, problemsOfCard } from './card-problems.ts'
import { isPrize, isRuleKind, KINDS, RULE_KINDS, type RuleKind, traitsOf } from './kinds.ts'
import { isExcludedById } from './limit-members.ts'
import type { WhenJson } from './members.ts'
import { contentSchema, RULES_MAX, type RuleJson, schemaOfKind } from './program-json.ts'
import {
  ALL_ORDERS,
  ANOTHER_ACTIVE_RULE,
  ANOTHER_RULES_ID,
  BONUS_TWICE,
  DAY_TWICE,
  ENDS_BEFORE_IT_STARTS,
  EXCLUDES_NOTHING,
  EXPIRY_TWICE,
  KEY_OF_DIGITS,
  LESS_THAN_A_POINT,
  MONTH_END_OR_YEAR_DAY,
  NO_HOURS,
  NO_IDS_HERE,
  NO_INSTANT,
  NO_PRIZE,
  NOT_STORABLE,
  RULE_WITHOUT_ID,
  SAME_CAMPAIGN,
  SAME_CAP,
  saidOfSchema,
  TOO_MANY_RULES,
  TWICE,
  UNTIL_BEFORE_FROM,
} from './texts.ts'
import type { GoodUntilJson } from './validity.ts'

/** The rules unread: a union can't say which of its members a broken rule was meant to be. */
const Outline = contentSchema(Type.Object({ kind: Type.Enum(RULE_KINDS, { description: '' }) }))

// All errors at once; they are bounded as the body is. Compiled when first asked: most processes never are.
const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  strict: false,
  meta: false,
  validateSchema: false,
})
const compiled = new Map<TSchema, ValidateFunction>()

function errorsOf(schema: TSchema, value: unknown): readonly ErrorObject[] {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = ajv.compile(schema)
    compiled.set(schema, validate)
  }
  return validate(value) ? [] : (validate.errors ?? []).slice(0, ERRORS_LOOKED_AT)
}

/** All that is wrong with what a person sent as a program; none: `readProgram` reads it. */
export function problemsOf(json: unknown): FieldProblem[] {
  const sent: unknown = (json as { rules?: unknown } | null)?.rules
  const isTooMany = Array.isArray(sent) && sent.length > RULES_MAX
  // Of a million rules, the first ones say enough.
  const looked = isTooMany ? { ...(json as object), rules: sent.slice(0, RULES_MAX) } : json
  const found = problemsWithin(looked)
  const tooMany = isTooMany ? [{ pointer: '/rules', message: TOO_MANY_RULES }] : []
  return [...tooMany, ...found].slice(0, PROBLEMS_MAX)
}

/** A longer list of problems would not be read. */
const PROBLEMS_MAX = 200
/** Up to three errors make one problem: a value that is neither of two types tells of both and of the union. */
const ERRORS_LOOKED_AT = 3 * PROBLEMS_MAX

function problemsWithin(json: unknown): FieldProblem[] {
  const outside = errorsOf(Outline, json).flatMap((error) => problemOfError(error, ''))
  const sent: unknown = (json as { rules?: unknown } | null)?.rules
  const rules: readonly unknown[] = Array.isArray(sent) ? sent : []
  const sound: SoundRule[] = []
  const inside = rules.flatMap((rule, index) => {
    const path = `/rules/${index}`
    const schema = schemaOf(rule)
    if (!schema) return []
    const problems = errorsOf(schema, rule).flatMap((error) => problemOfError(error, path, rule))
    if (problems.length === 0) sound.push({ path, rule: rule as RuleJson })
    return [...problems, ...unstorableIn(rule, path)]
  })
  return [...outside, ...inside, ...problemsOfContent(sound)]
}

function schemaOf(rule: unknown): TSchema | null {
  const kind: unknown = typeof rule === 'object' && rule !== null && 'kind' in rule ? rule.kind : null
  return isRuleKind(kind) ? schemaOfKind[kind] : null
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const member: unknown = keyword === 'required' ? params.missingProperty : params.additionalProperty
  return member === undefined ? instancePath : `${instancePath}/${escaped(String(member))}`
}

function escaped(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A union of a type and null tells of each branch and of the whole; the branch with the type is what helps. */
function problemOfError(error: ErrorObject, path: string, rule?: unknown): FieldProblem[] {
  if (error.keyword === 'anyOf' || error.params.type === 'null') return []
  const pointer = pointerOf(error)
  const code = rule === undefined ? undefined : codeOf(rule as Partial<RuleJson>, pointer)
  const message =
    rule !== undefined && pointer === '/id' && isMissing(error) ? RULE_WITHOUT_ID : saidOfSchema(error)
  return [{ pointer: path + pointer, ...(code === undefined ? {} : { code }), message }]
}

function isMissing({ keyword }: ErrorObject): boolean {
  return keyword === 'required'
}

/** Whose number is a multiplier or points. */
function isBonus(kind: RuleKind): boolean {
  return 'bonus' in KINDS[kind].members
}

/** Whose points are no rate and no bonus. */
function hasPointsOfItsOwn(kind: RuleKind): boolean {
  const { appliesTo, members } = KINDS[kind]
  return (appliesTo === 'action' || appliesTo === 'sum' || appliesTo === 'card') && 'points' in members
}

/** What the catalog of errors calls a member that is below its least value. */
function codeOf(rule: Partial<RuleJson>, pointer: string): string | undefined {
  const value = (rule as Record<string, unknown>)[pointer.slice(1)]
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  if (pointer === '/waitingDays' && number < 0) return 'Objective_DaysToWaitToGrantPointsCannotBeLessThanZero'
  if (pointer === '/minimumOrder' && number < 0) return 'Objective_OrderMinimumValueCannotBeLessThanZero'
  if (pointer === '/when/minimumOrder') return 'Objective_OrderMinimumValueCannotBeLessThanZero'
  if (pointer !== '/points' || !(number < 1)) return undefined
  if (rule.kind === undefined) return undefined
  if (hasPointsOfItsOwn(rule.kind)) return 'Objective_AmountOfPointsCannotBeLessThanOne'
  return isBonus(rule.kind) ? 'Objective_DiscountValueCannotBeLessThanOne' : undefined
}

/** Texts that PostgreSQL can't keep, wherever they are in a value; names of members too. */
export function unstorableIn(value: unknown, path: string): FieldProblem[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ pointer: path, message: NOT_STORABLE }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, inner]) =>
    isStorable(member)
      ? unstorableIn(inner, `${path}/${escaped(member)}`)
      : [{ pointer: path, message: NOT_STORABLE }],
  )
}

interface SoundRule {
  readonly path: string
  readonly rule: RuleJson
}

/** What a schema can't say: one member seen with another, one rule with the others. */
function problemsOfContent(rules: readonly SoundRule[]): FieldProblem[] {
  return [
    ...rules.flatMap(({ path, rule }) => problemsOfRule(path, rule)),
    ...problemsAmong(rules),
    ...problemsAmongCards(rules.map(({ rule }) => rule)),
  ]
}

function problemsOfRule(path: string, rule: RuleJson): FieldProblem[] {
  const wrong = (member: string, message: LocalizedText, code?: string): FieldProblem => ({
    pointer: `${path}/${member}`,
    ...(code ? { code } : {}),
    message,
  })
  const found: FieldProblem[] = []
  if (rule.kind === 'campaign') {
    const [starts, ends] = [parseInstant(rule.startsAt, 'UTC'), parseInstant(rule.endsAt, 'UTC')]
    if (starts === null) found.push(wrong('startsAt', NO_INSTANT))
    if (ends === null) found.push(wrong('endsAt', NO_INSTANT))
    if (starts !== null && ends !== null && ends <= starts) {
      found.push(wrong('endsAt', ENDS_BEFORE_IT_STARTS, 'Campaign_InvalidDateRange'))
    }
  }
  if ('when' in rule && rule.when) found.push(...problemsOfWhen(`${path}/when`, rule.when))
  if (rule.kind === 'card') found.push(...problemsOfCard(path, rule))
  if (rule.kind === 'exclude') found.push(...problemsOfExclusion(path, rule))
  if (isPrize(rule.kind) && !('points' in rule || 'reward' in rule)) found.push(wrong('reward', NO_PRIZE))
  if ('goodUntil' in rule && rule.goodUntil) found.push(...problemsOfGoodUntil(path, rule))
  if (rule.kind === 'custom' && /^\d+$/.test(rule.key)) found.push(wrong('key', KEY_OF_DIGITS))
  const { multiplier, points } = rule as { multiplier?: string; points?: string }
  const hasBonus = isBonus(rule.kind)
  if (hasBonus && (multiplier === undefined) === (points === undefined)) {
    found.push(wrong('multiplier', BONUS_TWICE))
  }
  if (points !== undefined && (hasBonus || hasPointsOfItsOwn(rule.kind)) && decimalFromText(points) < ONE) {
    found.push(wrong('points', LESS_THAN_A_POINT, codeOf(rule, '/points')))
  }
  return found
}

/** Ids where they say what is left out, and only there; whole orders only under a condition. */
function problemsOfExclusion(
  path: string,
  { of, ids, outOf = [], when }: Extract<RuleJson, { kind: 'exclude' }>,
): FieldProblem[] {
  const found: FieldProblem[] = []
  const takesIds = isExcludedById(of)
  if (takesIds && ids === undefined) found.push({ pointer: `${path}/ids`, message: EXCLUDES_NOTHING })
  if (!takesIds && ids !== undefined) found.push({ pointer: `${path}/ids`, message: NO_IDS_HERE })
  if (of === 'all' && when === undefined) found.push({ pointer: `${path}/when`, message: ALL_ORDERS })
  if (new Set(outOf).size < outOf.length) found.push({ pointer: `${path}/outOf`, message: TWICE })
  return found
}

function problemsOfGoodUntil(
  path: string,
  { goodUntil = {}, validityDays }: { goodUntil?: GoodUntilJson; validityDays?: number | null },
): FieldProblem[] {
  const { monthEnd, yearDay, years } = goodUntil
  const isMonthEnd = monthEnd !== undefined && yearDay === undefined && years === undefined
  const isYearDay = monthEnd === undefined && yearDay !== undefined && years !== undefined
  const pointer = `${path}/goodUntil`
  return [
    ...(isMonthEnd || isYearDay ? [] : [{ pointer, message: MONTH_END_OR_YEAR_DAY }]),
    ...(validityDays === undefined || validityDays === null ? [] : [{ pointer, message: EXPIRY_TWICE }]),
  ]
}

function problemsOfWhen(path: string, { from, until, days = [], hours = [] }: WhenJson): FieldProblem[] {
  const found: FieldProblem[] = []
  const [starts, ends] = [from, until].map((text) => (text === undefined ? 0 : parseInstant(text, 'UTC')))
  if (starts === null) found.push({ pointer: `${path}/from`, message: NO_INSTANT })
  if (ends === null) found.push({ pointer: `${path}/until`, message: NO_INSTANT })
  if (from !== undefined && until !== undefined && starts != null && ends != null && ends <= starts) {
    const code = 'EndDate_ManageAdditionalBonuses'
    found.push({ pointer: `${path}/until`, code, message: UNTIL_BEFORE_FROM })
  }
  if (new Set(days).size < days.length) found.push({ pointer: `${path}/days`, message: DAY_TWICE })
  hours.forEach((window, index) => {
    if (window.from === window.until) found.push({ pointer: `${path}/hours/${index}`, message: NO_HOURS })
  })
  return found
}

function problemsAmong(rules: readonly SoundRule[]): FieldProblem[] {
  const ids = new Set<number>()
  const onlyOnes = new Set<string>()
  const found: FieldProblem[] = []
  for (const { path, rule } of rules) {
    if (ids.has(rule.id)) found.push({ pointer: `${path}/id`, message: ANOTHER_RULES_ID })
    ids.add(rule.id)
    const only = rule.isActive === false ? null : onlyActiveOne(rule)
    if (only === null) continue
    if (onlyOnes.has(only.name)) found.push({ ...only.problem, pointer: `${path}/${only.member}` })
    onlyOnes.add(only.name)
  }
  return found
}

/** What only one active rule may be, as two would leave open which of them counts. */
function onlyActiveOne(
  rule: RuleJson,
): { name: string; member: string; problem: Pick<FieldProblem, 'code' | 'message'> } | null {
  if (rule.kind === 'campaign') {
    const dates = [rule.startsAt, rule.endsAt].map((text) => parseInstant(text, 'UTC')).join(' ')
    const problem = { code: 'Campaign_Conflict', message: SAME_CAMPAIGN }
    // Those that ask for different things never count for the same order, or each on its own.
    const otherwise = JSON.stringify([rule.when ?? null, rule.stacks ?? false])
    return { name: `campaign ${dates} ${otherwise}`, member: 'startsAt', problem }
  }
  const { onlyOne: member } = traitsOf(rule.kind)
  if (member === undefined) return null
  const value = (rule as { kind: string; key?: string; per?: string })[member]
  const problem =
    member === 'per' ? { code: 'Campaign_Conflict', message: SAME_CAP } : { message: ANOTHER_ACTIVE_RULE }
  return { name: `${rule.kind} ${value}`, member, problem }
}
