import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addedToCarried, carriedTo, carryDayOf } from './carried.ts'
import { type Delta, SERIES, sumOf } from './delta.ts'

const someDelta: fc.Arbitrary<Delta> = fc.record({
  series: fc.constantFrom(SERIES.stock, SERIES.stock, SERIES.flow),
  day: fc.integer({ min: -30, max: 60 }),
  a: fc.constantFrom(0, 202610, 202611),
  b: fc.constantFrom(0, 1, 2),
  amount: fc.record({
    points: fc.bigInt({ min: -50n, max: 50n }),
    cashback: fc.bigInt({ min: -5n, max: 5n }),
  }),
  count: fc.constant(0),
})

const keyOf = ({ day, a, b }: Delta): string => `${day} ${a} ${b}`
const inOrder = (deltas: readonly Delta[]): Delta[] =>
  deltas.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

it('a week ends on every seventh day, also before 1970', () => {
  expect([-8, -7, -1, 0, 6, 7].map(carryDayOf)).toEqual([-8, -1, -1, 6, 6, 13])
})

it('what is carried is the same whenever it was, and whatever came late', () => {
  fc.assert(
    fc.property(fc.array(someDelta), fc.nat(), fc.integer({ min: 0, max: 12 }), (deltas, cut, weeks) => {
      const first = carryDayOf(Math.min(0, ...deltas.map(({ day }) => day)))
      const days = Array.from({ length: weeks + 1 }, (_, week) => first + 7 * week)
      const known = deltas.slice(0, cut % (deltas.length + 1))
      const late = deltas.slice(known.length)
      const portions = [...carriedTo(known, days), ...addedToCarried(late, days.at(-1) ?? null)]
      expect(inOrder(sumOf(portions))).toEqual(inOrder(carriedTo(deltas, days)))
      expect(addedToCarried(late, null)).toEqual([])
    }),
  )
})
