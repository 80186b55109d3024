import { readDate, type SentDate } from '../contract/dates.ts'
import { type ErrorName, type Refusal, refusal } from '../contract/errors.ts'
import { isBlank } from '../contract/schema.ts'
import { invalidDate, readCustomer, type SentCustomer } from '../customers/read.ts'
import type { Instant } from '../platform/clock.ts'
import { type Decimal, decimalFromNumber, ZERO } from '../platform/decimal.ts'
import type { OrderDetails, Reference } from './order.ts'
import type { OrderBody } from './schema.ts'

/** An order as it was sent, read and found sound in itself. */
export interface SentOrder {
  readonly originalId: string
  readonly customer: SentCustomer
  readonly total: Decimal
  readonly placedAt: Instant
  readonly isCompleted: boolean
  readonly completedAt: Instant | null
  readonly isCancelled: boolean
  readonly cancelledAt: Instant | null
  readonly updatedAt: Instant
  readonly details: OrderDetails
}

export function isRefusal(value: object): value is Refusal {
  return 'code' in value
}

/** `receivedAt` stands in for a missing UpdatedDate. */
export function readOrder(body: OrderBody, timeZone: string, receivedAt: Instant): SentOrder | Refusal {
  if (isBlank(body.OriginalId)) {
    return field('ApiExternalErro_Original_Id_Cant_Be_Null', 'OriginalId', 'is missing or blank.')
  }
  if (!body.Customer) return field('General_FieldCannotBeNullOrBlank', 'Customer', 'is missing.')
  const customer = readCustomer(body.Customer, timeZone)
  if (isRefusal(customer)) return customer

  const placedAt = readDate(body.OrderPlacementDate, timeZone)
  if (typeof placedAt === 'string') {
    return field('General_FieldCannotBeDefault', 'OrderPlacementDate', dateProblem(placedAt))
  }
  const total = readTotal(body)
  if (typeof total !== 'bigint') return total
  const dates = readStateDates(body, placedAt, timeZone)
  if (isRefusal(dates)) return dates
  const updatedAt = readDate(body.UpdatedDate, timeZone)
  if (updatedAt === 'invalid') return invalidDate('UpdatedDate')
  const details = readDetails(body)
  if (isRefusal(details)) return details
  return {
    originalId: body.OriginalId,
    customer,
    total,
    placedAt,
    ...dates,
    updatedAt: updatedAt === 'missing' ? receivedAt : updatedAt,
    details,
  }
}

function readTotal({ OrderTotal }: OrderBody): Decimal | Refusal {
  const total = typeof OrderTotal === 'number' ? decimalFromNumber(OrderTotal) : null
  if (total === null) return field('General_FieldCannotBeNullOrBlank', 'OrderTotal', 'is missing.')
  return total < ZERO ? field('General_BiggerThanZero', 'OrderTotal', 'is below 0.') : total
}

type StateDates = Pick<SentOrder, 'isCompleted' | 'completedAt' | 'isCancelled' | 'cancelledAt'>

function readStateDates(body: OrderBody, placedAt: Instant, timeZone: string): StateDates | Refusal {
  const isCompleted = body.IsCompleted ?? false
  const isCancelled = body.IsCancelledOrReturned ?? false
  if (isCompleted && isCancelled) {
    const text = 'and IsCompleted are both true: send IsCompleted false to cancel the order.'
    return field('Order_CompletedOrderCannotBeCancelled', 'IsCancelledOrReturned', text)
  }
  const completedAt = readDate(body.OrderCompletedDate, timeZone)
  if (completedAt === 'invalid' || (isCompleted && completedAt === 'missing')) {
    return field('Order_OrderCompletedNeddCompletedDate', 'OrderCompletedDate', dateProblem(completedAt))
  }
  if (isCompleted && typeof completedAt === 'number' && completedAt < placedAt) {
    const name = 'Order_OrderCompletedDateMustBeAfterPlacementDate'
    return field(name, 'OrderCompletedDate', 'is before OrderPlacementDate.')
  }
  const cancelledAt = readDate(body.OrderCancelledDate, timeZone)
  if (cancelledAt === 'invalid' || (isCancelled && cancelledAt === 'missing')) {
    return field(
      'Order_CancelledOrderRequiresCancellationDate',
      'OrderCancelledDate',
      dateProblem(cancelledAt),
    )
  }
  if (isCancelled && typeof cancelledAt === 'number' && cancelledAt < placedAt) {
    const name = 'Order_OrderCancellationDateBeforePlacementDate'
    return field(name, 'OrderCancelledDate', 'is before OrderPlacementDate.')
  }
  return {
    isCompleted,
    completedAt: typeof completedAt === 'number' ? completedAt : null,
    isCancelled,
    cancelledAt: typeof cancelledAt === 'number' ? cancelledAt : null,
  }
}

function readDetails(body: OrderBody): OrderDetails | Refusal {
  const products = body.Products ?? []
  const nameless = products.findIndex(({ OriginalId }) => isBlank(OriginalId))
  if (nameless >= 0) {
    const name = `Products[${nameless}].OriginalId`
    return field('ApiExternalErro_Original_Id_Cant_Be_Null', name, 'is missing or blank.')
  }
  const negative = products.findIndex(
    ({ ProductPrice }) => typeof ProductPrice === 'number' && ProductPrice < 0,
  )
  if (negative >= 0) {
    return field('General_BiggerThanZero', `Products[${negative}].ProductPrice`, 'is below 0.')
  }
  const metadatas = body.Metadatas ?? []
  const unnamed = metadatas.findIndex(({ Name }) => isBlank(Name))
  if (unnamed >= 0) {
    return field('General_FieldCannotBeNullOrBlank', `Metadatas[${unnamed}].Name`, 'is missing or blank.')
  }
  return {
    status: body.OrderStatus ?? null,
    products: products.map((product) => ({
      originalId: product.OriginalId ?? '',
      title: product.Title ?? null,
      url: product.Url ?? null,
      imageUrl: product.ImageUrl ?? null,
      isActive: product.IsActive ?? true,
      price: typeof product.ProductPrice === 'number' ? decimalFromNumber(product.ProductPrice) : null,
      brandId: product.ProductBrand?.OriginalId ?? null,
      brandName: product.ProductBrand?.Name ?? null,
    })),
    coupon: blankAsNull(body.Coupon),
    externalCoupon: blankAsNull(body.ExternalCoupon),
    metadatas: metadatas.map(({ Name, Value }) => ({ name: Name ?? '', value: Value ?? null })),
    paymentMethod: readReference(body.PaymentMethod),
    branch: readReference(body.Branch),
    salesPerson: readReference(body.SalesPerson),
    // Which of its codes are coupons of ours is found out when the order is placed.
    linkedCoupons: [],
  }
}

function readReference(
  sent: { OriginalId?: string | null; Name?: string | null } | null | undefined,
): Reference | null {
  return sent ? { originalId: sent.OriginalId ?? null, name: sent.Name ?? null } : null
}

function blankAsNull(text: string | null | undefined): string | null {
  return isBlank(text) ? null : text
}

function field(error: ErrorName, name: string, text: string): Refusal {
  return refusal(error, `${name} ${text}`, name)
}

function dateProblem(date: SentDate): string {
  return date === 'missing' ? 'is missing.' : 'must be an ISO 8601 date like 2026-01-31T12:00:00Z.'
}
