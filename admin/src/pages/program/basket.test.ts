import { expect, it } from 'vitest'
import { type BasketLine, EMPTY_BASKET, previewOf, totalOf, unfinished } from './basket.ts'

const line = (id: string, price: string, more: Partial<BasketLine> = {}): BasketLine => ({
  key: 1,
  kind: 'product',
  id,
  label: id,
  price,
  quantity: '1',
  isMarked: false,
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
    line('a', '1', { key: 4, quantity: '1000' }),
    line('a', '1', { key: 5, quantity: '999' }),
  ]
  expect(unfinished({ ...EMPTY_BASKET, lines })).toEqual([1, 2, 3, 4])
  expect(previewOf({ ...EMPTY_BASKET, lines })).toBeNull()
})

it('what was left empty is left out', () => {
  expect(previewOf(EMPTY_BASKET)).toEqual({ order: { total: '100' }, isFirstPurchase: false })
})

it('what was chosen is sent, a customer in place of whether it is a first order', () => {
  const lines = [
    line(' a ', '10', { quantity: '3' }),
    line('aurora', '5', { kind: 'brand', isMarked: true }),
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
        { id: 'a', price: '30', quantity: 3 },
        { brandId: 'aurora', price: '5', quantity: 1, isMarked: true },
        { categoryId: 'tea', price: '2', quantity: 1 },
      ],
      paymentMethodId: 'pix',
      branchId: 'centro',
      placedAt,
    },
    customerId: 'c-1',
    tierId: 7,
  })
})

it('shipping is part of a total that was typed, and comes on top of lines', () => {
  expect(previewOf({ ...EMPTY_BASKET, total: '115', shipping: '15' })).toMatchObject({
    order: { total: '115', shippingValue: '15' },
  })
  const lines = [line('beans', '60'), line('card', '40')]
  expect(previewOf({ ...EMPTY_BASKET, lines, shipping: '15.5' })).toMatchObject({
    order: { total: '115.5', shippingValue: '15.5' },
  })
  expect(previewOf({ ...EMPTY_BASKET, lines, shipping: 'much' })).toBeNull()
  expect(previewOf({ ...EMPTY_BASKET, shipping: 'much' })).toBeNull()
})

it('an order that there is is named', () => {
  const taken = { originalId: 'o-1', lines: [] }
  expect(previewOf({ ...EMPTY_BASKET, taken })).toEqual({ orderId: 'o-1' })
})
