/** A basket as it is typed; empty texts are left out. */
export interface Basket {
  readonly total: string
  readonly lines: readonly { readonly key: number; readonly id: string; readonly price: string }[]
  readonly paymentMethodId: string
  readonly tierId: string | null
  readonly isFirst: boolean
}

export const EMPTY_BASKET: Basket = {
  total: '100',
  lines: [],
  paymentMethodId: '',
  tierId: null,
  isFirst: false,
}

const AMOUNT = /^\d{1,11}(\.\d{1,4})?$/
const SCALE = 10_000n

/** What was paid: the sum of the lines, or what was typed without any; null: it can't be read. */
export function totalOf({ total, lines }: Basket): string | null {
  const amounts = lines.length > 0 ? lines.map(({ price }) => price) : [total]
  if (!amounts.every((amount) => AMOUNT.test(amount))) return null
  const sum = amounts.reduce((so, amount) => so + scaled(amount), 0n)
  const fraction = String(sum % SCALE)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return fraction === '' ? String(sum / SCALE) : `${sum / SCALE}.${fraction}`
}

function scaled(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * SCALE + BigInt(fraction.padEnd(4, '0'))
}

/** As the server takes it; null: it is not whole yet. */
export function orderOf(basket: Basket): {
  total: string
  products?: { id: string; price: string }[]
  paymentMethodId?: string
} | null {
  const total = totalOf(basket)
  if (total === null || basket.lines.some(({ id }) => id.trim() === '')) return null
  const paymentMethodId = basket.paymentMethodId.trim()
  return {
    total,
    ...(basket.lines.length > 0
      ? { products: basket.lines.map(({ id, price }) => ({ id: id.trim(), price })) }
      : {}),
    ...(paymentMethodId === '' ? {} : { paymentMethodId }),
  }
}
