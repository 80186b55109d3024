import type { Account, Amount, Debt, Lot, PointType, Unit } from '../accounts/account.ts'
import type { OrderId, RecordId } from '../contract/ids.ts'
import type { Line, StoredExplanation } from '../earning/explanation.ts'
import type { Program } from '../earning/program.ts'
import type { NothingBecause, OrderState } from '../orders/order.ts'
import type { Instant } from '../platform/clock.ts'
import type { Decimal } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'

/** A record of the ledger with what other rows say of it. */
export interface HistoryRecord {
  readonly id: number
  readonly type: PointType
  readonly amount: Amount
  readonly at: Instant
  readonly orderId: OrderId | null
  /** The order's id in the merchant's store. */
  readonly order: string | null
  readonly isOrderCancelled: boolean
  /** null: it is no credit. */
  readonly lot: HistoryLot | null
  /** What a debit still owes; null: it never owed anything. */
  readonly debt: Amount | null
  /** What a debit took of lots that waited, and so of no balance. */
  readonly takenOfWaiting: Amount
  /** The first few lots that it used. */
  readonly used: readonly UsedLot[]
  readonly usedCount: number
  readonly explanation: StoredExplanation | null
  readonly source: Source | null
}

export interface HistoryLot {
  readonly remaining: Amount
  readonly availableAt: Instant
  readonly expiresAt: Instant | null
  readonly isWaiting: boolean
  /** What was taken back of it before it opened, and so never came into a balance. */
  readonly takenWhileWaiting: Amount
}

/** A lot that a record used; `used` is below zero where it was given back. */
export interface UsedLot {
  readonly lotId: number
  readonly used: Amount
  readonly original: Amount
  readonly at: Instant
  readonly order: string | null
}

/** The row beside a record that says what it is for. */
export type Source =
  | {
      readonly kind: 'redemption'
      readonly key: string
      readonly rewardId: number
      readonly coupon: string
      readonly redeemedAt: Instant
    }
  | { readonly kind: 'change'; readonly unit: Unit; readonly key: string; readonly reason: string }
  | { readonly kind: 'grant'; readonly key: string }

/** When a record was made, or a lot that waited became available: the two reasons for a balance to change. */
export interface Moment {
  readonly recordId: RecordId
  readonly at: Instant
  readonly isOpening: boolean
}

/** A lot that is to open or to expire by now, and was not settled yet. */
export type DueLot = Lot & { readonly at: Instant; readonly order: string | null }

export interface Names {
  of(kind: 'tier' | 'quiz' | 'reward', id: string): string | undefined
}

/** Whose history is told; `hidesWords`: the reader may not see who the customer is. */
export type ToldTenant = Tenant & { readonly hidesWords?: boolean }

/** All that is known of a customer's points, or of the newest part of them. */
export interface HistoryFacts {
  readonly tenant: ToldTenant
  readonly account: Account
  readonly dueLots: readonly DueLot[]
  readonly debts: readonly Debt[]
  readonly records: ReadonlyMap<number, HistoryRecord>
  /** The newest moments, oldest first. */
  readonly moments: readonly Moment[]
  /** How many records there are, shown or not. */
  readonly recordCount: number
  readonly programs: ReadonlyMap<number, Program>
  readonly names: Names
}

/** One moment of a customer's points, explained. */
export interface ExplainedMoment {
  readonly kind: 'record' | 'opening'
  /** null: it is due, and the next command or sweep that settles the account will write it. */
  readonly recordId: RecordId | null
  readonly at: Instant
  readonly type: PointType
  /** Of the record, also where it did not change the balance. */
  readonly amount: Amount
  /** What it did to the balance: nothing while it waits. */
  readonly change: Amount
  /** After this moment. */
  readonly balance: Amount
  readonly sentence: string
  readonly programVersion: number | null
  readonly lines: readonly ExplainedLine[]
  readonly order: string | null
  readonly lot: Omit<HistoryLot, 'takenWhileWaiting'> | null
  readonly owed: Amount | null
  readonly used: readonly UsedLot[]
  readonly usedCount: number
  readonly source: Source | null
}

export interface ExplainedLine {
  readonly kind: Line['kind']
  readonly ruleId: number | null
  readonly rule: string | null
  /** The money it was computed on, or that was redeemed or changed; null where it says nothing. */
  readonly amount: Decimal | null
  /** How many lines of an order it applied to, where that is what counts. */
  readonly count: number | null
  /** The tier, quiz, reward, payment method or branch that it names, or the key of a change. */
  readonly referenceId: string | null
  readonly points: Decimal
  readonly text: string
}

/** Why one record has its points. The points of the lines add up to the record's. */
export interface ExplainedRecord {
  /** null: no rule of a program made it. */
  readonly programVersion: number | null
  readonly sentence: string
  readonly lines: readonly ExplainedLine[]
  /** Why an order earned nothing with the rule for purchases. */
  readonly none: 'noRule' | 'belowMinimum' | 'excluded' | 'capped' | null
}

export interface ExplainedHistory {
  /** The balance before the first moment that is shown; zero if no record is left out. */
  readonly balanceBefore: Amount
  readonly moments: readonly ExplainedMoment[]
  readonly balance: Amount
  /** How many older records are not among the moments. */
  readonly leftOut: number
}

/** What is needed of an order to say why it earned. */
export interface HistoryOrder {
  readonly id: number
  readonly originalId: string
  readonly state: OrderState
  readonly total: Decimal
  /** What was given back of the total. */
  readonly returned: Decimal
  /** What is left of them. */
  readonly linePrices: readonly Decimal[]
  readonly placedAt: Instant
  readonly completedAt: Instant | null
  readonly cancelledAt: Instant | null
  /** The program that it earned by. null: it has not earned. */
  readonly programVersion: number | null
  /** Why a complete order earned nothing. null: it did earn, or is not complete. */
  readonly nothingBecause: NothingBecause | null
  /** What should have been taken back and was let go. The records still hold it, so it is subtracted from their sum. */
  readonly writtenOff: Amount
}

export interface ExplainedOrder {
  readonly order: HistoryOrder
  /** What it earned, or why it earned nothing. */
  readonly sentence: string
  /** Further facts worth knowing. */
  readonly notes: readonly string[]
  /** What is recorded for it, less what was written off. */
  readonly stands: Amount
  /** Its records, oldest first. The `balance` of each is the sum of the order's records up to it. */
  readonly records: readonly ExplainedMoment[]
  readonly leftOut: number
}
