/** What is written for numbers: amounts that were computed with binary floats are sent as they were meant. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requestOf } from '../src/request.ts'

const OPERATION = { verb: 'POST', path: '/orders' } as Parameters<typeof requestOf>[1]

function sent(value: number): number {
  const { body } = requestOf('http://shop', OPERATION, { body: { Total: value } })
  return JSON.parse(body ?? '').Total
}

const cents = fc.integer({ min: 1, max: 100_000_00 })

it('sums, differences and products of prices have four decimals at most', () => {
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: 1, max: 99 }), (one, other, count) => {
      expect(sent(one / 100 + other / 100)).toBe((one + other) / 100)
      expect(sent(one / 100 - other / 100)).toBe((one - other) / 100)
      expect(sent((one / 100) * count)).toBe((one * count) / 100)
    }),
  )
})

it('a fifth decimal that is meant is sent, and refused by the server', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }), (units, fifth) => {
      const value = Number(`${(units / 10_000).toFixed(4)}${fifth}`)
      expect(sent(value)).toBe(value)
    }),
  )
})
