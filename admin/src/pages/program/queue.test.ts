import { describe, expect, it } from 'vitest'
import { carryingOf, takenIds, type Waiting } from './queue.ts'

const waiting = (version: number, effectiveAt: string, ...ids: (number | null)[]) =>
  ({ version, effectiveAt, changes: ids.map((ruleId) => ({ ruleId })) }) as unknown as Waiting
const december = waiting(9, '2999-12-01T03:00:00.000Z', 4, null)
const january = waiting(10, '3000-01-01T03:00:00.000Z', 7)
const queue = [december, january]
const of = (basedOn: number, moment: string | null, current: number | null = 8) => {
  const { live, waiting: found } = carryingOf({ basedOn }, current, queue, moment)
  return [live, ...found.map(({ version }) => version)]
}

describe('carryingOf', () => {
  it('is all that waits for a later moment', () => {
    expect(of(8, null)).toEqual([null, 9, 10])
    expect(of(9, '2999-12-01T03:00:00.000Z')).toEqual([null, 10])
    expect(of(10, '3000-02-01T00:00:00.000Z')).toEqual([null])
  })

  it('is also what counts at that moment, where the draft is a change to another version', () => {
    expect(of(8, '2999-12-24T00:00:00.000Z')).toEqual([null, 9, 10])
    expect(of(8, '3000-02-01T00:00:00.000Z')).toEqual([null, 10])
    expect(of(7, null)).toEqual([8, 9, 10])
    expect(carryingOf({ basedOn: 0 }, null, [], null)).toEqual({ live: null, waiting: [] })
  })
})

it('knows the numbers of rules that are taken', () => {
  expect(takenIds(queue)).toEqual([4, 7])
})
