import { describe, expect, it } from 'vitest'
import type { RuleSentenceContext } from './rule-sentence.ts'
import { partsOfWrongRule } from './wrong-rule.ts'

const context: RuleSentenceContext = {
  locale: 'en',
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  nameOf: () => undefined,
}

function told(rule: object): string {
  return partsOfWrongRule({ id: 1, name: '', isActive: true, ...rule }, context)
    .map((part) => ('slot' in part ? `[${part.display}]` : part.text))
    .join('')
    .replaceAll('\u00a0', ' ')
}

describe('a rule with a wrong value', () => {
  it('keeps its sentence, with the wrong slot in it', () => {
    const order = { kind: 'order', points: '50' }
    expect(told({ ...order, when: { minimumOrder: '0' } })).toContain('on orders from [R$ 0.00]')
    expect(told({ ...order, when: { days: [] } })).toContain('on []')
    expect(told(order)).toBe('Orders earn [50] [extra points].')
    expect(told({ kind: 'category', multiplier: '0.5', ids: ['a'] })).toContain('[0.5]')
    expect(told({ kind: 'exclude', of: 'product', ids: [] })).toContain('[]')
    expect(
      told({ kind: 'card', of: 'product', ids: [], counts: 'items', stamps: 60, points: '10' }),
    ).toContain('[60]')
  })

  it('has none where it can’t be read', () => {
    expect(told({ kind: 'order', points: 'many', when: { days: ['tue'] } })).toBe('')
    expect(told({ kind: 'order', points: 5, when: { days: ['tue'] } })).toBe('')
    expect(told({ kind: 'category', multiplier: '2' })).toBe('')
    expect(told({ kind: 'none' })).toBe('')
    expect(partsOfWrongRule(null, context)).toEqual([])
  })
})
