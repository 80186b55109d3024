import { describe, expect, it } from 'vitest'
import { EMPTY_PROGRAM, indexRules, type Program, type Rule } from '../../earning/program.ts'
import type { OrderProduct } from '../order.ts'
import { linesWithPlaces, type PlaceOf, placesOfLines } from './product-places.ts'

const bonus = { type: 'points', points: 10_000n } as const
const rule = { name: '', isActive: true, bonus, when: null, stacks: null, limit: null }
const RULES: Rule[] = [
  { ...rule, id: 1, kind: 'brand', ids: ['acme', 'zeta'] },
  { ...rule, id: 2, kind: 'category', ids: ['drinks'] },
]
const PROGRAM: Program = { ...EMPTY_PROGRAM, rules: RULES, index: indexRules(RULES) }

function line(originalId: string, brandId: string | null = null): OrderProduct {
  const nothing = { title: null, url: null, imageUrl: null, isActive: true, price: null, brandName: null }
  return { originalId, brandId, ...nothing }
}

const catalog =
  (places: Record<string, { brandId: string | null; categoryIds: string[] }>): PlaceOf =>
  (id) =>
    places[id]

const brandsOf = (products: OrderProduct[], placeOf: PlaceOf) =>
  linesWithPlaces(products, placesOfLines(PROGRAM, products, null, placeOf)).map(({ brandId }) => brandId)

describe('where the lines of an order stand', () => {
  it('the brand that was sent with one line is not that of another line of the product', () => {
    const products = [line('coffee'), line('coffee', 'zeta')]
    expect(brandsOf(products, catalog({}))).toEqual([null, 'zeta'])
    const listed = catalog({ coffee: { brandId: 'acme', categoryIds: [] } })
    expect(brandsOf(products, listed)).toEqual(['acme', 'zeta'])
    expect(brandsOf(products.toReversed(), listed)).toEqual(['zeta', 'acme'])
  })
})
