import type { Profile } from '../../accounts/customer.ts'
import type { CustomerId } from '../../contract/ids.ts'
import type { RuleOf } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import { localDate, startOfDay } from '../../platform/zone.ts'
import type { Referrer } from '../collections.ts'
import type { Referral, ReferralReason } from '../referral.ts'
import { sameIdentity } from './identity.ts'

/** Who comes with a code. */
export interface Friend {
  readonly id: CustomerId
  readonly contacts: Pick<Profile, 'email' | 'phone' | 'document'>
  /** They have bought before, or the shop knew them under another account. */
  readonly isKnown: boolean
}

/** Why a friend is not referred by this customer; null: they are. */
export function whyNotReferred(
  rule: RuleOf<'referral'> | null,
  referrer: Referrer | undefined,
  friend: Friend,
): ReferralReason | null {
  if (rule === null) return 'ruleOff'
  if (!referrer?.takesPart) return 'referrerLeft'
  if (referrer.id === friend.id) return 'ownCode'
  if (friend.isKnown) return 'known'
  return sameIdentity(referrer.contacts, friend.contacts)
}

export interface Registration {
  readonly friendId: CustomerId
  readonly referrerId: CustomerId
  /** null: it counts. */
  readonly reason: ReferralReason | null
  readonly rule: RuleOf<'referral'> | null
  readonly programVersion: number
  readonly timeZone: string
}

/** The friend's first order counts until the end of the last of so many days of the merchant's calendar. */
export function register(
  { rule, reason, programVersion, timeZone, ...who }: Registration,
  now: Instant,
): Referral {
  const days = rule?.withinDays ?? 0
  return {
    ...who,
    state: reason === null ? 'registered' : 'refused',
    reason,
    registeredAt: now,
    endsAt: startOfDay(localDate(now, timeZone) + days + 1, timeZone),
    programVersion,
    orderId: null,
    friendLot: null,
    referrerLot: null,
    waitsUntil: null,
    changedAt: now,
    isSettled: true,
    decidedBy: null,
    note: null,
  }
}
