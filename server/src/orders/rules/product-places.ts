import type { LineFacts } from '../../earning/order-facts.ts'
import type { Program, RuleIndex } from '../../earning/program.ts'
import type { LinePlace, OrderProduct } from '../order.ts'

/** Brand and categories of a product as the catalogue knows them now. */
export type PlaceOf = (
  productId: string,
) => { brandId: string | null; categoryIds: readonly string[] } | undefined

/** Only rules for brands and categories ask where a product stands. */
export function asksForPlaces({ index }: Pick<Program, 'index'>): boolean {
  return hasRules(index, 'brand') || hasRules(index, 'category')
}

/** Whether the catalogue is to be asked: a brand is mostly sent with its product. */
export function asksCatalog({ index }: Program, products: readonly OrderProduct[]): boolean {
  return (
    hasRules(index, 'category') ||
    (hasRules(index, 'brand') && products.some(({ brandId }) => brandId === null))
  )
}

type PlaceKind = 'brand' | 'category'

function hasRules({ namedIds }: RuleIndex, kind: PlaceKind): boolean {
  return namedIds[kind].size > 0
}

function hasRuleFor({ namedIds }: RuleIndex, kind: PlaceKind, id: string): boolean {
  return namedIds[kind].has(id)
}

/** What an order knew of its lines before: the places that are kept with it, and which lines it had. */
export interface KnownLines {
  readonly places: readonly LinePlace[]
  readonly products: readonly OrderProduct[]
}

/**
 * The places of an order's lines, for keeping: of lines that it had before those that it knows, so that a change of
 * the catalogue never changes it; of others those of now. null: no rule of its program asks.
 */
export function placesOfLines(
  program: Program,
  products: readonly OrderProduct[],
  known: KnownLines | null,
  placeOf: PlaceOf,
): readonly LinePlace[] | null {
  if (!asksForPlaces(program)) return null
  const places = new Map(known?.places.map((place) => [place.productId, place]))
  const hadBefore = new Set(known?.products.map(({ originalId }) => originalId))
  for (const [productId, lines] of Map.groupBy(products, ({ originalId }) => originalId)) {
    if (places.has(productId) || hadBefore.has(productId)) continue
    const place = placeThatCounts(program, productId, lines, placeOf)
    if (place) places.set(productId, place)
  }
  // A line that is taken out is remembered, for it may be put in again.
  const stays = new Set(products.map(({ originalId }) => originalId))
  for (const productId of hadBefore) {
    if (stays.has(productId) || places.has(productId)) continue
    places.set(productId, { productId, brandId: null, categoryIds: [] })
  }
  return [...places.values()]
}

/** Only what a rule of the program names: it never changes, so nothing else will ever count. */
export function placeThatCounts(
  { index }: Program,
  productId: string,
  lines: readonly Pick<OrderProduct, 'brandId'>[],
  placeOf: PlaceOf,
): LinePlace | null {
  const place = placeOf(productId)
  // The brand of one line is not that of another that was sent without: that one's is in the catalogue.
  const isSent = lines.every(({ brandId }) => brandId !== null)
  const brand = (isSent ? lines[0]?.brandId : place?.brandId) ?? null
  const brandId = brand !== null && hasRuleFor(index, 'brand', brand) ? brand : null
  const categoryIds = place?.categoryIds.filter((id) => hasRuleFor(index, 'category', id)) ?? []
  if (brandId === null && categoryIds.length === 0) return null
  return { productId, brandId, categoryIds }
}

export function linesWithPlaces(
  products: readonly OrderProduct[],
  places: readonly LinePlace[] | null,
): LineFacts[] {
  const placeOf = new Map(places?.map((place) => [place.productId, place]))
  return products.map(({ originalId, price, brandId, isMarked, quantity }) => {
    const place = placeOf.get(originalId)
    const line: LineFacts = {
      originalId,
      price,
      brandId: brandId ?? place?.brandId ?? null,
      categoryIds: [...(place?.categoryIds ?? [])],
    }
    if (isMarked) line.isMarked = isMarked
    if (quantity !== undefined) line.quantity = quantity
    return line
  })
}
