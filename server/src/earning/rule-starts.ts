import { type Instant, instantToText } from '../platform/clock.ts'
import { NO_RULE_STARTS, type Program } from './program.ts'
import type { ProgramContent, RuleJson } from './program-json.ts'

type RuleStarts = Program['ruleStarts']

const SECOND_MS = 1_000

/** As the database keeps them. */
export type StoredRuleStarts = Readonly<Record<string, string>>

/**
 * Of a version that takes effect at a moment: what was known before it, and what it has for the first time of cards and
 * gifts of tiers. Orders of before give nothing by them.
 */
export function ruleStartsFrom(before: RuleStarts, { rules }: ProgramContent, moment: Instant): RuleStarts {
  const fresh = rules.filter((rule) => hasStart(rule) && !before.has(rule.id))
  if (fresh.length === 0) return before
  // Most shops date orders to the second: one of the same second is not of before.
  const startsAt = moment - (moment % SECOND_MS)
  return new Map([...before, ...fresh.map(({ id }) => [id, startsAt] as const)])
}

/** Whether a version that waits has such a rule which now starts before the moment that is kept with it. */
export function startsSooner(waiting: RuleStarts, { rules }: ProgramContent, moment: Instant): boolean {
  return rules.some((rule) => hasStart(rule) && (waiting.get(rule.id) ?? moment) > moment)
}

function hasStart({ kind, isActive }: RuleJson): boolean {
  return (kind === 'card' || kind === 'tierReached') && isActive !== false
}

export function readRuleStarts(stored: StoredRuleStarts | null): RuleStarts {
  if (stored === null) return NO_RULE_STARTS
  return new Map(Object.entries(stored).map(([id, at]) => [Number(id), Date.parse(at)]))
}

export function writeRuleStarts(starts: RuleStarts): string | null {
  if (starts.size === 0) return null
  return JSON.stringify(Object.fromEntries([...starts].map(([id, at]) => [id, instantToText(at)])))
}
