import { type Decimal, minimum, notBelowZero, proportion, ZERO } from '../platform/decimal.ts'
import { type ConditionFacts, failedCondition } from './holds.ts'
import type { Excludable, Purpose } from './limit-members.ts'
import type { LineFacts, OrderFacts } from './order-facts.ts'
import type { ExcludeRule, Exclusions, RuleIndex } from './program.ts'

/** What counts of an order for one purpose: what is left of it, without what its rules leave out. */
export interface Counted {
  readonly amount: Decimal
  /** Those that are not left out. */
  readonly lines: readonly LineFacts[]
  readonly leftOut: readonly LeftOut[]
  /** Left out, but without a price that could be subtracted. */
  readonly unpriced: readonly UnpricedLine[]
  /** Nothing counts, because of what is left out. */
  readonly isNothing: boolean
}

interface LeftOut {
  readonly rule: ExcludeRule
  readonly amount: Decimal
}

interface UnpricedLine {
  readonly rule: ExcludeRule
  readonly productId: string
}

const NOTHING_LEFT_OUT = { leftOut: [], unpriced: [], isNothing: false } as const

export function countedFor(purpose: Purpose, { exclusions }: RuleIndex, facts: OrderFacts): Counted {
  const ofPurpose = exclusions[purpose]
  const holding = ofPurpose && holdingAmong(ofPurpose, facts)
  if (!holding) return { amount: facts.total, lines: facts.products, ...NOTHING_LEFT_OUT }
  const whole = holding.first('all')
  if (whole) {
    const leftOut = [{ rule: whole, amount: facts.total }]
    return { amount: ZERO, lines: [], leftOut, unpriced: [], isNothing: true }
  }
  return withoutLines(facts, holding)
}

/** A line that counts, with its part of the order's money, and what is left of that. */
export interface CountedLine {
  readonly line: LineFacts
  /** As it was sent; null: it came without one. */
  readonly price: Decimal | null
  readonly stands: Decimal
  readonly left: Decimal
}

/** The lines that are not left out. */
export function countedLines(purpose: Purpose, { exclusions }: RuleIndex, facts: OrderFacts): CountedLine[] {
  const ofPurpose = exclusions[purpose]
  const holding = ofPurpose && holdingAmong(ofPurpose, facts)
  const sent = facts.total + (facts.returned ?? ZERO)
  const shipping = holding?.first('shipping') ? minimum(facts.shipping ?? ZERO, sent) : ZERO
  const stands = standsFor(facts.products, sent - shipping)
  return facts.products.flatMap((line, position) => {
    if (holding?.ofLine(line)) return []
    const part = stands[position] ?? ZERO
    const left = notBelowZero(part - (line.before?.returned ?? ZERO))
    return [{ line, price: sentPrice(line), stands: part, left }]
  })
}

/** What of an order does not count for tiers; null: nothing is left out. */
export function leftOutOfTiers(index: RuleIndex, facts: OrderFacts): Decimal | null {
  if (index.exclusions.tiers === null) return null
  const { amount, isNothing } = countedFor('tiers', index, facts)
  return amount === facts.total && !isNothing ? null : facts.total - amount
}

/** The exclusions of which all that they ask for is true. */
interface Holding {
  /** Of what is left out without being named. */
  readonly first: (of: Excludable) => ExcludeRule | undefined
  readonly ofLine: (line: LineFacts) => ExcludeRule | undefined
}

/** null: none of them holds. */
function holdingAmong({ rules, lines }: Exclusions, facts: ConditionFacts): Holding | null {
  // By the place among the rules: 500 lines may each be named by 200 rules.
  const holds = rules.map(({ when }) => when === null || failedCondition(when, facts, null) === null)
  if (!holds.includes(true)) return null
  const placeOf = (of: Excludable): number =>
    rules.findIndex(({ excluded }, place) => holds[place] && excluded.of === of)
  const marked = placeOf('marked')
  return {
    first: (of) => rules[placeOf(of)],
    ofLine({ originalId, brandId, categoryIds, isMarked }) {
      let first = isMarked && marked >= 0 ? marked : Number.POSITIVE_INFINITY
      const look = (places: readonly number[] | undefined): void => {
        const place = places?.find((one) => holds[one])
        if (place !== undefined && place < first) first = place
      }
      look(lines.product.get(originalId))
      if (brandId !== null) look(lines.brand.get(brandId))
      for (const id of categoryIds) look(lines.category.get(id))
      return rules[first]
    },
  }
}

function withoutLines(facts: OrderFacts, { first, ofLine }: Holding): Counted {
  const { products, total } = facts
  const ofShipping = first('shipping')
  const sent = total + (facts.returned ?? ZERO)
  const shipping = ofShipping ? minimum(facts.shipping ?? ZERO, sent) : ZERO
  const stands = standsFor(products, sent - shipping)
  const out = new Map<ExcludeRule, Decimal>()
  let left = total
  const leave = (rule: ExcludeRule, amount: Decimal): void => {
    const taken = minimum(amount, left)
    left -= taken
    out.set(rule, (out.get(rule) ?? ZERO) + taken)
  }
  if (ofShipping) leave(ofShipping, shipping)
  const lines: LineFacts[] = []
  const unpriced: UnpricedLine[] = []
  let firstOfLines: ExcludeRule | undefined
  products.forEach((line, position) => {
    const rule = ofLine(line)
    if (!rule) {
      lines.push(line)
      return
    }
    firstOfLines ??= rule
    const amount = stands[position] ?? ZERO
    leave(rule, notBelowZero(amount - (line.before?.returned ?? ZERO)))
    if (sentPrice(line) === null) unpriced.push({ rule, productId: line.originalId })
  })
  const isAll = firstOfLines !== undefined && lines.length === 0
  // What no line covers goes with them.
  if (isAll && firstOfLines) leave(firstOfLines, left)
  const leftOut = [...out].flatMap(([rule, amount]) =>
    amount > ZERO || (isAll && rule === firstOfLines) ? [{ rule, amount }] : [],
  )
  const isNothing = left === ZERO && leftOut.length > 0
  return { amount: left, lines, leftOut, unpriced: isAll ? [] : unpriced, isNothing }
}

function sentPrice({ price, before }: LineFacts): Decimal | null {
  return before ? before.price : price
}

/**
 * Each line's part of the order's money: its price, or its share where a coupon lowered the whole. The last takes the
 * remainder, so that the shares add up.
 */
function standsFor(products: readonly LineFacts[], goods: Decimal): Decimal[] {
  const prices = products.map((line) => notBelowZero(sentPrice(line) ?? ZERO))
  const sum = prices.reduce((all, price) => all + price, ZERO)
  if (sum <= goods) return prices
  const shares = prices.map((price) => proportion(goods, price, sum))
  const last = prices.findLastIndex((price) => price > ZERO)
  const others = shares.reduce((all, share, line) => (line === last ? all : all + share), ZERO)
  return shares.map((share, line) => (line === last ? notBelowZero(goods - others) : share))
}
