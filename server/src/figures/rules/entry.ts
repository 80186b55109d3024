import type { Amount, PointType } from '../../accounts/account.ts'
import type { RecordId } from '../../contract/ids.ts'
import type { StoredExplanation } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'

/** What figures need of a lot. Its end is that of the moment that an entry tells of: orders' dates change. */
export interface LotFacts {
  readonly id: RecordId
  /** Of the record that it came with. */
  readonly type: PointType
  readonly recordedAt: Instant
  readonly expiresAt: Instant | null
}

/** What was used of a lot, came back to it, or paid a debt: never below zero. */
export interface LotUse {
  readonly lot: LotFacts
  readonly amount: Amount
}

export interface RecordFacts {
  readonly id: RecordId
  readonly type: PointType
  readonly amount: Amount
  readonly explanation: StoredExplanation | null
  /** Of an order that is computed again: what its record before this one said. */
  readonly before: StoredExplanation | null
  /** Of a refund that says no reward itself; null: none is known. */
  readonly rewardId: number | null
}

interface Entry {
  readonly at: Instant
  readonly record: RecordFacts
}

/** Points entered a balance: with their record, or when what was pending became available. */
export interface Arrived extends Entry {
  readonly kind: 'credit' | 'opening'
  readonly lot: LotFacts
  readonly change: Amount
  /** What of it paid a debt at once. */
  readonly repaid: Amount
}

/** A lot that is not available yet; or what was taken of one before it was. */
export interface PendingCredit extends Entry {
  readonly kind: 'pendingCredit'
  readonly lot: LotFacts
}
export interface PendingDebit extends Entry {
  readonly kind: 'pendingDebit'
  readonly uses: readonly LotUse[]
}

export interface Taken extends Entry {
  readonly kind: 'debit'
  readonly change: Amount
  readonly uses: readonly LotUse[]
}

export interface Refunded extends Entry {
  readonly kind: 'refund'
  readonly change: Amount
  readonly uses: readonly LotUse[]
  readonly repaid: readonly LotUse[]
}

/** A lot of which nothing was used got another end. */
export interface Moved extends Entry {
  readonly kind: 'move' | 'pendingMove'
  readonly from: LotFacts
  readonly to: LotFacts
}

/** One half of two accounts that became one: all left the one, or came to the other, and paid what that owed. */
export interface Merged extends Entry {
  readonly kind: 'merge'
  readonly change: Amount
  readonly repaid: readonly LotUse[]
}

/** What lots paid of debts, told apart from what made them arrive: as it is stored. */
export interface Repaid extends Entry {
  readonly kind: 'repayment'
  readonly repaid: readonly LotUse[]
}

/**
 * One change of the ledger, with facts that never change: so it makes no difference when it is counted, in which order,
 * and in what portions.
 */
export type LedgerEntry = Arrived | PendingCredit | PendingDebit | Taken | Refunded | Moved | Merged | Repaid
