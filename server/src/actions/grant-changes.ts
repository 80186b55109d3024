import type { RecordIds } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import type { Decision, Facts } from '../accounts/till/command.ts'
import type { ActionStep } from '../earning/credit-earning.ts'
import { type Grant, grantChange } from '../earning/store.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions } from '../tiers/promote.ts'

export interface Granting {
  readonly tenant: Tenant
  readonly customer: Customer
  readonly grant: Pick<Grant, 'customerId' | 'action' | 'key'>
  readonly earned: ActionStep
}

/** What is saved when an action has earned points: them, why, that it was granted, and the tier it has led to. */
export function grantChanges(facts: Facts, granted: Granting, now: Instant, ids: RecordIds) {
  const { tenant, customer, grant, earned } = granted
  const { step, recordId, explanation } = earned
  const gains = gainsOfActions(step.entries, tenant)
  const counted = countGains(facts, { tenant, customer, gains }, now, ids)
  return {
    customer: counted.customer,
    account: step.account,
    entries: step.entries,
    explanations: new Map([[recordId, explanation]]),
    changes: [grantChange({ ...grant, recordId, at: now }), ...counted.changes],
  } satisfies Omit<Decision<unknown>, 'result'>
}
