import type { PointType } from '../../accounts/account.ts'
import type { CustomerId, RecordId } from '../../contract/ids.ts'
import type { Instant } from '../../platform/clock.ts'
import type { LotFacts } from './entry.ts'

/** A lot as it is, and the ends it had before, in the order in which they changed. */
export interface MovedLot {
  readonly id: RecordId
  readonly type: PointType
  readonly recordedAt: Instant
  readonly expiresAt: Instant | null
  readonly moves: readonly {
    /** Numbered together with the events of the log. */
    readonly id: number
    /** Of the event that told of it; null: the lot was pending, so all of its events came later. */
    readonly sequence: number | null
    /** Whose events `sequence` counts. */
    readonly ofCustomer: CustomerId
    /** The end before it. */
    readonly expiresAt: Instant | null
  }[]
}

/** An event of the log, as far as it has a place among others. */
export interface PlacedEvent {
  readonly id: number
  readonly customerId: CustomerId
  readonly sequence: number
}

/** The lot as it was right after an event. */
export function lotAsOf({ id, type, recordedAt, expiresAt, moves }: MovedLot, event: PlacedEvent): LotFacts {
  const next = moves.find((move) => isAfter(move, event))
  return { id, type, recordedAt, expiresAt: next ? next.expiresAt : expiresAt }
}

/** The lot as it was before the move that this event tells of; null: the event tells of none. */
export function lotBeforeMove(
  { id, type, recordedAt, moves }: MovedLot,
  event: PlacedEvent,
): LotFacts | null {
  const move = moves.find(
    ({ ofCustomer, sequence }) => ofCustomer === event.customerId && sequence === event.sequence,
  )
  return move ? { id, type, recordedAt, expiresAt: move.expiresAt } : null
}

/**
 * Numbers of one customer's events tell the order also within a transaction. Those of two customers who became one say
 * nothing of each other; the merge lies between them, so the places in the log do.
 */
function isAfter({ id, sequence, ofCustomer }: MovedLot['moves'][number], event: PlacedEvent): boolean {
  if (sequence === null) return false
  return ofCustomer === event.customerId ? sequence > event.sequence : id > event.id
}
