import type { Customer } from '../../accounts/customer.ts'
import type { GivenPrize } from '../../actions/rules/give-prize.ts'
import { NOTHING_STAMPED, type Stamped } from '../../cards/stamped.ts'
import { isPurchase, ORDER_STATE, type Order } from '../order.ts'
import type { OrderElsewhere } from '../order-elsewhere.ts'
import { type AppliedCoupons, sameCoupons } from './use-and-free-coupons.ts'

export interface OrderOutcome {
  readonly order: Order
  readonly customer: Customer
  /** What a customer who was new was given for signing up. */
  readonly signup: GivenPrize | null
  /** Coupons that it uses, or no longer uses, and what became of their redemptions. */
  readonly applied: AppliedCoupons
  /** What it has done to the customer's cards. */
  readonly stamped: Stamped
  /** What it had earned elsewhere, where something of that was taken back. */
  readonly elsewhere?: OrderElsewhere
  readonly isChanged: boolean
}

export function unchanged(order: Order, customer: Customer): OrderOutcome {
  return {
    order,
    customer,
    signup: null,
    applied: sameCoupons(order.details.linkedCoupons),
    stamped: NOTHING_STAMPED,
    isChanged: false,
  }
}

export function countOrder(customer: Customer, stored: Order | undefined, order: Order): Customer {
  const wasCounted = stored !== undefined && stored.state !== ORDER_STATE.cancelled
  const counts = order.state !== ORDER_STATE.cancelled
  const orderCount = customer.orderCount + (counts ? 1 : 0) - (wasCounted ? 1 : 0)
  const hasPurchased = customer.hasPurchased || isPurchase(order)
  if (orderCount === customer.orderCount && hasPurchased === customer.hasPurchased) return customer
  return { ...customer, orderCount, hasPurchased }
}
