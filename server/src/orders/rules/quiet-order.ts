import type { Posted } from '../../accounts/account.ts'
import { type LocalDate, localDate } from '../../platform/zone.ts'
import type { Order } from '../order.ts'

/** The days on which an order is to be counted again. */
export interface DaysOfOrder {
  readonly day: LocalDate
  /** Where it was placed on another day before. */
  readonly formerDay: LocalDate | null
}

/**
 * The days of an order whose change is told by nothing else: no record of it was made or moved, or it was placed on
 * another day than was known. null for all others, such as those that earn: their records lead to them.
 */
export function daysOfQuietOrder(
  stored: Order | undefined,
  order: Order,
  { entries, timeZone }: { readonly entries: readonly Posted[]; readonly timeZone: string },
): DaysOfOrder | null {
  const isPlacedAnew = stored !== undefined && stored.placedAt !== order.placedAt
  const isTold = entries.some((entry) => isOfOrder(entry, order))
  if (isTold && !isPlacedAnew) return null
  if (stored && isOnlyMentioned(stored, order)) return null
  const day = localDate(order.placedAt, timeZone)
  const former = isPlacedAnew ? localDate(stored.placedAt, timeZone) : day
  if (isTold && former === day) return null
  return { day, formerDay: former === day ? null : former }
}

/** Only the lots of the order that a command is about are moved by it. */
function isOfOrder(entry: Posted, { id }: Order): boolean {
  return entry.kind === 'move' || ('orderId' in entry && entry.orderId === id)
}

/** A message that is newer and says nothing new leaves everything but its time. */
function isOnlyMentioned(stored: Order, order: Order): boolean {
  return stored.details === order.details && stored.state === order.state
}
