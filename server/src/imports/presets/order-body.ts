/** The body of “insert or update order” of the private API, as a line of NDJSON has it. */
import type { Mapping } from '../mapping.ts'
import type { Member } from '../members.ts'
import type { LookedColumn } from '../reading/look.ts'

const MEMBERS: Readonly<Partial<Record<Member, string>>> = {
  orderId: 'OriginalId',
  originalId: 'Customer.OriginalId',
  email: 'Customer.Email',
  document: 'Customer.Document',
  name: 'Customer.Name',
  phone: 'Customer.Phone',
  placedAt: 'OrderPlacementDate',
  completedAt: 'OrderCompletedDate',
  cancelledAt: 'OrderCancelledDate',
  isCompleted: 'IsCompleted',
  isCancelled: 'IsCancelledOrReturned',
  status: 'OrderStatus',
  total: 'OrderTotal',
  shipping: 'ShippingValue',
  coupon: 'Coupon',
  paymentMethod: 'PaymentMethod.OriginalId',
  branch: 'Branch.OriginalId',
  salesPerson: 'SalesPerson.OriginalId',
  productId: 'Products[].OriginalId',
  productName: 'Products[].Title',
  productPrice: 'Products[].ProductPrice',
  quantity: 'Products[].Quantity',
  brandId: 'Products[].ProductBrand.OriginalId',
  brandName: 'Products[].ProductBrand.Name',
  earnedPoints: 'EarnedPoints',
  earnedCashback: 'EarnedCashback',
}

/** null: the columns are others. */
export function mappingOfOrderBody(columns: readonly LookedColumn[]): Mapping | null {
  const names = new Set(columns.map(({ name }) => name))
  const isBody = names.has('OriginalId') && names.has('OrderTotal')
  if (!isBody) return null
  const known = Object.entries(MEMBERS).filter(([, column]) => names.has(column))
  return { columns: Object.fromEntries(known) }
}
