import { describe, expect, it } from 'vitest'
import { NEW_ACCOUNT } from '../accounts/account.ts'
import type { Customer, Profile } from '../accounts/customer.ts'
import { emptiedCustomer, joinedCustomer, refuseToMerge } from './rules.ts'

const PROFILE: Profile = {
  name: null,
  email: null,
  phone: null,
  document: null,
  birthday: null,
  birthdayUpdatedAt: null,
  signupAt: null,
  isEnrolled: true,
  enrolledAt: 5,
}

function customer(id: number, profile: Partial<Profile> = {}, more: Partial<Customer> = {}): Customer {
  return {
    tenantId: 1,
    id,
    originalId: `customer-${id}`,
    publicId: `public-${id}`,
    profile: { ...PROFILE, ...profile },
    orderCount: id,
    hasPurchased: false,
    tier: null,
    createdAt: 0,
    erasedAt: null,
    mergedInto: null,
    ...more,
  }
}

const stored = (one: Customer) => ({ customer: one, account: NEW_ACCOUNT })
const free = { reservedUntil: null, hasWaitingApproval: false }

describe('who can be merged', () => {
  const from = stored(customer(1))
  const into = stored(customer(2))

  it('lets two who are there', () => {
    expect(refuseToMerge({ from, into, ...free })).toBeNull()
  })

  it('refuses who is not there, was erased or merged, the same one, and what stands in the way', () => {
    const gone = stored(customer(3, {}, { erasedAt: 1 }))
    const merged = stored(customer(4, {}, { mergedInto: 2 }))
    const reasonOf = (more: Partial<Parameters<typeof refuseToMerge>[0]>) =>
      refuseToMerge({ from, into, ...free, ...more })?.reason
    expect(reasonOf({ from: undefined })).toBe('customer-unknown')
    expect(reasonOf({ into: undefined })).toBe('target-unknown')
    expect([gone, merged].map((one) => reasonOf({ from: one }))).toEqual([
      'customer-unknown',
      'customer-unknown',
    ])
    expect([gone, merged].map((one) => reasonOf({ into: one }))).toEqual(['target-unknown', 'target-unknown'])
    expect(reasonOf({ into: from })).toBe('same-customer')
    expect(reasonOf({ reservedUntil: 1 })).toBe('reserved')
    expect(reasonOf({ hasWaitingApproval: true })).toBe('approval-waiting')
  })
})

describe('who stays', () => {
  it('has the orders of both, and what the other knew alone', () => {
    const from = customer(1, {
      name: 'Ana',
      email: 'a@example.com',
      birthday: 7,
      birthdayUpdatedAt: 8,
      isEnrolled: true,
    })
    const into = customer(2, { email: 'b@example.com', isEnrolled: false }, { hasPurchased: true })
    expect(joinedCustomer(into, from)).toEqual({
      ...into,
      orderCount: 3,
      profile: { ...into.profile, name: 'Ana', birthday: 7, birthdayUpdatedAt: 8 },
    })
    expect(joinedCustomer(from, into)).toMatchObject({ hasPurchased: true, profile: from.profile })
  })

  it('leaves nobody behind', () => {
    const from = customer(
      1,
      { name: 'Ana' },
      { tier: { id: 3, since: 1, belowSince: null }, hasPurchased: true },
    )
    expect(emptiedCustomer(from, customer(2), 'x')).toMatchObject({
      id: 1,
      originalId: 'merged-public-1-x',
      profile: { name: null, isEnrolled: false },
      orderCount: 0,
      hasPurchased: false,
      tier: null,
      mergedInto: 2,
    })
  })
})
