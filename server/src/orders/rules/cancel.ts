import {
  type Amount,
  add,
  addRecords,
  isNothing,
  type OrderRecords,
  POINT_TYPE,
  recordsOfOrder,
} from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { TakenBack } from '../../accounts/rules/ledger.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import type { OrderId } from '../../contract/ids.ts'
import { type Refusal, refusal } from '../../contract/refusal.ts'
import { shortText } from '../../earning/explanation.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import type { Instant } from '../../platform/clock.ts'
import { ZERO } from '../../platform/decimal.ts'
import { type Tenant, takeBackPolicy } from '../../tenancy/tenant.ts'
import { type EarnedWith, NOTHING_TAKEN, ORDER_STATE, type Order } from '../order.ts'
import type { OrderElsewhere } from '../order-elsewhere.ts'
import { isAhead } from './merge.ts'
import { countOrder, type OrderOutcome, unchanged } from './outcome.ts'
import type { OrderReason } from './reasons.ts'
import { type CardsAtHand, stampByOrder } from './stamp.ts'
import { takeBackElsewhere } from './take-back-elsewhere.ts'
import { applyCoupons, type LoadedCoupons } from './use-and-free-coupons.ts'

export interface CancelInput {
  readonly tenant: Tenant
  readonly originalId: string
  /** null: it was not sent, or is no date. */
  readonly cancelledAt: Instant | null
  readonly status: string | null
}

export interface CancelContext {
  readonly stored: Order | undefined
  readonly customer: Customer | null
  /** Everything that was recorded for the stored order so far, less what was written off. */
  readonly recorded: OrderRecords
  readonly coupons: LoadedCoupons
  readonly cards: CardsAtHand
  /** What it had earned in another system. */
  readonly elsewhere?: OrderElsewhere | undefined
}

/** Cancels an order in whatever state it is, once. It takes back what was recorded, not a recomputation. */
export function decideCancel(
  { stored, customer, recorded, coupons, cards, elsewhere }: CancelContext,
  { tenant, originalId, cancelledAt, status }: CancelInput,
  posting: Posting,
): OrderOutcome | Refusal<OrderReason> {
  if (!stored || !customer) {
    return refusal('order-unknown', `There is no order with the id ${originalId}.`, 'orderId')
  }
  if (cancelledAt === null) {
    const message = 'OrderCancelledDate must be an ISO 8601 date like 2026-01-31T12:00:00Z.'
    return refusal('cancellation-date-missing', message, 'OrderCancelledDate')
  }
  if (stored.state === ORDER_STATE.cancelled) return unchanged(stored, customer)
  if (cancelledAt < stored.placedAt) {
    const message = 'OrderCancelledDate is before the placement of the order.'
    return refusal('cancellation-before-placement', message, 'OrderCancelledDate')
  }
  if (isAhead(cancelledAt, posting.now)) {
    const message = 'OrderCancelledDate is more than 24 hours in the future.'
    return refusal('cancellation-date-ahead', message, 'OrderCancelledDate')
  }
  if (customer.erasedAt !== null)
    return cancelOfErased(stored, customer, { cancelledAt, status }, posting.now)
  return cancelStored(
    { stored, customer, recorded, coupons, cards, elsewhere },
    { tenant, cancelledAt, status },
    posting,
  )
}

/** Nothing is left to take back from a customer who was erased, and no one to give anything back to. */
export function cancelOfErased(
  stored: Order,
  customer: Customer,
  { cancelledAt, status }: { readonly cancelledAt: Instant; readonly status: string | null },
  now: Instant,
): OrderOutcome {
  const order: Order = {
    ...stored,
    state: ORDER_STATE.cancelled,
    cancelledAt,
    updatedAt: Math.max(stored.updatedAt, now),
    details: { ...stored.details, ...(status !== null && { status }) },
  }
  return { ...unchanged(order, countOrder(customer, stored, order)), isChanged: true }
}

/** What is to become of an order that can be cancelled. */
export interface Cancellation {
  readonly tenant: Tenant
  readonly cancelledAt: Instant
  readonly status: string | null
  readonly refundsRedeem?: boolean
}

type Cancellable = CancelContext & { readonly stored: Order; readonly customer: Customer }

export function cancelStored(
  { stored, customer, recorded, coupons, cards, elsewhere }: Cancellable,
  { tenant, cancelledAt, status, refundsRedeem = false }: Cancellation,
  posting: Posting,
): OrderOutcome {
  const applied = applyCoupons(
    coupons,
    {
      tenant,
      orderId: stored.id,
      orderKey: stored.originalId,
      customerId: customer.id,
      placedAt: stored.placedAt,
      codes: [],
      links: stored.details.linkedCoupons,
      isCancelled: true,
      refundsRedeem,
    },
    posting,
  )
  const { earned, elsewhere: back } = cancelEarning(posting, {
    ...{ stored, tenant, elsewhere, recorded: recordedSoFar(posting, recorded, stored.id) },
  })
  const order: Order = {
    ...stored,
    state: ORDER_STATE.cancelled,
    cancelledAt,
    // Never back: what was sent before the cancellation must stay older than it.
    updatedAt: Math.max(stored.updatedAt, posting.now),
    earned,
    details: { ...stored.details, ...(status !== null && { status }), linkedCoupons: applied.links },
  }
  const isEnrolled = customer.profile.isEnrolled
  const stamping = stampByOrder(
    order,
    cards,
    { tenant, stored, isEnrolled, program: cards.current, usedOf: () => ZERO, coupons: applied.coupons },
    posting,
  )
  return {
    order: stamping.order,
    customer: countOrder(customer, stored, order),
    signup: null,
    applied,
    stamped: stamping.stamped,
    ...(back && { elsewhere: back }),
    isChanged: true,
  }
}

/** Takes back what the order stands for. What it earned with, and what of it was written off by now. */
export function cancelEarning(
  posting: Posting,
  {
    stored,
    recorded: { sum: recorded },
    elsewhere,
    tenant,
  }: {
    readonly stored: Order | undefined
    readonly recorded: OrderRecords
    readonly elsewhere: OrderElsewhere | undefined
    readonly tenant: Tenant
  },
): { readonly earned: EarnedWith | null; readonly elsewhere?: OrderElsewhere } {
  if (!stored?.earned) return { earned: null }
  if (elsewhere) {
    const type = POINT_TYPE.orderCancelled
    const asked = { tenant, order: stored, elsewhere, returned: null, type, lines: [] }
    const back = takeBackElsewhere(posting, asked)
    return { earned: withWrittenOff(stored.earned, back), elsewhere: back.elsewhere }
  }
  return { earned: cancelOwn(posting, { stored, earned: stored.earned, recorded, tenant }) }
}

function cancelOwn(
  posting: Posting,
  {
    stored,
    earned: before,
    recorded,
    tenant,
  }: {
    readonly stored: Order
    readonly earned: EarnedWith
    readonly recorded: Amount
    readonly tenant: Tenant
  },
): EarnedWith {
  const amount = notBelowZero(recorded)
  // What it took is free again.
  const earned = { ...before, taken: NOTHING_TAKEN }
  if (isNothing(amount)) return earned
  const input = {
    type: POINT_TYPE.orderCancelled,
    orderId: stored.id,
    amount,
    policy: takeBackPolicy(tenant),
  }
  const recordedLine = { kind: 'recorded', points: shortText(-amount.points) } as const
  const explanation = { v: earned.programVersion, lines: [recordedLine] }
  return withWrittenOff(earned, takeBackEarning(posting, input, explanation))
}

export function withWrittenOff(
  earned: EarnedWith,
  { writtenOff }: Pick<TakenBack, 'writtenOff'>,
): EarnedWith {
  return isNothing(writtenOff) ? earned : { ...earned, writtenOff: add(earned.writtenOff, writtenOff) }
}

/**
 * What is recorded for an order by now: points that went back to a lot of the order itself, or whose date was
 * corrected, may have expired in the same moment, and then it does not stand for them any more.
 */
export function recordedSoFar({ entries }: Posting, before: OrderRecords, orderId: OrderId): OrderRecords {
  return addRecords(before, recordsOfOrder(entries, orderId))
}

function notBelowZero(amount: Amount): Amount {
  return atMost(amount, amount)
}

/** Neither part above its limit, nor below zero. */
export function atMost(amount: Amount, limit: Amount): Amount {
  const bounded = (value: bigint, most: bigint): bigint =>
    value < ZERO || most < ZERO ? ZERO : value < most ? value : most
  return {
    points: bounded(amount.points, limit.points),
    cashback: bounded(amount.cashback, limit.cashback),
  }
}
