import type { Instant } from '../platform/clock.ts'
import { type Decimal, minimum, ONE, roundTo, ZERO } from '../platform/decimal.ts'
import { countedFor } from './counted.ts'
import { addToTally, newTally, type Tally, worthOf } from './earned.ts'
import {
  bonusPoints,
  type EvaluatedOrder,
  orderBonusesFor,
  pointsOfWeight,
  tallyAddingLines,
  tallyTierBenefit,
} from './evaluate.ts'
import { holdsFor } from './holds.ts'
import { bestLineMultiplier, bestOrderMultiplier } from './multipliers.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'
import type { BonusRule, Program, PurchaseRule, RuleIndex } from './program.ts'

export interface ProductPoints {
  originalId: string
  points: Decimal
  /** Two decimals: it is shown, never recorded. */
  cashback: Decimal
}

export type PricedProduct = LineFacts & { price: Decimal }

/** Who looks at a product's page, where that is known. */
export interface ProductBuyer {
  readonly tierId: string | null
  /** What the benefits of that tier multiply the base by. */
  readonly tierMultiplier: Decimal | null
  /** Bonuses that they were given as often as they may be. */
  readonly blocked: ReadonlySet<BonusRule>
  /** So many points they may still earn; null: any number. */
  readonly most: Decimal | null
}

const UNKNOWN_BUYER: ProductBuyer = { tierId: null, tierMultiplier: null, blocked: new Set(), most: null }

/**
 * What each product would earn, bought now. A product's page knows neither how, where and beside what it is bought nor
 * mostly by whom, so rules that ask for that do not hold.
 */
export function evaluateProductPoints(
  program: Program,
  products: PricedProduct[],
  at: { readonly now: Instant; readonly timeZone: string },
  buyer: ProductBuyer = UNKNOWN_BUYER,
): ProductPoints[] | { refused: 'no-purchase-rule' } {
  const { index, cashback } = program
  const { purchase } = index
  if (purchase === null) return { refused: 'no-purchase-rule' }
  const { tierId, tierMultiplier, blocked, most } = buyer
  const facts: OrderFacts = {
    ...UNKNOWN_ORDER,
    ...{ placedAt: at.now, timeZone: at.timeZone, tierId, tierMultiplier },
  }
  const holds = holdsFor(facts, null, blocked)
  const rounded: PurchaseRule = { ...purchase, rounding: 'floor' }
  const orderMultiplier = bestOrderMultiplier(index, facts, holds)?.multiplier ?? ONE
  return products.map((product) => {
    const { isNothing } = countedFor('points', index, { ...facts, total: product.price, products: [product] })
    if (isNothing) return { originalId: product.originalId, points: ZERO, cashback: ZERO }
    const best = bestLineMultiplier(index, product, holds)
    const multiplier = best !== null && best.multiplier > orderMultiplier ? best.multiplier : orderMultiplier
    const tally = newTally()
    tally.points = pointsOfWeight(purchase, product.price * multiplier, 'floor')
    const lines = [{ line: product, amount: product.price }]
    tallyAddingLines(tally, index, rounded, { lines, holds })
    tallyTier(tally, index, rounded, { facts: { ...facts, total: product.price }, lines, holds })
    const points = most === null ? tally.points : minimum(tally.points, most)
    return { originalId: product.originalId, points, cashback: roundTo(worthOf(points, cashback), 2) }
  })
}

/** What the tier of a customer adds to one product: what it multiplies, but nothing that it gives once for an order. */
function tallyTier(
  tally: Tally,
  index: RuleIndex,
  purchase: PurchaseRule,
  { facts, lines, holds }: Omit<EvaluatedOrder, 'total'>,
): void {
  if (facts.tierId === null) return
  const base = pointsOfWeight(purchase, facts.total * ONE, purchase.rounding)
  for (const { rule, inputs } of orderBonusesFor(index, 'tier', {
    facts,
    total: facts.total,
    lines,
    holds,
  })) {
    if (rule.bonus.type === 'multiplier') {
      addToTally(tally, rule, inputs, bonusPoints(rule, base, purchase.rounding))
    }
  }
  tallyTierBenefit(tally, purchase, facts, base)
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
