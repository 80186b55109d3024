import type { OrderFacts } from '../../earning/order-facts.ts'
import type { Program } from '../../earning/program.ts'
import type { EarnedWith, LinePlace, Order, OrderProduct } from '../../orders/order.ts'
import { factsOf } from '../../orders/rules/facts.ts'
import type { PlaceOf } from '../../orders/rules/product-places.ts'

interface Ids {
  readonly brands: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
}

/** The brands and categories that a program names and an order of another one was never asked for. */
function unknownIds(candidate: Program, live: Program, earned: EarnedWith): Ids {
  const asked = candidate.index.namedIds
  if (earned.places === null) return { brands: asked.brand, categories: asked.category }
  const known = live.index.namedIds
  return {
    brands: asked.brand.difference(known.brand),
    categories: asked.category.difference(known.category),
  }
}

export interface FactsInput {
  readonly order: Order
  readonly earned: EarnedWith
  /** That it earned with. */
  readonly live: Program
  readonly candidate: Program
  /** By today's catalog. */
  readonly placeOf: PlaceOf
  /** The merchant's zone now, for orders that no rule has asked for theirs. */
  readonly timeZone: string
}

/** Whether today's catalog is to be asked for the candidate: the order does not know where its products stood. */
export function asksTodaysCatalog({ order, earned, live, candidate }: Omit<FactsInput, 'placeOf'>): boolean {
  const { products } = order.details
  if (products.length === 0) return false
  const { brands, categories } = unknownIds(candidate, live, earned)
  return categories.size > 0 || (brands.size > 0 && products.some(({ brandId }) => brandId === null))
}

/** What the candidate looks at of an order that has earned by another program. */
export function candidateFacts(input: FactsInput, numberOf: () => number): OrderFacts {
  const { order, earned, candidate, timeZone } = input
  const places = asksTodaysCatalog(input) ? placesToday(input) : earned.places
  const number = candidate.index.asksNumber ? (earned.number ?? numberOf()) : earned.number
  return factsOf(order, { ...earned, places, number, timeZone: earned.timeZone ?? timeZone })
}

/** As far as the order knows them as they were, the rest as they are today. */
function placesToday({ order, earned, live, candidate, placeOf }: FactsInput): LinePlace[] {
  const { brands, categories } = unknownIds(candidate, live, earned)
  const known = new Map(earned.places?.map((place) => [place.productId, place]))
  const ids = new Set(order.details.products.map(({ originalId }: OrderProduct) => originalId))
  return [...ids].map((productId) => {
    const before = known.get(productId)
    const today = placeOf(productId)
    const brandToday = today?.brandId ?? null
    return {
      productId,
      brandId: before?.brandId ?? (brandToday !== null && brands.has(brandToday) ? brandToday : null),
      categoryIds: [
        ...(before?.categoryIds ?? []),
        ...(today?.categoryIds.filter((id) => categories.has(id)) ?? []),
      ],
    }
  })
}
