import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalFromText } from '../platform/decimal.ts'
import { decodeDetails, decodeEarnedFacts, encodeDetails, encodeEarnedFacts } from './details-encoding.ts'
import type { OrderDetails } from './order.ts'

const NOTHING: OrderDetails = {
  status: null,
  products: [],
  coupon: null,
  externalCoupon: null,
  metadatas: [],
  paymentMethod: null,
  branch: null,
  salesPerson: null,
  shipping: null,
  linkedCoupons: [],
  returnedLines: [],
  nothingBecause: null,
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const textOrNull = fc.option(text)
const reference = fc.option(fc.record({ originalId: textOrNull, name: textOrNull }))
const amount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n })
const product = fc.record(
  {
    originalId: text,
    title: textOrNull,
    url: textOrNull,
    imageUrl: textOrNull,
    isActive: fc.boolean(),
    price: fc.option(amount),
    brandId: textOrNull,
    brandName: textOrNull,
    quantity: fc.integer({ min: 2, max: 999 }),
    isMarked: fc.constant(true as const),
  },
  {
    requiredKeys: ['originalId', 'title', 'url', 'imageUrl', 'isActive', 'price', 'brandId', 'brandName'],
  },
)
const details: fc.Arbitrary<OrderDetails> = fc.record({
  status: textOrNull,
  products: fc.array(product, { maxLength: 5 }),
  coupon: textOrNull,
  externalCoupon: textOrNull,
  metadatas: fc.array(fc.record({ name: text, value: textOrNull }), { maxLength: 5 }),
  paymentMethod: reference,
  branch: reference,
  salesPerson: reference,
  shipping: fc.option(amount),
  linkedCoupons: fc.array(fc.record({ couponKey: text, redemptionKey: textOrNull }), { maxLength: 2 }),
  returnedLines: fc.array(fc.record({ productId: text, value: amount }), { maxLength: 3 }),
  nothingBecause: fc.option(
    fc.constantFrom('no-purchase-rule', 'below-minimum', 'less-than-a-point', 'not-enrolled'),
  ),
})

describe('the details of an order', () => {
  it('are read as they were written, through the JSON of the database', () => {
    fc.assert(
      fc.property(details, (written) => {
        const stored = JSON.parse(JSON.stringify(encodeDetails(written)))
        expect(decodeDetails(stored)).toEqual(written)
      }),
    )
  })

  it('take no room for what is missing', () => {
    expect(JSON.stringify(encodeDetails(NOTHING))).toBe('{}')
    const bare = { title: null, url: null, imageUrl: null, price: null, brandId: null, brandName: null }
    const products = [
      { ...bare, originalId: 'a', isActive: true },
      { ...bare, originalId: 'b', isActive: false, price: decimalFromText('8.5') },
    ]
    const stored = '{"p":[["a"],["b",null,"8.5000",null,null,null,null,0]]}'
    expect(JSON.stringify(encodeDetails({ ...NOTHING, products }))).toBe(stored)
  })
})

describe('what an order earned with, as far as it has no column', () => {
  const units = fc.bigInt({ min: 0n, max: 999_999_999_999_999n })
  const facts = fc.record({
    countsFrom: fc.option(fc.integer({ min: 0 })),
    places: fc.option(
      fc.array(fc.record({ productId: text, brandId: textOrNull, categoryIds: fc.array(text) }), {
        maxLength: 3,
      }),
    ),
    writtenOff: fc.record({ points: units, cashback: units }),
    missedPoints: units,
    number: fc.option(fc.integer({ min: 1, max: 101 })),
    timeZone: fc.option(fc.constantFrom('America/Sao_Paulo', 'UTC')),
    taken: fc.array(
      fc.record({
        ruleId: fc.integer({ min: 1, max: 1_000_000 }),
        measure: fc.constantFrom('points', 'times'),
        period: fc.constantFrom('d2026-11-16', 'e'),
        amount: units,
      }),
      { maxLength: 3 },
    ),
  })

  it('is read as it was written, and takes no room where there is nothing', () => {
    fc.assert(
      fc.property(facts, (written) => {
        const stored = JSON.parse(JSON.stringify(encodeEarnedFacts(written)))
        expect(decodeEarnedFacts(stored)).toEqual(written)
      }),
    )
    const none = {
      countsFrom: null,
      places: null,
      writtenOff: { points: 0n, cashback: 0n },
      missedPoints: 0n,
      number: null,
      timeZone: null,
      taken: [],
    }
    expect(encodeEarnedFacts(none)).toEqual({})
  })
})
