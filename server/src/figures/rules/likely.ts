import { type Amount, add, NOTHING } from '../../accounts/account.ts'
import { type Decimal, ONE, proportion } from '../../platform/decimal.ts'
import type { Stock } from './stock.ts'

/** What of open points is likely to be redeemed. */
export interface Likely {
  readonly months: readonly Amount[]
  readonly never: Amount
  /** Their sum, so that the parts add up. */
  readonly inLots: Amount
}

/** By the part that is not expected to be, whatever part of these points was redeemed already. */
export function likelyOf({ months, never }: Stock, breakage: Decimal): Likely {
  const of = ({ points, cashback }: Amount): Amount => ({
    points: proportion(points, ONE - breakage, ONE),
    cashback: proportion(cashback, ONE - breakage, ONE),
  })
  const byMonth = months.map(({ amount }) => of(amount))
  return { months: byMonth, never: of(never), inLots: byMonth.reduce(add, add(NOTHING, of(never))) }
}
