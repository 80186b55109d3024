/** The products of a shop, whose brand and category a merchant may change at any time. */
import type { Place } from './facts.ts'

export interface ProductToSave {
  readonly id: string
  readonly title: string
  readonly brand: string | null
  /** Its category, the one above it, and so on. */
  readonly categories: readonly string[]
}

const PRODUCT_CODE = { unchanged: '05', created: '06', updated: '07' } as const

export class Catalog {
  readonly #products = new Map<string, ProductToSave>()
  /** A category stands below the one that was last sent with it. */
  readonly #above = new Map<string, string | null>()

  /** The code of the answer. */
  save(product: ProductToSave): string {
    const known = this.#products.get(product.id)
    let isChanged =
      known?.title !== product.title ||
      known.brand !== product.brand ||
      known.categories[0] !== product.categories[0]
    for (const [index, category] of product.categories.entries()) {
      const above = product.categories[index + 1] ?? null
      if (this.#above.get(category) !== above) isChanged = true
      this.#above.set(category, above)
    }
    this.#products.set(product.id, product)
    if (!known) return PRODUCT_CODE.created
    return isChanged ? PRODUCT_CODE.updated : PRODUCT_CODE.unchanged
  }

  placeOf(id: string): Place {
    const product = this.#products.get(id)
    const categories: string[] = []
    let category = product?.categories[0] ?? null
    while (category !== null) {
      categories.push(category)
      category = this.#above.get(category) ?? null
    }
    return { brand: product?.brand ?? null, categories }
  }
}
