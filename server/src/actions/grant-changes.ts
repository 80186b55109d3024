import type { Customer } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Change, put } from '../accounts/till/collection.ts'
import type { Decision, Facts } from '../accounts/till/command.ts'
import { awards } from '../awards/collections.ts'
import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { countGains, gainsOfActions } from '../tiers/promote.ts'
import { type GrantName, grantChange, isGranted } from './collections.ts'
import type { GivenPrize } from './rules/give-prize.ts'
import { SIGNUP_KEY } from './rules/signup.ts'

export interface Granted {
  readonly tenant: Tenant
  readonly customer: Customer
  readonly grant: GrantName
  readonly given: GivenPrize
}

/** What is saved when an action has earned something: that it was granted, and the tier it has led to. */
export function grantChanges(facts: Facts, granted: Granted, posting: Posting) {
  const { tenant, customer, grant, given } = granted
  const gains = gainsOfActions(posting.entries, tenant)
  const counted = countGains(facts, { tenant, customer, gains }, posting)
  return {
    customer: counted.customer,
    changes: [...changesOf(grant, given, posting.now), ...counted.changes],
  } satisfies Omit<Decision<unknown>, 'result'>
}

/** That a customer has had what there is for signing up; null: there was nothing. */
export function signupChanges(customerId: CustomerId, given: GivenPrize | null, at: Instant): Change[] {
  return given ? changesOf(signupGrant(customerId), given, at) : []
}

/** That it was given elsewhere, so that it is not given here, now or by a later run. */
export function grantedElsewhere(facts: Facts, grant: GrantName, at: Instant): Change[] {
  return isGranted(facts, grant) ? [] : [grantChange({ ...grant, recordId: null, at })]
}

export function signupGrant(customerId: CustomerId): GrantName {
  return { customerId, action: 'signup', key: SIGNUP_KEY }
}

function changesOf(grant: GrantName, { recordId, award }: GivenPrize, at: Instant): Change[] {
  return [grantChange({ ...grant, recordId, at }), ...(award ? [put(awards, award, award)] : [])]
}
