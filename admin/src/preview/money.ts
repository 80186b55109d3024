import type { PreviewShop } from './message.ts'

/** Decimal text, as the elements write it. */
export function money({ language, currency }: PreviewShop, amount: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  // The types know numbers alone.
  return format.format(amount as unknown as number).replace(/(\p{Sc})(\d)/u, '$1\u00a0$2')
}

/** In hundredths of the currency. */
const WORTH_OF_POINT = 5

export function worthOf({ cashback }: PreviewShop, points: number): string | null {
  if (!cashback) return null
  return String(points * WORTH_OF_POINT)
    .padStart(3, '0')
    .replace(/(..)$/, '.$1')
}
