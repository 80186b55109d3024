import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  balanceToNumber,
  decimalFromNumber,
  decimalFromText,
  decimalToNumber,
  decimalToText,
  floorCents,
  floorWhole,
  moneyToNumber,
  multiply,
  proportion,
  roundTo,
} from './decimal.ts'

const amount = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n })

describe('decimal', () => {
  it('keeps every amount below 1e11 through a JSON number and back', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(decimalFromNumber(JSON.parse(JSON.stringify(decimalToNumber(value))))).toBe(value)
      }),
      { numRuns: 20_000 },
    )
  })

  it('keeps every amount through PostgreSQL text and back', () => {
    fc.assert(fc.property(fc.bigInt(), (value) => decimalFromText(decimalToText(value)) === value))
  })

  it('writes a JSON number as its text would be read, also beyond the safe integers', () => {
    const edge = 2n ** 53n
    const values = fc.oneof(amount, fc.bigInt(), fc.bigInt({ min: edge - 9n, max: edge + 9n }))
    fc.assert(fc.property(values, (value) => decimalToNumber(value) === Number(decimalToText(value))))
  })

  it.each([
    [0n, '0.0000'],
    [-1n, '-0.0001'],
    [-120_500n, '-12.0500'],
    [2n ** 53n - 1n, '900719925474.0991'],
    [2n ** 53n, '900719925474.0992'],
    [-(10n ** 18n), '-100000000000000.0000'],
  ])('writes %d as %s', (value, text) => {
    expect(decimalToText(value)).toBe(text)
    expect(decimalFromText(text)).toBe(value)
  })

  it.each([
    [0.1, 1_000n],
    [120, 1_200_000n],
    [-0.0001, -1n],
    [99_999_999_999.9999, 999_999_999_999_999n],
    [-0, 0n],
    [0.1 + 0.2, 3_000n],
    [15.089999999999998, 150_900n],
    [-15.089999999999998, -150_900n],
    [1e-10, 0n],
  ])('reads %d exactly', (number, expected) => expect(decimalFromNumber(number)).toBe(expected))

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e11, -1e11, 0.00001, 0.30005, 15.08999, 1e-7, 1e300])(
    'refuses %d',
    (number) => expect(decimalFromNumber(number)).toBeNull(),
  )

  /** As JavaScript and Python write a double (the shortest text), and PHP with serialize_precision 17. */
  const WRITERS = [String, (value: number) => value.toPrecision(17)]
  const cents = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => value / 100)

  it('reads sums, differences and products of prices that were computed with floats', () => {
    const some = fc.array(cents, { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 99 }), (prices, count) => {
        const units = prices.map((price) => BigInt(Math.round(price * 100)) * 100n)
        const [first = 0, second = 0] = prices
        const [firstUnits = 0n, secondUnits = 0n] = units
        const computed: [number, bigint][] = [
          [prices.reduce((sum, price) => sum + price, 0), units.reduce((sum, unit) => sum + unit, 0n)],
          [first - second, firstUnits - secondUnits],
          [first * count, firstUnits * BigInt(count)],
        ]
        for (const [number, exact] of computed) {
          for (const write of WRITERS) expect(decimalFromNumber(JSON.parse(write(number)))).toBe(exact)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('still refuses a real fifth decimal, up to a million', () => {
    const fifth = fc.tuple(fc.integer({ min: 0, max: 10 ** 10 }), fc.integer({ min: 1, max: 9 }))
    fc.assert(
      fc.property(fifth, ([units, digit]) => {
        const text = `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}${digit}`
        expect(decimalFromNumber(Number(text)), text).toBeNull()
      }),
    )
  })

  it('rounds halves away from zero', () => {
    expect(roundTo(decimalFromText('1.0050'), 2)).toBe(decimalFromText('1.01'))
    expect(roundTo(decimalFromText('-1.0050'), 2)).toBe(decimalFromText('-1.01'))
    expect(moneyToNumber(decimalFromText('5.9949'))).toBe(5.99)
    expect(multiply(decimalFromText('0.0001'), decimalFromText('0.5'))).toBe(1n)
  })

  it('floors towards minus infinity', () => {
    expect(floorWhole(decimalFromText('119.9999'))).toBe(decimalFromText('119'))
    expect(floorWhole(decimalFromText('-0.0001'))).toBe(decimalFromText('-1'))
    expect(floorWhole(decimalFromText('-3'))).toBe(decimalFromText('-3'))
    expect(floorCents(decimalFromText('0.1699'))).toBe(decimalFromText('0.16'))
    expect(floorCents(decimalFromText('-0.1601'))).toBe(decimalFromText('-0.17'))
  })

  it('shows of a balance no more than there is, and less than a cent less', () => {
    fc.assert(
      fc.property(
        amount.map((value) => value / 2n),
        (value) => {
          const shown = decimalFromNumber(balanceToNumber(value)) ?? 0n
          expect(shown <= value && value - shown < 100n && shown % 100n === 0n).toBe(true)
        },
      ),
    )
  })

  it('a proportion never leaves its whole', () => {
    const positive = fc.bigInt({ min: 1n, max: 10n ** 15n })
    fc.assert(
      fc.property(amount, positive, positive, (value, a, b) => {
        const [numerator, denominator] = a < b ? [a, b] : [b, a]
        const part = proportion(value, numerator, denominator)
        expect(part < 0n ? -part : part).toBeLessThanOrEqual(value < 0n ? -value : value)
      }),
    )
  })
})
