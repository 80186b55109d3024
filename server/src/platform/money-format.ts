/**
 * How a language writes an amount of a currency. Where it only knows the code, as Spanish does for BRL, the sign that the
 * currency has in its own country is taken, as the panel does.
 */
export function moneyFormat(
  locale: string,
  currency: string,
  options: Pick<Intl.NumberFormatOptions, 'maximumFractionDigits'> = {},
): Intl.NumberFormat {
  const usual = new Intl.NumberFormat(locale, { style: 'currency', currency, ...options })
  if (!usual.format(0).includes(currency)) return usual
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...options,
  })
}

/** How many decimals amounts of a currency have: two of BRL, none of CLP and JPY. Ours have four at most. */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = moneyFormat('en', currency).resolvedOptions()
  return Math.min(4, maximumFractionDigits ?? 2)
}
