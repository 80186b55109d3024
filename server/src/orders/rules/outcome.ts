import type { Account, Entry, Step } from '../../accounts/account.ts'
import type { Customer } from '../../accounts/customer.ts'
import type { Coupon } from '../../coupons/coupon.ts'
import type { Explanation } from '../../earning/explanation.ts'
import { explainTakenBack } from '../../earning/taken-back.ts'
import type { Returned } from '../../rewards/rules/return.ts'
import { ORDER_STATE, type Order } from '../order.ts'

export interface OrderOutcome {
  readonly order: Order
  readonly customer: Customer
  readonly account: Account
  readonly entries: readonly Entry[]
  readonly explanations: ReadonlyMap<number, object>
  /** Whether the customer was new and was welcomed with points. */
  readonly signupRecordId: number | null
  /** Coupons that it uses, or no longer uses, and redemptions that were undone with them. */
  readonly coupons: readonly Coupon[]
  readonly returns: readonly Returned[]
  readonly isChanged: boolean
}

export function unchanged(order: Order, customer: Customer, account: Account): OrderOutcome {
  return {
    order,
    customer,
    account,
    entries: [],
    explanations: new Map(),
    signupRecordId: null,
    coupons: [],
    returns: [],
    isChanged: false,
  }
}

/** The account as it goes from step to step of one command, with what is to be written. */
export class Steps {
  account: Account
  readonly entries: Entry[] = []
  readonly explanations = new Map<number, object>()

  constructor(account: Account) {
    this.account = account
  }

  take(step: Step, explanation?: object): void {
    this.account = step.account
    this.entries.push(...step.entries)
    const [first] = step.entries
    if (first && explanation) this.explanations.set(first.id, explanation)
  }

  /** What was taken back may be in two records, and less than was asked for. */
  takeBack(step: Step, explanation: Explanation): void {
    this.take(step)
    for (const [id, one] of explainTakenBack(explanation, step.entries)) this.explanations.set(id, one)
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
