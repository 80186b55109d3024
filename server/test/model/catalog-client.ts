/** What a client sends of its products, and what it asks about products and tiers. */
import { moneyNumber, times, toNumber, type Units } from './arithmetic.ts'
import type { ProductToSave } from './catalog.ts'
import { BRANDS, type ModelCommand, productsOf, ROOT_CATEGORIES, type Scene } from './command.ts'
import { productPoints } from './earning.ts'
import { essenceOfModelTiers } from './essence.ts'

/** A product moves to another brand or category, or its category moves below another, or nothing changes. */
export function saveAnyProduct(scene: Scene): ModelCommand {
  const { shop, customer } = scene
  const product = anySentProduct(scene)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'product',
    method: 'PUT',
    path: `/v1/pvt/Product/${product.id}`,
    body: toProductBody(product),
    expected: { code: shop.catalog.save(product) },
  }
}

export function anySentProduct({ random, name }: Scene): ProductToSave {
  const root = random.one(ROOT_CATEGORIES)
  return {
    id: random.one(productsOf(name)),
    categories: random.one([[], [root], [`${name}-category`, root], [`${name}-category`]]),
    brand: random.chance(70) ? random.one(BRANDS) : null,
    title: random.one(['Coffee', 'Coffee, strong']),
  }
}

export function toProductBody({ id, title, brand, categories }: ProductToSave): object {
  return {
    OriginalId: id,
    Title: title,
    IsActive: true,
    ProductBrand: brand === null ? null : { OriginalId: brand, Name: brand },
    ProductCategory: toCategory(categories),
  }
}

function toCategory([first, ...above]: readonly string[]): object | null {
  if (first === undefined) return null
  return { OriginalId: first, Name: first, Description: null, ParentCategory: toCategory(above) }
}

export function askProductPoints({ random, shop, customer, name }: Scene, now: number): ModelCommand {
  const asked = Array.from({ length: random.between(1, 3) }, () => ({
    product: random.one(productsOf(name)),
    price: BigInt(random.between(0, 40_000)) * 100n,
  }))
  const { isCashbackOn, pointValue } = shop.program
  const cashback = (points: Units): Units => (isCashbackOn ? times(points, pointValue) : 0n)
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'product points',
    method: 'POST',
    path: '/v1/pvt/Product/points',
    body: asked.map(({ product, price }) => ({
      Id: product,
      Price: toNumber(price),
      PriceCurrency: 'BRL',
      Name: product,
    })),
    expected: {
      products: asked.map(({ product, price }) => {
        const points = productPoints(
          shop.program,
          {
            product,
            price,
            sentPrice: price,
            returned: 0n,
            isMarked: false,
            quantity: 1,
            ...shop.catalog.placeOf(product),
          },
          now,
          shop.settings.timeZone,
        )
        return { Id: product, Points: toNumber(points), Cashback: moneyNumber(cashback(points)) }
      }),
    },
  }
}

export function askTiers({ shop, customer }: Scene, now: number): ModelCommand {
  return {
    shop: customer.shop,
    customer: customer.id,
    action: 'tiers',
    method: 'POST',
    path: '/v1/pvt/Tiers/available',
    body: { CustomerId: customer.id },
    expected: essenceOfModelTiers(shop, shop.customers.get(customer.id), now),
  }
}
