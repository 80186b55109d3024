/** What of an answer the model can tell; ids of our own are not among it. */
import type { GrantResult } from '../../src/actions/private-api/schema.ts'
import type { CustomerPoints } from '../../src/balances/private-api/schema.ts'
import type { BulkAnswer } from '../../src/contract/private-api/bulk.ts'
import type { CouponItem } from '../../src/coupons/private-api/schema.ts'
import type { CustomerResult, UpsertCustomerResult } from '../../src/customers/private-api/schema.ts'
import type { EraseResult } from '../../src/erasing/private-api/schema.ts'
import type { ReturnResult } from '../../src/orders/private-api/return-schema.ts'
import type { CancelResult, OrderResult } from '../../src/orders/private-api/schema.ts'
import type { AnswerResult } from '../../src/quizzes/private-api/schema.ts'
import type { RefreshResult, ReservedReward } from '../../src/rewards/private-api/checkout-schema.ts'
import type { RewardResult } from '../../src/rewards/private-api/redeemed-schema.ts'
import type { RedeemAnswer, RedeemedReward } from '../../src/rewards/private-api/schema.ts'
import type { CouponCheck } from '../../src/rewards/private-api/till-schema.ts'
import type { AvailableTiers } from '../../src/tiers/private-api/schema.ts'
import type { Answer } from '../support/json-client.ts'
import { balanceNumber, moneyNumber, toNumber, type Units } from './arithmetic.ts'
import type { ModelCoupon, Redeemed } from './counter.ts'
import type { Checked } from './coupons.ts'
import type { Upserted } from './customers.ts'
import type { Placed } from './orders.ts'
import { REVIEW, type RedeemedBy, type Reviewed } from './rewards.ts'
import { type Customer, type Outcome, orderCountOf, type Shop } from './shop.ts'
import type { ModelGoal, ModelTier } from './tier.ts'
import { currentTier, percentOf, progress } from './tiers.ts'

export type Essence = Readonly<Record<string, unknown>>
/** Of product points. */
type PointItem = { readonly Id: string; readonly Points: number; readonly Cashback: number }
export type AnyResult =
  | OrderResult
  | CustomerPoints
  | CancelResult
  | ReturnResult
  | AnswerResult
  | RewardResult
  | GrantResult
  | RedeemedReward
  | CouponCheck
  | CustomerResult
  | UpsertCustomerResult
  | EraseResult
  | ReservedReward
  | RefreshResult
  | PointItem[]

export function expectedOf<T>(outcome: Outcome<T>, essence: (done: T) => Essence): Essence {
  return 'error' in outcome ? { error: outcome.error } : essence(outcome.done)
}

export function essenceOfModelOrder(shop: Shop, { order, customer }: Placed): Essence {
  return {
    id: order.id,
    state: order.state,
    status: order.status,
    total: toNumber(order.total),
    placed: text(order.placedAt),
    completed: text(order.completedAt),
    cancelled: text(order.cancelledAt),
    updated: text(order.updatedAt),
    coupon: order.coupon,
    products: order.lines.map(({ product, price }) => [product, price === null ? null : moneyNumber(price)]),
    customer: customer.originalId,
    isEnrolled: customer.isEnrolled,
    orderCount: orderCountOf(customer),
    // Of one who was erased nothing is told but what the order itself says.
    tier: currentTier(shop, customer)?.name ?? null,
    ...balanceOf(shop, customer),
  }
}

function essenceOfOrder({ Customer, Products, ...order }: OrderResult): Essence {
  return {
    id: order.OriginalId,
    state: order.State,
    status: order.OrderStatus,
    total: order.OrderTotal,
    placed: order.OrderPlacementDate,
    completed: order.OrderCompletedDate,
    cancelled: order.OrderCancelledDate,
    updated: order.UpdatedDate,
    coupon: order.Coupon,
    products: Products.map(({ OriginalId, ProductPrice }) => [OriginalId, ProductPrice]),
    customer: Customer.OriginalId,
    isEnrolled: Customer.IsEnrolled,
    orderCount: Customer.OrderCount,
    tier: Customer.TierName,
    points: Customer.PointsBalance,
    cashback: Customer.Cashback,
  }
}

/** With cashback off, what points once were worth is not shown. */
function balanceOf({ program }: Shop, { account }: Customer): { points: number; cashback: number } {
  const { points, cashback } = account.balance
  return { points: toNumber(points), cashback: program.isCashbackOn ? balanceNumber(cashback) : 0 }
}

export function essenceOfModelPoints(shop: Shop, customer: Customer): Essence {
  const expiring = new Map<number, Units>()
  const unused = customer.account.inactivityEnd() ?? Number.POSITIVE_INFINITY
  for (const { expiresAt, left } of customer.account.openLots) {
    const end = Math.min(expiresAt ?? Number.POSITIVE_INFINITY, unused)
    if (!Number.isFinite(end) || left.points === 0n) continue
    expiring.set(end, (expiring.get(end) ?? 0n) + left.points)
  }
  return {
    ...balanceOf(shop, customer),
    expiring: [...expiring]
      .sort(([a], [b]) => a - b)
      .map(([end, points]) => ({ Points: toNumber(points), When: lastSecond(end) })),
  }
}

export function essenceOfModelRedeemed(
  shop: Shop,
  { coupon, redemption, customer, isEnabled }: RedeemedBy,
): Essence {
  return {
    ...balanceOf(shop, customer),
    paid: redemption.reward.points === null ? moneyNumber(redemption.cost.cashback) : null,
    isEnabled,
    worth: moneyNumber(coupon.value),
    until: endOf(coupon),
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

export function essenceOfModelCancelled({ redemption, coupon }: Redeemed): Essence {
  return {
    key: redemption.key,
    isCanceled: redemption.isReturned,
    points: toNumber(-redemption.cost.points),
    code: coupon.code,
    order: coupon.order,
  }
}

function essenceOfCancelled(result: RewardResult): Essence {
  const { OriginalKey: key, IsCanceled: isCanceled, Points, Coupon, OrderId: order } = result
  return { key, isCanceled, points: Points.Points, code: Coupon.CouponCode, order }
}

export function essenceOfModelTaken({ redemption, coupon }: Redeemed): Essence {
  return {
    key: redemption.key,
    points: toNumber(-redemption.cost.points),
    worth: moneyNumber(coupon.value),
    until: endOf(coupon),
  }
}

function essenceOfTaken({ OriginalKey, Point, Coupon }: RedeemedReward): Essence {
  const { CouponValue: worth, ValidDateEnd: until } = Coupon ?? {}
  return { key: OriginalKey, points: Point.Quantity, worth, until }
}

function essenceOfReserved(reserved: ReservedReward, code: string): Essence {
  const { key: _, ...taken } = essenceOfTaken(reserved)
  return { ...taken, code, expires: reserved.ExpiresAt }
}

function essenceOfLook(result: RefreshResult, code: string): Essence {
  const { CashbackRemoved: isRemoved, CashbackValue: value, ExpiresAt: expires } = result
  return { code, isRemoved, value, most: result.MaxCashbackForCurrentPurchase, expires }
}

export function essenceOfModelCheck(shop: Shop, { coupon, canUse, discount }: Checked): Essence {
  return {
    ...essenceOfModelCoupon(coupon),
    external: coupon.redemption?.externalCode ?? null,
    customer: shop.nameOf(coupon.customer),
    sale: coupon.usedFor,
    discount: discount === null ? null : moneyNumber(discount),
    canUse,
  }
}

function essenceOfCheck(check: CouponCheck): Essence {
  return {
    ...essenceOfCoupon(check),
    external: check.ExternalCode,
    customer: check.CustomerId,
    sale: check.OrderId,
    discount: check.DiscountValue,
    canUse: check.CanUse,
  }
}

export function essenceOfModelCustomer(shop: Shop, customer: Customer): Essence {
  const { originalId: id, name, email, isEnrolled } = customer
  return { id, name, email, isEnrolled, tier: currentTier(shop, customer)?.name ?? null }
}

export function essenceOfModelUpsert(shop: Shop, { customer, operation, code }: Upserted): Essence {
  return { ...essenceOfModelCustomer(shop, customer), ...balanceOf(shop, customer), operation, code }
}

function essenceOfCustomer(result: CustomerResult): Essence {
  const { OriginalId: id, Name: name, Email: email, IsEnrolled: isEnrolled, CurrentTier } = result
  return { id, name, email, isEnrolled, tier: CurrentTier?.Name ?? null }
}

function essenceOfUpsert(result: UpsertCustomerResult, code: string): Essence {
  const { BalanceOfPoints: points, BalanceCashback: cashback, Operation: operation } = result
  return { ...essenceOfCustomer(result), points, cashback, operation, code }
}

export function essenceOfModelReview(shop: Shop, { customer, isNew }: Reviewed): Essence {
  return { isNew, awarded: isNew ? toNumber(REVIEW.points) : 0, ...balanceOf(shop, customer) }
}

function essenceOfReview({ IsNew, PointsAwarded, PointsBalance, CashbackBalance }: GrantResult): Essence {
  return { isNew: IsNew, awarded: PointsAwarded, points: PointsBalance, cashback: CashbackBalance }
}

export function essenceOfModelCoupon(coupon: ModelCoupon): Essence {
  const { code, isUsed, isInactive, value } = coupon
  return { code, isUsed: isUsed || isInactive, worth: moneyNumber(value), until: endOf(coupon) }
}

type ShownCoupon = Pick<CouponItem, 'CouponCode' | 'IsUsed' | 'CouponValue' | 'ValidDateEnd'>

function essenceOfCoupon({ CouponCode, IsUsed, CouponValue, ValidDateEnd }: ShownCoupon): Essence {
  return { code: CouponCode, isUsed: IsUsed, worth: CouponValue, until: ValidDateEnd }
}

/** An end that we computed is shown as the last second in which it is good; one that was sent, and a deadline, as it is. */
function endOf({ redemption, validUntil }: ModelCoupon): string | null {
  const isMoment = !redemption || redemption.checkout !== null
  return !isMoment && validUntil !== null ? lastSecond(validUntil) : text(validUntil)
}

function lastSecond(end: number): string | null {
  return text(end - 1_000)
}

export function essenceOfModelAnswer(points: Units | null): Essence {
  return { isCounted: points !== null, points: toNumber(points ?? 0n) }
}

/** Somebody unknown is in no tier, and has no progress. */
export function essenceOfModelTiers(shop: Shop, customer: Customer | undefined, now: number): Essence {
  const current = customer ? currentTier(shop, customer) : null
  const today = shop.dayOf(now)
  const value = (goal: ModelGoal): Units => (customer ? progress(shop, customer, goal, today, today) : 0n)
  const item = (tier: ModelTier): Essence => ({
    name: tier.name,
    goals: tier.goals.map((goal) => ({
      Name: goal.measure,
      GoalValue: toNumber(goal.value),
      CurrentValue: goal.measure === 'spend' ? moneyNumber(value(goal)) : toNumber(value(goal)),
      PercentToGoal: percentOf(value(goal), goal.value),
    })),
  })
  return {
    current: current?.name ?? null,
    next: shop.tiers.filter(({ order }) => order > (current?.order ?? Number.NEGATIVE_INFINITY)).map(item),
    all: shop.tiers.map(item),
  }
}

function essenceOfTiers({ CurrentTier, NextTiers, AllTiers }: AvailableTiers): Essence {
  const item = ({ Name, Goals }: AvailableTiers['AllTiers'][number]) => ({ name: Name, goals: Goals })
  return { current: CurrentTier?.Name ?? null, next: NextTiers.map(item), all: AllTiers.map(item) }
}

type ItemOfList = BulkAnswer<{
  readonly Operation?: string
  readonly Code?: string
  readonly State?: number
  readonly PointsGranted?: number
  readonly CashbackGranted?: number
}>

function essenceOfItem({ HasError, ErrorCode, Result }: ItemOfList): Essence {
  if (HasError || !Result) return { error: ErrorCode }
  const { Operation: operation, Code: code } = Result
  const { State: state, PointsGranted: points, CashbackGranted: cashback } = Result
  return { operation, code, state, points, cashback }
}

interface OtherBody {
  readonly Items?: readonly (RedeemAnswer['Items'][number] | CouponItem | ItemOfList)[]
  readonly FailedCount?: number
  readonly ErrorMessages?: readonly string[]
  readonly Code?: string
}

export function essenceOfAnswer({ status, body }: Answer<AnyResult>): Essence {
  if (status !== 200) return { status, ...body }
  if ('AllTiers' in body) return essenceOfTiers(body as unknown as AvailableTiers)
  const { Items, FailedCount, ErrorMessages, Code } = body as OtherBody
  // In a list envelope the number stands in front of the message.
  if (body.HasError) return { error: body.ErrorCode ?? Number.parseInt(ErrorMessages?.[0] ?? '', 10) }
  const { Result: saved } = body
  if (Code !== undefined) return saved ? essenceWithCode(saved, Code) : { code: Code }
  if (FailedCount !== undefined) {
    return { failed: FailedCount, items: (Items as ItemOfList[]).map(essenceOfItem) }
  }
  const item = Items?.[0]
  if (item && !('Index' in item))
    return 'CouponCode' in item ? essenceOfCoupon(item) : essenceOfRedeemed(item)
  const result = body.Result
  if (!result) return { ...body }
  if (Array.isArray(result)) return { products: result }
  if ('State' in result) return essenceOfOrder(result)
  if ('ReferralURL' in result) return essenceOfCustomer(result)
  if ('IsErased' in result) return { isErased: result.IsErased, at: result.ErasedAt }
  if ('IsNew' in result) return essenceOfReview(result)
  if ('IsCanceled' in result) return essenceOfCancelled(result)
  if ('RewardId' in result) return essenceOfTaken(result)
  if ('CanUse' in result) return essenceOfCheck(result)
  if ('Status' in result) return result
  if ('Success' in result) return { isCounted: result.Success, points: result.PointsAwarded }
  const { PointsBalance, CashbackBalance, PointsToExpire } = result as CustomerPoints
  return { points: PointsBalance, cashback: CashbackBalance, expiring: PointsToExpire }
}

function essenceWithCode(saved: AnyResult, code: string): Essence {
  if ('Operation' in saved) return essenceOfUpsert(saved, code)
  if ('CashbackRemoved' in saved) return essenceOfLook(saved, code)
  return 'RewardId' in saved && 'ExpiresAt' in saved ? essenceOfReserved(saved, code) : { code }
}

/** The id that a customer has beside the merchant's own, of one that an answer tells of. */
export function publicIdIn({ body }: Answer<AnyResult>): { name: string; publicId: string } | null {
  const result = body.Result
  const customer = result && 'Customer' in result && result.Customer ? result.Customer : result
  if (!customer || !('PublicId' in customer) || !('OriginalId' in customer)) return null
  return { name: customer.OriginalId, publicId: customer.PublicId }
}

export function text(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
