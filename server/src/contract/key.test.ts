import { describe, expect, it } from 'vitest'
import { freeKey, keyFromTitle } from './key.ts'

describe('a key', () => {
  it.each([
    ['R$ 10 off', 'r-10-off'],
    ['Frete grátis', 'frete-gratis'],
    ['  “Ação” – 5%!  ', 'acao-5'],
    ['Ñandú', 'nandu'],
    ['☕', 'reward'],
    ['', 'reward'],
    ['x'.repeat(300), 'x'.repeat(40)],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ])('of “%s” is %s', (title, key) => expect(keyFromTitle(title, 'reward')).toBe(key))

  it('that is taken has a number', () => {
    expect(freeKey('mug', new Set(['cup']))).toBe('mug')
    expect(freeKey('mug', new Set(['mug']))).toBe('mug-2')
    expect(freeKey('mug', new Set(['mug', 'mug-2', 'mug-4']))).toBe('mug-3')
  })
})
