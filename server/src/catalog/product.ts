import type { Decimal } from '../platform/decimal.ts'

export interface Brand {
  readonly originalId: string
  readonly name: string | null
}

export interface Category {
  readonly originalId: string
  readonly name: string | null
  readonly description: string | null
  readonly parentOriginalId: string | null
}

/** A product as the merchant's store describes it, with its brand and its path in the category tree. */
export interface Product {
  readonly originalId: string
  readonly title: string
  readonly url: string | null
  readonly imageUrl: string | null
  readonly isActive: boolean
  readonly price: Decimal | null
  readonly brand: Brand | null
  /** From the product's own category up to the root. */
  readonly categories: readonly Category[]
}

export const CATEGORY_DEPTH_MAX = 10
