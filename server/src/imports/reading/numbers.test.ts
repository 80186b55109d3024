import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EvidenceOfColumn, numberStyleOf } from './evidence.ts'
import type { NumberStyle } from './format.ts'
import { evidenceOfNumber, readNumber, readWrittenNumber } from './numbers.ts'

it.each([
  ['12', 'either', 120_000n, 120_000n],
  ['-12', 'either', -120_000n, -120_000n],
  ['−12', 'either', -120_000n, -120_000n],
  ['1.234', 'ambiguous', 12_340n, 12_340_000n],
  ['12,345', 'ambiguous', 123_450_000n, 123_450n],
  ['-1.234', 'ambiguous', -12_340n, -12_340_000n],
  ['0.125', 'dot', 1_250n, 'not-a-number'],
  ['0,125', 'comma', 'not-a-number', 1_250n],
  ['1234,567', 'comma', 'not-a-number', 12_345_670n],
  ['1.23', 'dot', 12_300n, 'not-a-number'],
  ['.5', 'dot', 5_000n, 'not-a-number'],
  ['1.234,56', 'comma', 'not-a-number', 12_345_600n],
  ['1,234.56', 'dot', 12_345_600n, 'not-a-number'],
  ['1.234.567', 'comma', 'not-a-number', 12_345_670_000n],
  ['1,234,567', 'dot', 12_345_670_000n, 'not-a-number'],
  ['1 234', 'either', 12_340_000n, 12_340_000n],
  ['1\u00A0234,5', 'comma', 'not-a-number', 12_345_000n],
  ["1'234.5", 'dot', 12_345_000n, 'not-a-number'],
  ['R$ 1.240,00', 'comma', 'not-a-number', 12_400_000n],
  ['-R$ 5,50', 'comma', 'not-a-number', -55_000n],
  ['$1,240.00', 'dot', 12_400_000n, 'not-a-number'],
  ['1240 pts', 'either', 12_400_000n, 12_400_000n],
  ['80 EUR', 'either', 800_000n, 800_000n],
  ['0000012', 'either', 120_000n, 120_000n],
  ['1.50000', 'dot', 15_000n, 'not-a-number'],
  ['1.23456', 'dot', 'not-storable', 'not-a-number'],
  ['100000000000', 'either', 'not-storable', 'not-storable'],
  ['99999999999', 'either', 999_999_999_990_000n, 999_999_999_990_000n],
  ['(12)', 'none', 'not-a-number', 'not-a-number'],
  ['12-', 'none', 'not-a-number', 'not-a-number'],
  ['1,00,000', 'none', 'not-a-number', 'not-a-number'],
  ['12.', 'none', 'not-a-number', 'not-a-number'],
  ['1.2.3', 'none', 'not-a-number', 'not-a-number'],
  ['- -5', 'none', 'not-a-number', 'not-a-number'],
  ['12 dec', 'none', 'not-a-number', 'not-a-number'],
  ['8,81E+11', 'none', 'scientific-notation', 'scientific-notation'],
  ['NaN', 'none', 'not-a-number', 'not-a-number'],
  ['', 'none', 'not-a-number', 'not-a-number'],
  ['9'.repeat(100_000), 'none', 'not-a-number', 'not-a-number'],
] as const)('reads %j by each style, and says what it is evidence for', (text, says, dot, comma) => {
  expect(evidenceOfNumber(text)).toBe(says)
  expect(readNumber(text, 'dot')).toEqual(dot)
  expect(readNumber(text, 'comma')).toEqual(comma)
})

it.each([
  ['1.234', 12_340n],
  ['12', 120_000n],
  ['-0.5', -5_000n],
  ['100000000000.1234', 'not-storable'],
  ['1e3', 'not-storable'],
  ['12345678901.1234', 123_456_789_011_234n],
])('reads the number %s of JSON as it is written', (text, value) => {
  expect(readWrittenNumber(text)).toEqual(value)
})

const MARKS = { dot: ['.', ','], comma: [',', '.'] } as const

/** As people write it in a country, with or without groups and decimals. */
function written(units: bigint, style: NumberStyle, { places, grouping }: Look): string {
  const [decimal, group] = MARKS[style]
  const magnitude = units < 0n ? -units : units
  const whole = String(magnitude / 10_000n)
  const fraction = String(magnitude % 10_000n)
    .padStart(4, '0')
    .slice(0, places)
  const mark = { mark: group, space: ' ', nbsp: '\u00A0', none: '' }[grouping]
  const grouped = mark === '' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, mark)
  return `${units < 0n ? '-' : ''}${grouped}${places > 0 ? decimal + fraction : ''}`
}

interface Look {
  readonly places: 0 | 1 | 2 | 3 | 4
  readonly grouping: 'mark' | 'space' | 'nbsp' | 'none'
}

const look = fc.record<Look>({
  places: fc.constantFrom(0, 1, 2, 3, 4),
  grouping: fc.constantFrom('mark', 'space', 'nbsp', 'none'),
})
const column = fc.record({
  style: fc.constantFrom<NumberStyle>('dot', 'comma'),
  look,
  /** Columns that were written by hand have several looks. */
  looks: fc.option(fc.array(look, { minLength: 1, maxLength: 4 })),
  values: fc.array(
    fc.oneof(
      fc.bigInt(-99n, 99n),
      fc.bigInt(0n, 9_999n),
      fc.bigInt(-1_000_000n, 1_000_000n),
      fc.bigInt(0n, 10n ** 10n),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
})

const RUNS = Number(process.env.READING_RUNS ?? 2_000)

it('reads columns of numbers as they were written, or asks: none is misread', () => {
  const outcome = { read: 0, ticked: 0, asked: 0 }
  fc.assert(
    fc.property(column, ({ style, look, looks, values }) => {
      const cells = values.map((value, index) => {
        const how = looks?.[index % looks.length] ?? look
        const step = 10n ** BigInt(4 - how.places)
        const units = value * step
        return { text: written(units, style, how), units }
      })
      const evidence = new EvidenceOfColumn('number')
      for (const { text } of cells) evidence.add(text)
      const found = numberStyleOf(evidence.evidence)
      if (found.isOpen) {
        outcome[found.proposed === null ? 'asked' : 'ticked'] += 1
        // What is proposed is right; and with the right answer every value is read.
        expect([style, null]).toContain(found.proposed)
      } else {
        outcome.read += 1
      }
      const chosen = found.isOpen ? style : (found.proposed ?? 'dot')
      for (const { text, units } of cells) {
        const value = readNumber(text, chosen)
        if (value !== 'not-storable') expect(value).toBe(units)
      }
    }),
    { numRuns: RUNS, seed: Number(process.env.TEST_SEED ?? 7) },
  )
  process.stdout.write(`${RUNS} columns of numbers: ${JSON.stringify(outcome)}\n`)
  expect(Math.min(...Object.values(outcome))).toBeGreaterThan(0)
})

it('asks where the values of a column were written in both styles', () => {
  const evidence = new EvidenceOfColumn('number')
  for (const text of ['1.50', '2,25', '7']) evidence.add(text)
  expect(numberStyleOf(evidence.evidence)).toEqual({
    proposed: null,
    isOpen: true,
    choices: ['dot', 'comma'],
    examples: ['1.50', '2,25'],
  })
})

it('chooses nothing beforehand where all values could be either', () => {
  const evidence = new EvidenceOfColumn('number')
  for (const text of ['1.234', '12.500', '8', '1.234', '7.001', '9.999']) evidence.add(text)
  expect(numberStyleOf(evidence.evidence)).toMatchObject({
    proposed: null,
    isOpen: true,
    examples: ['1.234', '12.500', '7.001'],
  })
})
