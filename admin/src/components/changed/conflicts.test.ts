import { expect, it } from 'vitest'
import { conflictsOf, mergeChosen } from './conflicts.ts'

const yours = { title: 'Ten off', points: '200', limits: { total: 5 }, note: null }
const theirs = { title: 'R$ 10 off', points: '200', limits: { total: null }, note: '' as string | null }

it('only what differs is asked about', () => {
  expect(conflictsOf(yours, theirs, (name) => name.toUpperCase())).toEqual([
    { key: 'title', label: 'TITLE', yours: 'Ten off', theirs: 'R$ 10 off' },
    { key: 'limits', label: 'LIMITS', yours: '{"total":5}', theirs: '{"total":null}' },
    { key: 'note', label: 'NOTE', yours: null, theirs: null },
  ])
})

it('each member comes from the side that was chosen', () => {
  const sides = new Map([
    ['title', 'yours'],
    ['limits', 'theirs'],
  ] as const)
  expect(mergeChosen<Record<string, unknown>>(yours, theirs, sides)).toEqual({
    ...yours,
    limits: { total: null },
  })
})
