import { shop } from './shop.ts'

/** What to read, and which of its products it is; empty while others may be asked for with it. */
export type Place = readonly [path?: string, index?: number]

const WAIT_MS = 20
const PRODUCTS_MAX = 50
const places: Record<string, Place> = {}
const waiting: Record<string, string[]> = {}

/** Of a product: its id, a colon and its price. All that a page asks for within a moment are one request. */
export function pointsOf(base: string, product: string): Place {
  const key = base + product
  if (!places[key]) {
    places[key] = []
    waiting[base] ??= []
    if (waiting[base].push(product) === 1) setTimeout(ask, WAIT_MS, base)
  }
  return places[key]
}

function ask(base: string): void {
  const products = waiting[base] as string[]
  delete waiting[base]
  products.forEach((product, index) => {
    const place = index % PRODUCTS_MAX
    const first = index - place
    places[base + product] = [pathOf(base, products.slice(first, first + PRODUCTS_MAX), '#'), place]
  })
  for (const listener of shop.listeners) listener()
}

/** Points have no language: what follows `#`, with which it ends, is not sent. */
export const pathOf = (base: string, products: readonly string[], end: string): string =>
  base + products.map(encodeURIComponent).join('&p=') + end
