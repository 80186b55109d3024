import type { Customer, Profile } from '../../accounts/customer.ts'
import { contactsOf, knownBy } from '../../accounts/rules/terms.ts'
import { isBirthday } from '../../actions/rules/birthday.ts'
import type { Instant } from '../../platform/clock.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import type { SentCustomer } from '../sent-customer.ts'

export interface NewCustomerIds {
  readonly id: number
  readonly publicId: string
}

export type Home = Pick<Tenant, 'id' | 'timeZone'>

export function newCustomer(
  tenant: Home,
  sent: SentCustomer,
  { id, publicId }: NewCustomerIds,
  now: Instant,
): Customer {
  const isEnrolled = sent.isEnrolled ?? true
  const birthday = birthdayToStore(sent, tenant, now)
  return {
    tenantId: tenant.id,
    id,
    originalId: sent.originalId,
    publicId,
    profile: {
      name: sent.name,
      email: sent.email,
      phone: sent.phone,
      document: sent.document,
      birthday,
      birthdayUpdatedAt: birthday === null ? null : now,
      signupAt: sent.signupAt,
      isEnrolled,
      enrolledAt: isEnrolled ? now : null,
    },
    orderCount: 0,
    hasPurchased: false,
    tier: null,
    createdAt: now,
    erasedAt: null,
    mergedInto: null,
  }
}

/** It is named by a contact that it had before it was merged: that one must not take the place of the contact of now. */
function isFormerContact({ originalId, profile }: Customer, sent: SentCustomer): boolean {
  return (
    (sent.isNamedByContact ?? false) &&
    sent.originalId !== originalId &&
    knownBy(contactsOf(sent), profile) === null
  )
}

/** What was sent replaces what is stored, except a birthday. Returns the same object if nothing is different. */
export function withSent(customer: Customer, sent: SentCustomer, tenant: Home, now: Instant): Customer {
  const { profile } = customer
  // Nothing brings an erased person back, whatever is sent with the id that is left of it.
  if (customer.erasedAt !== null) return customer
  const keepsContacts = isFormerContact(customer, sent)
  const isEnrolled = sent.isEnrolled ?? profile.isEnrolled
  const birthday = profile.birthday ?? birthdayToStore(sent, tenant, now)
  const merged: Profile = {
    name: sent.name ?? profile.name,
    email: (keepsContacts ? profile.email : null) ?? sent.email ?? profile.email,
    phone: sent.phone ?? profile.phone,
    document: (keepsContacts ? profile.document : null) ?? sent.document ?? profile.document,
    birthday,
    birthdayUpdatedAt: birthday === profile.birthday ? profile.birthdayUpdatedAt : now,
    signupAt: sent.signupAt ?? profile.signupAt,
    isEnrolled,
    enrolledAt: isEnrolled ? (profile.isEnrolled ? profile.enrolledAt : now) : null,
  }
  return isSame(profile, merged) ? customer : { ...customer, profile: merged }
}

/** An impossible birthday is left out: a sale is not refused because of it. */
function birthdayToStore({ birthday }: SentCustomer, { timeZone }: Home, now: Instant): Instant | null {
  return birthday !== null && isBirthday(birthday, timeZone, now) ? birthday : null
}

function isSame(a: Profile, b: Profile): boolean {
  return (Object.keys(a) as (keyof Profile)[]).every((name) => a[name] === b[name])
}
