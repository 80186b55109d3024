import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import type { Decision, Facts } from '../accounts/till/command.ts'
import type { RecordId } from '../contract/ids.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions } from '../tiers/promote.ts'
import { type Grant, grantChange } from './collections.ts'

export interface Granted {
  readonly tenant: Tenant
  readonly customer: Customer
  readonly grant: Pick<Grant, 'customerId' | 'action' | 'key'>
  readonly recordId: RecordId
}

/** What is saved when an action has earned points: that it was granted, and the tier it has led to. */
export function grantChanges(facts: Facts, granted: Granted, posting: Posting) {
  const { tenant, customer, grant, recordId } = granted
  const gains = gainsOfActions(posting.entries, tenant)
  const counted = countGains(facts, { tenant, customer, gains }, posting)
  return {
    customer: counted.customer,
    changes: [grantChange({ ...grant, recordId, at: posting.now }), ...counted.changes],
  } satisfies Omit<Decision<unknown>, 'result'>
}
