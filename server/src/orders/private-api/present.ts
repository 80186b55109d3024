import type { Account } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import { instantToText, instantToTextOrNull } from '../../platform/clock.ts'
import { balanceToNumber, decimalToNumber, moneyToNumber } from '../../platform/decimal.ts'
import { ORDER_STATE, type Order } from '../order.ts'
import type { CancelResult, OrderResult } from './schema.ts'

export interface OrderAnswer {
  readonly order: Order
  readonly customer: Customer
  readonly account: Account
  /** null: the customer is in no tier. */
  readonly tierName: string | null
  /** With cashback off, what the points once were worth is not shown. */
  readonly isCashbackOn: boolean
  /** Whether it has claimed its customer. */
  readonly isClaimed?: boolean
}

export function toOrderResult(answer: OrderAnswer): OrderResult {
  const { order } = answer
  const { details } = order
  return {
    Id: order.id,
    OriginalId: order.originalId,
    OrderPlacementDate: instantToText(order.placedAt),
    OrderCompletedDate: instantToTextOrNull(order.completedAt),
    OrderCancelledDate: instantToTextOrNull(order.cancelledAt),
    OrderStatus: details.status,
    IsCancelledOrReturned: order.state === ORDER_STATE.cancelled,
    IsCompleted: isCompleted(order),
    OrderTotal: moneyToNumber(order.total),
    Customer: toOrderCustomer(answer),
    Products: details.products.map((product) => ({
      OriginalId: product.originalId,
      Title: product.title,
      Url: product.url,
      ImageUrl: product.imageUrl,
      IsActive: product.isActive,
      ProductPrice: product.price === null ? null : moneyToNumber(product.price),
    })),
    UpdatedDate: instantToText(order.updatedAt),
    Coupon: details.coupon,
    State: order.state,
    Origin: order.origin,
    Metadatas: details.metadatas.map(({ name, value }, index) => ({
      Id: index + 1,
      OrderId: order.id,
      Name: name,
      Value: value,
    })),
  }
}

/** An order of someone who is not enrolled can be complete without having earned. */
function isCompleted(order: Order): boolean {
  return order.state === ORDER_STATE.complete || order.state === ORDER_STATE.ignored
}

function toOrderCustomer({
  customer,
  account: { balance },
  tierName,
  isCashbackOn,
}: OrderAnswer): OrderResult['Customer'] {
  const { profile } = customer
  const points = decimalToNumber(balance.points)
  return {
    OriginalId: customer.originalId,
    Name: profile.name,
    Email: profile.email,
    Phone: profile.phone,
    BirthdayDate: instantToTextOrNull(profile.birthday),
    SignupDate: instantToTextOrNull(profile.signupAt),
    Document: profile.document,
    IsEnrolled: profile.isEnrolled,
    Id: customer.id,
    PointsBalance: points,
    BalanceOfPoints: points,
    Cashback: isCashbackOn ? balanceToNumber(balance.cashback) : 0,
    BirthdayUpdateDate: instantToTextOrNull(profile.birthdayUpdatedAt),
    FirstName: profile.name?.trim().split(/\s+/, 1)[0] ?? null,
    PublicId: customer.publicId,
    SecondaryId: null,
    OrderCount: customer.orderCount + (customer.ordersBefore ?? 0),
    ReasonEnrolled: null,
    AdminId: null,
    EmailAdmin: null,
    EnrolledDate: instantToTextOrNull(profile.enrolledAt),
    TierName: tierName,
    Origin: null,
    RfmGroup: null,
    RfmGroupName: null,
    Affiliate: null,
  }
}

export function toCancelResult(order: Order): CancelResult {
  return {
    isCanceled: order.state === ORDER_STATE.cancelled,
    UpdatedAt: instantToText(order.updatedAt),
    Status: order.state,
  }
}
