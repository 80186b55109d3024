import { type Decimal, multiply, ZERO } from '../platform/decimal.ts'
import {
  type Explanation,
  type ExplanationLine,
  type NoPurchasePoints,
  type OfferLine,
  shortText,
} from './explanation.ts'
import type { RuleInputs } from './order-facts.ts'
import { AT_ONCE_FOR_EVER, type Cashback, type Program, type Rule, type Validity } from './program.ts'
import type { Taken } from './taken.ts'

/** What becomes a lot. */
export interface Earning extends Validity {
  points: Decimal
  /** What the points are worth under the program, to four places; 0 with cashback off. */
  cashback: Decimal
  explanation: Explanation
  /** What it has taken from limits and caps; missing: its program has none. */
  taken?: readonly Taken[]
}

/** Points and their explanation in the making, so that neither is added without the other. */
export interface Tally {
  points: Decimal
  lines: ExplanationLine[]
}

export function newTally(): Tally {
  return { points: ZERO, lines: [] }
}

export function addToTally(tally: Tally, rule: Rule, inputs: RuleInputs, points: Decimal): void {
  tally.points += points
  tally.lines.push({ rule: rule.id, kind: rule.kind, ...inputs, points: shortText(points) })
}

export function addOfferToTally(tally: Tally, offer: Omit<OfferLine, 'points'>, points: Decimal): void {
  tally.points += points
  tally.lines.push({ ...offer, points: shortText(points) })
}

export function earning(program: Program, validity: Validity, tally: Tally): Earning {
  return {
    points: tally.points,
    cashback: worthOf(tally.points, program.cashback),
    waitingDays: validity.waitingDays,
    validityDays: validity.validityDays,
    goodUntil: validity.goodUntil,
    explanation: { v: program.version, lines: tally.lines },
  }
}

export function earnsNothing(program: Program, none: NoPurchasePoints, tally: Tally): Earning {
  const nothing = earning(program, AT_ONCE_FOR_EVER, tally)
  return { ...nothing, explanation: { ...nothing.explanation, none } }
}

export function worthOf(points: Decimal, cashback: Cashback): Decimal {
  return cashback.isOn ? multiply(points, cashback.pointValue) : ZERO
}
