import { isBelowZero, isNothing, POINT_TYPE, subtract } from '../../accounts/account.ts'
import { QUIET_KIND } from '../../accounts/quiet-entry.ts'
import type { CustomerId, OrderId, RecordId, TenantId } from '../../contract/ids.ts'
import { CAUSE, type LogPosition } from '../../events/event.ts'
import { ZERO } from '../../platform/decimal.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { LedgerEntry, LotFacts, LotUse, RecordFacts } from '../rules/entry.ts'
import { lotAsOf, lotBeforeMove, type MovedLot } from '../rules/lot-as-of.ts'
import { entryOfEvent } from '../rules/read-entry.ts'
import {
  type PageEvent,
  type PageQuietEntry,
  type PageQuietOrder,
  type PageRecord,
  type PageStart,
  readEventsOfPage,
  readQuietEntries,
} from './read-log.ts'
import {
  type OrderOfRecord,
  type PageOrigin,
  type RecordKey,
  readExplanationsBefore,
  readMoves,
  readOrdersOfRecords,
  readOrigins,
  readRepayments,
  readRewardsOfRefunds,
} from './read-uses.ts'

/** An entry with the customer whose it was; whose it is now may be another one, into whom that was merged. */
export interface QuietEntry {
  readonly customerId: CustomerId
  readonly entry: LedgerEntry
}

export interface EventEntry extends QuietEntry {
  /** Of the customer's event. */
  readonly sequence: number
}

/** A portion of what happened to a tenant's accounts, to be added to the sums once. */
export interface Page {
  /** The place in the log that was reached: events of which nothing is counted are behind it too. */
  readonly reached: LogPosition
  readonly events: readonly EventEntry[]
  /** What has no event. */
  readonly quiet: readonly QuietEntry[]
  /** Orders that changed without a record. */
  readonly orders: readonly PageQuietOrder[]
  /** Orders of which there is a record. */
  readonly ordersOfRecords: readonly OrderOfRecord[]
  /** Of these orders and of what is quiet: they are deleted with the page, all or none of them. */
  readonly quietIds: readonly number[]
  /** Whether there may be more behind it. */
  readonly isFull: boolean
}

/**
 * What comes next behind a place in the log, with all facts that it takes to count it, as they were when it happened. In a
 * transaction that has written nothing: its own number would count as open.
 */
export async function readPage(tx: Tx, tenantId: TenantId, start: PageStart): Promise<Page> {
  const [{ events, reached, isFull }, quiet] = await Promise.all([
    readEventsOfPage(tx, tenantId, start),
    readQuietEntries(tx, tenantId, start),
  ])
  const reader = await PageReader.open(tx, tenantId, events, quiet.entries)
  const records = distinct([...events, ...quiet.entries].map(({ record }) => record))
  return {
    ordersOfRecords: await readOrdersOfRecords(tx, tenantId, records.flatMap(ofOrder)),
    reached,
    events: await reader.entriesOfEvents(events),
    quiet: quiet.entries.map((one) => ({ customerId: one.customerId, entry: reader.entryOfQuiet(one) })),
    orders: quiet.orders,
    quietIds: [...quiet.entries, ...quiet.orders].map(({ id }) => id),
    isFull: isFull || quiet.isFull,
  }
}

/** An event with its place in the log, so that a list can go on behind it. */
export interface PlacedEntry extends EventEntry {
  readonly position: LogPosition
}

/** The same for a reader that counts nothing: events alone, with their places. */
export async function readEntries(
  tx: Tx,
  tenantId: TenantId,
  start: PageStart,
): Promise<{ readonly entries: PlacedEntry[]; readonly reached: LogPosition; readonly isFull: boolean }> {
  const { events, reached, isFull } = await readEventsOfPage(tx, tenantId, start)
  const reader = await PageReader.open(tx, tenantId, events, [])
  return { entries: await reader.entriesOfEvents(events), reached, isFull }
}

/** What the records of a page lead to, loaded for all of them at once. */
class PageReader {
  readonly #tx: Tx
  readonly #tenantId: TenantId
  readonly #origins: ReadonlyMap<RecordId, readonly PageOrigin[]>
  readonly #moves: ReadonlyMap<RecordId, MovedLot['moves']>
  readonly #before: Awaited<ReturnType<typeof readExplanationsBefore>>
  readonly #rewards: ReadonlyMap<RecordId, number>

  private constructor(
    tx: Tx,
    tenantId: TenantId,
    loaded: {
      readonly origins: ReadonlyMap<RecordId, readonly PageOrigin[]>
      readonly moves: ReadonlyMap<RecordId, MovedLot['moves']>
      readonly before: Awaited<ReturnType<typeof readExplanationsBefore>>
      readonly rewards: ReadonlyMap<RecordId, number>
    },
  ) {
    this.#tx = tx
    this.#tenantId = tenantId
    this.#origins = loaded.origins
    this.#moves = loaded.moves
    this.#before = loaded.before
    this.#rewards = loaded.rewards
  }

  static async open(
    tx: Tx,
    tenantId: TenantId,
    events: readonly PageEvent[],
    quiet: readonly PageQuietEntry[],
  ): Promise<PageReader> {
    const counted = events.filter((event) => !isUpdate(event))
    const records = distinct([...counted, ...quiet].map(({ record }) => record))
    const users = records.filter(usesLots)
    const [used, before, rewards] = await Promise.all([
      readOrigins(tx, tenantId, users),
      readExplanationsBefore(tx, tenantId, records.flatMap(ofOrderAgain)),
      readRewardsOfRefunds(tx, tenantId, records.filter(isRefundWithoutReward)),
    ])
    const lots = distinct([
      ...counted.map(({ record }) => record).filter(isLot),
      ...used.flat().map(({ lot }) => lot),
    ])
    const moves = await readMoves(tx, tenantId, lots)
    const origins = new Map(users.map(({ id }, index) => [id, used[index] ?? []]))
    return new PageReader(tx, tenantId, { origins, moves, before, rewards })
  }

  async entriesOfEvents(events: readonly PageEvent[]): Promise<PlacedEntry[]> {
    const entries: PlacedEntry[] = []
    for (const event of events) {
      const { transaction, id, customerId, sequence, cause, at, change, balance, record } = event
      const lot = isLot(record) ? this.#withMoves(record) : null
      const entry = entryOfEvent({
        cause,
        at,
        change,
        balance,
        record: this.#factsOf(record),
        lot: lot && lotAsOf(lot, event),
        movedFrom: lot && lotBeforeMove(lot, event),
        origins: this.#usesOf(record, (one) => lotAsOf(one, event)),
        repaid: mayRepay(event) ? await this.#repaidBy(event) : [],
      })
      if (entry) entries.push({ position: { transaction, id }, customerId, sequence, entry })
    }
    return entries
  }

  /** Of a lot that is pending nothing comes back, and one that was used does not move: its end is what it is now. */
  entryOfQuiet({ kind, at, record, expiresAt, formerExpiresAt }: PageQuietEntry): LedgerEntry {
    const facts = this.#factsOf(record)
    const lotUntil = (end: number | null): LotFacts => ({
      id: record.id,
      type: record.type,
      recordedAt: record.recordedAt,
      expiresAt: end,
    })
    switch (kind) {
      case QUIET_KIND.pendingCredit:
        return { kind: 'pendingCredit', at, record: facts, lot: lotUntil(expiresAt) }
      case QUIET_KIND.pendingMove: {
        const [from, to] = [lotUntil(formerExpiresAt), lotUntil(expiresAt)]
        return { kind: 'pendingMove', at, record: facts, from, to }
      }
      case QUIET_KIND.takenWhilePending:
        return { kind: 'pendingDebit', at, record: facts, uses: this.#usesOf(record, factsOfLot) }
      default:
        throw new Error(`quiet entry of kind ${kind} is not known`)
    }
  }

  #usesOf({ id }: PageRecord, asOf: (lot: MovedLot) => LotFacts): LotUse[] {
    const origins = this.#origins.get(id) ?? []
    return origins.map(({ lot, used }) => ({ lot: asOf(this.#withMoves(lot)), amount: used }))
  }

  #withMoves({ id, type, recordedAt, expiresAt }: Omit<MovedLot, 'moves'>): MovedLot {
    return { id, type, recordedAt, expiresAt, moves: this.#moves.get(id) ?? [] }
  }

  #factsOf({ id, type, amount, explanation }: PageRecord): RecordFacts {
    const before = this.#before.get(id) ?? null
    return { id, type, amount, explanation, before, rewardId: this.#rewards.get(id) ?? null }
  }

  /** Asked for one by one: merges in which the one owed and the other had are rare. */
  async #repaidBy(event: PageEvent): Promise<LotUse[]> {
    const { at, record } = event
    const repaid = await readRepayments(this.#tx, this.#tenantId, { ...record, at })
    const lots = distinct(repaid.map(({ lot }) => lot))
    const moves = await readMoves(this.#tx, this.#tenantId, lots)
    return repaid.map(({ lot, used }) => ({
      lot: lotAsOf({ ...lot, moves: moves.get(lot.id) ?? [] }, event),
      amount: used,
    }))
  }
}

function factsOfLot({ id, type, recordedAt, expiresAt }: Omit<MovedLot, 'moves'>): LotFacts {
  return { id, type, recordedAt, expiresAt }
}

function isLot({ availableAt }: PageRecord): boolean {
  return availableAt !== null
}

function usesLots(record: PageRecord): boolean {
  return !isLot(record) && record.type !== POINT_TYPE.merge
}

/** It names a record of which nothing has changed that is counted. */
function isUpdate({ cause, change }: PageEvent): boolean {
  return cause === CAUSE.update || (cause === null && isNothing(change))
}

/** A record by which an order is computed again. */
function ofOrderAgain({ id, ownerId, type, orderId }: PageRecord) {
  const isAgain = type === POINT_TYPE.orderCancelled || type === POINT_TYPE.orderAdjusted
  return isAgain && orderId !== null ? [{ id, ownerId, orderId }] : []
}

function ofOrder({ ownerId, orderId: id }: PageRecord): { ownerId: CustomerId; id: OrderId }[] {
  return id === null ? [] : [{ ownerId, id }]
}

function isRefundWithoutReward({ type, explanation }: PageRecord): boolean {
  return type === POINT_TYPE.redeemReturned && explanation === null
}

/** Whether one of two customers who became one owed what the other one had. */
function mayRepay({ record, isLeaving, change, balance }: PageEvent): boolean {
  if (record.type !== POINT_TYPE.merge || isLeaving) return false
  const before = subtract(balance, change)
  if (!isBelowZero(before) && !isBelowZero(change)) return false
  return (['points', 'cashback'] as const).some((unit) => before[unit] * change[unit] < ZERO)
}

function distinct<Key extends RecordKey>(records: readonly Key[]): Key[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
