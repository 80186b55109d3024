import { expect, it } from 'vitest'
import { findingsOf } from './findings.ts'

const rules = [
  { id: 7, name: 'Coffee card' },
  { id: 8, name: 'Tea card' },
  { id: 9, name: 'Old card' },
]
const warning = (pointer: string, message: string) => ({ pointer, name: 'any', message })
const changed = (ruleId: number | null) => ({
  ...{ kind: 'changed' as const, ruleId, member: 'stamps', before: null, after: null },
  sentence: '',
})

it('tells equal warnings once, with the names of their rules, and those of unchanged rules apart', () => {
  const warnings = [
    warning('/rules', 'Orders earn nothing.'),
    warning('/rules/0/counts', 'No quantities.'),
    warning('/rules/1/counts', 'No quantities.'),
    warning('/rules/0/ids', 'No quantities.'),
    warning('/rules/2/counts', 'No quantities.'),
  ]
  expect(
    findingsOf({ warnings, changes: [changed(7), changed(8), changed(null)], program: { rules } }),
  ).toEqual({
    changed: [
      { message: 'Orders earn nothing.', names: [] },
      { message: 'No quantities.', names: ['Coffee card', 'Tea card'] },
    ],
    others: [{ message: 'No quantities.', names: ['Old card'] }],
  })
})
