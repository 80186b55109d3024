import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { type Account, type Debt, type Lot, NEW_ACCOUNT, type Posted } from '../account.ts'
import type { Customer } from '../customer.ts'
import type { InactivityTerms } from '../rules/inactivity.ts'
import { dueBehind, END, type LoadedPart, type Position, type Wanted } from '../rules/loaded.ts'
import { spendingPosition, withDueMoment } from '../rules/lots.ts'
import type { StoredAccount } from '../store/accounts.ts'
import type { LotSource, NextLots } from '../store/lots.ts'

/** One account at the till: as it was stored, and as the batch has made it so far. */
export interface AccountDraft {
  readonly before: StoredAccount | null
  customer: Customer | null
  /** The input that has claimed the customer in this batch. */
  claimedBy: object | null
  /** Its lots and debts as they were loaded. */
  readonly original: { readonly lots: Map<RecordId, Lot>; readonly debts: Map<RecordId, Debt> }
  account: Account
  /** Whether the account knows its deadline: it is loaded with the first lots. */
  isDeadlineKnown: boolean
  /** How many of each kind are loaded next time. */
  portion: number
  readonly entries: Posted[]
  readonly explanations: Map<RecordId, object>
}

/** Each time more are needed, so many times more are loaded: a decision that needs 10,000 asks five times. */
const GROWTH = 4

export function newDraft(
  before: StoredAccount | null,
  portion: number,
  inactivity: InactivityTerms | null = null,
): AccountDraft {
  const account = before?.account ?? NEW_ACCOUNT
  return {
    before,
    customer: before?.customer ?? null,
    claimedBy: null,
    original: { lots: new Map(), debts: new Map() },
    account: inactivity === null ? account : { ...account, inactivity },
    isDeadlineKnown: before === null,
    portion,
    entries: [],
    explanations: new Map(),
  }
}

/** The beginnings of the lots and debts of several accounts, and all that is left of these orders' lots. */
export async function loadFirstLots(
  source: LotSource,
  asks: readonly { readonly draft: AccountDraft; readonly orderIds: readonly OrderId[] }[],
  portion: number,
): Promise<void> {
  const stored = asks.flatMap(({ draft, orderIds }) =>
    draft.before ? [{ draft, orderIds, ...refOf(draft.before) }] : [],
  )
  if (stored.length === 0) return
  // Settling alone, as the sweep does by the hundred, asks for no order.
  const withOrders = stored.filter(({ orderIds }) => orderIds.length > 0)
  const [next, certain] = await Promise.all([
    source.next(
      stored.map(({ draft, tenantId, customerId }) => ({ tenantId, customerId, after: behindAll(draft) })),
      portion,
    ),
    source.certain(
      withOrders.map(({ tenantId, customerId, orderIds }) => ({
        tenantId,
        customerId,
        orderIds,
        lotIds: [],
      })),
    ),
  ])
  for (const [index, { draft }] of stored.entries()) {
    addNext(draft, next[index], portion, behindAll(draft))
    draft.portion = portion * GROWTH
  }
  for (const [index, { draft, orderIds }] of withOrders.entries()) {
    addCertain(draft, certain[index] ?? [], { orderIds, lotIds: [] })
  }
}

/** What a decision on this account came to miss. */
export async function loadWanted(source: LotSource, draft: AccountDraft, wanted: Wanted): Promise<void> {
  if (!draft.before) throw new Error('an account that is not stored has nothing to load')
  const ref = refOf(draft.before)
  if (wanted.kind === 'order' || wanted.kind === 'lots') {
    const orderIds = wanted.kind === 'order' ? [wanted.orderId] : []
    const lotIds = wanted.kind === 'lots' ? wanted.lotIds : []
    const [lots = []] = await source.certain([{ ...ref, orderIds, lotIds }])
    addCertain(draft, lots, { orderIds, lotIds })
    return
  }
  const all = behindAll(draft)
  const after = {
    open: wanted.kind === 'debts' ? END : all.open,
    waiting: wanted.kind === 'due' ? all.waiting : END,
    debts: wanted.kind === 'open' ? Infinity : all.debts,
  }
  const [next] = await source.next([{ ...ref, after }], draft.portion)
  addNext(draft, next, draft.portion, after)
  draft.portion *= GROWTH
}

function refOf({ customer }: StoredAccount): { tenantId: TenantId; customerId: CustomerId } {
  return { tenantId: customer.tenantId, customerId: customer.id }
}

/**
 * Debts are looked for whatever the balance says: between two portions something may be open that has expired, and
 * hide what is owed.
 */
function behindAll({ account, original }: AccountDraft): Pick<LoadedPart, 'open' | 'waiting' | 'debts'> {
  const { open, waiting } = account.loaded
  return { open, waiting, debts: [...original.debts.keys()].at(-1) ?? 0 }
}

function addNext(
  draft: AccountDraft,
  next: NextLots | undefined,
  portion: number,
  after: Pick<LoadedPart, 'open' | 'waiting' | 'debts'>,
): void {
  if (!next) return
  const { loaded } = draft.account
  const open = after.open === END ? loaded.open : reached(next.open, portion, spendingPosition)
  const waiting = after.waiting === END ? loaded.waiting : reached(next.waiting, portion, openingPosition)
  const lastDebt = next.debts.length < portion ? Infinity : (next.debts.at(-1)?.recordId ?? Infinity)
  const debts = after.debts === Infinity ? loaded.debts : lastDebt
  admitLots(draft, [...next.open, ...next.waiting])
  // Once: a command of this batch may have changed it since.
  if (!draft.isDeadlineKnown) draft.account = { ...draft.account, reservedUntil: next.reservedUntil }
  draft.isDeadlineKnown = true
  for (const debt of next.debts) draft.original.debts.set(debt.recordId, debt)
  draft.account = withDueMoment({
    ...draft.account,
    // Those made in this batch are younger than any that is stored.
    debts: [...draft.account.debts, ...next.debts].toSorted((a, b) => a.recordId - b.recordId),
    loaded: { ...loaded, open, waiting, debts, othersDueAt: othersDueAt(loaded, { open, waiting }) },
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
function othersDueAt(before: LoadedPart, places: Pick<LoadedPart, 'open' | 'waiting'>): number | null {
  const behind = dueBehind(places)
  if (behind === null || before.othersDueAt === null) return null
  return Math.max(behind, before.othersDueAt)
}

function addCertain(
  draft: AccountDraft,
  lots: readonly Lot[],
  { orderIds, lotIds }: { readonly orderIds: readonly OrderId[]; readonly lotIds: readonly RecordId[] },
): void {
  if (orderIds.length === 0 && lotIds.length === 0) return
  admitLots(draft, lots)
  const { loaded } = draft.account
  draft.account = withDueMoment({
    ...draft.account,
    loaded: {
      ...loaded,
      orderIds: new Set([...loaded.orderIds, ...orderIds]),
      lotIds: new Set([...loaded.lotIds, ...lotIds]),
    },
  })
}

/**
 * The only way for a stored lot into an account. A lot that came before is what the batch has made of it since, or
 * spent: what is stored is older and stays out, however often it is loaded.
 */
function admitLots(draft: AccountDraft, stored: readonly Lot[]): void {
  const { original } = draft
  const newer = new Set(draft.account.lots.map(({ id }) => id))
  const admitted: Lot[] = []
  for (const lot of stored) {
    if (original.lots.has(lot.id)) continue
    // A lot that a refund reopens was spent, so it is stored without anything left and is never loaded.
    if (newer.has(lot.id)) throw new Error(`lot ${lot.id} would enter its account a second time`)
    original.lots.set(lot.id, lot)
    admitted.push(lot)
  }
  if (admitted.length > 0) draft.account = { ...draft.account, lots: [...draft.account.lots, ...admitted] }
}

/** Not all as arguments of one call: there may be more than a call can take. */
export function addEntries(draft: AccountDraft, entries: Readonly<AccountDraft['entries']>): void {
  for (const entry of entries) draft.entries.push(entry)
}

/** Whether so much would be loaded then that other accounts should not wait for it. */
export function wouldLoadMany({ original }: AccountDraft, wanted: Wanted, most: number): boolean {
  const added = wanted.kind === 'lots' ? wanted.lotIds.length : 0
  return original.lots.size + original.debts.size + added >= most
}
