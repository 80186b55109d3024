import { describe, expect, it } from 'vitest'
import { localDateToText } from '../../platform/zone.ts'
import { daysOf } from './by-hand.ts'

describe('the days of a limit', () => {
  it.each([
    ['day', '2026-02-28T12:00:00Z', '2026-02-28', '2026-02-28'],
    // In São Paulo it is still the day before.
    ['day', '2026-03-01T02:00:00Z', '2026-02-28', '2026-02-28'],
    ['week', '2026-01-01T12:00:00Z', '2025-12-29', '2026-01-04'],
    ['week', '2026-01-05T02:59:59Z', '2025-12-29', '2026-01-04'],
    ['week', '2026-01-05T03:00:00Z', '2026-01-05', '2026-01-11'],
    ['month', '2028-02-10T12:00:00Z', '2028-02-01', '2028-02-29'],
    ['month', '2026-09-30T12:00:00Z', '2026-09-01', '2026-09-30'],
    ['month', '2026-12-31T12:00:00Z', '2026-12-01', '2026-12-31'],
  ] as const)('of a %s at %s are %s to %s', (per, moment, first, last) => {
    const days = daysOf({ stamps: 1, per }, Date.parse(moment), 'America/Sao_Paulo')
    expect(days && [localDateToText(days.first), localDateToText(days.last)]).toEqual([first, last])
  })

  it('of an order are none', () => {
    expect(daysOf({ stamps: 1, per: 'order' }, 0, 'UTC')).toBeNull()
  })
})
