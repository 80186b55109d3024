import type { Account } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Load, load } from '../accounts/till/collection.ts'
import type { Command, Decision, Facts, LoadsAfter } from '../accounts/till/command.ts'
import { loadsOfCards, payStampDebts } from '../cards/of-customer.ts'
import type { Refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { joinTiers, progressLoads, tierLoads } from '../tiers/promote.ts'
import type { Merge, MergeInput } from './merge.ts'
import { joinedCustomer, type MergeReason } from './rules.ts'
import { findIntoKeys, type Prepared, prepareMerge } from './store/join.ts'

export type Merged = Merge & {
  /** Who has all of it. */
  readonly customer: Customer
  readonly account: Account
  readonly isCashbackOn: boolean
  /** Whether it was done now, and not before. */
  readonly isNew: boolean
}

export type MergeResult = Merged | Refusal<MergeReason>

/**
 * Makes one customer of two, in one transaction: the rows of the one are those of the other when this is decided, so
 * that all that happens later happens as if there had always been one customer. Only what concerns both at once is left
 * to decide: what one of them owed and the other one has, the profile and the tier.
 */
export const mergeCustomers: Command<MergeInput, MergeResult> = {
  name: 'merge customers',
  customerOf: () => null,
  resolve: findIntoKeys,
  prepare: prepareMerge,
  loads: ({ tenant }) => loadsToMerge(tenant),
  loadsAfter: (facts, { tenant }, now) => loadsOfMerge(facts, tenant, now),
  decide: (facts, { tenant }, posting) => decideMerge(facts, tenant, posting),
}

export function loadsToMerge(tenant: Tenant): Load[] {
  return [load(programSchedule, CURRENT), ...tierLoads(tenant)]
}

export function loadsOfMerge(facts: Facts, tenant: Tenant, now: Instant): LoadsAfter {
  const { kind } = facts.prepared as Prepared
  return kind === 'joined'
    ? {
        lots: true,
        loads: [
          ...progressLoads(facts, tenant, now),
          ...(facts.customer ? loadsOfCards(facts.customer.id) : []),
        ],
      }
    : { lots: false, loads: [] }
}

export function decideMerge(facts: Facts, tenant: Tenant, posting: Posting): Decision<MergeResult> {
  const prepared = facts.prepared as Prepared
  if (prepared.kind === 'refused') return { result: prepared.refusal }
  const { customer: into, account } = facts
  if (!into) throw new Error('a merged customer was merged into one that is there')
  const { isOn: isCashbackOn } = currentProgram(facts, posting.now).cashback
  if (prepared.kind === 'known') {
    return { result: { ...prepared.merge, customer: into, account, isCashbackOn, isNew: false } }
  }
  const { from, recordId, ...merge } = prepared.joined
  posting.mergeAccounts({ recordId, change: merge.effect.balance })
  const joined = joinedCustomer(into, from)
  const { customer, changes } = joinTiers(facts, { tenant, customer: joined, other: from.tier }, posting)
  const cards = payStampDebts(facts, { tenant, customerId: customer.id }, posting)
  return {
    result: { ...merge, customer, account: posting.account, isCashbackOn, isNew: true },
    customer,
    changes: [...changes, ...cards],
  }
}
