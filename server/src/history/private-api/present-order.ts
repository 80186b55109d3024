import type { Account } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Reference } from '../../orders/order.ts'
import { toOrderResult } from '../../orders/private-api/present.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { decimalToNumber, moneyToNumber, ZERO } from '../../platform/decimal.ts'
import { toRewardResult } from '../../rewards/private-api/present-redeemed.ts'
import { moneyText } from '../../rewards/texts.ts'
import type { Tenant } from '../../tenancy/tenant.ts'
import { currentTier, type Tiers } from '../../tiers/tier.ts'
import type { ReadOrder as Loaded } from '../load-orders.ts'
import type { ListedOrder, ReadOrder } from './order-schema.ts'
import { toExplanation } from './present.ts'

/** Whose orders they are. */
export interface OrdersOf {
  readonly tenant: Tenant
  readonly customer: Customer
  readonly account: Account
  readonly tiers: Tiers
  readonly isCashbackOn: boolean
}

export function toReadOrder(read: Loaded, of: OrdersOf): ReadOrder {
  const { order, recorded, explained, redeemed } = read
  const { customer, account, tiers, isCashbackOn } = of
  const { details } = order
  const tierName = currentTier(tiers, customer)?.name ?? null
  return {
    ...toOrderResult({ order, customer, account, tierName, isCashbackOn }),
    Branch: toReference(details.branch),
    TenantSalesman: toReference(details.salesPerson),
    ExternalCoupon: details.externalCoupon,
    Reward: redeemed && toRewardResult(redeemed, { customer, tiers }),
    EstimatedBonus: toEstimatedBonus(read, of),
    PaymentMethod: toReference(details.paymentMethod),
    PointsGranted: decimalToNumber(recorded.points),
    CashbackGranted: moneyToNumber(recorded.cashback),
    AvailableDate: instantToTextOrNull(read.availableAt),
    Returns: read.returns.map(({ cancelKey, value, taken, at }) => ({
      CancelKey: cancelKey,
      ValueToRefund: moneyToNumber(value),
      Date: instantToText(at),
      Points: decimalToNumber(taken.points),
      Cashback: moneyToNumber(taken.cashback),
    })),
    ReturnedTotal: moneyToNumber(order.returned),
    Explanation: toExplanation(explained),
  }
}

/** In a list of one customer's orders, the customer is not said again. */
export function toListedOrder(read: Loaded, of: OrdersOf): ListedOrder {
  const { Customer: _, ...order } = toReadOrder(read, of)
  return order
}

function toReference(reference: Reference | null): ReadOrder['Branch'] {
  return reference && { OriginalId: reference.originalId, Name: reference.name }
}

function toEstimatedBonus(
  { estimate, recorded }: Loaded,
  { tenant, isCashbackOn }: OrdersOf,
): ReadOrder['EstimatedBonus'] {
  const { points, cashback } = estimate ?? recorded
  const shown = isCashbackOn ? cashback : ZERO
  return {
    GenerateBonus: points > ZERO,
    EstimatedPoints: decimalToNumber(points),
    EstimatedCashback: moneyToNumber(shown),
    EstimatedCashbackFormatted: moneyText(shown, tenant.locale, tenant.currency),
  }
}
