import { expect, it } from 'vitest'
import { moneyFormat } from './money-format.ts'

it.each([
  ['es', 'BRL', '1234,50 R$'],
  ['es', 'USD', '1234,50 US$'],
  ['pt-BR', 'BRL', 'R$ 1.234,50'],
  ['pt-BR', 'USD', 'US$ 1.234,50'],
  ['en', 'BRL', 'R$1,234.50'],
  // No sign anywhere: the code stays.
  ['es', 'CHF', '1234,50 CHF'],
])('%s writes %s as %s', (locale, currency, expected) => {
  expect(moneyFormat(locale, currency).format(1234.5).replaceAll('\u00a0', ' ')).toBe(expected)
})

it('keeps the decimals that it is asked for', () => {
  const format = moneyFormat('es', 'BRL', { maximumFractionDigits: 4 })
  expect(format.format(0.0375).replaceAll('\u00a0', ' ')).toBe('0,0375 R$')
})
