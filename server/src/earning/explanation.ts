import type { Instant } from '../platform/clock.ts'
import type { RuleKind } from './kinds.ts'
import type { RuleInputs } from './order-facts.ts'

/**
 * Why a record has its points: the lines' points add up to the record's exactly, whether it adds or takes.
 *
 * It holds the facts a rule was applied to and not the rule's own numbers (rate, multiplier, name): those
 * are in the program version, which never changes. Amounts are text without trailing zeros.
 *
 * Stored with every record that a rule, an order or a reward made. What other rows say already is not stored a
 * second time but derived when it is asked for (`DerivedLine`).
 */
export interface Explanation {
  v: number
  lines: ExplanationLine[]
  /** Set when an order earned nothing because the purchase rule did not apply, or nothing was left of its points. */
  none?: NoPurchasePoints
}

/** As it is read: what ended by inactivity or went back has no program. */
export type StoredExplanation = Omit<Explanation, 'v'> & { readonly v?: number }

export type NoPurchasePoints = 'no-purchase-rule' | 'below-minimum' | 'excluded' | 'capped'

export type ExplanationLine =
  | RuleLine
  | LimitLine
  | RecordedLine
  | OtherRecordLine
  | NotEnrolledLine
  | WrittenOffLine
  | OfferLine
  | RewardLine
  | AdjustmentLine
  | PartReturnedLine
  | RefundLine
  | ReturnedLine
  | InactiveLine
  | PrizeTakenBackLine
  | ImportLine
  | ElsewhereLine

export interface RuleLine extends RuleInputs {
  rule: number
  kind: RuleKind
  points: string
}

/** A rule that would have given something and may give the customer no more. */
export interface LimitLine {
  kind: 'limit'
  rule: number
  points: string
}

/**
 * What was recorded before an adjustment or a cancellation, taken off: the other lines of an adjustment are what
 * the order now earns.
 */
export interface RecordedLine {
  kind: 'recorded'
  points: string
}

/** What is taken back at once but in another record, because a part of it still waits: added again. */
export interface OtherRecordLine {
  kind: 'otherRecord'
  points: string
}

/** What should have been taken back, was spent already, and is let go for good: added again. */
export interface WrittenOffLine {
  kind: 'writtenOff'
  points: string
}

/** What the order grew by while its customer was not enrolled, taken off: it never earns that. */
export interface NotEnrolledLine {
  kind: 'notEnrolled'
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

/** What a reward cost. */
export interface RewardLine {
  kind: 'reward'
  /** Of the reward's configuration. */
  id: string
  /** The cashback that was redeemed, where the reward is paid in that. */
  amount?: string
  points: string
}

/** What one of the merchant's people gave or took, and why. */
export interface AdjustmentLine {
  kind: 'adjustment'
  reason: AdjustmentReason
  /** The cashback that was given or taken, where it was not said in points. */
  amount?: string
  points: string
}

export type AdjustmentReason = 'goodwill' | 'correction' | 'complaint' | 'promotion' | 'fraud' | 'other'

/** The return of a part of the order, because of which it is computed again. Its own points are none. */
export interface PartReturnedLine {
  kind: 'partReturned'
  /** The value that was returned. */
  amount: string
  /** The merchant's key for the return. */
  key: string
  points: '0'
}

/** What went back of a redemption, because a part of the order that had used it was returned. */
export interface RefundLine {
  kind: 'refunded'
  /** Of the reward's configuration. */
  id: string
  /** The cashback that went back. */
  amount: string
  points: string
}

/** What went back of a redemption that was undone. It has no program. */
export interface ReturnedLine {
  kind: 'returned'
  /** Of the reward's configuration. */
  id: string
  /** When it was redeemed. */
  at: Instant
  points: string
}

/** What ended because the customer bought, earned and redeemed nothing. `accounts/rules/account-change.ts` writes it. */
export interface InactiveLine {
  kind: 'inactive'
  /** The last day on which something happened, like `2026-03-02`. */
  since: string
  points: string
}

/** The prize of a card that is not full any more because stamps of it were returned, or of a tier that was lost. */
export interface PrizeTakenBackLine {
  kind: 'prizeTakenBack'
  rule: number
  points: string
}

/** What a line of an import brought from another system, or what was taken off again when it was undone. */
export interface ImportLine {
  kind: 'import' | 'importUndone'
  importId: number
  line: number
  /** When it was earned, like `2026-03-02`, where the file says it. */
  earnedOn?: string
  points: string
}

/** What an imported order had earned in another system, taken back with the order or a part of it. */
export interface ElsewhereLine {
  kind: 'elsewhere'
  points: string
}

/**
 * Lines that are never stored, because one other row says the same: a change by hand its key, an expiry its lot. A lot of most purchases expires some day, so storing its line would double
 * what explanations take.
 */
export type DerivedLine =
  | { kind: 'cashbackChange'; amount: string; reason: string; key: string; points: string }
  | { kind: 'pointsChange'; reason: string; key: string; points: string }
  | { kind: 'expired'; lot: ExpiredLot; points: string }
  | { kind: 'erased'; points: string }
  | { kind: 'imported'; points: string }
  | { kind: 'merged'; points: string }
  | { kind: 'unexplained'; points: string }

/** What expired was left of it. */
export interface ExpiredLot {
  points: string
  recordedAt: Instant
  /** The order's id in the merchant's store. */
  order: string | null
}

/** A line as it is read: stored or derived. */
export type Line = ExplanationLine | DerivedLine

/** A billion explanations are stored, so no trailing zeros. */
export { shortText } from '../platform/decimal.ts'
