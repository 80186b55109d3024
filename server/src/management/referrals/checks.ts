import type { RuleOf } from '../../earning/program.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Decimal } from '../../platform/decimal.ts'
import type { Referral, ReferralReason } from '../../referrals/referral.ts'

export const CHECKS = ['newCustomer', 'otherPerson', 'minimumOrder', 'withinDays', 'limits'] as const
type Check = (typeof CHECKS)[number]

export interface Checked {
  readonly check: Check
  readonly result: 'passed' | 'failed' | 'open'
}

/** By which a check failed; all other reasons are no check of these. */
const FAILED_BY: Readonly<Partial<Record<ReferralReason, Check>>> = {
  known: 'newCustomer',
  ownCode: 'otherPerson',
  sameEmail: 'otherPerson',
  samePhone: 'otherPerson',
  sameDocument: 'otherPerson',
  belowMinimum: 'minimumOrder',
  orderCancelled: 'minimumOrder',
  orderReturned: 'minimumOrder',
  tooLate: 'withinDays',
  limit: 'limits',
}

interface Looked {
  readonly referral: Referral
  readonly rule: RuleOf<'referral'> | null
  /** null: there is none yet. */
  readonly order: { readonly counted: Decimal; readonly placedAt: Instant } | null
}

/** What was looked at of a referral, so that a person sees why it stands where it does. */
export function checksOf(looked: Looked): Checked[] {
  return CHECKS.flatMap((check) => {
    const result = resultOf(check, looked)
    return result === null ? [] : [{ check, result }]
  })
}

/** null: the rule does not ask for it. */
function resultOf(check: Check, { referral, rule, order }: Looked): Checked['result'] | null {
  const { state, reason, endsAt } = referral
  if (reason !== null && FAILED_BY[reason] === check) return 'failed'
  switch (check) {
    case 'newCustomer':
    case 'otherPerson':
      return 'passed'
    case 'minimumOrder':
      if (!order || !rule) return 'open'
      return order.counted >= rule.minimumOrder ? 'passed' : 'failed'
    case 'withinDays':
      if (!order) return 'open'
      return order.placedAt < endsAt ? 'passed' : 'failed'
    case 'limits': {
      const hasLimit = rule !== null && (rule.limits.perDay !== null || rule.limits.ever !== null)
      if (state === 'held') return 'failed'
      if (!hasLimit) return null
      // Looked at when the reward is given, after all others.
      return state === 'granted' || state === 'undone' ? 'passed' : 'open'
    }
  }
}
