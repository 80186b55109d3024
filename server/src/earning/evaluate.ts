import type { Amount } from '../accounts/account.ts'
import { type Decimal, minimum, ONE, proportion, roundTo, ZERO } from '../platform/decimal.ts'
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
import { type ExplanationLine, shortText } from './explanation.ts'
import { lookOf, ORDER_BONUS_KINDS, type OrderBonusKind } from './kinds.ts'
import type { ActionLimits, Rounding } from './members.ts'
import type { LineFacts, OrderFacts, RuleInputs } from './order-facts.ts'
import type {
  CampaignRule,
  Cashback,
  LineBonusRule,
  LineFixedPoints,
  LineMultiplier,
  OrderBonusRule,
  Program,
  PurchaseRule,
  Rule,
  RuleIndex,
  Validity,
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
  const lines = linesThatCount(facts)
  const base = tallyMultiplied(tally, purchase, multipliedParts(index, purchase, facts, lines))
  if (index.hasLineFixedPoints) tallyLineFixedPoints(tally, index, lines)
  for (const kind of ORDER_BONUS_KINDS) {
    for (const { rule, inputs } of orderBonusesFor(index, kind, facts)) {
      addToTally(tally, rule, inputs, bonusPoints(rule, base, purchase.rounding))
    }
    // Behind the rules for tiers, to which it is close.
    if (kind === 'tier') tallyTierBenefit(tally, purchase, facts, base)
  }
  return earning(program, purchase, tally)
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
}

/**
 * The base, the campaign's extra on the whole total, and for each better line multiplier the excess over the
 * campaign: so each line counts with the best of its multipliers, and what no line covers with the campaign.
 */
function multipliedParts(
  index: RuleIndex,
  purchase: PurchaseRule,
  facts: OrderFacts,
  lines: readonly CountedLine[],
): MultipliedPart[] {
  const parts: MultipliedPart[] = [{ rule: purchase, amount: facts.total, multiplier: ONE }]
  const campaign = bestCampaign(index, facts.placedAt)
  const campaignMultiplier = campaign?.multiplier ?? ONE
  if (campaign !== null && campaignMultiplier > ONE) {
    parts.push({ rule: campaign, amount: facts.total, multiplier: campaignMultiplier - ONE })
  }
  const partOfRule = new Map<LineBonusRule, MultipliedPart>()
  for (const { line, amount } of lines) {
    const best = bestLineMultiplier(index, line)
    if (best === null || best.multiplier <= campaignMultiplier) continue
    const part = partOfRule.get(best.rule)
    if (part !== undefined) {
      part.amount += amount
      continue
    }
    const excess = best.multiplier - campaignMultiplier
    const newPart = { rule: best.rule, amount, multiplier: excess }
    partOfRule.set(best.rule, newPart)
    parts.push(newPart)
  }
  return parts
}

/** “When not null and not zero” a product's price can be used by the rules for products (specification). */
function hasPrice(line: LineFacts): line is LineFacts & { price: Decimal } {
  return line.price !== null && line.price > ZERO
}

/**
 * Rounds the running sum, and gives each part what it moved that by: the parts add up to the rounded whole,
 * and an order of one product earns what the product's page promised. Returns the base, the first part.
 */
function tallyMultiplied(tally: Tally, purchase: PurchaseRule, parts: MultipliedPart[]): Decimal {
  let weight = 0n
  let base: Decimal | null = null
  for (const { rule, amount, multiplier } of parts) {
    weight += amount * multiplier
    const points = pointsOfWeight(purchase, weight, purchase.rounding) - tally.points
    addToTally(tally, rule, { amount: shortText(amount) }, points)
    base ??= points
  }
  return base ?? ZERO
}

/** Each rule pays its points for each line it matches, once however many of the line's categories match. */
function tallyLineFixedPoints(tally: Tally, index: RuleIndex, lines: readonly CountedLine[]): void {
  const byKind = index.lineFixedPoints
  const lineCounts = new Map<LineFixedPoints, number>()
  for (const { line } of lines) {
    const matching = new Set(byKind.product.get(line.originalId))
    if (line.brandId !== null) addAll(matching, byKind.brand.get(line.brandId))
    for (const id of line.categoryIds) addAll(matching, byKind.category.get(id))
    for (const entry of matching) lineCounts.set(entry, (lineCounts.get(entry) ?? 0) + 1)
  }
  for (const [{ rule, points }, count] of lineCounts) {
    addToTally(tally, rule, { count }, points * BigInt(count))
  }
}

function addAll<Item>(set: Set<Item>, items: Item[] | undefined): void {
  if (items !== undefined) for (const item of items) set.add(item)
}

interface MatchingBonus {
  rule: OrderBonusRule
  inputs: RuleInputs
}

function orderBonusesFor(index: RuleIndex, kind: OrderBonusKind, order: OrderFacts): MatchingBonus[] {
  const { rules, byId } = index.orderBonuses[kind]
  if (rules.length === 0) return NO_BONUSES
  const { idOf, match } = lookOf(kind)
  if (idOf) {
    const id = idOf(order)
    return id === null ? NO_BONUSES : (byId.get(id) ?? NO_RULES).map((rule) => ({ rule, inputs: { id } }))
  }
  return rules.flatMap((rule) => {
    const inputs = match?.(order, rule as never)
    return inputs ? [{ rule, inputs }] : []
  })
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
  if (!('bonus' in rule)) return extraOfBase(rule.multiplier, base, rounding)
  const { bonus } = rule
  return bonus.type === 'points' ? bonus.points : extraOfBase(bonus.multiplier, base, rounding)
}

function extraOfBase(multiplier: Decimal, base: Decimal, rounding: Rounding): Decimal {
  return divideToWhole((multiplier - ONE) * base, ONE * ONE, rounding)
}

/** What is behind an order that has earned before. */
export interface EarnedBefore {
  /** The sum of all its records, adjustments included, less what was written off. */
  readonly standing: Amount
  /** What of its points has expired: neither earned again nor taken back. */
  readonly expiredPoints: Decimal
  /** What should have been taken back and was let go: the customer has kept it, so it is not earned again. */
  readonly writtenOffPoints: Decimal
  /** What it grew by while its customer was not enrolled. */
  readonly missedPoints: Decimal
}

/** The difference to what it earned before. */
export interface Adjustment extends Earning {
  /** What the order as it is now is worth. */
  readonly pointsInAll: Decimal
  /** What of that it has missed. */
  readonly missedPoints: Decimal
}

/**
 * What an order that has earned before earns differently now: `program` is the version it earned under, `facts` the
 * order as it is now, with the tier and the first-purchase flag that it earned with, and `current` the cashback of
 * today's program.
 */
export function evaluateAdjustment(
  program: Program,
  before: EarnedBefore,
  facts: OrderFacts,
  current: Cashback,
): Adjustment {
  const now = evaluateOrder(program, facts)
  const { standing, expiredPoints, writtenOffPoints, missedPoints } = before
  const { points: pointsInAll } = now
  const kept = standing.points + expiredPoints + writtenOffPoints
  const growth = pointsInAll - kept - missedPoints
  if (growth > ZERO) {
    const lines: ExplanationLine[] = [takenOff('recorded', kept)]
    if (missedPoints > ZERO) lines.push(takenOff('notEnrolled', missedPoints))
    // What is added is worth what points are worth now.
    const cashback = worthOf(growth, current)
    return { ...explainedAfter(lines, now), pointsInAll, points: growth, cashback, missedPoints }
  }
  // Only what still stands can be taken back: what was missed or has expired goes first, and costs nothing.
  const points = minimum(ZERO, pointsInAll - standing.points)
  return {
    ...explainedAfter([takenOff('recorded', standing.points)], now),
    pointsInAll,
    points,
    // What is taken back is worth what it was when it was recorded.
    cashback: points === ZERO ? ZERO : proportion(standing.cashback, points, standing.points),
    // What it never earned is the first to go.
    missedPoints: missedPoints + growth > ZERO ? missedPoints + growth : ZERO,
  }
}

function takenOff(kind: 'recorded' | 'notEnrolled', points: Decimal): ExplanationLine {
  return { kind, points: shortText(-points) }
}

function explainedAfter(lines: readonly ExplanationLine[], now: Earning): Earning {
  return { ...now, explanation: { ...now.explanation, lines: [...lines, ...now.explanation.lines] } }
}

export interface ProductPoints {
  originalId: string
  points: Decimal
  /** Two decimals: it is shown, never recorded. */
  cashback: Decimal
}

export type PricedProduct = LineFacts & { price: Decimal }

/** What each product would earn, bought now by a customer of the base tier. */
export function evaluateProductPoints(
  program: Program,
  products: PricedProduct[],
  now: number,
): ProductPoints[] | { refused: 'no-purchase-rule' } {
  const { index, cashback } = program
  const { purchase } = index
  if (purchase === null) return { refused: 'no-purchase-rule' }
  const campaignMultiplier = bestCampaign(index, now)?.multiplier ?? ONE
  return products.map((product) => {
    const best = bestLineMultiplier(index, product)
    const multiplier =
      best !== null && best.multiplier > campaignMultiplier ? best.multiplier : campaignMultiplier
    const points = pointsOfWeight(purchase, product.price * multiplier, 'floor')
    return { originalId: product.originalId, points, cashback: roundTo(worthOf(points, cashback), 2) }
  })
}

export type Action =
  | { kind: 'signup' | 'birthday' | 'referral' }
  | { kind: 'quiz'; quizId: string; points: Decimal }
  | { kind: 'custom'; key: string }

/** `limits`: the caller, who knows how often the customer has done it, refuses beyond them. Only for custom actions. */
export type ActionEarning = Earning & { limits: ActionLimits | null }

export function evaluateAction(
  program: Program,
  action: Action,
): ActionEarning | { refused: 'no-active-rule' } {
  const { index } = program
  switch (action.kind) {
    case 'quiz':
      return actionEarning(program, index.quiz, action.points, { id: action.quizId }, null)
    case 'custom': {
      const rule = index.customActions.get(action.key) ?? null
      return actionEarning(program, rule, rule?.points ?? ZERO, {}, rule?.limits ?? null)
    }
    default: {
      const rule = index[action.kind]
      return actionEarning(program, rule, rule?.points ?? ZERO, {}, null)
    }
  }
}

function actionEarning(
  program: Program,
  rule: (Rule & Validity) | null,
  points: Decimal,
  inputs: { id?: string },
  limits: ActionLimits | null,
): ActionEarning | { refused: 'no-active-rule' } {
  if (rule === null) return { refused: 'no-active-rule' }
  const tally = newTally()
  addToTally(tally, rule, inputs, points)
  return { ...earning(program, rule, tally), limits }
}

function bestCampaign(index: RuleIndex, at: number): CampaignRule | null {
  // The index has the best first, so the first that is running is the best of those running.
  return index.campaigns.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null
}

function bestLineMultiplier(index: RuleIndex, line: LineFacts): LineMultiplier | null {
  const { product, brand, category } = index.lineMultipliers
  let best = product.get(line.originalId) ?? null
  if (line.brandId !== null) best = better(best, brand.get(line.brandId))
  for (const id of line.categoryIds) best = better(best, category.get(id))
  return best
}

function better(best: LineMultiplier | null, other: LineMultiplier | undefined): LineMultiplier | null {
  return other !== undefined && (best === null || other.multiplier > best.multiplier) ? other : best
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
