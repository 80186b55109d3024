import { POINT_TYPE, type RecordIds } from '../accounts/account.ts'
import type { Customer } from '../accounts/customer.ts'
import { takeBack } from '../accounts/ledger.ts'
import { type Refusal, refusal } from '../contract/errors.ts'
import { newCustomer, withSent } from '../customers/profile.ts'
import { earn } from '../earning/earn.ts'
import type { Earning } from '../earning/earning.ts'
import { evaluateAdjustment, evaluateOrder, type OrderFacts } from '../earning/evaluate.ts'
import type { Program } from '../earning/program.ts'
import { welcome } from '../earning/welcome.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, ZERO } from '../platform/decimal.ts'
import type { Tenant } from '../tenancy/tenant.ts'
import { atMost, type CancelContext, cancelEarning, policyOf, recordedAfter } from './cancel.ts'
import { codesOf, moveCoupons } from './coupons.ts'
import { encodeDetails } from './details.ts'
import {
  type EarnedWith,
  type LinkedCoupon,
  ORDER_ORIGIN,
  ORDER_STATE,
  type Order,
  type OrderProduct,
  type OrderState,
} from './order.ts'
import { countOrder, type OrderOutcome, Steps, unchanged } from './outcome.ts'
import type { SentOrder } from './read.ts'

/** What the decision looks at beside the account. */
export interface OrderContext extends CancelContext {
  /** The program it earned under, where it has earned; else the program as it stands. */
  readonly program: Program
  /** The tier of the customer before this order, and what its benefits multiply points by. */
  readonly tier: { readonly id: number; readonly multiplier: Decimal | null } | null
  /** Brand and categories of a product as the catalogue knows them. */
  readonly placeOf: (
    productId: string,
  ) => { brandId: string | null; categoryIds: readonly string[] } | undefined
}

export interface OrderQuestion {
  readonly tenant: Tenant
  readonly sent: SentOrder
  readonly publicId: string
}

/** Inserts or updates an order: once per effect, whatever is sent how often and in whatever order. */
export function decideOrder(
  context: OrderContext,
  { tenant, sent, publicId }: OrderQuestion,
  now: Instant,
  ids: RecordIds,
): OrderOutcome | Refusal {
  const { stored } = context
  if (stored) {
    if (stored.customerId !== context.customer?.id) {
      const message = `Order ${sent.originalId} belongs to another customer.`
      return refusal('PdvOrder_CustomerMismatch', message, 'Customer')
    }
    if (sent.updatedAt < stored.updatedAt) return unchanged(stored, context.customer, context.account)
    if (stored.state === ORDER_STATE.cancelled) {
      if (sent.isCancelled) return unchanged(stored, context.customer, context.account)
      const message = `Order ${sent.originalId} is cancelled and cannot be changed.`
      return refusal('ApiOrder_OrderIsCancelled', message, 'OriginalId')
    }
  }
  const known = context.customer
    ? withSent(context.customer, sent.customer, tenant, now)
    : newCustomer(tenant, sent.customer, { id: ids.next(), publicId }, now)
  const steps = new Steps(context.account)
  const signupRecordId = context.customer ? null : greet(steps, known, context.program, tenant, now, ids)
  const orderId = stored?.id ?? ids.next()
  // Before anything is taken back: what goes back to the customer covers it first.
  const moved = moveCoupons(
    context.coupons,
    {
      tenant,
      account: steps.account,
      orderId,
      customerId: known.id,
      placedAt: sent.placedAt,
      codes: sent.isCancelled ? [] : codesOf(sent.details),
      links: stored?.details.linkedCoupons ?? [],
    },
    now,
    ids,
  )
  steps.take(moved)
  const recorded = recordedAfter(moved, context.recorded, orderId)
  const earned = sent.isCancelled
    ? cancelEarning(steps, stored, recorded, tenant, now, ids)
    : stored?.earned
      ? adjustEarning(steps, stored, stored.earned, sent, { ...context, recorded }, tenant, now, ids)
      : firstEarning(steps, orderId, known, sent, context, tenant, now, ids)

  const order = mergeOrder(stored, sent, moved.links, orderId, known, earned)
  const customer = countOrder(known, stored, order)
  return {
    order,
    customer,
    account: steps.account,
    entries: steps.entries,
    explanations: steps.explanations,
    signupRecordId,
    coupons: moved.coupons,
    returns: moved.returns,
    isChanged: !stored || !isSameOrder(stored, order),
  }
}

/** The record of the welcome, for a customer who is met here for the first time. */
function greet(
  steps: Steps,
  customer: Customer,
  program: Program,
  tenant: Tenant,
  now: Instant,
  ids: RecordIds,
): number | null {
  const welcomed = welcome(steps.account, customer, program, tenant.timeZone, now, ids)
  if (!welcomed) return null
  steps.take(welcomed.step, welcomed.explanation)
  return welcomed.recordId
}

function firstEarning(
  steps: Steps,
  orderId: number,
  customer: Customer,
  sent: SentOrder,
  context: OrderContext,
  tenant: Tenant,
  now: Instant,
  ids: RecordIds,
): EarnedWith | null {
  if (!sent.isCompleted || sent.completedAt === null || !customer.profile.isEnrolled) return null
  const { program, tier } = context
  const earned = {
    programVersion: program.version,
    tierId: tier?.id ?? null,
    tierMultiplier: tier?.multiplier ?? null,
    isFirstPurchase: !customer.hasPurchased,
  }
  const earning = evaluateOrder(program, factsOf(sent, earned, context))
  const step = earn(
    steps.account,
    { type: POINT_TYPE.purchase, earning, earnedAt: sent.completedAt, orderId, timeZone: tenant.timeZone },
    now,
    ids,
  )
  if (step) steps.take(step, earning.explanation)
  return earned
}

/** Posts the difference between what the order has recorded and what it would earn as it is now. */
function adjustEarning(
  steps: Steps,
  stored: Order,
  earned: EarnedWith,
  sent: SentOrder,
  context: OrderContext,
  tenant: Tenant,
  now: Instant,
  ids: RecordIds,
): EarnedWith {
  if (isSameForEarning(stored, sent)) return earned
  const { program, recorded } = context
  const difference = evaluateAdjustment(program, recorded.points, factsOf(sent, earned, context))
  if (difference.points > ZERO) {
    const earnedAt = stored.completedAt ?? now
    const input = { type: POINT_TYPE.orderAdjusted, orderId: stored.id, earnedAt, timeZone: tenant.timeZone }
    const step = earn(steps.account, { ...input, earning: notNegative(difference) }, now, ids)
    if (step) steps.take(step, difference.explanation)
  } else if (difference.points < ZERO) {
    const amount = atMost({ points: -difference.points, cashback: -difference.cashback }, recorded)
    const input = { type: POINT_TYPE.orderAdjusted, orderId: stored.id, amount, policy: policyOf(tenant) }
    steps.takeBack(takeBack(steps.account, input, now, ids), difference.explanation)
  }
  return earned
}

/** A measure that rounding or a change of the cashback rate has brought below zero adds nothing. */
function notNegative(earning: Earning): Earning {
  return earning.cashback < ZERO ? { ...earning, cashback: ZERO } : earning
}

function factsOf(sent: SentOrder, earned: EarnedWith, { placeOf }: OrderContext): OrderFacts {
  const { paymentMethod, branch, products } = sent.details
  return {
    total: sent.total,
    placedAt: sent.placedAt,
    products: products.map((product) => {
      const place = placeOf(product.originalId)
      return {
        originalId: product.originalId,
        price: product.price,
        brandId: product.brandId ?? place?.brandId ?? null,
        categoryIds: [...(place?.categoryIds ?? [])],
      }
    }),
    paymentMethodId: paymentMethod?.originalId ?? null,
    branchId: branch?.originalId ?? null,
    tierId: earned.tierId === null ? null : String(earned.tierId),
    tierMultiplier: earned.tierMultiplier,
    isFirstPurchase: earned.isFirstPurchase,
  }
}

function mergeOrder(
  stored: Order | undefined,
  sent: SentOrder,
  linkedCoupons: readonly LinkedCoupon[],
  id: number,
  customer: Customer,
  earned: EarnedWith | null,
): Order {
  // What was complete stays so until it is cancelled: with `earned` where it earned, ignored where it could not.
  const isCompleted = sent.isCompleted || stored?.state === ORDER_STATE.ignored
  return {
    id,
    originalId: sent.originalId,
    customerId: customer.id,
    state: stateOf(sent.isCancelled, isCompleted, earned !== null),
    origin: stored?.origin ?? ORDER_ORIGIN.externalApi,
    total: sent.total,
    placedAt: sent.placedAt,
    completedAt: stored?.earned ? stored.completedAt : (sent.completedAt ?? stored?.completedAt ?? null),
    cancelledAt: sent.cancelledAt,
    updatedAt: sent.updatedAt,
    earned,
    details: linkedCoupons.length === 0 ? sent.details : { ...sent.details, linkedCoupons },
  }
}

/** An order that is complete has earned, if only 0 points, unless its customer is not enrolled. */
function stateOf(isCancelled: boolean, isCompleted: boolean, hasEarned: boolean): OrderState {
  if (isCancelled) return ORDER_STATE.cancelled
  if (hasEarned) return ORDER_STATE.complete
  return isCompleted ? ORDER_STATE.ignored : ORDER_STATE.pending
}

function isSameForEarning(stored: Order, sent: SentOrder): boolean {
  const facts = (products: readonly OrderProduct[]): string =>
    JSON.stringify(products.map(({ originalId, price, brandId }) => [originalId, String(price), brandId]))
  return (
    stored.total === sent.total &&
    stored.placedAt === sent.placedAt &&
    stored.details.paymentMethod?.originalId === sent.details.paymentMethod?.originalId &&
    stored.details.branch?.originalId === sent.details.branch?.originalId &&
    facts(stored.details.products) === facts(sent.details.products)
  )
}

function isSameOrder(a: Order, b: Order): boolean {
  return (
    a.state === b.state &&
    a.total === b.total &&
    a.placedAt === b.placedAt &&
    a.completedAt === b.completedAt &&
    a.cancelledAt === b.cancelledAt &&
    a.updatedAt === b.updatedAt &&
    a.earned === b.earned &&
    JSON.stringify(encodeDetails(a.details)) === JSON.stringify(encodeDetails(b.details))
  )
}
