import { expect, it } from 'vitest'
import { compare } from './compare.ts'

it('says by how many percent it is more or less', () => {
  expect(compare('24318', '22898')).toEqual({ kind: 'more', tenths: 62 })
  expect(compare('50', '100')).toEqual({ kind: 'less', tenths: 500 })
  expect(compare('0', '100')).toEqual({ kind: 'less', tenths: 1000 })
  expect(compare('96.5', '96.5')).toEqual({ kind: 'same' })
  expect(compare('1000001', '1000000')).toEqual({ kind: 'same' })
})

it('says nothing in percent where there was little before', () => {
  expect(compare('40', '19.9999')).toEqual({ kind: 'before' })
  expect(compare('40', '0')).toEqual({ kind: 'before' })
  expect(compare('40', '-5')).toEqual({ kind: 'before' })
  expect(compare('40', '20')).toEqual({ kind: 'more', tenths: 1000 })
})
