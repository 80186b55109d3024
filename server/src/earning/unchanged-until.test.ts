import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomProgram } from '../../test/support/random-program.ts'
import { evaluateOrder } from './evaluate.ts'
import { parseProgram } from './program-schema.ts'
import { programAt, type Schedule } from './schedule.ts'
import { unchangedUntil } from './unchanged-until.ts'

const RUNS = Number(process.env.PROMISE_RUNS ?? 300)
const MINUTE_MS = 60_000
const ZONES = ['America/Sao_Paulo', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'] as const

const programOf = (...rules: object[]) =>
  parseProgram({
    version: 1,
    cashback: { isOn: true, pointValue: '0.1' },
    rules: [{ id: 1, kind: 'purchase', points: '1' }, ...rules],
  })
const standing = (...rules: object[]): Schedule => ({ since: programOf(...rules), dated: [] })
const at = (text: string) => Date.parse(text)
const until = (schedule: Schedule, now: string, zone = 'America/Sao_Paulo') =>
  new Date(unchangedUntil(schedule, at(now), zone)).toISOString()
const happyHour = (when: object) => standing({ id: 2, kind: 'order', points: '5', when })

it('is a minute ahead where nothing begins or ends before', () => {
  expect(until(standing(), '2026-11-16T12:00:20.500Z')).toBe('2026-11-16T12:01:20.500Z')
  expect(unchangedUntil(undefined, 0, 'UTC')).toBe(MINUTE_MS)
})

it.each<[string, Schedule, string, string]>([
  ['hours begin', happyHour({ hours: [{ from: '17:00', until: '19:00' }] }), '19:59:20', '20:00:00'],
  ['hours end', happyHour({ hours: [{ from: '17:00', until: '19:00' }] }), '21:59:59', '22:00:00'],
  ['hours go on', happyHour({ hours: [{ from: '17:00', until: '19:00' }] }), '21:00:20', '21:01:20'],
  [
    'hours begin on another day',
    happyHour({ days: ['sat'], hours: [{ from: '17:00', until: '19:00' }] }),
    '19:59:20',
    '20:00:20',
  ],
  ['a day begins', happyHour({ days: ['tue'] }), '2026-11-17T02:59:30', '2026-11-17T03:00:00'],
  ['a rule begins', happyHour({ from: '2026-11-16T12:00:30Z' }), '12:00:00', '12:00:30'],
  ['a rule ends', happyHour({ until: '2026-11-16T12:00:30Z' }), '12:00:00', '12:00:30'],
  [
    'a rule that is off begins',
    standing({ id: 2, isActive: false, kind: 'order', points: '5', when: { from: '2026-11-16T12:00:30Z' } }),
    '12:00:00',
    '12:01:00',
  ],
  [
    'a campaign begins',
    standing({
      id: 2,
      kind: 'campaign',
      multiplier: '2',
      startsAt: '2026-11-16T12:00:30Z',
      endsAt: '2026-11-16T12:00:40Z',
    }),
    '12:00:00',
    '12:00:30',
  ],
  [
    'a campaign ends',
    standing({
      id: 2,
      kind: 'campaign',
      multiplier: '2',
      startsAt: '2026-11-16T12:00:30Z',
      endsAt: '2026-11-16T12:00:40Z',
    }),
    '12:00:35',
    '12:00:40',
  ],
  [
    'another version takes effect',
    { since: programOf(), dated: [{ effectiveAt: at('2026-11-16T12:00:05Z'), program: programOf() }] },
    '12:00:00',
    '12:00:05',
  ],
])('is the moment at which %s', (_what, schedule, now, expected) => {
  const full = (time: string) => (time.includes('T') ? `${time}Z` : `2026-11-16T${time}Z`)
  expect(until(schedule, full(now))).toBe(new Date(full(expected)).toISOString())
})

it('goes by the clock on the wall in a night in which it changes', () => {
  // Two o'clock is skipped, so the hours begin at three, which is the same moment.
  const night = happyHour({ hours: [{ from: '02:00', until: '04:00' }] })
  expect(until(night, '2026-03-29T00:59:45Z', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
  // Half past two comes twice.
  const twice = happyHour({ hours: [{ from: '02:30', until: '03:00' }] })
  expect(until(twice, '2026-10-25T00:29:45Z', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(until(twice, '2026-10-25T01:29:45Z', 'Europe/Berlin')).toBe('2026-10-25T01:30:00.000Z')
})

it('is a moment before which no order earns anything else', { timeout: 3_600_000 }, () => {
  const around = at('2026-10-25T00:30:00Z')
  const schedules = fc
    .tuple(
      ...[1, 2].map((version) =>
        randomProgram({ tierIds: [], around }).map((content) => parseProgram({ ...content, version })),
      ),
      fc.integer({ min: -90, max: 90 }),
    )
    .map(
      ([since, later, seconds]): Schedule => ({
        since: since as Schedule['since'],
        dated: [{ effectiveAt: around + Number(seconds) * 1_000, program: later as never }],
      }),
    )
  const offset = fc.oneof(
    fc.integer({ min: -120_000, max: 120_000 }),
    fc.integer({ min: -86_400_000, max: 86_400_000 }),
  )
  fc.assert(
    fc.property(schedules, offset, fc.constantFrom(...ZONES), fc.nat(), (schedule, ahead, timeZone, part) => {
      const now = around + ahead
      const end = unchangedUntil(schedule, now, timeZone)
      expect(end > now && end <= now + MINUTE_MS).toBe(true)
      const earned = (placedAt: number) =>
        evaluateOrder(programAt(schedule, placedAt), {
          ...{ total: 500_000n, placedAt, timeZone, paymentMethodId: null, branchId: null, tierId: null },
          products: [{ originalId: 'a', price: 300_000n, brandId: 'b', categoryIds: ['c'] }],
          ...{ isFirstPurchase: false, number: null },
        })
      const before = earned(now)
      for (const moment of [now + (part % (end - now)), end - 1]) expect(earned(moment)).toEqual(before)
    }),
    { numRuns: RUNS },
  )
})
