/** What a line is about: a product, or any product of a brand or a category. */
export const LINE_KINDS = ['product', 'brand', 'category'] as const
export type LineKind = (typeof LINE_KINDS)[number]

export interface BasketLine {
  readonly key: number
  readonly kind: LineKind
  readonly id: string
  /** Its name, where it was found by it. */
  readonly label: string
  /** Of one piece. */
  readonly price: string
  readonly quantity: string
  /** The shop says of it that it earns nothing, as a sale item for example. */
  readonly isMarked: boolean
}

/** An order that there is: it is previewed as it was placed. */
export interface TakenOrder {
  readonly originalId: string
  readonly lines: readonly {
    readonly label: string
    readonly quantity: number
    readonly price: string | null
  }[]
}

/** A basket as it is typed; empty texts are left out. */
export interface Basket {
  readonly total: string
  readonly lines: readonly BasketLine[]
  /** Part of a total that was typed; it comes on top of the sum of lines. */
  readonly shipping: string
  readonly paymentMethodId: string
  readonly branchId: string
  /** null: now. */
  readonly placedAt: string | null
  /** By the id in the store; empty: a customer who is new to the shop. */
  readonly customerId: string
  readonly tierId: string | null
  readonly taken: TakenOrder | null
}

export const EMPTY_BASKET: Basket = {
  total: '100',
  lines: [],
  shipping: '',
  paymentMethodId: '',
  branchId: '',
  placedAt: null,
  customerId: '',
  tierId: null,
  taken: null,
}

const AMOUNT = /^\d{1,11}(\.\d{1,4})?$/
const SCALE = 10_000n

/** What was paid: by the order that was taken, for lines and shipping, or what was typed; null: it can't be read. */
export function totalOf({ total, lines, shipping, taken }: Basket): string | null {
  if (taken) return AMOUNT.test(total) ? total : null
  if (!isShipping(shipping)) return null
  if (lines.length === 0) return AMOUNT.test(total) ? total : null
  if (!lines.every(isPriced)) return null
  return textOf(lines.reduce((sum, line) => sum + scaledPriceOf(line), scaled(shipping)))
}

function isShipping(shipping: string): boolean {
  return shipping === '' || AMOUNT.test(shipping)
}

function isPriced({ price, quantity }: BasketLine): boolean {
  return AMOUNT.test(price) && /^[1-9]\d{0,2}$/.test(quantity)
}

function scaledPriceOf({ price, quantity }: BasketLine): bigint {
  return scaled(price) * BigInt(quantity)
}

function textOf(sum: bigint): string {
  const fraction = String(sum % SCALE)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return fraction === '' ? String(sum / SCALE) : `${sum / SCALE}.${fraction}`
}

function scaled(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(4, '0'))
}

/** Lines that say too little to be counted. */
export function unfinished({ lines }: Basket): readonly number[] {
  return lines.filter((line) => line.id.trim() === '' || !isPriced(line)).map(({ key }) => key)
}

/** What the server is asked; null: it is not whole yet. */
export function previewOf(basket: Basket) {
  const { taken, lines, shipping, placedAt } = basket
  const tier = basket.tierId === null ? {} : { tierId: Number(basket.tierId) }
  if (taken) return { orderId: taken.originalId, ...tier }
  const total = totalOf(basket)
  if (total === null || unfinished(basket).length > 0) return null
  const customerId = basket.customerId.trim()
  const paymentMethodId = basket.paymentMethodId.trim()
  const branchId = basket.branchId.trim()
  return {
    order: {
      total,
      ...(lines.length > 0 ? { products: lines.map(productOf) } : {}),
      ...(shipping === '' ? {} : { shippingValue: shipping }),
      ...(paymentMethodId === '' ? {} : { paymentMethodId }),
      ...(branchId === '' ? {} : { branchId }),
      ...(placedAt === null ? {} : { placedAt }),
    },
    // The customer says whether it is their first order; who is not named has bought before.
    ...(customerId === '' ? { isFirstPurchase: false } : { customerId }),
    ...tier,
  }
}

function productOf(line: BasketLine) {
  const id = line.id.trim()
  const shared = {
    price: textOf(scaledPriceOf(line)),
    quantity: Number(line.quantity),
    ...(line.isMarked ? { isMarked: true } : {}),
  }
  if (line.kind === 'product') return { id, ...shared }
  return line.kind === 'brand' ? { brandId: id, ...shared } : { categoryId: id, ...shared }
}
