import { RULE_KINDS } from '../../api/rule-kinds.gen.ts'
import type { Rule } from './program.ts'

type ReferralRule = Extract<Rule, { kind: 'referral' }>

/** What a rule for referrals can ask for, limit, or give to the friend. */
export type FriendMember = 'minimumOrder' | 'withinDays' | 'perDay' | 'ever' | 'friendPoints' | 'friendReward'

const FIGURES = ['minimumOrder', 'withinDays', 'perDay', 'ever', 'friendPoints'] as const
/** Of a rule that does not say it. */
const WITHIN_DAYS = 90
/** Shorter than what goes without saying: else the sentence would not say it. */
const SHORTER_DAYS = 30

/** Whether the sentence says points for a referral, and no more. */
function isPlain({ minimumOrder, withinDays, friendPoints, friendReward, limits }: ReferralRule): boolean {
  return (
    Number(minimumOrder ?? 0) === 0 &&
    (withinDays ?? WITHIN_DAYS) === WITHIN_DAYS &&
    Number(friendPoints ?? 0) === 0 &&
    friendReward === undefined &&
    (limits?.perDay ?? null) === null &&
    (limits?.ever ?? null) === null
  )
}

/** What can be added. A sentence that says one of the figures says all of them, to be changed there. */
export function friendMembersOf(rule: Rule): readonly FriendMember[] {
  if (rule.kind !== 'referral') return []
  return [
    ...(isPlain(rule) ? FIGURES : []),
    ...(rule.friendReward === undefined ? (['friendReward'] as const) : []),
  ]
}

/** With a value that makes sense, which the sentence then offers to change. `first`: of the rewards, the first there is. */
export function addFriendMember(rule: Rule, member: FriendMember, first: string): Rule {
  const { minimumOrder, friendPoints, limits } = RULE_KINDS.referral.start
  const { limits: before = {} } = rule as ReferralRule
  const added: { readonly [Name in FriendMember]: Partial<ReferralRule> } = {
    minimumOrder: { minimumOrder },
    withinDays: { withinDays: SHORTER_DAYS },
    perDay: { limits: { ...before, perDay: limits.perDay } },
    ever: { limits: { ...before, ever: limits.ever } },
    friendPoints: { friendPoints },
    friendReward: { friendReward: first },
  }
  return { ...rule, ...added[member] } as Rule
}

/** Where the sentence says it. */
export function slotOfFriendMember(member: FriendMember): string {
  return member === 'perDay' || member === 'ever' ? `/limits/${member}` : `/${member}`
}
