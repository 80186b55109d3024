import { type Amount, add, isNothing, NOTHING, subtract } from '../../accounts/account.ts'
import type { LocalDate } from '../../platform/zone.ts'
import { NEVER_ENDS, STOCK } from './delta.ts'
import type { Month } from './zones.ts'
import { monthOf } from './zones.ts'

/** A sum of the series of stock: all changes up to a day. */
export interface StockSum {
  /** The month of the last day, or `NEVER_ENDS`. */
  readonly month: Month
  readonly stock: number
  readonly amount: Amount
}

/** What was there at the end of a day. */
export interface Stock {
  /** The sum of all balances. */
  readonly open: Amount
  readonly inLots: Amount
  readonly owed: Amount
  readonly pending: Amount
  /** Open lots by the month of their last day, the first month first. */
  readonly months: readonly { readonly month: Month; readonly amount: Amount }[]
  readonly never: Amount
}

export function stockOf(sums: readonly StockSum[]): Stock {
  const inLots = sumOf(sums.filter(({ stock }) => stock === STOCK.open))
  const owed = sumOf(sums.filter(({ stock }) => stock === STOCK.owed))
  return {
    open: subtract(inLots, owed),
    inLots,
    owed,
    pending: sumOf(sums.filter(({ stock }) => stock === STOCK.pending)),
    months: sums
      .filter(
        ({ stock, month, amount }) => stock === STOCK.open && month !== NEVER_ENDS && !isNothing(amount),
      )
      .map(({ month, amount }) => ({ month, amount }))
      .sort((a, b) => a.month - b.month),
    never: sumOf(sums.filter(({ stock, month }) => stock === STOCK.open && month === NEVER_ENDS)),
  }
}

/** What ends with a month or before. */
export function endingBy(stock: Stock, day: LocalDate): Amount {
  return sumOf(stock.months.filter(({ month }) => month <= monthOf(day)))
}

function sumOf(sums: readonly { readonly amount: Amount }[]): Amount {
  return sums.reduce((sum, { amount }) => add(sum, amount), NOTHING)
}
