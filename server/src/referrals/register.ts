import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import { awards } from '../awards/collections.ts'
import { makeAward } from '../awards/make-award.ts'
import { currentProgram } from '../earning/collections.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { type Referrer, referrals } from './collections.ts'
import type { Referral } from './referral.ts'
import { register, whyNotReferred } from './rules/register.ts'

export interface Registering {
  readonly tenant: Tenant
  readonly friend: Customer
  /** Who the code is of, by number: also of one who was merged. */
  readonly referrer: Referrer
  readonly isKnown: boolean
}

export interface Registered {
  readonly referral: Referral
  readonly changes: readonly Change[]
}

/** Notes who referred a friend, or why that does not count, and makes the friend's reward due. */
export function registerFriend(
  facts: Facts,
  { tenant, friend, referrer, isKnown }: Registering,
  posting: Posting,
): Registered {
  const program = currentProgram(facts, posting.now)
  const rule = program.index.referral
  const reason = whyNotReferred(rule, referrer, { id: friend.id, contacts: friend.profile, isKnown })
  const referral = register(
    {
      ...{ friendId: friend.id, referrerId: referrer.id, reason, rule },
      ...{ programVersion: program.version, timeZone: tenant.timeZone },
    },
    posting.now,
  )
  const changes = [put(referrals, friend.id, referral)]
  if (reason !== null || !rule || rule.friendRewardId === null) return { referral, changes }
  const award = makeAward(
    posting,
    // Points wait; the reward is what brings the friend.
    { points: 0n, rewardId: rule.friendRewardId, waitingDays: 0, validityDays: null, goodUntil: null },
    {
      ...{ customerId: friend.id, source: 'referral', ruleId: rule.id, reference: 'once' },
      ...{ programVersion: program.version, recordId: null, timeZone: tenant.timeZone },
    },
  )
  return { referral, changes: [...changes, put(awards, award, award)] }
}
