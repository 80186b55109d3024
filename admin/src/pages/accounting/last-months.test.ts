import { expect, it } from 'vitest'
import { lastMonths } from './last-months.ts'

it('goes back over years, and keeps what was chosen long ago', () => {
  const months = lastMonths('2026-02', '2019-07')
  expect(months.slice(0, 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(months.at(-1)).toBe('2019-07')
  expect(lastMonths('2026-02', '2025-12')).toHaveLength(24)
})
