import type { CustomerId, RecordId, TenantId } from '../../contract/ids.ts'
import { CAUSE, type Cause } from '../../events/event.ts'
import type { NewEvent } from '../../events/store.ts'
import { shortText } from '../../platform/decimal.ts'
import { localDateToText } from '../../platform/zone.ts'
import {
  type Account,
  type Amount,
  add,
  amountToText,
  type CreditEntry,
  type DebitEntry,
  type Debt,
  type Entry,
  isNothing,
  type LeavingEntry,
  type Lot,
  type MoveEntry,
  NEW_ACCOUNT,
  NOTHING,
  type Posted,
  subtract,
} from '../account.ts'
import type { Customer } from '../customer.ts'
import type { StoredAccount } from '../store/accounts.ts'
import { changedTerms, termsOf } from './terms.ts'

/** What a batch did to one account. */
export interface AccountChange {
  readonly customer: Customer
  /** null: the customer is new. */
  readonly before: StoredAccount | null
  /** Its lots and debts as they were loaded, by id. */
  readonly original: {
    readonly lots: ReadonlyMap<RecordId, Lot>
    readonly debts: ReadonlyMap<RecordId, Debt>
  }
  readonly account: Account
  readonly entries: readonly (Posted | LeavingEntry)[]
  readonly explanations: ReadonlyMap<RecordId, object>
}

/**
 * Throws unless what is about to be written adds up: balance = open lots - debts, and each lot is there once. Only some
 * lots are loaded, so it compares the changes, which comes to the same: what was stored added up when it was written.
 */
export function assertAddsUp({ customer, before, original, account }: AccountChange): void {
  const lots = changeOf(account.lots, original.lots, ({ id }) => id, openOf)
  const debts = changeOf(account.debts, original.debts, ({ recordId }) => recordId, remainingOf)
  const written = subtract(lots, debts)
  const told = subtract(account.balance, before?.account.balance ?? NOTHING)
  if (isNothing(subtract(written, told))) return
  throw new Error(
    `the account of customer ${customer.id} would not add up: its balance changes by ${amountToText(told)}, its lots ` +
      `and debts by ${amountToText(written)}; nothing was written`,
  )
}

/**
 * What changed in sum. Most parts are the very objects that were loaded and are not added up. Measured: 0.3 µs for an
 * order that loads no lots (it takes about 380 µs in all), 6 µs with 64 loaded lots.
 */
function changeOf<Part>(
  now: readonly Part[],
  before: ReadonlyMap<RecordId, Part>,
  idOf: (part: Part) => RecordId,
  amountOf: (part: Part) => Amount,
): Amount {
  let change = NOTHING
  const seen = new Set<RecordId>()
  for (const part of now) {
    const id = idOf(part)
    if (seen.has(id)) throw new Error(`lot or debt ${id} is in its account twice; nothing was written`)
    seen.add(id)
    const was = before.get(id)
    if (was === part) continue
    change = add(change, amountOf(part))
    if (was) change = subtract(change, amountOf(was))
  }
  for (const [id, was] of before) if (!seen.has(id)) change = subtract(change, amountOf(was))
  return change
}

function openOf({ isWaiting, remaining }: Lot): Amount {
  return isWaiting ? NOTHING : remaining
}

function remainingOf({ remaining }: Debt): Amount {
  return remaining
}

export function isNew({ before }: AccountChange): boolean {
  return before === null
}

/** Lots may have been read and nothing done with them: a refused redemption writes no row. */
export function isAccountChanged({ before, customer, account }: AccountChange): boolean {
  if (before === null) return false
  const { sequence, nextDueAt } = before.account
  return before.customer !== customer || sequence !== account.sequence || nextDueAt !== account.nextDueAt
}

/** Who the customer is, or by which id the merchant knows it. */
export function isProfileChanged({ before, customer }: AccountChange): boolean {
  return before !== null && (before.customer.profile !== customer.profile || isRenamed({ before, customer }))
}

export function isRenamed({ before, customer }: Pick<AccountChange, 'before' | 'customer'>): boolean {
  return before !== null && before.customer.originalId !== customer.originalId
}

interface TermOfChange {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  readonly term: string
}

/** By what a new customer is found. */
export function termsOfNew({ customer }: AccountChange): TermOfChange[] {
  return termsFor(customer, termsOf(customer))
}

/** What a change of the profile does to that. */
export function termChanges({
  before,
  customer,
}: AccountChange): Record<'removed' | 'added', TermOfChange[]> {
  const { removed, added } = changedTerms(before?.customer ?? customer, customer)
  return { removed: termsFor(customer, removed), added: termsFor(customer, added) }
}

function termsFor({ tenantId, id }: Customer, terms: readonly string[]): TermOfChange[] {
  return terms.map((term) => ({ tenantId, customerId: id, term }))
}

/** What is kept for merchants whose points end when nothing happens, or whose rules give rewards. */
export function isActivityChanged({ before, account }: AccountChange): boolean {
  const { activeOn, noticeOn, otherSequence, awardsDueAt, hasTierPrizes } = before?.account ?? NEW_ACCOUNT
  return (
    activeOn !== account.activeOn ||
    noticeOn !== account.noticeOn ||
    otherSequence !== account.otherSequence ||
    awardsDueAt !== account.awardsDueAt ||
    hasTierPrizes !== account.hasTierPrizes
  )
}

/** What only an import, its undoing or a claim changes. */
export function isImportedChanged({ before, customer }: AccountChange): boolean {
  const was = before?.customer
  if (was === customer) return false
  return (
    (was?.ordersBefore ?? 0) !== (customer.ordersBefore ?? 0) ||
    (was?.isUnclaimed ?? false) !== (customer.isUnclaimed ?? false)
  )
}

export function isTierChanged({ before, customer }: AccountChange): boolean {
  return (before?.customer.tier ?? null) !== customer.tier
}

export interface NewRecord {
  readonly customer: Customer
  readonly entry: Exclude<Entry, { kind: 'opening' | 'move' }>
  /** Where it is a lot: what is left of it at the end of the batch. */
  readonly remaining: Amount | null
  readonly isWaiting: boolean
  /** Where something was left owing: what is still owed at the end of the batch. */
  readonly debt: Amount | null
  readonly explanation: object | undefined
}

/** What is made and used in one batch is written once, as it ends. */
export function newRecords({ customer, entries, account, explanations }: AccountChange): NewRecord[] {
  const records: NewRecord[] = []
  for (const made of entries) {
    if (!('type' in made)) continue
    const entry = made.kind === 'credit' ? { ...made, ...datesOf(made.id, entries) } : made
    const lot = entry.kind === 'credit' ? account.lots.find(({ id }) => id === entry.id) : undefined
    const isOwing = entry.kind === 'debit' && !isNothing(entry.debt)
    const debt = isOwing ? account.debts.find(({ recordId }) => recordId === entry.id) : undefined
    records.push({
      customer,
      entry,
      remaining: entry.kind === 'credit' ? (lot?.remaining ?? NOTHING) : null,
      isWaiting: lot?.isWaiting ?? false,
      debt: isOwing ? (debt?.remaining ?? NOTHING) : null,
      explanation: explanations.get(entry.id) ?? inactivityOf(entry),
    })
  }
  return records
}

/** A line of `earning/explanation.ts`; no program has a say in it. */
function inactivityOf(entry: NewRecord['entry']): object | undefined {
  if (entry.kind !== 'debit' || entry.inactiveSince === undefined) return undefined
  const since = localDateToText(entry.inactiveSince)
  const points = shortText(entry.amount.points)
  return { lines: [{ kind: 'inactive', since, points }] }
}

/** Where a lot was moved in the batch, the dates that it ended with. */
function datesOf(id: RecordId, entries: AccountChange['entries']) {
  const move = entries.findLast((entry): entry is MoveEntry => entry.kind === 'move' && entry.id === id)
  return move && { availableAt: move.availableAt, expiresAt: move.expiresAt }
}

export interface MovedLot {
  readonly customer: Customer
  readonly id: RecordId
  readonly move: MoveEntry
}

/** Lots that were stored before this batch and have other dates now; of several moves of one the last. */
export function movedLots({ customer, entries }: AccountChange): MovedLot[] {
  const moves = new Map<RecordId, MoveEntry>()
  for (const entry of entries) if (entry.kind === 'move') moves.set(entry.id, entry)
  if (moves.size === 0) return []
  for (const entry of entries) if (entry.kind === 'credit') moves.delete(entry.id)
  return [...moves].map(([id, move]) => ({ customer, id, move }))
}

export interface ChangedLot {
  readonly customer: Customer
  readonly id: RecordId
  readonly remaining: Amount
  readonly isWaiting: boolean
}

/** Lots that were stored before this batch and are different, spent or open again now. */
export function changedLots({ customer, original, account, entries }: AccountChange): ChangedLot[] {
  const made = new Set(entries.flatMap((entry) => (entry.kind === 'credit' ? [entry.id] : [])))
  const left = new Set(account.lots.map(({ id }) => id))
  const isChanged = (lot: Lot): boolean => !made.has(lot.id) && original.lots.get(lot.id) !== lot
  return [
    ...account.lots
      .filter(isChanged)
      .map(({ id, remaining, isWaiting }) => ({ customer, id, remaining, isWaiting })),
    ...[...original.lots.keys()]
      .filter((id) => !left.has(id))
      .map((id) => ({ customer, id, remaining: NOTHING, isWaiting: false })),
  ]
}

export interface ChangedDebt {
  readonly customer: Customer
  readonly id: RecordId
  readonly remaining: Amount
}

export function changedDebts({ customer, original, account }: AccountChange): ChangedDebt[] {
  if (original.debts.size === 0) return []
  const left = new Map(account.debts.map((debt) => [debt.recordId, debt]))
  return [...original.debts.values()]
    .filter((debt) => left.get(debt.recordId) !== debt)
    .map(({ recordId }) => ({ customer, id: recordId, remaining: left.get(recordId)?.remaining ?? NOTHING }))
}

export interface NewOrigin {
  readonly customer: Customer
  readonly recordId: RecordId
  readonly lotId: RecordId
  readonly used: Amount
  /** When a later credit repaid the record's debt; null: the origin is made with its record. */
  readonly repaidAt: number | null
}

export function newOrigins({ customer, entries }: AccountChange): NewOrigin[] {
  const origins: NewOrigin[] = []
  for (const entry of entries) {
    if ('origins' in entry) {
      for (const { lotId, used } of entry.origins) {
        origins.push({ customer, recordId: entry.id, lotId, used, repaidAt: null })
      }
    }
    if ('repayments' in entry) {
      for (const { debitId, lotId, used } of entry.repayments) {
        origins.push({ customer, recordId: debitId, lotId, used, repaidAt: entry.at })
      }
    }
  }
  return origins
}

const CAUSES: Readonly<Record<AccountChange['entries'][number]['kind'], Cause | null>> = {
  credit: CAUSE.credit,
  opening: CAUSE.opening,
  move: CAUSE.move,
  debit: CAUSE.debit,
  return: CAUSE.refund,
  update: CAUSE.update,
  merge: CAUSE.merge,
  leaving: CAUSE.merge,
  notice: null,
}

export function newEvents({ customer, entries }: AccountChange): NewEvent[] {
  const { tenantId, id: customerId } = customer
  return entries.flatMap(({ kind, id: recordId, at, event, isSilent }) =>
    event
      ? [{ tenantId, customerId, recordId, at, cause: CAUSES[kind], ...event, ...(isSilent && { isSilent }) }]
      : [],
  )
}

export interface NewLotMove {
  readonly customer: Customer
  readonly entry: MoveEntry
}

/** Every change of a lot's dates, also of one that is new in this batch. */
export function newLotMoves({ customer, entries }: AccountChange): NewLotMove[] {
  return entries.flatMap((entry) => (entry.kind === 'move' ? [{ customer, entry }] : []))
}

export interface NewQuietEntry {
  readonly customer: Customer
  readonly entry: CreditEntry | MoveEntry | DebitEntry
}

/** What happens to pending lots: it has no event. A merge without one has moved nothing that counts. */
export function newQuietEntries({ customer, entries }: AccountChange): NewQuietEntry[] {
  return entries.flatMap((entry) => (isQuiet(entry) ? [{ customer, entry }] : []))
}

function isQuiet(entry: AccountChange['entries'][number]): entry is NewQuietEntry['entry'] {
  return entry.event === null && entry.kind !== 'merge'
}
