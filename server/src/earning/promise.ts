import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import { idsOfLine } from './evaluate.ts'
import { failedCondition } from './holds.ts'
import { isExcludedById } from './limit-members.ts'
import { evaluateWithin, NO_LIMITS } from './limits.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'
import { type ExcludeRule, limitOf, type Program, type Rule, type RuleIndex, whenOf } from './program.ts'
import type { UsedOf } from './taken.ts'

/** A basket before it is an order. */
export interface Basket {
  readonly lines: readonly LineFacts[]
  /** What will be paid for the goods. */
  readonly total: Decimal
}

/** A tier, as far as an order's points depend on it. */
export interface TierOfBuyer {
  readonly id: string
  readonly multiplier: Decimal | null
}

/** Who buys. */
export interface Buyer {
  readonly tier: TierOfBuyer | null
  /** What their orders have taken of limits and caps; null: it is not known who buys, so `tier` is that of newcomers. */
  readonly usedOf: UsedOf | null
  /** What the benefits of other tiers multiply by, of all who may buy. */
  readonly otherMultipliers: readonly (Decimal | null)[]
}

export interface Promised {
  readonly points: Decimal
  readonly cashback: Decimal
  readonly isBelowMinimum: boolean
  /** It may be less for some customers, or where what can't be known yet is so. Otherwise it is at least that. */
  readonly isUpTo: boolean
}

/** What an order would earn now, whatever it will be paid with and wherever: a promise that is kept or exceeded. */
export function promiseOrder(
  program: Program,
  { lines, total }: Basket,
  { tier, usedOf, otherMultipliers }: Buyer,
  at: { readonly now: Instant; readonly timeZone: string },
): Promised {
  const facts: OrderFacts = {
    total,
    placedAt: at.now,
    timeZone: at.timeZone,
    products: [...lines],
    paymentMethodId: null,
    branchId: null,
    tierId: tier?.id ?? null,
    tierMultiplier: tier?.multiplier ?? null,
    isFirstPurchase: false,
    number: null,
  }
  const limits = usedOf === null ? NO_LIMITS : { usedOf, before: null }
  const { points, cashback, explanation } = evaluateWithin(program, facts, limits)
  const isKnown = usedOf !== null
  // A rule that is not among the lines gives nothing, so it can't give less either.
  const ofRules = new Set(explanation.lines.flatMap((line) => ('rule' in line ? [line.rule] : [])))
  const isUnsure = program.rules.some((rule) => ofRules.has(rule.id) && dependsOnBuyer(rule))
  const ofTier = tier?.multiplier ?? null
  const isLessElsewhere = otherMultipliers.some((other) => (other ?? ZERO) < (ofTier ?? ZERO))
  return {
    points,
    cashback,
    isBelowMinimum: explanation.none === 'below-minimum',
    isUpTo:
      mayLeaveOutMore(program.index, facts, isKnown) ||
      (!isKnown && (isUnsure || isLessElsewhere || program.index.caps.some(({ per }) => per !== 'order'))),
  }
}

/** Whether another customer may not be given it. */
function dependsOnBuyer(rule: Rule): boolean {
  if (rule.kind === 'tier' || (whenOf(rule)?.tiers ?? null) !== null) return true
  return rule.kind !== 'cap' && limitOf(rule) !== null
}

/** Whether something is left out of such orders that is not known before they come: how they are paid, or marked lines. */
function mayLeaveOutMore({ exclusions }: RuleIndex, facts: OrderFacts, isKnown: boolean): boolean {
  return (exclusions.points?.rules ?? []).some((rule) => {
    const { when, excluded } = rule
    const failed = when === null ? null : failedCondition(when, facts, null)
    // What a basket says is left out already, but for the marks.
    if (failed === null) return excluded.of === 'marked'
    const isOpen = failed === 'branches' || failed === 'paymentMethods' || (failed === 'tiers' && !isKnown)
    return isOpen && isAboutSome(rule, facts.products)
  })
}

/** Goods that nothing else is paid with have no shipping among them. */
function isAboutSome({ excluded: { of, ids } }: ExcludeRule, lines: readonly LineFacts[]): boolean {
  if (!isExcludedById(of)) return of !== 'shipping'
  const named = new Set(ids)
  return lines.some((line) => idsOfLine(of, line).some((id) => named.has(id)))
}
