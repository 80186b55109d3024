import { type StandingClaim, standingClaims } from '../accounts/collections/claims.ts'
import { tokenEndChange } from '../accounts/collections/token-ends.ts'
import type { Customer } from '../accounts/customer.ts'
import { load, put } from '../accounts/till/collection.ts'
import type { Command } from '../accounts/till/command.ts'
import type { CustomerId } from '../contract/ids.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import type { NamedActor } from '../people/approval.ts'
import type { Instant } from '../platform/clock.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { customerIds } from './collections/customer-ids.ts'
import { type RevokeReason, unclaimedAgain, whyNotRevoke } from './rules/revoke-claim.ts'

export interface RevokeInput {
  readonly tenant: Tenant
  /** The id that the customer has now. */
  readonly customerKey: string
  readonly customerId: CustomerId
  readonly by: NamedActor
  /** By the clock that tokens of the storefront go by. */
  readonly realNow: Instant
}

export interface RevokedClaim {
  readonly customer: Customer
  readonly claim: StandingClaim
  /** Whether it was done now, and not before. */
  readonly isNew: boolean
}

export type RevokeResult = RevokedClaim | (Refusal<RevokeReason> & { readonly claim?: StandingClaim })

/**
 * Takes back that the shop's id claimed a customer: the id is unknown again, and can't claim this customer once more by
 * itself. All that was posted stays with the customer, who is unclaimed again.
 */
export const revokeClaim: Command<RevokeInput, RevokeResult> = {
  name: 'revoke claim',
  customerOf: ({ customerKey }) => customerKey,
  loads: ({ customerId }) => [load(standingClaims, customerId)],
  decide(facts, { customerId, by, realNow }, posting) {
    const { customer } = facts
    if (!customer || customer.id !== customerId || customer.erasedAt !== null) {
      return { result: refusal('customer-unknown', 'There is no customer with this number.') }
    }
    const claim = facts.get(standingClaims, customerId)
    if (!claim) return { result: refusal('not-claimed', 'This customer was not claimed.') }
    if (claim.revokedAt !== null) return { result: { customer, claim, isNew: false } }
    const reason = whyNotRevoke({ customer, claim }, posting.now)
    if (reason) return { result: { ...refusal(reason, 'The claim can’t be revoked now.'), claim } }
    const revoked = { ...claim, revokedAt: posting.now, revokedBy: by.key }
    const again = unclaimedAgain(customer, claim)
    return {
      result: { customer: again, claim: revoked, isNew: true },
      customer: again,
      changes: [
        put(standingClaims, customerId, revoked),
        put(customerIds, claim.formerId, { customerId, isFormer: false }),
        tokenEndChange({ customerId, at: realNow }),
      ],
    }
  },
}
