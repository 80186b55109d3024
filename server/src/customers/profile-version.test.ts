import { expect, it } from 'vitest'
import type { Profile } from '../accounts/customer.ts'
import { profileVersion } from './profile-version.ts'

const PROFILE: Profile = {
  name: 'Ana',
  email: 'ana@example.com',
  phone: '123',
  document: '456',
  birthday: 1,
  birthdayUpdatedAt: 2,
  signupAt: 3,
  isEnrolled: true,
  enrolledAt: 4,
}
const versionOf = (more: Partial<Profile>) => profileVersion({ profile: { ...PROFILE, ...more } })

it('the version of a profile changes with whatever a person may change of it, and with nothing else', () => {
  const version = versionOf({})
  for (const member of ['name', 'email', 'phone', 'document', 'birthday'] as const) {
    expect(versionOf({ [member]: null }), member).not.toBe(version)
  }
  // The same text in another member is another profile.
  expect(versionOf({ phone: '456', document: '123' })).not.toBe(version)
  const others = { birthdayUpdatedAt: null, signupAt: null, isEnrolled: false, enrolledAt: null }
  expect(versionOf(others)).toBe(version)
})
