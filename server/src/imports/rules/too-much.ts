import type { Account, Amount } from '../../accounts/account.ts'
import { add, NOTHING, subtract } from '../../accounts/account.ts'
import { type Decimal, decimalFromText } from '../../platform/decimal.ts'
import type { AccountLine } from '../account-line.ts'
import type { AddedByLine } from '../kinds/kind.ts'
import type { LineRefusal } from '../line.ts'

/**
 * Of one amount and of a balance: what answers can carry, in eleven digits before the point. Columns have fourteen, so
 * that what is earned later still fits.
 */
export const AMOUNT_BELOW = decimalFromText('100000000000')
const ORDERS_BELOW = 1_000_000_000

export const BALANCE_TOO_LARGE: LineRefusal = refused('balance-too-large', 'points')

/** Why a customer can't have what a line brings; null: they can. Each amount alone is small enough. */
export function whyTooMuch(
  account: Pick<Account, 'balance'>,
  ordersBefore: number,
  { lots, debt, progress }: AccountLine,
): LineRefusal | null {
  if (isTooLarge(add(account.balance, broughtBy({ lots, debt })))) return BALANCE_TOO_LARGE
  return ordersBefore + (progress?.orders ?? 0) < ORDERS_BELOW ? null : refused('not-storable', 'orderCount')
}

/** Below zero where more is owed than comes. */
export function broughtBy({ lots, debt }: Pick<AddedByLine, 'lots' | 'debt'>): Amount {
  const sum = lots.reduce((before, { amount }) => add(before, amount), NOTHING)
  return subtract(sum, debt ?? NOTHING)
}

export function isTooLarge(amount: Amount): boolean {
  return isLargerThan(AMOUNT_BELOW, amount)
}

/** By its points or its cashback, whatever their signs. */
export function isLargerThan(limit: Decimal, { points, cashback }: Amount): boolean {
  return [points, cashback].some((value) => value >= limit || value <= -limit)
}

function refused(reason: LineRefusal['reason'], member: string): LineRefusal {
  return { kind: 'refusal', reason, member, facts: {} }
}
