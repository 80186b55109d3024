import type { MemberType } from '../member-type.ts'
import type { OrderValues } from '../order-line.ts'

/** Of the order itself: on several lines of one order they are the same, or blank. */
export const OF_ORDER = {
  orderId: 'identifier',
  originalId: 'identifier',
  email: 'text',
  document: 'document',
  publicId: 'text',
  name: 'text',
  firstName: 'text',
  lastName: 'text',
  phone: 'identifier',
  placedAt: 'moment',
  completedAt: 'moment',
  cancelledAt: 'moment',
  isCompleted: 'truth',
  isCancelled: 'truth',
  state: 'text',
  status: 'text',
  total: 'amount',
  returned: 'amount',
  shipping: 'amount',
  coupon: 'text',
  paymentMethod: 'text',
  branch: 'text',
  salesPerson: 'text',
  earnedPoints: 'amount',
  earnedCashback: 'amount',
} as const satisfies Record<Exclude<keyof OrderValues, 'products'>, MemberType>

/** Of one product of it. */
export const OF_PRODUCT = {
  productId: 'identifier',
  productName: 'text',
  productPrice: 'amount',
  quantity: 'count',
  brandId: 'identifier',
  brandName: 'text',
} as const satisfies Record<keyof NonNullable<OrderValues['products']>[number], MemberType>

export const ORDER_MEMBERS = { ...OF_ORDER, ...OF_PRODUCT }
