import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HourCounts, totalOf } from './hour-counts.ts'

const HOUR_MS = 3_600_000
const attempts = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 5 * HOUR_MS }),
    durationMs: fc.integer({ min: 0, max: 15_000 }),
    isReceived: fc.boolean(),
    isSavedAfter: fc.boolean(),
  }),
)

it('nothing is lost and nothing counted twice, whenever it is saved', () => {
  fc.assert(
    fc.property(attempts, (made) => {
      const counts = new HourCounts()
      const stored: ReturnType<HourCounts['pending']> = []
      let underWay: ReturnType<HourCounts['pending']> | null = null
      for (const { at, durationMs, isReceived, isSavedAfter } of made) {
        counts.add(at, durationMs, isReceived)
        if (!isSavedAfter) continue
        // The save that began before has ended: what was counted meanwhile stays to be saved.
        if (underWay) {
          stored.push(...underWay)
          counts.saved(underWay)
          underWay = null
        } else underWay = counts.pending()
      }
      stored.push(...counts.pending())
      const total = totalOf(stored)
      expect(total.sent).toBe(made.length)
      expect(total.failed).toBe(made.filter(({ isReceived }) => !isReceived).length)
      const received = stored.flatMap(({ buckets }) => buckets).reduce((all, count) => all + count, 0)
      expect(received).toBe(total.sent - total.failed)
    }),
  )
})

it('a quantile lies within a bucket of the exact one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 15_000 }), { minLength: 1 }), (durations) => {
      const counts = new HourCounts()
      for (const durationMs of durations) counts.add(0, durationMs, true)
      const { p50Ms, p95Ms } = totalOf(counts.pending())
      const sorted = durations.toSorted((a, b) => a - b)
      const exact = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
      for (const [told, share] of [
        [p50Ms, 0.5],
        [p95Ms, 0.95],
      ] as const) {
        expect(told).toBeGreaterThanOrEqual(Math.floor(exact(share) / Math.SQRT2))
        expect(told).toBeLessThanOrEqual(Math.ceil(exact(share) * Math.SQRT2))
      }
    }),
  )
})

it('without an attempt that was received there is no quantile', () => {
  const counts = new HourCounts()
  counts.add(0, 15_000, false)
  expect(totalOf(counts.pending())).toEqual({ sent: 1, failed: 1, p50Ms: null, p95Ms: null })
  expect(totalOf([])).toEqual({ sent: 0, failed: 0, p50Ms: null, p95Ms: null })
})
