import { add, NOTHING, negate, POINT_TYPE, subtract } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Posting } from '../../accounts/rules/posting.ts'
import { isRefusal, type Refusal, refusal } from '../../contract/refusal.ts'
import { shortText } from '../../earning/explanation.ts'
import { floorCents } from '../../platform/decimal.ts'
import type { Redemption } from '../../rewards/redemption.ts'
import { refundCashback } from '../../rewards/rules/return.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { encodeReturnedLines } from '../details-encoding.ts'
import { ORDER_STATE, type Order, remainingTotal } from '../order.ts'
import type { OrderReturn, RedeemRefund, SentReturn } from '../order-return.ts'
import { type AdjustContext, adjustEarning, partReturned } from './adjust.ts'
import { type CancelContext, cancelOfErased, cancelStored, withWrittenOff } from './cancel.ts'
import { contentOf, type MergedOrder } from './merge.ts'
import { type OrderOutcome, unchanged } from './outcome.ts'
import { type OrderReason, wrong } from './reasons.ts'
import { addToReturnedLines } from './returned-lines.ts'
import { stampByOrder } from './stamp.ts'
import { takeBackElsewhere } from './take-back-elsewhere.ts'

export interface ReturnPartInput {
  readonly tenant: Tenant
  readonly originalId: string
  readonly sent: SentReturn
}

export interface ReturnPartContext extends AdjustContext, CancelContext {
  /** What was returned with this key before. */
  readonly madeBefore: OrderReturn | undefined
}

export interface ReturnPartOutcome extends OrderOutcome {
  readonly made: OrderReturn
  /** It was made before: nothing is posted, and it is answered as the first time. */
  readonly isAgain: boolean
  /** Redemptions of which a part went back. */
  readonly refunded: readonly Redemption[]
}

/** Returns a part of an order: what it earns is computed again on what is left. The last part cancels it. */
export function decideReturnPart(
  context: ReturnPartContext,
  { tenant, originalId, sent }: ReturnPartInput,
  posting: Posting,
): ReturnPartOutcome | Refusal<OrderReason> {
  const { stored, customer, madeBefore } = context
  if (!stored || !customer) {
    return refusal('order-unknown', `There is no order with the id ${originalId}.`, 'orderId')
  }
  if (madeBefore) {
    if (!isSameReturn(madeBefore.sent, sent)) {
      return wrong(
        'return-key-used',
        'CancelKey',
        `${sent.cancelKey} was used for another return of this order.`,
      )
    }
    return { ...unchanged(stored, customer), made: madeBefore, isAgain: true, refunded: [] }
  }
  if (stored.state === ORDER_STATE.cancelled) {
    return refusal(
      'order-is-cancelled',
      `Order ${originalId} is cancelled: nothing is left to return.`,
      'orderId',
    )
  }
  const left = remainingTotal(stored)
  if (sent.value > left) {
    const text = `is ${shortText(sent.value)}, more than the ${shortText(left)} that is left of the order.`
    return wrong('return-too-large', 'ValueToRefund', text)
  }
  const returnedLines = addToReturnedLines(stored.details, sent)
  if (isRefusal(returnedLines)) return returnedLines
  const returned: Order = {
    ...stored,
    returned: stored.returned + sent.value,
    details: { ...stored.details, returnedLines },
  }
  const refundsRedeem = sent.refundsRedeem ?? tenant.settings.refundsRedeemOnReturn ?? false
  const change = { context, tenant, stored, returned, customer, sent, refundsRedeem, posting }
  const outcome = outcomeOf(change, sent.value === left)
  return { ...outcome, made: madeBy(change, outcome), isAgain: false }
}

/** Compared as it was sent: what the settings said meanwhile makes no other request of it. */
function isSameReturn(before: SentReturn, sent: SentReturn): boolean {
  const text = ({ lines }: SentReturn): string => JSON.stringify(lines && encodeReturnedLines(lines))
  return (
    before.value === sent.value && before.refundsRedeem === sent.refundsRedeem && text(before) === text(sent)
  )
}

interface Change {
  readonly context: ReturnPartContext
  readonly tenant: Tenant
  readonly stored: Order
  /** With what is returned now. */
  readonly returned: Order
  readonly customer: Customer
  readonly sent: SentReturn
  readonly refundsRedeem: boolean
  readonly posting: Posting
}

type Changed = OrderOutcome &
  Pick<ReturnPartOutcome, 'refunded'> & { readonly refunds: readonly RedeemRefund[] }

function outcomeOf(change: Change, isWhole: boolean): Changed {
  if (change.customer.erasedAt !== null) return returnOfErased(change, isWhole)
  return isWhole ? returnWhole(change) : returnPart(change)
}

/** Only what the order says of itself changes. */
function returnOfErased({ returned, customer, posting }: Change, isWhole: boolean): Changed {
  const { now } = posting
  const cancelled = { cancelledAt: Math.max(now, returned.placedAt), status: null }
  const outcome = isWhole
    ? cancelOfErased(returned, customer, cancelled, now)
    : { ...unchanged(returned, customer), isChanged: true }
  return { ...outcome, refunds: [], refunded: [] }
}

/** As a cancellation of now. */
function returnWhole({ context, tenant, returned, customer, refundsRedeem, posting }: Change): Changed {
  const cancelledAt = Math.max(posting.now, returned.placedAt)
  const outcome = cancelStored(
    { ...context, stored: returned, customer },
    { tenant, cancelledAt, status: null, refundsRedeem },
    posting,
  )
  const refunds = outcome.applied.returns.flatMap((redemption) => refundsOf(redemption, posting))
  return { ...outcome, refunds, refunded: [] }
}

/** What was paid goes back, and what was still owed is forgiven: a record each, where there is one. */
function refundsOf(
  { originalKey, returnRecordId, otherRecordIds }: Redemption,
  { entries }: Posting,
): RedeemRefund[] {
  const ids = new Set([returnRecordId, ...otherRecordIds])
  return entries.flatMap((entry) =>
    ids.has(entry.id) && 'amount' in entry
      ? [{ redemptionKey: originalKey, recordId: entry.id, amount: entry.amount }]
      : [],
  )
}

function returnPart(change: Change): Changed {
  const { context, tenant, stored, returned, customer, sent, posting } = change
  // Before the earning, as with coupons: what went back is then there to be taken, and no debt arises.
  const refunds = change.refundsRedeem ? refundRedeemed(change) : []
  const merged = contentOf(returned)
  const { nothingBecause } = merged.details
  const earned = stored.earned
    ? adjustEarning(
        { context, tenant, merged, orderId: stored.id, customer, posting, returning: sent },
        stored,
        stored.earned,
      )
    : { with: null, nothingBecause }
  const back = elsewhereOf(change, merged)
  const order = {
    ...returned,
    earned: back && earned.with ? withWrittenOff(earned.with, back) : earned.with,
    details: { ...returned.details, nothingBecause: earned.nothingBecause },
  }
  const { cards, program, usedOf } = context
  const { isEnrolled } = customer.profile
  const stamping = stampByOrder(
    order,
    cards,
    { tenant, program, stored, isEnrolled, usedOf, coupons: [] },
    posting,
  )
  return {
    ...unchanged(stamping.order, customer),
    stamped: stamping.stamped,
    ...(back && { elsewhere: back.elsewhere }),
    isChanged: true,
    refunds,
    refunded: refunds.map(({ redemption }) => redemption),
  }
}

/** The share of what it had earned in another system. */
function elsewhereOf({ context, tenant, stored, sent, posting }: Change, { total, returned }: MergedOrder) {
  const { elsewhere } = context
  if (!elsewhere) return null
  const type = POINT_TYPE.orderAdjusted
  const lines = [partReturned(sent)]
  return takeBackElsewhere(posting, {
    ...{ tenant, order: stored, elsewhere, type, lines, returned: { value: returned, total } },
  })
}

/** Of the cashback that was redeemed for this order, the share that the value has in its total, in whole cents. */
function refundRedeemed({ context, stored, sent, posting }: Change) {
  return stored.details.linkedCoupons.flatMap((link): (RedeemRefund & { redemption: Redemption })[] => {
    const { coupon, redemption, spent } = context.coupons.linked(link)
    if (coupon?.orderId !== stored.id || redemption?.unit !== 'cashback') return []
    const cashback = floorCents((redemption.cost.cashback * sent.value) / stored.total)
    const refunded = refundCashback(redemption, { cashback, spent }, posting)
    if (!refunded) return []
    const { recordId, amount } = refunded
    const line = {
      kind: 'refunded',
      id: String(redemption.rewardId),
      amount: shortText(amount.cashback),
      points: shortText(amount.points),
    } as const
    posting.explain(recordId, { v: context.program.version, lines: [line] })
    return [{ redemption: refunded.redemption, redemptionKey: redemption.originalKey, recordId, amount }]
  })
}

function madeBy({ stored, sent, posting }: Change, { order, refunds }: Changed): OrderReturn {
  const taken = posting.entries.filter(
    (entry) =>
      entry.kind === 'debit' &&
      entry.orderId === stored.id &&
      (entry.type === POINT_TYPE.orderCancelled || entry.type === POINT_TYPE.orderAdjusted),
  )
  return {
    sent,
    recordId: taken.at(-1)?.id ?? null,
    taken: negate(
      taken.reduce((sum, entry) => add(sum, 'amount' in entry ? entry.amount : NOTHING), NOTHING),
    ),
    writtenOff: subtract(order.earned?.writtenOff ?? NOTHING, stored.earned?.writtenOff ?? NOTHING),
    refunds: refunds.map(({ redemptionKey, recordId, amount }) => ({ redemptionKey, recordId, amount })),
    remaining: remainingTotal(order),
    state: order.state,
    at: posting.now,
  }
}
