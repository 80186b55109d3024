import { describe, expect, it } from 'vitest'
import { bodyOf, isTold, NEW } from './adjust-values.ts'

describe('an adjustment as it is typed', () => {
  it('gives above zero and takes below it, in points or in money', () => {
    expect(bodyOf({ ...NEW, amount: '40', note: ' sorry ' })).toEqual({
      points: '40',
      reason: 'goodwill',
      note: 'sorry',
    })
    expect(bodyOf({ ...NEW, way: 'take', unit: 'cashback', amount: '2.5', reason: 'fraud' })).toEqual({
      cashback: '-2.5',
      reason: 'fraud',
      note: '',
    })
    expect(bodyOf({ ...NEW, way: 'take', amount: '-40' })).toMatchObject({ points: '-40' })
  })

  it('has days only where something is given, and an order only where one is named', () => {
    const typed = { ...NEW, amount: '1', validityDays: '30', orderId: ' 991 ' }
    expect(bodyOf(typed)).toMatchObject({ validityDays: 30, orderId: '991' })
    expect(bodyOf({ ...typed, way: 'take' })).not.toHaveProperty('validityDays')
  })

  it('can be tried out only with an amount', () => {
    expect(isTold({ ...NEW, amount: '' })).toBe(false)
    expect(isTold({ ...NEW, amount: '0.00' })).toBe(false)
    expect(isTold({ ...NEW, amount: 'forty' })).toBe(false)
    expect(isTold({ ...NEW, amount: '0.5' })).toBe(true)
  })
})
