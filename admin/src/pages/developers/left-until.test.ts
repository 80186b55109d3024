import { expect, it } from 'vitest'
import { leftUntil } from './left-until.ts'

it('counts down to nothing', () => {
  const now = Date.UTC(2026, 10, 15)
  const at = (ms: number): string => new Date(now + ms).toISOString()
  expect(leftUntil(at(86_400_000), now)).toBe('24:00:00')
  expect(leftUntil(at(61_500), now)).toBe('00:01:02')
  expect(leftUntil(at(1), now)).toBe('00:00:01')
  expect(leftUntil(at(0), now)).toBeNull()
  expect(leftUntil(at(-5_000), now)).toBeNull()
})
