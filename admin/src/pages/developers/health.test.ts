import { expect, it } from 'vitest'
import { barsOf } from './health.ts'

const now = Date.UTC(2026, 10, 15, 14, 30)
const hour = (back: number, sent: number, failed: number) => ({
  at: new Date(Date.UTC(2026, 10, 15, 14) - back * 3_600_000).toISOString(),
  sent,
  failed,
})

it('48 hours are 24 bars, and every attempt is in one of them', () => {
  const bars = barsOf([hour(47, 5, 0), hour(4, 3, 3), hour(3, 1, 0), hour(1, 2, 2), hour(0, 4, 4)], now)
  expect(bars).toHaveLength(24)
  expect(bars[0]).toMatchObject({ sent: 5, failed: 0, kind: 'well' })
  expect(bars.at(-1)).toMatchObject({ sent: 6, failed: 6, kind: 'bad' })
  expect(bars.reduce((sum, { sent }) => sum + sent, 0)).toBe(15)
  expect(bars.filter(({ kind }) => kind === 'none')).toHaveLength(20)
})

it('a bar in which some were received is neither good nor bad', () => {
  expect(barsOf([hour(1, 4, 1)], now).at(-1)?.kind).toBe('part')
})
