import { describe, expect, it } from 'vitest'
import { bodyOf, fieldOf, linesOf, newValues } from './return-values.ts'

const LINES = linesOf([
  { originalId: 'espresso', title: 'Espresso', price: '8.5', returned: '0' },
  { originalId: 'mug', title: 'Mug', price: '49.9', returned: '49.9' },
  { originalId: 'gift', title: null, price: null, returned: '0' },
  { originalId: 'cake', title: 'Cake', price: '20', returned: '5.25' },
])

describe('a part of an order, as it is typed', () => {
  it('knows what is left of each line', () => {
    expect(LINES.map(({ left }) => left)).toEqual(['8.5', '0', null, '14.75'])
  })

  it('goes by products where one has something left, else by an amount', () => {
    expect(newValues(LINES).by).toBe('products')
    expect(newValues(LINES.slice(1, 3)).by).toBe('value')
    expect(newValues([]).by).toBe('value')
  })

  it('sends the lines that have an amount, or the amount', () => {
    const values = { ...newValues(LINES), ofLine: ['', '', '', '4.75'] }
    expect(bodyOf(newValues(LINES), LINES)).toBe(null)
    expect(bodyOf(values, LINES)).toEqual({ products: [{ originalId: 'cake', value: '4.75' }] })
    expect(bodyOf({ ...values, by: 'value', value: '10' }, LINES)).toEqual({ value: '10' })
    expect(bodyOf({ ...values, by: 'value' }, LINES)).toBe(null)
  })

  it('says what becomes of the cashback only where it was chosen', () => {
    const values = { ...newValues(LINES), by: 'value', value: '10' } as const
    expect(bodyOf({ ...values, cashback: 'refund' }, LINES)).toEqual({ value: '10', refundsRedeem: true })
    expect(bodyOf({ ...values, cashback: 'keep' }, LINES)).toEqual({ value: '10', refundsRedeem: false })
    const ofLine = ['8.5', '', '', '']
    expect(bodyOf({ ...newValues(LINES), ofLine, cashback: 'refund' }, LINES)).toEqual({
      products: [{ originalId: 'espresso', value: '8.5' }],
      refundsRedeem: true,
    })
  })

  it('finds the field of a problem', () => {
    const values = { ...newValues(LINES), ofLine: ['8.5', '', '', '400'] }
    expect(fieldOf('/products/1/value', values)).toBe(3)
    expect(fieldOf('/value', values)).toBe(3)
    expect(fieldOf('/note', values)).toBe(null)
    expect(fieldOf('/value', { ...values, by: 'value' })).toBe('value')
  })
})
