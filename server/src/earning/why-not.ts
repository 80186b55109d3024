import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromText, ZERO } from '../platform/decimal.ts'
import { localDate, startOfDay } from '../platform/zone.ts'
import { type Inapplicable, inapplicable, inapplicableCard } from './applies.ts'
import type { StampLimit } from './card-members.ts'
import { type Counted, countedFor } from './counted.ts'
import type { Explanation } from './explanation.ts'
import { isLineBonus, isOrderBonus } from './kinds.ts'
import type { Limit } from './limit-members.ts'
import type { OrderFacts } from './order-facts.ts'
import {
  type BonusRule,
  type CapRule,
  type CardRule,
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
  | { readonly why: 'limitReached'; readonly limit: Limit | StampLimit }
  | { readonly why: 'capped'; readonly points: Decimal; readonly cap: CapRule }
  /** `by`: where it is said of a card, the rule that leaves it out. */
  | { readonly why: 'excluded'; readonly amount: Decimal; readonly by?: Rule }
  | { readonly why: 'unpriced'; readonly productId: string }
  | { readonly why: 'cardDone' }
  /** `at`: the last day on which its stamps were good. */
  | { readonly why: 'cardClosed'; readonly at: Instant }

export type NotMore = WhyNot & { readonly rule: Rule }

/** What the cards of a customer did with an order. */
export interface StampsGiven {
  /** By the card's rule; missing: none. */
  readonly stamps: ReadonlyMap<number, Decimal>
  /** Rules of cards that are given once and were complete. */
  readonly done: ReadonlySet<number>
  /** When the order came; null: it has not. */
  readonly arrivedAt: Instant | null
}

/**
 * Of each active bonus and card that gave an order nothing, why; and what was left out or cut off. Where the order as a
 * whole earned no points, only that, beside the cards. `given`: null where it is not known what the cards did; then only
 * what the order itself says is told of them.
 */
export function whyNotMore(
  program: Program,
  facts: OrderFacts,
  explanation: Explanation,
  given: StampsGiven | null = null,
): NotMore[] {
  const ofCards = whyNoStamps(program, facts, given)
  return [...whyNoMorePoints(program, facts, explanation), ...ofCards]
}

function whyNoMorePoints(program: Program, facts: OrderFacts, explanation: Explanation): NotMore[] {
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

function whyNoStamps(
  { index, ruleStarts }: Program,
  facts: OrderFacts,
  given: StampsGiven | null,
): NotMore[] {
  const { cards } = index
  if (cards.length === 0 || facts.total === ZERO) return []
  const counted = countedFor('stamps', index, facts)
  return cards.flatMap((rule): NotMore[] => {
    const why =
      inapplicableCard(rule, facts, counted, ruleStarts.get(rule.id)) ??
      leftOutOfStamps(counted) ??
      (given && notGiven(rule, facts, given))
    return why === null ? [] : [{ ...why, rule }]
  })
}

function leftOutOfStamps({ isNothing, leftOut }: Counted): WhyNot | null {
  const [first] = leftOut
  return isNothing && first ? { why: 'excluded', amount: first.amount, by: first.rule } : null
}

/** Where the order would give stamps, and the card takes none. */
function notGiven(rule: CardRule, { timeZone }: OrderFacts, given: StampsGiven): WhyNot | null {
  const { stamps, done, arrivedAt } = given
  const closes = closingOf(rule, timeZone)
  // Stamps that come then end at once.
  if (closes !== null && arrivedAt !== null && arrivedAt >= closes)
    return { why: 'cardClosed', at: closes - 1 }
  if ((stamps.get(rule.id) ?? ZERO) > ZERO) return null
  if (done.has(rule.id)) return { why: 'cardDone' }
  return rule.stampLimit === null ? null : { why: 'limitReached', limit: rule.stampLimit }
}

/** When the stamps of a card with an end are no longer good; null: it has none. */
function closingOf({ when, graceDays }: CardRule, timeZone: string): Instant | null {
  if (when?.until == null) return null
  return startOfDay(localDate(when.until - 1, timeZone) + graceDays + 1, timeZone)
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
