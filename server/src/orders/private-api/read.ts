import { DATE_HINT, readDate, type SentDate } from '../../contract/private-api/dates.ts'
import { type ApiRefusal, wrongField } from '../../contract/private-api/errors.ts'
import { isRefusal } from '../../contract/refusal.ts'
import { isBlank } from '../../contract/schema.ts'
import { invalidDate, readCustomer } from '../../customers/private-api/read.ts'
import type { Instant } from '../../platform/clock.ts'
import { decimalFromNumber, ZERO } from '../../platform/decimal.ts'
import { type OrderProduct, QUANTITY_MAX, type Reference } from '../order.ts'
import type { SentDetails, SentOrder } from '../sent-order.ts'
import type { OrderBody } from './schema.ts'

/** Reads what can be judged without knowing what is stored; the rest is looked at when it is merged. */
export function readOrder(body: OrderBody, timeZone: string): SentOrder | ApiRefusal {
  if (isBlank(body.OriginalId)) {
    return wrongField('ApiExternalErro_Original_Id_Cant_Be_Null', 'OriginalId', 'is missing or blank.')
  }
  if (!body.Customer) return wrongField('General_FieldCannotBeNullOrBlank', 'Customer', 'is missing.')
  const customer = readCustomer(body.Customer, timeZone)
  if (isRefusal(customer)) return customer
  const total = typeof body.OrderTotal === 'number' ? decimalFromNumber(body.OrderTotal) : null
  if (total !== null && total < ZERO) return wrongField('General_BiggerThanZero', 'OrderTotal', 'is below 0.')
  if (body.IsCompleted && body.IsCancelledOrReturned) {
    const text = 'and IsCompleted are both true: send IsCompleted false to cancel the order.'
    return wrongField('Order_CompletedOrderCannotBeCancelled', 'IsCancelledOrReturned', text)
  }
  const dates = readDates(body, timeZone)
  if (isRefusal(dates)) return dates
  const details = readDetails(body)
  if (isRefusal(details)) return details
  return {
    originalId: body.OriginalId,
    customer,
    total,
    isCompleted: body.IsCompleted ?? null,
    isCancelled: body.IsCancelledOrReturned ?? null,
    ...dates,
    details,
  }
}

type Dates = Pick<SentOrder, 'placedAt' | 'completedAt' | 'cancelledAt' | 'updatedAt'>

function readDates(body: OrderBody, timeZone: string): Dates | ApiRefusal {
  const placedAt = readDate(body.OrderPlacementDate, timeZone)
  if (placedAt === 'invalid') return invalidDate('OrderPlacementDate')
  const completedAt = readDate(body.OrderCompletedDate, timeZone)
  if (completedAt === 'invalid') {
    return wrongField('Order_OrderCompletedNeddCompletedDate', 'OrderCompletedDate', DATE_HINT)
  }
  const cancelledAt = readDate(body.OrderCancelledDate, timeZone)
  if (cancelledAt === 'invalid') {
    return wrongField('Order_CancelledOrderRequiresCancellationDate', 'OrderCancelledDate', DATE_HINT)
  }
  const updatedAt = readDate(body.UpdatedDate, timeZone)
  if (updatedAt === 'invalid') return invalidDate('UpdatedDate')
  return {
    placedAt: dateOrNull(placedAt),
    completedAt: dateOrNull(completedAt),
    cancelledAt: dateOrNull(cancelledAt),
    updatedAt: dateOrNull(updatedAt),
  }
}

function dateOrNull(date: SentDate): Instant | null {
  return typeof date === 'number' ? date : null
}

function readDetails(body: OrderBody): SentDetails | ApiRefusal {
  const products = readProducts(body.Products)
  if (products && isRefusal(products)) return products
  const metadatas = body.Metadatas ?? null
  const unnamed = metadatas?.findIndex(({ Name }) => isBlank(Name)) ?? -1
  if (unnamed >= 0) {
    return wrongField(
      'General_FieldCannotBeNullOrBlank',
      `Metadatas[${unnamed}].Name`,
      'is missing or blank.',
    )
  }
  const shipping = typeof body.ShippingValue === 'number' ? decimalFromNumber(body.ShippingValue) : null
  if (shipping !== null && shipping < ZERO) {
    return wrongField('General_BiggerThanZero', 'ShippingValue', 'is below 0.')
  }
  return {
    status: body.OrderStatus ?? null,
    products,
    coupon: readCode(body.Coupon),
    externalCoupon: readCode(body.ExternalCoupon),
    metadatas: metadatas?.map(({ Name, Value }) => ({ name: Name ?? '', value: Value ?? null })) ?? null,
    paymentMethod: readReference(body.PaymentMethod) ?? mainPayment(body.PaymentMethods),
    branch: readReference(body.Branch),
    salesPerson: readReference(body.SalesPerson),
    shipping,
  }
}

function readProducts(sent: OrderBody['Products']): readonly OrderProduct[] | ApiRefusal | null {
  if (!sent) return null
  const nameless = sent.findIndex(({ OriginalId }) => isBlank(OriginalId))
  if (nameless >= 0) {
    const name = `Products[${nameless}].OriginalId`
    return wrongField('ApiExternalErro_Original_Id_Cant_Be_Null', name, 'is missing or blank.')
  }
  const negative = sent.findIndex(({ ProductPrice }) => typeof ProductPrice === 'number' && ProductPrice < 0)
  if (negative >= 0) {
    return wrongField('General_BiggerThanZero', `Products[${negative}].ProductPrice`, 'is below 0.')
  }
  const uncountable = sent.findIndex(({ Quantity }) => typeof Quantity === 'number' && !isQuantity(Quantity))
  if (uncountable >= 0) {
    const text = `must be a whole number from 1 to ${QUANTITY_MAX}.`
    return wrongField('Genaral_LengthLimitExceeded', `Products[${uncountable}].Quantity`, text)
  }
  return sent.map((product) => ({
    originalId: product.OriginalId ?? '',
    title: product.Title ?? null,
    url: product.Url ?? null,
    imageUrl: product.ImageUrl ?? null,
    isActive: product.IsActive ?? true,
    price: typeof product.ProductPrice === 'number' ? decimalFromNumber(product.ProductPrice) : null,
    brandId: product.ProductBrand?.OriginalId ?? null,
    brandName: product.ProductBrand?.Name ?? null,
    // One is what a line is without it.
    ...(typeof product.Quantity === 'number' && product.Quantity !== 1 && { quantity: product.Quantity }),
    ...(product.EarnsPoints === false && { isMarked: true as const }),
  }))
}

function isQuantity(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= QUANTITY_MAX
}

function readReference(
  sent: { OriginalId?: string | null; Name?: string | null } | null | undefined,
): Reference | null {
  return sent ? { originalId: sent.OriginalId ?? null, name: sent.Name ?? null } : null
}

/** Of several, the one with which most was paid; the first of equals. */
function mainPayment(sent: OrderBody['PaymentMethods']): Reference | 'none' | null {
  if (!sent) return null
  const [first, ...others] = sent
  if (!first) return 'none'
  const main = others.reduce(
    (most, other) => ((other.PaidAmount ?? 0) > (most.PaidAmount ?? 0) ? other : most),
    first,
  )
  return readReference(main)
}

function readCode(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : isBlank(text) ? '' : text
}
