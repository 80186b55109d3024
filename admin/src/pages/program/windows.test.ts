import { expect, it } from 'vitest'
import type { Rule } from './program.ts'
import { inRows, windowsOf } from './windows.ts'

const rule = (id: number, more: object): Rule => ({ id, kind: 'order', points: '5', ...more }) as Rule

it('everything that has a beginning or an end has a window', () => {
  const excluded = { id: 3, kind: 'exclude', of: 'all', when: { until: '2026-12-01T00:00:00Z' } } as Rule
  const found = windowsOf([
    rule(1, { when: { minimumOrder: '10' } }),
    rule(2, { when: { from: '2026-11-01T00:00:00Z', until: '2026-11-08T00:00:00Z' } }),
    excluded,
    {
      id: 4,
      kind: 'campaign',
      multiplier: '2',
      startsAt: '2026-11-02T00:00:00Z',
      endsAt: '2026-11-03T00:00:00Z',
    },
  ])
  expect(found.map(({ rule: { id }, from, until }) => [id, from, until])).toEqual([
    [2, Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)],
    [3, Number.NEGATIVE_INFINITY, Date.UTC(2026, 11, 1)],
    [4, Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 3)],
  ])
})

it('windows that overlap lie in rows of their own, and the next one takes the first that is free', () => {
  const windows = [
    { from: 0, until: 10 },
    { from: 5, until: 20 },
    { from: 10, until: 15 },
    { from: Number.NEGATIVE_INFINITY, until: 6 },
  ]
  expect(inRows(windows).map(({ row }) => row)).toEqual([0, 1, 0, 2])
})
