import type { AdjustmentReason, Line } from './explanation.ts'
import type { LineBonusKind, Rounding } from './program.ts'

/** A number as it is written, and whether the word behind it is singular. */
export interface Count {
  readonly text: string
  readonly isOne: boolean
}

/** What a multiplier or a fixed bonus says, written. null: the rule is not known any more, or says nothing. */
export interface Extra {
  readonly multiplier: string | null
}

/** What the reason for a line may name, by its kind; everything is written already. */
interface ReasonFacts extends Record<LineBonusKind, LineBonusFacts> {
  purchase: PurchaseFacts
  paymentMethod: Extra & { readonly id: string }
  branch: Extra & { readonly id: string }
  tier: Extra & { readonly name: string }
  tierBenefit: Extra & { readonly name: string }
  firstPurchase: Extra
  campaign: Extra & { readonly name: string | null; readonly amount: string }
  signup: object
  birthday: object
  referral: object
  quiz: { readonly name: string }
  custom: { readonly key: string | null }
  recorded: object
  otherRecord: object
  notEnrolled: object
  writtenOff: object
  reward: { readonly name: string; readonly cashback: string | null }
  /** A clause of its own: it stands without points. */
  partReturned: { readonly amount: string; readonly key: string }
  refunded: { readonly name: string; readonly cashback: string }
  cashbackChange: {
    readonly amount: string
    readonly isAdded: boolean
    readonly reason: string
    readonly key: string
  }
  adjustment: {
    readonly isAdded: boolean
    /** null: it was said in points. */
    readonly cashback: string | null
    readonly reason: AdjustmentReason
  }
  pointsChange: { readonly isAdded: boolean; readonly reason: string; readonly key: string }
  returned: { readonly name: string; readonly date: string }
  expired: { readonly points: Count; readonly date: string; readonly order: string | null }
  erased: object
  imported: object
  unexplained: object
}

export interface PurchaseFacts {
  readonly amount: string
  /** null: the rule is not known any more. */
  readonly rate: { readonly points: Count; readonly perAmount: string } | null
  /** null: nothing had to be rounded. */
  readonly rounding: Rounding | null
}

export type LineBonusFacts =
  | { readonly count: Count; readonly each: Count | null }
  | { readonly amount: string; readonly multiplier: string | null; readonly insteadOf: string | null }

/** One function a kind of line: a language that lacks one does not compile. */
export type Reasons = { readonly [Kind in Line['kind']]: (facts: ReasonFacts[Kind]) => string }

/** Why a complete order has earned nothing, or an order has not earned yet. */
export type NothingFacts =
  | { readonly why: 'belowMinimum'; readonly total: string; readonly minimum: string | null }
  | { readonly why: 'noRule' | 'notEnrolled' | 'pending' | 'cancelled' | 'lessThanAPoint' }

export type NothingReason = NothingFacts['why']

/** All that a language is. Amounts, counts and dates come written, in the language's own way. */
export interface Language {
  /** For Intl. */
  readonly locale: string
  points(count: Count): string
  cashback(amount: string): string
  readonly reasons: Reasons
  /** The rule's name behind a reason. */
  withRule(reason: string, rule: string): string
  /** One of several lines: `+25 for the first purchase`. */
  line(points: string, reason: string): string
  /** A record with one line: `50 points for signing up`. */
  single(points: string, reason: string): string
  /** A record with several. */
  several(points: string, lines: readonly string[]): string
  cancelled(points: string, lines: readonly string[]): string
  /** `nothing`: why the order now earns nothing at all, where it does. */
  adjusted(points: string, lines: readonly string[], nothing: string | null): string
  /** A clause, as a part of a sentence. */
  nothing(facts: NothingFacts): string
  /** The sentence for an order that has no points. */
  orderOfNothing(facts: NothingFacts): string
  /** What all records of an order add up to, less what was written off. */
  orderStands(points: string): string
  /** A lot that waited is in the balance from now on. */
  opened(points: string, date: string): string
  /** Of an order: points that should have been taken back and were let go. */
  orderWrittenOff(points: string): string
  /** The lines of an order come to more than its total. */
  linesCapped(lines: string, total: string): string
}
