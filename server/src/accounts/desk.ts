import { type Account, type Debt, type Entry, type Lot, NEW_ACCOUNT, type UpdateEntry } from './account.ts'
import { type AtHand, dueBehind, END, type Position, type Wanted } from './at-hand.ts'
import type { Customer } from './customer.ts'
import type { LotSource, NextLots } from './lot-store.ts'
import { spendingPosition, withDueMoment } from './lots.ts'
import type { StoredAccount } from './store.ts'

/** One account at the till: as it was stored, and as the batch has made it so far. */
export interface Desk {
  readonly before: StoredAccount | null
  customer: Customer | null
  /** Its lots and debts as they were loaded. */
  readonly loaded: { readonly lots: Map<number, Lot>; readonly debts: Map<number, Debt> }
  account: Account
  /** How many of each kind are loaded next time. */
  portion: number
  readonly entries: (Entry | UpdateEntry)[]
  readonly explanations: Map<number, object>
}

/** Each time more are needed, so many times more are loaded: whoever needs 10,000 asks five times. */
const GROWTH = 4

export function newDesk(before: StoredAccount | null, portion: number): Desk {
  return {
    before,
    customer: before?.customer ?? null,
    loaded: { lots: new Map(), debts: new Map() },
    account: before?.account ?? NEW_ACCOUNT,
    portion,
    entries: [],
    explanations: new Map(),
  }
}

/** The beginnings of the lots and debts of several accounts, and all that is left of these orders' lots. */
export async function loadFirstLots(
  source: LotSource,
  asks: readonly { readonly desk: Desk; readonly orderIds: readonly number[] }[],
  portion: number,
): Promise<void> {
  const stored = asks.flatMap(({ desk, orderIds }) =>
    desk.before ? [{ desk, orderIds, ...refOf(desk.before) }] : [],
  )
  if (stored.length === 0) return
  const [next, certain] = await Promise.all([
    source.next(
      stored.map(({ desk, ...ref }) => ({ ...ref, after: behindAll(desk) })),
      portion,
    ),
    source.certain(stored.map(({ desk, ...ask }) => ({ ...ask, lotIds: [] }))),
  ])
  for (const [index, { desk, orderIds }] of stored.entries()) {
    addNext(desk, next[index], portion, behindAll(desk))
    addCertain(desk, certain[index] ?? [], { orderIds, lotIds: [] })
    desk.portion = portion * GROWTH
  }
}

/** What a decision on this account came to miss. */
export async function loadWanted(source: LotSource, desk: Desk, wanted: Wanted): Promise<void> {
  if (!desk.before) throw new Error('an account that is not stored has nothing to load')
  const ref = refOf(desk.before)
  if (wanted.kind === 'order' || wanted.kind === 'lots') {
    const orderIds = wanted.kind === 'order' ? [wanted.orderId] : []
    const lotIds = wanted.kind === 'lots' ? wanted.lotIds : []
    const [lots = []] = await source.certain([{ ...ref, orderIds, lotIds }])
    addCertain(desk, lots, { orderIds, lotIds })
    return
  }
  const all = behindAll(desk)
  const after = {
    open: wanted.kind === 'debts' ? END : all.open,
    waiting: wanted.kind === 'due' ? all.waiting : END,
    debts: wanted.kind === 'open' ? Infinity : all.debts,
  }
  const [next] = await source.next([{ ...ref, after }], desk.portion)
  addNext(desk, next, desk.portion, after)
  desk.portion *= GROWTH
}

function refOf({ customer }: StoredAccount): { tenantId: number; customerId: number } {
  return { tenantId: customer.tenantId, customerId: customer.id }
}

/**
 * Debts are looked for whatever the balance says: between two portions something may be open that has expired, and
 * hide what is owed.
 */
function behindAll({ account, loaded }: Desk): Pick<AtHand, 'open' | 'waiting' | 'debts'> {
  const { open, waiting } = account.atHand
  return { open, waiting, debts: [...loaded.debts.keys()].at(-1) ?? 0 }
}

function addNext(
  desk: Desk,
  next: NextLots | undefined,
  portion: number,
  after: Pick<AtHand, 'open' | 'waiting' | 'debts'>,
): void {
  if (!next) return
  const { atHand } = desk.account
  const open = after.open === END ? atHand.open : reached(next.open, portion, spendingPosition)
  const waiting = after.waiting === END ? atHand.waiting : reached(next.waiting, portion, openingPosition)
  const lastDebt = next.debts.length < portion ? Infinity : (next.debts.at(-1)?.recordId ?? Infinity)
  const debts = after.debts === Infinity ? atHand.debts : lastDebt
  addLots(desk, [...next.open, ...next.waiting])
  for (const debt of next.debts) desk.loaded.debts.set(debt.recordId, debt)
  desk.account = withDueMoment({
    ...desk.account,
    // Those made in this batch are younger than any that is stored.
    debts: [...desk.account.debts, ...next.debts].toSorted((a, b) => a.recordId - b.recordId),
    atHand: { ...atHand, open, waiting, debts, othersDueAt: othersDueAt(atHand, { open, waiting }) },
  })
}

/** Where fewer came than were asked for, there are no more. */
function reached(lots: readonly Lot[], portion: number, positionOf: (lot: Lot) => Position): Position {
  const last = lots.at(-1)
  return lots.length < portion || !last ? END : positionOf(last)
}

function openingPosition({ availableAt, id }: Lot): Position {
  return { at: availableAt, id }
}

/** The later of two moments before which nothing is due: what was known of all, and what is behind these places. */
function othersDueAt(before: AtHand, places: Pick<AtHand, 'open' | 'waiting'>): number | null {
  const behind = dueBehind(places)
  if (behind === null || before.othersDueAt === null) return null
  return Math.max(behind, before.othersDueAt)
}

function addCertain(
  desk: Desk,
  lots: readonly Lot[],
  { orderIds, lotIds }: { readonly orderIds: readonly number[]; readonly lotIds: readonly number[] },
): void {
  if (orderIds.length === 0 && lotIds.length === 0) return
  addLots(desk, lots)
  const { atHand } = desk.account
  desk.account = withDueMoment({
    ...desk.account,
    atHand: {
      ...atHand,
      orderIds: new Set([...atHand.orderIds, ...orderIds]),
      lotIds: new Set([...atHand.lotIds, ...lotIds]),
    },
  })
}

/** A lot that was loaded before is what the batch has made of it since, or spent. */
function addLots(desk: Desk, lots: readonly Lot[]): void {
  const added = lots.filter(({ id }) => !desk.loaded.lots.has(id))
  for (const lot of added) desk.loaded.lots.set(lot.id, lot)
  if (added.length > 0) desk.account = { ...desk.account, lots: [...desk.account.lots, ...added] }
}

/** All that the batch has had to do with, also what it has spent: ids for what was taken from it are taken at the end. */
export function countLotsAndDebts({ account, loaded }: Desk): number {
  const madeLots = account.lots.filter(({ id }) => !loaded.lots.has(id))
  const madeDebts = account.debts.filter(({ recordId }) => !loaded.debts.has(recordId))
  return loaded.lots.size + loaded.debts.size + madeLots.length + madeDebts.length
}

/** Whether so much would be at hand then that others should not wait for it. */
export function wouldLoadMany({ loaded }: Desk, wanted: Wanted, most: number): boolean {
  const added = wanted.kind === 'lots' ? wanted.lotIds.length : 0
  return loaded.lots.size + loaded.debts.size + added >= most
}
