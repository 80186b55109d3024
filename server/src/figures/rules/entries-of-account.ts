import { type Amount, add, isNothing, NOTHING, negate, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { OrderId, RecordId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { LedgerEntry, LotFacts, LotUse, RecordFacts } from './entry.ts'
import { lotAtUses, lotBefore } from './lot-dates.ts'

/** A record with all that is stored of it. */
export interface StoredRecord extends RecordFacts {
  readonly recordedAt: Instant
  /** Where it was earned elsewhere: that says of which month its points are. */
  readonly earnedAt?: Instant
  readonly orderId: OrderId | null
  /** null: it is no lot. */
  readonly availableAt: Instant | null
  readonly expiresAt: Instant | null
  /** Of a lot: whether it is not available yet. */
  readonly isWaiting: boolean
}

/** In the order in which they were written. */
export interface StoredOrigin {
  readonly recordId: RecordId
  readonly lotId: RecordId
  readonly used: Amount
  /** null: made with its record, or before repayments had their moment. */
  readonly repaidAt: Instant | null
}

/** The dates that a lot had before; those of one lot in the order in which they changed. */
export interface StoredMove {
  readonly recordId: RecordId
  readonly movedAt: Instant
  readonly wasPending: boolean
  readonly from: { readonly availableAt: Instant; readonly expiresAt: Instant | null }
}

export interface StoredAccount {
  readonly records: readonly StoredRecord[]
  readonly origins: readonly StoredOrigin[]
  readonly moves: readonly StoredMove[]
}

/** All that ever happened to an account, from what is stored of it: for the first count, and to check the sums. */
export function entriesOfAccount(account: StoredAccount): LedgerEntry[] {
  return new History(account).entries()
}

interface LotHistory {
  readonly record: StoredRecord
  readonly moves: readonly StoredMove[]
  readonly isPendingAtFirst: boolean
  /** When it came into the balance; null: it never has. */
  readonly arrivedAt: Instant | null
}

/** An origin with its moment, and the lot as it was then. */
interface DatedOrigin extends StoredOrigin {
  readonly at: Instant
  readonly isRepayment: boolean
  readonly lot: LotFacts
}

class History {
  readonly #records: readonly StoredRecord[]
  readonly #lots: ReadonlyMap<RecordId, LotHistory>
  readonly #uses: ReadonlyMap<RecordId, DatedOrigin[]>
  readonly #takenWhilePending = new Map<RecordId, Amount>()
  readonly #repayments: ReadonlyMap<RecordId, DatedOrigin[]>

  constructor({ records, origins, moves }: StoredAccount) {
    this.#records = records
    const movesOf = Map.groupBy(moves, ({ recordId }) => recordId)
    this.#lots = new Map(
      records
        .filter(({ availableAt }) => availableAt !== null)
        .map((record) => [record.id, historyOf(record, movesOf.get(record.id) ?? [])]),
    )
    const dated = this.#date(origins)
    this.#uses = Map.groupBy(
      dated.filter(({ isRepayment }) => !isRepayment),
      ({ recordId }) => recordId,
    )
    this.#repayments = Map.groupBy(
      dated.filter(({ isRepayment }) => isRepayment),
      ({ lotId }) => lotId,
    )
    for (const { lotId, at, used, isRepayment } of dated) {
      if (isRepayment || !this.#isPendingAt(lotId, at)) continue
      this.#takenWhilePending.set(lotId, add(this.#takenWhilePending.get(lotId) ?? NOTHING, used))
    }
  }

  #date(origins: readonly StoredOrigin[]): DatedOrigin[] {
    const records = new Map(this.#records.map((record) => [record.id, record]))
    const timed = origins.map((origin) => {
      const record = records.get(origin.recordId)
      if (!record) throw new Error(`record ${origin.recordId} of an origin is not among those of its account`)
      const repaidAt = origin.repaidAt ?? this.#formerRepayment(origin, record)
      return { ...origin, at: repaidAt ?? record.recordedAt, isRepayment: repaidAt !== null }
    })
    return [...Map.groupBy(timed, ({ lotId }) => lotId)].flatMap(([lotId, ofLot]) => {
      const lot = this.#lots.get(lotId)
      if (!lot) throw new Error(`lot ${lotId} is not among the records of its account`)
      const inTime = ofLot.toSorted((a, b) => a.at - b.at)
      const dates = lotAtUses(lot, inTime)
      return inTime.map((origin, index) => ({ ...origin, lot: dates[index] ?? lotBefore(lot, 0) }))
    })
  }

  entries(): LedgerEntry[] {
    return this.#records.flatMap((record) => {
      const lot = this.#lots.get(record.id)
      if (lot) return [...this.#ofLot(lot), ...this.#repaymentsOf(record)]
      // What left the one account came to the other: together that is nothing.
      return record.type === POINT_TYPE.merge ? [] : [this.#ofUses(record)]
    })
  }

  #repaymentsOf(record: StoredRecord): LedgerEntry[] {
    const repayments = this.#repayments.get(record.id) ?? []
    return repayments.map(({ at, lot, used }) => ({
      ...{ kind: 'repayment', at, record },
      repaid: [{ lot, amount: used }],
    }))
  }

  /**
   * Before repayments had their moment: what a lot that was recorded later gave was one, and what one that came later
   * gave to a record of another order. What was taken of a pending lot is of the same order, or has expired.
   */
  #formerRepayment({ lotId, used }: StoredOrigin, record: StoredRecord): Instant | null {
    const lot = this.#lots.get(lotId)
    if (!lot || used.points < 0n || used.cashback < 0n) return null
    if (lot.record.id > record.id) return lot.arrivedAt
    if (record.type === POINT_TYPE.expiry || lot.record.orderId === record.orderId) return null
    return lot.arrivedAt !== null && lot.arrivedAt > record.recordedAt ? lot.arrivedAt : null
  }

  #ofLot(lot: LotHistory): LedgerEntry[] {
    const { record, moves, isPendingAtFirst, arrivedAt } = lot
    const { recordedAt: at, amount } = record
    const first = lotBefore(lot, 0)
    const moved = moves.map(
      ({ movedAt, wasPending }, index): LedgerEntry => ({
        ...{ kind: wasPending ? 'pendingMove' : 'move', at: movedAt, record },
        ...{ from: lotBefore(lot, index), to: lotBefore(lot, index + 1) },
      }),
    )
    if (!isPendingAtFirst) {
      return [{ kind: 'credit', at, record, lot: first, change: amount, repaid: NOTHING }, ...moved]
    }
    const pending: LedgerEntry[] = [{ kind: 'pendingCredit', at, record, lot: first }, ...moved]
    const change = subtract(amount, this.#takenWhilePending.get(record.id) ?? NOTHING)
    if (arrivedAt === null || isNothing(change)) return pending
    const opened = lotBefore(lot, moves.filter(({ wasPending }) => wasPending).length)
    return [...pending, { kind: 'opening', at: arrivedAt, record, lot: opened, change, repaid: NOTHING }]
  }

  #ofUses(record: StoredRecord): LedgerEntry {
    const at = record.recordedAt
    const change = record.amount
    const uses = this.#usesOf(record)
    if (record.type === POINT_TYPE.redeemReturned) {
      const back = uses.map(({ lot, amount }) => ({ lot, amount: negate(amount) }))
      return { kind: 'refund', at, record, change, uses: back, repaid: [] }
    }
    const isPending = uses.some(({ lot }) => this.#isPendingAt(lot.id, at))
    return isPending
      ? { kind: 'pendingDebit', at, record, uses }
      : { kind: 'debit', at, record, change, uses }
  }

  #usesOf(record: StoredRecord): LotUse[] {
    return (this.#uses.get(record.id) ?? []).map(({ lot, used }) => ({ lot, amount: used }))
  }

  #isPendingAt(lotId: RecordId, at: Instant): boolean {
    const lot = this.#lots.get(lotId)
    return lot?.isPendingAtFirst === true && (lot.arrivedAt === null || lot.arrivedAt > at)
  }
}

function historyOf(record: StoredRecord, moves: readonly StoredMove[]): LotHistory {
  const [first] = moves
  const availableAt = record.availableAt ?? record.recordedAt
  const isPendingAtFirst = (first?.from.availableAt ?? availableAt) > record.recordedAt
  const lastPending = moves.findLast(({ wasPending }) => wasPending)
  const opensAt = Math.max(openDate(record, moves), lastPending?.movedAt ?? record.recordedAt)
  const arrivedAt = isPendingAtFirst ? opensAt : record.recordedAt
  return { record, moves, isPendingAtFirst, arrivedAt: record.isWaiting ? null : arrivedAt }
}

/** When it became available: a lot that is open has a new end when its dates change, and never waits again. */
function openDate(record: StoredRecord, moves: readonly StoredMove[]): Instant {
  const firstOpen = moves.find(({ wasPending }) => !wasPending)
  return firstOpen?.from.availableAt ?? record.availableAt ?? record.recordedAt
}
