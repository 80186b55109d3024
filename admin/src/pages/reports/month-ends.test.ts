import { expect, it } from 'vitest'
import { lastMonthEnds } from './month-ends.ts'

it('knows how long months are', () => {
  expect(lastMonthEnds('2026-11-18')).toEqual(['2026-10-31', '2026-09-30'])
  expect(lastMonthEnds('2024-03-01')).toEqual(['2024-02-29', '2024-01-31'])
})
