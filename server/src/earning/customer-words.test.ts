import { expect, it } from 'vitest'
import { LOCALES } from '../contract/locale.ts'
import { decimalFromText } from '../platform/decimal.ts'
import { reasonTextsForCustomer } from './customer-reasons.ts'
import type { Line } from './explanation.ts'

const SECRET = 'secret-17'
const points = '10'

/** Every kind of line in which a merchant's own words, keys or branches may stand. */
const TELLING: readonly Line[] = [
  { kind: 'branch', rule: 1, id: SECRET, points },
  { kind: 'branch', rule: 1, id: SECRET, amount: '20', points },
  { kind: 'custom', rule: 1, points },
  { kind: 'partReturned', amount: '20', key: SECRET, points: '0' },
  { kind: 'cashbackChange', amount: '20', reason: SECRET, key: SECRET, points },
  { kind: 'pointsChange', reason: SECRET, key: SECRET, points },
  { kind: 'adjustment', reason: 'fraud', points },
  { kind: 'exclude', rule: 1, amount: '20', points: '0' },
  { kind: 'merged', points: '0' },
]

it.each(LOCALES)('tells a customer nothing of that in %s', (locale) => {
  const context = {
    locale,
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    program: undefined,
    nameOf: () => undefined,
  }
  const texts = reasonTextsForCustomer(TELLING, context)
  expect(texts).toHaveLength(TELLING.length)
  for (const text of texts) {
    expect(text).not.toMatch(/secret|fraud|merged|unificado|fusion/i)
    expect(text[0]).toBe(text[0]?.toLocaleUpperCase(locale))
  }
})

it('says at what rate, and of what', () => {
  const program = {
    rules: [
      {
        id: 1,
        kind: 'purchase',
        points: decimalFromText('2'),
        perAmount: decimalFromText('5'),
        name: 'Base',
      },
      {
        id: 2,
        kind: 'brand',
        ids: ['Aurora', 'Norte'],
        bonus: { type: 'multiplier', multiplier: decimalFromText('3') },
        name: 'Internal',
      },
      {
        id: 3,
        kind: 'category',
        ids: ['a', 'b', 'c', 'd'],
        bonus: { type: 'points', points: decimalFromText('5') },
        name: '',
      },
    ],
  }
  const lines: Line[] = [
    { kind: 'purchase', rule: 1, amount: '50', points: '20' },
    { kind: 'brand', rule: 2, amount: '10', points: '8' },
    { kind: 'category', rule: 3, count: 2, points: '10' },
  ]
  const context = {
    locale: 'en' as const,
    currency: 'BRL',
    timeZone: 'America/Sao_Paulo',
    program: program as never,
    nameOf: () => undefined,
  }
  expect(reasonTextsForCustomer(lines, context).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'R$ 50.00 × 2 points for every R$ 5.00',
    'R$ 10.00 of brands Aurora and Norte, ×3',
    '2 items of selected categories, 5 points each',
  ])
})
