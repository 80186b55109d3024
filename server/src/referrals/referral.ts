import type { Amount } from '../accounts/account.ts'
import type { CustomerId, OrderId, RecordId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'

/**
 * `registered`: the friend has not bought yet. `earned`: the friend has, and the customer who referred them is being
 * rewarded. `granted`: both have what the rule gives. `held`: a person decides. `undone`: the friend's order was taken
 * back in time. `expired`: it never came. The numbers are those of the table.
 */
export const REFERRAL_STATE = {
  registered: 0,
  earned: 1,
  granted: 2,
  held: 3,
  refused: 4,
  undone: 5,
  expired: 6,
} as const
export type ReferralState = keyof typeof REFERRAL_STATE

/** Why a referral does not count. */
export const REFERRAL_REASON = {
  ruleOff: 0,
  codeUnknown: 1,
  referrerLeft: 2,
  ownCode: 3,
  known: 4,
  sameEmail: 5,
  samePhone: 6,
  sameDocument: 7,
  belowMinimum: 8,
  tooLate: 9,
  orderCancelled: 10,
  orderReturned: 11,
  limit: 12,
  declined: 13,
} as const
export type ReferralReason = keyof typeof REFERRAL_REASON

/** Points that were given for it. */
export interface ReferralLot {
  readonly recordId: RecordId
  readonly amount: Amount
  /** Of the two, each waits for itself: one may be given weeks after the other. null: they never waited. */
  readonly availableAt: Instant | null
  readonly expiresAt: Instant | null
}

export interface Referral {
  readonly friendId: CustomerId
  readonly referrerId: CustomerId
  readonly state: ReferralState
  readonly reason: ReferralReason | null
  readonly registeredAt: Instant
  /** Until when the friend's first order counts. */
  readonly endsAt: Instant
  /** By which it was registered, and from the order on by which it counts. */
  readonly programVersion: number
  readonly orderId: OrderId | null
  /** null: the friend was given no points, or does not have them any more. */
  readonly friendLot: ReferralLot | null
  readonly referrerLot: ReferralLot | null
  /** Until then an order that is taken back takes with it what still waits. */
  readonly waitsUntil: Instant | null
  readonly changedAt: Instant
  /** False: something is still to be done on the account of the customer who referred. */
  readonly isSettled: boolean
  readonly decidedBy: string | null
  readonly note: string | null
}

/** Points that can't be used yet go with the order that they were given for; once they can, they stay. */
export function waits({ availableAt }: ReferralLot, now: Instant): boolean {
  return availableAt !== null && now < availableAt
}

export function refused(referral: Referral, reason: ReferralReason, at: Instant): Referral {
  return { ...referral, state: 'refused', reason, changedAt: at, isSettled: true }
}
