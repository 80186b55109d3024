import { load } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import { isRefusal, type Refusal, refusal } from '../contract/refusal.ts'
import { createCustomer, type SavedCustomer, type SaveInput } from '../customers/commands.ts'
import type { CustomerReason } from '../customers/rules/save.ts'
import { currentProgram } from '../earning/collections.ts'
import { phonesLike, phoneTerm, type Referrer, referrals } from './collections.ts'
import type { Referral } from './referral.ts'
import { registerFriend } from './register.ts'
import { isSamePhone } from './rules/identity.ts'
import { whyNotReferred } from './rules/register.ts'

export const FRIEND_REASONS = ['no-rule', 'rule-off', 'code-unknown', 'friend-known'] as const
export type FriendReason = (typeof FRIEND_REASONS)[number] | CustomerReason

export interface FriendInput extends SaveInput {
  /** Whose code it is. */
  readonly referrer: Referrer
}

export interface RegisteredFriend extends SavedCustomer {
  readonly referral: Referral
}

/** Makes a customer of a friend who comes with a code, once; the same friend with the same code again changes nothing. */
export const referFriend: Command<FriendInput, RegisteredFriend | Refusal<FriendReason>> = {
  ...createCustomer,
  name: 'refer friend',
  loads: (input) => {
    const term = phoneTerm(input.sent.phone)
    return [...createCustomer.loads(input), ...(term === null ? [] : [load(phonesLike, term)])]
  },
  loadsAfter(facts, input, now) {
    const { customer } = facts
    const { lots, loads } = createCustomer.loadsAfter?.(facts, input, now) ?? { lots: false, loads: [] }
    return { lots, loads: [...loads, ...(customer ? [load(referrals, customer.id)] : [])] }
  },
  decide(facts, input, posting) {
    const { tenant, sent, referrer } = input
    const { customer } = facts
    const { index, rules } = currentProgram(facts, posting.now)
    if (index.referral === null) {
      const isOff = rules.some(({ kind }) => kind === 'referral')
      return { result: isOff ? RULE_OFF : NO_RULE }
    }
    if (customer) {
      const referral = facts.get(referrals, customer.id)
      if (!referral || referral.referrerId !== referrer.id || referral.state === 'refused') {
        return { result: KNOWN }
      }
      const again = createCustomer.decide(facts, input, posting)
      return isRefusal(again.result) ? { result: KNOWN } : { result: { ...again.result, referral } }
    }
    const term = phoneTerm(sent.phone)
    const phones = (term !== null && facts.get(phonesLike, term)) || []
    const isKnown = sent.phone !== null && phones.some((phone) => isSamePhone(phone, sent.phone ?? ''))
    // Looked at before there is a customer: who is refused is not made.
    const reason = whyNotReferred(index.referral, referrer, { id: 0, contacts: sent, isKnown })
    if (reason !== null) return { result: reason === 'referrerLeft' ? UNKNOWN : KNOWN }
    const made = createCustomer.decide(facts, input, posting)
    if (isRefusal(made.result) || !made.customer) {
      const isShared = isRefusal(made.result) && ['email-used', 'document-used'].includes(made.result.reason)
      return { result: isShared ? KNOWN : (made.result as Refusal<CustomerReason>) }
    }
    const { referral, changes } = registerFriend(
      facts,
      { tenant, referrer, friend: made.customer, isKnown: false },
      posting,
    )
    return {
      ...made,
      result: { ...made.result, account: posting.account, referral },
      changes: [...(made.changes ?? []), ...changes],
    }
  },
}

const NO_RULE = refusal('no-rule', 'The program has no rule for referrals.', 'ReferralCode')
const RULE_OFF = refusal('rule-off', 'The rule for referrals is switched off.', 'ReferralCode')
const UNKNOWN = refusal(
  'code-unknown',
  'ReferralCode is the code of no customer who takes part.',
  'ReferralCode',
)
const KNOWN = refusal(
  'friend-known',
  'Friend is known already: a referral is for customers who are new, and not for oneself.',
  'Friend',
)
