import { describe, expect, it } from 'vitest'
import { planPartitions } from './partitions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOW = Date.UTC(2026, 5, 1, 12, 30)

const partition = (days: number) => ({ name: `to ${days}`, toAt: NOW + days * DAY_MS })

describe('the partitions of the log', () => {
  it('are made ahead: there is room for a week at least', () => {
    expect(planPartitions([partition(0.5), partition(7.5)], NOW)).toEqual({ create: null, drop: [] })
    expect(planPartitions([partition(0.5), partition(6.9)], NOW).create).toEqual({
      fromAt: NOW + 6.9 * DAY_MS,
      toAt: NOW + 13.9 * DAY_MS,
    })
  })

  it('begin after what had to go elsewhere because the next one was not there in time', () => {
    const fromAt = Date.UTC(2026, 5, 1, 13)
    const made = { fromAt, toAt: fromAt + 7 * DAY_MS }
    expect(planPartitions([partition(-1)], NOW).create).toEqual(made)
    expect(planPartitions([], NOW).create).toEqual(made)
  })

  it('are dropped 30 days after their end, and not before', () => {
    const all = [-31, -29, 0.5, 7.5].map(partition)
    expect(planPartitions(all, NOW)).toEqual({ create: null, drop: ['to -31'] })
  })
})
