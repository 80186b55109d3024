import { describe, expect, it } from 'vitest'
import {
  envelopeAError,
  envelopeB,
  envelopeBError,
  envelopeCError,
  envelopeDError,
  SEVERITY,
} from './envelopes.ts'
import { ERROR, refusal } from './errors.ts'
import { codeOfRefused, isRefused } from './refused.ts'

describe('the code of a refused answer', () => {
  const problem = refusal('Customer_NotFound', 'There is none.', 'id')

  it.each([
    ['A', envelopeAError({ code: '01', name: 'x', severity: SEVERITY.error }, problem)],
    ['B', envelopeBError(problem.message, problem.code)],
    ['C', envelopeCError(problem)],
    ['D', envelopeDError(problem)],
  ])('is found in envelope %s', (_name, answer) => {
    if (!isRefused(answer)) throw new Error('it is refused')
    expect(codeOfRefused(answer)).toBe(ERROR.Customer_NotFound)
  })

  it('is none where an answer has none', () => {
    const answer: unknown = envelopeBError('No.', null)
    expect(isRefused(answer) && codeOfRefused(answer)).toBeNull()
  })

  it.each([[envelopeB({})], [null], ['text'], [{ HasError: false }]])('is not asked of %j', (answer) =>
    expect(isRefused(answer)).toBe(false),
  )
})
