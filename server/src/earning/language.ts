import type { CardCounts } from './card-members.ts'
import type { AdjustmentReason, Line } from './explanation.ts'
import type { KindOfFamily, LineBonusKind, MemberName, OrderBonusKind, RuleKind } from './kinds.ts'
import type { CapPeriod, Excludable, Purpose } from './limit-members.ts'
import type { Rounding, Weekday, WhenMember } from './members.ts'

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
interface ReasonFacts extends Record<LineBonusKind, LineBonusFacts>, Record<OrderBonusKind, OrderBonusFacts> {
  purchase: PurchaseFacts
  /** A clause of its own: it stands without points. `what`: null where the rule is not known any more. */
  exclude: { readonly amount: string; readonly what: string | null }
  /** null: the rule is not known any more. */
  cap: { readonly cap: string | null }
  /** A clause of its own. */
  limit: { readonly limit: string | null }
  /** null: the rule is not known any more, or has no name; it is not known which of its cards it was. */
  card: { readonly name: string | null; readonly number: string | null }
  tierBenefit: Extra & { readonly name: string }
  campaign: Extra & { readonly name: string | null; readonly amount: string }
  signup: object
  birthday: object
  tierReached: { readonly name: string }
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
  inactive: { readonly since: string }
  /** What the prize was for: a full card, a tier; null where its program is gone. */
  prizeTakenBack: { readonly name: string | null; readonly of: 'card' | 'tier' | null }
  erased: object
  imported: object
  import: object
  importUndone: object
  elsewhere: object
  merged: object
  unexplained: object
}

export interface PurchaseFacts {
  readonly amount: string
  /** null: the rule is not known any more. */
  readonly rate: { readonly points: Count; readonly perAmount: string } | null
  /** null: nothing had to be rounded. */
  readonly rounding: Rounding | null
}

export type LineBonusFacts = {
  /** What the rule names; none where it is not known any more. */
  readonly ids: readonly string[]
} & (
  | { readonly count: Count; readonly each: Count | null }
  | { readonly amount: string; readonly multiplier: string | null; readonly insteadOf: string | null }
)

export interface OrderBonusFacts extends Extra {
  /** What of the rule's ids the order has: the name of a tier, else the id; empty where the rule names none. */
  readonly name: string
  /** How many there were of what the rule counts; null: it counts nothing. */
  readonly count: Count | null
  /** The money on which it was the best of the multipliers that compete; null: it came on top. */
  readonly amount: string | null
}

/** One function a kind of line: a language that lacks one does not compile. */
export type Reasons = { readonly [Kind in Line['kind']]: (facts: ReasonFacts[Kind]) => string }

/** Why a complete order has earned nothing, or an order has not earned yet. */
export type NothingFacts =
  | { readonly why: 'belowMinimum'; readonly total: string; readonly minimum: string | null }
  | { readonly why: 'capped'; readonly cap: string | null }
  | {
      readonly why:
        | 'excluded'
        | 'noRule'
        | 'notEnrolled'
        | 'imported'
        | 'pending'
        | 'cancelled'
        | 'lessThanAPoint'
    }

export type NothingReason = NothingFacts['why']

/** Why a bonus gave an order nothing; everything is written already. */
export type NotMoreFacts =
  | { readonly why: 'notYet' | 'over'; readonly date: string }
  /** Both as the words for weekdays have them: those on which it counts, and the one that it was. */
  | { readonly why: 'otherDay'; readonly days: string; readonly was: string }
  | { readonly why: 'otherHour'; readonly hours: string; readonly was: string }
  | { readonly why: 'otherTier' | 'otherBranch' | 'otherPayment'; readonly names: string }
  | { readonly why: 'belowItsMinimum'; readonly minimum: string; readonly counted: string }
  /** `number`: which of the customer's orders it was; null: that is not known. */
  | { readonly why: 'notAmongFirst'; readonly first: Count; readonly number: string | null }
  | { readonly why: 'noSuchLine' }
  | { readonly why: 'beaten'; readonly rule: string }
  | { readonly why: 'limitReached'; readonly limit: string }
  | { readonly why: 'capped'; readonly points: Count; readonly cap: string }
  | { readonly why: 'excluded'; readonly amount: string; readonly rule: string }
  | { readonly why: 'unpriced'; readonly product: string }
  | { readonly why: 'cardDone'; readonly card: string }
  | { readonly why: 'cardClosed' | 'beforeCard'; readonly date: string }

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
  /** The record of a merge, which is of no points. */
  readonly merged: string
  cancelled(points: string, lines: readonly string[]): string
  /** `nothing`: why the order now earns nothing at all, where it does. */
  adjusted(points: string, lines: readonly string[], nothing: string | null): string
  /** A clause, as a part of a sentence. */
  nothing(facts: NothingFacts): string
  /** The sentence for an order that has no points. */
  orderOfNothing(facts: NothingFacts): string
  /** A clause: why a bonus gave nothing. */
  notMore(facts: NotMoreFacts): string
  /** What all records of an order add up to, less what was written off. */
  orderStands(points: string): string
  /** A lot that waited is in the balance from now on. */
  opened(points: string, date: string): string
  /** Of an order: points that should have been taken back and were let go. */
  orderWrittenOff(points: string): string
  /** The lines of an order come to more than its total. */
  linesCapped(lines: string, total: string): string
  readonly rules: RuleWords
  readonly changes: ChangeWords
}

/**
 * The sentences of rules in one language. `{name}` is a slot of the rule; everything that it shows comes written. What is
 * in `[ ]` is left out where its slots have their defaults, unless the sentence is for editing.
 */
export interface RuleWords {
  readonly templates: Readonly<Record<RuleKind, string>>
  readonly kinds: Readonly<Record<KindOfFamily, string>>
  readonly rounding: Readonly<Record<Rounding, string>>
  /** Behind the number of a multiplier: `times the points`. */
  times(count: Count): string
  /** Behind the number of a fixed bonus: `extra points`. `isPerLine`: for each line that matches. */
  more(count: Count, isPerLine: boolean): string
  /** From when points can be used. */
  available(days: Count, isImmediately: boolean): string
  /** null: never. */
  expire(days: Count | null): string
  /** Until the end of a month: of the one in which they were earned, or so many months later. */
  expireWithMonth(months: number): string
  /** After a day, such as `31 March`: of the year in which they were earned, or so many years later. */
  expireAfterDay(day: string, years: number): string
  /** How often a customer may; null: without a limit. */
  limit(count: Count | null): string
  /** Behind “to”: a campaign that ends when this day does. */
  endOf(day: string): string
  /** The last of a list that is too long to show. */
  andMore(count: string): string
  /** What adds up and what competes. */
  readonly combining: string
  /** The same where a rule says otherwise than its kind does by itself. */
  readonly combiningOtherwise: string
  /** Conditions, in the order in which a sentence tells them; `period` where a rule has both ends. */
  readonly when: Readonly<Record<WhenMember | 'period', string>>
  weekdays(days: readonly Weekday[]): string
  /** The day that something was. */
  readonly weekday: Readonly<Record<Weekday, string>>
  hours(windows: readonly { readonly from: string; readonly until: string }[]): string
  /** So many of a customer's orders. */
  firstOrders(count: Count): string
  readonly stacks: StackingWords
  readonly excluded: Readonly<Record<Excludable, string>>
  /** Behind “don't count towards”. */
  outOf(purposes: readonly Purpose[]): string
  /** What was left out, in an explanation; `ids` are written. */
  leftOut(of: Excludable, ids: string): string
  /** Behind a number of points or times. */
  readonly per: Readonly<Record<CapPeriod, string>>
  /** Of a rule that gives only so often: the clause, with the slots of both. */
  readonly limited: string
  /** How often: `3 times`. */
  often(count: Count): string
  readonly card: CardWords
  readonly prize: PrizeWords
  readonly referral: ReferralWords
}

/** The sentences of cards in one language, as `RuleWords` has those of other rules. */
export interface CardWords {
  /** By what a card counts; `whole`: of what is spent, where one stamp fills it. */
  readonly templates: Readonly<Record<CardCounts | 'whole', string>>
  readonly counts: Readonly<Record<CardCounts, string>>
  /** Which lines count, where it does not count items. */
  readonly pick: Readonly<Record<'orders' | 'spend', string>>
  /** At most so many stamps in a time. */
  readonly limited: string
  /** How long stamps are good after the last day. */
  readonly grace: string
  stamps(count: Count): string
  days(count: Count): string
  /** Of stamps without days of their own, where the card has a last day. */
  readonly untilItEnds: string
  readonly once: Readonly<Record<'true' | 'false', string>>
}

/** What a rule for referrals says where it does: what it asks of the friend's first order, and what the friend gets. */
export type ReferralWords = Readonly<
  Record<'minimumOrder' | 'withinDays' | 'perDay' | 'ever' | 'friendPoints' | 'friendReward', string>
>

export type PrizeForm = 'points' | 'reward' | 'both'

/** What a rule gives in one language, as `RuleWords` has sentences. */
export interface PrizeWords {
  readonly what: Readonly<Record<PrizeForm, string>>
  /** The end of the sentence: when it can be used, and for how long. */
  readonly validity: Readonly<Record<PrizeForm, string>>
  /** Why a prize was taken back, by what it was for; `other`: its program is gone. */
  readonly takenBack: Readonly<Record<'card' | 'tier' | 'other', string>>
}

/** What a rule says that adds up or competes otherwise than its kind does by itself. */
export interface StackingWords {
  readonly onTop: string
  /** Of a multiplier that competes. */
  readonly insteadOfSmaller: string
  /** Of points that compete. */
  readonly unlessLarger: string
}

/** Members whose change is said with what they are now and what they were, both written. */
export type ChangedMember =
  | Exclude<
      MemberName,
      | 'limits'
      | 'when'
      | 'stacks'
      | 'limit'
      | 'excluded'
      | 'goodUntil'
      | 'picked'
      | 'stampLimit'
      | 'rewardId'
      | 'friendRewardId'
    >
  | 'name'
  | 'of'
  | 'reward'
  | 'friendReward'
  | 'limits/perDay'
  | 'limits/ever'

/** How differences between two programs are said in one language. */
export interface ChangeWords {
  readonly members: Readonly<Record<ChangedMember, (after: string, before: string) => string>>
  /** A condition that a rule has now and had not; both written as the sentence has them. */
  conditionAdded(condition: string): string
  conditionRemoved(condition: string): string
  conditionChanged(after: string, before: string): string
  limitAdded(limit: string): string
  limitRemoved(limit: string): string
  limitChanged(after: string, before: string): string
  /** Another prize: points, a reward, or both, each written. */
  prize(after: string, before: string): string
  /** From when a prize with a reward can be used. */
  prizeAvailable(after: string, before: string): string
  /** Instead of what a rule asked or gave, or does now. */
  readonly none: string
  readonly comesOnTop: string
  readonly competes: string
  readonly switchedOn: string
  readonly switchedOff: string
  /** What a rule without a name is called. */
  rule(id: number): string
  ofRule(rule: string, change: string): string
  added(sentence: string): string
  removed(sentence: string): string
  readonly cashbackOn: (value: string) => string
  readonly cashbackNone: string
  readonly cashbackOff: string
  pointValue(after: string, before: string): string
  readonly order: string
}
