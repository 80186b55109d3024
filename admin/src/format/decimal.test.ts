import { describe, expect, it } from 'vitest'
import { absolute, add, isBelow, isBelowZero, isZero, shareOf, subtract, tenthsOfPercent } from './decimal.ts'

describe('decimal text', () => {
  it('is added without a float', () => {
    expect(add('0.1', '0.2')).toBe('0.3')
    expect(add('9007199254740993', '0.0001')).toBe('9007199254740993.0001')
    expect(add('2318', '50', '-950', '-168', '-10.5')).toBe('1239.5')
    expect(add()).toBe('0')
  })

  it('is subtracted, also below zero', () => {
    expect(subtract('2000', '1412.6')).toBe('587.4')
    expect(subtract('0.5', '1')).toBe('-0.5')
    expect(isBelowZero('-0.0001')).toBe(true)
    expect(isBelowZero('0')).toBe(false)
    expect(isZero('0.0000')).toBe(true)
    expect(absolute('-40')).toBe('40')
  })

  it('says how much of a whole it is, for a bar', () => {
    expect(shareOf('86', '344')).toBe(0.25)
    expect(shareOf('1', '0')).toBe(0)
  })
})

it('a rate is computed from its two sums, to a tenth of a percent', () => {
  expect(tenthsOfPercent('8940', '24318')).toBe(368)
  expect(tenthsOfPercent('1', '3')).toBe(333)
  expect(tenthsOfPercent('0.0005', '1')).toBe(1)
  expect(tenthsOfPercent('0.0004', '1')).toBe(0)
  expect(tenthsOfPercent('-1', '3')).toBe(-333)
  expect(tenthsOfPercent('-0.0004', '1')).toBe(0)
  expect(tenthsOfPercent('900719925474099300', '900719925474099300')).toBe(1_000)
  expect(tenthsOfPercent('5', '0')).toBeNull()
  expect(isBelow('19.9999', '20')).toBe(true)
  expect(isBelow('20', '20')).toBe(false)
})
