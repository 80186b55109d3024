import { describe, expect, it } from 'vitest'
import { ACTIVE, type Standing } from '../standing.ts'
import { arrive, beginDeleting, beWhole, close, isNotChanged, resume, suspend } from './change-standing.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 16)
const live = { reason: null, graceDays: 30, isSandbox: false }

function changed(standing: ReturnType<typeof suspend>): Standing {
  if (isNotChanged(standing)) throw new Error(standing.problem)
  return standing
}
const problem = (standing: ReturnType<typeof suspend>): string | null =>
  isNotChanged(standing) ? standing.problem : null

const suspended = changed(suspend(ACTIVE, 'unpaid', NOW))
const closed = changed(close(ACTIVE, live, NOW))
const deleting = changed(beginDeleting(closed, NOW + 30 * DAY_MS))

describe('the standing of a merchant', () => {
  it('is suspended and resumed, each any number of times', () => {
    expect(suspended).toEqual({ state: 'suspended', since: NOW, reason: 'unpaid', deleteAfter: null })
    expect(suspend(suspended, null, NOW + 1)).toEqual(suspended)
    expect(suspend(suspended, 'fraud', NOW + 1)).toEqual({ ...suspended, reason: 'fraud' })
    const resumed = changed(resume(suspended, NOW + 2))
    expect(resumed).toEqual({ ...ACTIVE, since: NOW + 2 })
    expect(resume(resumed, NOW + 3)).toEqual(resumed)
  })

  it('is closed for a grace period, which closing again does not change and resuming ends', () => {
    expect(closed.deleteAfter).toBe(NOW + 30 * DAY_MS)
    expect(close(closed, { ...live, graceDays: 7 }, NOW + DAY_MS)).toEqual(closed)
    expect(changed(close(suspended, live, NOW)).state).toBe('closed')
    expect(changed(resume(closed, NOW + DAY_MS))).toEqual({ ...ACTIVE, since: NOW + DAY_MS })
  })

  it('arrives from an active one, is whole at its end, and can do nothing meanwhile but be deleted at once', () => {
    const arriving = changed(arrive(ACTIVE, NOW))
    expect(arriving).toEqual({ state: 'arriving', since: NOW, reason: null, deleteAfter: null })
    expect(arrive(arriving, NOW + 1)).toEqual(arriving)
    expect(beWhole(arriving, NOW + 2)).toEqual({ ...ACTIVE, since: NOW + 2 })
    expect(beWhole(suspended, NOW)).toEqual(suspended)
    for (const other of [suspended, closed, deleting]) expect(problem(arrive(other, NOW))).toContain('active')
    for (const way of [resume(arriving, NOW), suspend(arriving, null, NOW), close(arriving, live, NOW)]) {
      expect(problem(way)).toContain('tenant import')
    }
    expect(changed(beginDeleting(arriving, NOW))).toMatchObject({ state: 'deleting', deleteAfter: NOW })
  })

  it('is deleted only after its grace period, and then there is no way back', () => {
    expect(problem(beginDeleting(ACTIVE, NOW))).toContain('tenant close')
    expect(problem(beginDeleting(suspended, NOW))).toContain('tenant close')
    expect(problem(beginDeleting(closed, NOW + 30 * DAY_MS - 1))).toContain('2026-12-16T00:00:00')
    expect(deleting).toMatchObject({ state: 'deleting', deleteAfter: closed.deleteAfter })
    expect(beginDeleting(deleting, NOW)).toEqual(deleting)
    for (const back of [resume(deleting, NOW), suspend(deleting, null, NOW), close(deleting, live, NOW)]) {
      expect(problem(back)).toContain('tenant delete')
    }
  })

  it('refuses grace periods that are none, and reasons that nobody would read', () => {
    for (const graceDays of [0, 6, 366, 1.5]) {
      expect(problem(close(ACTIVE, { ...live, graceDays }, NOW))).toContain('7 to 365')
    }
    expect(changed(close(ACTIVE, { ...live, graceDays: 0, isSandbox: true }, NOW)).deleteAfter).toBe(NOW)
    expect(problem(suspend(ACTIVE, 'x'.repeat(501), NOW))).toContain('500')
    expect(problem(suspend(closed, null, NOW))).toContain('resume')
  })
})
