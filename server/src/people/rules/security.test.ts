import { expect, it } from 'vitest'
import { secondFactorBy } from './security.ts'

it('a second factor is asked for a week after it was required', () => {
  expect(secondFactorBy({})).toBeNull()
  expect(
    secondFactorBy({
      security: { requireTwoFactor: false, requireTwoFactorSince: '2026-01-01T00:00:00.000Z' },
    }),
  ).toBeNull()
  expect(
    secondFactorBy({
      security: { requireTwoFactor: true, requireTwoFactorSince: '2026-01-01T00:00:00.000Z' },
    }),
  ).toBe(Date.UTC(2026, 0, 8))
  expect(secondFactorBy({ security: { requireTwoFactor: true } })).toBe(0)
})
