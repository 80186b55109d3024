import { describe, expect, it } from 'vitest'
import { nextAttemptAt, outcomeOf, RETRY_SECONDS } from './retry-plan.ts'

const NOW = Date.UTC(2026, 0, 15, 12)

describe('the outcome of an attempt', () => {
  it.each([
    [200, 'received'],
    [204, 'received'],
    [299, 'received'],
    [301, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [503, 'failed'],
  ])('of %i is %s', (status, kind) => {
    expect(outcomeOf(status, undefined, NOW).kind).toBe(kind)
  })

  it.each([
    ['30', 30_000],
    [' 30 ', 30_000],
    ['0', null],
    ['99999999', 86_400_000],
    [new Date(NOW + 60_000).toUTCString(), 60_000],
    [new Date(NOW - 60_000).toUTCString(), null],
    ['soon', null],
    ['-5', null],
  ])('respects Retry-After: %s', (text, afterMs) => {
    const outcome = outcomeOf(503, text, NOW)
    expect(outcome).toEqual({ kind: 'failed', status: 503, retryAt: afterMs === null ? null : NOW + afterMs })
  })
})

describe('the next attempt', () => {
  it('comes about 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h later, then never', () => {
    for (const [index, seconds] of RETRY_SECONDS.entries()) {
      expect(nextAttemptAt(RETRY_SECONDS, index + 1, null, NOW, 0)).toBe(NOW + seconds * 1_000)
      expect(nextAttemptAt(RETRY_SECONDS, index + 1, null, NOW, 1)).toBe(NOW + seconds * 1_200)
    }
    expect(RETRY_SECONDS.reduce((sum, seconds) => sum + seconds) / 3_600).toBeCloseTo(75.6, 1)
    expect(nextAttemptAt(RETRY_SECONDS, RETRY_SECONDS.length + 1, null, NOW, 0)).toBeNull()
  })

  it('comes no sooner than the endpoint wants, and later if the plan says so', () => {
    expect(nextAttemptAt(RETRY_SECONDS, 1, NOW + 60_000, NOW, 0.5)).toBe(NOW + 60_000)
    expect(nextAttemptAt(RETRY_SECONDS, 2, NOW + 60_000, NOW, 0)).toBe(NOW + 300_000)
  })
})
