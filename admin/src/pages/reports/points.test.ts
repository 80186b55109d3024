import { expect, it } from 'vitest'
import { readDivision, readShown } from './points.ts'

it('reads what is shown from an address, whatever was written into it', () => {
  expect(readShown('redeemed')).toBe('redeemed')
  expect(readShown({ a: 1 })).toBe('issued')
  expect(readDivision('redeemed', 'type')).toBe('type')
  expect(readDivision('redeemed', 'rule')).toBe('reward')
  expect(readDivision('expired', undefined)).toBe('type')
})
