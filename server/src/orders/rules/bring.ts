import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal, type Refusal } from '../../contract/refusal.ts'
import { EARNED_ELSEWHERE, ORDER_ORIGIN, ORDER_STATE, type Order, type OrderState } from '../order.ts'
import type { SentOrder } from '../sent-order.ts'
import { type MergedOrder, mergeOrder, problemOf, updatedAtOf } from './merge.ts'
import { countOrder, type OrderOutcome, unchanged } from './outcome.ts'
import type { OrderReason } from './reasons.ts'

/** An order of another system. */
export interface BroughtOrder {
  readonly sent: SentOrder
  /** It was complete while its customer was not enrolled: it never earns. */
  readonly isIgnored: boolean
}

/**
 * An order that happened elsewhere, as it is kept here: it counts as a purchase, and earns nothing, now or when it is sent
 * again. It uses no coupon, because it did that elsewhere.
 */
export function bringOrder(
  customer: Customer,
  { sent, isIgnored }: BroughtOrder,
  posting: Posting,
): OrderOutcome | Refusal<OrderReason> {
  const { now } = posting
  const merged = mergeOrder(undefined, sent)
  if (isRefusal(merged)) return merged
  const problem = problemOf(undefined, merged, now)
  if (problem) return problem
  const state = isIgnored ? ORDER_STATE.ignored : stateOf(merged)
  const isComplete = state === ORDER_STATE.complete
  // The day on which it was complete, and not that of the import.
  if (isComplete) posting.markActive(merged.completedAt ?? now)
  const order: Order = {
    ...{ id: posting.nextId(), originalId: sent.originalId, customerId: customer.id },
    ...{ state, origin: ORDER_ORIGIN.file, total: merged.total, returned: merged.returned },
    ...{ placedAt: merged.placedAt, completedAt: merged.completedAt, cancelledAt: merged.cancelledAt },
    updatedAt: updatedAtOf(undefined, sent, merged, now),
    earned: isComplete ? EARNED_ELSEWHERE : null,
    details: {
      ...merged.details,
      nothingBecause: isComplete ? 'imported' : isIgnored ? 'not-enrolled' : null,
    },
  }
  return { ...unchanged(order, countOrder(customer, undefined, order)), isChanged: true }
}

function stateOf({ isCancelled, isCompleted }: MergedOrder): OrderState {
  if (isCancelled) return ORDER_STATE.cancelled
  return isCompleted ? ORDER_STATE.complete : ORDER_STATE.pending
}
