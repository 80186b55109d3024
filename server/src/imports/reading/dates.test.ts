import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localDateFromText, localDateToText } from '../../platform/zone.ts'
import { evidenceOfDate, readBirthday, readMoment } from './dates.ts'
import { dateStyleOf, EvidenceOfColumn } from './evidence.ts'
import type { DateStyle } from './format.ts'

const ZONE = 'America/Sao_Paulo'
const read = (text: string, style: DateStyle | null, takesShortYears = false) => {
  const moment = readMoment(text, { style, zone: ZONE, takesShortYears })
  if (typeof moment === 'string') return moment
  return moment.kind === 'day' ? localDateToText(moment.day) : new Date(moment.instant).toISOString()
}

it.each([
  ['2026-11-16', null, 'iso', '2026-11-16'],
  ['2026/11/16', null, 'iso', '2026-11-16'],
  ['2026-1-6', null, 'iso', '2026-01-06'],
  ['20261116', null, 'iso', '2026-11-16'],
  ['2026-11-16T18:00:00Z', null, 'iso', '2026-11-16T18:00:00.000Z'],
  ['2026-11-16T18:00:00-0300', null, 'iso', '2026-11-16T21:00:00.000Z'],
  ['2026-11-16 18:00:00 UTC', null, 'iso', '2026-11-16T18:00:00.000Z'],
  ['2026-11-16 18:00', null, 'iso', '2026-11-16T21:00:00.000Z'],
  ['2018-11-04 00:30', null, 'iso', '2018-11-04T03:30:00.000Z'],
  ['16/11/2026', 'dmy', 'dmy', '2026-11-16'],
  ['11/16/2026', 'mdy', 'mdy', '2026-11-16'],
  ['16/11/2026', 'mdy', 'dmy', 'not-a-date'],
  ['3/4/2026', 'dmy', 'ambiguous', '2026-04-03'],
  ['3/4/2026', 'mdy', 'ambiguous', '2026-03-04'],
  ['3/4/2026', null, 'ambiguous', 'not-a-date'],
  ['05.05.2026', null, 'either', '2026-05-05'],
  ['16.11.2026 18:30', 'dmy', 'dmy', '2026-11-16T21:30:00.000Z'],
  ['11/16/2026 6:30 PM', 'mdy', 'mdy', '2026-11-16T21:30:00.000Z'],
  ['11/16/2026 12:05 am', 'mdy', 'mdy', '2026-11-16T03:05:00.000Z'],
  ['31/02/2026', 'dmy', 'dmy', 'not-a-date'],
  ['29/02/2027', 'dmy', 'dmy', 'not-a-date'],
  ['29/02/2028', 'dmy', 'dmy', '2028-02-29'],
  ['32/01/2026', 'dmy', 'none', 'not-a-date'],
  ['16 Nov 2026', null, 'iso', '2026-11-16'],
  ['November 16, 2026', null, 'iso', '2026-11-16'],
  ['16 de novembro de 2026', null, 'iso', '2026-11-16'],
  ['4-dic-2026', null, 'iso', '2026-12-04'],
  ['16 Foo 2026', null, 'none', 'not-a-date'],
  ['46342', null, 'excel', 'not-a-date'],
  ['46342', 'excel', 'excel', '2026-11-16'],
  ['1794852000', 'unix', 'unix', '2026-11-16T18:00:00.000Z'],
  ['1794852000123', 'unix', 'unix', '2026-11-16T18:00:00.123Z'],
  ['1794852000', 'excel', 'unix', 'not-a-date'],
  ['2026-11-16', 'unix', 'iso', '2026-11-16'],
  ['tomorrow', 'dmy', 'none', 'not-a-date'],
  ['16/11/2026 25:00', 'dmy', 'dmy', 'not-a-date'],
  ['1'.repeat(100_000), 'dmy', 'none', 'not-a-date'],
] as const)('reads %j as %s: %s, %s', (text, style, says, value) => {
  expect(evidenceOfDate(text)).toBe(says)
  expect(read(text, style)).toBe(value)
})

it('takes two digits of a year for this century where a date is ahead, and refuses them elsewhere', () => {
  expect(read('16/11/27', 'dmy', true)).toBe('2027-11-16')
  expect(read('16/11/27', 'dmy')).toBe('short-year')
  expect(readBirthday('16/11/87', 'dmy')).toBe('short-year')
})

it.each([
  ['1987-04-30', null, { year: 1987, month: 4, day: 30 }],
  ['1004-04-30', null, { year: null, month: 4, day: 30 }],
  ['30/04/1900', 'dmy', { year: null, month: 4, day: 30 }],
  ['04/30', 'mdy', { year: null, month: 4, day: 30 }],
  ['02/29', 'mdy', { year: null, month: 2, day: 29 }],
  ['1987-04-30T00:00:00Z', null, { year: 1987, month: 4, day: 30 }],
  ['30/02/1987', 'dmy', 'not-a-date'],
] as const)('reads the birthday %s', (text, style, birthday) => {
  expect(readBirthday(text, style)).toEqual(birthday)
})

it('wants a year of everything but a birthday', () => {
  expect(read('30/04', 'dmy')).toBe('no-year')
})

const RUNS = Number(process.env.READING_RUNS ?? 2_000)
const FIRST = localDateFromText('2019-01-01') ?? 0

it('reads columns of dates as they were written, or asks: none is misread', () => {
  const outcome = { read: 0, asked: 0 }
  const column = fc.record({
    style: fc.constantFrom('dmy', 'mdy', 'iso', 'excel', 'unix'),
    isPadded: fc.boolean(),
    mark: fc.constantFrom('/', '-', '.'),
    days: fc.array(fc.integer({ min: FIRST, max: FIRST + 4_000 }), { minLength: 1, maxLength: 8 }),
  })
  fc.assert(
    fc.property(column, ({ style, isPadded, mark, days }) => {
      const texts = days.map((day) => {
        const iso = localDateToText(day)
        const [year, month = '', date = ''] = iso.split('-')
        const [m, d] = isPadded ? [month, date] : [String(Number(month)), String(Number(date))]
        if (style === 'iso') return iso
        if (style === 'excel') return String(day + 25_569)
        if (style === 'unix') return String(day * 86_400 + 43_200)
        return (style === 'dmy' ? [d, m, year] : [m, d, year]).join(mark)
      })
      const evidence = new EvidenceOfColumn('date')
      for (const text of texts) evidence.add(text)
      const found = dateStyleOf(evidence.evidence)
      outcome[found.isOpen ? 'asked' : 'read'] += 1
      if (found.isOpen) expect(found.choices).toContain(style)
      const chosen = found.isOpen ? (style as DateStyle) : found.proposed
      const expected = days.map((day) =>
        chosen === 'unix' ? `${localDateToText(day)}T12:00:00.000Z` : localDateToText(day),
      )
      expect(texts.map((text) => read(text, chosen))).toEqual(expected)
    }),
    { numRuns: RUNS, seed: Number(process.env.TEST_SEED ?? 7) },
  )
  process.stdout.write(`${RUNS} columns of dates: ${JSON.stringify(outcome)}\n`)
  expect(Math.min(...Object.values(outcome))).toBeGreaterThan(0)
})
