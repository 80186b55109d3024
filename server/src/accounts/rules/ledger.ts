/**
 * What can happen to an account. Every function takes a settled account and returns a new one with what is to
 * be written. A shortfall is a value; what is thrown is a mistake of the caller.
 */

import type { OrderId } from '../../contract/ids.ts'
import { TOPIC } from '../../events/event.ts'
import { type Decimal, proportion, ZERO } from '../../platform/decimal.ts'
import {
  type Account,
  type Amount,
  type DebitEntry,
  type Entry,
  isBelowZero,
  isNothing,
  type Lot,
  mayBeDue,
  NOTHING,
  negate,
  type Origin,
  POINT_TYPE,
  type PointType,
  type RecordIds,
  type Repayment,
  type Shortfall,
  type Step,
  subtract,
  type Unit,
} from '../account.ts'
import {
  assertLotsLoaded,
  lotsOfOrder,
  openLots,
  recordDebit,
  sumUsed,
  useExactly,
  useInProportion,
  withEvent,
  withLots,
  withOrigins,
} from './lots.ts'
import { repay } from './repay.ts'
import { expireOverdue } from './settle.ts'

export interface Credit {
  readonly type: PointType
  readonly amount: Amount
  readonly availableAt: number
  readonly expiresAt: number | null
  readonly orderId: OrderId | null
  /** When they were earned, where that was elsewhere. */
  readonly earnedAt?: number
}

/** Adds a lot: waiting until it is available, or open at once. */
export function credit(account: Account, input: Credit, now: number, ids: RecordIds): Step {
  assertSettled(account, now)
  assertPositive(input.amount)
  const { type, amount, availableAt, expiresAt, orderId, earnedAt } = input
  const id = ids.next()
  const isWaiting = availableAt > now
  const lot = { id, original: amount, remaining: amount, availableAt, expiresAt, isWaiting, orderId }
  const added = withLots(account, [lot])
  const dates = { availableAt, expiresAt, ...(earnedAt !== undefined && { earnedAt }) }
  const entry = { kind: 'credit', id, type, amount, at: now, orderId, ...dates } as const
  if (isWaiting) return { account: added, entries: [{ ...entry, repayments: [], event: null }] }
  const { account: opened, event } = withEvent(added, TOPIC.add, amount)
  return afterOpening(opened, (repayments) => ({ ...entry, repayments, event }), now, ids)
}

export interface GiveBack {
  /** Of the redemption that is undone. */
  readonly origins: readonly Origin[]
  /**
   * The lots of these origins. What is left of them is not asked: the account knows, and a lot that it does
   * not have is spent, whatever was stored when the batch began.
   */
  readonly lots: readonly Omit<Lot, 'remaining' | 'isWaiting'>[]
}

/** Undoes a redemption: the lots it used are open again, each with its own expiry. */
export function giveBack(account: Account, input: GiveBack, now: number, ids: RecordIds): Step {
  assertSettled(account, now)
  assertLotsLoaded(account, input.lots)
  const origins = input.origins.map(({ lotId, used }) => ({ lotId, used: negate(used) }))
  const amount = sumUsed(input.origins)
  assertPositive(amount)
  const spentLots = input.lots.map((lot) => ({ ...lot, remaining: NOTHING, isWaiting: false }))
  const entry = { kind: 'return', id: ids.next(), type: POINT_TYPE.redeemReturned, amount, at: now } as const
  const { account: opened, event } = withEvent(withOrigins(account, origins, spentLots), TOPIC.add, amount)
  return afterOpening(opened, (repayments) => ({ ...entry, origins, repayments, event }), now, ids)
}

/** Expired points pay no debt: first what has opened too late expires, then the rest repays. */
function afterOpening(
  opened: Account,
  entryWith: (repayments: readonly Repayment[]) => Entry,
  now: number,
  ids: RecordIds,
): Step {
  const expired = expireOverdue(opened, now, ids)
  const { account, repayments } = repay(expired.account, now)
  return { account, entries: [entryWith(repayments), ...expired.entries] }
}

export interface Purpose {
  readonly type: PointType
  readonly orderId: OrderId | null
}

export interface Debit extends Purpose {
  readonly unit: Unit
  readonly quantity: Decimal
}

/** Spends points or cashback, with what goes with them of the other. */
export function debit(account: Account, input: Debit, now: number, ids: RecordIds): Step | Shortfall {
  const { unit, quantity, type, orderId } = input
  assertSettled(account, now)
  if (quantity <= ZERO) throw new Error('a debit takes something')
  const balance = account.balance[unit]
  if (balance < ZERO) return { shortfall: 'inDebt' }
  if (balance < quantity) return { shortfall: 'balanceTooSmall' }
  const origins = useInProportion(openLots(account), unit, quantity)
  const taken = recordDebit(account, { type, orderId, origins, debt: NOTHING, at: now }, ids)
  return { account: taken.account, entries: [taken.entry] }
}

export type TakeBack = OwnLots & {
  readonly type:
    | typeof POINT_TYPE.orderCancelled
    | typeof POINT_TYPE.orderAdjusted
    | typeof POINT_TYPE.prize
    | typeof POINT_TYPE.import
  /** At most what all records of the order, or of the lot, add up to, less what was written off. */
  readonly amount: Amount
  /** What nothing is left to cover: owed, or let go. */
  readonly policy: 'debt' | 'clamp'
}

/** Whose lots give first: those of an order, one that is of no order, or none in particular. */
type OwnLots =
  | { readonly orderId: OrderId }
  | { readonly orderId: null; readonly lot: Pick<Lot, 'id' | 'expiresAt'> | null }

export interface TakenBack extends Step {
  /** What was let go, for good: the next take-back from the order must not ask for it again. */
  readonly writtenOff: Amount
}

/**
 * Takes back what an order had earned, or what a lot was given for: from the own lots, then from the customer's other
 * lots, then as a debt.
 */
export function takeBack(account: Account, input: TakeBack, now: number, ids: RecordIds): TakenBack {
  assertSettled(account, now)
  if (isBelowZero(input.amount)) throw new Error('nothing can be taken back below zero')
  const closed = takeBackWaiting(account, input, now, ids)
  const wanted = subtract(input.amount, sumUsed(closed.entry?.origins ?? []))
  const { origins, missing } = coverTakeBack(closed.account, input, wanted)
  const entries: Entry[] = closed.entry ? [closed.entry] : []
  const [debt, writtenOff] = input.policy === 'debt' ? [missing, NOTHING] : [NOTHING, missing]
  if (origins.length === 0 && isNothing(debt)) return { account: closed.account, entries, writtenOff }
  const { type, orderId } = input
  const taken = recordDebit(closed.account, { type, orderId, origins, debt, at: now }, ids)
  return { account: taken.account, entries: [...entries, taken.entry], writtenOff }
}

/** Its own record, because it has no event: what waits was never in a balance. */
function takeBackWaiting(
  account: Account,
  input: TakeBack,
  now: number,
  ids: RecordIds,
): { account: Account; entry: DebitEntry | null } {
  const { type, orderId, amount } = input
  const waiting = ownLots(account, input).filter((lot) => lot.isWaiting)
  const origins = useExactly(waiting, amount)
  if (origins.length === 0) return { account, entry: null }
  const taken = { id: ids.next(), type, amount: negate(sumUsed(origins)), at: now, orderId, origins }
  return {
    account: withOrigins(account, origins),
    entry: { kind: 'debit', ...taken, debt: NOTHING, event: null },
  }
}

/** Which open lots give back how much, and what is missing then. */
function coverTakeBack(
  account: Account,
  of: OwnLots,
  wanted: Amount,
): { origins: Origin[]; missing: Amount } {
  const lots = ownLots(account, of).filter((lot) => !lot.isWaiting)
  // The own lots give exactly what was recorded, in both measures.
  const own = useExactly(lots, wanted)
  const ownIds = new Set(lots.map(({ id }) => id))
  const spent = subtract(wanted, sumUsed(own))
  // Other lots stand in for the points, with the cashback that those are worth.
  const others = useInProportion(
    openLots(account).filter(({ id }) => !ownIds.has(id)),
    'points',
    spent.points,
  )
  const uncovered = spent.points - sumUsed(others).points
  const owed = {
    points: uncovered,
    cashback: spent.points === ZERO ? spent.cashback : proportion(spent.cashback, uncovered, spent.points),
  }
  // No account owes in a unit in which something is open: what is left there pays at once.
  const left = openLots(withOrigins(account, [...own, ...others]))
  const paidAtOnce = useExactly(left, owed)
  return { origins: [...own, ...others, ...paidAtOnce], missing: subtract(owed, sumUsed(paidAtOnce)) }
}

function ownLots(account: Account, of: OwnLots): Lot[] {
  if (of.orderId !== null) return lotsOfOrder(account, of.orderId)
  const { lot } = of
  if (lot === null) return []
  assertLotsLoaded(account, [lot])
  return account.lots.filter(({ id }) => id === lot.id)
}

export interface SpendAgain {
  /** What it cost the first time. */
  readonly amount: Amount
  readonly unit: Unit
  readonly policy: 'debt' | 'clamp'
}

export interface SpentAgain extends Step {
  readonly entry: DebitEntry | null
  /** The lots that were used, as they were before. */
  readonly lots: readonly Lot[]
}

/** A redemption that stands again. What no lot has is owed or let go, each unit for itself. */
export function spendAgain(
  account: Account,
  { amount, unit, policy }: SpendAgain,
  now: number,
  ids: RecordIds,
): SpentAgain {
  assertSettled(account, now)
  const first = useInProportion(openLots(account), unit, minimumOf(amount[unit], account.balance[unit]))
  const wanted = subtract(amount, sumUsed(first))
  const uncovered = wanted[unit]
  const other = unit === 'points' ? 'cashback' : 'points'
  // What goes with the part that no lot has: as much of the other unit as it was of the whole.
  const goesWithIt = amount[unit] === ZERO ? ZERO : proportion(amount[other], uncovered, amount[unit])
  const owed =
    unit === 'points'
      ? { points: uncovered, cashback: goesWithIt }
      : { points: goesWithIt, cashback: uncovered }
  const paidAtOnce = useExactly(openLots(withOrigins(account, first)), owed)
  const missing = subtract(owed, sumUsed(paidAtOnce))
  const origins = [...first, ...paidAtOnce]
  const debt = policy === 'debt' ? missing : NOTHING
  if (origins.length === 0 && isNothing(debt)) return { account, entries: [], entry: null, lots: [] }
  const purpose = { type: POINT_TYPE.redeem, orderId: null }
  const taken = recordDebit(account, { ...purpose, origins, debt, at: now }, ids)
  const used = new Set(origins.map(({ lotId }) => lotId))
  const lots = account.lots.filter(({ id }) => used.has(id))
  return { account: taken.account, entries: [taken.entry], entry: taken.entry, lots }
}

function minimumOf(wanted: Decimal, there: Decimal): Decimal {
  if (there <= ZERO) return ZERO
  return wanted < there ? wanted : there
}

function assertSettled(account: Account, now: number): void {
  if (mayBeDue(account, now)) throw new Error('the account is not settled')
}

function assertPositive(amount: Amount): void {
  if (isBelowZero(amount) || isNothing(amount)) throw new Error('a credit adds something')
}
