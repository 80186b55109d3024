import type { Instant } from '../platform/clock.ts'
import { type Decimal, minimum, ONE, roundTo, ZERO } from '../platform/decimal.ts'
import {
  addOfferToTally,
  addToTally,
  type Earning,
  earning,
  earnsNothing,
  newTally,
  type Tally,
  worthOf,
} from './earned.ts'
import { shortText } from './explanation.ts'
import { type Holds, holdsFor } from './holds.ts'
import { type LineBonusKind, lookOf, ORDER_BONUS_KINDS, type OrderBonusKind } from './kinds.ts'
import type { Rounding } from './members.ts'
import type { LineFacts, OrderFacts, RuleInputs } from './order-facts.ts'
import {
  type CampaignRule,
  type LineBonusRule,
  type LineFixedPoints,
  type LineMultiplier,
  type OrderBonusRule,
  type OrderMultiplier,
  type Program,
  type PurchaseRule,
  type Rule,
  type RuleIndex,
  stacks,
} from './program.ts'

/** What an order earns. Nothing at all without an active purchase rule, below its minimum, or where nothing was paid. */
export function evaluateOrder(program: Program, facts: OrderFacts): Earning {
  const { index } = program
  const { purchase } = index
  if (purchase === null) return earnsNothing(program, 'no-purchase-rule', newTally())
  if (facts.total < purchase.minimumOrder) {
    const tally = newTally()
    addToTally(tally, purchase, { amount: shortText(facts.total) }, ZERO)
    return earnsNothing(program, 'below-minimum', tally)
  }
  const tally = newTally()
  // Not even fixed bonuses: an order that costs nothing could be sent as often as one likes.
  if (facts.total === ZERO) {
    addToTally(tally, purchase, { amount: shortText(ZERO) }, ZERO)
    return earning(program, purchase, tally)
  }
  const order = { facts, lines: linesThatCount(facts), holds: holdsFor(facts, facts.total) }
  const base = tallyMultiplied(tally, purchase, multipliedParts(index, purchase, order))
  tallyAddingLines(tally, index, purchase, order)
  const ofLines = index.hasLineFixedPoints ? lineFixedPoints(index, order) : NO_POINTS
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
interface EvaluatedOrder {
  readonly facts: OrderFacts
  readonly lines: readonly CountedLine[]
  readonly holds: Holds
}

interface CountedLine {
  line: LineFacts
  /** What of the order's total it stands for. */
  amount: Decimal
}

/** All lines together count for no more than the order's total, the first of them first. */
function linesThatCount({ products, total }: OrderFacts): CountedLine[] {
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
  { facts, lines, holds }: EvaluatedOrder,
): MultipliedPart[] {
  const parts: MultipliedPart[] = [{ rule: purchase, amount: facts.total, multiplier: ONE }]
  const ofOrder = bestOrderMultiplier(index, facts, holds)
  const orderMultiplier = ofOrder?.multiplier ?? ONE
  if (ofOrder !== null && orderMultiplier > ONE) {
    const id = ofOrder.rule.kind === 'campaign' ? null : idOf(ofOrder.rule, facts)
    const part = { rule: ofOrder.rule, amount: facts.total, multiplier: orderMultiplier - ONE }
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
function tallyAddingLines(
  tally: Tally,
  index: RuleIndex,
  purchase: PurchaseRule,
  { lines, holds }: EvaluatedOrder,
): void {
  for (const { rule, multiplier, ids } of index.addingLineMultipliers) {
    if (!holds(rule)) continue
    const matching = lines.filter(({ line }) => idsOfLine(rule.kind, line).some((id) => ids?.has(id)))
    if (matching.length === 0) continue
    const amount = matching.reduce((sum, line) => sum + line.amount, ZERO)
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
  const byKind = index.lineFixedPoints
  const lineCounts = new Map<LineFixedPoints, number>()
  for (const { line } of lines) {
    const matching = new Set(byKind.product.get(line.originalId))
    if (line.brandId !== null) addAll(matching, byKind.brand.get(line.brandId))
    for (const id of line.categoryIds) addAll(matching, byKind.category.get(id))
    for (const entry of matching) {
      if (holds(entry.rule)) lineCounts.set(entry, (lineCounts.get(entry) ?? 0) + 1)
    }
  }
  return [...lineCounts].map(([{ rule, points }, count]) => ({ rule, count, points: points * BigInt(count) }))
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
  { facts, holds }: EvaluatedOrder,
  base: Decimal,
): void {
  for (const rule of addingCampaigns) {
    if (!isRunning(rule, facts.placedAt) || !holds(rule)) continue
    addToTally(tally, rule, { amount: shortText(facts.total) }, extraOfBase(rule.multiplier, base, rounding))
  }
}

function addAll<Item>(set: Set<Item>, items: Item[] | undefined): void {
  if (items !== undefined) for (const item of items) set.add(item)
}

interface MatchingBonus {
  rule: OrderBonusRule
  inputs: RuleInputs
}

function orderBonusesFor(
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

/** What of the rule's ids the order has; null: it has none, or the rule names none. */
function idOf({ kind }: OrderBonusRule, facts: OrderFacts): string | null {
  return lookOf(kind).idOf?.(facts) ?? null
}

const NO_BONUSES: MatchingBonus[] = []
const NO_RULES: OrderBonusRule[] = []

/** What the tier itself multiplies the base by. */
function tallyTierBenefit(
  tally: Tally,
  purchase: PurchaseRule,
  { tierId: id, tierMultiplier: multiplier }: OrderFacts,
  base: Decimal,
): void {
  if (id === null || !multiplier) return
  const points = extraOfBase(multiplier, base, purchase.rounding)
  addOfferToTally(tally, { kind: 'tierBenefit', id, multiplier: shortText(multiplier) }, points)
}

function bonusPoints(rule: OrderBonusRule, base: Decimal, rounding: Rounding): Decimal {
  const { bonus } = rule
  return bonus.type === 'points' ? bonus.points : extraOfBase(bonus.multiplier, base, rounding)
}

function extraOfBase(multiplier: Decimal, base: Decimal, rounding: Rounding): Decimal {
  return divideToWhole((multiplier - ONE) * base, ONE * ONE, rounding)
}

export interface ProductPoints {
  originalId: string
  points: Decimal
  /** Two decimals: it is shown, never recorded. */
  cashback: Decimal
}

export type PricedProduct = LineFacts & { price: Decimal }

/**
 * What each product would earn, bought now. A product's page knows neither who buys it nor how, where and beside what, so
 * rules that ask for that do not hold.
 */
export function evaluateProductPoints(
  program: Program,
  products: PricedProduct[],
  at: { readonly now: Instant; readonly timeZone: string },
): ProductPoints[] | { refused: 'no-purchase-rule' } {
  const { index, cashback } = program
  const { purchase } = index
  if (purchase === null) return { refused: 'no-purchase-rule' }
  const facts: OrderFacts = { ...UNKNOWN_ORDER, placedAt: at.now, timeZone: at.timeZone }
  const holds = holdsFor(facts, null)
  const orderMultiplier = bestOrderMultiplier(index, facts, holds)?.multiplier ?? ONE
  return products.map((product) => {
    const best = bestLineMultiplier(index, product, holds)
    const multiplier = best !== null && best.multiplier > orderMultiplier ? best.multiplier : orderMultiplier
    const tally = newTally()
    tally.points = pointsOfWeight(purchase, product.price * multiplier, 'floor')
    const lines = [{ line: product, amount: product.price }]
    tallyAddingLines(tally, index, { ...purchase, rounding: 'floor' }, { facts, lines, holds })
    const { points } = tally
    return { originalId: product.originalId, points, cashback: roundTo(worthOf(points, cashback), 2) }
  })
}

const UNKNOWN_ORDER = {
  total: ZERO,
  products: [],
  paymentMethodId: null,
  branchId: null,
  tierId: null,
  isFirstPurchase: false,
  number: null,
}

export function isRunning({ startsAt, endsAt }: CampaignRule, at: Instant): boolean {
  return startsAt <= at && at < endsAt
}

function bestOrderMultiplier(index: RuleIndex, facts: OrderFacts, holds: Holds): OrderMultiplier | null {
  // The index has the best first, so the first that holds is the best of those that do.
  return index.orderMultipliers.find((one) => isAbout(one, facts) && holds(one.rule)) ?? null
}

function isAbout({ rule, ids }: OrderMultiplier, facts: OrderFacts): boolean {
  if (rule.kind === 'campaign') return isRunning(rule, facts.placedAt)
  if (ids === null) return lookOf(rule.kind).match?.(facts, rule as never) !== null
  const id = idOf(rule, facts)
  return id !== null && ids.has(id)
}

function bestLineMultiplier(index: RuleIndex, line: LineFacts, holds: Holds): LineMultiplier | null {
  const { product, brand, category } = index.lineMultipliers
  let best = firstThatHolds(product.get(line.originalId), holds)
  if (line.brandId !== null) best = better(best, firstThatHolds(brand.get(line.brandId), holds))
  for (const id of line.categoryIds) best = better(best, firstThatHolds(category.get(id), holds))
  return best
}

function firstThatHolds(
  candidates: readonly LineMultiplier[] | undefined,
  holds: Holds,
): LineMultiplier | null {
  return candidates?.find(({ rule }) => holds(rule)) ?? null
}

function better(best: LineMultiplier | null, other: LineMultiplier | null): LineMultiplier | null {
  return other !== null && (best === null || other.multiplier > best.multiplier) ? other : best
}

/** Whole points for a weight, which is a sum of amount × multiplier, kept exact until here. */
function pointsOfWeight(purchase: PurchaseRule, weight: bigint, rounding: Rounding): Decimal {
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
