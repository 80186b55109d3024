import { Value } from 'typebox/value'
import type { FieldProblem } from '../contract/field-problem.ts'
import { decimalFromText } from '../platform/decimal.ts'
import { traitsOf } from './kinds.ts'
import { indexRules, NO_RULE_STARTS, type Program, type Rule } from './program.ts'
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
export function parseProgram(
  { version, ...json }: Readonly<Record<string, unknown>> & { readonly version: number },
  ruleStarts: Program['ruleStarts'] = NO_RULE_STARTS,
): Program {
  if (!Value.Check(ContentSchema, json)) {
    const [first] = problemsOf(json)
    throw new Error(`program: ${first?.pointer ?? ''} ${first?.message.en ?? 'is not one'}`)
  }
  return programOf(json, version, ruleStarts)
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

function programOf(
  { cashback, rules: sent }: ProgramContent,
  version: number,
  ruleStarts = NO_RULE_STARTS,
): Program {
  const rules = sent.map(readRule)
  const pointValue = decimalFromText(cashback.pointValue)
  return {
    version,
    cashback: { isOn: cashback.isOn, pointValue },
    rules,
    index: indexRules(rules),
    ruleStarts,
  }
}

/** What is checked before: of other JSON it may throw. */
export function readRule(json: RuleJson): Rule {
  const { id, kind, name = '', isActive = true } = json
  const values = Object.entries(traitsOf(kind).members).map(([member, { read }]) => [
    member,
    read(json as never),
  ])
  return { id, name, isActive, kind, ...Object.fromEntries(values) } as Rule
}
