import type { Account, Amount } from '../../accounts/account.ts'
import { add, NOTHING, subtract } from '../../accounts/account.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import type { AccountLine } from '../account-line.ts'
import type { LineRefusal } from '../line.ts'

/**
 * Of one amount and of a balance: what answers can carry, in eleven digits before the point. Columns have fourteen, so
 * that what is earned later still fits.
 */
export const AMOUNT_BELOW = decimalFromText('100000000000')
const ORDERS_BELOW = 1_000_000_000

/** Why a customer can't have what a line brings; null: they can. Each amount alone is small enough. */
export function whyTooMuch(
  account: Pick<Account, 'balance'>,
  ordersBefore: number,
  { lots, debt, progress }: AccountLine,
): LineRefusal | null {
  const brought = lots.reduce((sum, { amount }) => add(sum, amount), NOTHING)
  const after = subtract(add(account.balance, brought), debt ?? NOTHING)
  if (isTooLarge(after)) return refused('balance-too-large', 'points')
  return ordersBefore + (progress?.orders ?? 0) < ORDERS_BELOW ? null : refused('not-storable', 'orderCount')
}

function isTooLarge({ points, cashback }: Amount): boolean {
  const isOver = (value: Decimal): boolean => value >= AMOUNT_BELOW || value <= -AMOUNT_BELOW
  return isOver(points) || isOver(cashback)
}

function refused(reason: LineRefusal['reason'], member: string): LineRefusal {
  return { kind: 'refusal', reason, member, facts: {} }
}
