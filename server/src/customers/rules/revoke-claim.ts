import { oldestRevocable } from '../../accounts/claim.ts'
import type { StandingClaim } from '../../accounts/collections/claims.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Instant } from '../../platform/clock.ts'

/** Why a claim is not taken back. */
export const REVOKE_REASONS = [
  'customer-unknown',
  'not-claimed',
  'too-late',
  'id-changed',
  'merged-since',
  'reserved',
  'orders-open',
] as const
export type RevokeReason = (typeof REVOKE_REASONS)[number]

/**
 * Why a claim can't be taken back now; null: it can. The account stays as it is, so what the customer bought and used since
 * is no obstacle. An order that is still open is one: its next message would name an id that is not this customer's any
 * more, and be refused.
 */
export function whyNotRevoke(
  { customer, claim }: { readonly customer: Customer; readonly claim: StandingClaim },
  now: Instant,
): RevokeReason | null {
  if (claim.profile === null || claim.at < oldestRevocable(now)) return 'too-late'
  if (customer.originalId !== claim.claimedId) return 'id-changed'
  if (claim.hasMerged) return 'merged-since'
  if (claim.reservedUntil !== null) return 'reserved'
  return claim.openOrders > 0 ? 'orders-open' : null
}

/** Unclaimed again, under the contact by which it was imported and as it was known then. */
export function unclaimedAgain(customer: Customer, { formerId, profile }: StandingClaim): Customer {
  return {
    ...customer,
    originalId: formerId,
    isUnclaimed: true,
    profile: { ...customer.profile, ...profile },
  }
}
