import { type Amount, subtract, type Unit } from '../../accounts/account.ts'
import type { Instant } from '../../platform/clock.ts'
import { minimum, notBelowZero, ZERO } from '../../platform/decimal.ts'
import type { LotFacts, LotUse } from './entry.ts'

/**
 * What of an arrival paid a debt. It follows from the event alone: in each unit there is something open or something
 * owed, never both, so a balance below zero before it is the debt. What arrives past its end pays nothing.
 */
export function repaidBy(lot: LotFacts, at: Instant, change: Amount, balance: Amount): Amount {
  if (isOver(lot, at)) return { points: ZERO, cashback: ZERO }
  const before = subtract(balance, change)
  return { points: paid(change, before, 'points'), cashback: paid(change, before, 'cashback') }
}

function paid(change: Amount, before: Amount, unit: Unit): bigint {
  return minimum(notBelowZero(change[unit]), notBelowZero(-before[unit]))
}

/** The same of lots that came back together: what ends first pays first. */
export function repaidByMany(
  uses: readonly LotUse[],
  at: Instant,
  change: Amount,
  balance: Amount,
): LotUse[] {
  const before = subtract(balance, change)
  const owed = { points: notBelowZero(-before.points), cashback: notBelowZero(-before.cashback) }
  const repaid: LotUse[] = []
  for (const { lot, amount } of uses.toSorted(inSpendingOrder)) {
    if (isOver(lot, at)) continue
    const points = minimum(amount.points, owed.points)
    const cashback = minimum(amount.cashback, owed.cashback)
    if (points === ZERO && cashback === ZERO) continue
    repaid.push({ lot, amount: { points, cashback } })
    owed.points -= points
    owed.cashback -= cashback
  }
  return repaid
}

export function isOver({ expiresAt }: LotFacts, at: Instant): boolean {
  return expiresAt !== null && expiresAt <= at
}

function inSpendingOrder({ lot: a }: LotUse, { lot: b }: LotUse): number {
  return compareEnds(a.expiresAt, b.expiresAt) || a.id - b.id
}

function compareEnds(a: Instant | null, b: Instant | null): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null ? -1 : a - b
}
