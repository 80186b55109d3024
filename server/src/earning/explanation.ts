import { type Decimal, decimalToText, ONE } from '../platform/decimal.ts'
import type { RuleKind } from './program.ts'

/**
 * Why a record has its points, stored with every lot: the lines' points add up to the record's exactly.
 *
 * It holds the facts a rule was applied to and not the rule's own numbers (rate, multiplier, name): those
 * are in the program version, which never changes. Amounts are text without trailing zeros.
 */
export interface Explanation {
  v: number
  lines: ExplanationLine[]
  /** Set when an order earned nothing because the purchase rule did not apply. */
  none?: NoPurchasePoints
}

export type NoPurchasePoints = 'no-purchase-rule' | 'below-minimum'

export type ExplanationLine = RuleLine | RecordedLine | OfferLine

export interface RuleLine extends RuleInputs {
  rule: number
  kind: RuleKind
  points: string
}

export interface RuleInputs {
  /** The money it was computed on: the order's total, or the sum of the lines it applies to. */
  amount?: string
  /** How many lines of the order it applied to, where that is what counts. */
  count?: number
  /** The payment method, branch, tier or quiz it applied to. */
  id?: string
}

/** What was recorded before an adjustment, taken off: the other lines are what the order now earns. */
export interface RecordedLine {
  kind: 'recorded'
  points: string
}

/** Points that no rule of the program granted but the thing with this id itself; its own numbers are here. */
export interface OfferLine {
  kind: 'quiz' | 'tierBenefit'
  /** Of the quiz or the tier. */
  id: string
  multiplier?: string
  points: string
}

/** `120`, `0.05`: a billion explanations are stored, so no trailing zeros. `decimalFromText` reads it. */
export function shortText(value: Decimal): string {
  return value % ONE === 0n ? String(value / ONE) : decimalToText(value).replace(/0+$/, '')
}
