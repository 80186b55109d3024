/** Joining in a page of the shop with a friend's code: whether one has bought before is a question to the orders. */
import { load } from '../accounts/till/collection.ts'
import type { Command, Facts } from '../accounts/till/command.ts'
import { type JoinInput, type JoinResult, joinProgram } from '../customers/commands.ts'
import { type Referrer, referrals } from '../referrals/collections.ts'
import { registerFriend } from '../referrals/register.ts'
import { completeOrders } from './collections/complete-orders.ts'
import { mayHavePurchased, ordersElsewhere } from './first-purchase.ts'

export interface JoinByCodeInput extends JoinInput {
  /** Whose code it is. */
  readonly referrer: Referrer
}

/** `isReferred`: the code counts. Otherwise they have joined all the same. */
export type JoinByCodeResult = JoinResult & { readonly isReferred: boolean }

/** The first code of a customer stays: another one changes nothing, and neither does the same one again. */
export const joinByCode: Command<JoinByCodeInput, JoinByCodeResult> = {
  ...joinProgram,
  name: 'join by a code',
  loadsAfter(facts, input, now) {
    const { lots, loads } = joinProgram.loadsAfter?.(facts, input, now) ?? { lots: false, loads: [] }
    const { customer } = facts
    if (!customer) return { lots, loads }
    const ofOrders = mayHavePurchased(customer, undefined) ? [load(completeOrders, customer.id)] : []
    return { lots, loads: [...loads, load(referrals, customer.id), ...ofOrders] }
  },
  decide(facts, input, posting) {
    const { tenant, referrer } = input
    const joined = joinProgram.decide(facts, input, posting)
    const { result, customer: friend } = joined
    if (result.kind !== 'joined' || !friend) return { ...joined, result: { ...result, isReferred: false } }
    const before = facts.customer ? facts.get(referrals, friend.id) : undefined
    if (before) {
      const isReferred = before.referrerId === referrer.id && before.state !== 'refused'
      return { ...joined, result: { ...result, isReferred } }
    }
    const registering = { tenant, friend, referrer, isKnown: hasBought(facts) }
    const { referral, changes } = registerFriend(facts, registering, posting)
    return {
      ...joined,
      result: { ...result, isReferred: referral.state !== 'refused' },
      changes: [...(joined.changes ?? []), ...changes],
    }
  },
}

function hasBought(facts: Facts): boolean {
  const { customer } = facts
  if (ordersElsewhere(customer) > 0) return true
  if (!customer || !mayHavePurchased(customer, undefined)) return false
  return (facts.peek(completeOrders, customer.id) ?? []).length > 0
}
