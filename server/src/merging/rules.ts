import { type Customer, NO_PERSON, type Profile } from '../accounts/customer.ts'
import type { StoredAccount } from '../accounts/store/accounts.ts'
import { type Refusal, refusal } from '../contract/refusal.ts'
import { type Instant, instantToText } from '../platform/clock.ts'
import type { MergeInput, Named } from './merge.ts'

/** Why two customers are not merged. */
export const MERGE_REASONS = [
  'customer-unknown',
  'target-unknown',
  'customer-merged',
  'target-merged',
  'same-customer',
  'reserved',
  'approval-waiting',
  'key-used',
] as const
export type MergeReason = (typeof MERGE_REASONS)[number]

export interface ToMerge {
  /** undefined: there is none. */
  readonly from: StoredAccount | undefined
  readonly into: StoredAccount | undefined
  /** The deadline of what is reserved for a basket of the one whose account ends. */
  readonly reservedUntil: Instant | null
  /** Whether something about that one waits for a second person. */
  readonly hasWaitingApproval: boolean
}

/**
 * A customer who is named by number is that one alone: where it was merged meanwhile, the customer who has its account now was
 * not meant. An id in the merchant's store goes on leading to the customer who stays.
 */
export function mergedBefore(
  { from, into }: Pick<MergeInput, 'from' | 'into'>,
  found: Pick<ToMerge, 'from' | 'into'>,
): Refusal<MergeReason> | null {
  if (isAnother(from, found.from)) {
    return refusal('customer-merged', 'This customer was merged into another one.', 'id')
  }
  if (isAnother(into, found.into)) {
    return refusal('target-merged', 'Into: this customer was merged into another one.', 'Into')
  }
  return null
}

function isAnother(named: Named, found: StoredAccount | undefined): boolean {
  return 'id' in named && found !== undefined && found.customer.id !== named.id
}

/** Why these two can't be merged now; null: they can. */
export function refuseToMerge({
  from,
  into,
  reservedUntil,
  hasWaitingApproval,
}: ToMerge): Refusal<MergeReason> | null {
  if (!isThere(from)) return refusal('customer-unknown', 'There is no customer with this id.', 'id')
  if (!isThere(into)) {
    return refusal('target-unknown', 'Into: there is no customer with this id.', 'Into')
  }
  if (from?.customer.id === into?.customer.id) {
    const message = 'Into is the same customer: name the one who is to have the points of both.'
    return refusal('same-customer', message, 'Into')
  }
  if (reservedUntil !== null) {
    const until = instantToText(reservedUntil)
    const message = `A reward is reserved for a basket of this customer until ${until}: release it, or merge after that.`
    return refusal('reserved', message, 'id')
  }
  if (hasWaitingApproval) {
    const message = 'A request about this customer waits for approval: have it decided first.'
    return refusal('approval-waiting', message, 'id')
  }
  return null
}

function isThere(stored: StoredAccount | undefined): boolean {
  return stored !== undefined && stored.customer.erasedAt === null && stored.customer.mergedInto === null
}

/** Of a request that was not done before with this key. */
export function keyUsed(mergeKey: string): Refusal<MergeReason> {
  return refusal('key-used', `MergeKey ${mergeKey} was used for another merge.`, 'MergeKey')
}

/** What is left of a customer: no person, no orders, no tier, and an id that can't be known, taken or sent. */
export function emptiedCustomer(customer: Customer, into: Customer, chance: string): Customer {
  return {
    ...customer,
    originalId: `merged-${customer.publicId}-${chance}`,
    profile: NO_PERSON,
    orderCount: 0,
    hasPurchased: false,
    ...{ ordersBefore: 0, isUnclaimed: false },
    tier: null,
    mergedInto: into.id,
  }
}

/** The customer who stays, with the orders of both. What is not known of the one is taken from the other. */
export function joinedCustomer(into: Customer, from: Customer): Customer {
  const ordersBefore = (into.ordersBefore ?? 0) + (from.ordersBefore ?? 0)
  return {
    ...into,
    profile: joinedProfile(into.profile, from.profile),
    orderCount: into.orderCount + from.orderCount,
    hasPurchased: into.hasPurchased || from.hasPurchased,
    ...(ordersBefore > 0 && { ordersBefore }),
  }
}

/** The one who stays keeps its enrolment: opting out is a decision. */
function joinedProfile(into: Profile, from: Profile): Profile {
  const birthday = into.birthday === null ? from : into
  return {
    ...into,
    name: into.name ?? from.name,
    email: into.email ?? from.email,
    phone: into.phone ?? from.phone,
    document: into.document ?? from.document,
    birthday: birthday.birthday,
    birthdayUpdatedAt: birthday.birthdayUpdatedAt,
    signupAt: into.signupAt ?? from.signupAt,
  }
}
