import type { About } from './answers.ts'

/** `R$ 62.00`: the sign that the country itself uses, and a space after it that does not break. */
export function money({ language, currency }: About, amount: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  // The types know numbers alone, which hold less.
  return format.format(amount as unknown as number).replace(/(\p{Sc})(\d)/u, '$1\u00a0$2')
}
