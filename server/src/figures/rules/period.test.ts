import { describe, expect, it } from 'vitest'
import { localDateFromText, localDateToText } from '../../platform/zone.ts'
import { periodBefore } from './period.ts'

function earlier(from: string, to: string): string[] {
  const found = periodBefore({ from: localDateFromText(from) ?? 0, to: localDateFromText(to) ?? 0 })
  return [localDateToText(found.from), localDateToText(found.to)]
}

describe('the period before', () => {
  it.each([
    ['2026-10-17', '2026-11-15', '2026-09-17', '2026-10-16'],
    ['2027-01-01', '2027-01-01', '2026-12-31', '2026-12-31'],
    ['2026-10-01', '2026-10-30', '2026-09-01', '2026-09-30'],
    ['2026-10-02', '2026-10-31', '2026-09-02', '2026-10-01'],
  ])('of %s to %s has as many days: %s to %s', (from, to, ...wanted) => {
    expect(earlier(from, to)).toEqual(wanted)
  })

  it.each([
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ])('of %s to %s has as many whole months: %s to %s', (from, to, ...wanted) => {
    expect(earlier(from, to)).toEqual(wanted)
  })
})
