import { Value } from 'typebox/value'
import type { FieldProblem } from '../contract/field-problem.ts'
import { type Decimal, decimalFromText, ONE, ZERO } from '../platform/decimal.ts'
import { parseInstant } from '../platform/zone.ts'
import { type Bonus, indexRules, type Program, type Rule } from './program.ts'
import { ContentSchema, type ProgramContent, RULES_MAX, type RuleJson, RuleSchema } from './program-json.ts'
import { problemsOf } from './program-problems.ts'

/** The program that a person sent, or all that is wrong with it. Which version it becomes is for us to say. */
export function readProgram(
  json: unknown,
  version = 1,
): { program: Program; content: ProgramContent } | { problems: readonly FieldProblem[] } {
  const problems = problemsOf(json)
  if (problems.length > 0) return { problems }
  const content = json as ProgramContent
  return { program: programOf(content, version), content }
}

/**
 * The program that the database keeps. It was read before it was stored, perhaps by a version that refused less, so
 * only its shape is looked at; what is not of that shape is a defect.
 */
export function parseProgram({
  version,
  ...json
}: Readonly<Record<string, unknown>> & { readonly version: number }): Program {
  if (!Value.Check(ContentSchema, json)) {
    const [first] = problemsOf(json)
    throw new Error(`program: ${first?.pointer ?? ''} ${first?.message.en ?? 'is not one'}`)
  }
  return programOf(json, version)
}

/** Each rule of what may not be a program: read where a sentence can be made of it, else null. */
export function readRules(json: unknown): (Rule | null)[] {
  const sent: unknown = (json as { rules?: unknown } | null)?.rules
  if (!Array.isArray(sent)) return []
  return sent.slice(0, RULES_MAX).map((sentRule: unknown) => {
    if (!Value.Check(RuleSchema, sentRule)) return null
    const rule = readRule(sentRule)
    return rule.kind === 'campaign' && Number.isNaN(rule.startsAt + rule.endsAt) ? null : rule
  })
}

function programOf({ cashback, rules: sent }: ProgramContent, version: number): Program {
  const rules = sent.map(readRule)
  const pointValue = decimalFromText(cashback.pointValue)
  return { version, cashback: { isOn: cashback.isOn, pointValue }, rules, index: indexRules(rules) }
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
