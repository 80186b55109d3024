import { type Decimal, minimum, ONE, ZERO } from '../platform/decimal.ts'
import { type Counted, countedFor } from './counted.ts'
import {
  addOfferToTally,
  addToTally,
  type Earning,
  earning,
  earnsNothing,
  newTally,
  type Tally,
} from './earned.ts'
import { shortText } from './explanation.ts'
import { type Holds, holdsFor, NONE_BLOCKED } from './holds.ts'
import { type LineBonusKind, lookOf, ORDER_BONUS_KINDS, type OrderBonusKind } from './kinds.ts'
import type { Rounding } from './members.ts'
import { amountsOfAdding, bestLineMultiplier, bestOrderMultiplier, idOf, isRunning } from './multipliers.ts'
import type { LineFacts, OrderFacts, RuleInputs } from './order-facts.ts'
import {
  type LineBonusRule,
  type LineFixedPoints,
  type OrderBonusRule,
  type Program,
  type PurchaseRule,
  type Rule,
  type RuleIndex,
  stacks,
} from './program.ts'

/**
 * What an order earns, before limits. Nothing at all without an active purchase rule, where nothing of it counts, below
 * the minimum, or where nothing was paid. `blocked`: bonuses that do not hold, because the customer was given them as
 * often as they may be.
 */
export function evaluateOrder(program: Program, facts: OrderFacts, blocked = NONE_BLOCKED): Earning {
  const { index } = program
  const { purchase } = index
  const tally = newTally()
  if (purchase === null) return earnsNothing(program, 'no-purchase-rule', tally)
  const counted = index.exclusions.points === null ? null : countedFor('points', index, facts)
  if (counted !== null) tallyLeftOut(tally, counted)
  if (counted?.isNothing) return earnsNothing(program, 'excluded', tally)
  const total = counted?.amount ?? facts.total
  if (total < purchase.minimumOrder) {
    addToTally(tally, purchase, { amount: shortText(total) }, ZERO)
    return earnsNothing(program, 'below-minimum', tally)
  }
  // Not even fixed bonuses: an order that costs nothing could be sent as often as one likes.
  if (total === ZERO) {
    addToTally(tally, purchase, { amount: shortText(ZERO) }, ZERO)
    return earning(program, purchase, tally)
  }
  const lines = linesThatCount(counted?.lines ?? facts.products, total)
  const order = { facts, total, lines, holds: holdsFor(facts, total, blocked) }
  const base = tallyMultiplied(tally, purchase, multipliedParts(index, purchase, order))
  tallyAddingLines(tally, index, purchase, order)
  const ofLines = index.lineFixedPointsCount > 0 ? lineFixedPoints(index, order) : NO_POINTS
  const isBeaten = beatenPoints(program, order, ofLines)
  for (const { rule, count, points } of ofLines) {
    if (!isBeaten(rule)) addToTally(tally, rule, { count }, points)
  }
  for (const kind of ORDER_BONUS_KINDS) {
    // Campaigns that come on top stand between the others and the rules for orders.
    if (kind === 'order') tallyAddingCampaigns(tally, index, purchase, order, base)
    for (const { rule, inputs } of orderBonusesFor(index, kind, order)) {
      if (!isBeaten(rule)) addToTally(tally, rule, inputs, bonusPoints(rule, base, purchase.rounding))
    }
    // Behind the rules for tiers, to which it is close.
    if (kind === 'tier') tallyTierBenefit(tally, purchase, facts, base)
  }
  return earning(program, purchase, tally)
}

/** An order while it is evaluated. */
export interface EvaluatedOrder {
  readonly facts: OrderFacts
  /** What counts of it. */
  readonly total: Decimal
  readonly lines: readonly CountedLine[]
  readonly holds: Holds
}

interface CountedLine {
  line: LineFacts
  /** What of the order's total it stands for. */
  amount: Decimal
}

/** What is left out is told first. */
function tallyLeftOut(tally: Tally, { leftOut }: Counted): void {
  for (const { rule, amount } of leftOut) addToTally(tally, rule, { amount: shortText(amount) }, ZERO)
}

/** All lines together count for no more than what counts of the order, the first of them first. */
export function linesThatCount(products: readonly LineFacts[], total: Decimal): CountedLine[] {
  const counted: CountedLine[] = []
  let left = total
  for (const line of products) {
    if (left === ZERO) break
    if (!hasPrice(line)) continue
    const amount = minimum(line.price, left)
    left -= amount
    counted.push({ line, amount })
  }
  return counted
}

/** A part of an order's proportional points: amount × rate × multiplier, on account of one rule. */
interface MultipliedPart {
  rule: Rule
  amount: Decimal
  multiplier: Decimal
  /** The payment method, branch or tier on account of which the whole order counts with it. */
  id?: string
}

/**
 * The base, the extra of the best multiplier for whole orders on all of it, and for each better one of lines the excess
 * over that: so each line counts with the best of its multipliers, and what no line covers with that of the order.
 */
function multipliedParts(
  index: RuleIndex,
  purchase: PurchaseRule,
  { facts, total, lines, holds }: EvaluatedOrder,
): MultipliedPart[] {
  const parts: MultipliedPart[] = [{ rule: purchase, amount: total, multiplier: ONE }]
  const ofOrder = bestOrderMultiplier(index, facts, holds)
  const orderMultiplier = ofOrder?.multiplier ?? ONE
  if (ofOrder !== null && orderMultiplier > ONE) {
    const id = ofOrder.rule.kind === 'campaign' ? null : idOf(ofOrder.rule, facts)
    const part = { rule: ofOrder.rule, amount: total, multiplier: orderMultiplier - ONE }
    parts.push(id === null ? part : { ...part, id })
  }
  const partOfRule = new Map<LineBonusRule, MultipliedPart>()
  for (const { line, amount } of lines) {
    const best = bestLineMultiplier(index, line, holds)
    if (best === null || best.multiplier <= orderMultiplier) continue
    const part = partOfRule.get(best.rule)
    if (part !== undefined) {
      part.amount += amount
      continue
    }
    const excess = best.multiplier - orderMultiplier
    const newPart = { rule: best.rule, amount, multiplier: excess }
    partOfRule.set(best.rule, newPart)
    parts.push(newPart)
  }
  return parts
}

/** “When not null and not zero” a product's price can be used by the rules for products (specification). */
export function hasPrice(line: LineFacts): line is LineFacts & { price: Decimal } {
  return line.price !== null && line.price > ZERO
}

/**
 * Rounds the running sum, and gives each part what it moved that by: the parts add up to the rounded whole,
 * and an order of one product earns what the product's page promised. Returns the base, the first part.
 */
function tallyMultiplied(tally: Tally, purchase: PurchaseRule, parts: MultipliedPart[]): Decimal {
  let weight = 0n
  let base: Decimal | null = null
  for (const { rule, amount, multiplier, id } of parts) {
    weight += amount * multiplier
    const points = pointsOfWeight(purchase, weight, purchase.rounding) - tally.points
    const inputs = { amount: shortText(amount) }
    addToTally(tally, rule, id === undefined ? inputs : { ...inputs, id }, points)
    base ??= points
  }
  return base ?? ZERO
}

/** What multiplies lines and comes on top: of the points for the money of its lines, rounded by itself. */
export function tallyAddingLines(
  tally: Tally,
  index: RuleIndex,
  purchase: PurchaseRule,
  { lines, holds }: Pick<EvaluatedOrder, 'lines' | 'holds'>,
): void {
  const { addingLineMultipliers: rules } = index
  if (rules.length === 0) return
  const amounts = amountsOfAdding(index, lines)
  for (const [place, { rule, multiplier }] of rules.entries()) {
    const amount = amounts[place]
    if (amount === undefined || !holds(rule)) continue
    const points = pointsOfWeight(purchase, amount * (multiplier - ONE), purchase.rounding)
    addToTally(tally, rule, { amount: shortText(amount) }, points)
  }
}

/** By which a rule of this kind may name a line. */
export function idsOfLine(
  kind: LineBonusKind,
  { originalId, brandId, categoryIds }: LineFacts,
): readonly string[] {
  if (kind === 'product') return [originalId]
  if (kind === 'brand') return brandId === null ? [] : [brandId]
  return categoryIds
}

interface FixedPoints {
  readonly rule: LineBonusRule
  /** Lines that it matches. */
  readonly count: number
  readonly points: Decimal
}

/** Each rule pays its points for each line it matches, once however many of the line's categories match. */
function lineFixedPoints(index: RuleIndex, { lines, holds }: EvaluatedOrder): FixedPoints[] {
  const { product, brand, category } = index.lineFixedPoints
  // By the place of the rule: sets of them took four fifths of the time of 500 lines under 200 rules.
  const counts = new Uint32Array(index.lineFixedPointsCount)
  const lastLines = new Uint32Array(index.lineFixedPointsCount)
  const met: LineFixedPoints[] = []
  const count = (entries: readonly LineFixedPoints[] | undefined, line: number): void => {
    if (entries === undefined) return
    for (const entry of entries) {
      const { place } = entry
      if (lastLines[place] === line) continue
      if (lastLines[place] === 0 && holds(entry.rule)) met.push(entry)
      lastLines[place] = line
      counts[place] = (counts[place] ?? 0) + 1
    }
  }
  lines.forEach(({ line }, position) => {
    count(product.get(line.originalId), position + 1)
    if (line.brandId !== null) count(brand.get(line.brandId), position + 1)
    for (const id of line.categoryIds) count(category.get(id), position + 1)
  })
  return met.map(({ rule, points, place }) => {
    const lineCount = counts[place] ?? 0
    return { rule, count: lineCount, points: points * BigInt(lineCount) }
  })
}

const NO_POINTS: readonly FixedPoints[] = []
const NEVER = (): boolean => false

/** Of the fixed points that compete, all but those that give this order the most; of equals, the first stays. */
function beatenPoints(
  { index, rules }: Program,
  order: EvaluatedOrder,
  ofLines: readonly FixedPoints[],
): (rule: Rule) => boolean {
  if (!index.hasCompetingPoints) return NEVER
  const given = new Map<Rule, Decimal>()
  for (const { rule, points } of ofLines) {
    if (!stacks(rule)) given.set(rule, points)
  }
  for (const kind of ORDER_BONUS_KINDS) {
    for (const { rule } of orderBonusesFor(index, kind, order)) {
      if (rule.bonus.type === 'points' && !stacks(rule)) given.set(rule, rule.bonus.points)
    }
  }
  const competing = rules.filter((rule) => given.has(rule))
  const pointsOf = (rule: Rule): Decimal => given.get(rule) ?? ZERO
  const best = competing.reduce<Rule | null>(
    (first, rule) => (first === null || pointsOf(rule) > pointsOf(first) ? rule : first),
    null,
  )
  return (rule) => rule !== best && given.has(rule)
}

/** Campaigns that come on top: each of the points for the amount, rounded by itself. */
function tallyAddingCampaigns(
  tally: Tally,
  { addingCampaigns }: RuleIndex,
  { rounding }: PurchaseRule,
  { facts, total, holds }: EvaluatedOrder,
  base: Decimal,
): void {
  for (const rule of addingCampaigns) {
    if (!isRunning(rule, facts.placedAt) || !holds(rule)) continue
    addToTally(tally, rule, { amount: shortText(total) }, extraOfBase(rule.multiplier, base, rounding))
  }
}

interface MatchingBonus {
  rule: OrderBonusRule
  inputs: RuleInputs
}

export function orderBonusesFor(
  index: RuleIndex,
  kind: OrderBonusKind,
  { facts, holds }: EvaluatedOrder,
): MatchingBonus[] {
  const { rules, byId } = index.orderBonuses[kind]
  if (rules.length === 0) return NO_BONUSES
  const { idOf, match } = lookOf(kind)
  if (idOf) {
    const id = idOf(facts)
    const matching = id === null ? NO_RULES : (byId.get(id) ?? NO_RULES)
    return id === null ? NO_BONUSES : matching.filter(holds).map((rule) => ({ rule, inputs: { id } }))
  }
  return rules.flatMap((rule) => {
    const inputs = match?.(facts, rule as never)
    return inputs && holds(rule) ? [{ rule, inputs }] : []
  })
}

const NO_BONUSES: MatchingBonus[] = []
const NO_RULES: OrderBonusRule[] = []

/** What the tier itself multiplies the base by. */
export function tallyTierBenefit(
  tally: Tally,
  purchase: PurchaseRule,
  { tierId: id, tierMultiplier: multiplier }: OrderFacts,
  base: Decimal,
): void {
  if (id === null || !multiplier) return
  const points = extraOfBase(multiplier, base, purchase.rounding)
  addOfferToTally(tally, { kind: 'tierBenefit', id, multiplier: shortText(multiplier) }, points)
}

export function bonusPoints(rule: OrderBonusRule, base: Decimal, rounding: Rounding): Decimal {
  const { bonus } = rule
  return bonus.type === 'points' ? bonus.points : extraOfBase(bonus.multiplier, base, rounding)
}

function extraOfBase(multiplier: Decimal, base: Decimal, rounding: Rounding): Decimal {
  return divideToWhole((multiplier - ONE) * base, ONE * ONE, rounding)
}

/** Whole points for a weight, which is a sum of amount × multiplier, kept exact until here. */
export function pointsOfWeight(purchase: PurchaseRule, weight: bigint, rounding: Rounding): Decimal {
  // amount, multiplier and points count ten-thousandths each, perAmount below cancels one of the three.
  return divideToWhole(weight * purchase.points, purchase.perAmount * ONE * ONE, rounding)
}

/** A quotient of what is not negative by what is positive, rounded to whole points. */
function divideToWhole(numerator: bigint, denominator: bigint, rounding: Rounding): Decimal {
  switch (rounding) {
    case 'floor':
      return (numerator / denominator) * ONE
    case 'nearest':
      return ((2n * numerator + denominator) / (2n * denominator)) * ONE
    case 'ceiling':
      return ((numerator + denominator - 1n) / denominator) * ONE
  }
}
