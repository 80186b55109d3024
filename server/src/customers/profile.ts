import type { Customer, Profile } from '../accounts/customer.ts'
import type { Instant } from '../platform/clock.ts'
import type { SentCustomer } from './read.ts'

export interface NewCustomerIds {
  readonly id: number
  readonly publicId: string
}

export function newCustomer(
  tenantId: number,
  sent: SentCustomer,
  { id, publicId }: NewCustomerIds,
  now: Instant,
): Customer {
  const isEnrolled = sent.isEnrolled ?? true
  return {
    tenantId,
    id,
    originalId: sent.originalId,
    publicId,
    profile: {
      name: sent.name,
      email: sent.email,
      phone: sent.phone,
      document: sent.document,
      birthday: sent.birthday,
      birthdayUpdatedAt: sent.birthday === null ? null : now,
      signupAt: sent.signupAt,
      isEnrolled,
      enrolledAt: isEnrolled ? now : null,
    },
    orderCount: 0,
    hasPurchased: false,
    tier: null,
    createdAt: now,
  }
}

/** What was sent replaces what is stored, except a birthday. The same object when nothing is different. */
export function withSent(customer: Customer, sent: SentCustomer, now: Instant): Customer {
  const { profile } = customer
  const isEnrolled = sent.isEnrolled ?? profile.isEnrolled
  const takesBirthday = profile.birthday === null && sent.birthday !== null
  const merged: Profile = {
    name: sent.name ?? profile.name,
    email: sent.email ?? profile.email,
    phone: sent.phone ?? profile.phone,
    document: sent.document ?? profile.document,
    birthday: takesBirthday ? sent.birthday : profile.birthday,
    birthdayUpdatedAt: takesBirthday ? now : profile.birthdayUpdatedAt,
    signupAt: sent.signupAt ?? profile.signupAt,
    isEnrolled,
    enrolledAt: isEnrolled ? (profile.isEnrolled ? profile.enrolledAt : now) : null,
  }
  return isSame(profile, merged) ? customer : { ...customer, profile: merged }
}

function isSame(a: Profile, b: Profile): boolean {
  return (Object.keys(a) as (keyof Profile)[]).every((name) => a[name] === b[name])
}
