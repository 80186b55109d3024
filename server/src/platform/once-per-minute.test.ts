import { expect, it } from 'vitest'
import { oncePerMinute } from './once-per-minute.ts'

it('is true once per minute for each name', () => {
  let now = 0
  const isTime = oncePerMinute(() => now)
  expect([isTime('a'), isTime('a'), isTime('b')]).toEqual([true, false, true])
  now = 59_999
  expect(isTime('a')).toBe(false)
  now = 60_000
  expect([isTime('a'), isTime('a')]).toEqual([true, false])
})

it('keeps no more names than it can', () => {
  const isTime = oncePerMinute(() => 0)
  for (let name = 0; name < 10_001; name += 1) isTime(name)
  expect(isTime(10_000)).toBe(false)
  expect(isTime(0)).toBe(true)
})
