import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalFromNumber } from '../../platform/decimal.ts'
import { OUTCOME } from './delta.ts'
import { endedOf, monthsUpTo, type SumOfVintage, vintagesOf } from './vintages.ts'

const RUNNING = 202611

const decimal = (value: number) => decimalFromNumber(value) ?? 0n

function sum(issued: number, outcome: number, points: number): SumOfVintage {
  const amount = { points: decimal(points), cashback: 0n }
  return { issued, during: issued, outcome, isImported: false, amount }
}

const vintage = fc
  .record({
    issued: fc.constantFrom(202508, 202510, 202601, 202607, 202608, 202610, RUNNING),
    redeemed: fc.nat(5),
    expired: fc.nat(5),
    open: fc.nat(2),
  })
  .map(({ issued, redeemed, expired, open }) => [
    sum(issued, OUTCOME.issued, redeemed + expired + open),
    sum(issued, OUTCOME.redeemed, redeemed),
    sum(issued, OUTCOME.expired, expired),
  ])

describe('the months that have ended', () => {
  it('are the same ones whichever months are shown', () => {
    fc.assert(
      fc.property(fc.array(vintage, { maxLength: 8 }), fc.integer({ min: 1, max: 24 }), (vintages, count) => {
        const sums = vintages.flat()
        expect(vintagesOf(sums, monthsUpTo(RUNNING, count)).ended).toEqual(endedOf(sums, RUNNING))
      }),
    )
  })

  it('leave out those of which something is open, and the running one, of which more is issued', () => {
    const sums = [
      ...[sum(202509, OUTCOME.issued, 100), sum(202509, OUTCOME.redeemed, 50)],
      ...[
        sum(202510, OUTCOME.issued, 100),
        sum(202510, OUTCOME.expired, 30),
        sum(202510, OUTCOME.redeemed, 70),
      ],
      ...[
        sum(202608, OUTCOME.issued, 100),
        sum(202608, OUTCOME.expired, 10),
        sum(202608, OUTCOME.redeemed, 90),
      ],
      ...[sum(RUNNING, OUTCOME.issued, 100), sum(RUNNING, OUTCOME.redeemed, 100)],
    ]
    for (const count of [1, 3, 12, 24]) {
      const { base, breakage } = vintagesOf(sums, monthsUpTo(RUNNING, count)).ended
      expect([base.points, breakage]).toEqual([decimal(200), decimal(0.2)])
    }
  })
})
