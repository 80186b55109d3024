import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SentCustomer } from '../sent-customer.ts'
import { newCustomer, withSent } from './profile.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const LATER = NOW + 1_000
const HOME = { id: 7, timeZone: 'America/Sao_Paulo' }

const text = fc.option(fc.constantFrom('', 'a', 'b'))
const sentCustomer: fc.Arbitrary<SentCustomer> = fc.record({
  originalId: fc.constant('ana'),
  name: text,
  email: text,
  phone: text,
  document: text,
  birthday: fc.option(fc.constantFrom(1, 2)),
  signupAt: fc.option(fc.constantFrom(1, 2)),
  isEnrolled: fc.option(fc.boolean()),
})

const make = (sent: SentCustomer) => newCustomer(HOME, sent, { id: 1, publicId: 'public' }, NOW)

describe('a customer', () => {
  it('that is new is enrolled unless it says otherwise', () => {
    fc.assert(
      fc.property(sentCustomer, (sent) => {
        const { originalId, isEnrolled, ...stored } = sent
        expect(make(sent)).toEqual({
          tenantId: 7,
          id: 1,
          originalId,
          publicId: 'public',
          profile: {
            ...stored,
            birthdayUpdatedAt: sent.birthday === null ? null : NOW,
            isEnrolled: isEnrolled !== false,
            enrolledAt: isEnrolled === false ? null : NOW,
          },
          orderCount: 0,
          hasPurchased: false,
          tier: null,
          createdAt: NOW,
          erasedAt: null,
          mergedInto: null,
        })
      }),
    )
  })

  it('takes what is sent and keeps the rest; a birthday only when it has none', () => {
    fc.assert(
      fc.property(sentCustomer, sentCustomer, (first, second) => {
        const known = make(first)
        const { profile, ...rest } = withSent(known, second, HOME, LATER)
        expect({ profile: known.profile, ...rest }).toEqual(known)
        for (const name of ['name', 'email', 'phone', 'document', 'signupAt'] as const) {
          expect(profile[name]).toBe(second[name] ?? first[name])
        }
        expect(profile.birthday).toBe(first.birthday ?? second.birthday)
        const isSet = first.birthday === null && second.birthday !== null
        expect(profile.birthdayUpdatedAt).toBe(isSet ? LATER : known.profile.birthdayUpdatedAt)
        expect(profile.isEnrolled).toBe(second.isEnrolled ?? known.profile.isEnrolled)
        const since = known.profile.isEnrolled ? NOW : LATER
        expect(profile.enrolledAt).toBe(profile.isEnrolled ? since : null)
      }),
    )
  })

  it('that is sent again as it is stays the same object, so that nothing is written', () => {
    fc.assert(
      fc.property(sentCustomer, sentCustomer, (first, second) => {
        const changed = withSent(make(first), second, HOME, LATER)
        expect(withSent(changed, second, HOME, LATER + 1)).toBe(changed)
      }),
    )
  })
})
