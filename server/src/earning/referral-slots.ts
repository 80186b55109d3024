import { ZERO } from '../platform/decimal.ts'
import type { ReferralWords } from './language.ts'
import type { RuleOf } from './program.ts'
import { RULE_DEFAULTS } from './program-json.ts'

/* What a rule for referrals says beside its points. */

/** Members that a change is told of, also where the sentence does not say them. */
export const SLOTS_OF_REFERRALS = ['minimumOrder', 'withinDays', 'perDay', 'ever', 'friendPoints'] as const

/** Whether it says what no other kind of its family could. Of one that does, all of it can be edited. */
export function saysMore(rule: RuleOf<'referral'>): boolean {
  const { minimumOrder, withinDays, friendPoints, friendRewardId, limits } = rule
  return (
    minimumOrder !== ZERO ||
    withinDays !== RULE_DEFAULTS.withinDays ||
    friendPoints !== ZERO ||
    friendRewardId !== null ||
    limits.perDay !== null ||
    limits.ever !== null
  )
}

export function asksOfReferral(rule: RuleOf<'referral'>, words: ReferralWords): string {
  if (!saysMore(rule)) return ''
  const { minimumOrder, withinDays, perDay, ever } = words
  return `[${minimumOrder}][${withinDays}][${perDay}][${ever}]`
}

export function giftsOfReferral(rule: RuleOf<'referral'>, words: ReferralWords): string {
  if (!saysMore(rule)) return ''
  return `[${words.friendPoints}]${rule.friendRewardId === null ? '' : words.friendReward}`
}
