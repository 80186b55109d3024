import type { Account } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import { isRefusal, type Refusal } from '../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../earning/collections.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, progressLoads, tierLoads } from '../tiers/promote.ts'
import type { SentChange } from './change.ts'
import { changeKeys } from './collections.ts'
import { type CashbackReason, decideChange } from './rules.ts'

export interface ChangeInput {
  readonly tenant: Tenant
  readonly customerKey: string
  readonly change: SentChange
}

export type ChangeResult =
  | { readonly customer: Customer; readonly account: Account }
  | Refusal<CashbackReason>

export const changeCashback: Command<ChangeInput, ChangeResult> = {
  name: 'change cashback',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ tenant, change }) => [
    load(changeKeys, change.changeKey),
    load(programSchedule, CURRENT),
    ...tierLoads(tenant),
  ],
  loadsAfter: (facts, { tenant, change }, now) => ({
    lots: change.kind === 'remove',
    // What is removed was spent, and takes nothing from what was earned.
    loads: change.kind === 'add' ? progressLoads(facts, tenant, now) : [],
  }),
  decide(facts, { tenant, change }, posting) {
    const { customer } = facts
    const program = currentProgram(facts, posting.now)
    const isKeyUsed = facts.get(changeKeys, change.changeKey) !== undefined
    const recordId = decideChange({ customer, program, isKeyUsed }, change, posting)
    if (isRefusal(recordId)) return { result: recordId }
    if (!customer) throw new Error('a change was posted without a customer')
    const gains = gainsOfActions(posting.entries, tenant)
    const counted = countGains(facts, { tenant, customer, gains }, posting)
    const use = { customerId: customer.id, recordId, reason: change.reason }
    return {
      result: { customer: counted.customer, account: posting.account },
      customer: counted.customer,
      changes: [put(changeKeys, change.changeKey, use), ...counted.changes],
    }
  },
}
