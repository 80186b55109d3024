import { type Amount, NOTHING, type OrderRecords, POINT_TYPE } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { signup } from '../../actions/rules/signup.ts'
import type { OrderId } from '../../contract/ids.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import { newCustomer, withSent } from '../../customers/rules.ts'
import { creditEarning, lotDates } from '../../earning/credit-earning.ts'
import type { Earning } from '../../earning/earned.ts'
import {
  type Adjustment,
  evaluateAdjustment,
  evaluateOrder,
  type OrderFacts,
} from '../../earning/evaluate.ts'
import type { Cashback, Program } from '../../earning/program.ts'
import { takeBackEarning } from '../../earning/taken-back.ts'
import type { Instant } from '../../platform/clock.ts'
import { type Decimal, ZERO } from '../../platform/decimal.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import {
  type EarnedWith,
  type NothingBecause,
  ORDER_ORIGIN,
  ORDER_STATE,
  type Order,
  type OrderProduct,
  type OrderState,
} from '../order.ts'
import type { SentOrder } from '../sent-order.ts'
import {
  atMost,
  type CancelContext,
  cancelEarning,
  policyOf,
  recordedSoFar,
  withWrittenOff,
} from './cancel.ts'
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
import { linesWithPlaces, type PlaceOf, placesOfLines } from './product-places.ts'
import type { OrderReason } from './reasons.ts'
import { type AppliedCoupons, applyCoupons, codesOf, NONE_RESTORED } from './use-and-free-coupons.ts'

/** What the decision looks at beside the account. */
export interface OrderContext extends CancelContext {
  /** The program it earned under, where it has earned; else the program as it stands. */
  readonly program: Program
  /** The tier of the customer before this order, and what its benefits multiply points by. */
  readonly tier: { readonly id: number; readonly multiplier: Decimal | null } | null
  readonly placeOf: PlaceOf
  /** Whether no other order of the customer is complete. */
  readonly isFirstPurchase: boolean
  /** That of the program as it stands, whatever the order earned under. */
  readonly cashback: Cashback
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
    if (stored.customerId !== customer?.id) {
      const message = `Order ${sent.originalId} belongs to another customer.`
      return refusal('customer-mismatch', message, 'Customer')
    }
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

/** An order that is new or different, with what that does to its customer. */
interface Change {
  readonly context: OrderContext
  readonly tenant: Tenant
  readonly merged: MergedOrder
  readonly orderId: OrderId
  /** Its id in the merchant's store. */
  readonly orderKey: string
  readonly customer: Customer
  readonly posting: Posting
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
  const signupRecordId = context.customer ? null : signup(posting, known, context.program, tenant.timeZone)
  const orderId = stored?.id ?? posting.nextId()
  const orderKey = sent.originalId
  const change = { context, tenant, merged, orderId, orderKey, customer: known, posting }
  // Coupons before earning: the points of a returned coupon are then there to be taken back, and no debt arises.
  const applied = couponsOf(change)
  const earned = earningOf(change, recordedSoFar(posting, context.recorded, orderId))
  const order: Order = {
    id: orderId,
    originalId: sent.originalId,
    customerId: known.id,
    state: stateOf(merged, earned.with !== null),
    origin: stored?.origin ?? ORDER_ORIGIN.externalApi,
    total: merged.total,
    placedAt: merged.placedAt,
    completedAt: merged.completedAt,
    cancelledAt: merged.cancelledAt,
    updatedAt: updatedAtOf(stored, sent, merged, now),
    earned: earned.with,
    details: { ...merged.details, linkedCoupons: applied.links, nothingBecause: earned.nothingBecause },
  }
  return {
    order,
    customer: countOrder(known, stored, order),
    signupRecordId,
    coupons: applied.coupons,
    returns: applied.returns,
    restored: applied.restored,
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
  if (isSettled && !isCancelled) return { links, coupons: [], returns: [], restored: NONE_RESTORED }
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

/** What an order earned with, or why it did not. */
interface Earned {
  readonly with: EarnedWith | null
  readonly nothingBecause: NothingBecause | null
}

function earningOf(change: Change, recorded: OrderRecords): Earned {
  const { context, tenant, merged, customer, posting } = change
  const { stored } = context
  const before = { with: stored?.earned ?? null, nothingBecause: merged.details.nothingBecause }
  if (merged.isCancelled) {
    return { ...before, with: cancelEarning(posting, stored, recorded, tenant) }
  }
  if (stored?.earned) return adjustEarning(change, stored, stored.earned)
  if (!merged.isCompleted || merged.completedAt === null) return before
  // For good: who enrols later has not bought this as a member.
  const isIgnored = stored?.state === ORDER_STATE.ignored || !customer.profile.isEnrolled
  return isIgnored ? { with: null, nothingBecause: 'not-enrolled' } : firstEarning(change, merged.completedAt)
}

function firstEarning(change: Change, completedAt: Instant): Earned {
  const { context, tenant, merged, orderId, posting } = change
  const { program, tier, placeOf, isFirstPurchase } = context
  const earned = {
    programVersion: program.version,
    tierId: tier?.id ?? null,
    tierMultiplier: tier?.multiplier ?? null,
    isFirstPurchase,
    countsFrom: countsFrom(completedAt, posting.now),
    places: placesOfLines(program, merged.details.products, null, placeOf),
    writtenOff: NOTHING,
    missedPoints: ZERO,
  }
  const earning = evaluateOrder(program, factsOf(merged, earned))
  creditEarning(posting, {
    type: POINT_TYPE.purchase,
    earning,
    earnedAt: earned.countsFrom ?? completedAt,
    orderId,
    timeZone: tenant.timeZone,
  })
  return { with: earned, nothingBecause: reasonFor(earning, earning.points) }
}

/** A date ahead counts as the time of receipt. */
function countsFrom(completedAt: Instant, now: Instant): Instant | null {
  return completedAt > now ? now : null
}

function reasonFor({ explanation }: Earning, points: Decimal): NothingBecause | null {
  return points > ZERO ? null : (explanation.none ?? 'less-than-a-point')
}

/** Posts the difference between what the order has recorded and what it would earn as it is now. */
function adjustEarning(change: Change, stored: Order, before: EarnedWith): Earned {
  const { context, merged, customer, posting } = change
  const earned = correctDates(change, stored, before)
  const { program, placeOf } = context
  const { nothingBecause, products } = merged.details
  if (isSameForEarning(stored, merged)) return { with: earned, nothingBecause }
  const known = earned.places && { places: earned.places, products: stored.details.products }
  const places = placesOfLines(program, products, known, placeOf)
  // Only now: what the corrected date has made expire must not be taken back once more.
  const { sum: standing, expiredPoints } = recordedSoFar(posting, context.recorded, stored.id)
  const earnedBefore = { standing, expiredPoints, missedPoints: earned.missedPoints }
  const facts = factsOf(merged, { ...earned, places })
  const difference = evaluateAdjustment(program, earnedBefore, facts, context.cashback)
  const { missedPoints } = difference
  // Who is not in the program earns nothing, also with what was bought in it, and not later either.
  if (difference.points > ZERO && !customer.profile.isEnrolled) {
    const missed = { ...earned, places, missedPoints: earned.missedPoints + difference.points }
    return { with: missed, nothingBecause: nothingBecause === null ? null : 'not-enrolled' }
  }
  const adjusted = postDifference(change, { ...earned, places, missedPoints }, difference, standing)
  const hasMissedAll = standing.points + expiredPoints + difference.points === ZERO
  const reason = reasonFor(difference, difference.pointsInAll)
  return { with: adjusted, nothingBecause: reason ?? (hasMissedAll ? 'not-enrolled' : null) }
}

function postDifference(
  { tenant, merged, orderId, posting }: Change,
  earned: EarnedWith,
  difference: Adjustment,
  standing: Amount,
): EarnedWith {
  const type = POINT_TYPE.orderAdjusted
  if (difference.points > ZERO) {
    const earnedAt = earned.countsFrom ?? merged.completedAt ?? posting.now
    creditEarning(posting, { type, orderId, earnedAt, timeZone: tenant.timeZone, earning: difference })
  } else if (difference.points < ZERO) {
    const amount = atMost({ points: -difference.points, cashback: -difference.cashback }, standing)
    const input = { type, orderId, amount, policy: policyOf(tenant) }
    return withWrittenOff(earned, takeBackEarning(posting, input, difference.explanation))
  }
  return earned
}

/** A date of completion that is sent again, corrected: lots of which nothing was used open and end by it. */
function correctDates(change: Change, stored: Order, earned: EarnedWith): EarnedWith {
  const { context, tenant, merged, orderId, posting } = change
  const { completedAt } = merged
  if (completedAt === null || completedAt === stored.completedAt) return earned
  const corrected = { ...earned, countsFrom: countsFrom(completedAt, posting.now) }
  const { purchase } = context.program.index
  if (purchase) {
    posting.moveLots({
      orderId,
      ...lotDates(purchase, corrected.countsFrom ?? completedAt, tenant.timeZone),
    })
  }
  return corrected
}

/** What rules look at of an order. */
export function factsOf(
  { total, placedAt, details }: Pick<MergedOrder, 'total' | 'placedAt' | 'details'>,
  earned: Pick<EarnedWith, 'tierId' | 'tierMultiplier' | 'isFirstPurchase' | 'places'>,
): OrderFacts {
  const { paymentMethod, branch, products } = details
  return {
    total,
    placedAt,
    products: linesWithPlaces(products, earned.places),
    paymentMethodId: paymentMethod?.originalId ?? null,
    branchId: branch?.originalId ?? null,
    tierId: earned.tierId === null ? null : String(earned.tierId),
    tierMultiplier: earned.tierMultiplier,
    isFirstPurchase: earned.isFirstPurchase,
  }
}

function isSameForEarning(stored: Order, merged: MergedOrder): boolean {
  const facts = (products: readonly OrderProduct[]): string =>
    JSON.stringify(products.map(({ originalId, price, brandId }) => [originalId, String(price), brandId]))
  return (
    stored.total === merged.total &&
    stored.placedAt === merged.placedAt &&
    stored.details.paymentMethod?.originalId === merged.details.paymentMethod?.originalId &&
    stored.details.branch?.originalId === merged.details.branch?.originalId &&
    facts(stored.details.products) === facts(merged.details.products)
  )
}
