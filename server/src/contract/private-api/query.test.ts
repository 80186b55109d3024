import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { booleanFromQuery, integerFromQuery, integerFromText } from './query.ts'

describe('a whole number from text', () => {
  it('is every int32, as it is written', () => {
    fc.assert(fc.property(fc.integer(), (number) => integerFromText(String(number)) === number))
  })

  it.each(['-2147483648', '2147483647'])('reaches to %s', (text) =>
    expect(integerFromText(text)).toBe(Number(text)),
  )

  it.each([
    '2147483648',
    '-2147483649',
    '99999999999999999999',
    '1.0',
    '1e3',
    '0x10',
    '+5',
    ' 5',
    '5 ',
    '5\n',
    '--5',
    '-',
    'abc',
    '٣',
    'Infinity',
    'NaN',
    '',
  ])('is not “%s”', (text) => expect(integerFromText(text)).toBeNull())
})

describe('a whole number from the query', () => {
  it.each([undefined, '', 'null'])('%j counts as not sent', (value) =>
    expect(integerFromQuery(value, 7)).toBe(7),
  )

  it('is the number that was sent, not the fallback', () => {
    expect(integerFromQuery('0', 7)).toBe(0)
    expect(integerFromQuery('-3', 7)).toBe(-3)
  })

  it.each([['abc'], [['1', '2']], [{}], [true], [5]])('%j is none', (value) =>
    expect(integerFromQuery(value, 7)).toBeNull(),
  )
})

describe('a boolean from the query', () => {
  it.each([
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    [undefined, undefined],
    ['', undefined],
    ['null', undefined],
    ['1', null],
    ['0', null],
    ['yes', null],
    [' true', null],
    [['true', 'false'], null],
    [true, null],
  ])('%j reads %j', (value, expected) => expect(booleanFromQuery(value)).toBe(expected))
})
