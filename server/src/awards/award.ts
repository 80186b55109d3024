import type { Amount } from '../accounts/account.ts'
import type { CustomerId, RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'

/** What a rule gave one customer once, beside points for orders and actions. The numbers are those of the table. */
export const AWARD_SOURCE = { card: 0, tier: 1, birthday: 2, signup: 3, referral: 4 } as const
export type AwardSource = keyof typeof AWARD_SOURCE

/**
 * `due`: its reward is to be given. `held`: it could not be, and is tried again. `undone`: what it was given for was taken
 * back. `dropped`: a person has decided that it is not given, or the customer was erased.
 */
export const AWARD_STATE = { due: 0, given: 1, held: 2, undone: 3, dropped: 4 } as const
export type AwardState = keyof typeof AWARD_STATE
/** Named one by one: of “not undone” PostgreSQL expects no rows, and then reads all of a customer for the newest few. */
export const NOT_UNDONE = Object.values(AWARD_STATE).filter((state) => state !== AWARD_STATE.undone)

/** Why a reward could not be given. */
export const HELD_BECAUSE = {
  inactive: 0,
  archived: 1,
  outsideDates: 2,
  limitReached: 3,
  noCodes: 4,
} as const
export type HeldBecause = keyof typeof HELD_BECAUSE

export interface Award {
  readonly id: number
  readonly customerId: CustomerId
  readonly source: AwardSource
  readonly ruleId: number
  /** What it is for: the record that filled a card, the tier, the year of a birthday, `once`. Of each, one stands. */
  readonly reference: string
  readonly programVersion: number
  /** Of its points; null: it has none. */
  readonly recordId: RecordId | null
  /** null: it is points alone, which are given at once. */
  readonly rewardId: number | null
  /** When its reward is to be given. */
  readonly dueAt: Instant | null
  readonly state: AwardState
  readonly heldBecause: HeldBecause | null
  readonly givenAt: Instant | null
  /** What its reward became. */
  readonly redemptionKey: string | null
  readonly couponKey: string | null
  readonly madeAt: Instant
  /** When it was undone or dropped. */
  readonly endedAt: Instant | null
  /**
   * Not null: what it was given for was taken back, and it stays because its coupon was used. Of a card, so many of its
   * stamps were written off; 0: they are owed, or it is a tier's. If that coupon is ever free again, it is undone.
   */
  readonly lost: Decimal | null
}

export interface PrizePoints {
  readonly recordId: RecordId
  /** What was given, less what has expired since. */
  readonly standing: Amount
  readonly expiresAt: Instant | null
}

export interface AwardWithPoints {
  readonly award: Award
  /** null: it has none. */
  readonly points: PrizePoints | null
}

/** Undone: what it was given for was taken back. */
export function undone(award: Award, at: Instant): Award {
  return { ...award, state: 'undone', heldBecause: null, endedAt: at }
}
