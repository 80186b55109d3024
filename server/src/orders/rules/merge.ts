import type { Refusal } from '../../contract/refusal.ts'
import { shortText } from '../../earning/explanation.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import { encodeDetails } from '../details-encoding.ts'
import { ORDER_STATE, type Order, type OrderDetails } from '../order.ts'
import type { SentDetails, SentOrder } from '../sent-order.ts'
import { type OrderReason, wrong } from './reasons.ts'

/** An order as it is to be: what is stored, with what was sent put over it. */
export interface MergedOrder {
  readonly total: Decimal
  readonly returned: Decimal
  readonly placedAt: Instant
  /** Once complete, for ever: only a cancellation ends it. */
  readonly isCompleted: boolean
  readonly completedAt: Instant | null
  readonly isCancelled: boolean
  readonly cancelledAt: Instant | null
  readonly details: OrderDetails
}

const DAY_MS = 86_400_000

/** How far a sender's clock may be ahead of ours. */
const AHEAD_MAX_MS = DAY_MS

export function isAhead(at: Instant, now: Instant): boolean {
  return at > now + AHEAD_MAX_MS
}

/**
 * Whether what is stored is newer. A stored date that lies far ahead was written before such dates were cut: it
 * would block every change until then.
 */
export function isOlder(stored: Order, { updatedAt }: SentOrder, now: Instant): boolean {
  if (updatedAt === null || isAhead(stored.updatedAt, now)) return false
  return receivedAs(updatedAt, now) < stored.updatedAt
}

function receivedAs(updatedAt: Instant, now: Instant): Instant {
  return isAhead(updatedAt, now) ? now : updatedAt
}

/** The UpdatedDate of the order after the message. */
export function updatedAtOf(
  stored: Order | undefined,
  sent: SentOrder,
  merged: MergedOrder,
  now: Instant,
): Instant {
  if (sent.updatedAt === null) {
    if (stored) return stored.updatedAt
    return Math.min(now, Math.max(merged.placedAt, merged.completedAt ?? 0, merged.cancelledAt ?? 0))
  }
  // Sent again as it was, it must not count as newer only because it is received later.
  if (stored && isAhead(sent.updatedAt, now) && isSameOrder(stored, merged)) return stored.updatedAt
  return receivedAs(sent.updatedAt, now)
}

/** Refuses a first message that leaves out what only a later one may. */
export function mergeOrder(stored: Order | undefined, sent: SentOrder): MergedOrder | Refusal<OrderReason> {
  const before = stored && contentOf(stored)
  const placedAt = sent.placedAt ?? before?.placedAt
  if (placedAt === undefined) {
    return wrong('placement-date-missing', 'OrderPlacementDate', 'is missing.')
  }
  const isNet = stored !== undefined && isLessReturned(stored, sent)
  const total = (isNet ? null : sent.total) ?? before?.total
  if (total === undefined) return wrong('total-missing', 'OrderTotal', 'is missing.')
  return {
    total,
    returned: before?.returned ?? ZERO,
    placedAt,
    isCompleted: sent.isCompleted || (before?.isCompleted ?? false),
    completedAt: sent.completedAt ?? before?.completedAt ?? null,
    isCancelled: sent.isCancelled ?? before?.isCancelled ?? false,
    cancelledAt: sent.cancelledAt ?? before?.cancelledAt ?? null,
    details: mergeDetails(before ?? NEW, isNet ? { ...sent.details, products: null } : sent.details, total),
  }
}

/** Whether the sender has already subtracted what was returned: its lines are then what is left of them too. */
function isLessReturned({ total, returned }: Order, sent: SentOrder): boolean {
  return returned > ZERO && sent.total === total - returned
}

type Before = Pick<MergedOrder, 'isCompleted' | 'details'>

const NEW: Before = {
  isCompleted: false,
  details: {
    status: null,
    products: [],
    coupon: null,
    externalCoupon: null,
    metadatas: [],
    paymentMethod: null,
    branch: null,
    salesPerson: null,
    shipping: null,
    linkedCoupons: [],
    returnedLines: [],
    nothingBecause: null,
  },
}

function mergeDetails({ isCompleted, details: before }: Before, sent: SentDetails, total: Decimal) {
  // Many serializers write an empty list where a status update has nothing to say of products.
  const saysNothing = sent.products?.length === 0 && total > ZERO
  const codeOf = (was: string | null, code: string | null): string | null =>
    code === '' ? (isCompleted ? was : null) : (code ?? was)
  return {
    ...before,
    status: sent.status ?? before.status,
    products: saysNothing ? before.products : (sent.products ?? before.products),
    coupon: codeOf(before.coupon, sent.coupon),
    externalCoupon: codeOf(before.externalCoupon, sent.externalCoupon),
    metadatas: sent.metadatas ?? before.metadatas,
    paymentMethod: sent.paymentMethod === 'none' ? null : (sent.paymentMethod ?? before.paymentMethod),
    branch: sent.branch ?? before.branch,
    salesPerson: sent.salesPerson ?? before.salesPerson,
    shipping: sent.shipping ?? before.shipping,
  }
}

export function isComplete({ state }: Order): boolean {
  return state === ORDER_STATE.complete || state === ORDER_STATE.ignored
}

export function contentOf(stored: Order): MergedOrder {
  const { total, returned, placedAt, completedAt, cancelledAt, details } = stored
  return {
    total,
    returned,
    placedAt,
    isCompleted: isComplete(stored),
    completedAt,
    isCancelled: stored.state === ORDER_STATE.cancelled,
    cancelledAt,
    details,
  }
}

/** Whether a message changes nothing of an order, whatever it says of its date and its customer. */
export function isSameOrder(stored: Order, merged: MergedOrder): boolean {
  const before = contentOf(stored)
  return (
    before.total === merged.total &&
    before.placedAt === merged.placedAt &&
    before.isCompleted === merged.isCompleted &&
    before.completedAt === merged.completedAt &&
    before.isCancelled === merged.isCancelled &&
    before.cancelledAt === merged.cancelledAt &&
    JSON.stringify(encodeDetails(before.details)) === JSON.stringify(encodeDetails(merged.details))
  )
}

/** What is wrong with the order as it would be. What is stored already is not held against a later message. */
export function problemOf(
  stored: Order | undefined,
  merged: MergedOrder,
  now: Instant,
): Refusal<OrderReason> | null {
  const { placedAt, completedAt } = merged
  if (merged.total < merged.returned) return belowReturned(merged)
  const isNew = (name: 'placedAt' | 'completedAt' | 'cancelledAt'): boolean =>
    merged[name] !== (stored?.[name] ?? null)
  if (isNew('placedAt') && isAhead(placedAt, now)) {
    return wrong('placement-date-ahead', 'OrderPlacementDate', AHEAD)
  }
  if (merged.isCompleted && completedAt === null) {
    return wrong('completion-date-missing', 'OrderCompletedDate', 'is missing.')
  }
  if (completedAt !== null && (isNew('completedAt') || isNew('placedAt') || !stored || !isComplete(stored))) {
    if (isNew('completedAt') && isAhead(completedAt, now)) {
      return wrong('completion-date-ahead', 'OrderCompletedDate', AHEAD)
    }
    if (merged.isCompleted && completedAt < placedAt) {
      return wrong('completion-before-placement', 'OrderCompletedDate', 'is before OrderPlacementDate.')
    }
  }
  return problemOfCancelling(merged, isNew('cancelledAt'), now)
}

function belowReturned({ total, returned }: MergedOrder): Refusal<OrderReason> {
  const text = `is ${shortText(total)}, less than the ${shortText(returned)} that was returned of the order.`
  return wrong('total-below-returned', 'OrderTotal', text)
}

function problemOfCancelling(
  merged: MergedOrder,
  isNewDate: boolean,
  now: Instant,
): Refusal<OrderReason> | null {
  const { isCancelled, cancelledAt, placedAt } = merged
  if (isCancelled && cancelledAt === null) {
    return wrong('cancellation-date-missing', 'OrderCancelledDate', 'is missing.')
  }
  if (cancelledAt === null) return null
  if (isNewDate && isAhead(cancelledAt, now)) {
    return wrong('cancellation-date-ahead', 'OrderCancelledDate', AHEAD)
  }
  return isCancelled && cancelledAt < placedAt
    ? wrong('cancellation-before-placement', 'OrderCancelledDate', 'is before OrderPlacementDate.')
    : null
}

const AHEAD = 'is more than 24 hours in the future.'
