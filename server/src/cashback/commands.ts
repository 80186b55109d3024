import type { Account } from '../accounts/account.ts'
import { type Command, need, put } from '../accounts/command.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Refusal } from '../contract/errors.ts'
import { EMPTY_PROGRAM } from '../earning/program.ts'
import { CURRENT, programShelf } from '../earning/store.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions, goalNeeds, tierNeeds } from '../tiers/raise.ts'
import { decideChange, type SentChange } from './decide.ts'
import { changeKeyShelf } from './store.ts'

export interface ChangeQuestion {
  readonly tenant: Tenant
  readonly customerId: string
  readonly change: SentChange
}

export type ChangeResult = { readonly customer: Customer; readonly account: Account } | Refusal

export const changeCashback: Command<ChangeQuestion, ChangeResult> = {
  name: 'change cashback',
  customerOf: ({ customerId }) => customerId,
  needs: ({ tenant, change }) => [
    need(changeKeyShelf, change.changeKey),
    need(programShelf, CURRENT),
    ...tierNeeds(tenant),
  ],
  needsMore: (facts, { tenant, change }, now) => ({
    lots: change.kind === 'remove',
    // What is removed was spent, and takes nothing from what was earned.
    needs: change.kind === 'add' ? goalNeeds(facts, tenant, now) : [],
  }),
  decide(facts, { tenant, change }, now, ids) {
    const { customer, account } = facts
    const program = facts.get(programShelf, CURRENT) ?? EMPTY_PROGRAM
    const isKeyUsed = facts.get(changeKeyShelf, change.changeKey) !== undefined
    const outcome = decideChange({ customer, account, program, isKeyUsed }, change, now, ids)
    if ('code' in outcome || !customer) return { result: outcome as Refusal }
    const use = { customerId: customer.id, recordId: outcome.recordId, reason: change.reason }
    const gains = gainsOfActions(outcome.entries, tenant)
    const counted = countGains(facts, { tenant, customer, gains }, now, ids)
    return {
      result: { customer: counted.customer, account: outcome.account },
      customer: counted.customer,
      account: outcome.account,
      entries: outcome.entries,
      items: [put(changeKeyShelf, change.changeKey, use), ...counted.items],
    }
  },
}
