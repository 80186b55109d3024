import { expect, it } from 'vitest'
import { type ImportPlan, isPlanOld, NO_COUNTS, NO_SUMS, openQuestions, undoEnd } from './import.ts'

const question = (id: string) => ({
  ...{ id, kind: 'decimalMark', column: 'Saldo', facts: {}, examples: [], answers: ['comma', 'dot'] },
})
const plan = (ids: readonly string[]): ImportPlan => ({
  ...{ hash: Buffer.alloc(32), checkedAt: 1_000, sampleFileId: null, refusedFileId: null },
  findings: {
    ...{ lines: 0, counts: NO_COUNTS, sums: NO_SUMS, owed: { points: '0', cashback: '0' }, reasons: {} },
    ...{ questions: ids.map(question), warnings: [], extremes: [], events: 0, profiles: 0 },
  },
})

it('counts a question as open until one of its own answers was given', () => {
  const open = (answers: Record<string, string>) =>
    openQuestions({ plan: plan(['a', 'b']), answers }).map(({ id }) => id)
  expect(open({})).toEqual(['a', 'b'])
  expect(open({ a: 'comma' })).toEqual(['b'])
  expect(open({ a: 'comma', b: 'maybe' })).toEqual(['b'])
  expect(open({ a: 'dot', b: 'comma' })).toEqual([])
  expect(openQuestions({ plan: null, answers: {} })).toEqual([])
})

it('takes a dry run for old after seven days, and an apply for final after thirty', () => {
  const days = 86_400_000
  expect(isPlanOld(plan([]), 1_000 + 7 * days - 1)).toBe(false)
  expect(isPlanOld(plan([]), 1_000 + 7 * days)).toBe(true)
  expect(undoEnd({ appliedAt: null })).toBeNull()
  expect(undoEnd({ appliedAt: 5 })).toBe(5 + 30 * days)
})
