import type { OrderId, RecordId } from '../../contract/ids.ts'

/**
 * Which part of an account is loaded. A till's “final consumer” may have 100,000 lots, and most commands need the
 * first few of them: so lots are loaded in the order in which they are used, as far as they are needed. A
 * decision that comes to the end of what is loaded throws `NotLoaded`, and is made again with more.
 */

/** A place among lots or debts that are in order: by a moment, then by id. */
export interface Position {
  readonly at: number
  readonly id: number
}

/** Later than any expiry, and unlike Infinity it can be subtracted from itself. */
export const NEVER = Number.MAX_SAFE_INTEGER

const BEGINNING: Position = { at: -Infinity, id: 0 }
export const END: Position = { at: Infinity, id: Infinity }

export interface LoadedPart {
  /** Every open lot up to here, in spending order: by expiry. */
  readonly open: Position
  /** Every waiting lot up to here, in the order in which they open. */
  readonly waiting: Position
  /** Every debt up to this record, oldest first. */
  readonly debts: number
  /** Every lot of these orders. */
  readonly orderIds: ReadonlySet<OrderId>
  /** These lots, wherever they lie: what is not there of them is spent. */
  readonly lotIds: ReadonlySet<RecordId>
  /** Nothing that is not loaded is due before this moment. null: ever. */
  readonly othersDueAt: number | null
}

const NONE: ReadonlySet<never> = new Set()

export const ALL_LOADED: LoadedPart = {
  open: END,
  waiting: END,
  debts: Infinity,
  orderIds: NONE,
  lotIds: NONE,
  othersDueAt: null,
}

/** As an account is read: its row alone, which tells whether it owes anything and when something may be due. */
export function nothingLoaded(isInDebt: boolean, nextDueAt: number | null): LoadedPart {
  return {
    open: BEGINNING,
    waiting: BEGINNING,
    debts: isInDebt ? 0 : Infinity,
    orderIds: NONE,
    lotIds: NONE,
    othersDueAt: nextDueAt,
  }
}

export function comparePositions(a: Position, b: Position): number {
  return a.at === b.at ? a.id - b.id : a.at - b.at
}

/** What would have to be loaded before the decision can be made. */
export type Wanted =
  | { readonly kind: 'open' | 'due' | 'debts' }
  | { readonly kind: 'order'; readonly orderId: OrderId }
  | { readonly kind: 'lots'; readonly lotIds: readonly RecordId[] }

export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
  readonly wanted: Wanted

  constructor(wanted: Wanted) {
    super(`not loaded: ${wanted.kind}`)
    this.wanted = wanted
  }
}

/** A moment before which nothing can be due in what lies behind these places. */
export function dueBehind({ open, waiting }: Pick<LoadedPart, 'open' | 'waiting'>): number | null {
  const due = Math.min(open.at, waiting.at)
  return due >= NEVER ? null : due
}
