import { expect, it } from 'vitest'
import { type BasketLine, EMPTY_BASKET, previewOf, totalOf, unfinished } from './basket.ts'

const line = (id: string, price: string, more: Partial<BasketLine> = {}): BasketLine => ({
  key: 1,
  kind: 'product',
  id,
  label: id,
  price,
  quantity: '1',
  ...more,
})

it('without lines the total is what was typed, with lines their exact sum', () => {
  expect(totalOf({ ...EMPTY_BASKET, total: '106.8' })).toBe('106.8')
  expect(totalOf({ ...EMPTY_BASKET, lines: [line('a', '0.1'), line('b', '0.2')] })).toBe('0.3')
  expect(totalOf({ ...EMPTY_BASKET, lines: [line('a', '17'), line('b', '39.9', { quantity: '2' })] })).toBe(
    '96.8',
  )
  expect(totalOf({ ...EMPTY_BASKET, lines: [line('a', '0.0001'), line('b', '99999999999')] })).toBe(
    '99999999999.0001',
  )
})

it('what is not finished is named and not sent', () => {
  expect(previewOf({ ...EMPTY_BASKET, total: '' })).toBeNull()
  expect(previewOf({ ...EMPTY_BASKET, total: 'abc' })).toBeNull()
  const lines = [
    line(' ', '10', { key: 1 }),
    line('a', '', { key: 2 }),
    line('a', '1', { key: 3, quantity: '0' }),
    line('a', '1', { key: 4 }),
  ]
  expect(unfinished({ ...EMPTY_BASKET, lines })).toEqual([1, 2, 3])
  expect(previewOf({ ...EMPTY_BASKET, lines })).toBeNull()
})

it('what was left empty is left out', () => {
  expect(previewOf(EMPTY_BASKET)).toEqual({ order: { total: '100' }, isFirstPurchase: false })
})

it('what was chosen is sent, a customer in place of whether it is a first order', () => {
  const lines = [
    line(' a ', '10', { quantity: '3' }),
    line('aurora', '5', { kind: 'brand' }),
    line('tea', '2', { kind: 'category' }),
  ]
  const placedAt = '2026-11-27T12:00:00Z'
  expect(
    previewOf({
      ...EMPTY_BASKET,
      lines,
      placedAt,
      paymentMethodId: ' pix ',
      branchId: 'centro',
      customerId: 'c-1',
      tierId: '7',
    }),
  ).toEqual({
    order: {
      total: '37',
      products: [
        { id: 'a', price: '30' },
        { brandId: 'aurora', price: '5' },
        { categoryId: 'tea', price: '2' },
      ],
      paymentMethodId: 'pix',
      branchId: 'centro',
      placedAt,
    },
    customerId: 'c-1',
    tierId: 7,
  })
})

it('an order that there is is named', () => {
  const taken = { originalId: 'o-1', lines: [] }
  expect(previewOf({ ...EMPTY_BASKET, taken })).toEqual({ orderId: 'o-1' })
})
