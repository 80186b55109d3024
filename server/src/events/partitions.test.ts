import { describe, expect, it } from 'vitest'
import { type EventPartition, planPartitions } from './partitions.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 5, 1)

function partition(fromId: number, toId: number, times: Partial<EventPartition> = {}): EventPartition {
  return { name: `point_event_${fromId}`, fromId, toId, beganAt: null, filledAt: null, ...times }
}

describe('the partitions of the log', () => {
  it('are made ahead: there is always one after the one that is written to', () => {
    const first = partition(0, 200_000, { beganAt: NOW - 7 * DAY_MS })
    expect(planPartitions({ partitions: [first], lastId: 1_000, hasStrays: false }, NOW).create).toEqual({
      fromId: 200_000,
      toId: 300_000,
    })
    const next = partition(200_000, 300_000)
    const calm = planPartitions({ partitions: [first, next], lastId: 150_000, hasStrays: false }, NOW)
    expect(calm).toEqual({ began: [], filled: [], create: null, drop: [] })
    const reached = planPartitions({ partitions: [first, next], lastId: 200_001, hasStrays: false }, NOW)
    expect(reached).toMatchObject({
      began: ['point_event_200000'],
      filled: ['point_event_0'],
      create: { fromId: 300_000 },
    })
  })

  it('hold about a week at the present rate, within bounds', () => {
    const sizeAt = (perDay: number): number => {
      const current = partition(0, 100, { beganAt: NOW - 2 * DAY_MS })
      const { create } = planPartitions({ partitions: [current], lastId: perDay * 2, hasStrays: false }, NOW)
      return (create?.toId ?? 0) - (create?.fromId ?? 0)
    }
    expect([sizeAt(10), sizeAt(100_000), sizeAt(26_000_000)]).toEqual([100_000, 700_000, 100_000_000])
  })

  it('are dropped 30 days after they were filled, and not before', () => {
    const old = partition(0, 100, { beganAt: 0, filledAt: NOW - 31 * DAY_MS })
    const young = partition(100, 200, { beganAt: 0, filledAt: NOW - 29 * DAY_MS })
    const current = partition(200, 300, { beganAt: NOW })
    const plan = planPartitions({ partitions: [old, young, current], lastId: 250, hasStrays: false }, NOW)
    expect(plan.drop).toEqual(['point_event_0'])
  })

  it('begin after what had to go elsewhere because the next one was not there in time', () => {
    const full = partition(0, 100, { beganAt: NOW - DAY_MS })
    const plan = planPartitions({ partitions: [full], lastId: 5_000, hasStrays: true }, NOW)
    expect(plan.create?.fromId).toBe(105_000)
  })
})
