import { expect, it } from 'vitest'
import { addsUp } from './adds-up.ts'

const given = (amount: string) => ({ amount, isTaken: false })
const taken = (amount: string) => ({ amount, isTaken: true })

it('a sum adds up to the last ten-thousandth, or does not', () => {
  const changes = [given('24318'), taken('8940'), taken('1126'), taken('612')]
  expect(addsUp('154846', changes, '168486')).toBe(true)
  expect(addsUp('154846', changes, '168486.0001')).toBe(false)
  expect(addsUp('-10', [given('0.1'), given('0.2')], '-9.7')).toBe(true)
  expect(addsUp('9007199254740993', [given('0.0001')], '9007199254740993.0001')).toBe(true)
})
