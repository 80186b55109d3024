import { type Amount, NOTHING, negate, POINT_TYPE } from '../accounts/account.ts'
import { type Customer, NO_PERSON } from '../accounts/customer.ts'
import type { Posting } from '../accounts/rules/posting.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import type { Instant } from '../platform/clock.ts'

/** Why a person is not erased. */
export const ERASE_REASONS = ['customer-unknown', 'not-confirmed'] as const
export type EraseReason = (typeof ERASE_REASONS)[number]

/** The id that is left of a customer. */
export function erasedId({ publicId }: Customer): string {
  return `erased-${publicId}`
}

/** The account without its person, in no tier. `id`: what is left to name it by. */
export function erasedCustomer(customer: Customer, id: string, now: Instant): Customer {
  return { ...customer, originalId: id, profile: NO_PERSON, tier: null, erasedAt: now }
}

/** Why this customer can't be erased; null: it can. `confirm`: the id that was typed to confirm; null: none was asked for. */
export function refuseToErase(
  customer: Customer | null,
  confirm: string | null,
): Refusal<EraseReason> | null {
  if (!customer || customer.erasedAt !== null || customer.mergedInto !== null) {
    return refusal('customer-unknown', 'There is no customer with this id.', 'id')
  }
  if (confirm !== null && confirm !== customer.originalId) {
    return refusal('not-confirmed', 'confirm must be the id of this customer.', 'confirm')
  }
  return null
}

/** Ends all points. What could be spent has an event; what was still waiting never had one. */
export function endPoints(posting: Posting): { readonly expired: Amount; readonly closed: Amount } {
  const before = posting.entries.length
  posting.endAll()
  let [expired, closed] = [NOTHING, NOTHING]
  for (const entry of posting.entries.slice(before)) {
    if (entry.kind !== 'debit' || entry.type !== POINT_TYPE.expiry) continue
    if (entry.event) expired = negate(entry.amount)
    else closed = negate(entry.amount)
  }
  return { expired, closed }
}
