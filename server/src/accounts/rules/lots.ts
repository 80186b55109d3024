/** The moves that every ledger function is made of. */

import type { OrderId, RecordId } from '../../contract/ids.ts'
import { type PointTopic, TOPIC } from '../../events/event.ts'
import { minimum, proportion, ZERO } from '../../platform/decimal.ts'
import {
  type Account,
  type Amount,
  add,
  type DebitEntry,
  type Debt,
  isBelowZero,
  isNothing,
  type Lot,
  NOTHING,
  type Origin,
  type PointEvent,
  type PointType,
  type RecordIds,
  type Repayment,
  subtract,
  type Unit,
} from '../account.ts'
import { afterActivity } from './inactivity.ts'
import { comparePositions, END, NEVER, NotLoaded, type Position } from './loaded.ts'

/** Soonest expiry first, then oldest. */
export function inSpendingOrder(lots: readonly Lot[]): Lot[] {
  return lots.toSorted((a, b) => comparePositions(spendingPosition(a), spendingPosition(b)))
}

export function spendingPosition({ expiresAt, id }: Pick<Lot, 'expiresAt' | 'id'>): Position {
  return { at: expiresAt ?? NEVER, id }
}

function loadedOpenLots(account: Account): Lot[] {
  return inSpendingOrder(account.lots.filter((lot) => !lot.isWaiting))
}

/** One after the other, for as long as the caller wants more: beyond what is loaded it throws. */
export function* openLots(account: Account): Generator<Lot, void> {
  const { open } = account.loaded
  for (const lot of loadedOpenLots(account)) {
    if (comparePositions(spendingPosition(lot), open) > 0) throw new NotLoaded({ kind: 'open' })
    yield lot
  }
  if (open !== END) throw new NotLoaded({ kind: 'open' })
}

/** All that is left of an order's lots, in spending order. */
export function lotsOfOrder(account: Account, orderId: OrderId): Lot[] {
  const { open, waiting, orderIds } = account.loaded
  if (!orderIds.has(orderId) && (open !== END || waiting !== END)) {
    throw new NotLoaded({ kind: 'order', orderId })
  }
  return inSpendingOrder(account.lots.filter((lot) => lot.orderId === orderId))
}

/** Throws unless the account knows of each of these lots: one that it does not have is then spent, not merely not loaded. */
export function assertLotsLoaded(account: Account, lots: readonly Pick<Lot, 'id' | 'expiresAt'>[]): void {
  const { open, lotIds } = account.loaded
  if (open === END) return
  const present = new Set(account.lots.map(({ id }) => id))
  const missing = lots.filter(
    (lot) => !lotIds.has(lot.id) && !present.has(lot.id) && comparePositions(spendingPosition(lot), open) > 0,
  )
  if (missing.length > 0) throw new NotLoaded({ kind: 'lots', lotIds: missing.map(({ id }) => id) })
}

export function isPastExpiry(lot: Lot, at: number): boolean {
  return lot.expiresAt !== null && lot.expiresAt <= at
}

/**
 * Takes a quantity of one unit from lots in the order given, and of the other unit what goes with it: a lot that is
 * emptied in the one is emptied in the other too.
 */
export function useInProportion(lots: Iterable<Lot>, unit: Unit, quantity: bigint): Origin[] {
  const other = unit === 'points' ? 'cashback' : 'points'
  const origins: Origin[] = []
  let wanted = quantity
  // Asked for no more once nothing is wanted: the next one may not be loaded.
  if (wanted === ZERO) return origins
  for (const { id, remaining } of lots) {
    const taken = minimum(remaining[unit], wanted)
    if (taken === ZERO) continue
    const goesWithIt = proportion(remaining[other], taken, remaining[unit])
    const used =
      unit === 'points' ? { points: taken, cashback: goesWithIt } : { points: goesWithIt, cashback: taken }
    origins.push({ lotId: id, used })
    wanted -= taken
    if (wanted === ZERO) break
  }
  return origins
}

/** Takes an amount from lots in the order given, each unit for itself. */
export function useExactly(lots: Iterable<Pick<Lot, 'id' | 'remaining'>>, amount: Amount): Origin[] {
  const origins: Origin[] = []
  let wanted = amount
  if (isNothing(wanted)) return origins
  for (const { id, remaining } of lots) {
    const used = {
      points: minimum(remaining.points, wanted.points),
      cashback: minimum(remaining.cashback, wanted.cashback),
    }
    if (isNothing(used)) continue
    origins.push({ lotId: id, used })
    wanted = subtract(wanted, used)
    if (isNothing(wanted)) break
  }
  return origins
}

export function sumUsed(origins: readonly Origin[]): Amount {
  return origins.reduce((sum, { used }) => add(sum, used), NOTHING)
}

/** The account with these lots changed or added; every other lot stays the object it was. */
export function withLots(account: Account, changed: Iterable<Lot>): Account {
  const rest = new Map<RecordId, Lot>()
  for (const lot of changed) rest.set(lot.id, lot)
  const lots: Lot[] = []
  for (const lot of account.lots) {
    const now = rest.get(lot.id) ?? lot
    rest.delete(lot.id)
    if (!isNothing(now.remaining)) lots.push(now)
  }
  for (const lot of rest.values()) if (!isNothing(lot.remaining)) lots.push(lot)
  return withDueMoment({ ...account, lots })
}

export function withDueMoment(account: Account): Account {
  const { reservedUntil, loaded } = account
  const due = earliestDue(account.lots, loaded.othersDueAt)
  const nextDueAt = reservedUntil === null ? due : Math.min(reservedUntil, due ?? Infinity)
  return { ...account, nextDueAt }
}

/** Something happened at this moment: from its day on, nothing has to happen for a long time until the points end. */
export function withActivity(account: Account, at: number): Account {
  const { inactivity } = account
  return inactivity === null ? account : { ...account, ...afterActivity(inactivity, account, at) }
}

/** From now on something is reserved until then; null: nothing is. */
export function withDeadline(account: Account, reservedUntil: number | null): Account {
  return withDueMoment({ ...account, reservedUntil })
}

function earliestDue(lots: readonly Lot[], start: number | null): number | null {
  let earliest = start
  for (const lot of lots) {
    const due = lot.isWaiting ? lot.availableAt : lot.expiresAt
    if (due !== null && (earliest === null || due < earliest)) earliest = due
  }
  return earliest
}

/** Books origins on their lots. `spentLots` are looked up where a return reopens what the account had lost. */
export function withOrigins(
  account: Account,
  origins: readonly Origin[],
  spentLots: readonly Lot[] = [],
): Account {
  const lots = new Map([...spentLots, ...account.lots].map((lot) => [lot.id, lot]))
  const changed = new Map<RecordId, Lot>()
  for (const { lotId, used } of origins) {
    const lot = changed.get(lotId) ?? lots.get(lotId)
    if (!lot) throw new Error(`lot ${lotId} is not loaded`)
    const remaining = subtract(lot.remaining, used)
    if (isBelowZero(remaining) || isBelowZero(subtract(lot.original, remaining))) {
      throw new Error(`lot ${lotId} would leave the bounds of its original amount`)
    }
    changed.set(lotId, { ...lot, remaining })
  }
  return withLots(account, changed.values())
}

/** The only place where a balance changes, so that there is no change without its event. */
export function withEvent(
  account: Account,
  topic: PointTopic,
  change: Amount,
): { account: Account; event: PointEvent } {
  const balance = add(account.balance, change)
  const sequence = account.sequence + 1
  return { account: { ...account, balance, sequence }, event: { topic, sequence, change, balance } }
}

/** Tells of what the stored balance has already: another account was merged into this one before it was read. */
export function withArrival(account: Account, change: Amount): { account: Account; event: PointEvent } {
  const { balance } = account
  const sequence = account.sequence + 1
  return { account: { ...account, sequence }, event: { topic: topicOf(change), sequence, change, balance } }
}

/** Of a change that is something. Where it is more in the one unit and less in the other, something was taken. */
export function topicOf(change: Amount): PointTopic {
  return isBelowZero(change) ? TOPIC.removed : TOPIC.add
}

export interface Debit {
  readonly type: PointType
  readonly orderId: OrderId | null
  readonly origins: readonly Origin[]
  readonly debt: Amount
  readonly at: number
}

/** Books a debit on open lots and, for what they don't cover, as a debt. */
export function recordDebit(
  account: Account,
  debit: Debit,
  ids: RecordIds,
): { account: Account; entry: DebitEntry } {
  const id = ids.next()
  const amount = subtract(NOTHING, add(sumUsed(debit.origins), debit.debt))
  const debts = isNothing(debit.debt)
    ? account.debts
    : [...account.debts, { recordId: id, remaining: debit.debt }]
  const taken = withEvent(withOrigins({ ...account, debts }, debit.origins), TOPIC.removed, amount)
  return { account: taken.account, entry: { kind: 'debit', id, amount, ...debit, event: taken.event } }
}

/**
 * Pays debts, oldest first, from open lots that are not past their expiry. Each unit pays its own, so the
 * balance stays the same in both. Lots that are not loaded are not asked: of a unit that is owed they hold
 * nothing, or it would not be owed.
 */
export function repayDebts(account: Account, at: number): { account: Account; repayments: Repayment[] } {
  const repayments: Repayment[] = []
  const { debts: loadedDebts } = account.loaded
  if (account.debts.length === 0 && loadedDebts === Infinity) return { account, repayments }
  const payingLots = (payer: Account): Lot[] => loadedOpenLots(payer).filter((lot) => !isPastExpiry(lot, at))
  const debts: Debt[] = []
  let payer = account
  for (const [index, debt] of account.debts.entries()) {
    const lots = payingLots(payer)
    if (lots.length === 0)
      return { account: { ...payer, debts: [...debts, ...account.debts.slice(index)] }, repayments }
    if (debt.recordId > loadedDebts) throw new NotLoaded({ kind: 'debts' })
    const origins = useExactly(lots, debt.remaining)
    if (origins.length === 0) {
      debts.push(debt)
      continue
    }
    for (const origin of origins) repayments.push({ debitId: debt.recordId, ...origin })
    const remaining = subtract(debt.remaining, sumUsed(origins))
    if (!isNothing(remaining)) debts.push({ ...debt, remaining })
    payer = withOrigins(payer, origins)
  }
  // Lots are left, and so may be stored debts that are not loaded yet: those are paid first.
  if (loadedDebts !== Infinity && payingLots(payer).length > 0) throw new NotLoaded({ kind: 'debts' })
  return { account: { ...payer, debts }, repayments }
}
