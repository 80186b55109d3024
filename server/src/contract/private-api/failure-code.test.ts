import { describe, expect, it } from 'vitest'
import { refusal } from '../refusal.ts'
import {
  failure,
  pageFailure,
  pointsFailure,
  productFailure,
  resultEnvelope,
  resultFailure,
  SEVERITY,
} from './envelopes.ts'
import { ERROR } from './errors.ts'
import { codeOfRefused, isRefused } from './failure-code.ts'

describe('the code of a refused answer', () => {
  const problem = refusal('Customer_NotFound', 'There is none.', 'id')

  it.each([
    ['A', productFailure({ code: '01', name: 'x', severity: SEVERITY.error }, problem)],
    ['B', resultFailure(problem)],
    ['C', pageFailure(problem)],
    ['D', pointsFailure(problem)],
  ])('is found in envelope %s', (_name, answer) => {
    if (!isRefused(answer)) throw new Error('it is refused')
    expect(codeOfRefused(answer)).toBe(ERROR.Customer_NotFound)
  })

  it('is none where an answer has none', () => {
    const answer: unknown = failure('No.', null)
    expect(isRefused(answer) && codeOfRefused(answer)).toBeNull()
  })

  it.each([[resultEnvelope({})], [null], ['text'], [{ HasError: false }]])('is not asked of %j', (answer) =>
    expect(isRefused(answer)).toBe(false),
  )
})
