import { expect, it } from 'vitest'
import { fromLocal, toLocal, toLocalEnd } from './zone.ts'

it.each([
  ['2026-12-01T00:00', 'America/Sao_Paulo', '2026-12-01T03:00:00.000Z'],
  ['2026-07-01T12:30', 'Europe/Madrid', '2026-07-01T10:30:00.000Z'],
  ['2026-12-01T12:30', 'Europe/Madrid', '2026-12-01T11:30:00.000Z'],
  ['2026-01-01T00:00', 'Pacific/Auckland', '2025-12-31T11:00:00.000Z'],
])('%s in %s is %s', (local, zone, moment) => {
  expect(fromLocal(local, zone)).toBe(moment)
  expect(toLocal(moment, zone)).toBe(local)
})

it.each([
  ['2026-11-30T24:00', 'America/Sao_Paulo', '2026-12-01T03:00:00.000Z'],
  // In Santiago clocks skip this midnight: the day begins at 01:00.
  ['2026-09-05T24:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-11-30T18:00', 'America/Sao_Paulo', '2026-11-30T21:00:00.000Z'],
])('an end %s in %s is %s', (local, zone, moment) => {
  expect(fromLocal(local, zone)).toBe(moment)
  expect(toLocalEnd(moment, zone)).toBe(local)
})

it('an hour that the clocks skip is some moment, and ends', () => {
  // In Madrid 2026-03-29 goes from 01:59 to 03:00.
  expect(
    Math.abs(Date.parse(fromLocal('2026-03-29T02:30', 'Europe/Madrid')) - Date.parse('2026-03-29T01:00Z')),
  ).toBeLessThanOrEqual(3_600_000)
})
