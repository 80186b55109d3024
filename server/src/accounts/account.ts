import type { OrderId, RecordId } from '../contract/ids.ts'
import type { OtherFacts, OtherTopic, PointTopic } from '../events/event.ts'
import { type Decimal, decimalToText, ZERO } from '../platform/decimal.ts'
import type { LocalDate } from '../platform/zone.ts'
import { type Activity, endOfInactivity, type InactivityTerms, NO_ACTIVITY } from './rules/inactivity.ts'
import { ALL_LOADED, type LoadedPart } from './rules/loaded.ts'

/** Why a point record exists. The numbers go over the wire as `PointType`. */
export const POINT_TYPE = {
  purchase: 0,
  signup: 1,
  birthday: 2,
  referral: 3,
  quiz: 4,
  manual: 5,
  redeem: 6,
  redeemReturned: 7,
  expiry: 8,
  orderCancelled: 9,
  import: 10,
  orderAdjusted: 11,
  merge: 12,
  /** Of a card that was full. */
  prize: 13,
} as const
export type PointType = (typeof POINT_TYPE)[keyof typeof POINT_TYPE]

/** Points, and the cashback they were worth when they were recorded. */
export interface Amount {
  readonly points: Decimal
  readonly cashback: Decimal
}
export type Unit = keyof Amount

export const NOTHING: Amount = { points: ZERO, cashback: ZERO }

/** A credit with something left. What is spent or expired is no longer part of the account. */
export interface Lot {
  /** The id of the credit's record. */
  readonly id: RecordId
  readonly original: Amount
  readonly remaining: Amount
  /** Epoch milliseconds, as all times here. */
  readonly availableAt: number
  /** null: never. */
  readonly expiresAt: number | null
  /** A waiting lot is in no balance and no event. */
  readonly isWaiting: boolean
  readonly orderId: OrderId | null
}

/** What a debit took without there being a lot to take it from. */
export interface Debt {
  readonly recordId: RecordId
  readonly remaining: Amount
}

/**
 * One customer's account. In each unit there is either something open or something owed, never both,
 * so a balance below zero and a debt are the same fact, and an account row alone tells whether there is one.
 */
export interface Account extends Activity {
  /** Open lots less debts. */
  readonly balance: Amount
  /** Lots with something left, waiting or open; in no particular order. */
  readonly lots: readonly Lot[]
  /** Which of its lots and debts these are. */
  readonly loaded: LoadedPart
  /** Oldest first. */
  readonly debts: readonly Debt[]
  /** Which lots have paid which debts since the account was loaded, as those lots were before. */
  readonly repaid: readonly RepaidBy[]
  /** The number of the last event; 0 before the first. */
  readonly sequence: number
  /** The number of the last event that tells of no change of a balance; 0 before the first. */
  readonly otherSequence: number
  /** When its points end if nothing happens; null: never, or the merchant is not known. */
  readonly inactivity: InactivityTerms | null
  /**
   * The deadline of what is reserved for a basket, which is then released; null: nothing is, or it is not known,
   * because no lots are loaded. `nextDueAt` knows it in any case.
   */
  readonly reservedUntil: number | null
  /** When the next reward that a rule gives is to be given; null: none is due. */
  readonly awardsDueAt: number | null
  /** Whether something was ever given for reaching a tier: an order that is taken back may take it along. */
  readonly hasTierPrizes: boolean
  /** Whether one became due since the account was loaded: what was loaded of awards does not know of it. */
  readonly hasNewAwards: boolean
  /** Nothing is due before this moment. It may be too early while not all lots are loaded, never too late. */
  readonly nextDueAt: number | null
}

export const NEW_ACCOUNT: Account = {
  balance: NOTHING,
  lots: [],
  loaded: ALL_LOADED,
  debts: [],
  repaid: [],
  ...NO_ACTIVITY,
  sequence: 0,
  otherSequence: 0,
  inactivity: null,
  reservedUntil: null,
  awardsDueAt: null,
  hasTierPrizes: false,
  hasNewAwards: false,
  nextDueAt: null,
}

/** What a debit used of one lot; negative where a return puts it back. */
export interface Origin {
  readonly lotId: RecordId
  readonly used: Amount
}

/**
 * An origin that a lot adds to an older debit, whose debt it pays. A debit may get several origins from one
 * lot this way: it used the lot, the lot was given back, and then paid what the debit still owed.
 */
export interface Repayment extends Origin {
  readonly debitId: RecordId
}

export interface RepaidBy extends Repayment {
  readonly lot: Lot
}

/** Every change of the balance is one event, so the changes of all events add up to the balance. */
export interface PointEvent {
  readonly topic: PointTopic
  readonly sequence: number
  /** The record's amount, except for a lot of which something was taken back while it waited. */
  readonly change: Amount
  /** After the change. */
  readonly balance: Amount
}

/** How an entry is told: one that came with an import is in the log, and not sent. */
interface Told {
  readonly isSilent?: true
}

interface RecordEntry extends Told {
  readonly id: RecordId
  readonly type: PointType
  readonly amount: Amount
  readonly at: number
}

/** A new record that is a lot of its own. `event` is null while it waits. */
export interface CreditEntry extends RecordEntry {
  readonly kind: 'credit'
  readonly orderId: OrderId | null
  readonly availableAt: number
  readonly expiresAt: number | null
  /** When the points were earned, where that was elsewhere: they count for that month. */
  readonly earnedAt?: number
  readonly repayments: readonly Repayment[]
  readonly event: PointEvent | null
}

/** No new record: the waiting lot `id` has become available. */
export interface OpeningEntry extends Told {
  readonly kind: 'opening'
  readonly id: RecordId
  readonly at: number
  readonly repayments: readonly Repayment[]
  readonly event: PointEvent
}

/** No new record: the lot `id` has other dates now. An event only where it was open. */
export interface MoveEntry extends Told {
  readonly kind: 'move'
  readonly id: RecordId
  readonly at: number
  /** As it was before. */
  readonly lot: Lot
  readonly availableAt: number
  readonly expiresAt: number | null
  readonly event: PointEvent | null
}

/** A new record that takes: its amount is negative, and is what its origins used plus what is owed. */
export interface DebitEntry extends RecordEntry {
  readonly kind: 'debit'
  /** An expiry has its lot's order, so that all records of an order add up to what it still stands for. */
  readonly orderId: OrderId | null
  readonly origins: readonly Origin[]
  /** What of the amount was left owing when the record was made. */
  readonly debt: Amount
  /** null: it took from waiting lots, and the balance is the same. */
  readonly event: PointEvent | null
  /** Of points that ended because nothing happened: since this day. */
  readonly inactiveSince?: LocalDate
}

/** A new record that is no lot of its own: it reopens the lots that a redemption had used. */
export interface ReturnEntry extends RecordEntry {
  readonly kind: 'return'
  /** Their `used` is negative. */
  readonly origins: readonly Origin[]
  readonly repayments: readonly Repayment[]
  readonly event: PointEvent
}

/** A new record of nothing: all that another account had has come to this one, and the event tells how much that is. */
export interface MergeEntry extends RecordEntry {
  readonly kind: 'merge'
  /** What either of the two owed is paid by what the other one has. */
  readonly repayments: readonly Repayment[]
  /** null: nothing of what came is in a balance. */
  readonly event: PointEvent | null
}

export type Entry = CreditEntry | OpeningEntry | MoveEntry | DebitEntry | ReturnEntry | MergeEntry

/** No new record and no change of the balance: what is kept with the record `id` is different now. */
export interface UpdateEntry extends Told {
  readonly kind: 'update'
  readonly id: RecordId
  readonly at: number
  readonly event: PointEvent
}

/** All that was in the balance is another account's now, which has the record `id` for it. */
export interface LeavingEntry extends Told {
  readonly kind: 'leaving'
  readonly id: RecordId
  readonly at: number
  readonly event: PointEvent
}

/** No record and no change of the balance: receivers are told of something else. */
export interface NoticeEntry extends Told {
  readonly kind: 'notice'
  /** There is no record. */
  readonly id: 0
  readonly at: number
  readonly event: {
    readonly topic: OtherTopic
    /** Below zero: these events have a numbering of their own. */
    readonly sequence: number
    readonly change: Amount
    readonly balance: Amount
    readonly facts: OtherFacts
  }
}

/** All that a command may post. */
export type Posted = Entry | UpdateEntry | NoticeEntry

/** The account after a command, and what is to be written, oldest first. */
export interface Step {
  readonly account: Account
  readonly entries: readonly Entry[]
}

/** Why an account can't pay. */
export interface Shortfall {
  readonly shortfall: 'inDebt' | 'balanceTooSmall'
}

export function isShortfall(paid: Step | Shortfall): paid is Shortfall {
  return 'shortfall' in paid
}

export interface RecordIds {
  next(): number
}

export function add(a: Amount, b: Amount): Amount {
  return { points: a.points + b.points, cashback: a.cashback + b.cashback }
}

export function subtract(a: Amount, b: Amount): Amount {
  return { points: a.points - b.points, cashback: a.cashback - b.cashback }
}

export function negate(amount: Amount): Amount {
  return subtract(NOTHING, amount)
}

export function isNothing(amount: Amount): boolean {
  return amount.points === ZERO && amount.cashback === ZERO
}

export function isBelowZero(amount: Amount): boolean {
  return amount.points < ZERO || amount.cashback < ZERO
}

/** For people who look at accounts: points, then cashback. */
export function amountToText({ points, cashback }: Amount): string {
  return `${decimalToText(points)} / ${decimalToText(cashback)}`
}

/** What the records of an order come to. */
export interface OrderRecords {
  readonly sum: Amount
  /** What of its points has expired, which the sum is less by. */
  readonly expiredPoints: Decimal
}

export const NO_RECORDS: OrderRecords = { sum: NOTHING, expiredPoints: ZERO }

export function addRecords(a: OrderRecords, b: OrderRecords): OrderRecords {
  return { sum: add(a.sum, b.sum), expiredPoints: a.expiredPoints + b.expiredPoints }
}

/** What these entries have recorded for an order. */
export function recordsOfOrder(entries: readonly Posted[], orderId: OrderId): OrderRecords {
  return entries.reduce<OrderRecords>((records, entry) => {
    if (!('orderId' in entry) || entry.orderId !== orderId) return records
    const expiredPoints = entry.type === POINT_TYPE.expiry ? -entry.amount.points : ZERO
    return addRecords(records, { sum: entry.amount, expiredPoints })
  }, NO_RECORDS)
}

/** What of a lot has ended by these entries. */
export function endedOfLot(entries: readonly Posted[], lotId: RecordId): Amount {
  return entries
    .filter((entry) => entry.kind === 'debit' && entry.type === POINT_TYPE.expiry)
    .flatMap((entry) => ('origins' in entry ? entry.origins : []))
    .reduce((sum, origin) => (origin.lotId === lotId ? add(sum, origin.used) : sum), NOTHING)
}

/** Owing points, cashback or both. */
export function isInDebt(account: Account): boolean {
  return isBelowZero(account.balance)
}

/** Whether what is reserved has to be released before anything else happens. */
export function isDeadlineOver({ reservedUntil }: Account, now: number): boolean {
  return reservedUntil !== null && reservedUntil <= now
}

/** Whether a reward that a rule gives is to be given by now. The ledger does not depend on it. */
export function areAwardsDue({ awardsDueAt }: Account, now: number): boolean {
  return awardsDueAt !== null && awardsDueAt <= now
}

/** Whether anything has to be done before an answer can tell how things stand. */
export function isToSettle(account: Account, now: number): boolean {
  return mayBeDue(account, now) || areAwardsDue(account, now)
}

/** Whether `settle` has something to do, as far as the account row tells. */
export function mayBeDue(account: Account, now: number): boolean {
  if (account.nextDueAt !== null && account.nextDueAt <= now) return true
  if (account.inactivity === null) return false
  const endsAt = inactivityEnd(account)
  return endsAt !== null && endsAt <= now
}

/** The moment at which all of its points end unless something happens; null: there is none. */
export function inactivityEnd(account: Account): number | null {
  const { inactivity } = account
  return inactivity === null ? null : endOfInactivity(inactivity, account, hasPoints(account))
}

/** Whether something is open. What waits is not: when it opens, something happens. */
export function hasPoints({ balance }: Account): boolean {
  return balance.points > ZERO || balance.cashback > ZERO
}
