import { describe, expect, it } from 'vitest'
import { afterFailure, afterSuccess, allowance, type Breaker, CLOSED, isOpen, PROBING } from './breaker.ts'

const fail = (breaker: Breaker, eventId: number, now: number, retryAt: number | null = null): Breaker =>
  afterFailure(breaker, { eventId, retryAt }, 5_000, now, 0.5)

function failed(count: number): Breaker {
  let breaker = CLOSED
  for (let eventId = 1; eventId <= count; eventId += 1) breaker = fail(breaker, eventId, 1_000)
  return breaker
}

describe('a breaker', () => {
  it('opens after five different events have failed, then lets one probe through at growing distances', () => {
    expect(allowance(failed(4), 16, 1_000)).toBe(16)
    let breaker = failed(5)
    expect(isOpen(breaker)).toBe(true)
    expect([allowance(breaker, 16, 1_000), allowance(breaker, 16, 6_000)]).toEqual([0, 1])
    const distances: number[] = []
    for (let probe = 0; probe < 9; probe += 1) {
      const now = breaker.pausedUntil
      breaker = fail(breaker, 1, now)
      distances.push((breaker.pausedUntil - now) / 1_000)
    }
    expect(distances).toEqual([10, 20, 40, 80, 160, 300, 300, 300, 300])
    expect(afterSuccess(breaker)).toBe(CLOSED)
  })

  it('stays closed for one event that fails again and again', () => {
    let breaker = CLOSED
    for (let attempt = 0; attempt < 20; attempt += 1) breaker = fail(breaker, 7, attempt)
    expect(isOpen(breaker)).toBe(false)
  })

  it('does not take for a probe what was under way when it opened', () => {
    const opened = failed(5)
    expect(fail(opened, 6, 1_500).pausedUntil).toBe(opened.pausedUntil)
    expect(fail(opened, 6, 1_500).failedProbes).toBe(0)
  })

  it('pauses for as long as the endpoint asks, and no success is forgotten', () => {
    const paused = fail(CLOSED, 1, 0, 60_000)
    expect([allowance(paused, 16, 59_999), allowance(paused, 16, 60_000)]).toEqual([0, 16])
    expect(afterSuccess(CLOSED)).toBe(CLOSED)
    expect(allowance(PROBING, 16, 0)).toBe(1)
  })
})
