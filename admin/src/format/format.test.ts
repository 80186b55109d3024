import { describe, expect, it } from 'vitest'
import { createFormat, readDecimal, typedDecimal } from './format.ts'

const brazil = { currency: 'BRL', timeZone: 'America/Sao_Paulo' }

describe('numbers', () => {
  it('have the signs of the language, and money its symbol apart', () => {
    expect(createFormat({ language: 'pt-BR', ...brazil }).money('1240')).toBe('R$\u00a01.240,00')
    expect(createFormat({ language: 'en', ...brazil }).money('1240')).toBe('R$\u00a01,240.00')
    expect(createFormat({ language: 'en', ...brazil }).points('120.5')).toBe('120.5')
    expect(createFormat({ language: 'en', ...brazil }).signed('-40')).toBe('\u221240')
    expect(createFormat({ language: 'es', ...brazil }).signed('40')).toBe('+40')
  })

  it('are not rounded, however large', () => {
    expect(createFormat({ language: 'en', ...brazil }).points('12345678901234567890.1234')).toBe(
      '12,345,678,901,234,567,890.1234',
    )
  })
})

describe('dates', () => {
  it("are the merchant's, in the language of the page, with another year", () => {
    const portuguese = createFormat({ language: 'pt-BR', ...brazil })
    // Still the last evening of the year before in São Paulo.
    expect(portuguese.date('2001-01-01T01:00:00Z')).toBe('31 dez 2000')
    expect(createFormat({ language: 'en', ...brazil }).moment('2001-03-02T15:04:00Z')).toBe(
      '2 Mar 2001 12:04',
    )
  })

  it('are said as time ago within a day only', () => {
    const english = createFormat({ language: 'en', ...brazil })
    const now = new Date('2001-03-02T15:04:00Z')
    expect(english.ago(now.toISOString(), now)).toBe('just now')
    expect(english.ago('2001-03-02T13:04:00Z', now)).toBe('2 hr. ago')
    expect(english.ago('2001-02-27T13:04:00Z', now)).toBe('27 Feb 2001')
  })
})

describe('typed numbers', () => {
  it.each([
    ['1,5', 'pt-BR', '1.5'],
    ['1.5', 'pt-BR', '1.5'],
    ['1.500', 'pt-BR', '1500'],
    ['1.234.567,89', 'pt-BR', '1234567.89'],
    ['1,500', 'en', '1500'],
    ['1.500', 'en', '1.500'],
    ['007', 'en', '7'],
    [' 12 ', 'es', '12'],
    ['', 'en', null],
    ['abc', 'en', null],
    ['1e3', 'en', null],
    ['1,2,3', 'pt-BR', null],
    ['7,5', 'en', '7.5'],
    ['70,65', 'en', '70.65'],
    ['1,234,567.89', 'en', '1234567.89'],
    ['12,34,567', 'en', null],
    ['1,2345', 'en', '1.2345'],
    ['1.2345', 'es', '1.2345'],
    ['1.5,2', 'en', null],
  ])('%j in %s is %j', (typed, language, expected) => {
    expect(readDecimal(typed, language)).toBe(expected)
  })

  it('are shown as they were typed', () => {
    expect(typedDecimal('1.5', 'pt-BR')).toBe('1,5')
    expect(typedDecimal('1.5', 'en')).toBe('1.5')
  })
})

it('money has the sign of its country in every language', () => {
  const money = (language: string, currency: string) =>
    createFormat({ language, currency, timeZone: 'America/Sao_Paulo' })
      .money('1234.5')
      .replaceAll('\u00a0', ' ')
  expect(money('es', 'BRL')).toMatch(/^R\$ ?1\.?234,50$|^1\.?234,50 R\$$/)
  expect(money('pt-BR', 'BRL')).toBe('R$ 1.234,50')
  expect(money('en', 'BRL')).toBe('R$ 1,234.50')
  expect(money('pt-BR', 'USD')).toBe('US$ 1.234,50')
})

it('an end is told of its last day', () => {
  const { end, endDate } = createFormat({ language: 'en', currency: 'BRL', timeZone: 'America/Sao_Paulo' })
  expect(end('2020-01-31T03:00:00.000Z')).toBe('30 Jan 2020, end of day')
  expect(endDate('2020-01-31T03:00:00.000Z')).toBe('30 Jan 2020')
  expect(end('2020-01-31T02:59:59.000Z')).toBe('30 Jan 2020 23:59')
})

it('values of an axis are short where the greatest is long', () => {
  const axisOf = (language: string) => createFormat({ language, currency: 'BRL', timeZone: 'UTC' }).axis
  expect([0, -500, 1_500].map((value) => axisOf('en')(value, 1_500))).toEqual(['0', '−500', '1,500'])
  expect([0, 5_000, 25_000].map((value) => axisOf('en')(value, 25_000))).toEqual(['0', '5K', '25K'])
  expect(axisOf('pt-BR')(2_500_000, 5_000_000)).toBe('2,5\u00a0mi')
  expect(axisOf('es')(-25_000, 25_000)).toBe('−25\u00a0mil')
})

it('sizes of files are in the largest unit of which there is one', () => {
  const sizeOf = createFormat({ language: 'en', currency: 'BRL', timeZone: 'UTC' }).size
  expect([0, 1, 640, 999, 1_000, 1_440_000, 2_000_000_000, 5e12].map(sizeOf)).toEqual([
    '0 bytes',
    '1 byte',
    '640 bytes',
    '999 bytes',
    '1 kB',
    '1.4 MB',
    '2 GB',
    '5,000 GB',
  ])
})
