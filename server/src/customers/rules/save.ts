/** A customer that is sent by itself, not with an order: made, changed, given another id. */
import type { Customer } from '../../accounts/customer.ts'
import { isSameBirthday } from '../../actions/rules/birthday.ts'
import type { CustomerId } from '../../contract/ids.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import type { Instant } from '../../platform/clock.ts'
import type { CustomerToSave, SentCustomer } from '../sent-customer.ts'
import { type Home, type NewCustomerIds, newCustomer, withSent } from './profile.ts'

/** Why a customer is not saved. */
export const CUSTOMER_REASONS = [
  'customer-unknown',
  'customer-known',
  'email-used',
  'document-used',
  'birthday-differs',
  'id-taken',
  'not-made',
  'not-changed',
] as const
export type CustomerReason = (typeof CUSTOMER_REASONS)[number]

/** Who has a contact: the customers with that e-mail or document. */
export interface ContactOwners {
  readonly email: readonly CustomerId[]
  readonly document: readonly CustomerId[]
}

/** A new customer. One that joined earlier than now may say so. */
export function customerToMake(
  tenant: Home,
  sent: CustomerToSave,
  ids: NewCustomerIds,
  now: Instant,
): Customer {
  return withEnrolledDate(newCustomer(tenant, sent, ids, now), sent, now)
}

/** What was sent replaces what is stored, except a birthday. The same object if nothing is different. */
export function changedCustomer(
  customer: Customer,
  sent: CustomerToSave,
  tenant: Home,
  now: Instant,
): Customer {
  return withEnrolledDate(withSent(customer, sent, tenant, now), sent, now)
}

/** A date that lies ahead is left out, as an impossible birthday is. */
function withEnrolledDate(customer: Customer, { enrolledAt }: CustomerToSave, now: Instant): Customer {
  const { profile } = customer
  if (enrolledAt === null || enrolledAt > now || !profile.isEnrolled) return customer
  return profile.enrolledAt === enrolledAt ? customer : { ...customer, profile: { ...profile, enrolledAt } }
}

/** Whether a birthday was sent that is another day than the stored one. */
export function isOtherBirthday(
  { profile }: Customer,
  { birthday }: Pick<SentCustomer, 'birthday'>,
  { timeZone }: Home,
): boolean {
  if (profile.birthday === null || birthday === null) return false
  return !isSameBirthday(profile.birthday, birthday, timeZone)
}

/**
 * A customer that is to be made and is there: the request came twice if what it says, and what it leaves out, is
 * exactly what is stored.
 */
export function refuseKnown(
  customer: Customer,
  sent: CustomerToSave,
  tenant: Home,
  now: Instant,
): Refusal<CustomerReason> | null {
  const made = customerToMake(tenant, sent, customer, now)
  const members = ['name', 'email', 'phone', 'document', 'birthday', 'signupAt', 'isEnrolled'] as const
  const isSame =
    members.every((name) => made.profile[name] === customer.profile[name]) &&
    (sent.enrolledAt === null || made.profile.enrolledAt === customer.profile.enrolledAt)
  if (isSame) return null
  const message = `The customer ${sent.originalId} is there already: change it with PUT.`
  return refusal('customer-known', message, 'OriginalId')
}

/** Two accounts of one person are not made knowingly. */
export function refuseSharedContact({ email, document }: ContactOwners): Refusal<CustomerReason> | null {
  if (email.length > 0) {
    return refusal('email-used', 'Email is that of another customer: find it by its e-mail.', 'Email')
  }
  if (document.length > 0) {
    return refusal(
      'document-used',
      'Document is that of another customer: find it by its document.',
      'Document',
    )
  }
  return null
}

export function isSharedWithOthers({ email, document }: ContactOwners, customerId: CustomerId): boolean {
  return [...email, ...document].some((owner) => owner !== customerId)
}
