import { type Amount, negate, POINT_TYPE } from '../../accounts/account.ts'
import type { Instant } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import { CAUSE } from './delta.ts'
import type { LedgerEntry, LotFacts, LotUse, RecordFacts } from './entry.ts'
import { repaidBy, repaidByMany } from './repaid.ts'

/** An event of the log with what it leads to, as it was when it happened. */
export interface ReadEvent {
  /** null: it was written before causes were. */
  readonly cause: number | null
  readonly at: Instant
  readonly change: Amount
  /** After the change. */
  readonly balance: Amount
  readonly record: RecordFacts
  /** Of a credit: the lot as it was then; of a move: as it became. null: the record is no lot. */
  readonly lot: LotFacts | null
  /** Of a move: the lot as it was before. */
  readonly movedFrom: LotFacts | null
  /** What the record itself used, below zero where it gave back. */
  readonly origins: readonly LotUse[]
  /** Of two accounts that became one: which lots paid what was owed. */
  readonly repaid: readonly LotUse[]
}

/** null: nothing that is counted has changed. */
export function entryOfEvent(event: ReadEvent): LedgerEntry | null {
  const { at, change, balance, record, lot, origins } = event
  if (record.type === POINT_TYPE.merge) return { kind: 'merge', at, record, change, repaid: event.repaid }
  const cause = event.cause ?? derivedCause(event)
  switch (cause) {
    case CAUSE.credit:
    case CAUSE.opening: {
      const kind = cause === CAUSE.credit ? 'credit' : 'opening'
      const arrived = ofLot(lot, record)
      return { kind, at, record, lot: arrived, change, repaid: repaidBy(arrived, at, change, balance) }
    }
    case CAUSE.debit:
      return { kind: 'debit', at, record, change, uses: origins }
    case CAUSE.refund: {
      const uses = origins.map((use) => ({ lot: use.lot, amount: negate(use.amount) }))
      return { kind: 'refund', at, record, change, uses, repaid: repaidByMany(uses, at, change, balance) }
    }
    case CAUSE.move:
      return event.movedFrom && { kind: 'move', at, record, from: event.movedFrom, to: ofLot(lot, record) }
    default:
      return null
  }
}

/** Of an event that was written before causes were. One of no change was an update or a move, whose dates are not known. */
function derivedCause({ change, record, lot, at }: ReadEvent): number {
  if (record.type === POINT_TYPE.redeemReturned) return CAUSE.refund
  if (change.points === ZERO && change.cashback === ZERO) return CAUSE.update
  if (change.points < ZERO || change.cashback < ZERO) return CAUSE.debit
  return lot?.recordedAt === at ? CAUSE.credit : CAUSE.opening
}

function ofLot(lot: LotFacts | null, { id }: RecordFacts): LotFacts {
  if (lot === null) throw new Error(`record ${id} is no lot, and its event says that points arrived`)
  return lot
}
