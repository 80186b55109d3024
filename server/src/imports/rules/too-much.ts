import type { Account, Amount } from '../../accounts/account.ts'
import { add, NOTHING, subtract } from '../../accounts/account.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import type { AccountLine } from '../account-line.ts'
import type { LineRefusal } from '../line.ts'

/** A balance has fourteen digits before the point: far below that nothing else can overflow. */
const BALANCE_BELOW = decimalFromText('10000000000000')
const ORDERS_BELOW = 1_000_000_000

/** Why what a customer would have with a line could not be stored; null: it can. Each line alone is small enough. */
export function whyTooMuch(
  account: Pick<Account, 'balance'>,
  ordersBefore: number,
  { lots, debt, progress }: AccountLine,
): LineRefusal | null {
  const brought = lots.reduce((sum, { amount }) => add(sum, amount), NOTHING)
  const after = subtract(add(account.balance, brought), debt ?? NOTHING)
  if (isTooLarge(after)) return refused('points')
  return ordersBefore + (progress?.orders ?? 0) < ORDERS_BELOW ? null : refused('orderCount')
}

function isTooLarge({ points, cashback }: Amount): boolean {
  const isOver = (value: Decimal): boolean => value >= BALANCE_BELOW || value <= -BALANCE_BELOW
  return isOver(points) || isOver(cashback)
}

function refused(member: string): LineRefusal {
  return { kind: 'refusal', reason: 'not-storable', member, facts: {} }
}
