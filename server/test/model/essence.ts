/** What of an answer the model can tell; ids and dates of our own are not among it. */
import type { CustomerPoints } from '../../src/cashback/schema.ts'
import type { CouponItem } from '../../src/coupons/schema.ts'
import type { CancelResult, OrderResult } from '../../src/orders/schema.ts'
import { decimalFromNumber, decimalToNumber, moneyToNumber } from '../../src/platform/decimal.ts'
import type { AnswerResult } from '../../src/quizzes/schema.ts'
import type { RedeemAnswer } from '../../src/rewards/schema.ts'
import type { Answer } from '../support/json-client.ts'
import type { Redeemed } from './counter-model.ts'
import type { ModelCoupon } from './reward-model.ts'
import type { ModelCustomer, ModelOrder, ModelShop, Outcome } from './shop-model.ts'

export type Essence = Readonly<Record<string, unknown>>
export type AnyResult = OrderResult | CustomerPoints | CancelResult | AnswerResult

export function expectedOf<T>(outcome: Outcome<T>, essence: (done: T) => Essence): Essence {
  return 'error' in outcome ? { error: outcome.error } : essence(outcome.done)
}

export function essenceOfModelOrder(
  order: ModelOrder,
  customer: ModelCustomer,
  { program }: ModelShop,
): Essence {
  const { points, cashback } = customer.account.balance
  return {
    id: order.id,
    state: order.state,
    total: decimalToNumber(order.total),
    placed: text(order.placedAt),
    completed: text(order.completedAt),
    cancelled: text(order.cancelledAt),
    updated: text(order.updatedAt),
    customer: customer.id,
    isEnrolled: customer.isEnrolled,
    orderCount: customer.orderCount,
    points: decimalToNumber(points),
    cashback: program.isCashbackOn ? moneyToNumber(cashback) : 0,
  }
}

function essenceOfOrder({ Customer, ...order }: OrderResult): Essence {
  return {
    id: order.OriginalId,
    state: order.State,
    total: order.OrderTotal,
    placed: order.OrderPlacementDate,
    completed: order.OrderCompletedDate,
    cancelled: order.OrderCancelledDate,
    updated: order.UpdatedDate,
    customer: Customer.OriginalId,
    isEnrolled: Customer.IsEnrolled,
    orderCount: Customer.OrderCount,
    points: Customer.PointsBalance,
    cashback: Customer.Cashback,
  }
}

export function essenceOfModelPoints({ account }: ModelCustomer): Essence {
  const { points, cashback } = account.balance
  const expiring = new Map<number, bigint>()
  for (const { expiresAt, left } of account.openLots) {
    if (expiresAt === null || left.points === 0n) continue
    expiring.set(expiresAt, (expiring.get(expiresAt) ?? 0n) + left.points)
  }
  return {
    points: decimalToNumber(points),
    cashback: moneyToNumber(cashback),
    expiring: [...expiring]
      .sort(([a], [b]) => a - b)
      .map(([when, amount]) => ({ Points: decimalToNumber(amount), When: text(when) })),
  }
}

export function essenceOfModelRedeemed(
  { coupon, redemption, customer, isEnabled }: Redeemed,
  { program }: ModelShop,
): Essence {
  const { points, cashback } = customer.account.balance
  return {
    points: decimalToNumber(points),
    cashback: program.isCashbackOn ? moneyToNumber(cashback) : 0,
    paid: redemption.reward.points === null ? moneyToNumber(redemption.cost.cashback) : null,
    isEnabled,
    worth: moneyToNumber(coupon.value),
    until: text(coupon.validUntil),
  }
}

function essenceOfRedeemed(item: RedeemAnswer['Items'][number]): Essence {
  const coupon = item.PreGeneratedCouponLists[0]?.PreGeneratedCoupons[0]
  return {
    points: item.PointBalance,
    cashback: item.CashbackBalance,
    paid: item.CashbackAmount,
    isEnabled: item.Enabled,
    worth: coupon?.CouponValue,
    until: coupon?.ValidDateEnd,
  }
}

export function essenceOfModelCoupon({ code, isUsed, isInactive, value, validUntil }: ModelCoupon): Essence {
  return { code, isUsed: isUsed || isInactive, worth: moneyToNumber(value), until: text(validUntil) }
}

function essenceOfCoupon({ CouponCode, IsUsed, CouponValue, ValidDateEnd }: CouponItem): Essence {
  return { code: CouponCode, isUsed: IsUsed, worth: CouponValue, until: ValidDateEnd }
}

export function essenceOfModelAnswer(points: bigint | null): Essence {
  return { isCounted: points !== null, points: decimalToNumber(points ?? 0n) }
}

interface ListBody {
  readonly Items?: readonly (RedeemAnswer['Items'][number] | CouponItem)[]
  readonly ErrorMessages?: readonly string[]
}

export function essenceOfAnswer({ status, body }: Answer<AnyResult>): Essence {
  if (status !== 200) return { status, ...body }
  const { Items, ErrorMessages } = body as ListBody
  // In a list envelope the number stands in front of the message.
  if (body.HasError) return { error: body.ErrorCode ?? Number.parseInt(ErrorMessages?.[0] ?? '', 10) }
  const item = Items?.[0]
  if (item) return 'CouponCode' in item ? essenceOfCoupon(item) : essenceOfRedeemed(item)
  const result = body.Result
  if (!result) return { ...body }
  if ('State' in result) return essenceOfOrder(result)
  if ('Status' in result) return result
  if ('Success' in result) return { isCounted: result.Success, points: result.PointsAwarded }
  const { PointsBalance, CashbackBalance, PointsToExpire } = result
  return { points: PointsBalance, cashback: CashbackBalance, expiring: PointsToExpire }
}

export function text(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}

/** A decimal of the model from how a person writes it. */
export function decimal(value: number): bigint {
  const exact = decimalFromNumber(value)
  if (exact === null) throw new Error(`${value} has more than four places`)
  return exact
}
