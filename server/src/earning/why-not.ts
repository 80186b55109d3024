import { type Decimal, decimalFromText } from '../platform/decimal.ts'
import { type Inapplicable, inapplicable } from './applies.ts'
import { type Counted, countedFor } from './counted.ts'
import type { Explanation } from './explanation.ts'
import { isLineBonus, isOrderBonus } from './kinds.ts'
import type { Limit } from './limit-members.ts'
import type { OrderFacts } from './order-facts.ts'
import {
  type BonusRule,
  type CapRule,
  type ExcludeRule,
  isOf,
  limitOf,
  type Program,
  type Rule,
  stacks,
} from './program.ts'

/** Why a rule gave an order nothing, or took something. */
export type WhyNot =
  | Inapplicable
  | { readonly why: 'beaten'; readonly by: Rule }
  | { readonly why: 'limitReached'; readonly limit: Limit }
  | { readonly why: 'capped'; readonly points: Decimal; readonly cap: CapRule }
  | { readonly why: 'excluded'; readonly amount: Decimal }
  | { readonly why: 'unpriced'; readonly productId: string }

export type NotMore = WhyNot & { readonly rule: Rule }

/**
 * Of each active bonus that gave an order nothing, why; and what was left out or cut off. Where the order as a whole
 * earned nothing, only that.
 */
export function whyNotMore(program: Program, facts: OrderFacts, explanation: Explanation): NotMore[] {
  const { none } = explanation
  if (none === 'no-purchase-rule') return []
  const counted = countedFor('points', program.index, facts)
  const isForBonuses = (none === undefined || none === 'capped') && facts.total !== 0n
  const gave = new Set(
    explanation.lines.flatMap((line) => ('rule' in line && line.kind !== 'limit' ? [line.rule] : [])),
  )
  return program.rules.flatMap((rule): NotMore[] => {
    if (!rule.isActive) return []
    if (rule.kind === 'exclude') return leftOutBy(rule, counted).map((why) => ({ ...why, rule }))
    if (rule.kind === 'cap') return cutBy(rule, explanation).map((why) => ({ ...why, rule }))
    if (!isForBonuses || !isBonus(rule) || gave.has(rule.id)) return []
    const why =
      inapplicable(rule, facts, counted) ?? limitReached(rule, explanation) ?? beaten(rule, program, gave)
    return why === null ? [] : [{ ...why, rule }]
  })
}

function isBonus(rule: Rule): rule is BonusRule {
  return rule.kind === 'campaign' || isOf(isLineBonus, rule) || isOf(isOrderBonus, rule)
}

function leftOutBy(rule: ExcludeRule, { leftOut, unpriced }: Counted): WhyNot[] {
  return [
    ...leftOut.flatMap((one) =>
      one.rule === rule ? [{ why: 'excluded' as const, amount: one.amount }] : [],
    ),
    ...unpriced.flatMap((one) =>
      one.rule === rule ? [{ why: 'unpriced' as const, productId: one.productId }] : [],
    ),
  ]
}

function cutBy(cap: CapRule, { lines }: Explanation): WhyNot[] {
  const line = lines.find((one) => one.kind === 'cap' && one.rule === cap.id)
  return line ? [{ why: 'capped', points: -decimalFromText(line.points), cap }] : []
}

function limitReached(rule: BonusRule, { lines }: Explanation): WhyNot | null {
  const limit = limitOf(rule)
  const isTold = lines.some((line) => line.kind === 'limit' && line.rule === rule.id)
  return isTold && limit !== null ? { why: 'limitReached', limit } : null
}

/** Where another of those that it competes with counted instead. */
function beaten(rule: BonusRule, { rules }: Program, gave: ReadonlySet<number>): WhyNot | null {
  if (stacks(rule)) return null
  const rivals = rules.filter(isBonus).filter((one) => gave.has(one.id) && !stacks(one))
  const by = rivals.find((one) => isOfPoints(one) === isOfPoints(rule))
  return by ? { why: 'beaten', by } : null
}

function isOfPoints(rule: BonusRule): boolean {
  return rule.kind !== 'campaign' && rule.bonus.type === 'points'
}
