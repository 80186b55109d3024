import type { Customer } from '../../accounts/customer.ts'
import type { RecordId } from '../../contract/ids.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import type { Redemption } from '../../rewards/redemption.ts'
import { ORDER_STATE, type Order } from '../order.ts'
import { NONE_RESTORED } from './use-and-free-coupons.ts'

export interface OrderOutcome {
  readonly order: Order
  readonly customer: Customer
  /** The record of the points for signing up, of a customer who was new. */
  readonly signupRecordId: RecordId | null
  /** Coupons that it uses, or no longer uses, and redemptions that were undone with them. */
  readonly coupons: readonly Coupon[]
  readonly returns: readonly Redemption[]
  readonly restored: readonly Redemption[]
  readonly isChanged: boolean
}

export function unchanged(order: Order, customer: Customer): OrderOutcome {
  return {
    order,
    customer,
    signupRecordId: null,
    coupons: [],
    returns: [],
    restored: NONE_RESTORED,
    isChanged: false,
  }
}

export function countOrder(customer: Customer, stored: Order | undefined, order: Order): Customer {
  const wasCounted = stored !== undefined && stored.state !== ORDER_STATE.cancelled
  const counts = order.state !== ORDER_STATE.cancelled
  const orderCount = customer.orderCount + (counts ? 1 : 0) - (wasCounted ? 1 : 0)
  const hasPurchased = customer.hasPurchased || order.state === ORDER_STATE.complete
  if (orderCount === customer.orderCount && hasPurchased === customer.hasPurchased) return customer
  return { ...customer, orderCount, hasPurchased }
}
