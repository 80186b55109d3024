import { expect, it } from 'vitest'
import { decimalFromText } from '../platform/decimal.ts'
import { moneyText } from './texts.ts'

it('writes money with the sign of its country in every language', () => {
  const said = (locale: 'en' | 'pt-BR' | 'es') =>
    moneyText(decimalFromText('1234.5'), locale, 'BRL').replaceAll('\u00a0', ' ')
  expect(said('es')).toBe('1234,50 R$')
  expect(said('pt-BR')).toBe('R$ 1.234,50')
  expect(said('en')).toBe('R$1,234.50')
})
