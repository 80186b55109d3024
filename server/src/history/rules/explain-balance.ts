import { type Amount, add, isNothing, NOTHING, negate, type PointType } from '../../accounts/account.ts'
import { kindOf, type MomentKind } from './kinds.ts'

/** What all records of one kind come to. */
export interface RecordSum {
  readonly type: PointType
  readonly isByHand: boolean
  readonly amount: Amount
  readonly count: number
}

/** Lots with something left, and what is left of all of them. */
export interface LotSum {
  readonly amount: Amount
  readonly count: number
}

export interface BalancePart {
  readonly kind: MomentKind | 'waiting'
  /** What it adds to the balance; below zero: what it takes. */
  readonly amount: Amount
  readonly records: number
}

/** In the order in which they are told. */
const KINDS: readonly MomentKind[] = [
  'imported',
  'earned',
  'orderChanged',
  'cancelled',
  'adjusted',
  'redeemed',
  'returned',
  'expired',
]

/**
 * Where a balance comes from. Every record counts once, and what waits is recorded without being in the balance: so the
 * records less what waits are the balance, whatever happened, and debts need no part of their own: the records that
 * took what was not there are the debts.
 */
export function partsOfBalance(sums: readonly RecordSum[], waiting: LotSum): BalancePart[] {
  const ofRecords = KINDS.map((kind) => {
    const own = sums.filter(({ type, isByHand }) => kindOf(type, isByHand) === kind)
    return {
      kind,
      amount: own.reduce((sum, { amount }) => add(sum, amount), NOTHING),
      records: own.reduce((sum, { count }) => sum + count, 0),
    }
  })
  const parts: BalancePart[] = [
    ...ofRecords.filter(({ records }) => records > 0),
    { kind: 'waiting', amount: negate(waiting.amount), records: waiting.count },
  ]
  return parts.filter(({ kind, amount }) => kind !== 'waiting' || !isNothing(amount))
}
