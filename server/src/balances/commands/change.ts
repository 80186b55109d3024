import { type Account, type Amount, NOTHING } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { load, put } from '../../accounts/till/collection.ts'
import type { Command } from '../../accounts/till/command.ts'
import type { RecordId } from '../../contract/ids.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { CURRENT, currentProgram, programSchedule } from '../../earning/collections.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { countGains, gainsOfActions, progressLoads, tierLoads } from '../../tiers/promote.ts'
import type { BalanceChange, SentChange } from '../change.ts'
import { balanceChanges } from '../collections/changes.ts'
import { type CashbackReason, decideChange } from '../rules/change.ts'

export interface ChangeInput {
  readonly tenant: Tenant
  readonly customerKey: string
  readonly change: SentChange
}

export type ChangeResult =
  | { readonly customer: Customer; readonly account: Account }
  | Refusal<CashbackReason>

/** Changes a balance by hand: cashback or points, once for each key. */
export const changeBalance: Command<ChangeInput, ChangeResult> = {
  name: 'change balance',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ tenant, change }) => [
    load(balanceChanges, change.changeKey),
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
    const stored = facts.get(balanceChanges, change.changeKey)
    const recordId = decideChange({ customer, program, stored }, change, posting)
    if (isRefusal(recordId)) return { result: recordId }
    if (!customer) throw new Error('a change was posted without a customer')
    if (recordId === 'again') return { result: { customer, account: posting.account } }
    const gains = gainsOfActions(posting.entries, tenant)
    const counted = countGains(facts, { tenant, customer, gains }, posting)
    const made: BalanceChange = {
      customerId: customer.id,
      unit: change.unit,
      recordId,
      reason: change.reason,
      recorded: amountOf(posting, recordId),
    }
    return {
      result: { customer: counted.customer, account: posting.account },
      customer: counted.customer,
      changes: [put(balanceChanges, change.changeKey, made), ...counted.changes],
    }
  },
}

function amountOf({ entries }: Posting, recordId: RecordId): Amount {
  const entry = entries.find(({ id }) => id === recordId)
  return entry && 'amount' in entry ? entry.amount : NOTHING
}
