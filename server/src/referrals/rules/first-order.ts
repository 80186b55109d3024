import type { Profile } from '../../accounts/customer.ts'
import type { RuleOf } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { Referrer } from '../collections.ts'
import type { Referral, ReferralReason } from '../referral.ts'
import { sameIdentity } from './identity.ts'

/** The friend's first order of which something counts. */
export interface FirstOrder {
  /** What of it counts for points. */
  readonly counted: Decimal
  readonly placedAt: Instant
  /** Of the friend, with what the order brought. */
  readonly contacts: Pick<Profile, 'email' | 'phone' | 'document'>
}

/** Why it rewards neither of the two; null: it does. */
export function whyNotEarned(
  { endsAt }: Referral,
  rule: RuleOf<'referral'> | null,
  referrer: Referrer | undefined,
  { counted, placedAt, contacts }: FirstOrder,
): ReferralReason | null {
  if (rule === null) return 'ruleOff'
  if (!referrer?.takesPart) return 'referrerLeft'
  if (placedAt >= endsAt) return 'tooLate'
  if (counted < rule.minimumOrder) return 'belowMinimum'
  return sameIdentity(referrer.contacts, contacts)
}

/** Whether an order that is taken back takes this with it: what was given still waits, or is yet to be given. */
export function isStillOpen({ state, waitsUntil }: Referral, now: Instant): boolean {
  if (state === 'earned' || state === 'held') return true
  return state === 'granted' && waitsUntil !== null && now < waitsUntil
}
