import type { Amount } from '../../accounts/account.ts'
import { type Decimal, ONE, ZERO } from '../../platform/decimal.ts'
import type { AddedByLine } from '../kinds/kind.ts'

/**
 * What a line counts for against `approvals.importAbove`: its points, or as many as its cashback is worth, where that is
 * more. A file of cashback alone is money too.
 */
export function weightOf({ lots, debt }: Pick<AddedByLine, 'lots' | 'debt'>, pointValue: Decimal): Decimal {
  const amounts = [...lots.map(({ amount }) => amount), ...(debt ? [debt] : [])]
  return amounts.reduce((sum, amount) => sum + heavier(amount, pointValue), ZERO)
}

function heavier(amount: Amount, pointValue: Decimal): Decimal {
  const [points, cashback] = [amount.points, amount.cashback].map((one) => (one < ZERO ? -one : one)) as [
    Decimal,
    Decimal,
  ]
  // Without a value of points, a unit of money is at least a point.
  const inPoints = pointValue > ZERO ? (cashback * ONE) / pointValue : cashback
  return inPoints > points ? inPoints : points
}
