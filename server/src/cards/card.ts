import { type Account, NEW_ACCOUNT } from '../accounts/account.ts'
import type { Prize } from '../awards/make-award.ts'
import type { CustomerId, OrderId, RecordId } from '../contract/ids.ts'
import type { CardRule, Program } from '../earning/program.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ONE, ZERO } from '../platform/decimal.ts'
import type { LocalDate } from '../platform/zone.ts'
import type { GivenPrize } from '../rewards/rules/undo-prize.ts'

/** Why a stamp record exists. The numbers go over the wire as `StampType`. */
export const STAMP_TYPE = {
  order: 0,
  orderChanged: 1,
  orderCancelled: 2,
  byHand: 3,
  byHandUndone: 4,
  full: 5,
  fullUndone: 6,
  ended: 7,
  erased: 8,
  joined: 9,
} as const
export type StampType = (typeof STAMP_TYPE)[keyof typeof STAMP_TYPE]

/** One order fills a card at most so often: further stamps stay on it and fill the next one when the next stamp comes. */
export const FILLS_MAX = 20

/**
 * More stamps than this are not kept apart: the two that end first are joined. Only a card that counts money in small
 * amounts comes to so many.
 */
export const LOTS_MAX = 500

/** What fills a card, and what that is worth: fixed when a card is begun, so that a new version changes no promise. */
export interface CardTerms {
  /** In stamps; of a card that counts money, in money. */
  readonly size: Decimal
  readonly prize: Prize
  /** The version that counted then. */
  readonly begunVersion: number
}

/**
 * One customer's card of one rule: an account in stamps, on the ledger that points have too. Its stamps are the points of
 * that account, and its cashback is always 0.
 */
export interface StampCard extends CardTerms {
  readonly ruleId: number
  readonly account: Account
  /** Prizes that stand. The card in hand is the next one. */
  readonly completed: number
  /** Whether the database has it: else it is new in this batch. */
  readonly isStored: boolean
  readonly ofBatch: CardOfBatch
}

/** What commands of this batch have done to it, and is not saved yet. */
export interface CardOfBatch {
  readonly entries: readonly StampEntry[]
  /** Prizes that were given, newest first. */
  readonly made: readonly StandingPrize[]
  /** Awards that do not stand any more. */
  readonly undone: readonly number[]
}

export const NOTHING_DONE: CardOfBatch = { entries: [], made: [], undone: [] }

export interface CardKey {
  readonly customerId: CustomerId
  readonly ruleId: number
}

/** A new record of a card. */
export interface StampEntry {
  readonly id: RecordId
  readonly ruleId: number
  readonly type: StampType
  /** Below zero where it takes. */
  readonly stamps: Decimal
  readonly at: Instant
  readonly day: LocalDate
  readonly orderId: OrderId | null
  readonly key: string | null
  readonly expiresAt: Instant | null
  readonly debt: Decimal
  readonly writtenOff: Decimal
  readonly origins: readonly UsedStamps[]
  readonly explanation: object | null
}

export interface UsedStamps {
  readonly lotId: RecordId
  /** Below zero where they go back. */
  readonly used: Decimal
}

/** An origin that is added to an older record, because what it owed is paid. */
export interface PaidStamps extends UsedStamps {
  readonly debitId: RecordId
}

/** Stamps of which nothing was used have another day and end, because the order's date was corrected. */
export interface MovedStamps {
  readonly id: RecordId
  readonly day: LocalDate
  readonly expiresAt: Instant | null
}

/** A prize that was not undone, with the card that was full for it. */
export interface StandingPrize extends GivenPrize {
  /** What that card was. */
  readonly terms: CardTerms
  readonly origins: readonly UsedStamps[]
  /** The stamps that it used, as they were given. */
  readonly lots: readonly UsedLot[]
}

export interface UsedLot {
  readonly id: RecordId
  readonly original: Decimal
  readonly orderId: OrderId | null
  readonly expiresAt: Instant | null
}

/** The card of a program, also one that is switched off. */
export function cardRuleOf(program: Program | undefined, ruleId: number): CardRule | undefined {
  return program?.rules.find((rule): rule is CardRule => rule.kind === 'card' && rule.id === ruleId)
}

export function termsOf(rule: CardRule, { version }: Pick<Program, 'version'>): CardTerms {
  const { points, rewardId, waitingDays, validityDays, goodUntil } = rule
  return {
    size: sizeOf(rule),
    prize: { points, rewardId, waitingDays, validityDays, goodUntil },
    begunVersion: version,
  }
}

function sizeOf(rule: Pick<CardRule, 'stamps' | 'perAmount'>): Decimal {
  return BigInt(rule.stamps) * worthOfStamp(rule)
}

/** One, or the money that is spent for a stamp. */
export function worthOfStamp({ perAmount }: Pick<CardRule, 'perAmount'>): Decimal {
  return perAmount ?? ONE
}

/** Full once, and given once per customer. */
export function isDone({ once }: Pick<CardRule, 'once'>, completed: number): boolean {
  return once && completed > 0
}

/** Something is alive on it, or owed: its terms are fixed. */
export function isBegun({ account }: Pick<StampCard, 'account'>): boolean {
  return account.lots.length > 0 || account.debts.length > 0
}

export function newCard(rule: CardRule, program: Pick<Program, 'version'>): StampCard {
  return {
    ruleId: rule.id,
    ...termsOf(rule, program),
    account: NEW_ACCOUNT,
    completed: 0,
    isStored: false,
    ofBatch: NOTHING_DONE,
  }
}

/** How many stamps are on it; never below zero. */
export function stampsOn({ account }: Pick<StampCard, 'account'>): Decimal {
  return account.balance.points > ZERO ? account.balance.points : ZERO
}

export function stampsOwed({ account }: Pick<StampCard, 'account'>): Decimal {
  return account.balance.points < ZERO ? -account.balance.points : ZERO
}
