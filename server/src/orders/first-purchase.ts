/**
 * The first purchase: the order that is complete while no other of the customer is. It is looked for and not counted,
 * and so is an order's number among the customer's first ones.
 */

import type { Customer } from '../accounts/customer.ts'
import { type Load, load, put } from '../accounts/till/collection.ts'
import type { Facts } from '../accounts/till/command.ts'
import type { OrderId } from '../contract/ids.ts'
import { CURRENT, programSchedule } from '../earning/collections.ts'
import { programsOf } from '../earning/schedule.ts'
import { completeOrders } from './collections/complete-orders.ts'
import { isPurchase, ORDER_STATE, type Order } from './order.ts'

/** Most orders need no look: their merchant has no such rule, or the customer had nothing before. */
export function firstPurchaseLoads(facts: Facts, stored: Order | undefined): Load[] {
  const { customer } = facts
  if (!customer || !asksForFirst(facts) || !mayHavePurchased(customer, stored)) return []
  return [load(completeOrders, customer.id)]
}

export function isFirstPurchase(facts: Facts, stored: Order | undefined): boolean {
  const { customer } = facts
  if (ordersElsewhere(customer) > 0) return false
  if (!customer || !mayHavePurchased(customer, stored)) return true
  // Without the rule it is never asked for.
  if (!asksForFirst(facts)) return false
  return standingOf(facts, customer).every((id) => id === stored?.id)
}

/** The how-manieth of the customer's orders this one is; null: no rule asks. Beyond a hundred it is not counted. */
export function orderNumber(facts: Facts, stored: Order | undefined): number | null {
  if (!programsOf(facts.peek(programSchedule, CURRENT)).some(({ index }) => index.asksNumber)) return null
  const { customer } = facts
  const before = ordersElsewhere(customer)
  if (!customer || !mayHavePurchased(customer, stored)) return 1 + before
  return 1 + before + standingOf(facts, customer).filter((id) => id !== stored?.id).length
}

/** What a command did to the complete orders of its customer, for the next one of its batch. */
export function completeOrderChanges(facts: Facts, stored: Order | undefined, order: Order) {
  const wasComplete = stored !== undefined && isPurchase(stored)
  const isComplete = isPurchase(order)
  const { customerId } = order
  const standing = facts.peek(completeOrders, customerId)
  if (wasComplete === isComplete || !(standing || asksForFirst(facts))) return []
  const others = (standing ?? []).filter((id) => id !== order.id)
  return [put(completeOrders, customerId, isComplete ? [...others, order.id] : others)]
}

export function asksForFirst(facts: Facts): boolean {
  return programsOf(facts.peek(programSchedule, CURRENT)).some(
    ({ index }) => index.asksFirstPurchase || index.asksNumber,
  )
}

/** How many orders an import says that the customer has placed before. */
export function ordersElsewhere(customer: Customer | null): number {
  return customer?.ordersBefore ?? 0
}

/** As far as their row tells, which counts the orders that are not cancelled. */
export function mayHavePurchased({ hasPurchased, orderCount }: Customer, stored: Order | undefined): boolean {
  const isCounted = stored !== undefined && stored.state !== ORDER_STATE.cancelled
  return hasPurchased && orderCount > (isCounted ? 1 : 0)
}

/** Where nothing was loaded there was nothing before this batch. */
function standingOf(facts: Facts, { id }: Customer): readonly OrderId[] {
  return facts.peek(completeOrders, id) ?? []
}
