import type { CustomerId } from '../contract/ids.ts'
import type { Instant } from '../platform/clock.ts'
import type { Customer, Profile } from './customer.ts'
import type { Claiming } from './till/command.ts'

/** So long a claim is listed and can be taken back. */
const REVOCABLE_DAYS = 30
const DAY_MS = 86_400_000

/** Who a customer is known to be, as far as a claim lets the shop say it. */
export type KnownProfile = Pick<
  Profile,
  'name' | 'email' | 'phone' | 'document' | 'birthday' | 'birthdayUpdatedAt'
>

/** A customer who was imported by a contact alone, and whom the shop has named by an id. */
export interface Claim {
  readonly customerId: CustomerId
  /** The shop's id for the customer, and the contact that named it until then. */
  readonly claimedId: string
  readonly formerId: string
  readonly matchedBy: 'document' | 'email'
  readonly at: Instant
  /** How many orders the customer had by then. */
  readonly ordersBefore: number
  /** As it was before; null: it is too late to take the claim back. */
  readonly profile: KnownProfile | null
  readonly revokedAt: Instant | null
  readonly revokedBy: string | null
}

export function newClaim(
  { id, originalId, orderCount, profile }: Customer,
  { id: claimedId, matchedBy, at }: Claiming,
): Claim {
  const { name, email, phone, document, birthday, birthdayUpdatedAt } = profile
  return {
    customerId: id,
    claimedId,
    formerId: originalId,
    matchedBy,
    at,
    ordersBefore: orderCount,
    profile: { name, email, phone, document, birthday, birthdayUpdatedAt },
    revokedAt: null,
    revokedBy: null,
  }
}

/** Until when a claim can be taken back. */
export function revocableUntil({ at }: Pick<Claim, 'at'>): Instant {
  return at + REVOCABLE_DAYS * DAY_MS
}

/** Claims before this moment can't be taken back any more. */
export function oldestRevocable(now: Instant): Instant {
  return now - REVOCABLE_DAYS * DAY_MS
}
