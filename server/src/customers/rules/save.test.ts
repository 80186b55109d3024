import { describe, expect, it } from 'vitest'
import type { CustomerToSave } from '../sent-customer.ts'
import {
  changedCustomer,
  customerToMake,
  isOtherBirthday,
  isSharedWithOthers,
  refuseKnown,
  refuseSharedContact,
} from './save.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const EARLIER = NOW - 1_000
const HOME = { id: 7, timeZone: 'America/Sao_Paulo' }
const SENT: CustomerToSave = {
  originalId: 'ana',
  name: 'Ana',
  email: 'ana@example.com',
  phone: '123',
  document: '456',
  birthday: Date.UTC(1990, 4, 17),
  signupAt: EARLIER,
  isEnrolled: true,
  enrolledAt: EARLIER,
}
const make = (more: Partial<CustomerToSave> = {}) =>
  customerToMake(HOME, { ...SENT, ...more }, { id: 1, publicId: 'public' }, NOW)

describe('the date of enrolment', () => {
  it('is the one that was sent, unless it lies ahead', () => {
    expect(make().profile.enrolledAt).toBe(EARLIER)
    expect(make({ enrolledAt: NOW }).profile.enrolledAt).toBe(NOW)
    expect(make({ enrolledAt: NOW + 1 }).profile.enrolledAt).toBe(NOW)
  })

  it('is none of a customer who is not enrolled', () => {
    expect(make({ isEnrolled: false }).profile.enrolledAt).toBe(null)
    const left = changedCustomer(make(), { ...SENT, isEnrolled: false }, HOME, NOW)
    expect(left.profile.enrolledAt).toBe(null)
  })

  it('that is stored already leaves the customer the same object, so that nothing is written', () => {
    const known = make()
    expect(changedCustomer(known, SENT, HOME, NOW)).toBe(known)
  })
})

describe('a customer who is to be made and is there', () => {
  it('is refused where any member differs or is left out', () => {
    const known = make()
    const refuse = (more: Partial<CustomerToSave>) => refuseKnown(known, { ...SENT, ...more }, HOME, NOW)
    expect(refuse({})).toBe(null)
    // A date of enrolment that is left out asks for none in particular.
    expect(refuse({ enrolledAt: null })).toBe(null)
    for (const member of ['name', 'email', 'phone', 'document', 'birthday', 'signupAt'] as const) {
      expect(refuse({ [member]: null }), member).toMatchObject({ reason: 'customer-known' })
    }
    expect(refuse({ isEnrolled: false, enrolledAt: null })).toMatchObject({ reason: 'customer-known' })
    expect(refuse({ enrolledAt: EARLIER - 1 })).toMatchObject({ reason: 'customer-known' })
  })
})

describe('a birthday', () => {
  it('is another one only where both are known and mean different days', () => {
    const known = make()
    const isOther = (birthday: number | null) => isOtherBirthday(known, { birthday }, HOME)
    expect([isOther(null), isOther(Date.UTC(1990, 4, 17, 15)), isOther(Date.UTC(1990, 4, 18))]).toEqual([
      false,
      false,
      true,
    ])
    expect(isOtherBirthday(make({ birthday: null }), SENT, HOME)).toBe(false)
  })
})

describe('a contact', () => {
  it('of a new customer is refused where anyone has it, the e-mail first', () => {
    expect(refuseSharedContact({ email: [], document: [] })).toBe(null)
    expect(refuseSharedContact({ email: [2], document: [3] })).toMatchObject({ reason: 'email-used' })
    expect(refuseSharedContact({ email: [], document: [3] })).toMatchObject({ reason: 'document-used' })
  })

  it('is shared where another customer has the e-mail or the document', () => {
    expect(isSharedWithOthers({ email: [1], document: [1] }, 1)).toBe(false)
    expect(isSharedWithOthers({ email: [1, 2], document: [] }, 1)).toBe(true)
    expect(isSharedWithOthers({ email: [1], document: [2] }, 1)).toBe(true)
  })
})
