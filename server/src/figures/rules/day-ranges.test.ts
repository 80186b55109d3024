import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rangesOfDay } from './day-ranges.ts'
import { dayOf, type ZoneSpan } from './zones.ts'

const FROM = Date.UTC(2022, 0, 1)
const TO = Date.UTC(2027, 0, 1)
const zones = [
  'America/Sao_Paulo',
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Europe/Lisbon',
  'Asia/Kolkata',
]

const spans = fc
  .array(fc.record({ since: fc.integer({ min: FROM, max: TO }), timeZone: fc.constantFrom(...zones) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((some): ZoneSpan[] =>
    some
      .toSorted((a, b) => a.since - b.since)
      .filter(({ since }, index, all) => since !== all[index - 1]?.since),
  )

it('each moment lies in a range of its own day, and of no other, however often the zone changes', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: FROM, max: TO }), (some, at) => {
      const day = dayOf(at, some)
      const isIn = (other: number) => rangesOfDay(other, some).some(({ from, to }) => at >= from && at < to)
      expect([-2, -1, 0, 1, 2].map((beside) => isIn(day + beside))).toEqual([
        false,
        false,
        true,
        false,
        false,
      ])
    }),
    { numRuns: Number(process.env.FIGURE_RUNS ?? 300) },
  )
})

it('a day is as long as the clock says: also with summer time, and where the date line is crossed', () => {
  const hours = (day: string, some: readonly ZoneSpan[]) =>
    rangesOfDay(Date.parse(`${day}T00:00:00Z`) / 86_400_000, some).map(
      ({ from, to }) => (to - from) / 3_600_000,
    )
  expect(hours('2026-03-29', [{ since: 0, timeZone: 'Europe/Lisbon' }])).toEqual([23])
  expect(hours('2026-10-25', [{ since: 0, timeZone: 'Europe/Lisbon' }])).toEqual([25])
  const moved: ZoneSpan[] = [
    { since: 0, timeZone: 'UTC' },
    { since: Date.UTC(2026, 4, 10, 12), timeZone: 'Pacific/Pago_Pago' },
  ]
  // It was noon of the 10th, and became one o'clock in the morning of the same day.
  expect(hours('2026-05-10', moved)).toEqual([12, 23])
})
