import { expect, it } from 'vitest'
import { type Need, oldestFirst } from './need.ts'

const need = (key: string, since?: string | null, isTrouble = false): Need => ({
  ...{ key, icon: 'checks', text: key, meta: '', action: '', to: null, isTrouble },
  ...(since === undefined ? {} : { since }),
})

it('puts the oldest first, trouble of unknown age before all, and what waits without a moment last', () => {
  const needs = [
    need('list'),
    need('approval', '2026-11-03T10:00:00.000Z'),
    need('endpoint', '2026-11-01T10:00:00Z', true),
    need('differences', undefined, true),
    need('month', '2026-11-01T00:00:00Z'),
    need('held', null, true),
    need('draft', '2026-11-02T10:00:00Z'),
    need('other list'),
  ]
  const keys = oldestFirst(needs).map(({ key }) => key)
  expect(keys).toEqual([
    ...['differences', 'held', 'month', 'endpoint'],
    ...['draft', 'approval', 'list', 'other list'],
  ])
  expect(needs[0]?.key).toBe('list')
})
