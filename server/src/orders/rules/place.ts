import { NOTHING, type OrderRecords, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { signup } from '../../actions/rules/signup.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import { newCustomer, withSent } from '../../customers/rules/profile.ts'
import { leftOutOfTiers } from '../../earning/counted.ts'
import { creditEarning } from '../../earning/credit-earning.ts'
import { evaluateWithin } from '../../earning/limits.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { NOTHING_TAKEN, ORDER_ORIGIN, ORDER_STATE, type Order, type OrderState } from '../order.ts'
import type { SentOrder } from '../sent-order.ts'
import {
  type AdjustContext,
  adjustEarning,
  countsFrom,
  type Earned,
  type OrderChange,
  reasonFor,
} from './adjust.ts'
import { type CancelContext, cancelEarning, recordedSoFar } from './cancel.ts'
import { factsOf } from './facts.ts'
import {
  isComplete,
  isOlder,
  isSameOrder,
  type MergedOrder,
  mergeOrder,
  problemOf,
  updatedAtOf,
} from './merge.ts'
import { countOrder, type OrderOutcome, unchanged } from './outcome.ts'
import { placesOfLines } from './product-places.ts'
import type { OrderReason } from './reasons.ts'
import { stampByOrder } from './stamp.ts'
import { type AppliedCoupons, applyCoupons, codesOf, sameCoupons } from './use-and-free-coupons.ts'

/** What the decision looks at beside the account. */
export interface OrderContext extends AdjustContext, CancelContext {
  /** The tier of the customer before this order, and what its benefits multiply points by. */
  readonly tier: { readonly id: number; readonly multiplier: Decimal | null } | null
  /** Whether no other order of the customer is complete. */
  readonly isFirstPurchase: boolean
  /** The how-manieth of the customer's orders it is; null: no rule asks, or it is not known. */
  readonly number: number | null
  /** Whether a person who was erased comes back: who has signed up before. */
  readonly isReturning: boolean
}

type Change = OrderChange<OrderContext> & {
  /** Its id in the merchant's store. */
  readonly orderKey: string
}

export interface PlaceOrderInput {
  readonly tenant: Tenant
  readonly sent: SentOrder
  readonly publicId: string
}

/** Inserts or updates an order: once per effect, whatever is sent how often and in whatever order. */
export function decideOrder(
  context: OrderContext,
  input: PlaceOrderInput,
  posting: Posting,
): OrderOutcome | Refusal<OrderReason> {
  const { stored, customer } = context
  const { sent } = input
  const { now } = posting
  if (stored) {
    if (stored.customerId !== customer?.id) return ofAnotherCustomer(sent)
    if (customer.erasedAt !== null) return unchanged(stored, customer)
    const isAgain = stored.state === ORDER_STATE.cancelled && sent.isCancelled
    if (isAgain || isOlder(stored, sent, now)) return unchanged(stored, customer)
  }
  const merged = mergeOrder(stored, sent)
  if (isRefusal(merged)) return merged
  if (stored && customer && isSameOrder(stored, merged)) {
    return onlyMentioned(stored, customer, { merged, input }, now)
  }
  if (stored?.state === ORDER_STATE.cancelled) {
    const message = `Order ${sent.originalId} is cancelled and cannot be changed.`
    return refusal('order-is-cancelled', message, 'OriginalId')
  }
  const problem = problemOf(stored, merged, now)
  return problem ?? changeOrder(context, input, merged, posting)
}

export function ofAnotherCustomer({ originalId }: SentOrder): Refusal<OrderReason> {
  return refusal('customer-mismatch', `Order ${originalId} belongs to another customer.`, 'Customer')
}

/** A message that says nothing new of the order: it may be newer, and say something new of the customer. */
function onlyMentioned(
  stored: Order,
  customer: Customer,
  message: { merged: MergedOrder; input: PlaceOrderInput },
  now: Instant,
): OrderOutcome {
  const { merged, input } = message
  const { tenant, sent } = input
  if (stored.state === ORDER_STATE.cancelled) return unchanged(stored, customer)
  const known = withSent(customer, { ...sent.customer, isEnrolled: null }, tenant, now)
  const updatedAt = updatedAtOf(stored, sent, merged, now)
  if (updatedAt === stored.updatedAt) return unchanged(stored, known)
  return { ...unchanged({ ...stored, updatedAt }, known), isChanged: true }
}

function changeOrder(
  context: OrderContext,
  { tenant, sent, publicId }: PlaceOrderInput,
  merged: MergedOrder,
  posting: Posting,
): OrderOutcome {
  const { stored } = context
  const { now } = posting
  const known = context.customer
    ? withSent(context.customer, sent.customer, tenant, now)
    : newCustomer(tenant, sent.customer, { id: posting.nextId(), publicId }, now)
  const isNew = !context.customer && !context.isReturning
  const signedUp = isNew ? signup(posting, known, context.program, tenant.timeZone) : null
  const orderId = stored?.id ?? posting.nextId()
  const orderKey = sent.originalId
  const change = { context, tenant, merged, orderId, orderKey, customer: known, posting }
  // Coupons before earning: the points of a returned coupon are then there to be taken back, and no debt arises.
  const applied = couponsOf(change)
  // Also where it earns nothing: the customer has bought something.
  if (merged.isCompleted && !merged.isCancelled) posting.markActive(merged.completedAt ?? now)
  const earned = earningOf(change, recordedSoFar(posting, context.recorded, orderId))
  const order: Order = {
    id: orderId,
    originalId: sent.originalId,
    customerId: known.id,
    state: stateOf(merged, earned.with !== null),
    origin: stored?.origin ?? ORDER_ORIGIN.externalApi,
    total: merged.total,
    returned: merged.returned,
    placedAt: merged.placedAt,
    completedAt: merged.completedAt,
    cancelledAt: merged.cancelledAt,
    updatedAt: updatedAtOf(stored, sent, merged, now),
    earned: earned.with,
    details: { ...merged.details, linkedCoupons: applied.links, nothingBecause: earned.nothingBecause },
  }
  const { cards, program, usedOf } = context
  const { isEnrolled } = known.profile
  const stamping = stampByOrder(
    order,
    cards,
    { tenant, program, stored, isEnrolled, usedOf, coupons: applied.coupons },
    posting,
  )
  return {
    order: stamping.order,
    customer: countOrder(known, stored, order),
    signup: signedUp,
    applied,
    stamped: stamping.stamped,
    ...(earned.elsewhere && { elsewhere: earned.elsewhere }),
    isChanged: true,
  }
}

/** An order that is complete has earned, if only 0 points, unless its customer was not enrolled. */
function stateOf({ isCancelled, isCompleted }: MergedOrder, hasEarned: boolean): OrderState {
  if (isCancelled) return ORDER_STATE.cancelled
  if (hasEarned) return ORDER_STATE.complete
  return isCompleted ? ORDER_STATE.ignored : ORDER_STATE.pending
}

/** What a complete order has used stays used, until it names another code or is cancelled. */
function couponsOf(change: Change): AppliedCoupons {
  const { context, tenant, merged, orderId, orderKey, customer, posting } = change
  const { stored, coupons } = context
  const links = stored?.details.linkedCoupons ?? []
  const { isCancelled } = merged
  const isSettled =
    stored !== undefined &&
    isComplete(stored) &&
    stored.details.coupon === merged.details.coupon &&
    stored.details.externalCoupon === merged.details.externalCoupon
  if (isSettled && !isCancelled) return sameCoupons(links)
  const codes = isCancelled ? [] : codesOf(merged.details)
  const { placedAt } = merged
  const input = {
    tenant,
    orderId,
    orderKey,
    customerId: customer.id,
    placedAt,
    codes,
    links,
    isCancelled,
    programVersion: context.program.version,
  }
  return applyCoupons(coupons, input, posting)
}

function earningOf(change: Change, recorded: OrderRecords): Earned {
  const { context, tenant, merged, customer, posting } = change
  const { stored } = context
  const before = { with: stored?.earned ?? null, nothingBecause: merged.details.nothingBecause }
  if (merged.isCancelled) {
    const { earned, elsewhere } = cancelEarning(posting, {
      ...{ stored, recorded, tenant, elsewhere: context.elsewhere },
    })
    return { ...before, with: earned, ...(elsewhere && { elsewhere }) }
  }
  if (stored?.earned) return adjustEarning(change, stored, stored.earned)
  if (!merged.isCompleted || merged.completedAt === null) return before
  // For good: who enrols later has not bought this as a member.
  const isIgnored = stored?.state === ORDER_STATE.ignored || !customer.profile.isEnrolled
  return isIgnored ? { with: null, nothingBecause: 'not-enrolled' } : firstEarning(change, merged.completedAt)
}

function firstEarning(change: Change, completedAt: Instant): Earned {
  const { context, tenant, merged, orderId, posting } = change
  const { program, tier, placeOf, isFirstPurchase, number, usedOf } = context
  const earned = {
    programVersion: program.version,
    tierId: tier?.id ?? null,
    tierMultiplier: tier?.multiplier ?? null,
    isFirstPurchase,
    number: program.index.asksNumber ? number : null,
    timeZone: program.index.asksZone ? tenant.timeZone : null,
    countsFrom: countsFrom(completedAt, posting.now),
    places: placesOfLines(program, merged.details.products, null, placeOf),
    writtenOff: NOTHING,
    missedPoints: ZERO,
  }
  const facts = factsOf(merged, earned)
  const earning = evaluateWithin(program, facts, { usedOf, before: null })
  creditEarning(posting, {
    type: POINT_TYPE.purchase,
    earning,
    earnedAt: earned.countsFrom ?? completedAt,
    orderId,
    timeZone: tenant.timeZone,
  })
  const { taken = NOTHING_TAKEN } = earning
  return {
    with: { ...earned, taken, leftOutOfTiers: leftOutOfTiers(program.index, facts) },
    nothingBecause: reasonFor(earning, earning.points),
  }
}
