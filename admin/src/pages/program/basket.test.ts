import { expect, it } from 'vitest'
import { EMPTY_BASKET, orderOf, totalOf } from './basket.ts'

const line = (id: string, price: string) => ({ key: 1, id, price })

it('without lines the total is what was typed, with lines their exact sum', () => {
  expect(totalOf({ ...EMPTY_BASKET, total: '106.8' })).toBe('106.8')
  expect(totalOf({ ...EMPTY_BASKET, lines: [line('a', '0.1'), line('b', '0.2')] })).toBe('0.3')
  expect(totalOf({ ...EMPTY_BASKET, lines: [line('a', '17'), line('b', '39.9'), line('c', '49.9')] })).toBe(
    '106.8',
  )
  expect(totalOf({ ...EMPTY_BASKET, lines: [line('a', '0.0001'), line('b', '99999999999')] })).toBe(
    '99999999999.0001',
  )
})

it('what is no amount yet is not sent', () => {
  expect(orderOf({ ...EMPTY_BASKET, total: '' })).toBeNull()
  expect(orderOf({ ...EMPTY_BASKET, total: 'abc' })).toBeNull()
  expect(orderOf({ ...EMPTY_BASKET, lines: [line(' ', '10')] })).toBeNull()
})

it('what was left empty is left out', () => {
  expect(orderOf(EMPTY_BASKET)).toEqual({ total: '100' })
  expect(orderOf({ ...EMPTY_BASKET, paymentMethodId: ' pix ', lines: [line(' a ', '10')] })).toEqual({
    total: '10',
    products: [{ id: 'a', price: '10' }],
    paymentMethodId: 'pix',
  })
})
